"""9.3: strengths, halving, ratio and shifts, each by the column on which the die is rolled."""

from __future__ import annotations

import pytest

from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, column, fight, result
from victory_denied.stage import FACTS, stage

# a plain without rivers: 2541 and the hexes around it, from the west clockwise
TARGET = "2541"
WEST, NORTHWEST, NORTHEAST, EAST, SOUTHEAST, SOUTHWEST = "2540", "2641", "2642", "2542", "2442", "2441"


# ---- the examples -----------------------------------------------------------------------------------


@rule("AVD 9.3.2")
def test_example_ratios() -> None:
    ratios = {(15, 5): "3", (26, 9): "2", (12, 7): "1.5", (18, 13): "1", (25, 2): "10+"}
    assert {pair: FACTS.crt.columns[FACTS.crt.column(*pair)] for pair in ratios} == ratios
    assert FACTS.crt.column(6, 7) < 0


@rule("AVD 9.3.1b", "AVD 9.3.2")
def test_example_combat_ratio() -> None:
    units = {"KV-1": "2747", "KV-2": "2547", "45C": "2548", "3Pz": "2648"}
    game = fight(stage("combat", units, side="soviet"), "2648", "KV-1", "KV-2", "45C", rolls=["roll 5"])
    assert result(game) == (5, "2", "DR"), "1 and 1 across the Oka, 3 from this bank: 5 to 2"


@rule("AVD 9.3.3")
def test_example_combat_ratio_in_the_city() -> None:
    units = {"KV-1": "2747", "KV-2": "2547", "45C": "2546", "3Pz": "2647"}
    game = fight(stage("combat", units, side="soviet"), "2647", "KV-1", "KV-2", "45C", rolls=["roll 5"])
    assert column(game) == "1", "5 to 2, shifted two columns by Kaluga"


@rule("AVD 9.3.4a", "AVD 9.3.6b")
def test_example_shifts() -> None:
    units = {"3Pz": "2937", "SSReich": "2838", "4Pz": "2839", "5MC": "2938"}
    game = stage("combat", units, reduced=["4Pz"], stukas=1)
    fight(game, "2938", "3Pz", "SSReich", "4Pz", rolls=["roll 1"])
    assert "stands at 9-1" in game.pending[0].prompt, "24 to 2 is 10-1, less one for the woods"
    game.play("stuka")
    assert column(game) == "10+"


# ---- strengths (9.3.1) --------------------------------------------------------------------------------


@rule("AVD 9.3.1a")
def test_strengths_are_added() -> None:
    units = {"29Mot": WEST, "1Cav": NORTHWEST, "62C": TARGET, "172ID": TARGET}
    game = fight(stage("combat", units), TARGET, "29Mot", "1Cav", rolls=["roll 5"])
    assert column(game) == "1", "5 and 2 to 3 and 3"


@rule("AVD 9.3.1b")
def test_a_bridge_does_not_help_the_attack() -> None:
    units = {"3Pz": "2647", "5MC": "2646"}
    game = fight(stage("combat", units), "2646", "3Pz", rolls=["roll 5"])
    assert column(game) == "2", "half of 9 to 2"


@rule("AVD 9.3.1b")
def test_units_on_this_bank_are_not_halved() -> None:
    units = {"3Pz": "2548", "4Pz": "2747", "5MC": "2648"}
    game = fight(stage("combat", units), "2648", "3Pz", "4Pz", rolls=["roll 5"])
    assert column(game) == "6", "4 and 9 to 2"


def test_the_retreat_side_of_a_river_does_not_matter() -> None:
    units = {"3Pz": "2747", "5MC": "2648"}
    game = fight(stage("combat", units), "2648", "3Pz", rolls=["roll 5"])
    assert column(game) == "4", "the Oka behind the defender halves nothing"


@rule("AVD 9.3.1c")
def test_out_of_supply_halves_the_attack() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET}, out_of_supply=["3Pz"])
    assert column(fight(game, TARGET, "3Pz", rolls=["roll 5"])) == "2"


def test_out_of_supply_does_not_touch_the_defense() -> None:
    units = {"KV-1": WEST, "KV-2": WEST, "1Cav": TARGET}
    game = stage("combat", units, side="soviet", out_of_supply=["1Cav"])
    assert column(fight(game, TARGET, "KV-1", "KV-2", rolls=["roll 5"])) == "3"


@rule("AVD 9.3.1d")
def test_isolation_halves_the_attack() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET}, isolated=["3Pz"])
    assert column(fight(game, TARGET, "3Pz", rolls=["roll 5"])) == "2"


@rule("AVD 9.3.1d")
def test_isolation_halves_the_defense() -> None:
    game = stage("combat", {"29Mot": WEST, "62C": TARGET}, isolated=["62C"])
    assert column(fight(game, TARGET, "29Mot", rolls=["roll 5"])) == "5", "half of 3 is 1"


def test_half_of_one_defender_and_the_whole_of_the_other() -> None:
    units = {"3Pz": WEST, "4Pz": WEST, "62C": TARGET, "172ID": TARGET}
    game = stage("combat", units, isolated=["62C"])
    assert column(fight(game, TARGET, "3Pz", "4Pz", rolls=["roll 5"])) == "4", "18 to 4 1/2, which is 4"


@rule("AVD 9.3.1e")
def test_river_and_supply_make_a_quarter_of_the_stack() -> None:
    units = {"10Mot": "2548", "29Mot": "2548", "5MC": "2648"}
    game = stage("combat", units, out_of_supply=["10Mot", "29Mot"])
    assert column(fight(game, "2648", "10Mot", "29Mot", rolls=["roll 5"])) == "1", "10 quartered is 2; 5 alone is 1"


@rule("AVD 9.3.1e")
def test_each_hex_is_rounded_by_itself() -> None:
    units = {"10Mot": "2548", "29Mot": "2547", "5MC": "2648"}
    game = stage("combat", units)
    assert column(fight(game, "2648", "10Mot", "29Mot", rolls=["roll 5"])) == "2", "2 and 2, not 5"


def test_both_markers_halve_once() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET}, isolated=["3Pz"], out_of_supply=["3Pz"])
    assert column(fight(game, TARGET, "3Pz", rolls=["roll 5"])) == "2", "4 to 2, a quarter would be 1-1"


def test_an_isolated_unit_of_a_stack_is_halved_before_rounding() -> None:
    units = {"10Mot": WEST, "29Mot": WEST, "172ID": TARGET, "PVO-1": TARGET}
    game = stage("combat", units, isolated=["10Mot"], reduced=["PVO-1", "172ID"])
    assert column(fight(game, TARGET, "10Mot", "29Mot", rolls=["roll 5"])) == "2", "7 1/2 to 3"


def test_reduced_units_use_their_reduced_side() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET}, reduced=["3Pz", "5MC"])
    assert column(fight(game, TARGET, "3Pz", rolls=["roll 5"])) == "7"


# ---- terrain (9.3.3) ----------------------------------------------------------------------------------


@rule("AVD 9.3.3")
def test_the_ground_and_the_town_add_up() -> None:
    units = {"3Pz": "3032", "4Pz": "3032", "29Mot": "2832", "5MC": "2932"}
    game = fight(stage("combat", units), "2932", "3Pz", "4Pz", "29Mot", rolls=["roll 5"])
    assert column(game) == "8", "23 to 2; Yelnya is a town on a hill: from 10-1 two to the left"


def test_terrain_shifts_from_ten_to_one_at_most() -> None:
    units = {"3Pz": "2937", "4Pz": "2937", "10Pz": "2838", "17Pz": "2838", "5MC": "2938"}
    game = fight(stage("combat", units), "2938", "3Pz", "4Pz", "10Pz", "17Pz", rolls=["roll 5"])
    assert column(game) == "9", "36 to 2 is 10-1 like 20 to 2"


# ---- Stukas (9.3.4) -----------------------------------------------------------------------------------


@rule("AVD 9.3.4a")
def test_a_stuka_helps_a_german_attack() -> None:
    game = fight(stage("combat", {"3Pz": WEST, "5MC": TARGET}, stukas=3), TARGET, "3Pz", rolls=["roll 5"])
    assert asked(game) == [("German", "stuka")]
    game.play("stuka")
    assert column(game) == "6"
    assert game.state.stukas == 2


@rule("AVD 9.3.4a")
def test_a_stuka_helps_in_defense() -> None:
    units = {"KV-1": WEST, "KV-2": WEST, "1Cav": TARGET}
    game = fight(stage("combat", units, side="soviet", stukas=1), TARGET, "KV-1", "KV-2", rolls=["roll 5"])
    assert asked(game) == [("German", "stuka")]
    game.play("stuka")
    assert column(game) == "1.5"


def test_a_stuka_can_be_kept() -> None:
    game = fight(stage("combat", {"3Pz": WEST, "5MC": TARGET}, stukas=1), TARGET, "3Pz", rolls=["roll 5"])
    assert verdict(game, "pass") == []
    game.play("pass")
    assert column(game) == "4"
    assert game.state.stukas == 1


def test_without_a_stuka_nobody_is_asked() -> None:
    game = fight(stage("combat", {"3Pz": WEST, "5MC": TARGET}, stukas=0), TARGET, "3Pz", rolls=["roll 5"])
    assert column(game) == "4"


@rule("AVD 9.3.4b")
def test_one_stuka_in_an_attack() -> None:
    units = {"KV-1": WEST, "KV-2": NORTHWEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = stage("combat", units, side="soviet", stukas=2)
    fight(game, TARGET, "KV-1", "KV-2", rolls=["roll 10", "draw 64ID", "roll 5"], stuka=True)
    game.play(f"join {WEST}")
    assert column(game) == "2", "9 to 2 and one Stuka; the second was not to be had for the second roll"
    assert game.state.stukas == 1


def test_each_attack_may_have_its_stuka() -> None:
    units = {"3Pz": WEST, "4Pz": "2640", "5MC": TARGET, "7MC": "2740"}
    game = fight(stage("combat", units, stukas=2), TARGET, "3Pz", rolls=["roll 1"], stuka=True)
    while asks(game) != "attack":
        game.push(next(iter(game.legal)))
    fight(game, "2740", "4Pz", rolls=["roll 1"], stuka=True)
    assert game.state.stukas == 0


# ---- turn 1, Timoshenko (9.3.5) -----------------------------------------------------------------------


@rule("AVD 9.3.5a")
def test_turn_one_helps_german_attacks_on_top_of_a_stuka() -> None:
    game = stage("combat", {"29Mot": WEST, "5MC": TARGET}, turn=1, stukas=1)
    assert column(fight(game, TARGET, "29Mot", rolls=["roll 5"], stuka=True)) == "6", "2-1 and four columns"


def test_turn_one_helps_no_soviet_attack() -> None:
    game = stage("combat", {"KV-1": WEST, "1Cav": TARGET}, side="soviet", turn=1)
    assert column(fight(game, TARGET, "KV-1", rolls=["roll 5"])) == "1.5"


@rule("AVD 9.3.5b", "AVD 7.5.1")
def test_timoshenko_shifts_one_column() -> None:
    game = stage("combat", {"KV-1": WEST, "1Cav": TARGET}, side="soviet", timoshenko=True)
    assert column(fight(game, TARGET, "KV-1", rolls=["roll 5"])) == "2"


def test_stuka_and_timoshenko_are_summed_and_kept_on_the_table_once() -> None:
    game = stage("combat", {"KV-1": WEST, "1Cav": TARGET}, side="soviet", timoshenko=True, stukas=1)
    assert column(fight(game, TARGET, "KV-1", rolls=["roll 5"], stuka=True)) == "1", "1.5-1, two left, one right"


# ---- what is possible (9.3.6, 9.3.7) ------------------------------------------------------------------


@rule("AVD 9.3.6a")
@pytest.mark.parametrize(("turn", "stukas"), [(2, 0), (1, 3)])
def test_below_one_to_one_after_terrain_is_impossible(turn: int, stukas: int) -> None:
    units = {"1Cav": "2937", "62C": "2938"}
    game = stage("combat", {**units, "3Pz": "2540", "5MC": "2541"}, turn=turn, stukas=stukas)
    assert verdict(game, "attack 2938") == ["AVD 9.3.6a"], "2 to 3, and no later shift makes up for it"


@rule("AVD 9.3.6a")
def test_an_attack_grows_until_it_is_possible() -> None:
    units = {"29Mot": "2937", "10Mot": "2838", "62C": "2938", "172ID": "2938"}
    game = stage("combat", units, rolls=["roll 6"])
    game.play("attack 2938")
    game.play("with 29Mot")
    assert verdict(game, "resolve") == ["AVD 9.3.6a"], "5 to 6"
    game.play("with 10Mot")
    assert column(game) == "1", "10 to 6 is 1.5-1, in the woods 1-1"


def test_one_to_one_in_the_woods_is_impossible() -> None:
    units = {"29Mot": "2937", "62C": "2938", "4AB": "2739", "3Pz": "2738"}
    game = stage("combat", units)
    assert verdict(game, "attack 2938") == [], "5 to 3 is 1.5-1, in the woods 1-1"
    game = stage("combat", units, reduced=["29Mot"])
    assert verdict(game, "attack 2938") == ["AVD 9.3.6a"], "4 to 3 is 1-1 and falls off the table"


def test_a_soviet_attack_never_falls_below_one_to_one_by_a_stuka() -> None:
    game = stage("combat", {"62C": WEST, "1Cav": TARGET, "8Inf": TARGET}, side="soviet", stukas=1, reduced=["8Inf"])
    assert column(fight(game, TARGET, "62C", rolls=["roll 5"], stuka=True)) == "1"


@rule("AVD 9.3.6b")
def test_above_ten_to_one_is_the_last_column() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET}, reduced=["5MC"], turn=1, stukas=1)
    assert column(fight(game, TARGET, "3Pz", rolls=["roll 5"], stuka=True)) == "10+", "9-1 and four columns"


@rule("AVD 9.3.7")
def test_no_defense_left_is_the_last_column_even_in_a_city() -> None:
    game = stage("combat", {"62C": "2747", "3Pz": "2647"}, side="soviet", reduced=["3Pz"], isolated=["3Pz"], stukas=3)
    fight(game, "2647", "62C", rolls=["roll 5"])
    assert column(game) == "10+", "and no Stuka was asked for"


@rule("AVD 9.3.7")
def test_nothing_against_nothing_is_the_last_column() -> None:
    units = {"PVO-1": "2547", "3Pz": "2647"}
    game = stage("combat", units, side="soviet", reduced=["3Pz", "PVO-1"], isolated=["3Pz", "PVO-1"])
    assert verdict(game, "attack 2647") == []
    fight(game, "2647", "PVO-1", rolls=["roll 5"])
    assert column(game) == "10+", "0 to 0"
