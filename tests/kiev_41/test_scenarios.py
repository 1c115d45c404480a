"""Set-up and the five scenarios (SU, SC): where units are, and how each is won."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from kiev_41.stage import act, coming, place_of, rules_of, stage
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Outcome
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import Kiev41, logistics
from ostfront.games.kiev_41.rules.setup import place_of as where
from rule import rule

VICTORY = ("14", "4", "55", "25", "94", "148", "FS")


def set_up(scenario: str, seed: int = 1, **options: str) -> Game:
    return Game.started(games.rules(INFO.name, scenario, options), Seeded.of(seed))


# ---- set-up -----------------------------------------------------------------------------------------


@rule("K41 SU.1")
@pytest.mark.parametrize("scenario", INFO.scenarios)
def test_blocks_stand_where_their_list_says_by_colour_and_type(scenario: str) -> None:
    for seed in (1, 2):
        game = set_up(scenario, seed)
        rules, state = cast(Kiev41, game.rules), game.state
        assert rules.check(state) == []
        wanted: Counter[tuple[int, str, str, str]] = Counter()
        for row in rules.facts.setup:
            if row.unit:
                unit = rules.facts.roster.index[row.unit]
                assert state.place[unit] == where(rules.facts, row.place)
                assert row.strength is None or rules.facts.roster.strength[unit][state.steps[unit]] == row.strength
            elif row.type != "line" and "/" not in row.type:
                wanted[where(rules.facts, row.place), row.nation, row.army, row.type] += row.count
        for (place, nation, army, kind), count in wanted.items():
            here = [rules.facts.roster.pieces[u] for u in range(rules.facts.roster.count) if state.place[u] == place]
            assert sum((p.nation, p.army, p.type) == (nation, army, kind) for p in here) >= count


@rule("K41 SU.1")
def test_the_soviets_are_drawn_first_and_the_draws_differ() -> None:
    game = set_up("southern-struggle")
    roster = cast(Facts, game.facts).roster
    sides = [roster.side[entry.value] for entry in game.entries or () if isinstance(entry, Outcome)]
    assert sides == sorted(sides, reverse=True) and set(sides) == {0, 1}
    other = set_up("southern-struggle", 2)
    assert game.state.place != other.state.place


@rule("K41 SU.2")
def test_remnants_are_set_up_at_minimum_strength() -> None:
    game = set_up("southern-struggle")
    rules, state = cast(Kiev41, game.rules), game.state
    on_map = [u for u in range(rules.facts.roster.count) if rules.facts.roster.remnant[u] and state.on_map >> u & 1]
    assert on_map and all(state.steps[u] == 1 for u in on_map)
    fresh = [
        u for u in range(rules.facts.roster.count) if not rules.facts.roster.remnant[u] and state.on_map >> u & 1
    ]
    assert all(state.steps[u] == rules.facts.roster.full[u] for u in fresh)


@rule("K41 SC.5a")
@pytest.mark.parametrize("placement", ["random", "historical"])
def test_the_blocks_of_the_campaign(placement: str) -> None:
    """66 Soviet blocks: 42 in play, 12 in the pool, 10 and 2 to come; 46 of the Axis: 27 and 19."""
    game = set_up("southern-struggle", placement=placement)
    rules, state = cast(Kiev41, game.rules), game.state
    found: Counter[tuple[int, str]] = Counter()
    for unit in range(rules.facts.roster.count):
        if rules.facts.roster.blocks >> unit & 1:
            name = rules.facts.place_names[state.place[unit]]
            found[rules.facts.roster.side[unit], name if name.endswith(("pool", "-S", "-N")) else "play"] += 1
    assert found == {
        (1, "play"): 42, (1, "soviet-pool"): 12, (1, "waiting-S"): 10, (1, "waiting-N"): 2,
        (0, "play"): 27, (0, "axis-pool"): 19,
    }  # fmt: skip
    if placement == "historical":
        assert {place_of(game, unit) for unit in ("44AK", "55AK", "3Pz", "14Pz")} == {"Axis"}


# ---- how they are won -------------------------------------------------------------------------------


@rule("K41 SC.1b")
@pytest.mark.parametrize(("start", "goal"), [("18", "4"), ("100", "108"), ("54", "55")])
def test_les_preludes_is_won_with_one_of_three_cities(start: str, goal: str) -> None:
    game = stage("strategic", {"44AK": start}, scenario="les-preludes", turn=1, left=1)
    act(game, "pick 44AK", f"go {goal}")
    assert game.result is not None
    assert (game.result.winner, game.result.rule, game.result.grade) == ("axis", "K41 SC.1b", "decisive")


@rule("K41 SC.1b")
def test_les_preludes_is_lost_with_the_end_of_july() -> None:
    game = stage("impulse", {"44AK": "18", "Kleist": "15", "SW": "9"}, scenario="les-preludes", turn=1)
    act(game, "pass", "done", "pass", "done")
    assert game.result is not None and (game.result.winner, game.result.grade) == ("soviet", "decisive")
    game = stage("strategic", {"44AK": "18"}, scenario="les-preludes", turn=1, left=1)
    act(game, "pick 44AK", "go 4")
    assert game.result is not None and game.result.winner == "axis"


@rule("K41 SC.3b")
@pytest.mark.parametrize(("held", "winner"), [(6, "axis"), (5, "soviet")])
def test_the_pocket_ends_when_the_weather_turns(held: int, winner: str) -> None:
    game = stage(
        "impulse", {"Kleist": "Axis", "SW": "9"}, side="soviet", scenario="the-pocket", turn=4, forecast=0,
        axis=VICTORY[:held], soviet=VICTORY[held:],
    )  # fmt: skip
    coming(game, "1")
    act(game, "pass", "done")
    assert game.result is not None
    assert (game.result.winner, game.result.rule, game.result.grade) == (winner, "K41 SC.3b", "marginal")


# Leader, HQs, victory areas, eliminated enemies, discs, as the sheets print them
SHEETS = {
    "southern-struggle": ((4, 7, 1, 0), (4, 4, 6, 0, 4)),
    "les-preludes": ((4, 7, 1, 0), (4, 4, 6, 0, 4)),
    "the-river": ((3, 9, 1, 0), (3, 5, 6, 0, 4)),
    "the-pocket": ((2, 9, 2, 0), (2, 6, 5, 0, 3)),
    "the-snow": ((0, 9, 5, 1), (0, 6, 2, 0, 2)),
}


@rule("K41 7.2.1")
@pytest.mark.parametrize("scenario", SHEETS)
def test_the_printed_logistics_values(scenario: str) -> None:
    """Axis 12, 13, 13 and 15 halved; Soviet 18, 18, 16 and 10."""
    game = set_up(scenario)
    facts = cast(Facts, game.facts)
    for side in (AXIS, SOVIET):
        assert tuple(logistics.parts(facts, game.state, side).values()) == SHEETS[scenario][side]
    whole = [sum(parts) for parts in SHEETS[scenario]]
    assert logistics.value(facts, game.state, AXIS) == (whole[0] // 2 if scenario == "the-snow" else whole[0])
    assert logistics.value(facts, game.state, SOVIET) == whole[1]


def test_lines_left_are_those_of_the_sheets() -> None:
    """Available Defensive Lines: Axis 7, 5, 5, 0; Soviet 15, 6, 6, 8."""
    from ostfront.games.kiev_41.rules.defensive_lines import lines_left

    found = {}
    for scenario in INFO.scenarios:
        game = set_up(scenario)
        facts = cast(Facts, game.facts)
        found[scenario] = tuple(lines_left(facts, game.state, side) for side in (0, 1))
    assert found == {
        "southern-struggle": (7, 15), "les-preludes": (7, 15), "the-river": (5, 6), "the-pocket": (5, 6),
        "the-snow": (0, 8),
    }  # fmt: skip
    assert rules_of().facts.line_count == (10, 20)
