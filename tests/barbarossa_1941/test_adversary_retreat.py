"""Positions from the rulebook alone: the second loss, retreats, advances (6, 6.1). `adversary` has the table."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import fight, gone, no, settle, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, rules_broken, stage, steps_of
from ostfront.core.play.game import Game
from rule import rule

# DE-I (4, quality 4) from 2620 on SU-8A (4, quality 2) in 2519, die 6: 3 + 2 + 6 = 11: 0/2.
# Voronezh 2319, a source, is two hexes off; from 2419 and 2420 it is one, from 2518 and 2520 two, from 2619 three.
PUSH = {"DE-I": "2620", "SU-8A": "2519"}


def pushed(more: dict[str, str] | None = None, **fields: Any) -> Game:
    return fight({**PUSH, **(more or {})}, "2519", "DE-I", turn=3, rolls=["roll 6"], **fields)


def retreats(game: Game) -> set[str]:
    return {text.removeprefix("retreat ") for text in game.legal.texts if text.startswith("retreat")}


def take_losses(game: Game, way: str = "stand") -> None:
    """Answer everything about losses; `way` is the answer to the second one."""
    while asked(game) and asked(game)[0][1] in ("loss", "second loss"):
        act(game, way if way in game.legal else game.legal.texts[0])


@rule("B41 6.1a")
def test_towards_supply_is_not_away_from_it() -> None:
    """6.1a."""
    game = pushed()
    assert asked(game) == [("Soviet", "second loss")]
    assert retreats(game) == {"2419", "2420", "2518", "2520"}
    assert no(game, "retreat 2619") == "6.1a"


@rule("B41 6o")
def test_a_retreat_costs_one_step_of_two() -> None:
    """6o."""
    game = pushed()
    act(game, "retreat 2419")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2419", 1)
    assert asked(game) == [("Axis", "advance")]


@rule("B41 6.1c")
def test_into_a_zoc_one_step_more() -> None:
    """6.1c. 2520 touches 2620."""
    game = pushed()
    act(game, "retreat 2520")
    assert gone(game, "SU-8A")


@rule("B41 4c", "B41 6.1c")
def test_a_friend_cancels_that_zoc_an_airborne_corps_does_not() -> None:
    """6.1c, 4c."""
    game = pushed({"SU-11A": "2520"}, reduced=["SU-11A"])
    act(game, "retreat 2520")
    take_losses(game)
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A"), steps_of(game, "SU-11A")) == ("2520", 1, 1)
    game = pushed({"SU-4ABN": "2520"})
    act(game, "retreat 2520")
    take_losses(game)
    assert gone(game, "SU-8A")


@rule("B41 3a", "B41 6.1b")
def test_no_retreat_into_a_full_hex() -> None:
    """6.1b, 3a. Six points in 2419; five leave room for the one step that is left."""
    full = {"SU-11A": "2419", "SU-10A": "2419", "SU-13A": "2419"}
    game = pushed(full)
    assert no(game, "retreat 2419") in ("3a", "6.1b")
    assert yes(pushed(full, reduced=["SU-13A"]), "retreat 2419")


def test_enemies_in_the_way_make_a_detour_the_direction_of_supply() -> None:
    """6.1a. With 2419 and 2420 held the way is 2518, 2418, 2318, 2319: four; from 2619 it is four too."""
    game = pushed({"DE-X": "2419", "DE-V": "2420"})
    assert yes(game, "retreat 2619")


@rule("B41 6.1d")
def test_a_ring_of_enemies_leaves_no_retreat() -> None:
    """6.1d. All six neighbours are held: the loss is taken and nobody is asked."""
    ring = {"DE-X": "2419", "DE-V": "2420", "DE-VI": "2518", "SK-1": "2520", "DE-VII": "2619"}
    game = pushed(ring)
    assert gone(game, "SU-8A")
    assert game.state.lost_soviet == 0  # surrounded (9.2j)


def test_into_a_major_city_through_any_number_of_zocs() -> None:
    """4g, 6.1c. From 2419 into Voronezh, between 2418 and 2420; no ZOC enters it, so no step more."""
    units = {"DE-I": "2418", "DE-II": "2420", "DE-X": "2318", "SU-8A": "2419"}
    game = fight(units, "2419", "DE-I", turn=3, rolls=["roll 6"])
    act(game, "retreat 2319")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2319", 1)


def test_into_an_empty_major_city_of_the_enemy() -> None:
    """4g. Minsk, in Axis hands but empty. 4 to 4 in forest: 3 + 2 - 1 + 6 = 10: 1/2."""
    game = fight({"DE-I": "1115", "SU-13A": "1015"}, "1015", turn=3, held=["Minsk"], rolls=["roll 6"])
    assert yes(game, "retreat 0915")


def test_a_single_step_has_nothing_left_to_retreat_with() -> None:
    """6o: the first loss comes first."""
    game = pushed(reduced=["SU-8A"])
    assert gone(game, "SU-8A")
    assert asked(game) == [("Axis", "advance")]


def test_one_loss_gives_no_retreat() -> None:
    """6o. Die 1: 6: 1/1."""
    game = fight(PUSH, "2519", turn=3, rolls=["roll 1"])
    assert steps_of(game, "SU-8A") == 1
    assert ("Soviet", "second loss") not in asked(game)


@rule("B41 6o")
def test_three_losses_are_a_step_a_retreat_and_a_step() -> None:
    """6o. 18 to 6 is 3:1 (6), 5 - 2: +3, die 6: 15: 0/3. Four steps less two, in 2419."""
    armour = ("DE-XXXXI", "DE-XXXIX", "DE-XXXXVII")
    units = {**dict.fromkeys(armour, "2620"), "SU-3A": "2519", "SU-4A": "2519"}
    game = fight(units, "2519", *armour, answers=("lead DE-XXXXI", "lead SU-3A"), turn=3, rolls=["roll 6"])
    take_losses(game, "retreat 2419")
    left = [unit for unit in ("SU-3A", "SU-4A") if not gone(game, unit)]
    assert sum(steps_of(game, unit) for unit in left) == 2
    assert {place_of(game, unit) for unit in left} == {"2419"}


def test_standing_takes_all_three() -> None:
    """6o."""
    armour = ("DE-XXXXI", "DE-XXXIX", "DE-XXXXVII")
    units = {**dict.fromkeys(armour, "2620"), "SU-3A": "2519", "SU-4A": "2519"}
    game = fight(units, "2519", *armour, answers=("lead DE-XXXXI", "lead SU-3A"), turn=3, rolls=["roll 6"])
    take_losses(game)
    left = [unit for unit in ("SU-3A", "SU-4A") if not gone(game, unit)]
    assert [(place_of(game, unit), steps_of(game, unit)) for unit in left] == [("2519", 1)]


@rule("B41 6g")
def test_the_lead_takes_the_first_loss() -> None:
    """6g. 4 to 6 is 1:2 (2); SU-11MC leads with quality 1: 2 + 3 + 6 = 11: 0/2, and dies first."""
    units = {**PUSH, "SU-11MC": "2519"}
    game = fight(units, "2519", answers=("lead SU-11MC",), turn=3, rolls=["roll 6"])
    assert gone(game, "SU-11MC")
    assert steps_of(game, "DE-I") == 2
    act(game, "retreat 2419")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2419", 2)


@rule("B41 6q")
def test_a_static_unit_pins_the_stack() -> None:
    """6q. 18 to 6 is 3:1 (6), +3, die 5: 14: 0/2; militia in the stack: two steps, no retreat."""
    armour = ("DE-XXXXI", "DE-XXXIX", "DE-XXXXVII")
    units = {**dict.fromkeys(armour, "2620"), "SU-8A": "2519", "SU-OPOL1": "2519"}
    game = fight(units, "2519", *armour, answers=("lead DE-XXXXI", "lead SU-8A"), turn=3, rolls=["roll 5"])
    assert ("Soviet", "second loss") not in asked(game)
    take_losses(game)
    left = [unit for unit in ("SU-8A", "SU-OPOL1") if not gone(game, unit)]
    assert sum(steps_of(game, unit) for unit in left) == 2


def test_the_fortress_holds_alone_and_lends_its_quality() -> None:
    """12.4a, 12.4b. 11 to 4 is 2:1 (5), 4 - 3: +1, major city -2, die 6: 10: 1/2: the fortress is gone."""
    corps = ("DE-I", "DE-II", "DE-X")
    game = fight({**dict.fromkeys(corps, "1631"), "SU-FORT-SEV": "1531"}, "1531", *corps, turn=5, rolls=["roll 6"])
    take_losses(game)
    assert gone(game, "SU-FORT-SEV")
    assert asked(game) == [("Axis", "advance")]


def test_the_fortress_adds_its_value_to_an_army() -> None:
    """12.4a. 11 to 4 + 3 = 7 is 3:2 (4), 4 - 3: +1, -1, die 5: 9: 1/1."""
    corps = ("DE-I", "DE-II", "DE-X")
    units = {**dict.fromkeys(corps, "1631"), "SU-FORT-SEV": "1531", "SU-COASTA": "1531"}
    game = fight(units, "1531", *corps, answers=("lead SU-FORT-SEV",), turn=5, rolls=["roll 5"])
    take_losses(game)
    assert (steps_of(game, "SU-FORT-SEV"), steps_of(game, "SU-COASTA")) == (1, 2)


@rule("B41 6n")
def test_dead_attackers_do_not_advance() -> None:
    """6n. 1 to 2 is 1:2 (2), 2 - 2, die 4: 6: 1/1: both die."""
    game = fight({"SK-1": "2619", "SU-10MC": "2519"}, "2519", turn=3, rolls=["roll 4"])
    assert gone(game, "SK-1")
    assert gone(game, "SU-10MC")
    assert ("Axis", "advance") not in asked(game)


@rule("B41 3a", "B41 6.1e")
def test_six_points_advance_over_a_river_into_a_zoc() -> None:
    """6.1e, 3a. Four corps on 2522 over a river: 15 to 2 is 7:1 (10), 4 - 2 - 2; two dice 4 6 kill the corps."""
    corps = ("DE-I", "DE-II", "DE-X", "DE-VII")
    units = {"DE-I": "2521", "DE-II": "2521", "DE-X": "2622", "DE-VII": "2622", "SU-10MC": "2522", "SU-8A": "2523"}
    game = fight(units, "2522", *corps, turn=3, rolls=["4 6"])  # 20 + 10 = 30: 0/5
    assert asked(game) == [("Axis", "advance")]
    act(game, "advance DE-I", "advance DE-II", "advance DE-X")
    assert "advance DE-VII" not in game.legal
    assert place_of(game, "DE-X") == "2522"


@rule("B41 6.1e")
def test_a_finn_advances_where_he_could_not_march() -> None:
    """12.2c, 6.1e. 4 to 2 is 2:1 (5), 4 - 2: +2, forest -1, die 6: 12: 0/2. SU-23A in 1303 covers Vyborg."""
    units = {"FI-II": "1102", "FI-IV": "1103", "SU-10MC": "1203", "SU-23A": "1303"}
    game = fight(units, "1203", "FI-II", "FI-IV", turn=3, rolls=["roll 6"])
    assert yes(game, "advance FI-II")


def test_garrisons_attack_but_do_not_advance() -> None:
    """6a, 12.11c. From Kiev on 1121: 5 to 1 is 5:1 (8), 2 - 2, die 3: 11: 0/2."""
    units = {"SU-8A": "1221", "SU-GAR-KIE": "1221", "SK-1": "1121"}
    game = stage("combat", units, turn=3, side="soviet", rolls=["roll 3"])
    act(game, "attack 1121", "with SU-8A")
    assert yes(game, "with SU-GAR-KIE")
    act(game, "with SU-GAR-KIE")
    settle(game, "lead SU-8A")
    assert asked(game) == [("Soviet", "advance")]
    assert set(game.legal.texts) == {"done", "advance SU-8A"}


@rule("B41 12.2e")
def test_italians_do_not_retreat_to_the_coast() -> None:
    """12.2e. 8 to 2 is 4:1 (7), 2 - 2, die 4: 11: 0/2."""
    units = {"IT-CSIR": "1127", "SU-8A": "1227", "SU-9A": "1126"}
    game = fight(units, "1127", "SU-8A", "SU-9A", turn=4, side="soviet", rolls=["roll 4"])
    assert asked(game) == [("Axis", "second loss")]
    assert retreats(game) <= {"1027", "1028"}
    assert "12.2e" in [rule.removeprefix("B41 ") for rule in rules_broken(game, "retreat 1128")]


@rule("B41 12.2e")
def test_italians_do_not_advance_to_the_coast() -> None:
    """12.2e. 1128 touches the Black Sea: 6 to 2 from 1127 over a river is 3:1 (6), 4 - 2 - 2, die 6: 12: 0/2."""
    units = {"IT-CSIR": "1127", "DE-I": "1127", "SU-10MC": "1128"}
    game = fight(units, "1128", "IT-CSIR", "DE-I", answers=("lead DE-I",), turn=4, rolls=["roll 6"])
    assert asked(game) == [("Axis", "advance")]
    assert no(game, "advance IT-CSIR") == "12.2e"
    assert yes(game, "advance DE-I")


@rule("B41 6m", "B41 6o")
@pytest.mark.parametrize(("guns", "question"), [(True, True), (False, False)])
def test_an_automatic_loss_makes_the_second_loss(guns: bool, question: bool) -> None:
    """6m, 6o, 12.12c. In Poland, on the Axis railway: 1:1, die 1: 6: 1/1, with guns 1/2: a retreat is open."""
    units = {"DE-I": "0318", "SU-8A": "0218"}
    game = fight(units, "0218", answers=("guns",) if guns else (), turn=3, rolls=["roll 1"])
    assert (("Soviet", "second loss") in asked(game)) == question
    assert game.state.guns_axis == 6 - guns


def test_a_fort_goes_when_its_garrison_is_driven_out() -> None:
    """12.4d. 3 + 2 + 6 - 1 = 10: 1/2; the army falls back, the fort is gone at once."""
    game = pushed(forts_soviet=hexes("2519"))
    act(game, "retreat 2419")
    assert game.state.forts_soviet == 0


@rule("B41 6.1e")
def test_an_empty_city_reached_by_advance_counts_at_once() -> None:
    """13a, 6.1e. Smolensk 1414: 6 to 2 is 3:1 (6), +3, minor city -1, die 6: 14: 0/2; the city is Axis after it."""
    game = fight({"DE-XXXXI": "1413", "SU-10MC": "1414"}, "1414", turn=3, rolls=["roll 6"])
    act(game, "advance DE-XXXXI")
    assert game.state.held & hexes("Smolensk")
