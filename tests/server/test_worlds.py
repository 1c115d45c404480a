"""What leaves the table is the same from every world a seat cannot tell apart: view, log, files and hints.

A file is dealt from a seed, and each gets a new one. The same seed gives the same bytes here and there, so the files
of the real world and those of any imagined one are the same, as distributions. `make soak` compares more moments.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from harness.cases import CASES, EVERYWHERE, Case, scaled
from harness.positions import sample
from ostfront import games
from ostfront.core.files.record import write as write_record
from ostfront.core.page.log import log as log_lines
from ostfront.core.play.game import Game
from ostfront.server.file_routes import position_text, report_text
from ostfront.server.game_rows import entry_lines, record_head
from ostfront.server.player_worker import ActionReply, ActionRequest, LoadedGame, PlayerWorker
from ostfront.server.seat_view import encode_view

SEEDS = ("1", "2")


def _first(case: Case) -> str:
    return next(iter(games.info(case.game).scenarios))


TABLES = [case for case in CASES if games.info(case.game).table is not None]
HINTED = TABLES if EVERYWHERE else [case for case in TABLES if case == Case(case.game, _first(case), ())]


def other_world(game: Game, seat: int, seed: str) -> Game:
    """A game that this seat could not distinguish from the real one, with the history it was shown."""
    world = game.twin()
    world.orders = dict(game.orders)
    world.source = game.source
    world.state = game.view(seat).imagine(seed).state
    return world


def has_secrets(case: Case) -> bool:
    return any(kind.secrecy != "open" for kind in case.rules.kinds.values())


def told(game: Game, seat: int) -> dict[str, bytes]:
    """Everything a seat can take away."""
    found = {
        "view": encode_view("g", game, seat, ()).body,
        "log": msgspec.json.encode(log_lines(game.view(seat), 0)),
        "record": write_record(game, seat).encode(),
        "report": report_text(game, seat, "report").encode(),
    }
    return found | {f"position {seed}": position_text(game, seat, seed).encode() for seed in SEEDS}


@pytest.mark.parametrize("case", TABLES, ids=[case.name for case in TABLES])
def test_views_and_files(case: Case) -> None:
    """In a few positions, and in more of them while every world is the real one."""
    differing = sum(compared(case, game) for game in sample(case, 4, "worlds at the table"))
    if not differing and has_secrets(case):
        differing = sum(compared(case, game) for game in sample(case, 16, "more worlds at the table"))
    assert differing or not has_secrets(case), "every world was the real one: nothing was proven"


def compared(case: Case, game: Game) -> int:
    """How many of the worlds that seats could be in are not the real one; what is told there is the same."""
    differing = 0
    for seat in range(len(case.rules.seats)):
        here = told(game, seat)
        world = other_world(game, seat, f"{differing} {seat}")
        differing += world.state != game.state
        there = told(world, seat)
        assert [name for name in here if here[name] != there[name]] == []
    return differing


class Adviser:
    """The process of the hints, always asked about the same game, which may be in another world each time."""

    def __init__(self) -> None:
        self.worker = PlayerWorker()
        self.memory: LoadedGame | None = None

    def hint(self, game: Game, seat: int) -> ActionReply:
        lines = entry_lines(game)
        players = {} if self.memory is None else self.memory.players
        self.memory = self.worker.games["g"] = LoadedGame(game, lines, players)
        return self.worker.choose(ActionRequest("g", record_head(game), len(lines), [], seat, "officer", True))


def some_decisions(case: Case, count: int) -> list[tuple[Game, Game, int]]:
    """Decisions of one game with something to choose, in their order, spread over all of it.

    The game as it is, another world, and the seat. In a game with secrets the two differ.
    """
    random = Random(f"hints {case.name}")
    game = case.new("hints")
    found: list[tuple[Game, Game, int]] = []
    while game.result is None:
        decision = random.choice(game.state.pending)
        options = game.options(decision)
        if len(options) > 1 and random.random() < 0.2:
            world = other_world(game, decision.seat, f"hint {len(found)}")
            if world.state != game.state or not has_secrets(case):
                found.append((game.twin(), world, decision.seat))
        game.push(options.choose(random.random), decision)
    return [found[len(found) * n // (count + 1)] for n in range(1, count + 1)]


@pytest.mark.parametrize("case", HINTED, ids=[case.name for case in HINTED])
def test_hints(case: Case) -> None:
    """What the adviser remembers of earlier hints comes from views, too."""
    here, there = Adviser(), Adviser()
    for game, world, seat in some_decisions(case, scaled(5)):
        assert there.hint(world, seat) == here.hint(game, seat)
