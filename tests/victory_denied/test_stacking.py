"""5: stacking."""

from __future__ import annotations

from rule import rule
from victory_denied.asking import asked, legs, points, verdict
from victory_denied.stage import place_of, stage

# open fields round 2540; the neighbours of 2540 are 2539, 2541, 2440, 2441, 2640 and 2641


@rule("AVD 5.1a")
def test_a_hex_holds_two_combat_units() -> None:
    game = stage("movement", {"8Inf": "2538", "28Inf": "2540", "161Inf": "2540", "17Pz": "2641", "VII-HQ": "2540"})
    game.play("pick 8Inf")
    assert verdict(game, "go 2540") == ["AVD 5.1a"]
    assert verdict(game, "go 2641") == []


def test_reduced_units_count_in_full() -> None:
    units = {"8Inf": "2538", "28Inf": "2540", "161Inf": "2540"}
    game = stage("movement", units, reduced=["28Inf", "161Inf"])
    game.play("pick 8Inf")
    assert verdict(game, "go 2540") == ["AVD 5.1a"]


@rule("AVD 5.1b")
def test_a_hex_holds_one_hq() -> None:
    units = {"VII-HQ": "2538", "8Inf": "2540", "28Inf": "2540", "IX-HQ": "2640", "161Inf": "2538"}
    game = stage("movement", units)
    game.play("pick VII-HQ")
    assert verdict(game, "go 2640") == ["AVD 5.1b"]
    assert verdict(game, "go 2540") == [], "an HQ is no third combat unit"


def test_a_third_combat_unit_is_no_matter_of_an_hq() -> None:
    game = stage("movement", {"8Inf": "2538", "28Inf": "2540", "VII-HQ": "2540"})
    game.play("pick 8Inf")
    assert verdict(game, "go 2540") == []


@rule("AVD 5.2")
def test_the_sides_never_share_a_hex() -> None:
    game = stage("movement", {"17Pz": "2538", "18Pz": "2638", "45C": "2540", "13A": "2540"})
    game.play("pick 17Pz")
    assert verdict(game, "go 2540") == ["AVD 5.2"]


def test_only_a_lone_hq_is_entered() -> None:
    game = stage("movement", {"17Pz": "2538", "18Pz": "2638", "VII-HQ": "2539", "13A": "2540"})
    game.play("pick 17Pz")
    assert verdict(game, "go 2540") == []
    game.play("stop")
    game.play("pick VII-HQ")
    assert verdict(game, "go 2540") == ["AVD 5.2"], "an HQ overruns nobody"


@rule("AVD 5.3")
def test_two_tan_units_do_not_stack() -> None:
    units = {"45C": "2538", "20C": "2540", "172ID": "2640", "PVO-6": "2641", "187ID": "2641", "13A": "2538"}
    game = stage("movement", units, side="soviet")
    game.play("pick 45C")
    assert verdict(game, "go 2540") == ["AVD 5.3"]
    assert verdict(game, "go 2640") == [], "red with tan"
    assert verdict(game, "go 2641") == ["AVD 5.1a"], "red with red are two"


def test_red_stacks_with_red_and_with_tan() -> None:
    units = {"172ID": "2538", "20C": "2540", "187ID": "2640", "PVO-6": "2641"}
    game = stage("movement", units, side="soviet")
    game.play("pick 172ID")
    for hex in ("2540", "2640", "2641"):
        assert verdict(game, f"go {hex}") == []


def test_a_tan_unit_in_a_full_hex_breaks_both_limits() -> None:
    game = stage("movement", {"45C": "2538", "20C": "2540", "172ID": "2540"}, side="soviet")
    game.play("pick 45C")
    assert verdict(game, "go 2540") == ["AVD 5.1a", "AVD 5.3"]


def test_an_hq_is_not_tan() -> None:
    game = stage("movement", {"45C": "2538", "13A": "2540", "20C": "2641"}, side="soviet")
    game.play("pick 45C")
    assert verdict(game, "go 2540") == []
    game.play("stop")
    game.play("pick 13A")
    assert verdict(game, "go 2641") == []


@rule("AVD 5.4")
def test_the_limit_does_not_count_on_the_way() -> None:
    # all hexes beside 8Inf are full, but for Bobruysk beyond the river
    units = {"8Inf": "2111", "28Inf": "2012", "161Inf": "2012", "5Inf": "2112", "6Inf": "2112", "35Inf": "2011",
             "26Inf": "2011", "31Inf": "2211", "34Inf": "2211", "45Inf": "2212", "7Inf": "2212"}  # fmt: skip
    game = stage("movement", units)
    game.play("pick 8Inf")
    assert verdict(game, "go 2112") == ["AVD 5.1a"]
    assert verdict(game, "go 2113") == [], "past the full stack in 2112"


def test_a_leg_ends_only_where_the_unit_could_stay() -> None:
    game = stage("movement", {"8Inf": "2538", "28Inf": "2539", "161Inf": "2539"})
    game.play("pick 8Inf")
    assert "2539" not in legs(game)
    game.play("go 2540")
    assert points(game) == 3


def test_the_limit_counts_for_placed_units() -> None:
    units = {"16A": "3327", "32C": "3327", "29C": "soviet-reserve"}
    game = stage("purchases", units, turn=2)
    game.play("call 29C")
    assert verdict(game, "place 3327") == ["AVD 5.3"]


def test_a_unit_may_stay_in_its_own_full_hex() -> None:
    game = stage("movement", {"8Inf": "2540", "28Inf": "2540"})
    game.play("pick 8Inf")
    game.play("stop")
    assert (place_of(game, "8Inf"), asked(game)) == ("2540", [("German", "move")])
