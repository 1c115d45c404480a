"""How the kept database was made; called by make.py. Everything in it was asked for as the page asks."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from kept.table_facts import legal_of, table_facts
from ostfront.core.play import chance
from ostfront.server import game_library, live_game
from ostfront.server.jobs import JobRunner
from ostfront.server.local_client import LocalClient

D, A, K = "victory-denied", "victory-awaits", "kiev-41"
NAMES = ("Anna", "Boris", "Clara", "Dmitri")


class Table:
    """A game at the table, every seat with a person played from here."""

    def __init__(self, client: LocalClient, answer: Any) -> None:
        assert answer.status == 201, answer.body
        self.client = client
        self.id: str = answer.json["id"]
        self.tokens: list[str] = [seat["token"] for seat in answer.json["seats"]]

    def ask(self, method: str, path: str, seat: int, data: Any = None) -> Any:
        answer = self.client.ask(method, f"/api/games/{self.id}/{path}", data, self.tokens[seat])
        assert answer.status < 300, answer.body
        return answer.json

    def asked(self) -> list[tuple[int, Any]]:
        """The human seats with a decision, and their views."""
        views = [(i, self.ask("GET", "view", i)) for i, token in enumerate(self.tokens) if token]
        return [(seat, view) for seat, view in views if view["asked"]]

    def act(self, seat: int, view: Any, action: str) -> Any:
        draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], action]}
        return self.ask("PUT", "draft", seat, draft)

    def play(self, steps: int, seed: str, until: str = "") -> None:
        """Play at random for this many steps, and on until this decision is open."""
        random = Random(seed)
        done = 0
        while asked := self.asked():
            seat, view = random.choice(asked)
            if done >= steps and (not until or view["asked"][0]["kind"] == until):
                return
            self.act(seat, view, random.choice(legal_of(view)))
            done += 1


def opened(
    client: LocalClient,
    game: str,
    scenario: str = "",
    options: dict[str, Any] | None = None,
    levels: Sequence[str] = (),
) -> Table:
    """A new game; seats with a level are computers, the first other seat is the owner, the rest are friends."""
    wish: dict[str, Any] = {"game": game, "scenario": scenario, "options": options or {}}
    seats = client.ask("POST", "/api/seats", wish).json["seats"]
    wish["seats"] = []
    for i, seat in enumerate(seats):
        level = levels[i] if i < len(levels) else ""
        player = "computer" if level else "friend" if i else "human"
        wish["seats"].append(
            {"seat": seat["id"], "player": player, "level": level, "name": "" if level else NAMES[i]}
        )
    return Table(client, client.ask("POST", "/api/games", wish))


def make(folder: Path) -> dict[str, Any]:
    bits = Random("kept table")
    clock = count(1_750_000_000)
    tokens = SimpleNamespace(
        token_hex=lambda n: bits.randbytes(n).hex(), token_urlsafe=lambda n: "kept-" + bits.randbytes(n // 2).hex()
    )
    with (
        patch.object(chance, "secrets", SimpleNamespace(token_bytes=bits.randbytes)),
        patch.object(game_library, "secrets", tokens),
        patch.object(game_library, "time", lambda: float(next(clock))),
        patch.object(live_game, "time", lambda: float(next(clock))),
        LocalClient(folder / "table") as client,
    ):
        tables = fill(client, folder)
        found = {}
        games = {game["id"]: game for game in client.ask("GET", "/api/games").json["games"]}
        for name, table in tables.items():
            facts = table_facts(lambda path, token: client.ask("GET", path, None, token).body, games[table.id])
            found[f"table/{name}"] = {"id": table.id, **facts}
    tidy(folder / "table")
    return found


def fill(client: LocalClient, folder: Path) -> dict[str, Table]:
    made = {
        "denied": opened(client, D),
        "awaits": opened(client, A, "smolensk-short", {"reserve": True}),
        "teams": opened(client, A, "campaign", {"teams": "2-2", "armor-limit": True}),
        "bidding": opened(client, A, "leningrad", {"bidding": True}),
        "kiev": opened(client, K, "the-pocket"),
        "finished": opened(client, K, "the-river"),
        "orders": opened(client, D),
        "draft": opened(client, D),
        "computer": opened(client, D, levels=("", "recruit")),
        "computer-to-move": opened(client, K, "southern-struggle", levels=("", "random")),
    }
    made["denied"].play(150, "denied", "advance")
    made["awaits"].play(80, "awaits", "commit")
    made["teams"].play(40, "teams", "attack")
    made["bidding"].act(1, made["bidding"].ask("GET", "view", 1), "bid 7")
    made["kiev"].play(40, "kiev", "command")
    made["finished"].play(100_000, "finished")
    orders = made["orders"]
    orders.ask("PUT", "orders/stuka", 0, {"answer": "pass"})
    orders.ask("PUT", "orders/guderian", 0, {"answer": "pass", "when": "Supply"})
    orders.play(90, "orders", "move")
    draft = made["draft"]
    draft.play(60, "draft", "move")
    seat, view = draft.asked()[0]
    unit = next(action for action in legal_of(view) if action.startswith("pick"))
    draft.act(seat, view, unit)  # it stays in hand
    computers_play(JobRunner(client.library), made["computer"], 25)
    made["computer-to-move"].play(100_000, "computer-to-move")  # until the computer is asked
    past = next(stop for stop in made["denied"].ask("GET", "history", 0)["stops"] if stop > 100)
    what_if = client.ask("POST", f"/api/games/{made['denied'].id}/whatif", {"moment": past}, made["denied"].tokens[0])
    made["what-if"] = Table(client, what_if)
    made["what-if"].play(20, "what-if")
    for name, file in (("numbers", f"{D}/numbers.game"), ("position", f"{A}/loss.toml")):
        text = (folder / file).read_text("utf-8")
        made[name] = Table(client, client.ask("POST", "/api/import", {"text": text}))
        made[name].play(10, name)
    return made


def computers_play(worker: JobRunner, table: Table, steps: int) -> None:
    """Play at random, with the computer answering, until a person has a decision after this many steps."""
    random = Random("computer")
    try:
        for _ in range(steps):
            while worker.work_once():
                pass
            seat, view = table.asked()[0]
            table.act(seat, view, random.choice(legal_of(view)))
        while worker.work_once():
            pass
    finally:
        worker.players.close()


def tidy(folder: Path) -> None:
    """One small file: no log beside it, no key, no pictures."""
    base = sqlite3.connect(folder / "table.sqlite")
    base.execute("VACUUM")
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.name != "table.sqlite":
            path.rmdir() if path.is_dir() else path.unlink()
