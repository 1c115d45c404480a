"""1 and 2: rounding, the turn track, bridges, and how counters are read."""

from __future__ import annotations

from typing import Any

import pytest

import ostfront
from ostfront.games.victory_denied.rules.strength import attack_strength, defense_strength
from ostfront.games.victory_denied.state import DISTRACTED, MOSCOW
from rule import rule
from victory_denied.asking import asked, legs, points, verdict
from victory_denied.stage import FACTS, place_of, stage, steps_of

TRACK = {row["turn"]: row for row in FACTS.charts["turn_track"]["turn"]}


def strength(units: dict[str, str], target: str, *attackers: str, **more: Any) -> int:
    """The attack strength of these units against a hex."""
    game = stage("combat", {**units, "34C": target}, side="german", **more)
    members = FACTS.vocabulary.nouns["unit"].bits(attackers)
    return attack_strength(FACTS, game.state, members, FACTS.board.index(target))


# ---- 1.3 ----------------------------------------------------------------------------------------------


@rule("AVD 1.3a")
def test_half_of_five_movement_points_is_two() -> None:
    game = stage("movement", {"8Inf": "2540"}, isolated=["8Inf"])
    game.play("pick 8Inf")
    assert points(game) == 2


@rule("AVD 1.3a")
def test_half_of_five_is_two_and_a_quarter_of_three_nothing() -> None:
    assert strength({"10Mot": "2812"}, "2811", "10Mot") == 2
    assert strength({"900Lehr": "2812"}, "2811", "900Lehr", out_of_supply=["900Lehr"]) == 0


@rule("AVD 1.3b")
def test_a_stack_is_added_up_before_it_is_halved() -> None:
    assert strength({"900Lehr": "2812"}, "2811", "900Lehr") == 1
    assert strength({"900Lehr": "2812", "14Mot-39": "2812"}, "2811", "900Lehr", "14Mot-39") == 3


def test_hexes_are_halved_one_by_one() -> None:
    assert strength({"900Lehr": "2812", "14Mot-39": "2911"}, "2811", "900Lehr", "14Mot-39") == 2


def test_a_quartered_stack_is_rounded_once() -> None:
    units = {"900Lehr": "2812", "14Mot-39": "2812"}
    assert strength(units, "2811", "900Lehr", "14Mot-39", out_of_supply=["900Lehr", "14Mot-39"]) == 1
    assert strength(units, "2811", "900Lehr", "14Mot-39", isolated=["900Lehr"]) == 2, "3/4 and 3/2 are 2 1/4"


# ---- 2.1 ----------------------------------------------------------------------------------------------


@rule("AVD 2.1.1b")
@pytest.mark.parametrize("turn", [3, 5, 9])
def test_the_track_says_how_many_chits_markers_and_points(turn: int) -> None:
    armies = {"22A": "4614", "19A": "3623", "20A": "3421", "16A": "3327", "13A": "2519", "21A": "1717"}
    germans = {"17Pz": "3318", "7Pz": "3919", "VII-HQ": "3017"}
    row = TRACK[turn]
    game = stage("selection", {**armies, **germans}, turn=turn)
    german, soviet = game.pending
    assert german.prompt.startswith(f"Select {row['german_chits']} more")
    assert soviet.prompt.startswith(f"Select {row['soviet_chits']} more")
    game = stage("supply", {**armies, **germans, "18Pz": "3318", "20Pz": "3919"}, turn=turn)
    assert game.pending[0].prompt == f"Mark up to {row['out_of_supply']} German units out of supply."
    game = stage("purchases", {**armies, "29C": "soviet-reserve"}, turn=turn)
    assert game.pending[0].prompt.startswith(f"{row['points']} reinforcement points left")


def test_the_track_brings_one_pvo_and_one_elite_division() -> None:
    units = {"16A": "3327", "PVO-7": "track-2", "PVO-8": "track-3", "100ID": "elite-cup", "107ID": "elite-cup"}
    game = stage("purchases", units, turn=2, rolls=["draw 100ID"])
    game.play("place 3327")
    game.play("place 3328")
    assert (place_of(game, "PVO-7"), place_of(game, "100ID")) == ("3327", "3328")
    assert (place_of(game, "PVO-8"), place_of(game, "107ID")) == ("track-3", "elite-cup")


@rule("AVD 2.1.1c")
def test_turn_8_has_a_left_and_a_right_value() -> None:
    units = {"17Pz": "3318", "7Pz": "3919", "18Pz": "3318", "VII-HQ": "3017"}
    for directive, column in ((DISTRACTED, "distracted"), (MOSCOW, "moscow")):
        game = stage("selection", units, turn=8, directive=directive)
        assert game.pending[0].prompt.startswith(f"Select {TRACK[8]['german_chits'][column]} more")
        game = stage("supply", {**units, "20Pz": "3919"}, turn=8, directive=directive)
        assert f"up to {TRACK[8]['out_of_supply'][column]} German" in game.pending[0].prompt


@rule("AVD 2.1.3", "AVD 8.1.3c")
def test_a_road_makes_a_bridge() -> None:
    # the road from 2811 to 2812 crosses the Berezina; none leads from 2811 to 2911 or 2711
    game = stage("movement", {"17Pz": "2811", "18Pz": "3018"})
    game.play("pick 17Pz")
    game.play("go 2812")
    assert points(game) == 9, "the bridge costs nothing"
    assert "2813" in legs(game), "and the move goes on"


def test_without_a_road_there_is_no_bridge() -> None:
    game = stage("movement", {"8Inf": "5203", "18Pz": "3018"})
    game.play("pick 8Inf")
    game.play("go 5204")
    assert asked(game) == [("German", "move")], "crossing the open river ended the move"


# ---- 2.2, 2.3 -----------------------------------------------------------------------------------------


@rule("AVD 2.2.2b")
def test_a_panzer_division_attacks_with_nine_and_defends_with_two() -> None:
    game = stage("combat", {"17Pz": "2540", "45C": "2541"})
    assert attack_strength(FACTS, game.state, 1 << FACTS.roster.index["17Pz"], FACTS.board.index("2541")) == 9
    assert defense_strength(FACTS, game.state, FACTS.board.index("2540")) == 2
    assert defense_strength(FACTS, game.state, FACTS.board.index("2541")) == 3


def test_foot_units_have_one_strength() -> None:
    roster = FACTS.roster
    for unit in range(roster.count):
        if not roster.motorized[unit]:
            assert roster.attack[unit] == roster.defense[unit]


@rule("AVD 2.2.3a")
def test_the_first_step_reduces_the_second_eliminates() -> None:
    # 18 to 3 on clear ground is 6-1, where a 5 takes a step and a 6 takes two
    units = {"17Pz": "2540", "18Pz": "2441", "45C": "2541", "22A": "4614"}
    game = stage("combat", units, rolls=["roll 5"])
    game.play("attack 2541 with 17Pz 18Pz")
    assert (steps_of(game, "45C"), asked(game)) == (1, [("Soviet", "retreat")])
    game = stage("combat", units, rolls=["roll 6"])
    game.play("attack 2541 with 17Pz 18Pz")
    assert place_of(game, "45C") == "soviet-reserve"


@rule("AVD 2.2.3b")
def test_a_unit_comes_back_at_full_strength() -> None:
    game = stage("disbanding", {"45C": "2541", "20C": "2640"}, reduced=["45C"])
    game.play("disband 45C")
    assert (place_of(game, "45C"), steps_of(game, "45C")) == ("soviet-reserve", 2)


def test_all_units_start_at_full_strength() -> None:
    game = ostfront.new("victory-denied", seed=1)
    assert bytes(game.state.steps) == FACTS.roster.steps


def test_a_half_division_has_one_step() -> None:
    # 3 to 3 is 1-1, where a 3 costs the attacker a step
    game = stage("combat", {"900Lehr": "2540", "45C": "2541"}, rolls=["roll 3"])
    game.play("attack 2541 with 900Lehr")
    assert place_of(game, "900Lehr") == "eliminated-motorized"


@rule("AVD 2.3.1")
def test_an_hq_does_not_attack() -> None:
    game = stage("combat", {"VII-HQ": "2540", "8Inf": "2540", "28Inf": "2441", "45C": "2541"})
    game.play("attack 2541")
    assert verdict(game, "with 8Inf") == []
    assert verdict(game, "with VII-HQ") == ["AVD 2.3.1"]


@rule("AVD 2.3.2b")
def test_a_motorized_hq_does_not_use_strategic_movement() -> None:
    game = stage("movement", {"20A": "3641", "19A": "3642", "44C": "3640"}, side="soviet")
    game.play("pick 20A")
    assert verdict(game, "road 3645") == ["AVD 2.3.2b"]
    assert verdict(game, "go 3645") == []
    game.play("stop")
    game.play("pick 19A")
    assert verdict(game, "road 3645") == []


def test_a_motorized_hq_commands_like_another() -> None:
    assert FACTS.roster.range[FACTS.roster.index["20A"]] == FACTS.roster.range[FACTS.roster.index["19A"]] == 4


@rule("AVD 2.3.2b")
def test_a_motorized_hq_pays_what_other_hqs_pay() -> None:
    """Woods at 1527 cost a motorized corps 2, an HQ 1."""
    for unit, left in (("Tmshnko", 5), ("25MC", 4)):
        game = stage("reinforcements", {unit: "timoshenko", "24A": "2541", "61C": "2541"}, turn=1)
        game.play(f"pick {unit}")
        game.play("go 1527")
        assert points(game) == left
    game = stage("movement", {"20A": "1528", "61C": "2541"}, side="soviet")
    game.play("pick 20A")
    game.play("go 1527")
    assert points(game) == 5
