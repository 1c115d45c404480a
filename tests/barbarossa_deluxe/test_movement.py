"""Regular movement (10.1 to 10.7): points, stacks, splitting and minimum moves; with 5.10, 7.17, 8.1 and 8.26."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.marching import index, left, picks, reach
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, place_of, stage, units
from rule import rule

FRONT = {"3Pz": "2216", "26C": "2216", "4A": "1700"}  # 2216: across the Bug from 2215


def column(**values: int) -> bytearray:
    """A column of the state with these values by unit."""
    found = bytearray(FACTS.roster.count)
    for name, value in values.items():
        found[index(name.lstrip("_"))] = value
    return found


# ---- factors ------------------------------------------------------------------------------------------


@rule("BD 2.11", "BD 10.1a")
@pytest.mark.parametrize(
    ("unit", "place", "side", "turn", "factor"),
    [
        ("3Pz", "1817", "german", 2, 10),
        ("26C", "1817", "german", 2, 5),
        ("3Pz", "1817", "german", 6, 4),
        ("4A", "1502", "soviet", 2, 3),
        ("1T", "1502", "soviet", 25, 8),
    ],
)
def test_a_unit_has_the_factor_of_its_side_class_and_turn(
    unit: str, place: str, side: str, turn: int, factor: int
) -> None:
    game = stage("movement", {unit: place}, side=side, turn=turn)
    assert left(game, unit) == factor


@rule("BD 2.9a")
def test_every_red_soviet_counter_is_mechanized() -> None:
    classes = {"1G": 8, "1GT": 8, "1T": 8, "MGP": 8, "1Sh": 4, "4A": 4, "Pol": 4}
    game = stage("movement", dict.fromkeys(classes, "1502") | {"1Sh": "1504", "4A": "1504"}, side="soviet", turn=26)
    assert {unit: left(game, unit) for unit in classes} == classes


@rule("BD 2.9b", "BD 10.1a")
def test_static_units_do_not_move() -> None:
    game = stage("movement", {"FCSE": "3220", "26C": "3220"})
    assert picks(game) == {"26C"}
    game = stage("movement", {"LPMA": "1011", "ICA": "2911", "23A": "1011"}, side="soviet")
    assert picks(game) == {"23A"}


@rule("BD 15.6b")
def test_what_if_has_its_own_factors() -> None:
    assert left(stage("movement", {"3Pz": "1817"}, turn=14, scenario="what-if"), "3Pz") == 10
    assert left(stage("movement", {"4A": "1502"}, side="soviet", turn=14, scenario="what-if"), "4A") == 4


@rule("BD 4.18e")
def test_fuel_for_the_oder() -> None:
    assert left(stage("movement", {"3Pz": "2023", "26C": "2023"}, turn=30, operation=2), "3Pz") == 6
    assert left(stage("movement", {"3Pz": "2023", "26C": "2023"}, turn=30, operation=2), "26C") == 3
    assert left(stage("movement", {"3Pz": "2023"}, turn=30, operation=1), "3Pz") == 5


@rule("BD 10.1b")
def test_a_leg_goes_hex_by_hex_and_is_paid_by_each_unit() -> None:
    game = stage("movement", {"26C": "2215", "4A": "1700"})
    act(game, "pick 26C", "go 2213")
    assert place_of(game, "26C") == "2213"
    assert game.state.german & hexes("2214", "2213") == hexes("2214", "2213")  # entered on the way
    assert left(game, "26C") == 3


@rule("BD 10.1c")
def test_only_the_side_whose_phase_it_is_moves() -> None:
    assert picks(stage("movement", FRONT)) == {"3Pz", "26C"}
    assert picks(stage("movement", FRONT, side="soviet")) == {"4A"}


@rule("BD 10.2a")
def test_points_are_new_in_each_phase_and_need_not_be_spent() -> None:
    game = stage("movement", FRONT, used=column(_3Pz=9))
    assert left(game, "3Pz") == 10
    act(game, "pick 3Pz", "go 2217", "stop")
    assert place_of(game, "3Pz") == "2217"
    act(game, "done")
    assert asked(game) != [("German", "move")]


@rule("BD 10.2b")
def test_a_finished_move_is_not_taken_up_again() -> None:
    game = stage("movement", FRONT)
    act(game, "pick 3Pz", "go 2217", "stop")
    assert picks(game) == {"26C"}


# ---- the minimum move (10.3) ----------------------------------------------------------------------------


@rule("BD 10.3")
def test_one_hex_for_the_whole_factor() -> None:
    game = stage("movement", {"4A": "1909"}, side="soviet", turn=1)
    assert left(game, "4A") == 1  # the river into 1908 costs two
    act(game, "pick 4A")
    assert "1908" in reach(game)
    act(game, "go 1908")
    assert place_of(game, "4A") == "1908"
    assert not offered(game, "pick 4A")


@rule("BD 10.3")
def test_the_minimum_move_is_the_first_or_none() -> None:
    game = stage("movement", {"26C": "1910"}, turn=6)
    act(game, "pick 26C", "go 1909")
    assert left(game, "26C") == 1
    assert "1910" in reach(game)
    assert "1908" not in reach(game)


@rule("BD 10.3", "BD 10.13")
def test_the_minimum_move_opens_no_lake() -> None:
    game = stage("movement", {"4A": "1112"}, side="soviet", turn=1)
    act(game, "pick 4A")
    assert "1113" in reach(game)
    assert "1213" not in reach(game)  # across Lake Peipus


# ---- stacks (10.4 to 10.7) ------------------------------------------------------------------------------


@rule("BD 10.4")
def test_enemies_close_a_hex() -> None:
    game = stage("movement", {"26C": "2215", "4A": "2214"})
    act(game, "pick 26C")
    assert "2214" not in reach(game)


@rule("BD 1.7c")
def test_there_are_no_zones_of_control() -> None:
    game = stage("movement", {"26C": "1512", "4A": "1412", "5A": "1612"})
    act(game, "pick 26C", "go 1509")  # between the two armies
    assert left(game, "26C") == 2


@rule("BD 6.2a")
def test_a_full_hex_is_not_even_passed_through() -> None:
    full = dict.fromkeys(("1C", "2C", "4C", "5C", "6C"), "1511")
    game = stage("movement", {"26C": "1512", **full})
    act(game, "pick 26C")
    assert "1511" not in reach(game)
    act(game, "go 1510")
    assert left(game, "26C") < 3  # the straight way costs two


@rule("BD 10.5")
def test_only_units_that_began_together_move_together() -> None:
    game = stage("movement", {"3Pz": "2217", "26C": "2217", "1C": "2218"})
    act(game, "pick 3Pz")
    assert offered(game, "with 26C")
    act(game, "go 2218")
    assert not offered(game, "with 1C")


@rule("BD 10.6")
def test_a_part_splits_off_and_the_rest_goes_on() -> None:
    game = stage("movement", {"3Pz": "2217", "14Pz": "2217", "26C": "1817"})
    act(game, "pick 3Pz", "with 14Pz", "go 2218", "drop 3Pz", "go 2219", "stop")
    assert picks(game) == {"3Pz", "26C"}
    act(game, "pick 3Pz", "go 2318", "stop")
    assert (place_of(game, "3Pz"), place_of(game, "14Pz")) == ("2318", "2219")


@rule("BD 10.6")
def test_another_stack_ends_the_move_of_the_first() -> None:
    game = stage("movement", {"3Pz": "2217", "14Pz": "2217", "26C": "1817"})
    act(game, "pick 3Pz", "with 14Pz", "go 2218", "drop 3Pz", "go 2219", "stop", "pick 26C", "go 1818", "stop")
    assert not picks(game)


@rule("BD 10.6")
def test_what_has_not_moved_may_still_move_after_another_stack() -> None:
    game = stage("movement", {"3Pz": "2217", "14Pz": "2217", "26C": "1817"})
    act(game, "pick 3Pz", "go 2218", "stop", "pick 26C", "go 1818", "stop")
    assert picks(game) == {"14Pz"}


@rule("BD 10.6")
def test_units_put_down_join_again_only_after_a_leg() -> None:
    game = stage("movement", {"3Pz": "2217", "14Pz": "2217"})
    act(game, "pick 3Pz", "with 14Pz", "drop 14Pz")
    assert not offered(game, "with 14Pz")
    assert not offered(game, "drop 3Pz")  # the last one is stopped, not put down
    act(game, "go 2218")
    assert offered(game, "drop 3Pz")
    act(game, "drop 3Pz")
    assert picks(game) == {"3Pz", "14Pz"}


@rule("BD 10.7")
def test_a_stack_has_the_points_of_its_slowest_unit_and_may_drop_it() -> None:
    game = stage("movement", {"3Pz": "1824", "26C": "1824"})
    act(game, "pick 3Pz", "with 26C")
    assert left(game, "3Pz", "26C") == 5
    act(game, "go 1819")
    assert not reach(game)
    act(game, "drop 26C")
    assert "1818" in reach(game)
    assert left(game, "3Pz") == 5


def test_each_member_of_a_stack_pays_its_own_cost() -> None:
    game = stage("movement", {"3Pz": "2216", "26C": "2216"})
    act(game, "pick 3Pz", "with 26C", "go 2215")  # over the Bug
    assert (left(game, "3Pz"), left(game, "26C")) == (7, 3)
    assert left(game, "3Pz", "26C") == 2


def test_a_tiger_goes_with_its_corps() -> None:
    game = stage("movement", {"3Pz": "2217"}, turn=20, with_={"502TB": "3Pz"})
    assert picks(game) == {"3Pz"}
    act(game, "pick 3Pz", "go 2219")
    assert place_of(game, "502TB") == "2219"


def test_a_tiger_keeps_its_corps_out_of_the_hex_of_another() -> None:
    game = stage("movement", {"3Pz": "2217", "14Pz": "2218"}, turn=20, with_={"502TB": "3Pz", "503TB": "14Pz"})
    act(game, "pick 3Pz")
    assert "2218" not in reach(game)


# ---- what cuts the factor -------------------------------------------------------------------------------


@rule("BD 7.16b", "BD 7.17a")
def test_out_of_supply_at_the_start_means_half_for_the_phase() -> None:
    pocket = {"3Pz": "1909", "4A": "1810", "5A": "1910", "6A": "2010", "8A": "1809", "9A": "1908"}
    game = stage("movement", pocket, turn=2, soviet=["2009"])
    assert left(game, "3Pz") == 10  # 2009 is free: a line leads out
    game = stage("movement", {**pocket, "10A": "2108", "11A": "2109", "12A": "2008"}, turn=2)
    assert left(game, "3Pz") == 5
    act(game, "pick 3Pz", "go 2009")
    assert left(game, "3Pz") == 3


@rule("BD 7.17a")
def test_supply_lost_on_the_way_costs_nothing_more() -> None:
    game = stage("movement", {"3Pz": "2506", "26C": "2505"})  # 2505 is supplied through Dnepropetrovsk only
    assert (left(game, "3Pz"), left(game, "26C")) == (10, 2)
    act(game, "pick 3Pz", "go 2505")
    assert left(game, "3Pz") == 9


@rule("BD 8.1f")
def test_an_arrival_on_the_edge_pays_for_its_hex() -> None:
    game = stage("movement", {"3Pz": "2324", "26C": "2424", "1C": "2023"}, turn=2)
    for unit in ("3Pz", "26C", "1C"):
        game.state.entry[index(unit)] = game.state.place[index(unit)]
    assert (left(game, "3Pz"), left(game, "26C"), left(game, "1C")) == (8, 4, 5)  # rough; clear; a city


@rule("BD 8.1f")
def test_a_battle_group_pays_for_the_edge_only_where_it_comes_alone() -> None:
    for others, points in (({}, 3), ({"1C": "2024"}, 4)):
        game = stage("movement", {"FP": "2024", **others}, turn=20)
        game.state.entry[index("FP")] = game.state.place[index("FP")]
        assert left(game, "FP") == points


@rule("BD 8.10c")
def test_out_of_the_rvgk_nothing_is_paid() -> None:
    game = stage("movement", {"4A": "1700"}, side="soviet", shuffled=units("4A"))
    game.state.entry[index("4A")] = game.state.place[index("4A")]
    assert left(game, "4A") == 3


@rule("BD 5.10e")
def test_without_the_pause_a_die_cuts_mechanized_movement() -> None:
    game = stage("movement", {"3Pz": "2217", "14Pz": "2217", "26C": "2217"}, turn=3, rolls=["4"])
    act(game, "pick 3Pz")
    assert (left(game, "3Pz"), left(game, "14Pz"), left(game, "26C")) == (6, 6, 5)
    act(game, "go 2218", "stop", "pick 14Pz")  # no second die for the hex
    assert left(game, "14Pz") == 6


@rule("BD 5.10e")
def test_the_die_is_rolled_for_each_hex_and_leaves_one_hex_to_move() -> None:
    game = stage("movement", {"3Pz": "2217", "26C": "2217", "14Pz": "1817"}, turn=3, rolls=["6", "2"], halved=0)
    act(game, "pick 26C", "with 3Pz")
    assert left(game, "3Pz") == 4
    act(game, "stop", "pick 14Pz")
    assert left(game, "14Pz") == 8


@rule("BD 5.10e")
def test_with_the_pause_there_is_no_die() -> None:
    game = stage("movement", {"3Pz": "2217"}, turn=3, paused=True)
    act(game, "pick 3Pz")
    assert left(game, "3Pz") == 10


@rule("BD 12.7a")
def test_the_garrison_of_stalingrad_stands_fast() -> None:
    corps = {"3Pz": "2501", "1C": "2217"}
    game = stage("movement", corps, turn=14, scenario="road-back", stalingrad_bound=units("3Pz"))
    assert picks(game) == {"1C"}


# ---- leaving by Bulgaria (8.26) -------------------------------------------------------------------------


@rule("BD 8.26a")
def test_one_soviet_unit_leaves_through_bulgaria_for_a_point() -> None:
    game = stage("movement", {"4A": "3216", "5A": "3217"}, side="soviet", turn=14)
    act(game, "pick 4A")
    assert offered(game, "leave")
    act(game, "leave")
    assert place_of(game, "4A") == "bulgaria"
    assert game.state.bulgarian_exit == 14
    act(game, "pick 5A")
    assert not offered(game, "leave")


@rule("BD 8.26a")
def test_leaving_takes_a_point_that_is_left() -> None:
    game = stage("movement", {"4A": "3213", "5A": "1502"}, side="soviet", turn=14)
    act(game, "pick 4A", "go 3215")
    assert offered(game, "leave")
    game = stage("movement", {"4A": "3112", "5A": "1502"}, side="soviet", turn=14)
    act(game, "pick 4A", "go 3215")
    assert asked(game) == [("Soviet", "move")]


@rule("BD 8.26a")
def test_a_unit_that_is_shut_in_may_still_leave() -> None:
    ring = {"1C": "3115", "2C": "3116", "4C": "3215", "5C": "3217"}
    game = stage("movement", {"4A": "3216", "5A": "1502", **ring}, side="soviet", turn=14)
    act(game, "pick 4A", "leave")
    assert place_of(game, "4A") == "bulgaria"


def test_nobody_else_leaves_the_map() -> None:
    for unit, place, side in (("26C", "3219", "german"), ("4A", "1700", "soviet"), ("4A", "3202", "soviet")):
        game = stage("movement", {unit: place}, side=side, turn=14)
        act(game, f"pick {unit}")
        assert not offered(game, "leave")
