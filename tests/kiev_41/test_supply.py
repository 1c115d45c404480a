"""Supply (2.4.9, 9): checks, cubes, attrition, and what isolated units still do."""

from __future__ import annotations

from typing import cast

import pytest

from kiev_41.stage import act, asked, marked, place_of, stage, strength_of
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import RAIN
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import Kiev41, logistics
from ostfront.games.kiev_41.rules.control import azov_sea, black_sea
from rule import rule

POCKET = ("15", "17", "1", "2", "30", "31", "32")  # around 16
BEYOND_THE_SEA = ("121", "126")  # around 125


@rule("K41 9.0")
def test_the_active_side_is_checked_when_its_impulse_begins() -> None:
    units = {"5A": "16", "44AK": "40", "M": "FS", "Guderian": "tula-3", "SW": "9", "BB": "fleet-staging"}
    soviet = stage("impulse", units, side="soviet", axis=POCKET)
    assert marked(soviet, "isolated", "5A", "44AK", "M", "Stalin", "BB") == [True, False, False, False, False]
    axis = stage("impulse", units, axis=POCKET)
    assert marked(axis, "isolated", "5A", "44AK", "Hitler", "Guderian") == [False, True, False, False]


@rule("K41 9.1c", "K41 8.0c")
def test_isolated_units_defend_normally_and_weather_does_not_hinder_a_defense() -> None:
    game = stage("combat", {"44AK": "16", "5A": "16"}, isolated=("5A",), weather=RAIN, rolls=["6 6 1 1", "1"])
    assert strength_of(game, "44AK") == 2 and not game.scripted


@rule("K41 9.2a")
def test_a_contested_source_supplies_who_is_in_it() -> None:
    units = {"5A": "60", "44AK": "60", "6C": "59", "SW": "9"}
    others = ("44", "76", "77", "43", "42", "58", "75")
    game = stage("impulse", units, side="soviet", axis=others, soviet=("60", "59"))
    assert marked(game, "isolated", "5A", "6C") == [False, True]
    game = stage("impulse", units, side="soviet", axis=(*others, "60"), soviet=("59",))
    assert marked(game, "isolated", "5A", "6C") == [False, True]  # a line to S2 may begin in a contested area


@rule("K41 9.2a")
def test_a_contested_source_without_another_line() -> None:
    units = {"44AK": "111", "5A": "111", "SW": "9"}
    ring = ("110", "115", "118")
    held = stage("impulse", units, axis=("111",), soviet=ring)
    lost = stage("impulse", units, soviet=(*ring, "111"))
    assert marked(held, "isolated", "44AK") + marked(lost, "isolated", "44AK") == [False, True]


@rule("K41 2.1.1c")
def test_sevastopol_is_supplied_even_when_it_is_contested() -> None:
    game = stage(
        "impulse", {"M": "FS", "R4": "FS", "44A": "131", "SW": "9"}, side="soviet", axis=("127", "128", "130")
    )
    assert marked(game, "isolated", "M", "44A") == [False, True]  # the Black Sea is not Soviet any more


AZOV = ("72", "73", "74", "90", "92")  # around 91


@rule("K41 2.1.1b")
@pytest.mark.parametrize(("taken", "cut_off"), [((), False), (("144",), True), (("145",), True)])
def test_the_azov_coast_is_supplied_while_both_seas_are_soviet(taken: tuple[str, ...], cut_off: bool) -> None:
    game = stage("impulse", {"5A": "91", "SW": "9"}, side="soviet", axis=(*AZOV, *taken))
    assert marked(game, "isolated", "5A") == [cut_off]


@rule("K41 2.1.1d", "K41 2.1.1e")
@pytest.mark.parametrize(
    ("enemy", "black", "azov"),
    [("79", True, True), ("FS", False, False), ("145", False, False), ("129", True, False), ("144", True, False)],
)
def test_the_sea_discs_flip_both_ways(enemy: str, black: bool, azov: bool) -> None:
    """An Axis block beside a Soviet one is enough; when it is gone the disc is back."""
    units = {"5A": enemy if enemy != "79" else "9", "44AK": enemy, "SW": "9"}
    game = stage("pass", units)
    rules, state = cast(Kiev41, game.rules), game.state
    assert (black_sea(rules.facts, state), azov_sea(rules.facts, state)) == (black, azov)
    state.put(rules.facts.roster.index["44AK"], rules.facts.boxes["axis-lost"])
    assert (black_sea(rules.facts, state), azov_sea(rules.facts, state)) == (True, True)


@rule("K41 9.3")
def test_marked_units_are_checked_when_their_impulse_ends() -> None:
    game = stage("impulse", {"5A": "16", "6A": "18", "SW": "9"}, side="soviet", axis=POCKET)
    assert marked(game, "isolated", "5A", "6A") == [True, False]
    act(game, "pass", "pick 6A", "go 17", "stop")
    assert (marked(game, "isolated", "5A"), strength_of(game, "5A")) == ([False], 4)  # the ring was opened
    game = stage("impulse", {"5A": "16", "6A": "18", "SW": "9"}, side="soviet", axis=POCKET)
    act(game, "pass", "done")
    assert (marked(game, "isolated", "5A"), strength_of(game, "5A")) == ([True], 3)


@rule("K41 9.4c", "K41 10.15.3c")
def test_who_surrenders_is_out_and_ten_of_them_are_a_point() -> None:
    lost = dict.fromkeys(("6C", "27C", "31C", "36C", "37C", "49C", "55C", "14C", "35C"), "soviet-lost")
    game = stage("impulse", {"5A": "16", "SW": "9", **lost}, side="soviet", axis=POCKET, strength={"5A": 1})
    facts = cast(Facts, game.facts)
    assert logistics.parts(facts, game.state, AXIS)["eliminated"] == 0
    act(game, "pass", "done")
    assert place_of(game, "5A") == "soviet-lost"
    assert logistics.parts(facts, game.state, AXIS)["eliminated"] == 1
    game = stage("impulse", {"44AK": "40", "SW": "9"}, strength={"44AK": 1})
    act(game, "pass", "done")
    assert place_of(game, "44AK") == "axis-lost"


@rule("K41 2.4.9")
def test_ports_matter_with_sea_supply_only() -> None:
    """Yevpatoriya has a port, Skadovsk has none; without 14.4 both are just coast."""
    units = {"44A": "125", "46A": "120", "SW": "9"}
    around = (*BEYOND_THE_SEA, "87", "88")
    plain = stage("impulse", units, side="soviet", axis=around)
    assert marked(plain, "isolated", "44A", "46A") == [False, False]
    by_sea = stage("impulse", units, side="soviet", axis=around, optional="14.4")
    assert marked(by_sea, "isolated", "44A", "46A") == [False, True]
    assert asked(by_sea) == "Soviet impulse"


@rule("K41 14.4a")
def test_a_line_over_sea_may_begin_in_a_contested_port_and_not_end_in_one() -> None:
    units = {"44A": "125", "R4": "125", "SW": "9"}
    game = stage("impulse", units, side="soviet", axis=(*BEYOND_THE_SEA, "125"), optional="14.4")
    assert marked(game, "isolated", "44A") == [False]
    lost = stage("impulse", {**units, "R3": "145"}, side="soviet", axis=(*BEYOND_THE_SEA, "125"), optional="14.4")
    assert marked(lost, "isolated", "44A") == [True]  # the Axis in Novorossysk closes the sea


@rule("K41 10.15.3b")
def test_ten_axis_blocks_lost_are_a_soviet_point() -> None:
    lost = dict.fromkeys(("55AK", "17AK", "4AK", "52AK", "49Mtn", "SLK", "CSIR", "11AK", "30AK"), "axis-lost")
    units = {"5A": "16", "6A": "16", "44AK": "16", **lost}
    game = stage("combat", units, strength={"44AK": 1}, rolls=["6 1 1 1 1 1 1 1"])
    assert place_of(game, "44AK") == "axis-lost"
    assert logistics.parts(cast(Facts, game.facts), game.state, SOVIET)["eliminated"] == 1
