"""Positions from the rulebook alone: odds, dice, losses and what they count (6, 9.2). `adversary` has the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from barbarossa_1941.adversary import attacking, fight, gone, no, settle, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage, steps_of
from rule import rule

DUEL = {"DE-I": "2619", "SU-8A": "2519"}  # 4 to 4 in the open: 1:1 (3), quality 4 against 2: +2


# ---- dice ---------------------------------------------------------------------------------------------


@rule("B41 6f")
@pytest.mark.parametrize(("reduced", "steps", "left"), [((), 8, 0), (("DE-V",), 7, 0), (("DE-V", "DE-X"), 6, 1)])
def test_one_die_up_to_six_steps_two_from_seven(reduced: tuple[str, ...], steps: int, left: int) -> None:
    """6f. 4 + 4 + 3 + 3 = 14, with one corps reduced 13, with two 12: all 3:1 (6), +2.

    Two dice 1 1: 16 + 2 = 18: 1/2, both steps of an army that stands. One die 1: 8 + 1 = 9: 1/1."""
    units = {"DE-I": "2619", "DE-II": "2619", "DE-X": "2619", "DE-V": "2620", "SU-8A": "2519"}
    game = fight(units, "2519", "DE-I", "DE-II", "DE-X", "DE-V", turn=3, reduced=reduced, rolls=["1 1"])
    while asked(game)[0][1] in ("loss", "second loss"):
        act(game, "stand" if "stand" in game.legal else game.legal.texts[0])
    assert steps_of(game, "SU-8A") == left or (left == 0 and gone(game, "SU-8A")), steps


def test_six_defenders_against_one_corps_are_one_die() -> None:
    """6f: the larger side has six. 4 to 12 is 1:3 (1), +2, die 6: 9: 1/1; two dice 6 1 would be 6 + 7: 2/1."""
    units = {"DE-I": "2619", "SU-8A": "2519", "SU-11A": "2519", "SU-10A": "2519", "SU-4ABN": "2519"}
    game = fight(units, "2519", turn=3, rolls=["6 1"])
    assert steps_of(game, "DE-I") == 1


# ---- the lead -----------------------------------------------------------------------------------------


@rule("B41 6h")
def test_a_motorised_attacker_must_lead_be_it_a_weak_one() -> None:
    """6h. HU-GYOR leads German infantry: 6 to 4 is 3:2 (4), 3 against 2: +1, die 1: 6: 1/1; the loss is Hungarian."""
    units = {"DE-I": "2619", "HU-GYOR": "2619", "SU-8A": "2519"}
    game = fight(units, "2519", "DE-I", "HU-GYOR", turn=4, triggers=(1, 0, 0, 0, 0), rolls=["roll 1"])
    assert (steps_of(game, "HU-GYOR"), steps_of(game, "DE-I")) == (1, 2)


@rule("B41 6h")
def test_several_motorised_attackers_leave_a_choice_among_them() -> None:
    """6h."""
    units = {"DE-I": "2619", "DE-XXXXI": "2619", "DE-LVI": "2620", "SU-8A": "2519"}
    game = attacking(units, "2519", "DE-I", "DE-XXXXI", "DE-LVI", turn=3)
    assert asked(game) == [("Axis", "lead")]
    assert set(game.legal.texts) == {"lead DE-XXXXI", "lead DE-LVI"}
    assert no(game, "lead DE-I") == "6h"


def test_no_such_duty_in_defence_and_the_attacker_names_his_lead_first() -> None:
    """6g, 6h."""
    units = {"DE-I": "2619", "DE-X": "2619", "SU-8A": "2519", "SU-1MC": "2519"}
    game = attacking(units, "2519", "DE-I", "DE-X", turn=3)
    assert asked(game) == [("Axis", "lead")]
    act(game, "lead DE-I")
    assert asked(game) == [("Soviet", "lead")]
    assert set(game.legal.texts) == {"lead SU-8A", "lead SU-1MC"}


@rule("B41 6h")
def test_cavalry_on_its_reduced_side_need_not_lead_a_mobile_group_must() -> None:
    """1b, 6h."""
    units = {"SU-6CC": "2619", "SU-8A": "2619", "DE-I": "2519"}
    game = attacking(units, "2519", "SU-6CC", "SU-8A", turn=3, side="soviet")
    assert yes(game, "lead SU-8A")
    game = attacking(units, "2519", "SU-6CC", "SU-8A", turn=3, side="soviet", steps={"SU-6CC": 2}, rolls=["roll 1"])
    settle(game)  # 4 + 2 to 4: 3:2 (4), 2 against 4: -2, die 1: 3: 2/0, the first for the group
    assert steps_of(game, "SU-6CC") == 1


# ---- columns ------------------------------------------------------------------------------------------


@rule("B41 6i")
def test_four_columns_of_quality() -> None:
    """6i. 5 against 1: 6 to 2 is 3:1 (6), +4, die 1: 11: 0/2, no loss of the attacker."""
    game = fight({"DE-XXXXI": "2619", "SU-11MC": "2519"}, "2519", turn=3, rolls=["roll 1"])
    assert steps_of(game, "DE-XXXXI") == 2
    assert gone(game, "SU-11MC")


def test_below_the_first_column() -> None:
    """6l. 3 to 6 is 1:2 (2), quality 1 against 5: -4, so the first column (0); die 6: 6: 1/1, not 4: 2/0."""
    game = fight({"SU-32A": "2619", "DE-XXXXI": "2519"}, "2519", turn=3, side="soviet", rolls=["roll 6"])
    assert (steps_of(game, "SU-32A"), steps_of(game, "DE-XXXXI")) == (1, 1)


@rule("B41 6l")
def test_all_shifts_are_added_before_the_end_column_counts() -> None:
    """6l. 18 to 3 is 6:1 (9), +4, forest -1: 12, so 11; die 4: 15: 0/3. Cut off on the way it would be 10: 0/2."""
    armour = ("DE-XXXXI", "DE-XXXIX", "DE-XXXXVII")
    units = {**dict.fromkeys(armour, "1218"), "SU-13MC": "1117", "SU-17MC": "1117", "SU-20MC": "1117"}
    game = fight(units, "1117", *armour, turn=3, rolls=["roll 4"])
    while asked(game)[0][1] in ("loss", "second loss"):
        act(game, "stand" if "stand" in game.legal else game.legal.texts[0])
    assert all(gone(game, unit) for unit in ("SU-13MC", "SU-17MC", "SU-20MC"))


@rule("B41 6j")
def test_fractions_favour_the_defender() -> None:
    """6j. 7 to 4 is 3:2 (4), +2, die 4: 10: 1/2; 2:1 would cost the attacker nothing."""
    game = fight({**DUEL, "DE-X": "2619"}, "2519", "DE-I", "DE-X", answers=("lead DE-X",), turn=3, rolls=["roll 4"])
    assert steps_of(game, "DE-X") == 1


@rule("B41 6j")
def test_three_to_four_is_one_to_two() -> None:
    """6j. 1:2 (2), +2, die 1: 5: 1/0; at 1:1 the army would lose a step."""
    game = fight({"DE-X": "2619", "SU-8A": "2519"}, "2519", turn=3, rolls=["roll 1"])
    assert (steps_of(game, "DE-X"), steps_of(game, "SU-8A")) == (1, 2)


def test_a_hopeless_attack_is_allowed() -> None:
    """6a, 6l. 1 to 8: first column, quality 2 against 2, die 6: 6: 1/1; the Slovaks die, the army still loses."""
    game = fight({"SK-1": "2619", "SU-8A": "2519", "SU-11A": "2519"}, "2519", turn=3, rolls=["roll 6"])
    while asked(game)[0][1] == "loss":
        act(game, game.legal.texts[0])
    assert gone(game, "SK-1")
    assert steps_of(game, "SU-8A") + steps_of(game, "SU-11A") == 3


@rule("B41 6k")
def test_minor_city_and_forest_are_one_shift() -> None:
    """6k and the chart: the better one counts. Bobruisk 1116, forest and city: 1:1 (3), +2, -1, die 6: 10: 1/2."""
    game = fight({"DE-I": "1117", "SU-8A": "1116"}, "1116", turn=3, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1
    assert asked(game) == [("Soviet", "second loss")]


# ---- rivers -------------------------------------------------------------------------------------------


@rule("B41 6k")
@pytest.mark.parametrize(
    ("units", "turn", "cost"),
    [
        ({"DE-I": "2521"}, 3, 1),  # 3 + 2 - 2 + 6 = 9: 1/1
        ({"DE-I": "2521"}, 8, 0),  # frozen: 3 + 2 + 6 = 11: 0/2
        ({"DE-I": "2422"}, 3, 0),  # 2422 is on the same bank
        ({"DE-I": "2521", "DE-II": "2422"}, 3, 0),  # 8 to 4 is 2:1 (5), + 2 + 6 = 13: one is across, one is not
        ({"DE-I": "2521", "DE-II": "2622"}, 3, 0),  # both across: 5 + 2 - 2 + 6 = 11: 0/2
    ],
)
def test_a_river_counts_if_every_attacker_is_across_it(units: dict[str, str], turn: int, cost: int) -> None:
    """6k. 2521 and 2622 are across a river from 2522, 2422 is not; the fronts of columns 24 to 26 stay clear."""
    game = fight({**units, "SU-8A": "2522"}, "2522", *units, turn=turn, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 2 - cost


# ---- die modifiers ------------------------------------------------------------------------------------


def test_isolated_attackers_and_defenders() -> None:
    """8.1b, 8.1c. 3 + 2 + 6 - 2 = 9: 1/1; 3 + 2 + 5 + 1 = 11: 0/2, without the marker 10: 1/2."""
    game = fight(DUEL, "2519", turn=3, isolated=["DE-I"], rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1
    game = fight(DUEL, "2519", turn=3, isolated=["SU-8A"], rolls=["roll 5"])
    assert steps_of(game, "DE-I") == 2
    game = fight(DUEL, "2519", turn=3, rolls=["roll 5"])
    assert steps_of(game, "DE-I") == 1


def test_one_isolated_corps_among_the_attackers_may_be_left_out() -> None:
    """8.1b. With it 8 to 4: 2:1 (5) + 2 + 3 - 2 = 8: 1/1; alone the other has 3 + 2 + 6 = 11."""
    units = {**DUEL, "DE-II": "2620"}
    game = fight(units, "2519", "DE-I", "DE-II", answers=("lead DE-I",), turn=3, isolated=["DE-II"], rolls=["roll 3"])
    assert steps_of(game, "DE-I") == 1
    assert asked(game)[0][1] != "second loss"
    game = fight(units, "2519", "DE-I", turn=3, isolated=["DE-II"], rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 2


def test_a_campaign_fort_takes_one_off() -> None:
    """12.4c. 3 + 2 + 6 - 1 = 10: 1/2."""
    game = fight(DUEL, "2519", turn=3, forts_soviet=hexes("2519"), rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1


@rule("B41 12.3k")
@pytest.mark.parametrize(
    ("attacker", "defender", "cost"),
    [
        ("DE-I", "SU-8A", 1),  # 3 + 2 + 6 - 1 = 10: 1/2
        ("DE-XXXXIX", "SU-8A", 0),  # mountain troops: 3 + 2 + 6 = 11: 0/2
        ("DE-I", "SU-BELOV", 0),  # guards cavalry: 4 to 2 is 2:1 (5), 4 - 3, 5 + 1 + 6 = 12: 0/2
        ("DE-XXXXI", "SU-1SH", 0),  # shock army: 6 to 6 (3), 5 - 3, 3 + 2 + 6 = 11: 0/2
    ],
)
def test_deep_freeze(attacker: str, defender: str, cost: int) -> None:
    """12.3k. Turn 10 in the south; units of either side lift the -1."""
    game = fight({attacker: "2619", defender: "2519"}, "2519", turn=10, rolls=["roll 6"])
    assert steps_of(game, attacker) == 2 - cost


def test_a_finn_lifts_the_frost() -> None:
    """12.3k. 2 to 3 is 1:2 (2), 4 - 2: +2, forest -1, die 3: 6: 1/1; with -1 it would be 5: 1/0."""
    game = fight({"FI-VI": "1102", "SU-3A": "1203"}, "1203", turn=10, rolls=["roll 3"])
    assert steps_of(game, "SU-3A") == 1


@rule("B41 12.3b")
def test_frost_is_that_of_the_hex_attacked() -> None:
    """12.3b. Turn 9: 2618 has deep freeze, 2619 is icy. DE-I, die 6: 11: 0/2 or 10: 1/2."""
    game = fight({"DE-I": "2618", "SU-8A": "2619"}, "2619", turn=9, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 2
    game = fight({"DE-I": "2619", "SU-8A": "2618"}, "2618", turn=9, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1


@rule("B41 12.8d")
def test_surprise_needs_a_german_lead() -> None:
    """12.8d. DE-I leads: 6 to 4 is 3:2 (4), + 2 + 4 + 1 = 11: 0/2. RO-IV leads: 4 + 0 + 6 = 10: 1/2."""
    units = {**DUEL, "RO-IV": "2619"}
    game = fight(units, "2519", "DE-I", "RO-IV", answers=("lead DE-I",), turn=1, rolls=["roll 4"])
    assert steps_of(game, "DE-I") == 2
    assert gone(game, "SU-8A")
    game = fight(units, "2519", "DE-I", "RO-IV", answers=("lead RO-IV",), turn=1, rolls=["roll 6"])
    assert steps_of(game, "RO-IV") == 1


def test_soviet_attacks_have_no_surprise() -> None:
    """12.8d. Turn 1: 4 to 4 (3), 2 - 4: -2, die 4: 5: 1/0."""
    game = fight({"SU-8A": "2619", "DE-I": "2519"}, "2519", turn=1, side="soviet", rolls=["roll 4"])
    assert (steps_of(game, "SU-8A"), steps_of(game, "DE-I")) == (1, 2)


# ---- who attacks whom ---------------------------------------------------------------------------------


@rule("B41 6c")
def test_each_unit_and_each_hex_once_a_phase() -> None:
    """6c. DE-I attacks 2519, 1/1 (3 + 2 + 1 = 6), then nothing more."""
    units = {**DUEL, "DE-II": "2620", "SU-11A": "2618"}
    game = fight(units, "2519", "DE-I", turn=3, rolls=["roll 1"])
    assert asked(game)[0][1] != "attack" or "attack 2519" not in game.legal
    assert ("Axis", "attack") not in asked(game)  # DE-I has attacked, DE-II touches only 2519


@rule("B41 12.2a")
def test_romanians_do_not_attack_with_hungarians() -> None:
    """12.2a, from two hexes neither."""
    units = {"RO-IV": "2619", "HU-VIII": "2620", "DE-I": "2620", "SU-8A": "2519"}
    game = stage("combat", units, turn=5, triggers=(1, 0, 0, 0, 0))
    act(game, "attack 2519", "with RO-IV")
    assert no(game, "with HU-VIII") == "12.2a"
    assert yes(game, "with DE-I")


@rule("B41 12.2c")
def test_finns_attack_from_within_their_frontier_only() -> None:
    """12.2c. From 1102 on Vyborg; not from Vyborg on 1204; their neighbours may."""
    assert yes(stage("combat", {"FI-II": "1102", "SU-23A": "1203"}, turn=3), "attack 1203")
    game = stage("combat", {"FI-II": "1203", "DE-I": "1303", "SU-23A": "1204"}, turn=3)
    assert yes(game, "attack 1204")
    game = stage("combat", {"FI-II": "1203", "DE-I": "2619", "SU-8A": "2519", "SU-23A": "1204"}, turn=3)
    assert no(game, "attack 1204") == "12.2c"


@rule("B41 12.10b", "B41 12.10e")
def test_no_attack_across_estuaries_lakes_and_kerch() -> None:
    """4f, 12.10b, 12.10e. 1128 | 1228 is an estuary; Kerch with superiority only; 1407 | 1408 in deep freeze."""
    far = {"DE-II": "2619", "SU-11A": "2519"}
    assert "attack 1228" not in stage("combat", {**far, "DE-I": "1128", "SU-8A": "1228"}, turn=3).legal
    kerch = {**far, "DE-I": "1930", "SU-51A": "2031"}
    assert "attack 2031" not in stage("combat", kerch, turn=5).legal
    assert yes(stage("combat", kerch, turn=5, held=["Odessa", "Sevastopol"]), "attack 2031")
    lake = {**far, "DE-I": "1407", "SU-8A": "1408"}
    assert "attack 1408" not in stage("combat", lake, turn=8).legal
    assert yes(stage("combat", lake, turn=9), "attack 1408")


def test_a_quality_two_corps_may_attack_a_lone_airborne_corps() -> None:
    """12.5d. Value 0: last column (11); die 1: 12: 0/2, any loss kills it."""
    game = fight({"RO-IV": "2619", "SU-4ABN": "2519"}, "2519", turn=3, rolls=["roll 1"])
    assert gone(game, "SU-4ABN")
    assert steps_of(game, "RO-IV") == 2


# ---- what a loss counts -------------------------------------------------------------------------------


def test_losses_on_the_tracks() -> None:
    """9.2i, 9.2m. 1/1: a German infantry step and a Soviet one; allies, cavalry and mechanised corps do not count."""
    game = fight(DUEL, "2519", turn=3, rolls=["roll 1"])  # 3 + 2 + 1 = 6: 1/1
    assert (game.state.lost_infantry, game.state.lost_motorised, game.state.lost_soviet) == (1, 0, 1)
    game = fight({"DE-XXXXI": "2619", "SU-1MC": "2519"}, "2519", turn=3, rolls=["roll 1"])  # 4 + 3 + 1 = 8: 1/1
    assert (game.state.lost_infantry, game.state.lost_motorised, game.state.lost_soviet) == (0, 1, 0)
    game = fight({"RO-IV": "2619", "SU-6CC": "2519"}, "2519", turn=3, rolls=["roll 1"])  # 2:1 (5) + 0 + 1 = 6: 1/1
    assert (game.state.lost_infantry, game.state.lost_motorised, game.state.lost_soviet) == (0, 0, 0)
    assert gone(game, "SU-6CC")


def test_isolated_and_surrounded_steps_do_not_count() -> None:
    """9.2j."""
    game = fight(DUEL, "2519", turn=3, isolated=["SU-8A"], rolls=["roll 1"])  # 6 + 1 = 7: 1/1
    assert game.state.lost_soviet == 0
    # every neighbour is held or covered; DE-V keeps the ZOC of 2619 when DE-I has lost its step, which it does first
    ring = {"DE-I": "2619", "DE-V": "2619", "DE-II": "2420", "DE-X": "2518", "SU-8A": "2519"}
    game = fight(ring, "2519", "DE-I", turn=3, rolls=["roll 1"])
    assert steps_of(game, "SU-8A") == 1
    assert game.state.lost_soviet == 0


@rule("B41 4c")
def test_a_friend_in_one_neighbour_opens_the_ring() -> None:
    """9.2j, 4c. SU-11A with one step in 2419 cancels the ZOC there."""
    ring = {"DE-I": "2619", "DE-V": "2619", "DE-II": "2420", "DE-X": "2518", "SU-8A": "2519", "SU-11A": "2419"}
    game = fight(ring, "2519", "DE-I", turn=3, reduced=["SU-11A"], rolls=["roll 1"])
    assert game.state.lost_soviet == 1


def test_the_track_ends_at_ten() -> None:
    """9.2l."""
    game = fight(DUEL, "2519", turn=3, lost_soviet=10, rolls=["roll 1"])
    assert game.state.lost_soviet == 10


# ---- odds ---------------------------------------------------------------------------------------------


def test_odds_of_a_duel() -> None:
    """6. 3 + 2: die 1 to 4 gives 6 to 9: 1/1; 5 gives 10: 1/2; 6 gives 11: 0/2."""
    units = {**DUEL, "DE-II": "2613"}
    game = stage("combat", units, turn=3)
    odds = game.odds("attack 2519") or game.odds("resolve")
    assert odds is not None
    assert sum(chance for chance, _ in odds.rows) == 1
    assert sorted(chance for chance, _ in odds.rows) == [Fraction(1, 6), Fraction(1, 6), Fraction(2, 3)]


def test_place_of_the_dead() -> None:
    """9.2n, 9.2o. A dead army can come back; a German corps is out for good."""
    game = fight({"DE-XXXXI": "2619", "SU-8A": "2519"}, "2519", turn=1, rolls=["roll 6"])  # 4 + 3 + 7 = 14: 0/2
    assert place_of(game, "SU-8A") == "eliminated"
