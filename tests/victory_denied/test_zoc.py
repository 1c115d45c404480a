"""6: zones of control, seen by what they cost to enter (8.2.1)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.rules.ground import zoc
from rule import rule
from victory_denied.asking import asked, points, verdict
from victory_denied.stage import FACTS, stage


def zone(units: dict[str, str], side: int) -> set[str]:
    state = stage("movement", {"44C": "5025", "17Pz": "2001", **units}).state
    own = {"44C": "5025", "17Pz": "2001"}["44C" if side == SOVIET else "17Pz"]
    far = set(bits(FACTS.around[FACTS.board.index(own)]))
    return {FACTS.board.name(i) for i in bits(zoc(FACTS, state, side)) if i not in far}


@rule("AVD 6.1a")
def test_a_combat_unit_controls_the_six_hexes_around_it() -> None:
    # as in the picture: across the major river and into the town
    assert zone({"45C": "2812"}, SOVIET) == {"2811", "2813", "2711", "2712", "2911", "2912"}
    game = stage("movement", {"17Pz": "2810", "18Pz": "2809", "45C": "2812"})
    game.play("pick 17Pz")
    game.play("go 2811")
    assert points(game) == 10 - 3, "1 for Berezino, 2 for the zone of 45C beyond the river"


def test_a_zone_ends_at_the_edge_of_the_map() -> None:
    assert zone({"45C": "1530"}, SOVIET) == {"1529", "1531", "1630", "1631"}


def test_reduced_isolated_and_pvo_units_have_one_as_well() -> None:
    units = {"17Pz": "2539", "PVO-6": "2541", "18Pz": "2338"}
    game = stage("movement", units, reduced=["PVO-6"], isolated=["PVO-6"])
    game.play("pick 17Pz")
    game.play("go 2540")
    assert points(game) == 7


@rule("AVD 6.1b")
def test_an_hq_has_none() -> None:
    game = stage("movement", {"17Pz": "2539", "18Pz": "2338", "13A": "2541"})
    game.play("pick 17Pz")
    game.play("go 2540")
    assert points(game) == 9


def test_units_in_boxes_have_none() -> None:
    assert zone({"45C": "soviet-reserve", "31Inf": "minsk-pocket-box"}, SOVIET) == set()
    assert zone({"31Inf": "minsk-pocket-box"}, GERMAN) == set()


@rule("AVD 6.3")
def test_overlapping_zones_count_once() -> None:
    game = stage("movement", {"17Pz": "2539", "18Pz": "2338", "45C": "2541", "20C": "2641", "63C": "2441"})
    game.play("pick 17Pz")
    game.play("go 2540")
    assert points(game) == 7


def test_a_friend_in_the_zone_does_not_help_a_moving_unit() -> None:
    game = stage("movement", {"17Pz": "2539", "18Pz": "2540", "45C": "2541"})
    game.play("pick 17Pz")
    game.play("go 2540")
    assert points(game) == 7


def test_a_zone_is_left_at_a_price_by_hqs_too() -> None:
    game = stage("movement", {"VII-HQ": "2540", "17Pz": "2338", "45C": "2541"})
    game.play("pick VII-HQ")
    assert verdict(game, "go 2539") == []
    game.play("go 2539")
    assert points(game) == 2
    assert asked(game) == [("German", "march")]
