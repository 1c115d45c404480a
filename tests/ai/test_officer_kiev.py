"""The officer in Kiev '41: fair, legal, and with an eye for supply."""

from __future__ import annotations

from random import Random

import pytest

from harness.cases import Case, scaled
from kiev_41.stage import stage
from ostfront.ai.officer import Officer
from ostfront.core.game import Game, Legal
from ostfront.core.state import Decision
from ostfront.core.view import View
from ostfront.games.kiev_41 import threads
from ostfront.games.kiev_41.moment import Moment
from ostfront.games.kiev_41.muster import Muster
from ostfront.games.kiev_41.outlook import outlook
from ostfront.games.kiev_41.roster import AXIS, SOVIET
from ostfront.lab.simulate import Plan, play_one

GAME = "kiev-41"
CASES = [Case(GAME, scenario, ()) for scenario in ("les-preludes", "the-snow")]


def chosen(game: Game, decision: Decision, player: Officer | None = None) -> str:
    view = View(game, decision.seat)
    return game.text((player or Officer(1)).choose(view, Legal(game, game.options(decision)), view.imagine))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_answers_whatever_is_asked(case: Case) -> None:
    """Half the moves are random, so that plans are upset; every answer passes the referee."""
    random = Random(case.name)
    game = case.new("officer answers")
    players = [Officer(seat) for seat, _ in enumerate(game.rules.seats)]
    for _ in range(scaled(100)):
        if game.result is not None:
            return
        decision = random.choice(game.state.pending)
        if random.random() < 0.5:
            game.push(game.options(decision).choose(random.random), decision)
        else:
            text = chosen(game, decision, players[decision.seat])
            assert game.why_not(text, decision.seat) == [], text
            game.push(game.parse(text), decision)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_another_world_with_the_same_view_gets_the_same_move(case: Case) -> None:
    random = Random(f"worlds {case.name}")
    game = case.new("officer worlds")
    compared = 0
    while compared < scaled(10) and game.result is None:
        decision = game.state.pending[0]
        options = game.options(decision)
        if len(options) > 1 and random.random() < 0.1:
            other = game.view(decision.seat).imagine(f"world {compared}")
            assert chosen(other, decision) == chosen(game, decision)
            compared += 1
        game.push(options.choose(random.random), decision)
    assert compared


def test_beats_random_as_axis_and_as_soviet() -> None:
    """The Snow, which either side can win."""
    first, second = (
        play_one(Plan(GAME, players, seed="strength", scenario="the-snow"), 1).winner
        for players in (("officer", "random"), ("random", "officer"))
    )
    assert (first, second) == ("axis", "soviet")


def fear(units: dict[str, str], axis: tuple[str, ...]) -> float:
    """What the Soviets fear for their supply."""
    game = stage("impulse", units, axis=axis, yellow=False)
    m = Muster(outlook(game.rules), game.state, Moment())
    return threads.supply(m, SOVIET, threads.reach(m, SOVIET), threads.reach(m, AXIS))


def test_a_pocket_counts_more_than_a_line_that_friends_can_open() -> None:
    """The 5th Army in Kiev: in supply, cut off by a road that friends can walk along, and shut in by blocks."""
    around = ("3", "5", "18", "19", "20")
    free = fear({"5A": "4", "R4": "14"}, ())
    loose = fear({"5A": "4", "12A": "6", "R4": "14"}, around)
    ring = {"44AK": "3", "55AK": "18", "17AK": "19", "3Pz": "5", "14Pz": "20"}
    shut = fear({"5A": "4", "12A": "6", "R4": "14", **ring}, around)
    assert free < loose < shut


def test_tells_its_plan() -> None:
    game = CASES[0].new("explains")
    player = Officer(1)
    told: list[str] = []
    for _ in range(8):
        decision = game.state.pending[0]
        view = View(game, decision.seat)
        legal = Legal(game, game.options(decision))
        told.append(player.explain(view, legal, view.imagine))
        game.push(player.choose(view, legal, view.imagine), decision)
    assert any("The plan:" in text for text in told)
