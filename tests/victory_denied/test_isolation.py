"""Isolation (10.2): supply lines, and the rulebook's example between the Dnieper and the Sozh."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from ostfront.games.victory_denied.state import ISOLATED
from rule import rule
from victory_denied.stage import FACTS, stage

# an HQ far from everything: its owner is asked about relocation right after the check
WITNESS = {"24A": "3750"}


def checked(units: dict[str, str], *, turn: int = 3, isolated: tuple[str, ...] = ()) -> Game:
    """A game just after its supply lines were looked at, nobody having been put out of supply."""
    game = stage("supply", units | WITNESS, turn=turn, isolated=isolated)
    if game.pending[0].kind == "starve":
        game.play("done")
    assert game.pending[0].kind == "regroup"
    return game


def cut_off(game: Game) -> set[str]:
    return {FACTS.roster.ids[unit] for unit, status in enumerate(game.state.status) if status & ISOLATED}


# ---- the worked example ---------------------------------------------------------------------------

GERMANS = {
    "4Pz": "1813", "10Mot": "2014", "3Pz": "2016",  # around Rogachev and its bridge
    "17Pz": "2118", "18Pz": "2120",  # on both sides of Propoisk
    "29Mot": "1918", "10Pz": "1920",
}  # fmt: skip
SOVIETS = {"PVO-6": "2119", "64ID": "1919", "32C": "1819", "51C": "1816", "62C": "1914"}


def soviets_cut_off(units: dict[str, str]) -> set[str]:
    return cut_off(checked(units)) & set(SOVIETS)


@rule("AVD 10.2.2b", "AVD 10.2.2c", "AVD 10.2.3")
def test_example_the_pvo_and_62nd_corps_are_isolated() -> None:
    """32C makes a way through for 64ID; the river and the zone of control at its bridge cut off 62C."""
    assert soviets_cut_off(GERMANS | SOVIETS) == {"PVO-6", "62C"}


@rule("AVD 10.2.2b")
def test_example_without_32nd_corps_the_elite_infantry_is_isolated() -> None:
    without = {unit: place for unit, place in SOVIETS.items() if unit != "32C"}
    assert soviets_cut_off(GERMANS | without) == {"PVO-6", "62C", "64ID"}


@pytest.mark.parametrize("friend", ["61C", "21A"])
def test_example_a_unit_or_hq_at_the_bridge_reopens_the_line(friend: str) -> None:
    assert soviets_cut_off(GERMANS | SOVIETS | {friend: "1915"}) == {"PVO-6"}


def test_example_the_bridge_alone_would_be_enough() -> None:
    """With nobody to control the far end of the bridge the line crosses there."""
    germans = {unit: place for unit, place in GERMANS.items() if unit != "3Pz"}
    assert soviets_cut_off(germans | SOVIETS) == {"PVO-6"}


# ---- lines (10.2.2) -------------------------------------------------------------------------------

# 64ID at 1919: 10Pz and 17Pz look into five of the hexes around it, 1918 is the gap
GAP = {"64ID": "1919", "10Pz": "1920", "17Pz": "1719"}


def test_a_line_goes_through_a_gap() -> None:
    assert "64ID" not in cut_off(checked(GAP | {"18Pz": "2119"}))


@rule("AVD 10.2.2a")
def test_a_lone_enemy_hq_stops_the_gap() -> None:
    """The hex of a lone HQ is enemy-occupied, though it has no zone of control."""
    assert "64ID" in cut_off(checked(GAP | {"18Pz": "2119", "VII-HQ": "1918"}))


CORNER = {"21C": "1517", "3Pz": "1616", "4Pz": "1619"}


@rule("AVD 10.2.2d")
@pytest.mark.parametrize(("turn", "isolated"), [(4, False), (5, True)])
def test_the_gomel_road_is_a_source_to_the_end_of_turn_4(turn: int, isolated: bool) -> None:
    assert ("21C" in cut_off(checked(CORNER, turn=turn))) == isolated


def test_a_source_in_an_enemy_zone_of_control_serves_nobody_but_the_unit_in_it() -> None:
    """1518 would reach the source 1517, were it not under 3Pz; a unit in 1517 itself has its line."""
    ring = {"3Pz": "1617", "4Pz": "1620"}
    assert "21C" in cut_off(checked(ring | {"21C": "1518"}))
    assert not {"21C", "61C"} & cut_off(checked(ring | {"21C": "1518", "61C": "1517"}))


def test_an_occupied_source_is_none() -> None:
    assert "21C" in cut_off(checked({"21C": "1516", "3Pz": "1517", "4Pz": "1616"}))


def test_germans_trace_into_the_pocket() -> None:
    """14.0: Pocket hexes are sources; the three road heads in the west are far away and shut."""
    shut = {"61C": "2202", "63C": "4302", "66C": "5102", "69C": "2106", "45C": "4007", "20C": "4206"}
    assert "3Pz" not in cut_off(checked(shut | {"3Pz": "3307"}))


def test_a_soviet_unit_in_a_source_of_the_enemy_does_not_help_itself() -> None:
    """German sources are nothing to a Soviet unit: in the far west, behind German units, it is isolated."""
    wall = {"3Pz": "2203", "4Pz": "2402", "10Pz": "2002"}
    assert "61C" in cut_off(checked(wall | {"61C": "2201"}))


# ---- who is judged, and when ----------------------------------------------------------------------


@rule("AVD 10.2.1a")
def test_both_sides_are_judged_from_the_same_position() -> None:
    """3Pz and 61C each lose their line to the other side's neighbours."""
    units = {
        "61C": "2640", "17Pz": "2639", "18Pz": "2641",  # Soviets between Germans
        "3Pz": "3135", "63C": "3134", "66C": "3136",  # a German between Soviets
    }  # fmt: skip
    found = cut_off(checked(units))
    assert {"61C", "3Pz"} <= found
    assert not {"63C", "66C"} & found


@rule("AVD 10.2.1b")
def test_an_hq_between_enemies_is_not_isolated() -> None:
    """Alone or with an isolated unit, no HQ is ever marked."""
    germans = {"17Pz": "2639", "18Pz": "2641", "3Pz": "3134", "4Pz": "3136"}
    found = cut_off(checked(germans | {"13A": "2640", "16A": "3135", "61C": "3135"}))
    assert "61C" in found
    assert not {"13A", "16A"} & found


@rule("AVD 10.2.3")
def test_the_marker_comes_off_when_a_line_is_found() -> None:
    assert cut_off(checked({"51C": "3345"}, isolated=("51C",))) == set()


@rule("AVD 10.2.4")
@pytest.mark.parametrize(("turn", "expected"), [(1, {"61C"}), (2, {"61C", "3Pz"})])
def test_no_german_is_isolated_on_turn_1(turn: int, expected: set[str]) -> None:
    units = {"61C": "2640", "17Pz": "2639", "18Pz": "2641", "3Pz": "3135", "63C": "3134", "66C": "3136"}
    assert cut_off(checked(units, turn=turn)) & {"61C", "3Pz"} == expected


def test_the_log_names_the_isolated_units() -> None:
    assert "Isolated: 61C." in checked({"61C": "2640", "17Pz": "2639", "18Pz": "2641"}, turn=1).view(0).log()
