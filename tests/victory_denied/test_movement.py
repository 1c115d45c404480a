"""8.1 and 8.2: movement."""

from __future__ import annotations

import pytest

from rule import rule
from victory_denied.asking import asked, legs, points, verdict
from victory_denied.stage import FACTS, place_of, rules_broken, stage

# Berezino: 2811 west and 2812 east of the Berezina are joined by a bridge; 2710 and 2711, 2811 and 2911,
# 2811 and 2711 are not. Open fields lie round 2540.


def test_movement_costs_example() -> None:
    units = {
        "20MC": "2632", "20C": "2534", "45C": "2732", "23MC": "2937", "63C": "2840",
        "10Mot": "2634", "17Pz": "3038",
    }  # fmt: skip
    game = stage("movement", units, side="soviet")
    game.play("pick 45C")
    game.play("go 2633")
    assert points(game) == 4 - 3, "woods 1, into a zone of control 2"
    game.play("stop")
    game.play("pick 20MC")
    game.play("go 2732")
    assert points(game) == 6 - 3, "clear 1, across the minor river 2"
    game.play("go 2733")
    assert asked(game) == [("Soviet", "move")], "clear 1, into a zone of control 2: nothing is left"
    game.play("pick 20C")
    game.play("go 2434")
    assert points(game) == 4 - 3, "out of a zone of control 2, clear 1"
    game.play("go 2334")
    assert asked(game) == [("Soviet", "move")], "clear 1: nothing is left"
    game.play("pick 23MC")
    game.play("go 2938")
    assert asked(game) == [("Soviet", "move")], "woods 2, out of a zone of control 2 and into one 2: all six"
    game.play("pick 63C")
    assert verdict(game, "road 2734") == ["AVD 8.3.1c"], "it must stop before the zone of control"
    game.play("road 2735")
    assert points(game) == 4 - 5 / 2, "half a point for each of five hexes"


def test_movement_costs_example_with_spas_demensk_german() -> None:
    units = {"63C": "2840", "10Mot": "2634", "44C": "3440"}
    game = stage("movement", units, side="soviet", captured=["2736"])
    game.play("pick 63C")
    assert verdict(game, "road 2738") == []
    assert verdict(game, "road 2737") == verdict(game, "road 2735") == ["AVD 8.3.1d"]


# ---- 8.0, 8.1.1, 8.1.2 --------------------------------------------------------------------------------


@rule("AVD 8.0")
def test_only_active_units_move() -> None:
    game = stage(
        "movement", {"17Pz": "2540", "18Pz": "2541", "45C": "3040", "VII-HQ": "2542"}, active=["17Pz", "VII-HQ"]
    )
    assert verdict(game, "pick 17Pz") == verdict(game, "pick VII-HQ") == []
    assert verdict(game, "pick 18Pz") == verdict(game, "pick 45C") == verdict(game, "pick 31Inf") == ["AVD 8.0"]


@rule("AVD 8.1.1")
def test_one_unit_at_a_time_each_once() -> None:
    game = stage("movement", {"17Pz": "2540", "18Pz": "2541"})
    game.play("pick 17Pz")
    assert rules_broken(game, "pick 18Pz") == ["AVD 8.1"], "17Pz has not finished"
    assert verdict(game, "go 2540") == ["AVD 8.1.1"], "it stands there"
    game.play("go 2539; stop")
    assert verdict(game, "pick 17Pz") == ["AVD 8.1.1"]
    assert verdict(game, "pick 18Pz") == []


def test_when_all_have_moved_the_segment_is_over() -> None:
    game = stage("movement", {"17Pz": "2540", "45C": "2542"})
    game.play("move 17Pz 2541")
    assert asked(game) == [("German", "attack")]


@rule("AVD 8.1.2a")
def test_a_unit_has_its_allowance_and_no_more() -> None:
    game = stage("movement", {"45C": "2540", "20C": "3240"}, side="soviet")
    game.play("pick 45C")
    assert points(game) == 4
    assert verdict(game, "go 2544") == []
    assert verdict(game, "go 2545") == ["AVD 8.1.2a"]
    game.play("go 2542")
    assert verdict(game, "go 2545") == ["AVD 8.1.2a"], "what is spent is spent"


def test_what_is_not_spent_is_lost() -> None:
    game = stage("movement", {"45C": "2540", "20C": "3240"}, side="soviet")
    game.play("move 45C 2541")
    assert verdict(game, "pick 45C") == ["AVD 8.1.1"]


def test_a_unit_need_not_move() -> None:
    game = stage("movement", {"45C": "2540", "20C": "3240"}, side="soviet")
    game.play("pick 45C")
    game.play("stop")
    assert place_of(game, "45C") == "2540"
    game.play("done")
    assert asked(game)[0][1] != "move"


@rule("AVD 8.1.2b")
def test_woods_and_swamp_cost_motorized_units_two() -> None:
    # 3134 is clear; east of it 3135, 3136 and 3137 are woods
    game = stage("movement", {"20MC": "3134", "45C": "3138", "20C": "2540"}, side="soviet", isolated=["20MC"])
    game.play("pick 20MC")
    game.play("go 3135")
    assert points(game) == 3 - 2
    assert verdict(game, "go 3136") == ["AVD 8.1.2b"]
    game.play("stop")
    game.play("pick 45C")
    game.play("go 3136")
    assert points(game) == 4 - 2, "foot units pay 1 everywhere"


@pytest.mark.parametrize(
    ("hex", "terrain", "cost"), [("2936", "swamp", 2), ("2836", "clear", 1), ("2833", "hills", 1)]
)
def test_the_ground_says_the_cost(hex: str, terrain: str, cost: int) -> None:
    assert FACTS.board.terrain_at[FACTS.board.index(hex)] == terrain
    start = {"2936": "2935", "2836": "2835", "2833": "2733"}[hex]
    game = stage("movement", {"17Pz": start, "18Pz": "3018"})
    game.play("pick 17Pz")
    game.play(f"go {hex}")
    assert points(game) == 10 - cost


def test_no_hex_without_the_points() -> None:
    game = stage("movement", {"45C": "2540", "17Pz": "2541", "20C": "3240"}, side="soviet", isolated=["45C"])
    game.play("pick 45C")
    assert legs(game) == set(), "2 to leave the zone and 1 for the hex are three"
    game.play("stop")


# ---- rivers -------------------------------------------------------------------------------------------


@rule("AVD 8.1.3a")
@pytest.mark.parametrize(("unit", "cost"), [("45C", 2), ("20MC", 3)])
def test_an_unbridged_minor_river_costs_foot_one_and_motorized_units_two_more(unit: str, cost: int) -> None:
    # a minor river runs between the clear hexes 3308 and 3309
    game = stage("movement", {unit: "3308", "20C": "2840"}, side="soviet")
    game.play(f"pick {unit}")
    before = points(game)
    game.play("go 3309")
    assert before - points(game) == cost
    game = stage("movement", {unit: "3307", "20C": "2840"}, side="soviet", isolated=[unit])
    game.play(f"pick {unit}")
    game.play("go 3308")
    assert points(game) == cost - 1
    assert verdict(game, "go 3309") == ["AVD 8.1.3a"]


@rule("AVD 8.1.3b")
def test_an_unbridged_major_river_is_crossed_by_the_first_step_only() -> None:
    game = stage("movement", {"45C": "2912", "20C": "3240"}, side="soviet", isolated=["45C"])
    game.play("pick 45C")
    assert verdict(game, "go 2910") == ["AVD 8.1.3b"], "2911 is beside the river, 2912 is not"
    game.play("go 2911")
    assert points(game) == 1
    assert verdict(game, "go 2910") == ["AVD 8.1.3b"], "now it is beside it, but the first step is made"


def test_crossing_an_unbridged_major_river_ends_the_move() -> None:
    game = stage("movement", {"8Inf": "5203", "18Pz": "3040"})
    game.play("pick 8Inf")
    game.play("go 5204")
    assert (place_of(game, "8Inf"), asked(game)) == ("5204", [("German", "move")])


def test_a_river_is_crossed_by_the_bridge_in_passing() -> None:
    game = stage("movement", {"17Pz": "2810", "18Pz": "3040"})
    game.play("pick 17Pz")
    game.play("go 2711")
    assert points(game) == 10 - 1 - 1 - 2, "2811, over the bridge to 2812, then into the woods"


def test_the_crossing_costs_the_hex_and_its_zone() -> None:
    # into 2711, woods, in the zone of 45C: 2 and 2
    for status, crosses in (([], True), (["20MC"], False)):
        game = stage("movement", {"20MC": "2811", "20C": "3240", "17Pz": "2712"}, side="soviet", isolated=status)
        game.play("pick 20MC")
        assert ("2711" in legs(game)) == crosses, "six points are enough, three are not"


def test_a_bridge_is_used_from_any_side_and_at_any_time() -> None:
    game = stage("movement", {"20MC": "2809", "20C": "3240"}, side="soviet")
    game.play("pick 20MC")
    game.play("go 2812")
    assert points(game) == 6 - 2 - 1 - 1
    assert "2912" in legs(game)


# ---- 8.1.5, 8.1.6 -------------------------------------------------------------------------------------


@rule("AVD 8.1.5")
@pytest.mark.parametrize("place", ["removed", "minsk-pocket-box", "soviet-reserve"])
def test_no_unit_moves_off_the_map(place: str) -> None:
    game = stage("movement", {"45C": "1530", "20C": "3240"}, side="soviet")
    game.play("pick 45C")
    assert verdict(game, f"go {place}") == verdict(game, f"road {place}") == ["AVD 8.1.5"]


def test_the_edge_of_the_map_is_an_edge() -> None:
    game = stage("movement", {"45C": "1530", "20C": "3240"}, side="soviet", isolated=["45C"])
    game.play("pick 45C")
    south_edge = {"1528", "1529", "1531", "1532"}
    assert legs(game) == south_edge | {"1629", "1630", "1631", "1632", "1729", "1730", "1731"}


@rule("AVD 8.1.6")
def test_a_pvo_never_moves() -> None:
    game = stage("movement", {"PVO-6": "2540", "45C": "2640"}, side="soviet")
    assert verdict(game, "pick PVO-6") == ["AVD 8.1.6"]


def test_active_pvos_alone_have_nothing_to_move_but_may_fight() -> None:
    game = stage("movement", {"PVO-6": "2540", "17Pz": "2541"}, side="soviet")
    assert asked(game) == [("Soviet", "attack")]


# ---- 8.2 zones of control -----------------------------------------------------------------------------


@rule("AVD 8.2.1a")
def test_entering_a_zone_costs_two_more() -> None:
    game = stage("movement", {"45C": "2538", "20C": "3240", "17Pz": "2541"}, side="soviet")
    game.play("pick 45C")
    game.play("go 2539")
    assert points(game) == 3
    game.play("go 2538")
    assert verdict(game, "go 2540") == ["AVD 8.2.1a"], "1 and 3 are four, two are left"


@rule("AVD 8.2.1b")
def test_leaving_a_zone_costs_two_more() -> None:
    game = stage("movement", {"45C": "2540", "20C": "3240", "17Pz": "2541"}, side="soviet")
    game.play("pick 45C")
    assert verdict(game, "go 2538") == []
    assert verdict(game, "go 2537") == ["AVD 8.2.1b"], "2 and three hexes are five"


def test_from_zone_to_zone_costs_four_more() -> None:
    game = stage("movement", {"20MC": "2540", "20C": "3240", "17Pz": "2541"}, side="soviet")
    game.play("pick 20MC")
    assert verdict(game, "go 2641") == []
    game.play("go 2641")
    assert points(game) == 6 - 5


@rule("AVD 8.2.2")
def test_no_major_river_is_crossed_between_two_zones_not_even_by_a_bridge() -> None:
    # 45C in 2912 controls 2812 and 2911, 20C in 2910 controls 2810 and 2811
    units = {"17Pz": "2811", "18Pz": "2812", "45C": "2912", "20C": "2910"}
    game = stage("movement", units, isolated=["17Pz"])
    game.play("pick 17Pz")
    assert verdict(game, "go 2812") == ["AVD 8.2.2"], "though 18Pz stands there"


def test_one_zone_alone_does_not_close_the_bridge() -> None:
    game = stage("movement", {"17Pz": "2811", "18Pz": "3018", "45C": "2912"}, isolated=["17Pz"])
    game.play("pick 17Pz")
    assert verdict(game, "go 2812") == []


def test_a_minor_river_is_crossed_between_zones() -> None:
    game = stage("movement", {"17Pz": "3308", "18Pz": "3018", "45C": "3408", "20C": "3310"})
    game.play("pick 17Pz")
    assert verdict(game, "go 3309") == []
