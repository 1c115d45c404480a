"""The officer of A Victory Awaits: his plans and what he watches."""

from __future__ import annotations

import pytest

from ai.match import chosen, seated
from harness.cases import Case, scaled
from ostfront.ai.officer import Officer, plans_of
from ostfront.core.game import Game
from ostfront.core.hexes import bits
from ostfront.games.victory_awaits.front import Front
from ostfront.games.victory_awaits.goals import aims
from ostfront.games.victory_awaits.muster import Muster
from ostfront.games.victory_awaits.plans import Watch
from ostfront.games.victory_awaits.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.standing import Standing
from ostfront.lab.ladder import play_pair
from ostfront.lab.simulate import Plan

GAME = "victory-awaits"


@pytest.mark.parametrize("option", [("players", "4"), ("players", "8"), ("teams", "2-3")], ids=str)
def test_shares_a_side_with_others(option: tuple[str, str]) -> None:
    game = Case(GAME, "campaign", (option,)).new("officers")
    players = seated(game, "officer")
    for _ in range(scaled(25)):
        decision = game.state.pending[0]
        game.push(game.parse(chosen(game, decision, players[decision.seat])), decision)


def test_beats_random_from_both_sides() -> None:
    pair = play_pair(Plan(GAME, ("random",), "strength", "leningrad"), "officer", "random", 1)
    assert pair.scores == (1.0, 1.0)


def first_plan(seed: str) -> tuple[Game, Front]:
    """A game at the first activation of the Axis with movement."""
    game = Case(GAME, "leningrad", ()).new(seed)
    player = Officer()
    room = plans_of(game.rules)
    assert room is not None
    while True:
        decision = game.state.pending[0]
        if decision.kind == "move" and game.rules.side_of_seat(game.state, decision.seat) == AXIS:  # type: ignore[attr-defined]
            field = room.field(game, decision)
            assert field is not None
            return game, field
        game.push(game.parse(chosen(game, decision, player)), decision)


def test_an_army_in_range_of_its_hq_is_worth_more() -> None:
    _, front = first_plan("command")
    hq = front.hqs[0]
    unit = next(u for u in front.movers if u not in front.hqs and front.chits[hq])
    grid = front.rules.grid
    near = front.start[hq]
    far = next(h for h in grid.hexes if grid.distance(near, h) > 30)
    posts = {u: front.start[u] for u in front.movers}
    assert front.command({**posts, unit: near}) > front.command({**posts, unit: far})


def test_fears_for_a_line_that_can_be_cut() -> None:
    """A hex keeps its line for sure only if it has one now; without enemies it does."""
    _, front = first_plan("lines")
    held = front.m.occupied[AXIS]
    sure, fed = front.sure(held, front.foes), front.fed(held)
    assert not sure & ~fed
    assert front.sure(held, 0) & fed == fed
    rail = front.rules.rail_hexes & front.sure(held, 0) & ~fed
    assert rail, "enemies keep the Axis from its railroads"


def test_goes_for_cities_before_enemies_on_the_way() -> None:
    """More units make for major cities when these seem nearer than they are."""
    _, front = first_plan("cities")
    look, rules = front.look, front.rules
    heading = {city: making_for_cities(front, city) for city in (1.0, look.weights["officer"]["city"])}
    near, far = heading[look.weights["officer"]["city"]], heading[1.0]
    assert near > far
    assert near < (look.units[AXIS] & front.state.on_map & ~rules.roster.hqs).bit_count(), "some meet the enemy"


def making_for_cities(front: Front, city: float) -> int:
    """How many units do, when cities seem so far."""
    weights = front.look.weights["officer"]
    before = weights["city"]
    weights["city"] = city
    try:
        found = aims(front.m, AXIS)
    finally:
        weights["city"] = before
    return sum(front.rules.major_cities >> aim.place & 1 for aim in found.values())


def test_soviets_press_toward_the_goals_more_than_the_recruit() -> None:
    _, front = first_plan("press")
    for side, factor in ((SOVIET, front.weights["press"]), (AXIS, 1.0)):
        unit = bits(front.look.units[side] & front.state.on_map)[0]
        m = Muster(front.look, front.state, lifted=unit)
        assert Watch(m, unit).rate == pytest.approx(factor * Standing(m, unit).rate)
    assert front.weights["press"] > 1
