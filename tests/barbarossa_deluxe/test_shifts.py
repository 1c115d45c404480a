"""Shifts of the odds (11.11), one by one: phase order, support, ground, works, concentric assaults, satellites."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import Plan, attack, defence, laid, odds, shift
from barbarossa_deluxe.stage import hexes
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, NORTH, SOUTH
from rule import rule

GERMANS = {"3Pz": "2309", "6A": "2308"}
SOVIETS = {"6A": "2307", "4C": "2308"}


def german(turn: int, **more: Any) -> Plan:
    """A panzer corps against a rifle army in the open: 4 to 3."""
    return laid(GERMANS, "2308", "3Pz", turn=turn, **more)


def soviet(turn: int, **more: Any) -> Plan:
    return laid(SOVIETS, "2308", "6A", side="soviet", turn=turn, **more)


# ---- together (11.11, 11.25) --------------------------------------------------------------------------


@rule("BD 11.11")
def test_shifts_add_up_across_even_odds() -> None:
    """3 to 4 is 1:2; partisans and an air drop bring it to 2:1."""
    plan = soviet(8)
    plan.game.state.depots = (plan.game.facts.board.index("2306"), -1, -1)
    assert odds(plan) == "1:2"
    assert odds(plan, partisans=True, airborne=True) == "2:1"


@rule("BD 11.25b", "BD 11.10b")
def test_shifts_move_the_true_odds_before_the_table_is_opened() -> None:
    """20 to 1 with two columns to the left is 18:1, not 5:1."""
    positions = {"2SSPz": "2208", "4SSPz": "2208", "1SSPz": "2208", "GD": "2208", "9RC": "2207"}
    plan = laid(positions, "2207", "2SSPz", "4SSPz", "1SSPz", "GD", turn=31, area=plan_hex("2207"), area_since=31)
    assert (attack(plan), defence(plan)) == (18, 1)
    assert odds(plan) == "16:1"
    assert plan.game.facts.crt.certain(15) == "DE"


def plan_hex(name: str) -> int:
    return hexes(name).bit_length() - 1


@rule("BD 11.13")
def test_clear_ground_shifts_nothing() -> None:
    assert odds(german(17)) == "1:1"


# ---- phase order (5.6, 5.7, 5.10, 5.15) ---------------------------------------------------------------


@rule("BD 5.6a")
def test_fight_first_in_the_summer_of_1941() -> None:
    assert [shift(german(turn, paused=True), "5.6a") for turn in (1, 2, 4, 5, 17)] == [1, 1, 1, 0, 0]
    assert shift(german(2, order=MOVE_FIGHT), "5.6a") == 0
    assert shift(laid(GERMANS, "2308", "3Pz", moment="movement", turn=2, order=FIGHT_MOVE), "5.6a") == 0


@rule("BD 5.6b")
def test_fight_first_in_the_zone_of_1942() -> None:
    """2308 lies in the south."""
    assert [shift(german(turn, zone=SOUTH), "5.6b") for turn in (8, 9, 12, 13, 17)] == [0, 1, 1, 0, 0]
    assert shift(german(9, zone=NORTH), "5.6b") == 0
    assert shift(german(9, zone=SOUTH, order=MOVE_FIGHT), "5.6b") == 0


@rule("BD 13.8")
def test_in_blue_and_kremlin_the_zone_counts_for_three_turns() -> None:
    plans = [german(turn, zone=SOUTH, scenario="blue-kremlin") for turn in (9, 11, 12)]
    assert [shift(plan, "5.6b") for plan in plans] == [1, 1, 0]


@rule("BD 5.6c")
def test_the_first_phase_of_fight_fight() -> None:
    assert shift(german(17, order=FIGHT_FIGHT), "5.6c") == 1
    assert shift(german(17, order=FIGHT_FIGHT, nth=2), "5.6c") == 0
    assert odds(german(10, order=FIGHT_FIGHT, zone=SOUTH)) == "2:1"
    assert shift(soviet(31, order=FIGHT_FIGHT), "5.6c") == 0


@rule("BD 5.7a")
def test_soviets_who_move_first() -> None:
    assert shift(soviet(6, order=MOVE_FIGHT), "5.7a") == -1
    assert shift(soviet(6), "5.7a") == 0
    assert shift(german(17, order=MOVE_FIGHT), "5.7a") == 0


@rule("BD 12.2b")
def test_the_single_phase_of_the_road_back_is_no_move_first() -> None:
    assert shift(soviet(13, order=MOVE_FIGHT, scenario="road-back"), "5.7a") == 0
    assert shift(soviet(14, order=MOVE_FIGHT, scenario="road-back"), "5.7a") == -1


@rule("BD 5.10c")
def test_september_1941_without_the_pause() -> None:
    """A prepared assault loses a column, a mobile one two in place of one."""
    assert shift(german(4), "5.10") == -1
    assert shift(german(4, paused=True), "5.10") == 0
    mobile = laid(GERMANS, "2308", "3Pz", moment="movement", turn=4)
    assert shift(mobile, "5.10") + shift(mobile, "10.32") == -2
    assert shift(soviet(4), "5.10") == 0


@rule("BD 5.10d")
def test_october_1941_without_the_pause() -> None:
    assert [shift(german(turn), "5.10") for turn in (3, 5, 6)] == [0, -2, 0]
    assert shift(german(5, paused=True), "5.10") == 0


@rule("BD 5.15")
def test_germans_west_of_the_start_line_on_turn_1() -> None:
    west = {"6A": "1916", "4C": "1917"}
    plan = laid(west, "1917", "6A", side="soviet", turn=1)
    assert shift(plan, "5.15") == -1
    assert shift(laid(west, "1917", "6A", side="soviet", turn=2), "5.15") == 0
    assert shift(laid({"6A": "1914", "4C": "1915"}, "1915", "6A", side="soviet", turn=1), "5.15") == 0


# ---- Tigers, cavalry-mechanized groups, aircraft ------------------------------------------------------


@rule("BD 8.31c")
def test_tigers_shift_once_in_attack_and_in_defence() -> None:
    both = {"3Pz": "2309", "14Pz": "2209", "6A": "2308"}
    tigers = {"502TB": "3Pz", "503TB": "14Pz"}
    assert shift(laid(both, "2308", "3Pz", "14Pz", turn=17, with_=tigers), "8.31c") == 1
    assert shift(laid(SOVIETS, "2308", "6A", side="soviet", turn=17, with_={"502TB": "4C"}), "8.31c") == -1


@rule("BD 8.31b", "BD 8.32b")
def test_support_units_fight_only_with_their_unit() -> None:
    """The Tigers of 14th Panzer Corps stay out of an attack by the 3rd; so does the group of the 16th Army."""
    stack = {"3Pz": "2309", "14Pz": "2309", "6A": "2308"}
    plan = laid(stack, "2308", "3Pz", turn=17, with_={"502TB": "14Pz"})
    assert shift(plan, "8.31c") == 0
    armies = {"6A": "2307", "16A": "2307", "4C": "2308"}
    assert shift(laid(armies, "2308", "6A", side="soviet", turn=25, with_={"CMB": "16A"}), "8.32c") == 0
    assert shift(laid(armies, "2308", "16A", side="soviet", turn=25, with_={"CMB": "16A"}), "8.32c") == 1


@rule("BD 8.32c")
def test_each_group_shifts_in_attack_and_in_defence() -> None:
    armies = {"6A": "2307", "16A": "2208", "4C": "2308"}
    plan = laid(armies, "2308", "6A", "16A", side="soviet", turn=25, with_={"CMB": "6A", "CMO": "16A"})
    assert shift(plan, "8.32c") == 2
    assert shift(laid(GERMANS, "2308", "3Pz", turn=25, with_={"CMB": "6A"}), "8.32c") == -1


@rule("BD 11.23b")
def test_the_luftwaffe_helps_the_germans_either_way() -> None:
    assert shift(german(17), "11.23b", luftwaffe=True) == 1
    assert shift(soviet(6), "11.23b", luftwaffe=True) == -1


@rule("BD 8.37b", "BD 8.39a", "BD 8.40a")
@pytest.mark.parametrize(
    ("marker", "number"), [("interceptors", "8.37b"), ("partisans", "8.39a"), ("airborne", "8.40a")]
)
def test_soviet_markers_shift_a_column(marker: str, number: str) -> None:
    assert sum(shift(soviet(7), rule, **{marker: True}) for rule in ("8.37b", "8.39a", "8.40a")) == 1
    assert shift(soviet(7), number, **{marker: True}) == 1


# ---- ground -------------------------------------------------------------------------------------------


@rule("BD 11.14a")
def test_rough_ground() -> None:
    """3:1 becomes 2:1."""
    positions = {"3Pz": "2214", "14Pz": "2214", "4C": "2214", "6A": "2213"}
    plan = laid(positions, "2213", "3Pz", "14Pz", "4C", turn=17)
    assert (shift(plan, "11.14a"), odds(plan)) == (-1, "2:1")


@rule("BD 11.15b")
def test_marsh_shifts_every_prepared_assault_to_the_right() -> None:
    assert shift(laid({"4C": "2012", "6A": "2112"}, "2112", "4C", turn=17), "11.15b") == 1
    mobile = laid({"3Pz": "2015", "6A": "2014"}, "2014", "3Pz", moment="movement", turn=2)
    assert shift(mobile, "11.15b") == 0


@rule("BD 5.13")
def test_firm_marsh_gives_no_shift_to_panzers_alone() -> None:
    positions = {"3Pz": "2015", "4C": "2015", "6A": "2014"}
    assert shift(laid(positions, "2014", "3Pz", turn=1), "11.15b") == 0
    assert shift(laid(positions, "2014", "3Pz", "4C", turn=1), "11.15b") == 1
    assert shift(laid(positions, "2014", "3Pz", turn=2), "11.15b") == 1


@rule("BD 11.16")
def test_a_river_counts_if_all_come_across_it() -> None:
    """The Don runs between 2403 and 2402; 2502 is on the near side of both."""
    positions = {"3Pz": "2403", "6A": "2402", "4C": "2302"}
    assert shift(laid(positions, "2402", "3Pz", turn=17), "11.16") == -1
    assert shift(laid(positions, "2402", "3Pz", "4C", turn=17), "11.16") == 0
    assert shift(laid(positions, "2402", "3Pz", moment="movement", turn=17), "11.16") == -1


@rule("BD 11.16")
def test_the_kerch_strait_is_as_good_as_a_river() -> None:
    plan = laid({"4C": "3106", "6A": "3105"}, "3105", "4C", turn=17)
    assert shift(plan, "11.16") == -1


@rule("BD 10.18b")
def test_on_turn_1_germans_ignore_rivers() -> None:
    """Satellites do not."""
    river = {"3Pz": "2403", "6A": "2402"}
    assert shift(laid(river, "2402", "3Pz", turn=1), "11.16") == 0
    assert shift(laid({"3R": "2403", "6A": "2402"}, "2402", "3R", turn=1), "11.16") == -1


# ---- cities, lines, the Fortified Area ----------------------------------------------------------------


@rule("BD 11.20a")
def test_a_plain_city() -> None:
    assert shift(laid({"3Pz": "2208", "6A": "2207"}, "2207", "3Pz", turn=17), "11.20a") == -1
    assert shift(laid({"6A": "2206", "4C": "2207"}, "2207", "6A", side="soviet", turn=6), "11.20a") == -1


@rule("BD 9.6a")
def test_a_declared_city_shifts_three_in_place_of_one() -> None:
    hero = laid({"3Pz": "2208", "6A": "2207"}, "2207", "3Pz", turn=17, hero=hexes("2207"))
    assert (shift(hero, "9.6a"), shift(hero, "11.20a")) == (-3, 0)
    fortress = laid({"6A": "2206", "4C": "2207"}, "2207", "6A", side="soviet", turn=17, fortress=hexes("2207"))
    assert (shift(fortress, "9.6a"), shift(fortress, "11.20a")) == (-3, 0)


@rule("BD 11.21a")
def test_an_enemy_line() -> None:
    """2313 is a hex of the Stalin Line, 1920 one of the Pommernstellung."""
    assert shift(laid({"3Pz": "2314", "6A": "2313"}, "2313", "3Pz", turn=17), "11.21a") == -1
    assert shift(laid({"6A": "1919", "4C": "1920"}, "1920", "6A", side="soviet", turn=30), "11.21a") == -1


@rule("BD 11.21b")
def test_nobody_gains_by_an_enemy_line() -> None:
    assert shift(laid({"6A": "2312", "4C": "2313"}, "2313", "6A", side="soviet", turn=17), "11.21a") == 0
    assert shift(laid({"3Pz": "1921", "6A": "1920"}, "1920", "3Pz", turn=30), "11.21a") == 0


@rule("BD 11.21c")
def test_a_soviet_line_works_again_when_it_is_retaken() -> None:
    """Even one in the set of broken lines, which is for German ones."""
    plan = laid({"3Pz": "2314", "6A": "2313"}, "2313", "3Pz", turn=17, broken=hexes("2313"))
    assert shift(plan, "11.21a") == -1


@rule("BD 11.21f")
def test_the_east_wall_works_like_a_german_line() -> None:
    assert shift(soviet(19, wall=hexes("2308")), "11.21a") == -1
    assert shift(german(19, wall=hexes("2308")), "11.21a") == 0


@rule("BD 8.18c")
def test_the_fortified_area_on_its_turn_of_placement() -> None:
    """Its hex and the six around it, for Soviet defences."""
    for middle in ("2308", "2307", "2408"):
        assert shift(german(16, area=plan_hex(middle), area_since=16), "8.18") == -1
    assert shift(german(16, area=plan_hex("2306"), area_since=16), "8.18") == 0
    assert shift(soviet(16, area=plan_hex("2307"), area_since=16), "8.18") == 0


@rule("BD 8.18d")
def test_the_fortified_area_later() -> None:
    assert shift(german(17, area=plan_hex("2307"), area_since=16), "8.18") == -2


@rule("BD 8.18e")
def test_the_area_works_again_in_a_hex_that_was_retaken() -> None:
    plan = german(17, area=plan_hex("2307"), area_since=16, soviet=("2308",))
    assert shift(plan, "8.18") == -2


# ---- mobile assaults, concentric assaults -------------------------------------------------------------


@rule("BD 10.32")
def test_a_mobile_assault_loses_a_column() -> None:
    assert shift(laid(GERMANS, "2308", "3Pz", moment="movement", turn=17), "10.32") == -1
    assert shift(german(17), "10.32") == 0


RING = ("2309", "2209", "2208", "2307", "2408", "2409")  # around 2308, one after the other
CORPS = ("3Pz", "14Pz", "24Pz", "39Pz", "40Pz", "41Pz")


def ringed(*at: int, target: str = "2308", **more: Any) -> Plan:
    """Corps in these hexes of the ring, counted from the west."""
    positions = {CORPS[i]: RING[i] for i in at} | {"6A": target}
    return laid(positions, target, *(CORPS[i] for i in at), turn=17, **more)


@rule("BD 11.24a")
@pytest.mark.parametrize(
    ("at", "columns"),
    [((0, 3), 1), ((0, 2, 4), 1), ((0, 1, 2, 3), 1), ((0, 1, 2), 0), ((0, 2), 0), ((0, 1), 0), ((1, 2, 4), 1)],
)
def test_concentric_assaults(at: tuple[int, ...], columns: int) -> None:
    """Two opposite hexes, three with gaps, or four; not three in a row."""
    assert shift(ringed(*at), "11.24a") == columns


@rule("BD 11.24b")
def test_no_concentric_bonus_in_the_fortified_area() -> None:
    assert shift(ringed(0, 3, area=plan_hex("2308"), area_since=16), "11.24a") == 0
    assert shift(ringed(0, 3, area=plan_hex("2308"), area_since=17), "11.24a") == 1


@rule("BD 9.6c", "BD 11.24b")
def test_no_concentric_bonus_against_a_hero_city() -> None:
    positions = {"3Pz": "2208", "14Pz": "2206", "6A": "2207"}
    assert shift(laid(positions, "2207", "3Pz", "14Pz", turn=17), "11.24a") == 1
    assert shift(laid(positions, "2207", "3Pz", "14Pz", turn=17, hero=hexes("2207")), "11.24a") == 0


@rule("BD 11.24c")
def test_no_soviet_concentric_bonus_against_a_plain_city() -> None:
    around = {"6A": "2208", "16A": "2206", "4C": "2207"}
    assert shift(laid(around, "2207", "6A", "16A", side="soviet", turn=17), "11.24a") == 0
    field = {"6A": "2309", "16A": "2307", "4C": "2308"}
    assert shift(laid(field, "2308", "6A", "16A", side="soviet", turn=17), "11.24a") == 1


# ---- satellites alone (11.33) -------------------------------------------------------------------------


@rule("BD 11.33a")
def test_a_satellite_army_alone_inside_the_ussr() -> None:
    alone = {"6A": "2307", "3R": "2308"}
    assert shift(laid(alone, "2308", "6A", side="soviet", turn=6), "11.33a") == 1
    assert shift(laid({**alone, "4C": "2308"}, "2308", "6A", side="soviet", turn=6), "11.33a") == 0
    romania = {"6A": "2813", "3R": "2814"}
    assert shift(laid(romania, "2814", "6A", side="soviet", turn=6), "11.33a") == 0
