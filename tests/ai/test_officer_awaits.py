"""The officer of A Victory Awaits: his plans and what he watches."""

from __future__ import annotations

import pytest

from ai.match import chosen, seated
from harness.cases import Case, scaled
from ostfront.ai.officer import Officer, plans_of
from ostfront.core.game import Game
from ostfront.games.victory_awaits.front import Front
from ostfront.games.victory_awaits.roster import AXIS
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


def test_does_better_than_random_from_both_sides() -> None:
    """As Axis by points; the game itself he still loses now and then as Axis: docs/balance/victory-awaits.md."""
    plan = Plan(GAME, ("random",), "strength", "leningrad")
    ours, theirs = (play_pair(plan, level, "random", 1) for level in ("officer", "random"))
    mine, chance = ours.margins[0], theirs.margins[0]
    assert mine is not None and chance is not None and mine > chance + 20
    assert ours.scores[1] == 1.0


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
