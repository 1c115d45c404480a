"""The bench of the table's server: random games over its HTTP application, without a network.

It measures the CPU of answering `PUT draft` with one more action: guard, routing, referee, rules, SQLite, the new
view as JSON. The same actions are then played on the bare engine, with the referee and what a view is made of; the
rest is the share outside the engine.

Then ten games are played at once, each by somebody who clicks again as soon as the last click is answered: how long
the slowest clicks take, compared with the median.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import msgspec

from ostfront import games
from ostfront.bench.clicks import ClickView, actions_in
from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.server.local_client import LocalClient, actions_of

GAME = "victory-denied"
ROUNDS = 5
ACTIONS = 200
AT_ONCE = 10
CLICKS = 100
MOST_OUTSIDE = 0.8
MOST_SLOWER = 10.0


def measure(
    rounds: int = ROUNDS, actions: int = ACTIONS, at_once: int = AT_ONCE, clicks: int = CLICKS
) -> dict[str, Any]:
    """Actions per CPU second, the share of time outside the engine (at most 80 %), and how long clicks take with
    several games at once (the 99th percentile at most ten times the median)."""
    rates, shares, answers = [], [], []
    with TemporaryDirectory() as folder, LocalClient(Path(folder)) as client:
        _round(client, 20, 0)  # warm caches and tables
        for number in range(1, rounds + 1):
            done, served, engine, size = _round(client, actions, number)
            rates.append(done / served)
            shares.append(1 - engine / served)
            answers.append(size / done)
        times = client.run(_together(client, at_once, clicks))
    share, middle, slowest = median(shares), median(times), quantiles(times, n=100)[98]
    return {
        "title": "server",
        "game": GAME,
        "actions_per_cpu_s": median(rates),
        "outside_engine": share,
        "answer_bytes": median(answers),
        "games_at_once": at_once,
        "click_p50_ms": middle * 1000,
        "click_p99_ms": slowest * 1000,
        "p99_to_p50": slowest / middle,
        "requirement": f"outside_engine at most {MOST_OUTSIDE}, p99_to_p50 at most {MOST_SLOWER:g}",
        "holds": share <= MOST_OUTSIDE and slowest <= MOST_SLOWER * middle,
    }


def _round(client: LocalClient, actions: int, seed: int) -> tuple[int, float, float, int]:
    """Actions done, CPU of serving them, CPU of the same on the bare engine, bytes of the answers."""
    random = Random(f"bench server {seed}")
    made = client.ask("POST", "/api/games", _new_game()).json
    tokens = [seat["token"] for seat in made["seats"]]
    played: list[tuple[int, str]] = []
    served, size = 0.0, 0
    while len(played) < actions:
        seat, view = _asked(client, made["id"], tokens)
        if seat < 0:
            break
        while view["asked"] and len(played) < actions:
            action = random.choice(actions_of(view))
            draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], action]}
            start = process_time()
            response = client.ask("PUT", f"/api/games/{made['id']}/draft", draft, tokens[seat])
            served += process_time() - start
            size += len(response.body)
            view = response.json
            played.append((seat, action))
    source = client.library.live_game(made["id"]).game.source
    assert isinstance(source, Seeded)
    return len(played), served, _engine(source.secret, played), size


def _new_game() -> dict[str, Any]:
    return {"game": GAME, "seats": [{"seat": s.name, "player": "human"} for s in games.rules(GAME).seats]}


def _asked(client: LocalClient, id: str, tokens: list[str]) -> tuple[int, Any]:
    view: Any = None
    for seat, token in enumerate(tokens):
        view = client.ask("GET", f"/api/games/{id}/view", None, token).json
        if view["asked"]:
            return seat, view
    return -1, view


def _engine(secret: bytes, played: list[tuple[int, str]]) -> float:
    """The same actions on the bare engine."""
    game = Game.started(games.rules(GAME), Seeded(secret))
    table = table_of(game.rules)
    spent = 0.0
    for seat, action in played:
        start = process_time()
        game.play(action, seat)
        view = game.view(seat)
        questions.asked(view, table.look(view))
        spent += process_time() - start
    return spent


# ---- several games at once -------------------------------------------------------------------------------


async def _together(client: LocalClient, at_once: int, clicks: int) -> list[float]:
    """Seconds of every click, with so many games played at the same time."""
    made = [(await client.send("POST", "/api/games", _new_game())).json for _ in range(at_once)]
    times: list[float] = []
    await asyncio.gather(*(_click(client, game, clicks, seed, times) for seed, game in enumerate(made)))
    return times


async def _click(client: LocalClient, made: Any, clicks: int, seed: int, times: list[float]) -> None:
    """Play both seats of a game at random, each click as soon as the last is answered."""
    random, read = Random(f"bench clicks {seed}"), msgspec.json.Decoder(ClickView).decode
    address, tokens = f"/api/games/{made['id']}", [seat["token"] for seat in made["seats"]]
    done = 0
    while done < clicks:
        before = done
        for token in tokens:
            view = read((await client.send("GET", f"{address}/view", None, token)).body)
            while view.asked and done < clicks:
                action = random.choice(actions_in(view))
                draft = {"after": view.draft.after, "actions": [*view.draft.actions, action]}
                start = perf_counter()
                response = await client.send("PUT", f"{address}/draft", draft, token)
                times.append(perf_counter() - start)
                view = read(response.body)
                done += 1
        if done == before:
            return  # the game is over
