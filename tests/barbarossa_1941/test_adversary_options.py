"""Positions from the rulebook alone: what a battle can call upon (6, 11, 12.5, 12.6, 12.9, 12.12, 12.13)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import attacking, fight, gone, no, seen_kinds, settle, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage, steps_of, units
from ostfront.core.play.game import Game
from rule import rule

DUEL = {"DE-I": "2619", "SU-8A": "2519"}  # 1:1 (3), quality 4 against 2: +2
RAIL_TO_LENINGRAD = (  # from the Axis 0312
    *("0413", "0512", "0613", "0713", "0712", "0812", "0811", "0910", "1010", "1109", "1108", "1208", "1207"),
    *("1306", "1305"),
)


def axis_rail() -> int:
    return int(stage("movement", {}).state.axis_rail) | hexes(*RAIL_TO_LENINGRAD)


# ---- air ----------------------------------------------------------------------------------------------


def test_air_range_is_six_for_germans_and_five_for_soviets() -> None:
    """11.1b, 11.2a. Kursk is six hexes from 2519, Sumy eight; Belgorod five, Orel six."""
    assert seen_kinds(attacking({**DUEL, "DE-LW1": "1919"}, "2519", turn=5, held=["1919"])) == ["Axis air support"]
    assert seen_kinds(attacking({**DUEL, "DE-LW1": "1720"}, "2519", turn=5, held=["1720"])) == []
    assert seen_kinds(attacking({**DUEL, "SU-AIR1": "2021"}, "2519", turn=5)) == ["Soviet air support"]
    assert seen_kinds(attacking({**DUEL, "SU-AIR1": "1917"}, "2519", turn=5)) == []


@rule("B41 12.3f", "B41 12.3h")
def test_no_air_in_mud_and_half_in_frost() -> None:
    """12.3f, 12.3h. Icy: 3 + 2 + 1 + 5 = 11: 0/2; the Soviet shift stays 1: 3 + 2 + 6 - 1 = 10: 1/2."""
    assert seen_kinds(attacking({**DUEL, "DE-LW1": "2417"}, "2519", turn=7, held=["2417"], fired_soviet=1)) == []
    flown: dict[str, Any] = {"answers": ("fly DE-LW1",), "turn": 8, "held": ["2417"]}
    game = fight({**DUEL, "DE-LW1": "2417"}, "2519", rolls=["roll 5"], **flown)
    assert steps_of(game, "DE-I") == 2
    game = fight({**DUEL, "DE-LW1": "2417"}, "2519", rolls=["roll 4"], **flown)
    assert steps_of(game, "DE-I") == 1  # 3 + 2 + 1 + 4 = 10: 1/2
    game = fight({**DUEL, "SU-AIR1": "2319"}, "2519", answers=("fly SU-AIR1",), turn=8, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1


@rule("B41 6d")
def test_both_sides_fly_attacker_first() -> None:
    """6d, 11.2a. + 2 - 1: 3 + 2 + 1 + 5 = 11: 0/2."""
    fliers = {**DUEL, "DE-LW1": "2417", "SU-AIR1": "2319"}
    game = attacking(fliers, "2519", turn=5, held=["2417"], rolls=["roll 5"])
    assert asked(game) == [("Axis", "air support")]
    settle(game, "fly DE-LW1", "fly SU-AIR1")
    assert steps_of(game, "DE-I") == 2
    assert game.state.flown == units("DE-LW1", "SU-AIR1")


def test_an_air_corps_flies_once_a_turn_in_attack_or_defence() -> None:
    """11.2b. SU-AIR1 has defended in the Axis phase: it is not at hand in the Soviet one of the same turn."""
    strike = {"SU-8A": "2519", "DE-I": "2619", "SU-AIR1": "2319"}
    game = attacking(strike, "2619", turn=5, side="soviet", flown=units("SU-AIR1"))
    assert seen_kinds(game) == []
    assert seen_kinds(attacking(strike, "2619", turn=5, side="soviet")) == ["Soviet air support"]


# ---- guns ---------------------------------------------------------------------------------------------

BORDER = {"DE-I": "0318", "SU-8A": "0218"}  # in Poland, among Axis railways


def test_german_guns_three_a_turn_six_a_game() -> None:
    """12.12a."""
    assert seen_kinds(attacking(BORDER, "0218", turn=3, fired_axis=2)) == ["Axis guns"]
    assert seen_kinds(attacking(BORDER, "0218", turn=3, fired_axis=3)) == []
    assert seen_kinds(attacking(BORDER, "0218", turn=3, guns_axis=0)) == []


def test_guns_need_an_own_railway_next_to_a_unit_that_takes_part() -> None:
    """12.12d. 2620 is rail, but Soviet; DE-II near Axis rail does not take part."""
    assert seen_kinds(attacking({**DUEL, "DE-II": "0118"}, "2519", turn=3)) == []


def test_soviet_guns_from_turn_seven_one_a_turn() -> None:
    """12.12b. 2620 next to both 2519 and 2619 is Soviet rail; the defender is asked before the attacker."""
    assert seen_kinds(attacking(DUEL, "2519", turn=6)) == []
    assert seen_kinds(attacking(DUEL, "2519", turn=7)) == ["Soviet guns"]
    assert seen_kinds(attacking(DUEL, "2519", turn=7, fired_soviet=1)) == []
    assert seen_kinds(attacking(DUEL, "2519", turn=8, guns_soviet=0)) == []


def test_soviet_guns_in_defence_cost_the_attacker_a_step() -> None:
    """12.12c. Mud: 3 + 2 + 6 = 11: 0/2 and one step of the attacker."""
    game = fight(DUEL, "2519", answers=("guns",), turn=7, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1


# ---- order --------------------------------------------------------------------------------------------


@rule("B41 6d")
def test_the_order_of_all_options_in_a_soviet_attack() -> None:
    """6d. Leningrad on 1305: air and ships (Soviets, then Axis), guns (Axis, then Soviets), airborne, Joukov."""
    around = {
        "SU-8A": "1304", "SU-GABN1": "1304", "SU-AIR1": "1304", "SU-VMF": "off-map", "DE-I": "1305", "DE-LW1": "1108",
    }  # fmt: skip
    game = attacking(
        around, "1305", turn=8, side="soviet", axis_rail=axis_rail(), held=["Pskov"], triggers=(1, 1, 1, 1, 0)
    )
    assert seen_kinds(game) == [
        "Soviet air support", "Soviet naval support", "Axis air support", "Axis guns", "Soviet guns",
        "Soviet paratroops", "Soviet joukov",
    ]  # fmt: skip


def test_joukov_with_guns_and_airborne() -> None:
    """12.13, the worked example: one automatic loss each, +2. 8 to 4 is 2:1 (5), 2 - 4, die 2: 5 - 2 + 4 = 7: 1/1.

    Two steps on each side; without the +2 it would be 5: 1/0."""
    around = {"SU-8A": "2619", "SU-11A": "2619", "SU-GABN1": "2619", "DE-I": "2519"}
    game = attacking(
        around, "2519", "SU-8A", "SU-11A", turn=7, side="soviet", triggers=(1, 1, 1, 1, 0), rolls=["roll 2"]
    )
    settle(game, "guns", "para SU-GABN1", "joukov", "lead SU-8A")
    while asked(game)[0][1] == "loss":
        act(game, game.legal.texts[0])
    assert asked(game) == [("Axis", "second loss")]
    left = [unit for unit in ("SU-8A", "SU-11A") if not gone(game, unit)]
    assert sum(steps_of(game, unit) for unit in left) == 2
    act(game, "stand")
    assert gone(game, "DE-I")
    assert gone(game, "SU-GABN1")
    assert game.state.joukov
    assert (game.state.guns_soviet, game.state.fired_soviet) == (2, 1)


def test_joukov_in_defence_costs_each_side_one_and_comes_once_a_turn() -> None:
    """12.13c, 13g. 3 + 2 + 1 = 6: 1/1, so 2/2: DE-I dies, the army may retreat; before ten points never."""
    triggers = (1, 1, 1, 1, 0)
    game = fight(DUEL, "2519", answers=("joukov",), turn=4, triggers=triggers, rolls=["roll 1"])
    assert gone(game, "DE-I")
    assert asked(game) == [("Soviet", "second loss")]
    assert seen_kinds(attacking(DUEL, "2519", turn=4, triggers=triggers, joukov=True)) == []
    assert seen_kinds(attacking(DUEL, "2519", turn=4, triggers=(1, 1, 1, 0, 0))) == []


# ---- coups de main ------------------------------------------------------------------------------------

RIVER = {"DE-I": "2521", "SU-8A": "2522"}


@pytest.mark.parametrize(
    ("turn", "tried", "offered"),
    [(1, 0, True), (1, 1, True), (1, 2, False), (2, 0, True), (2, 1, False), (3, 0, False)],
)
def test_coups_de_main_by_turns(turn: int, tried: int, offered: bool) -> None:
    """12.6b."""
    game = attacking(RIVER, "2522", turn=turn, coups=tried)
    assert ("Axis coup" in seen_kinds(game)) == offered


def test_a_coup_saves_the_river_on_four() -> None:
    """12.6a. Turn 2: 3 + 2 + 6 = 11: 0/2; failed 3 + 2 - 2 + 6 = 9: 1/1."""
    game = fight(RIVER, "2522", answers=("coup",), turn=2, rolls=["roll 4", "roll 6"])
    assert steps_of(game, "DE-I") == 2
    game = fight(RIVER, "2522", answers=("coup",), turn=2, rolls=["roll 3", "roll 6"])
    assert steps_of(game, "DE-I") == 1
    assert game.state.coups == 1


def test_no_coup_without_a_river_or_a_german() -> None:
    """12.6a."""
    assert seen_kinds(attacking({"DE-I": "2422", "SU-8A": "2522"}, "2522", turn=2)) == []
    assert seen_kinds(attacking({"RO-IV": "2521", "SU-8A": "2522"}, "2522", turn=2)) == []


# ---- airborne -----------------------------------------------------------------------------------------


def test_an_airborne_corps_defends_once_if_it_wants() -> None:
    """12.5b, 12.5c. 3 + 2 + 6 - 1 = 10: 1/2; used it is gone, unused it stays with its stack."""
    around = {**DUEL, "SU-4ABN": "2519", "SU-5ABN": "2519"}
    game = fight(around, "2519", answers=("para SU-4ABN",), turn=3, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1
    act(game, "retreat 2419")
    assert gone(game, "SU-4ABN")
    game = fight({**DUEL, "SU-4ABN": "2519"}, "2519", turn=3, rolls=["roll 1"])
    assert place_of(game, "SU-4ABN") == "2519"


def test_an_airborne_corps_attacks_with_its_stack() -> None:
    """12.5b. 4 to 4 (3), 2 - 4, die 4 and 1: 6: 1/1; without it 5: 1/0."""
    around = {"SU-8A": "2619", "SU-4ABN": "2619", "DE-I": "2519"}
    game = fight(around, "2519", answers=("para SU-4ABN",), turn=3, side="soviet", rolls=["roll 4"])
    assert steps_of(game, "DE-I") == 1
    assert gone(game, "SU-4ABN")


def test_an_airborne_corps_from_another_hex_does_not_help() -> None:
    """12.5b: stacked with a unit that takes part; it cannot attack by itself."""
    around = {"SU-8A": "2619", "SU-4ABN": "2620", "DE-I": "2519"}
    assert seen_kinds(attacking(around, "2519", turn=3, side="soviet")) == []
    alone = stage(
        "combat", {"SU-4ABN": "2619", "DE-I": "2519", "SU-8A": "2613", "DE-II": "2614"}, turn=3, side="soviet"
    )
    assert "attack 2519" not in alone.legal


def test_the_old_airborne_corps_leave_when_turn_five_ends() -> None:
    """12.5e."""
    for turn, left in ((4, True), (5, False)):
        game = stage("victory", {"SU-4ABN": "0915", "SU-GABN1": "2112", "DE-I": "0116", "SU-8A": "2112"}, turn=turn)
        assert (place_of(game, "SU-4ABN") == "0915") == left
        assert place_of(game, "SU-GABN1") == "2112"


def test_the_fallschirmjaeger_drop_seven_hexes_from_an_axis_city() -> None:
    """12.5l, 12.5n. From a city at home, such as Tilsit 0312; Riga is a major city."""
    game = stage("movement", {"DE-7FJ": "off-map", "DE-I": "0112", "SU-8A": "0714"}, turn=3)
    act(game, "drop DE-7FJ")
    assert yes(game, "at 0714")  # enemy-occupied; Tilsit 0312 is five hexes off
    assert no(game, "at 0609") == "12.5n"
    assert no(game, "at 2519") == "12.5l"


@pytest.mark.parametrize(("die", "target", "lives"), [(5, "0713", True), (6, "0713", False), (5, "0714", False)])
def test_the_fallschirmjaeger_survive(die: int, target: str, lives: bool) -> None:
    """12.5l: 1 to 5, on an enemy 1 to 4."""
    game = stage("movement", {"DE-7FJ": "off-map", "DE-I": "0112", "SU-8A": "0714"}, turn=3, rolls=[f"roll {die}"])
    act(game, "drop DE-7FJ", f"at {target}")
    assert (place_of(game, "DE-7FJ") == target) == lives


def test_the_fallschirmjaeger_support_every_attack_and_bar_the_way() -> None:
    """12.5m, 12.5j. In 2419: + 1, no retreat there. 3 + 2 + 5 + 1 = 11: 0/2."""
    around = {"DE-I": "2620", "SU-8A": "2519", "DE-7FJ": "2419"}
    game = fight(around, "2519", turn=3, dropped=units("DE-7FJ"), rolls=["roll 5"])
    assert steps_of(game, "DE-I") == 2
    assert "retreat 2419" not in game.legal
    assert yes(game, "retreat 2420")
    act(game, "retreat 2420", "done")
    assert gone(game, "DE-7FJ")


def test_guards_drop_from_a_supplied_city_outside_zocs() -> None:
    """12.5g, 12.5n. DE-I in 2418 is next to Voronezh 2319, but no ZOC enters a major city."""
    around = {"SU-GABN1": "off-map", "SU-8A": "2319", "DE-I": "2418"}
    game = stage("movement", around, turn=8, side="soviet")
    act(game, "drop SU-GABN1")
    assert yes(game, "at 2519")
    assert no(game, "at 2319") == "12.5n"


@pytest.mark.parametrize(("die", "target", "lives"), [(4, "2519", True), (5, "2519", False), (3, "2520", False)])
def test_guards_losses_in_a_drop(die: int, target: str, lives: bool) -> None:
    """12.5h: lost on 5 and 6, on an enemy on 3 to 6."""
    around = {"SU-GABN1": "off-map", "SU-8A": "2319", "DE-I": "2520"}
    game = stage("movement", around, turn=8, side="soviet", rolls=[f"roll {die}"])
    act(game, "drop SU-GABN1", f"at {target}")
    assert (place_of(game, "SU-GABN1") == target) == lives


def test_a_dropped_guards_corps_supports_one_attack_even_from_the_enemys_hex() -> None:
    """12.5i. It stands in 2519 with DE-I; 4 to 4 (3), 2 - 4, die 4 and 1: 6: 1/1 (icy, turn 8)."""
    around = {"SU-GABN1": "2519", "SU-8A": "2619", "DE-I": "2519"}
    game = fight(
        around, "2519", answers=("para SU-GABN1",), turn=8, side="soviet", dropped=units("SU-GABN1"), rolls=["roll 4"]
    )
    assert steps_of(game, "DE-I") == 1
    assert gone(game, "SU-GABN1")


# ---- the fleet ----------------------------------------------------------------------------------------

RIGA = {"DE-I": "0508", "SU-8A": "0408", "SU-VMF": "off-map"}


@rule("B41 12.8b")
def test_the_fleet_supports_near_its_bases_from_turn_two() -> None:
    """12.9a, 12.9b, 12.8b. 0408 is coast, two hexes from Riga; 0409 is not coast."""
    assert seen_kinds(attacking(RIGA, "0408", turn=2)) == ["Soviet naval support"]
    assert seen_kinds(attacking(RIGA, "0408", turn=1)) == []
    assert seen_kinds(attacking(RIGA, "0408", turn=3, fleet_used=True)) == []
    assert seen_kinds(attacking({**RIGA, "SU-8A": "0409"}, "0409", turn=3)) == []
    assert seen_kinds(attacking(RIGA, "0408", turn=3, held=["Riga"])) == []  # Tallinn is five hexes off


def test_the_fleet_takes_one_off_with_one_step_too() -> None:
    """12.9a. Forest: 3 + 2 - 1 + 6 - 1 = 9: 1/1; without it 10: 1/2."""
    game = fight(RIGA, "0408", answers=("fleet",), turn=2, steps={"SU-VMF": 1}, rolls=["roll 6"])
    assert steps_of(game, "SU-8A") == 1
    assert ("Soviet", "second loss") not in asked(game)


def test_the_mined_fleet_keeps_leningrad_and_two_hexes() -> None:
    """12.9c."""
    near = {"DE-I": "1306", "SU-8A": "1305", "SU-VMF": "off-map"}
    assert seen_kinds(attacking(near, "1305", turn=5, mined=True)) == ["Soviet naval support"]
    assert seen_kinds(attacking({**near, "SU-8A": "1206"}, "1206", turn=5, mined=True)) == []
    assert seen_kinds(attacking({**near, "SU-8A": "1206"}, "1206", turn=5)) == ["Soviet naval support"]


def test_the_gulf_is_mined_when_the_turn_of_the_four_ports_ends() -> None:
    """12.9c."""
    game = stage("victory", {"SU-VMF": "off-map", "DE-I": "0116", "SU-8A": "2112"}, turn=4, held=["Riga", "Tallinn"])
    assert game.state.mined
    game = stage("victory", {"SU-VMF": "off-map", "DE-I": "0116", "SU-8A": "2112"}, turn=4, held=["Riga"])
    assert not game.state.mined


def strike(turn: int, die: int, **fields: Any) -> Game:
    around = {"DE-LW1": "0510", "DE-I": "0508", "SU-8A": "0408", "SU-VMF": "off-map"}
    return stage("combat", around, turn=turn, held=["Siauliai"], rolls=[f"roll {die}"], **fields)


def test_a_strike_on_the_fleet() -> None:
    """12.9d, 12.9e. Siauliai is two hexes from Riga. 3 hits, 4 does not; the air corps has flown; one try a turn."""
    game = strike(3, 3)
    act(game, "strike DE-LW1")
    assert steps_of(game, "SU-VMF") == 1
    assert game.state.flown == units("DE-LW1")
    assert "strike DE-LW1" not in game.legal
    game = strike(3, 4)
    act(game, "strike DE-LW1")
    assert steps_of(game, "SU-VMF") == 2
    game = strike(3, 1, steps={"SU-VMF": 1})
    act(game, "strike DE-LW1")
    assert seen_kinds_after(game) == []


def seen_kinds_after(game: Game) -> list[str]:
    act(game, "attack 0408")
    return seen_kinds(game)


def test_strikes_by_weather() -> None:
    """12.9d. Clear and icy, not in mud or deep freeze (turns 7 and 9)."""
    assert yes(strike(8, 1), "strike DE-LW1")
    assert "strike DE-LW1" not in strike(7, 1).legal
    assert "strike DE-LW1" not in strike(9, 1).legal


# ---- reaction -----------------------------------------------------------------------------------------

# DE-I attacks SU-8A in 2519 from 2620; SU-1MC in 2418 is two hexes from 2519, outside the ZOC of 2620.
REACT = {"DE-I": "2620", "SU-8A": "2519", "SU-1MC": "2418"}


@rule("B41 5m")
def test_a_reacting_corps_defends_and_may_lead() -> None:
    """5h to 5m. Quality 2, die 2; half of 4 is 2: 2518, 2519. 4 to 8 is 1:2 (2), + 2, die 1: 5: 1/0."""
    game = attacking(REACT, "2519", turn=3, rolls=["roll 2", "roll 1"])
    assert asked(game) == [("Soviet", "reaction")]
    act(game, "react SU-1MC", "go 2519")
    if asked(game) == [("Soviet", "reaction move")]:
        act(game, "stop")
    assert asked(game) == [("Soviet", "lead")]
    assert yes(game, "lead SU-1MC")
    act(game, "lead SU-1MC")
    assert steps_of(game, "DE-I") == 1
    assert (steps_of(game, "SU-8A"), steps_of(game, "SU-1MC")) == (2, 2)


def test_a_failed_reaction_is_the_only_try_for_that_hex() -> None:
    """5h, 5k. Die 3 is above quality 2; SU-3MC, as near, is not asked."""
    game = attacking({**REACT, "SU-3MC": "2419"}, "2519", turn=3, rolls=["roll 3", "roll 1"])
    act(game, "react SU-1MC")
    assert ("Soviet", "reaction") not in asked(game)
    assert place_of(game, "SU-1MC") == "2418"


@rule("B41 5i", "B41 5j")
def test_who_may_react() -> None:
    """5i, 5j. Not infantry, not three hexes off, not a Soviet corps in a ZOC; cavalry may."""
    around = {"DE-I": "2620", "SU-8A": "2519", "SU-11A": "2419", "SU-1MC": "2317", "SU-3MC": "2520", "SU-6CC": "2420"}
    game = attacking(around, "2519", turn=3)
    assert asked(game) == [("Soviet", "reaction")]
    assert set(game.legal.texts) == {"pass", "react SU-6CC"}
    assert no(game, "react SU-3MC") == "5j"  # 2520 is in the ZOC of 2620
    assert no(game, "react SU-1MC") == "5i"


def test_an_axis_corps_reacts_out_of_a_zoc_and_pays_for_it() -> None:
    """5j, 5c, 5l. DE-XXXXI in the ZOC of SU-11A: half of 5 is 3, leaving costs 1."""
    around = {"SU-8A": "2620", "DE-I": "2519", "DE-XXXXI": "2418", "SU-11A": "2317"}
    game = attacking(around, "2519", turn=3, side="soviet", rolls=["roll 5"])
    assert asked(game) == [("Axis", "reaction")]
    act(game, "react DE-XXXXI")
    assert yes(game, "go 2519")  # 1 + 1 + 1


@rule("B41 12.3e", "B41 12.3j")
def test_no_reaction_in_mud_and_deep_freeze_but_in_frost() -> None:
    """12.3e, 12.3j. Turn 8: half of 3 is 2."""
    for turn, offered in ((7, False), (8, True), (10, False)):
        game = attacking(REACT, "2519", turn=turn, fired_soviet=1)
        assert ("Soviet reaction" in seen_kinds(game)) == offered


def test_a_drop_bars_reaction_into_its_hex() -> None:
    """12.5j. 7 FjD in 2519 itself."""
    game = attacking({**REACT, "DE-7FJ": "2519"}, "2519", turn=3, dropped=units("DE-7FJ"), rolls=["roll 1"])
    act(game, "react SU-1MC")
    assert "go 2519" not in game.legal
