"""What ground costs and where it is closed (10.8 to 10.22), with 5.11, 5.13, 8.3 and 8.30."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.marching import cost, left, picks, reach
from barbarossa_deluxe.stage import FACTS, act, asked, offered, place_of, stage
from ostfront.games.barbarossa_deluxe.state import NORTH, SOUTH
from rule import rule

# ---- terrain ------------------------------------------------------------------------------------------


@rule("BD 10.10a")
def test_clear_hexes_cost_one() -> None:
    assert cost("3Pz", "1511", "1510") == cost("26C", "1511", "1510") == 1


@rule("BD 10.9b")
def test_desert_steppe_is_clear_ground() -> None:
    assert cost("3Pz", "2801", "2800") == cost("26C", "2801", "2800") == 1


@rule("BD 10.11")
def test_rough_hexes_cost_mechanized_units_two() -> None:
    assert (cost("26C", "1107", "1008"), cost("3Pz", "1107", "1008")) == (1, 2)


@rule("BD 10.12a")
def test_marsh_costs_mechanized_units_three() -> None:
    assert (cost("26C", "1111", "1110"), cost("3Pz", "1111", "1110")) == (1, 3)
    assert cost("1T", "1111", "1110", "soviet", 12) == 3


@rule("BD 10.12b")
def test_soviet_mechanized_units_cross_marsh_from_turn_13_on() -> None:
    assert cost("1T", "1111", "1110", "soviet", 13) == 1
    assert cost("3Pz", "1111", "1110", "german", 13) == 3


@rule("BD 10.13")
def test_lakes_and_sea_are_closed() -> None:
    for here, there in (("1112", "1213"), ("1407", "1506"), ("2802", "2901"), ("1215", "1314"), ("2805", "2904")):
        assert cost("26C", here, there) == cost("26C", there, here) == 0


@rule("BD 10.18a")
def test_rivers_cost_one_more_and_mechanized_units_two() -> None:
    assert (cost("26C", "2216", "2215"), cost("3Pz", "2216", "2215")) == (2, 3)
    assert cost("4A", "2215", "2216", "soviet") == 2


@rule("BD 10.18b")
def test_german_units_ignore_rivers_on_turn_1() -> None:
    assert (cost("26C", "2216", "2215", turn=1), cost("3Pz", "2216", "2215", turn=1)) == (1, 1)
    assert cost("3R", "3114", "3214", turn=1) == 2  # not German
    assert cost("4A", "2215", "2216", "soviet", 1) == 2


@rule("BD 10.19a")
def test_what_people_have_built_costs_nothing() -> None:
    assert cost("3Pz", "1709", "1710") == 1  # Smolensk
    assert cost("3Pz", "1512", "1412") == cost("26C", "1512", "1412") == 1 + 0  # a Soviet line


@rule("BD 10.20")
def test_hex_and_hexside_are_added_up() -> None:
    assert cost("3Pz", "1909", "1908") == 4  # the rulebook's example: a river into the rough
    assert cost("26C", "1909", "1908") == 2


# ---- the straits ----------------------------------------------------------------------------------------


@rule("BD 10.14a")
def test_one_stack_crosses_kerch_and_ends_its_move() -> None:
    game = stage("movement", {"3Pz": "3106", "26C": "3106", "1C": "3106", "54C": "3107"})
    act(game, "pick 3Pz", "with 26C", "go 3105")
    assert (place_of(game, "3Pz"), place_of(game, "26C")) == ("3105", "3105")
    assert asked(game) == [("German", "move")]
    assert picks(game) == {"1C", "54C"}
    act(game, "pick 1C")
    assert "3105" not in reach(game)  # one stack a phase


@rule("BD 10.14a")
def test_who_did_not_begin_at_the_strait_does_not_cross_it() -> None:
    game = stage("movement", {"4A": "3104", "5A": "3105"}, side="soviet")
    act(game, "pick 4A", "go 3105")
    assert "3106" not in reach(game)
    act(game, "stop", "pick 5A")
    assert "3106" in reach(game)


@rule("BD 10.14a")
def test_an_enemy_closes_the_strait() -> None:
    game = stage("movement", {"4A": "3105", "26C": "3106"}, side="soviet")
    act(game, "pick 4A")
    assert "3106" not in reach(game)


@rule("BD 10.15a")
def test_soviets_on_foot_cross_the_sivash_from_turn_7_on() -> None:
    assert cost("4A", "2907", "3008", "soviet", 7) == 2
    game = stage("movement", {"4A": "2907"}, side="soviet", turn=7)
    act(game, "pick 4A", "go 3008")
    assert left(game, "4A") == 1


@rule("BD 10.15b")
def test_nobody_else_crosses_the_sivash() -> None:
    assert cost("4A", "2907", "3008", "soviet", 6) == 0
    assert cost("1T", "2907", "3008", "soviet", 20) == 0
    assert cost("26C", "2907", "3008", "german", 20) == 0


# ---- turn 1 (5.11, 5.13) --------------------------------------------------------------------------------


@rule("BD 5.11a", "BD 5.11d")
def test_units_in_romania_stay_there_on_turn_1() -> None:
    for turn, free in ((1, False), (2, True)):
        game = stage("movement", {"11C": "2814"}, turn=turn)
        act(game, "pick 11C")
        assert ("2813" in reach(game)) == free
        assert "2815" in reach(game) or "2913" in reach(game)


def test_a_unit_that_enters_romania_on_turn_1_does_not_pass_through_it() -> None:
    game = stage("movement", {"3Pz": "2713"}, turn=1)
    act(game, "pick 3Pz", "go 2814")
    assert not {"2813", "2713", "2912"} & reach(game)
    assert "2913" in reach(game)


@rule("BD 5.11b", "BD 5.11d")
@pytest.mark.parametrize(("here", "there"), [("2615", "2616"), ("2617", "2517")])
def test_nobody_of_the_german_side_enters_or_leaves_hungary_on_turn_1(here: str, there: str) -> None:
    for turn, free in ((1, False), (2, True)):
        game = stage("movement", {"26C": here, "1C": "2318"}, turn=turn)
        act(game, "pick 26C")
        assert ("go " + there in game.legal) == free


@rule("BD 5.11c", "BD 5.11d")
def test_soviets_keep_out_of_hungary_and_romania_on_turn_1() -> None:
    for turn, free in ((1, False), (2, True)):
        for here, there in (("2713", "2714"), ("2615", "2616")):
            game = stage("movement", {"4A": here}, side="soviet", turn=turn)
            act(game, "pick 4A")
            assert (there in reach(game)) == free


@rule("BD 5.13")
def test_supplied_panzers_cross_the_marsh_of_turn_1() -> None:
    assert cost("3Pz", "1913", "2013", turn=1) == cost("3Pz", "1914", "2014", turn=1) == 1
    assert cost("3Pz", "2214", "2113", turn=1) == 3  # another marsh
    assert cost("3Pz", "1913", "2013", turn=2) == 3
    assert cost("6MC", "1913", "2013", "soviet", 1) == 3


@rule("BD 5.13")
def test_cut_off_panzers_do_not() -> None:
    armies = (f"{number}A" for number in (3, 4, 13, 16, 18, 19, 20, 21, 22, 23, 24, 26))
    pocket = {FACTS.board.index(number) for number in ("1913", "2013", "2014")}
    around = sorted({place for inside in pocket for place in FACTS.grid.adjacent(inside)} - pocket)
    ring = {army: FACTS.board.place_name(place) for army, place in zip(armies, around, strict=False)}
    game = stage("movement", {"3Pz": "1913", **ring}, turn=1)
    act(game, "pick 3Pz")
    assert left(game, "3Pz") == 2
    act(game, "go 2013")  # for all it has
    assert not offered(game, "pick 3Pz")


# ---- units that are kept to a part of the map -----------------------------------------------------------


@rule("BD 10.22a")
def test_axis_satellites_stay_in_the_south() -> None:
    for unit, free in (("3R", False), ("26C", True)):
        game = stage("movement", {unit: "2216"})
        act(game, f"pick {unit}")
        assert ("2115" in reach(game)) == free
        assert "2217" in reach(game)


@rule("BD 10.22b")
def test_the_northern_effort_of_1942_frees_them() -> None:
    for zone, scenario, free in (
        (NORTH, "grand-campaign", True), (NORTH, "blue-kremlin", True), (SOUTH, "grand-campaign", False),
        (NORTH, "what-if", False),
    ):  # fmt: skip
        game = stage("movement", {"3R": "2216"}, turn=10, zone=zone, scenario=scenario, german=["2115"])
        act(game, "pick 3R")
        assert ("2115" in reach(game)) == free


@rule("BD 8.3c")
def test_6th_ss_corps_stays_in_the_baltic_states() -> None:
    for unit, free in (("6SS", False), ("26C", True)):
        game = stage("movement", {unit: "1513"}, turn=24)
        act(game, f"pick {unit}")
        assert ("1613" in reach(game)) == free
        assert "1514" in reach(game)


@rule("BD 8.3e")
def test_the_kerch_straits_command_stays_in_the_crimean_supply_area() -> None:
    for unit, free in (("KSC", False), ("26C", True)):
        game = stage("movement", {unit: "3104"}, turn=17)
        act(game, f"pick {unit}")
        assert ("3103" in reach(game)) == free
        assert "3105" in reach(game)


@rule("BD 8.26a")
def test_bulgaria_is_closed_to_the_germans_until_a_soviet_unit_has_entered_it() -> None:
    game = stage("movement", {"26C": "3219", "4A": "3214"}, turn=20)
    act(game, "pick 26C")
    assert "3218" not in reach(game)
    game = stage("movement", {"26C": "3219", "4A": "3214"}, side="soviet", turn=20)
    act(game, "pick 4A", "go 3215")
    assert not game.state.neutral
    game = stage("movement", {"26C": "3219", "4A": "3214"}, turn=20, neutral=0)
    act(game, "pick 26C")
    assert "3218" in reach(game)


@rule("BD 8.30b")
def test_cavalry_groups_keep_to_their_logistics_area() -> None:
    game = stage("movement", {"DVCG": "2112", "DCG": "2212"}, side="soviet", turn=6)
    act(game, "pick DVCG")
    assert not any(place >= "2200" for place in reach(game))
    act(game, "stop", "pick DCG")
    assert not any(place < "2200" for place in reach(game))


@rule("BD 8.30d")
def test_one_cavalry_group_to_a_hex() -> None:
    game = stage("movement", {"DVCG": "1905", "KCG": "1904"}, side="soviet", turn=6)
    act(game, "pick DVCG")
    assert "1904" not in reach(game)
    assert "1903" in reach(game)  # on the way it does not matter
    act(game, "go 1903")
    assert left(game, "DVCG") == 1


@rule("BD 8.30d")
def test_cavalry_groups_do_not_count_for_stacking() -> None:
    full = dict.fromkeys(("3A", "4A", "5A", "6A", "8A"), "1904")
    game = stage("movement", {"DVCG": "1905", "10A": "1905", **full}, side="soviet", turn=6)
    act(game, "pick DVCG")
    assert "1904" in reach(game)


@rule("BD 8.30e")
def test_every_hex_costs_a_cavalry_group_one_point() -> None:
    assert cost("DVCG", "1107", "1008", "soviet", 6) == cost("DVCG", "1111", "1110", "soviet", 6) == 1
    assert cost("DVCG", "1909", "1908", "soviet", 6) == 2  # the river is paid


@rule("BD 8.30f")
def test_a_cavalry_group_never_stops_in_a_city() -> None:
    game = stage("movement", {"DVCG": "1807"}, side="soviet", turn=6)
    act(game, "pick DVCG")
    assert "1806" not in reach(game)
    assert "1805" in reach(game)
    act(game, "go 1805")
    assert left(game, "DVCG") == 1
