"""Positions from the rulebook alone: corners where several rules meet. `adversary` has the table."""

from __future__ import annotations

import pytest

from barbarossa_1941.adversary import attacking, fight, gone, marching, no, seen_kinds, settle, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage, steps_of, units
from ostfront.core.play.game import Game
from rule import rule

HOME = {"DE-V": "0116", "SU-10A": "2112"}


def idle_until(game: Game, turn: int, seat: str, kind: str) -> None:
    for _ in range(200):
        if game.state.turn == turn and asked(game)[0] == (seat, kind):
            return
        texts = game.legal.texts
        act(game, next((text for text in ("done", "pass", "stop") if text in texts), texts[0]))
    raise AssertionError(asked(game))


# ---- airborne troops ----------------------------------------------------------------------------------


def test_an_unused_airborne_corps_retreats_with_its_stack() -> None:
    """6.1b, 12.5c. 3 + 2 + 6 = 11: 0/2."""
    game = fight({"DE-I": "2620", "SU-8A": "2519", "SU-4ABN": "2519"}, "2519", turn=3, rolls=["roll 6"])
    act(game, "retreat 2419")
    assert (place_of(game, "SU-8A"), place_of(game, "SU-4ABN")) == ("2419", "2419")


@rule("B41 6.1e")
def test_an_airborne_corps_left_alone_dies_under_an_advance() -> None:
    """12.5d, 6.1e. Turn 1, no retreat: the army dies, DE-I (quality 4) walks over its airborne corps."""
    game = fight({"DE-I": "2620", "SU-8A": "2519", "SU-4ABN": "2519"}, "2519", turn=1, rolls=["roll 6"])
    assert gone(game, "SU-8A")
    if not gone(game, "SU-4ABN"):
        act(game, "advance DE-I")
        assert gone(game, "SU-4ABN")
    else:
        raise AssertionError("an airborne corps that was not used stays")


def test_guards_airborne_in_a_battle_lift_the_frost() -> None:
    """12.3k, 12.5b. Turn 10: 4 to 4 (3), 2 - 4, die 4 + 1: 6: 1/1; with the -1 it would be 5: 1/0."""
    around = {"SU-8A": "2619", "SU-GABN1": "2619", "DE-I": "2519"}
    game = fight(around, "2519", answers=("para SU-GABN1",), turn=10, side="soviet", rolls=["roll 4"])
    assert steps_of(game, "DE-I") == 1


# ---- reaction and retreat -----------------------------------------------------------------------------


@rule("B41 4c")
def test_a_reaction_opens_the_way_back() -> None:
    """5h, note; 4c, 6.1c. DE-X and DE-VI cover every hex behind 2519; SU-1MC comes out of Voronezh to 2419."""
    around = {"DE-I": "2620", "DE-X": "2418", "DE-VI": "2421", "SU-8A": "2519", "SU-1MC": "2319"}
    game = attacking(around, "2519", "DE-I", turn=3, rolls=["roll 2", "roll 6"])
    act(game, "react SU-1MC", "go 2419")
    if asked(game)[0][1] == "reaction move":
        act(game, "stop")
    settle(game)
    act(game, "retreat 2419")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2419", 1)


@rule("B41 3a")
def test_a_reaction_keeps_to_stacking() -> None:
    """5l, 3a. Six points in 2519 already."""
    armies = dict.fromkeys(("SU-8A", "SU-11A", "SU-13A"), "2519")
    game = attacking({"DE-I": "2620", **armies, "SU-1MC": "2419"}, "2519", turn=3, rolls=["roll 1"])
    act(game, "react SU-1MC")
    assert "go 2519" not in game.legal


@rule("B41 5l")
def test_a_reaction_does_not_overrun_nor_move_the_unreachable_hex() -> None:
    """5l. A mobile group (4) has two points; forest costs two."""
    around = {"DE-I": "1218", "SU-8A": "1117", "SU-KACH": "1115"}
    game = attacking(around, "1117", turn=3, rolls=["roll 1"])
    act(game, "react SU-KACH")
    assert yes(game, "go 1116")  # forest 2
    assert "go 1117" not in game.legal  # 2 + 2
    assert not any(text.startswith("overrun") for text in game.legal.texts)


# ---- militia ------------------------------------------------------------------------------------------

FIVE = (1, 2, 0, 0, 0)
MILITIA = {"SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}


def test_militia_answers_an_advance_too() -> None:
    """12.11b. 6 to 2 is 3:1 (6), +3, die 6: 15; DE-XXXXI advances to 0914, next to Minsk."""
    game = fight({**MILITIA, "DE-XXXXI": "0814", "SU-10MC": "0914"}, "0914", turn=3, triggers=FIVE, rolls=["roll 6"])
    act(game, "advance DE-XXXXI")
    assert asked(game) == [("Soviet", "militia")]


@rule("B41 7.2b")
def test_militia_answers_an_overrun_too() -> None:
    """12.11b, 7.2b. SU-10MC in 0914 has no ZOC; the panzer corps enters its hex next to Minsk."""
    game = marching({**MILITIA, "DE-XXXXI": "0814", "SU-10MC": "0914"}, "DE-XXXXI", turn=3, triggers=FIVE,
                    rolls=["roll 6"])  # fmt: skip
    act(game, "overrun 0914", "enter")
    assert asked(game) == [("Soviet", "militia")]
    act(game, "pass")
    assert asked(game) == [("Axis", "march")]


def test_no_militia_in_a_full_city_nor_in_one_of_the_axis() -> None:
    """12.11b, 3a."""
    full = {**MILITIA, "DE-XXXXI": "0814", "SU-8A": "0915", "SU-11A": "0915", "SU-13A": "0915", "DE-I": "0713"}
    game = marching(full, "DE-XXXXI", "0914", turn=3, triggers=FIVE)
    assert "raise 0915" not in game.legal
    game = marching({**MILITIA, "DE-XXXXI": "0814"}, "DE-XXXXI", "0914", turn=3, triggers=FIVE, held=["Minsk"])
    assert asked(game) == [("Axis", "march")]


def test_militia_stops_the_panzers_at_the_gates() -> None:
    """12.11b: the exploitation move is interrupted; the city is closed to it then."""
    game = marching({**MILITIA, "DE-XXXXI": "0814"}, "DE-XXXXI", "0914", moment="exploitation", turn=3, triggers=FIVE)
    act(game, "raise 0915")
    assert "go 0915" not in game.legal
    assert no(game, "overrun 0915") == "7.1"


def test_a_destroyed_militia_returns_next_turn_in_another_city() -> None:
    """12.11d. 18 to 2 is 8:1, 5 - 1 - 2: still 11; die 1: 12: 0/2: gone on turn 3, back on turn 4, not in Minsk."""
    armour = ("DE-XXXXI", "DE-XXXIX", "DE-XXXXVII")
    around = {**dict.fromkeys(armour, "0914"), "SU-OPOL1": "0915", "SU-OPOL2": "2319", **HOME}
    game = fight(
        around, "0915", *armour, turn=3, triggers=FIVE, raised=hexes("Minsk", "Voronezh"),
        approached=hexes("Minsk", "Voronezh"), rolls=["roll 1"],
    )  # fmt: skip
    while asked(game)[0][1] == "loss":
        act(game, game.legal.texts[0])
    assert gone(game, "SU-OPOL1")
    act(game, "done")
    idle_until(game, 4, "Soviet", "bring")
    if "bring SU-OPOL1" in game.legal:
        act(game, "bring SU-OPOL1")
    places = {text.split()[1] for text in game.legal.texts if text.startswith("at ")}
    assert {"2112", "1304"} <= places
    assert not places & {"0915", "2319"}


def test_militia_may_be_given_up() -> None:
    """12.11c."""
    game = stage("replacements", {**HOME, "SU-OPOL1": "0915"}, side="soviet", turn=4, triggers=FIVE)
    act(game, "disband SU-OPOL1")
    assert gone(game, "SU-OPOL1")


# ---- railways -----------------------------------------------------------------------------------------


def all_axis(*places: str) -> int:
    return int(stage("movement", {}).state.axis_rail) | hexes(*places)


def test_a_short_stretch_turns_at_once_when_both_ends_are_axis() -> None:
    """10.3d. Vilna 0713 and Minsk 0915 are junctions with 0814 and 0914 between them."""
    rail = all_axis("0413", "0512", "0613", "0713", "0417", "0516", "0617", "0716", "0816")
    game = stage("rail markers", HOME, turn=3, axis_rail=rail)
    act(game, "railhead 0816", "lay 0915")
    assert game.state.axis_rail & hexes("0814", "0914") == hexes("0814", "0914")


def test_six_markers_and_no_seventh() -> None:
    """10.3a, 10.3b. Six railheads of one hex each; then nobody is left to work, three hexes apiece all the same."""
    game = stage("rail markers", HOME, turn=3)
    for head, place in (("0317", "0417"), ("0216", "0315"), ("0319", "0419"), ("0120", "0221"), ("0625", "0524"),
                        ("0312", "0311")):  # fmt: skip
        act(game, f"railhead {head}", f"lay {place}")
        if asked(game)[0][1] == "lay":
            act(game, "stop")
    heads = {text.split()[1] for text in game.legal.texts if text.startswith("railhead")}
    assert "1102" not in heads
    assert "0726" not in heads


def test_axis_trains_stay_on_axis_rails_and_finns_in_finland() -> None:
    """10.1c, 10.2a."""
    game = stage("rail", {**HOME, "DE-I": "0217"}, turn=3)
    act(game, "entrain DE-I")
    assert yes(game, "ride 0317")
    assert no(game, "ride 0417") == "10.1c"
    game = stage("rail", {**HOME, "FI-II": "0804"}, turn=3)
    act(game, "entrain FI-II")
    assert yes(game, "ride 1301")
    assert no(game, "ride 0116") == "10.1c"


def test_an_isolated_unit_takes_no_train() -> None:
    """10.1d."""
    game = stage("rail", {**HOME, "DE-I": "0217"}, turn=3, isolated=["DE-I"])
    assert no(game, "entrain DE-I") == "10.1d"


@rule("B41 4c")
def test_an_axis_train_passes_a_zoc_that_a_friend_holds_off() -> None:
    """10.1d, 4c. SU-8A in 0316 covers 0217 and 0317; SK-1 in 0217 cancels one of them."""
    around = {"DE-I": "0116", "SU-8A": "0316", "SU-10A": "2112"}
    game = stage("rail", around, turn=3)
    act(game, "entrain DE-I")
    assert no(game, "ride 0217") == "10.1d"
    game = stage("rail", {**around, "SK-1": "0217"}, turn=3)
    act(game, "entrain DE-I")
    assert yes(game, "ride 0217")
    assert "ride 0317" not in game.legal


# ---- sea, fleet, fortress -----------------------------------------------------------------------------


def test_ships_sail_into_a_besieged_port() -> None:
    """12.1: nothing forbids it; six points are the limit."""
    siege = {"DE-I": "1127", "DE-II": "1427", "SU-9A": "1531", "SU-18A": "1228"}
    game = stage("movement", siege, turn=4, side="soviet")
    act(game, "sail SU-9A")
    if asked(game)[0][1] == "sail":
        assert yes(game, "at 1228")
        act(game, "at 1228")
    assert place_of(game, "SU-9A") in ("1228", "2131")


def test_the_fleet_helps_a_soviet_attack() -> None:
    """12.9a. Riga on 0508 over a river: 8 to 4 is 2:1 (5), 2 - 4 - 2: 1, die 4 + 1: 6: 1/1, else 5: 1/0."""
    around = {"SU-8A": "0609", "SU-11A": "0609", "DE-I": "0508", "SU-VMF": "off-map"}
    game = fight(
        around, "0508", "SU-8A", "SU-11A", answers=("fleet", "lead SU-8A"), turn=3, side="soviet", rolls=["roll 4"]
    )
    assert steps_of(game, "DE-I") == 1


def test_the_fortress_bars_its_hex() -> None:
    """12.4a."""
    game = marching({"DE-I": "1631", "SU-FORT-SEV": "1531"}, "DE-I", turn=5)
    assert "go 1531" not in game.legal
    assert yes(stage("combat", {"DE-I": "1631", "SU-FORT-SEV": "1531"}, turn=5), "attack 1531")


def test_an_air_corps_that_has_flown_does_not_strike_and_the_other_way_round() -> None:
    """11.2b, 12.9d."""
    around = {"DE-LW1": "0510", "DE-I": "0508", "SU-8A": "0408", "SU-VMF": "off-map"}
    game = stage("combat", around, turn=3, held=["Siauliai"], flown=units("DE-LW1"))
    assert "strike DE-LW1" not in game.legal
    game = stage("combat", around, turn=3, held=["Siauliai"], rolls=["roll 6"])
    act(game, "strike DE-LW1", "attack 0408")
    assert "Axis air support" not in seen_kinds(game)


# ---- movement -----------------------------------------------------------------------------------------


def test_a_slower_corps_holds_up_the_stack() -> None:
    """7a, 5a. HU-GYOR has four points: with it the stack reaches 2619 with one left, too few for an overrun."""
    around = {"DE-XXXXI": "2616", "HU-GYOR": "2616", "SU-8A": "2519"}
    game = stage("movement", around, turn=4, triggers=(1, 0, 0, 0, 0))
    act(game, "pick DE-XXXXI", "with HU-GYOR", "go 2619")
    assert ("Axis", "march") not in asked(game)


@rule("B41 7.2b", "B41 12.8c")
def test_turn_one_panzers_go_on_after_an_overrun_as_if_there_were_no_zoc() -> None:
    """12.8c, 7.2b. Overrun 2617 (2), then 2717 and 2718 along SU-8A in 2618: one point each."""
    around = {"DE-XXXXI": "2616", "SU-10MC": "2617", "SU-8A": "2618"}
    game = marching(around, "DE-XXXXI", turn=1, rolls=["roll 6"])
    act(game, "overrun 2617", "enter")
    assert yes(game, "go 2719")  # 2717, 2718, 2719: the last three points
    assert "go 2720" not in game.legal


def test_partisans_block_nobody() -> None:
    """12.7d, 12.7c. SK-1 walks through their hex and they are gone; no stop."""
    game = marching({"SK-1": "1114", "SU-PART1": "1214", "SU-10A": "2112"}, "SK-1", "1214", turn=5,
                    triggers=(1, 1, 1, 1, 1))  # fmt: skip
    assert yes(game, "go 1314")


def test_isolated_units_march_and_attack() -> None:
    """8.1: no more than the penalties."""
    assert yes(marching({"DE-XXXXI": "2615"}, "DE-XXXXI", turn=3, isolated=["DE-XXXXI"]), "go 2620")
    assert yes(stage("combat", {"DE-I": "2619", "SU-8A": "2519"}, turn=3, isolated=["DE-I"]), "attack 2519")


def test_a_fort_in_an_empty_hex_falls_to_whoever_walks_in() -> None:
    """12.4d. A fort nobody has manned stays until then."""
    game = marching({"DE-I": "1413"}, "DE-I", turn=4, forts_soviet=hexes("1414"))
    assert game.state.forts_soviet == hexes("1414")
    act(game, "go 1414")
    assert game.state.forts_soviet == 0


def test_a_fort_left_empty_is_gone_one_shared_is_not() -> None:
    """12.4d."""
    alone = {"SU-8A": "1414", "DE-V": "0116"}
    game = marching(alone, "SU-8A", "1514", turn=4, side="soviet", forts_soviet=hexes("1414"))
    assert game.state.forts_soviet == 0
    game = marching({**alone, "SU-11A": "1414"}, "SU-8A", "1514", turn=4, side="soviet", forts_soviet=hexes("1414"))
    assert game.state.forts_soviet == hexes("1414")


def test_the_soviets_take_a_minor_city_back_at_once() -> None:
    """13a, 13c."""
    game = marching({"SU-8A": "1514", "DE-V": "0116"}, "SU-8A", "1414", turn=4, side="soviet", held=["Smolensk"])
    assert not game.state.held & hexes("Smolensk")


def test_soviet_arrivals_one_a_major_city() -> None:
    """9.1a. Two armies for any major city: not the same one."""
    due = {"SU-29A": 2, "SU-30A": 2}
    game = stage("reinforcements", {**HOME, **dict.fromkeys(due, "waiting")}, turn=2, side="soviet", due=due)
    act(game, "bring SU-29A", "at 2112")
    if asked(game)[0][1] == "bring":
        act(game, "bring SU-30A")
    assert "at 2112" not in game.legal
    assert yes(game, "at 1304")


@pytest.mark.parametrize(("turn", "points"), [(2, 3), (3, 2)])
def test_city_points_by_cities_held(turn: int, points: int) -> None:
    """9.2f. Nine major cities are three steps, seven are two."""
    lost = ["Lvov", "Riga", "Minsk", "Kiev", "Odessa"][: 3 if points == 3 else 5]
    armies = ("SU-8A", "SU-11A", "SU-27A", "SU-3A")
    places = dict.fromkeys(armies[:2], "2319") | dict.fromkeys(armies[2:], "1922")
    game = stage("replacements", {"DE-V": "0116", **places}, turn=turn, side="soviet", held=lost, reduced=armies)
    spent = 0
    while asked(game)[0][1] == "replace" and any(text.startswith("refit") for text in game.legal.texts):
        act(game, next(text for text in game.legal.texts if text.startswith("refit")))
        spent += 1
    assert spent == points


@rule("B41 6g")
def test_dead_lead_leaves_the_rest_to_the_owner() -> None:
    """6g. 6 to 8 is 1:2 (2), 3 - 2: +1, die 1: 4: 2/0: HU-GYOR with one step dies first, then DE-I or DE-X."""
    around = {"HU-GYOR": "2619", "DE-I": "2619", "SU-8A": "2519", "SU-11A": "2519"}
    game = fight(
        around, "2519", "HU-GYOR", "DE-I", turn=4, triggers=(1, 0, 0, 0, 0), reduced=["HU-GYOR"], rolls=["roll 1"]
    )  # 1 + 4 = 5 to 8 is 1:2
    assert gone(game, "HU-GYOR")
    assert steps_of(game, "DE-I") == 1
