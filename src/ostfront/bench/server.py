"""The bench of the table's server: random games over its HTTP application, without a network.

It measures the CPU of answering `PUT draft` with one more action: guard, routing, referee, rules, SQLite, the new
view as JSON. The same actions are then played on the bare engine, with the referee and what a view is made of; the
rest is the share outside the engine.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from ostfront import games
from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.server.local_client import LocalClient, actions_of

GAME = "victory-denied"
ROUNDS = 5
ACTIONS = 200
MOST_OUTSIDE = 0.8


def measure(rounds: int = ROUNDS, actions: int = ACTIONS) -> dict[str, Any]:
    """Actions per CPU second, and the share of time outside the engine; the limit is 80 %."""
    rates, shares, answers = [], [], []
    with TemporaryDirectory() as folder, LocalClient(Path(folder)) as client:
        _round(client, 20, 0)  # warm caches and tables
        for number in range(1, rounds + 1):
            done, served, engine, size = _round(client, actions, number)
            rates.append(done / served)
            shares.append(1 - engine / served)
            answers.append(size / done)
    share = median(shares)
    return {
        "title": "server",
        "game": GAME,
        "actions_per_cpu_s": median(rates),
        "outside_engine": share,
        "answer_bytes": median(answers),
        "requirement": f"outside_engine at most {MOST_OUTSIDE}",
        "holds": share <= MOST_OUTSIDE,
    }


def _round(client: LocalClient, actions: int, seed: int) -> tuple[int, float, float, int]:
    """Actions done, CPU of serving them, CPU of the same on the bare engine, bytes of the answers."""
    random = Random(f"bench server {seed}")
    request = {"game": GAME, "seats": [{"seat": s.name, "player": "human"} for s in games.rules(GAME).seats]}
    made = client.ask("POST", "/api/games", request).json
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
