"""Combat (6) by example: who attacks, the order of things, steps, the second loss; overruns (7)."""

from __future__ import annotations

import pytest

from barbarossa_1941.adversary import attacking, fight, gone, marching, no, settle, yes
from barbarossa_1941.stage import FACTS, act, asked, place_of, stage, steps_of
from ostfront.games.barbarossa_1941.rules.strength import attack_strength
from ostfront.games.barbarossa_1941.rules.victory import points
from rule import rule

DUEL = {"DE-I": "2619", "SU-8A": "2519"}  # 4 to 4 in the open: 1:1 (3), quality 4 against 2: +2


# ---- who attacks whom ---------------------------------------------------------------------------------


@rule("B41 6a")
def test_nobody_must_attack() -> None:
    game = stage("combat", DUEL, turn=3)
    assert asked(game) == [("Axis", "attack")]
    act(game, "done")
    assert ("Axis", "attack") not in asked(game)


@rule("B41 6a")
def test_nobody_must_attack_all_his_neighbours() -> None:
    """DE-II could still attack 2618."""
    game = fight({**DUEL, "DE-II": "2718", "SU-11A": "2618"}, "2519", "DE-I", turn=3, rolls=["roll 1"])
    assert yes(game, "attack 2618")
    act(game, "done")
    assert ("Axis", "attack") not in asked(game)


@rule("B41 6b")
def test_units_of_several_hexes_attack_together() -> None:
    """8 to 4 is 2:1 (5), +2, die 4: 11: 0/2; alone DE-I has 3 + 2 + 4 = 9: 1/1."""
    units = {**DUEL, "DE-II": "2620"}
    game = stage("combat", units, turn=3, rolls=["roll 4"])
    act(game, "attack 2519", "with DE-I")
    assert yes(game, "with DE-II")
    act(game, "with DE-II")
    settle(game)
    assert (steps_of(game, "DE-I"), steps_of(game, "DE-II")) == (2, 2)
    assert asked(game) == [("Soviet", "second loss")]


@rule("B41 6c")
def test_a_hex_is_not_attacked_twice() -> None:
    """DE-II has not attacked yet, but 2519 has been."""
    units = {**DUEL, "DE-II": "2620", "SU-11A": "2621"}
    game = fight(units, "2519", "DE-I", turn=3, rolls=["roll 1"])
    assert asked(game) == [("Axis", "attack")]
    assert no(game, "attack 2519") == "6c"
    assert yes(game, "attack 2621")


@rule("B41 6c")
def test_a_unit_does_not_attack_twice() -> None:
    units = {**DUEL, "SU-11A": "2620"}
    game = fight(units, "2519", "DE-I", turn=3, rolls=["roll 1"])
    assert ("Axis", "attack") not in asked(game)


# ---- steps --------------------------------------------------------------------------------------------


@rule("B41 1c")
def test_a_shock_army_has_three_steps_of_two() -> None:
    """6 to 6 is 1:1 (3), quality 5 against 3: +2, die 1: 6: 1/1; then it has 4, then 2."""
    index = FACTS.roster.index["SU-1SH"]
    for steps, value in ((3, 6), (2, 4), (1, 2)):
        game = stage("combat", {"SU-1SH": "2519"}, turn=8, steps={"SU-1SH": steps})
        assert attack_strength(FACTS, game.state, 1 << index) == value
    game = fight({"DE-XXXXI": "2619", "SU-1SH": "2519"}, "2519", turn=8, rolls=["roll 1"])
    assert steps_of(game, "SU-1SH") == 2


@rule("B41 1c")
def test_a_reduced_corps_has_its_lower_value_and_its_quality() -> None:
    """DE-XXXXI with one step: 3 to 4 is 1:2 (2), quality still 5 against 2: +3, die 1: 6: 1/1; whole it has 3:2."""
    game = fight(
        {"DE-XXXXI": "2619", "SU-8A": "2519"}, "2519", turn=3, reduced=["DE-XXXXI"], rolls=["roll 1"]
    )  # fmt: skip
    assert gone(game, "DE-XXXXI")
    assert steps_of(game, "SU-8A") == 1


@rule("B41 3b")
def test_an_airborne_corps_takes_no_room() -> None:
    full = dict.fromkeys(("SU-8A", "SU-11A", "SU-10A"), "2618")
    game = marching({**full, "SU-4ABN": "2617"}, "SU-4ABN", turn=3, side="soviet")
    assert yes(game, "go 2618")
    game = marching({**full, "SU-13A": "2617"}, "SU-13A", turn=3, side="soviet", reduced=["SU-13A"])
    assert no(game, "go 2618") == "3a"


# ---- losses and retreats ------------------------------------------------------------------------------


@rule("B41 6n")
def test_the_attacker_takes_his_losses_before_the_defender() -> None:
    """3 + 2 + 5 = 10: 1/2. DE-I is reduced before the Soviets are asked for their second loss."""
    game = fight(DUEL, "2519", turn=3, rolls=["roll 5"])
    assert asked(game) == [("Soviet", "second loss")]
    assert steps_of(game, "DE-I") == 1
    assert place_of(game, "DE-I") == "2619"


@rule("B41 6o")
@pytest.mark.parametrize(("answer", "place", "steps"), [("retreat 2419", "2419", 1), ("stand", "eliminated", 2)])
def test_the_second_loss_may_be_a_retreat(answer: str, place: str, steps: int) -> None:
    """3 + 2 + 6 = 11: 0/2."""
    game = fight(DUEL, "2519", turn=3, rolls=["roll 6"])
    act(game, answer)
    assert place_of(game, "SU-8A") == place
    assert gone(game, "SU-8A") or steps_of(game, "SU-8A") == steps


@rule("B41 4g")
def test_a_major_city_is_open_even_away_from_supply() -> None:
    """The note of 4. Voronezh is Axis and empty; from 2220 every source lies on the other side of it."""
    game = fight({"DE-I": "2119", "SU-8A": "2220"}, "2220", turn=3, held=["Voronezh"], rolls=["roll 6"])
    assert asked(game) == [("Soviet", "second loss")]
    assert yes(game, "retreat 2319")
    act(game, "retreat 2319")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2319", 1)


@rule("B41 6.1b")
def test_no_retreat_over_an_estuary() -> None:
    """1128 | 1228 is an estuary, and Odessa beyond it a source. 12 to 4 is 3:1 (6), +2, river -2, die 6: 12: 0/2."""
    corps = ("DE-I", "DE-II", "DE-V", "DE-VI")
    game = fight({**dict.fromkeys(corps[:3], "1127"), "SU-8A": "1128"}, "1128", *corps[:3], turn=3, rolls=["roll 6"])
    assert "retreat 1228" not in game.legal
    assert place_of(game, "SU-8A") == "1128" or gone(game, "SU-8A")


@rule("B41 6.1d")
def test_without_a_way_out_all_losses_are_steps() -> None:
    """0/2, and every neighbour of 2519 is held: nobody is asked."""
    ring = {"DE-X": "2419", "DE-V": "2420", "DE-VI": "2518", "SK-1": "2520", "DE-VII": "2620"}
    game = fight({**DUEL, **ring}, "2519", "DE-I", turn=3, rolls=["roll 6"])
    assert gone(game, "SU-8A")


# ---- overruns -----------------------------------------------------------------------------------------


@rule("B41 7d")
def test_in_a_zoc_a_stack_may_overrun_and_nothing_else() -> None:
    """2617 to 2619 costs two of five points: leaving would cost two, overrunning 2519 two."""
    game = marching({"DE-XXXXI": "2617", "SU-8A": "2519"}, "DE-XXXXI", "2619", turn=3)
    assert yes(game, "overrun 2519")
    assert not [text for text in game.legal.texts if text.startswith("go ")]
    assert no(game, "go 2618") in ("5b", "7d")


# ---- nations ------------------------------------------------------------------------------------------


@rule("B41 12.2f")
@pytest.mark.parametrize("unit", ["DE-I", "RO-IV", "HU-VIII", "SK-1", "IT-CSIR"])
def test_any_combat_unit_garrisons_a_city(unit: str) -> None:
    """Kiev counts two points; without a garrison nothing."""
    units = {unit: "1221", "SU-7A": "1302"}
    game = stage("movement", units, turn=5, triggers=(1, 0, 0, 0, 0))
    assert points(FACTS, game.state) == 2


@rule("B41 12.10c")
def test_attacks_go_over_frozen_lake_hexsides() -> None:
    """1407 | 1408 is a lake hexside."""
    lake = {"DE-I": "1407", "SU-8A": "1408", "DE-II": "2619", "SU-11A": "2519"}
    assert "attack 1408" not in stage("combat", lake, turn=8).legal
    assert yes(stage("combat", lake, turn=9), "attack 1408")


@rule("B41 12.8a")
def test_on_turn_1_soviets_do_not_retreat_and_axis_units_do() -> None:
    """3 + 2 + 5 + 1 = 11: 0/2. A Soviet attack: 8 to 1 is 8:1 (11), 2 against 2, die 1: 12: 0/2."""
    assert gone(fight(DUEL, "2519", turn=1, rolls=["roll 5"]), "SU-8A")
    units = {"SU-8A": "0620", "SU-11A": "0620", "RO-IV": "0519"}
    game = attacking(units, "0519", "SU-8A", "SU-11A", turn=1, side="soviet", rolls=["roll 6"])
    settle(game)
    assert asked(game) == [("Axis", "second loss")]
