"""The Minsk Pocket (14): what the Germans release, what escapes, and the hexes themselves."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, chit, played, verdict
from victory_denied.stage import FACTS, place_of, stage

FOOT = (
    "31Inf", "34Inf", "45Inf", "7Inf", "23Inf", "258Inf", "268Inf", "137Inf", "263Inf", "292Inf", "17Inf", "78Inf",
)  # fmt: skip
HQS = ("VII-HQ", "IX-HQ", "XII-HQ", "XX-HQ", "XXXXII-HQ")
TRAPPED = ("1C", "5C", "4C", "21C", "6MC")
POCKET = dict.fromkeys((*FOOT, "162Inf", *HQS, *TRAPPED), "minsk-pocket-box")
HOME = {"24A": "2541", "61C": "2541", "12Pz": "3919"}


def opened(turn: int = 1, *rolls: str, **fields: Any) -> Game:
    """The German player is asked what he releases."""
    return stage("minsk", HOME | POCKET, turn=turn, rolls=rolls, **fields)


def release(game: Game, *units: str, buy: bool = False) -> None:
    for unit in units:
        game.play(f"release {unit}")
        if game.pending[0].kind == "chit":
            game.play("buy" if buy else "pass")
    game.play("done")


def enter_all(game: Game) -> None:
    """Released units come in, each as near to the Pocket as there is room."""
    while game.pending[0].kind == "enter":
        game.play(game.legal.texts[0])
        game.play(game.legal.texts[0])


def told(game: Game, beginning: str) -> list[str]:
    return [line for line in game.view(0).log() if line.startswith(beginning)]


# ---- releasing ------------------------------------------------------------------------------------


@rule("AVD 14.0a")
@pytest.mark.parametrize(("turn", "asks"), [(1, True), (2, True), (3, True), (5, False)])
def test_units_are_released_on_turns_1_to_3(turn: int, asks: bool) -> None:
    assert (asked(opened(turn)) == [("German", "release")]) == asks


@rule("AVD 14.0a")
def test_only_germans_in_the_pocket_are_released_and_each_once() -> None:
    game = opened()
    assert verdict(game, "release 1C") == ["AVD 14.0a"]
    assert verdict(game, "release 12Pz") == ["AVD 14.0a"]
    game.play("release 31Inf")
    assert verdict(game, "release 31Inf") == ["AVD 14.0a"]


def test_nothing_released_no_roll() -> None:
    game = opened()
    game.play("done")
    assert told(game, "Minsk:") == []


@rule("AVD 14.0b")
def test_a_9th_army_chit_for_each_hq_released() -> None:
    """Two HQs, two chits, bought as they are released; a division brings none."""
    game = opened(1, "roll 1", cup=chit("Air"), open_cup=chit("Air"))
    game.play("release 31Inf")
    assert asked(game) == [("German", "release")]
    game.play("release VII-HQ")
    assert asked(game) == [("German", "chit")]
    game.play("buy")
    game.play("release IX-HQ")
    game.play("buy")
    assert told(game, "9A") == ["9A-3 is added to the cup.", "9A-2 is added to the cup."]


def test_no_chit_is_left_to_buy() -> None:
    game = opened(2, cup=chit("9A-1") | chit("9A-2"), played=(FACTS.chit_index["9A-3"],))
    game.play("release VII-HQ")
    assert asked(game) == [("German", "release")]


# ---- the escape roll ------------------------------------------------------------------------------


@rule("AVD 14.0c")
@pytest.mark.parametrize(
    ("turn", "units", "buy", "die", "escapees"),
    [
        (1, FOOT[:3], False, 6, 1),
        (1, FOOT[:3], False, 5, 0),
        (1, FOOT[:4], False, 5, 1),
        (1, (*FOOT[:4], "VII-HQ"), False, 6, 1),  # 4 + 2 = 6
        (1, (*FOOT[:4], "VII-HQ"), True, 6, 2),  # and the chit: 7
        (1, (*FOOT[:5], "VII-HQ"), False, 6, 2),  # 5 + 2 = 7
        (1, FOOT[:10], False, 5, 2),
        (1, (*FOOT[:12], "VII-HQ"), False, 6, 4),  # 14
        (1, (*FOOT[:12], "VII-HQ"), False, 1, 0),
        (2, (*FOOT[:12], "VII-HQ"), False, 6, 3),  # less 1
        (3, (*FOOT[:12], "VII-HQ"), False, 6, 2),  # less 2
        (3, (*FOOT[:12], "VII-HQ"), False, 2, 0),  # below 1 is 1
    ],
)
def test_how_many_may_escape(turn: int, units: tuple[str, ...], buy: bool, die: int, escapees: int) -> None:
    game = opened(turn, f"roll {die}")
    release(game, *units, buy=buy)
    plural = "" if escapees == 1 else "s"
    assert told(game, "Minsk:") == [f"Minsk: a {die}, {escapees} Soviet unit{plural} may escape."]


@rule("AVD 11.1.2d")
def test_the_released_enter_by_their_roads_before_anyone_escapes() -> None:
    """2nd Panzer Group at 2704, 9th Army at 3106."""
    game = opened(1, "roll 6")
    release(game, "31Inf", "162Inf")
    assert asked(game) == [("German", "enter")]
    game.play("enter 31Inf")
    assert "road 2704" in game.legal
    assert "road 3106" not in game.legal
    game.play("road 2606")
    game.play("enter 162Inf")
    assert "road 3106" in game.legal
    game.play("road 3107")
    assert asked(game) == [("Soviet", "escape")]


def test_a_released_unit_that_finds_the_road_closed_waits() -> None:
    game = stage("minsk", HOME | POCKET | {"13A": "2605"}, turn=1, rolls=["roll 1"])
    release(game, "31Inf")
    assert place_of(game, "31Inf") == "german-entry-2PzG"
    game = stage("entries", HOME | {"31Inf": "german-entry-2PzG"}, turn=2)
    assert verdict(game, "enter 31Inf") == []


# ---- escaping -------------------------------------------------------------------------------------


@rule("AVD 11.1.3")
def test_the_escaped_are_placed_like_units_of_the_reserve_box() -> None:
    game = opened(1, "roll 6")
    release(game, "31Inf")
    enter_all(game)
    assert asked(game) == [("Soviet", "escape")]
    assert verdict(game, "escape 31Inf") == ["AVD 11.1.3"]
    assert verdict(game, "escape 61C") == ["AVD 11.1.3"]
    game.play("escape 6MC")
    assert verdict(game, "place 2543") == ["AVD 11.1.1d"]
    game.play("place 2542")
    assert place_of(game, "6MC") == "2542"


@rule("AVD 14.0d")
def test_an_escape_is_worth_one_on_the_combat_die() -> None:
    """The 5 of the die counts as 6, until the next Reinforcement chit."""
    game = opened(1, "roll 6")
    release(game, "31Inf")
    enter_all(game)
    assert not game.state.minsk_bonus
    game.play("escape 1C")
    game.play("place 2542")
    assert game.state.minsk_bonus
    units = HOME | {"61C": "2541", "7Pz": "2540"}
    game = stage("combat", units, side="soviet", minsk_bonus=True, rolls=["roll 5"])
    game.play("attack 2540 with 61C")
    assert told(game, "A 6 on") == ["A 6 on the 1.5-1 column: DR, the defender retreats 1 hex."]
    game = stage("reinforcements", units | {"28C": "soviet-reserve"}, turn=2, minsk_bonus=True)
    assert not game.state.minsk_bonus


def test_no_bonus_when_nobody_got_out() -> None:
    """There is no Soviet HQ on the map to place an escapee at."""
    game = stage("minsk", POCKET | {"61C": "2541", "12Pz": "3919"}, turn=1, rolls=["roll 6"])
    release(game, "31Inf")
    enter_all(game)
    assert place_of(game, "1C") == "minsk-pocket-box"
    assert not game.state.minsk_bonus


def test_more_may_escape_than_are_left() -> None:
    few = {unit: place for unit, place in POCKET.items() if unit not in TRAPPED[1:]}
    game = stage("minsk", HOME | few, turn=1, rolls=["roll 6"])
    release(game, *FOOT, "VII-HQ")
    enter_all(game)
    game.play("escape 1C")
    game.play("place 2542")
    assert asked(game) != [("Soviet", "escape")]


# ---- the stolen chit ------------------------------------------------------------------------------


@rule("AVD 14.0e")
def test_a_great_escape_takes_a_vp_chit_unseen() -> None:
    game = opened(1, "roll 6")
    release(game, *FOOT[:7])
    assert len(game.state.stolen) == 1
    assert game.state.box.bit_count() == 1
    assert told(game, "The Soviets take a blue VP chit") != []
    for seat in ("German", "Soviet"):
        known: Any = game.view(seat).known
        assert known["stolen_chits"] == ["blue"]
        assert "values" not in known


@rule("AVD 14.0f")
def test_no_chit_to_take_is_a_soviet_victory() -> None:
    game = opened(1, "roll 6", captured=[])
    release(game, *FOOT[:7])
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("soviet", "14.0")


def test_a_small_escape_takes_none() -> None:
    game = opened(1, "roll 6", captured=[])
    release(game, *FOOT[:6])
    assert game.result is None


# ---- turn 4 ---------------------------------------------------------------------------------------


@rule("AVD 14.0g")
def test_on_turn_4_all_come_out_and_the_trapped_are_lost() -> None:
    units = HOME | dict.fromkeys(("31Inf", "162Inf", "VII-HQ", "XX-HQ", *TRAPPED), "minsk-pocket-box")
    game = stage("minsk", units, turn=4, cup=chit("Air"), open_cup=chit("Air"))
    assert asked(game) == [("German", "enter")]
    assert told(game, "Minsk:") == []
    assert told(game, "9A") == ["9A-3 is added to the cup.", "9A-2 is added to the cup."]
    assert {place_of(game, unit) for unit in TRAPPED} == {"removed"}
    for unit in ("31Inf", "162Inf", "VII-HQ", "XX-HQ"):
        assert verdict(game, f"enter {unit}") == []


def test_on_turn_4_only_the_chits_that_are_left() -> None:
    units = HOME | dict.fromkeys(HQS, "minsk-pocket-box")
    game = stage("minsk", units, turn=4, cup=chit("9A-1"), played=(FACTS.chit_index["9A-3"],))
    assert told(game, "9A") == ["9A-2 is added to the cup."]


# ---- the hexes ------------------------------------------------------------------------------------


@rule("AVD 14.0h")
def test_germans_never_move_into_the_pocket() -> None:
    game = stage("movement", HOME | {"7Pz": "3306"})
    game.play("pick 7Pz")
    assert verdict(game, "go 3305") == ["AVD 14.0h"]
    assert verdict(game, "go 3307") == []


def test_command_range_passes_through_the_pocket() -> None:
    """VI-HQ at 2704 and 26Inf at 3006 are three hexes apart, the Pocket between them."""
    game = stage("draw", HOME | {"VI-HQ": "2704", "26Inf": "3006"}, cup=chit("9A-1"), rolls=["draw 9A-1"])
    game.play("activate VI-HQ")
    assert "pick 26Inf" in game.legal
    assert played(game) == ["9A-1"]


@rule("AVD 14.0i", "AVD 16.1b")
def test_a_soviet_combat_unit_in_the_pocket_wins() -> None:
    game = stage("movement", HOME | {"63C": "3306"}, side="soviet")
    game.play("pick 63C")
    game.play("go 3305")
    assert game.result is not None
    assert game.result.winner == "soviet"


def test_a_soviet_hq_in_the_pocket_does_not() -> None:
    game = stage("movement", HOME | {"13A": "3306", "63C": "3307"}, side="soviet")
    game.play("pick 13A")
    game.play("go 3305")
    assert game.result is None


@rule("AVD 14.0i")
def test_nothing_is_placed_in_the_pocket() -> None:
    units = HOME | {"13A": "3306", "63C": "3307", "28C": "soviet-reserve"}
    game = stage("purchases", units, turn=2)
    game.play("call 28C")
    assert verdict(game, "place 3305") == ["AVD 14.0i"]
