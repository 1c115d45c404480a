"""Summaries: short, the battles first, and nothing in them that their reader may not know."""

from __future__ import annotations

from random import Random

import pytest

from harness.cases import Case
from harness.positions import sample
from ostfront import games
from ostfront.core.page.log import log
from ostfront.core.play.game import Game
from ostfront.network.notice_texts import stage
from ostfront.network.summaries import MOST_LINES, PublicView, plain, summary, words
from server.test_worlds import has_secrets, other_world

CASES = [
    Case(name, next(iter(games.info(name).scenarios)), ())
    for name in games.names()
    if games.info(name).table is not None
]
each_game = pytest.mark.parametrize("case", CASES, ids=[case.game for case in CASES])


def played(case: Case, actions: int) -> Game:
    game, random = case.new("summaries"), Random(f"summaries {case.name}")
    for _ in range(actions):
        if game.result is not None:
            break
        decision = random.choice(game.state.pending)
        game.push(game.options(decision).choose(random.random), decision)
    return game


@each_game
def test_a_summary_is_short_and_tells_only_of_what_came_after(case: Case) -> None:
    game = played(case, 500)
    view = game.view(0)
    for since in (0, len(game.entries or ()) // 2, len(game.entries or ())):
        found = summary(view, since)
        lines = [line for part in found.parts for line in part.lines]
        assert len(lines) <= MOST_LINES and bool(lines) == (since < len(game.entries or ()))
        told = [line for line in log(view) if line.entry > since]
        assert {part.title for part in found.parts} <= {
            *(f"Turn {line.turn}" for line in told),
            *(words(line).rstrip(".") for line in log(view) if line.kind == "turn"),
        }
    assert plain(summary(view, len(game.entries or ()))) == []


@pytest.mark.parametrize("name", ["barbarossa-1941", "barbarossa-deluxe", "kiev-41"])
def test_battles_come_first_with_their_results(name: str) -> None:
    case = next(case for case in CASES if case.game == name)
    game = played(case, 700)
    everything = summary(game.view(0), 0, 10_000)
    battles = [line for part in everything.parts for line in part.lines if line.startswith(("Attack", "Battle"))]
    assert len(battles) > 3 and all(": " in battle for battle in battles)
    one = summary(game.view(0), 0, 1)
    [part] = one.parts
    assert part.lines == (battles[-1],) and one.left_out == sum(len(part.lines) for part in everything.parts) - 1


@each_game
def test_what_everybody_may_know_is_the_same_for_every_seat(case: Case) -> None:
    for game in sample(case, 6, "public summaries"):
        found = [summary(PublicView(game, seat), 0) for seat in range(len(case.rules.seats))]
        assert all(one == found[0] for one in found)


def told(game: Game, seat: int) -> list[object]:
    view = game.view(seat)
    asked = [question.prompt for question in view.pending]
    half = len(game.entries or ()) // 2
    return [summary(view, 0), summary(view, half), summary(PublicView(game, seat), half), stage(view), asked]


@each_game
def test_nothing_is_told_that_the_reader_may_not_know(case: Case) -> None:
    """From every world that a seat could be in, it is told the same."""
    differing = 0
    for game in sample(case, 12, "secrets of summaries"):
        for seat in range(len(case.rules.seats)):
            world = other_world(game, seat, f"{differing} {seat}")
            differing += world.state != game.state
            assert told(world, seat) == told(game, seat)
    assert differing or not has_secrets(case), "every world was the real one: nothing was proven"


def test_what_only_one_side_was_told_is_not_public() -> None:
    """Else the tests above would prove nothing."""
    case = next(case for case in CASES if case.game == "kiev-41")
    for game in sample(case, 12, "secrets of summaries"):
        events = [event for event in game.view(0).events() if event.to is not None]
        if events and game.result is None:
            assert set(map(id, events)).isdisjoint(map(id, PublicView(game, 0).events()))
            return
    raise AssertionError("nothing was told to one side alone")
