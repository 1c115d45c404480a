"""7.1 to 7.3 and 7.5: chits, Guderian, HQs and what they activate."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import active, asked, chit, chits, played, verdict
from victory_denied.stage import place_of, stage

GERMANS = {"17Pz": "3318", "7Pz": "3919", "8Inf": "3017", "VII-HQ": "3017"}
SOVIETS = {"22A": "4614", "62C": "4613", "19A": "3623", "25C": "3624", "16A": "3327", "32C": "3327"}
FRONT = {**GERMANS, **SOVIETS}


def drawn(name: str, units: dict[str, str], **fields: Any) -> Game:
    """A game in which this chit, the only one in the cup, has just been drawn."""
    fields.setdefault("cup", chit(name))
    return stage("draw", units, rolls=[f"draw {name}"], **fields)


def offered(game: Game, seat: str) -> set[str]:
    return {text.removeprefix("select ") for text in game.legal_of(seat).texts}


# ---- 7.1 selection ------------------------------------------------------------------------------------


@rule("AVD 7.1.1a")
def test_a_chit_needs_its_hq_on_the_map() -> None:
    game = stage("selection", {**FRONT, "13A": "removed", "24A": "soviet-reserve"}, turn=3)
    # 22A, 19A and 16A are all the Soviets have: they are not even asked
    assert asked(game) == [("German", "select")]
    assert chits(game.state.selected_soviet) == {"22A", "19A", "16A"}
    game = stage("selection", {**FRONT, "20A": "3421", "13A": "removed"}, turn=3)
    assert verdict(game, "select 13A", "Soviet") == ["AVD 7.1.1a"]


@rule("AVD 11.1.4")
def test_an_hq_placed_without_its_chit_can_be_selected_next_turn() -> None:
    units = {**FRONT, "24A": "soviet-reserve", "20A": "3421", "44C": "3440"}
    game = stage("purchases", units, turn=2)
    game.play("call 24A; place 3439; pass")
    assert not game.state.cup & chit("24A")
    while game.state.turn == 2:
        game.push(next(iter(game.legal)))
    assert verdict(game, "select 24A", "Soviet") == []


@rule("AVD 7.1.1b")
@pytest.mark.parametrize("name", ["2PzG", "Guderian"])
def test_a_panzer_group_chit_needs_a_motorized_unit_of_the_group(name: str) -> None:
    units = {**SOVIETS, "7Pz": "3919", "31Inf": "3017", "1Cav": "3017", "VII-HQ": "3017"}
    game = stage("selection", units, turn=2)
    assert offered(game, "German") == {"3PzG-1", "9A-1"}
    assert verdict(game, f"select {name}", "German") == ["AVD 7.1.1b"]


@rule("AVD 7.1.1c")
def test_ninth_army_chits_need_any_german_hq() -> None:
    game = stage("selection", {**FRONT, "VII-HQ": "minsk-pocket-box"}, turn=2)
    assert offered(game, "German") == {"2PzG", "Guderian", "3PzG-1"}
    assert verdict(game, "select 9A-1", "German") == ["AVD 7.1.1c"]
    game = stage("selection", FRONT, turn=2)
    assert verdict(game, "select 9A-1", "German") == [], "an HQ of 2nd Panzer Group will do"


@rule("AVD 7.1.2a")
def test_each_selects_as_many_as_the_track_says() -> None:
    game = stage("selection", {**FRONT, "20A": "3421"}, turn=3)
    for name in ("22A", "19A", "20A"):
        game.play(f"select {name}", "Soviet")
    assert asked(game) == [("German", "select")], "three on turn 3"
    game.play("select 2PzG", "German")
    assert verdict(game, "select 2PzG", "German") == ["AVD 7.1.2a"]
    assert verdict(game, "select 22A", "German") == ["AVD 7.1.2a"]


def test_of_equal_chits_the_first_is_named() -> None:
    game = stage("selection", FRONT, turn=2)
    assert verdict(game, "select 9A-2", "German") == ["AVD 7.1.2a"]
    game.play("select 9A-1", "German")
    assert verdict(game, "select 9A-2", "German") == []


def test_fewer_chits_than_the_track_says_are_all_selected() -> None:
    game = stage("selection", {"22A": "4614", "62C": "4613", "17Pz": "3318"}, turn=3)
    assert "22A" in chits(game.state.cup)
    assert game.state.guderian


def test_a_side_without_chits_is_not_asked() -> None:
    game = stage("selection", {"62C": "4613", "8Inf": "3017"}, turn=3, rolls=["draw Air", "draw Supply"])
    assert chits(game.state.choices_german | game.state.choices_soviet) == set()


@rule("AVD 7.1.2c")
def test_guderian_counts_as_a_chit_and_lies_in_its_box() -> None:
    game = stage("selection", FRONT, turn=2, rolls=["draw Air"])
    game.play("select Guderian; select 3PzG-1; select 9A-1", "German")
    game.play("select 22A; select 19A", "Soviet")
    assert game.state.guderian
    assert chits(game.state.cup) == {"3PzG-1", "9A-1", "22A", "19A", "ART", "Supply", "Reinf"}


@rule("AVD 7.1.3")
def test_nobody_looks_into_the_cup() -> None:
    game = stage("selection", FRONT, turn=2, rolls=["draw Air"])
    game.play("select 2PzG; select 3PzG-1; select Guderian", "German")
    assert known(game, "Soviet", "selected") == []
    game.play("select 22A; select 19A", "Soviet")
    assert set(known(game, "Soviet", "cup")) == {"22A", "19A", "ART", "Supply", "Reinf"}
    assert set(known(game, "German", "cup")) == {"2PzG", "3PzG-1", "ART", "Supply", "Reinf"}


def known(game: Game, seat: str, field: str) -> list[str]:
    found: list[str] = game.view(seat).known[field]
    return found


# ---- 7.2 drawing --------------------------------------------------------------------------------------


@rule("AVD 7.2.1")
def test_the_owner_of_the_chit_is_active_and_the_chit_is_played() -> None:
    game = drawn("22A", FRONT)
    assert (asked(game), played(game)) == ([("Soviet", "move")], ["22A"])
    game = drawn("2PzG", FRONT)
    assert (asked(game), played(game)) == ([("German", "move")], ["2PzG"])


@rule("AVD 7.2.2a")
def test_the_hq_of_the_chit_wakes_the_hqs_in_its_range() -> None:
    units = {"22A": "2540", "20A": "2544", "13A": "2545", "45C": "2041"}
    assert active(drawn("22A", units)) == {"22A", "20A"}


def test_the_waking_goes_one_level_only() -> None:
    # 13A is in range of 20A, not of 22A
    units = {"22A": "2540", "20A": "2543", "13A": "2546", "45C": "2550"}
    assert active(drawn("22A", units)) == {"22A", "20A"}


@rule("AVD 7.2.2b")
def test_a_ninth_army_chit_wakes_an_hq_of_choice() -> None:
    units = {"VII-HQ": "3017", "8Inf": "3017", "IX-HQ": "3020", "VI-HQ": "2610", "28Inf": "2610", "22A": "4614"}
    game = drawn("9A-1", {**units, "XX-HQ": "minsk-pocket-box"})
    assert asked(game) == [("German", "headquarters")]
    assert verdict(game, "activate 22A") == ["AVD 7.2.2b"]
    assert verdict(game, "activate 8Inf") == ["AVD 7.2.2b"]
    assert verdict(game, "activate XX-HQ") == ["AVD 7.2.2b"]
    game.play("activate VII-HQ")
    assert active(game) == {"VII-HQ", "8Inf", "IX-HQ"}


@rule("AVD 7.2.2c", "AVD 7.4.1")
def test_a_panzer_group_chit_wakes_the_motorized_units_of_the_group() -> None:
    units = {"17Pz": "3318", "18Pz": "3218", "31Inf": "3318", "7Pz": "3919", "VII-HQ": "3317"}
    assert active(drawn("2PzG", units)) == {"17Pz", "18Pz"}
    assert active(drawn("3PzG-1", units)) == {"7Pz"}


def test_chits_without_anybody_to_wake_are_played_without_effect() -> None:
    units = {"62C": "4613", "25C": "3624", "8Inf": "3017", "31Inf": "3018", "16A": "3327"}
    for name in ("22A", "9A-1", "2PzG", "3PzG-2"):
        game = stage("draw", units, cup=chit(name) | chit("16A"), rolls=[f"draw {name}", "draw 16A"])
        assert (played(game), active(game)) == ([name, "16A"], {"16A"})


@rule("AVD 7.2.2d")
def test_guderian_trumps_a_chit_which_goes_back_into_the_cup() -> None:
    game = drawn("22A", FRONT, guderian=True)
    assert asked(game) == [("German", "guderian")]
    game.play("trump")
    assert (asked(game), active(game)) == ([("German", "move")], {"17Pz"})
    assert (played(game), chits(game.state.cup)) == (["Guderian"], {"22A"})
    game.play("done")
    assert active(game) == {"22A", "62C"}, "the only chit comes out again"
    assert asked(game) == [("Soviet", "move")], "Guderian is spent"


@rule("AVD 7.2.2d")
@pytest.mark.parametrize("name", ["9A-1", "Supply", "Reinf", "ART", "Air"])
def test_any_chit_can_be_trumped(name: str) -> None:
    game = drawn(name, FRONT, guderian=True)
    game.play("trump")
    assert (played(game), chits(game.state.cup)) == (["Guderian"], {name})


def test_a_chit_that_is_not_trumped_is_played() -> None:
    game = drawn("22A", FRONT, guderian=True)
    game.play("pass")
    assert (active(game), game.state.guderian) == ({"22A", "62C"}, True)


def test_a_chit_without_its_hq_can_be_trumped_too() -> None:
    game = drawn("13A", FRONT, guderian=True)
    assert asked(game) == [("German", "guderian")]


def test_guderian_is_not_offered_when_it_was_not_selected() -> None:
    assert asked(drawn("22A", FRONT)) == [("Soviet", "move")]


@rule("AVD 7.2.2e")
def test_guderian_is_played_last_if_not_before() -> None:
    game = drawn("22A", FRONT, guderian=True)
    game.play("pass")
    game.play("done")
    assert (asked(game), active(game), game.state.turn) == ([("German", "move")], {"17Pz"}, 2)
    assert played(game) == ["22A", "Guderian"]
    game.play("done")
    assert game.state.turn == 3


def test_a_standing_order_answers_for_guderian() -> None:
    cup = chit("22A") | chit("16A")
    game = stage("draw", FRONT, cup=cup, guderian=True, rolls=["draw 22A", "draw 16A"])
    game.order("German", "guderian", "pass", when="16A")
    assert asked(game) == [("German", "guderian")], "22A was drawn, the order is for 16A"
    game.play("pass")
    game.play("done")
    assert (asked(game), played(game)) == ([("Soviet", "move")], ["22A", "16A"])


def test_guderian_without_a_panzer_group_does_nothing() -> None:
    game = stage("draw", SOVIETS, cup=0, guderian=True)
    assert game.state.turn == 3


# ---- 7.3 HQs and their units --------------------------------------------------------------------------


@rule("AVD 7.0", "AVD 7.3.3")
def test_german_hqs_wake_foot_units_only() -> None:
    units = {
        "VII-HQ": "3017",
        "8Inf": "3017",
        "5Inf": "3020",
        "1Cav": "3019",
        "17Pz": "3018",
        "7Pz": "3016",
        "Blue": "2917",
    }
    game = drawn("9A-1", units)
    game.play("activate VII-HQ")
    assert active(game) == {"VII-HQ", "8Inf", "5Inf", "1Cav", "Blue"}
    assert verdict(game, "pick 17Pz") == ["AVD 8.0"]


@rule("AVD 7.3.2a")
def test_soviet_hqs_wake_whatever_is_in_range() -> None:
    units = {"22A": "2540", "45C": "2541", "20MC": "2542", "172ID": "2440", "PVO-6": "2340", "Rokssky": "2640"}
    assert active(drawn("22A", units)) == {*units}


@rule("AVD 7.3.2b")
def test_a_unit_moves_once_for_each_chit() -> None:
    # 45C is in range of both HQs, which activate each other: one move for the first chit, another for the second
    units = {"22A": "2540", "20A": "2542", "45C": "2541", "44C": "2550"}
    cup = chit("22A") | chit("20A")
    game = stage("draw", units, cup=cup, rolls=["draw 22A", "draw 20A"])
    game.play("move 45C 2641")
    assert verdict(game, "pick 45C") == ["AVD 8.1.1"]
    game.play("done")
    assert played(game) == ["22A", "20A"]
    game.play("move 45C 2741")
    assert place_of(game, "45C") == "2741"


@rule("AVD 7.3.2c")
def test_all_move_then_all_fight() -> None:
    units = {"22A": "2540", "45C": "2541", "20C": "2542", "17Pz": "2443", "18Pz": "3018"}
    game = drawn("22A", units)
    game.play("move 45C 2442")
    assert asked(game) == [("Soviet", "move")]
    game.play("done")
    assert asked(game) == [("Soviet", "attack")]
    assert verdict(game, "attack 2443") == []
    assert verdict(game, "pick 20C") == ["AVD 9.2"]
    game.play("done")
    assert game.state.turn == 3


@rule("AVD 7.3.4")
def test_range_four_is_the_fourth_hex() -> None:
    units = {"22A": "2540", "45C": "2544", "20C": "2545"}
    assert active(drawn("22A", units)) == {"22A", "45C"}


@rule("AVD 7.3.5")
def test_range_is_measured_once() -> None:
    units = {"22A": "2540", "45C": "2544", "20C": "2539"}
    game = drawn("22A", units)
    game.play("move 22A 2537")
    assert verdict(game, "pick 45C") == []
    game.play("move 45C 2644")
    assert active(game) >= {"45C"}, "still active for the combat segment"


def test_a_unit_that_comes_into_range_later_sleeps() -> None:
    game = drawn("22A", {"22A": "2540", "45C": "2541", "20C": "2546"})
    game.play("move 22A 2543")
    assert verdict(game, "pick 20C") == ["AVD 8.0"]


@rule("AVD 7.3.6")
def test_enemies_rivers_and_zones_do_not_limit_range() -> None:
    # 45C across the Berezina, in the zones of two panzer divisions, isolated
    units = {"22A": "2809", "45C": "2812", "17Pz": "2811", "18Pz": "2813"}
    assert active(drawn("22A", units, isolated=["45C"])) == {"22A", "45C"}


def test_command_example() -> None:
    units = {
        "22A": "2540", "20A": "2542", "13A": "2545", "20C": "2539", "45C": "2641", "23MC": "2546", "63C": "2547",
        "17Pz": "2446",
    }  # fmt: skip
    game = drawn("22A", units)
    assert active(game) == {"22A", "20A", "20C", "45C", "23MC"}, "23MC in a German zone of control, 63C out of range"
    assert verdict(game, "pick 63C") == verdict(game, "pick 13A") == ["AVD 8.0"]


# ---- 7.5 Timoshenko -----------------------------------------------------------------------------------


@rule("AVD 7.5.1")
def test_timoshenkos_chit_shifts_soviet_attacks() -> None:
    # 3 to 2 is 1.5-1
    units = {"Tmshnko": "2540", "16A": "2440", "45C": "2541", "17Pz": "2542", "18Pz": "3018"}
    for name, ratio in (("Tmshnko", "2-1"), ("16A", "1.5-1")):
        game = drawn(name, units, stukas=1)
        game.play("done")
        game.play("attack 2542 with 45C")
        assert f"stands at {ratio}" in game.pending[0].prompt


def test_the_shift_ends_with_the_activation() -> None:
    units = {"Tmshnko": "2540", "16A": "2440", "45C": "2541", "17Pz": "2542", "18Pz": "3018"}
    cup = chit("Tmshnko") | chit("16A")
    game = stage("draw", units, cup=cup, stukas=1, rolls=["draw Tmshnko", "draw 16A"])
    game.play("done; done")
    game.play("done")
    game.play("attack 2542 with 45C")
    assert "stands at 1.5-1" in game.pending[0].prompt
