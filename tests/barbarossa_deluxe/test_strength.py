"""Strengths (11.8, 11.9, 11.12, 1.3): factors, divisors, doubling, dice."""

from __future__ import annotations

from barbarossa_deluxe.battle import assault, attack, defence, laid, odds, told
from barbarossa_deluxe.stage import units
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, MOVE_FIGHT
from rule import rule

# ---- odds (11.8, 11.9) --------------------------------------------------------------------------------


@rule("BD 2.10")
def test_of_two_numbers_the_left_attacks_and_the_right_defends() -> None:
    """A panzer corps is 4-3, an infantry corps 2-4."""
    assert attack(laid({"3Pz": "2309", "6A": "2308"}, "2308", "3Pz", turn=17)) == 4
    assert defence(laid({"6A": "2307", "4C": "2308"}, "2308", "6A", side="soviet", turn=6)) == 4


@rule("BD 11.8a")
def test_factors_are_added_and_the_ratio_rounded_down() -> None:
    """Two panzer corps (4-3) and an infantry corps (2-4) against a rifle army: 10 to 3 is 3:1."""
    plan = laid({"3Pz": "2309", "14Pz": "2309", "4C": "2409", "6A": "2308"}, "2308", "3Pz", "14Pz", "4C", turn=17)
    assert (attack(plan), defence(plan), odds(plan)) == (10, 3, "3:1")


@rule("BD 11.9")
def test_poor_odds_are_rounded_up() -> None:
    """Five against eleven is 1:3: an infantry corps and a corps of three against a 6, two 2s and a 1."""
    positions = {"4C": "2309", "Ho": "2309", "6x": "2308", "1MC": "2308", "2MC": "2308", "9RC": "2308"}
    plan = laid(positions, "2308", "4C", "Ho", turn=17)
    assert (attack(plan), defence(plan), odds(plan)) == (5, 11, "1:3")


@rule("BD 11.2")
def test_all_units_of_a_hex_defend_together() -> None:
    plan = laid({"3Pz": "2309", "6A": "2308", "16A": "2308", "BCG": "2308"}, "2308", "3Pz", turn=17)
    assert defence(plan) == 7


# ---- halving (1.3, 11.12) -----------------------------------------------------------------------------

CUT_OFF = {"4C": "2208", "5C": "2408", "6C": "2307", "7C": "2209", "8C": "2409", "9C": "2309"}  # all around 2308


@rule("BD 1.3a", "BD 11.12b")
def test_halves_are_rounded_down() -> None:
    """A rifle army that is surrounded defends with half of three."""
    plan = laid({**CUT_OFF, "6A": "2308"}, "2308", "4C", turn=17)
    assert defence(plan) == 1


@rule("BD 1.3c", "BD 11.12b")
def test_units_with_one_divisor_are_added_before_they_are_halved() -> None:
    """Three rifle armies in a pocket: half of nine is four, not three times one."""
    plan = laid({**CUT_OFF, "6A": "2308", "16A": "2308", "18A": "2308"}, "2308", "4C", turn=17)
    assert defence(plan) == 4


@rule("BD 1.3b", "BD 11.12a")
def test_a_lone_unit_never_falls_below_one() -> None:
    plan = laid({**CUT_OFF, "9RC": "2308"}, "2308", "4C", turn=2)
    assert defence(plan) == 1


@rule("BD 1.3b", "BD 11.12a")
def test_a_quartered_army_still_attacks_with_one() -> None:
    """From turn 7 a rifle army with no supply has a quarter of three."""
    plan = laid({**CUT_OFF, "6A": "2308"}, "2309", "6A", side="soviet", turn=17)
    assert attack(plan) == 1


@rule("BD 1.3c")
def test_groups_are_divided_apart() -> None:
    """Two rifle armies in a pocket next to one outside: 6 / 4 and 3 / 2, one each."""
    positions = {"4C": "2208", "5C": "2408", "7C": "2209", "8C": "2409", "9C": "2309", "28C": "2307"}
    positions |= {"6A": "2308", "16A": "2308", "18A": "2306"}
    plan = laid(positions, "2307", "6A", "16A", "18A", side="soviet", turn=17)
    assert attack(plan) == 2


# ---- ground that changes factors ----------------------------------------------------------------------


@rule("BD 11.14b")
def test_mountain_infantry_attacks_rough_with_its_defense() -> None:
    """49th Mountain (2-4) against 2213, from the clear hex west of it."""
    rough = laid({"49Mtn": "2214", "6A": "2213"}, "2213", "49Mtn", turn=17)
    clear = laid({"49Mtn": "2309", "6A": "2308"}, "2308", "49Mtn", turn=17)
    assert (attack(rough), attack(clear)) == (4, 2)


@rule("BD 11.14b")
def test_mountain_infantry_needs_overland_supply_for_it() -> None:
    around = {"4A": "2215", "5A": "2315", "8A": "2314", "9A": "2114", "10A": "2115"}
    plan = laid({**around, "49Mtn": "2214", "6A": "2213"}, "2213", "49Mtn", turn=17)
    assert attack(plan) == 1


@rule("BD 11.15a")
def test_mechanized_units_are_halved_in_marsh() -> None:
    """A panzer corps and an infantry corps against 2112: 4 / 2 + 2."""
    plan = laid({"3Pz": "2012", "4C": "2012", "6A": "2112"}, "2112", "3Pz", "4C", turn=17)
    assert attack(plan) == 4


@rule("BD 5.13")
def test_on_turn_1_two_marshes_are_firm() -> None:
    firm = laid({"3Pz": "2015", "6A": "2014"}, "2014", "3Pz", turn=1)
    later = laid({"3Pz": "2015", "6A": "2014"}, "2014", "3Pz", turn=2)
    other = laid({"3Pz": "2015", "6A": "2114"}, "2114", "3Pz", turn=1)
    assert (attack(firm), attack(later), attack(other)) == (4, 2, 2)


@rule("BD 11.20c")
def test_panzer_corps_attack_cities_with_their_defense() -> None:
    """Kursk (2207): the 4-3 corps has 3, 2nd SS (6-5) has 5."""
    plan = laid({"3Pz": "2208", "2SSPz": "2208", "6A": "2207"}, "2207", "3Pz", "2SSPz", turn=17)
    assert attack(plan) == 8


@rule("BD 8.29c")
def test_late_panzer_corps_attack_cities_with_their_attack() -> None:
    plan = laid({"3Pz-late": "2208", "6A": "2207"}, "2207", "3Pz-late", turn=25)
    assert attack(plan) == 2


# ---- shock armies (5.7) -------------------------------------------------------------------------------

SHOCK = {"1Sh": "2307", "4C": "2308"}


@rule("BD 5.7b")
def test_shock_armies_are_doubled_when_the_soviets_fight_first() -> None:
    first = laid(SHOCK, "2308", "1Sh", side="soviet", turn=6)
    twice = laid(SHOCK, "2308", "1Sh", side="soviet", turn=6, order=FIGHT_FIGHT)
    moved = laid(SHOCK, "2308", "1Sh", side="soviet", turn=6, order=MOVE_FIGHT)
    assert (attack(first), attack(twice), attack(moved)) == (6, 6, 3)


@rule("BD 5.7c", "BD 7.22e")
def test_from_turn_7_the_doubling_needs_offensive_supply() -> None:
    """In range of a marker 6; without it half of 3, not of 6."""
    depot = laid({"1Sh": "2307", "4C": "2308"}, "2308", "1Sh", side="soviet", turn=8)
    supplied = depot.game.facts.board.index("2306")
    assert attack(depot) == 1
    depot.game.state.depots = (supplied, -1, -1)
    assert attack(depot) == 6


@rule("BD 5.7b")
def test_shock_armies_in_a_pocket_are_not_doubled() -> None:
    plan = laid({**CUT_OFF, "1Sh": "2308"}, "2309", "1Sh", side="soviet", turn=6)
    assert attack(plan) == 1


# ---- artillery and air armies (8.36, 8.38) ------------------------------------------------------------

ARMIES = {"6A": "2307", "16A": "2307", "4C": "2308"}


@rule("BD 8.36b")
def test_artillery_doubles_an_army() -> None:
    plan = laid(ARMIES, "2308", "6A", "16A", side="soviet", turn=6)
    assert attack(plan, guns=units("6A")) == 9


@rule("BD 8.38b")
def test_an_air_army_adds_one_and_is_neither_doubled_nor_halved() -> None:
    """A rifle army with artillery and an air army: 3 x 2 + 1 = 7; without offensive supply 6 / 2 + 1."""
    plan = laid({"6A": "2307", "4C": "2308"}, "2308", "6A", side="soviet", turn=17)
    both = {"guns": units("6A"), "wings": units("6A")}
    assert attack(plan, **both) == 4
    plan.game.state.depots = (plan.game.facts.board.index("2306"), -1, -1)
    assert attack(plan, **both) == 7


@rule("BD 11.23c")
def test_a_luftwaffe_counter_has_no_factor() -> None:
    plan = laid({"3Pz": "2309", "6A": "2308"}, "2308", "3Pz", turn=17)
    assert attack(plan, luftwaffe=True) == 4


# ---- dice for strengths (8.4, 8.35) -------------------------------------------------------------------


@rule("BD 8.4b")
def test_an_emergency_unit_rolls_for_its_factor() -> None:
    """Each of two rolls: 5 and 2 are 7 against 3, which is 2:1; then the die of the battle."""
    game = assault({"II": "2309", "III": "2309", "6A": "2308"}, "2308", "II", "III", turn=31, rolls=["5", "2", "6"])
    assert [args[1] for args in told(game, "strength")] == [5, 2]
    assert told(game, "odds")[0][:2] == (7, 3)


@rule("BD 8.4b")
def test_supply_halves_the_die_of_an_emergency_unit() -> None:
    around = {"4A": "2208", "5A": "2408", "6A": "2307", "8A": "2209", "9A": "2409", "10A": "2309"}
    plan = laid({**around, "II": "2308"}, "2309", "II", turn=31)
    assert attack(plan, dice=(5,)) == 2


@rule("BD 8.35c")
def test_the_counter_fire_corps_has_its_die_in_full() -> None:
    """Leningrad is cut off: the rifle army has a quarter of 3, the corps its die."""
    positions = {"LCFC": "1011", "23A": "1011", "1C": "1110", "2C": "1111"}
    plan = laid(positions, "1111", "LCFC", "23A", side="soviet", turn=20, german=("1009", "1010"))
    assert attack(plan, dice=(5,)) == 5 + 1
