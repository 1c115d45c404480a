"""Positions from the rulebook alone: zones of control, points, weather in movement (4, 5)."""

from __future__ import annotations

import pytest

from barbarossa_1941.adversary import marching, no, yes
from barbarossa_1941.stage import act, asked, place_of, stage, verdict
from rule import rule
from staging.asking import legs

# ---- zones of control ---------------------------------------------------------------------------------


@rule("B41 4b")
def test_a_motorised_corps_has_no_zoc_into_marsh_in_mud() -> None:
    """4b, note. 0517 is marsh: 2 for foot, mud leaves 2 and the strategic point 1 more, so 0418 (1) is in reach."""
    game = marching({"DE-I": "0518", "SU-1MC": "0516"}, "DE-I", "0517", turn=7)
    assert yes(game, "go 0418")


def test_in_frost_the_same_corps_has_it() -> None:
    """4b, 12.3g. Icy: motorised units have 3 points, enough for marsh."""
    game = marching({"DE-I": "0518", "SU-1MC": "0516"}, "DE-I", "0517", turn=8)
    assert "go 0418" not in game.legal


@rule("B41 4b")
def test_one_step_on_foot_beside_wheels_is_not_enough_into_mud_and_marsh() -> None:
    """4a, 4b. Two motorised points cannot enter, one point on foot can: one is less than two."""
    units = {"DE-I": "0518", "SU-1MC": "0516", "SU-8A": "0516"}
    assert yes(marching(units, "DE-I", "0517", turn=7, reduced=["SU-8A"]), "go 0418")
    assert "go 0418" not in marching(units, "DE-I", "0517", turn=7).legal


@rule("B41 4b", "B41 12.3d")
def test_mud_ends_a_motorised_zoc_at_forest_across_a_river() -> None:
    """4b, 12.3d. 1117 is forest across a river from 1217: 1 + marsh 1018 (2) = 3 = 2 + strategic point."""
    units = {"DE-I": "1116", "SU-1MC": "1217"}
    assert yes(marching(units, "DE-I", "1117", turn=7), "go 1018")
    assert no(marching(units, "DE-I", turn=3), "go 1117") in (
        "5c",
        "5d",
    )  # ZOC to ZOC, 3 against 4; round about 4 points
    on_foot = {"DE-I": "1116", "SU-8A": "1217"}
    assert no(marching(on_foot, "DE-I", turn=7), "go 1117") == "5d"  # an army covers both, and is as fast


@rule("B41 4a")
@pytest.mark.parametrize(("armies", "stops"), [(("SU-8A",), False), (("SU-8A", "SU-11A"), True)])
def test_two_single_steps_make_a_zoc(armies: tuple[str, ...], stops: bool) -> None:
    """4a: unit or stack with two points."""
    game = marching({"DE-I": "2618", **dict.fromkeys(armies, "2519")}, "DE-I", "2619", turn=3, reduced=armies)
    assert ("go 2620" not in game.legal) == stops


def test_a_garrison_lends_no_point_to_a_zoc() -> None:
    """4b, 12.11c. Militia of two steps and a garrison cannot move; with an army of one step it is still one point."""
    units = {"DE-I": "2618", "SU-OPOL1": "2519", "SU-GAR-KIE": "2519", "SU-8A": "2519"}
    assert yes(marching(units, "DE-I", "2619", turn=3, reduced=["SU-8A"]), "go 2620")


@rule("B41 4e")
def test_no_zoc_into_a_major_city() -> None:
    """4e. Minsk 0915 between two armies: DE-I walks in and on; 0914 is out of both ZOCs: 1 + 1."""
    units = {"DE-I": "0815", "SU-8A": "1016"}
    game = marching(units, "DE-I", "0915", turn=3)
    assert yes(game, "go 0914")
    assert yes(game, "go 1015")  # a ZOC, but none was left: the city is free of them


def test_a_zoc_reaches_out_of_a_major_city() -> None:
    """4e. SU-8A in Minsk stops DE-I in 0914."""
    game = marching({"DE-I": "0814", "SU-8A": "0915"}, "DE-I", "0914", turn=3)
    assert ("Axis", "march") not in asked(game)  # nothing is left to do for it


@rule("B41 4d")
def test_a_friend_in_the_hex_does_not_spare_the_stop() -> None:
    """4d. DE-II already stands in 2619, in the ZOC of 2519."""
    game = marching({"DE-I": "2618", "DE-II": "2619", "SU-8A": "2519"}, "DE-I", "2619", turn=3)
    assert ("Axis", "march") not in asked(game)


@rule("B41 12.8f")
def test_soviet_zocs_end_at_the_frontier_on_turn_one_only() -> None:
    """12.8f. 0317 and 0318 in Poland touch Brest (0417) and 0418. DE-I: 0218, 0318, 0317."""
    units = {"DE-I": "0319", "SU-4A": "0418"}
    assert yes(marching(units, "DE-I", "0318", turn=1), "go 0317")
    assert "go 0317" not in marching(units, "DE-I", "0318", turn=2).legal


# ---- from ZOC to ZOC, strategic point, rivers ---------------------------------------------------------


@rule("B41 5d")
@pytest.mark.parametrize(
    ("unit", "enemy", "slips"),
    [
        ("DE-XXXXI", "SU-8A", True),  # 5 against 3
        ("DE-XXXXI", "SU-1MC", True),  # 5 against 4
        ("DE-I", "SU-8A", False),  # 3 against 3
        ("RO-CAV", "SU-8A", True),  # 4 against 3
        ("RO-CAV", "SU-1MC", False),  # 4 against 4
        ("DE-I", "SU-OPOL1", True),  # no ZOC at all
    ],
)
def test_only_the_faster_slips_from_zoc_to_zoc(unit: str, enemy: str, slips: bool) -> None:
    """5d. 2619 and 2518 both touch 2519 and each other; a corps of one step bars the way round by 2618."""
    game = stage("movement", {unit: "2619", enemy: "2519", "SU-10MC": "2618"}, turn=3)
    act(game, f"pick {unit}")
    assert yes(game, "go 2518") if slips else no(game, "go 2518") == "5d"


@rule("B41 5d")
def test_a_mechanised_corps_slips_past_german_infantry() -> None:
    """5d for the Soviets: 4 against 3, but not past a panzer corps."""
    for enemy, slips in (("DE-I", True), ("DE-XXXXI", False)):
        units = {"SU-1MC": "2619", enemy: "2519", "SK-1": "2618"}
        game = stage("movement", units, turn=3, side="soviet")
        act(game, "pick SU-1MC")
        assert ("go 2518" in game.legal) == slips


@rule("B41 5d")
def test_it_is_the_zoc_entered_that_must_be_slower() -> None:
    """5d. RO-CAV (4) leaves the ZOC of SU-1MC (4) in 2718 and enters that of SU-8A (3) in 2519 only."""
    game = stage("movement", {"RO-CAV": "2618", "SU-1MC": "2718", "SU-8A": "2519"}, turn=3)
    act(game, "pick RO-CAV")  # 2618 touches 2718 only; 2518 touches 2519 only
    assert yes(game, "go 2518")
    assert no(game, "go 2619") == "5d"  # touches both


def test_the_way_round_a_zoc_is_open_to_everybody() -> None:
    """5d: only the first hex must be free. DE-I 2619, 2618 (leave 1 + 1), 2518 (1): three points."""
    assert yes(marching({"DE-I": "2619", "SU-8A": "2519"}, "DE-I", turn=3), "go 2518")


@rule("B41 5d", "B41 12.3c")
def test_in_mud_cavalry_slips_and_panzers_do_not() -> None:
    """5d, 12.3c. Two points each, cavalry three."""
    for unit, slips in (("RO-CAV", True), ("DE-XXXXI", False)):
        game = stage("movement", {unit: "2619", "SU-8A": "2519"}, turn=7)
        act(game, f"pick {unit}")
        assert ("go 2518" in game.legal) == slips


def test_each_unit_has_the_weather_of_its_own_hex() -> None:
    """5d, 12.3b. Turn 9: icy in the south, deep freeze in the north; both leave motorised units 3 and armies 2."""
    game = stage("movement", {"DE-XXXXI": "2619", "SU-8A": "2518"}, turn=9)
    act(game, "pick DE-XXXXI")
    assert yes(game, "go 2618")  # leave 1 + clear 1, 3 against 2


@rule("B41 5n")
def test_starting_in_a_zoc_keeps_the_strategic_point() -> None:
    """5n. Leave 1, then 2718, 2717, 2716: four points, three and the strategic one."""
    game = marching({"DE-I": "2619", "SU-8A": "2519"}, "DE-I", turn=3)
    assert yes(game, "go 2716")
    assert "go 2715" not in game.legal


@rule("B41 5n")
def test_the_fourth_hex_may_not_be_in_a_zoc() -> None:
    """5n. 2615 to 2619 is four hexes: the last point is only for a unit that enters no ZOC."""
    game = marching({"DE-I": "2615", "SU-8A": "2519"}, "DE-I", turn=3)
    assert yes(game, "go 2718")  # 2616, 2617, 2717, 2718
    assert "go 2619" not in game.legal
    assert verdict(game, "go 2619")


@rule("B41 5n")
def test_the_strategic_point_spent_bars_every_zoc() -> None:
    """5n. A panzer corps that has spent its five points may still go on, but not into a ZOC."""
    game = marching({"DE-XXXXI": "2613", "SU-8A": "2519"}, "DE-XXXXI", "2618", turn=3)  # 2614 to 2618: five
    assert yes(game, "go 2718")
    assert "go 2619" not in game.legal


@rule("B41 5f")
def test_no_strategic_point_in_exploitation() -> None:
    """5f, 5n. Half of 5 is 3."""
    game = marching({"DE-XXXXI": "2615"}, "DE-XXXXI", moment="exploitation", turn=3)
    assert yes(game, "go 2618")
    assert "go 2619" not in game.legal


@rule("B41 12.10a")
def test_a_river_costs_a_point_only_into_a_zoc() -> None:
    """12.10a. 2521 | 2522 is a river. From 2519 straight south: 1 + 1 + 1 without the enemy."""
    assert yes(marching({"DE-I": "2519"}, "DE-I", turn=3), "go 2523")  # four hexes with the strategic point
    game = marching({"DE-I": "2519", "SU-8A": "2523"}, "DE-I", turn=3)
    assert "go 2522" not in game.legal  # 1 + 1 + 1 + 1, and the strategic point is forfeit
    assert yes(marching({"DE-I": "2520", "SU-8A": "2523"}, "DE-I", turn=3), "go 2522")  # 1 + 2


@rule("B41 12.10a")
def test_a_frozen_river_costs_nothing() -> None:
    """12.10a. Icy: infantry has 2, 2521 and 2522 cost 1 each into a ZOC."""
    assert yes(marching({"DE-I": "2520", "SU-8A": "2523"}, "DE-I", turn=8), "go 2522")
    assert "go 2522" not in marching({"DE-I": "2520", "SU-8A": "2523"}, "DE-I", turn=7).legal  # mud: 3


@rule("B41 5e")
def test_the_minimum_move_makes_good_points_in_exploitation() -> None:
    """5e. Half of 5 is 3; leaving the ZOC of 0419 costs 1 and marsh 3."""
    game = marching({"DE-XXXXI": "0418", "SU-4A": "0419"}, "DE-XXXXI", moment="exploitation", turn=3)
    assert yes(game, "go 0517")
    act(game, "go 0517")
    assert place_of(game, "DE-XXXXI") == "0517"
    assert not any(text.startswith("go ") for text in game.legal.texts)


def test_the_minimum_move_is_one_hex_only_and_only_the_first() -> None:
    """5e. From 0516 the marsh 0618 is two hexes off: 3 + 3."""
    game = marching({"DE-XXXXI": "0516"}, "DE-XXXXI", moment="exploitation", turn=3)
    assert yes(game, "go 0517")  # 3 of 3
    assert "go 0618" not in game.legal
    act(game, "go 0417")
    assert "go 0517" not in game.legal  # 1 + 3


def test_the_minimum_move_goes_into_a_zoc_in_mud() -> None:
    """5e, 12.10a. DE-I in mud has 2 points; marsh 0518 in the ZOC of 0519 from the ZOC-free 0418: 2, in reach.

    From the ZOC of 0419, which also covers 0518, it is barred (5d), never for want of points."""
    game = marching({"DE-I": "0418", "SU-4A": "0519"}, "DE-I", turn=7)
    assert yes(game, "go 0518")
    game = marching({"DE-I": "0418", "SU-4A": "0419"}, "DE-I", turn=7)
    assert yes(game, "go 0517")  # leave 1 + marsh 2 = 3 with the strategic point
    assert no(game, "go 0518") == "5d"


@rule("B41 12.3d")
def test_mud_closes_marsh_and_mountain_to_wheels_even_as_a_minimum_move() -> None:
    """5e, 12.3d."""
    game = marching({"DE-XXXXI": "0418"}, "DE-XXXXI", turn=7)
    assert no(game, "go 0517") == "12.3d"
    game = marching({"DE-XXXXI": "0423"}, "DE-XXXXI", turn=7)
    assert no(game, "go 0424") == "12.3d"
    game = marching({"DE-XXXXI": "1217", "SU-10MC": "1218"}, "DE-XXXXI", turn=7)
    assert no(game, "go 1117") == "12.3d"  # forest across a river, and 1218 on the way round is held
    game = marching({"DE-XXXXI": "1116"}, "DE-XXXXI", turn=7)
    assert yes(game, "go 1117")  # forest, no river: 2 of 2


@rule("B41 1b")
def test_cavalry_on_its_reduced_side_is_foot_in_mud() -> None:
    """1b, 12.3c. SU-6CC with one step is cavalry: 3 points and marsh is open; with two it is a mobile group."""
    for steps, open_ in ((1, True), (2, False)):
        game = marching({"SU-6CC": "0418"}, "SU-6CC", turn=7, side="soviet", steps={"SU-6CC": steps})
        assert ("go 0517" in game.legal) == open_


# ---- exploitation, weather zones ----------------------------------------------------------------------


def test_who_exploits() -> None:
    """5f, 8.1a. Motorised and supplied, at rest or not; cavalry is not motorised; rail has used up the allowance."""
    units = {"DE-XXXXI": "2615", "DE-LVI": "2616", "DE-I": "2617", "RO-CAV": "2618", "HU-GYOR": "2515"}
    game = stage("exploitation", units, turn=3, isolated=["DE-LVI"], triggers=(1, 0, 0, 0, 0))
    assert set(game.legal.texts) == {"done", "pick DE-XXXXI", "pick HU-GYOR"}
    assert no(game, "pick DE-LVI") in ("5f", "8.1a")
    act(game, "pick HU-GYOR")
    assert "go 2518" not in legs(game)  # half of 4 is 2


@rule("B41 1b")
def test_a_mobile_group_exploits_as_long_as_it_is_whole() -> None:
    """1b, 12.11e."""
    units = {"SU-KACH": "2615", "SU-6CC": "2617", "SU-1MC": "2619"}
    game = stage("exploitation", units, turn=3, side="soviet")
    assert set(game.legal.texts) == {"done", "pick SU-KACH", "pick SU-1MC"}


@rule("B41 5g", "B41 12.3j")
def test_exploitation_by_the_weather_where_a_unit_starts() -> None:
    """5g, 12.3b, 12.3j. Turn 9: deep freeze up to row 18, icy from row 19: two points, out of the south only."""
    game = stage("exploitation", {"DE-XXXXI": "2618", "DE-LVI": "2619"}, turn=9)
    assert "pick DE-XXXXI" not in game.legal
    act(game, "pick DE-LVI")
    assert yes(game, "go 2617")  # into the deep freeze with its two points
    assert "go 2616" not in game.legal


@rule("B41 12.8c")
def test_turn_one_panzers_ignore_zocs_but_forfeit_the_strategic_point() -> None:
    """12.8c. 2615 to 2619 through the ZOC of 2519 and on: five points, no leaving point; a sixth is not to be had."""
    game = marching({"DE-XXXXI": "2615", "SU-8A": "2519"}, "DE-XXXXI", "2619", turn=1)
    assert yes(game, "go 2620")  # ZOC to ZOC, fifth point
    assert "go 2720" not in game.legal
    infantry = marching({"DE-I": "2618", "SU-8A": "2519"}, "DE-I", "2619", turn=1)
    assert ("Axis", "march") not in asked(infantry)
