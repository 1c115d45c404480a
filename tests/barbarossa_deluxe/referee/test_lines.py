"""Supply lines and states as the referee sees them (7), beside those of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, GAME, GERMAN, SOVIET, hexes, stage, units
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.referee.lines import (
    AERIAL,
    COASTAL,
    CRIMEA,
    GARRISON,
    OUT,
    OVERLAND,
    in_depot_range,
    overland,
    state_of,
)
from ostfront.games.barbarossa_deluxe.referee.position import held, is_ground, look
from ostfront.games.barbarossa_deluxe.rules import supply as rules

FORGIVING = {"grand-campaign": {"forgiveness": True}, "road-back": {"forgiveness": True}}
STATES = {
    rules.OVERLAND: OVERLAND, rules.CRIMEA: CRIMEA, rules.GARRISON: GARRISON, rules.COASTAL: COASTAL,
    rules.AERIAL: AERIAL, rules.OUT: OUT,
}  # fmt: skip


def supply(places: dict[str, str], unit: str, **more: Any) -> str:
    """The supply state of a unit."""
    game = stage("movement", {"1C": "2217", "4A": "1502", **places}, **more)
    return state_of(look(game.facts, game.state), FACTS.roster.index[unit])


def test_a_ring_cuts_a_unit_off() -> None:
    """7.3, 7.9."""
    assert supply({"2C": "1812"}, "2C") == OVERLAND
    assert supply({"2C": "1812", **around("1812", *ARMIES)}, "2C") == OUT
    assert supply({"5A": "1812", **around("1812", *CORPS)}, "5A") == OUT


@pytest.mark.parametrize(
    ("hex", "german", "state"),
    [("2704", ("2607",), OVERLAND), ("2704", (), OUT), ("3003", ("2607", "2804"), OVERLAND), ("3003", ("2607",), OUT),
     ("3003", ("2804",), OUT)],
)  # fmt: skip
def test_the_junctions_of_the_south(hex: str, german: tuple[str, ...], state: str) -> None:
    """7.4: Dnepropetrovsk for the DP area, Rostov besides for the R area."""
    assert supply({"2C": hex}, "2C", german=german) == state


def test_crimea_and_coast() -> None:
    """7.4, 7.5."""
    places = {"2C": "3107", "5C": "3104", "6C": "2806"}
    fed = {"crimea_on": True, "sea_supply": 1, "fed": units("2C", "5C")}
    held = ("3108", "3106", "3105")
    assert supply(places, "2C", german=held, **fed) == CRIMEA
    assert supply(places, "5C", german=held, **fed) == CRIMEA  # across the strait
    assert supply(places, "5C", german=("3108", "3106"), soviet=("3105",), **fed) == CRIMEA
    assert supply(places, "6C", german=held, **fed) == OUT  # the coast is closed this turn
    assert supply(places, "6C", german=held) == COASTAL
    assert supply(places, "6C", german=("3106",)) == OUT  # Azov: both sides of the strait


def test_garrisons_and_the_airlift() -> None:
    """7.6, 7.7, 7.13."""
    ring = around("2320", *ARMIES)
    assert supply({"2C": "2320", **ring}, "2C", fortress=hexes("2320")) == GARRISON
    assert supply({"2C": "2320", **ring}, "2C", airlift=FACTS.board.index("2320")) == AERIAL
    assert supply({"2C": "2311", **around("2311", *ARMIES)}, "2C", fortress=hexes("2311")) == OUT
    assert supply({"5A": "2311", **around("2311", *CORPS)}, "5A", hero=hexes("2311")) == GARRISON


def test_lines_over_water() -> None:
    """Leningrad lives by the lake; the Crimea by the Sivash and the strait, for the Soviets only."""
    places = {"5A": "1011", "2C": "1110", "5C": "1111"}
    assert supply(places, "5A") == OVERLAND
    cut_off = {"5A": "3107", "2C": "2907", "5C": "2908", "6C": "3008"}
    assert supply(cut_off, "5A") == OVERLAND
    assert supply({**cut_off, "7C": "3105"}, "5A") == OUT


def test_lines_stop_at_works() -> None:
    """7.20: nobody traces into a work, but a unit traces out of it."""
    game: Game = stage("movement", {"1C": "2217", "4A": "1502"}, wall=hexes("2003"), soviet=())
    position = look(game.facts, game.state)
    assert FACTS.board.index("2003") in overland(position, 1)  # a unit there traces out of the work
    ring = position.plain.neighbours(FACTS.board.index("2003"))
    walled = stage("movement", {"1C": "2217", "4A": "1502"}, wall=sum(1 << n for n in ring))
    assert FACTS.board.index("2003") not in overland(look(walled.facts, walled.state), 1)


@pytest.mark.parametrize(("hex", "near"), [("2208", True), ("2308", True), ("2409", True), ("2207", False)])
def test_two_hexes_from_a_marker(hex: str, near: bool) -> None:
    """The example of 7.11, for marker C in 2210."""
    game = stage("movement", {"1C": "2217", "4A": "1502"}, side="soviet", turn=17)
    game.state.depots = (-1, -1, FACTS.board.index("2210"))
    assert in_depot_range(look(game.facts, game.state), FACTS.board.index(hex)) == near


# ---- the same answers as the rules ------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["grand-campaign", "road-back", "what-if"])
def test_rules_and_referee_see_the_same_supply(scenario: str) -> None:
    random = Random(scenario)
    game = Game.started(games.rules(GAME, scenario, FORGIVING.get(scenario, {})), Seeded.of(scenario))
    for turn in range(400):
        if game.result is not None:
            break
        if turn % 50 == 0:
            _compare(game)
        game.push(game.options(game.state.pending[0]).choose(random.random))


def _compare(game: Game) -> None:
    position = look(game.facts, game.state)
    for side in (GERMAN, SOVIET):
        theirs = rules.overland(game.facts, game.state, side)
        enemies = held(position)[1 - side]
        own = {hex for hex in overland(position, side) if hex not in enemies}
        assert own == {hex for hex in position.plain.cells if theirs >> hex & 1 and hex not in enemies}
    for unit in range(position.roster.count):
        if position.on_map(unit) and is_ground(position, unit):
            assert STATES[rules.status(game.facts, game.state, unit)] == state_of(position, unit), position.unit_name(
                unit
            )
