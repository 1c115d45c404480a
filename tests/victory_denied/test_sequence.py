"""4: the sequence of play."""

from __future__ import annotations

import pytest

import ostfront
from ostfront.core.play.game import Game
from ostfront.games.victory_denied.state import DISTRACTED, ISOLATED, MOSCOW, OUT_OF_SUPPLY, UNDECIDED
from rule import rule
from victory_denied.asking import active, asked, chit, played
from victory_denied.stage import FACTS, place_of, stage

FRONT = {
    "22A": "4614", "19A": "3623", "16A": "3327", "62C": "4613", "25C": "3624", "32C": "3327",
    "17Pz": "3318", "7Pz": "3919", "8Inf": "3017", "VII-HQ": "3017",
}  # fmt: skip


def opened(seed: int = 1941) -> Game:
    """Turn 1, chits selected: the special combat segment."""
    game = ostfront.new("victory-denied", seed=seed)
    game.play("select 16A; select 22A", "Soviet")
    return game


# ---- turns --------------------------------------------------------------------------------------------


@rule("AVD 4.0")
@pytest.mark.parametrize(("directive", "last"), [(DISTRACTED, 8), (MOSCOW, 10)])
def test_the_directive_says_which_turn_is_the_last(directive: int, last: int) -> None:
    game = stage("end of turn", FRONT, turn=last - 1, directive=directive)
    assert game.result is None
    game = stage("end of turn", FRONT, turn=last, directive=directive)
    assert game.result is not None


def test_an_immediate_victory_ends_everything() -> None:
    game = stage("movement", {"17Pz": "3654", "18Pz": "3318"})
    game.play("move 17Pz 3655")
    assert game.result is not None and game.result.winner == "german"
    assert game.pending == ()


@rule("AVD 4.1.1")
def test_a_turn_begins_with_both_players_selecting() -> None:
    game = stage("selection", FRONT, turn=2)
    assert asked(game) == [("German", "select"), ("Soviet", "select")]


def test_the_selections_come_in_any_order() -> None:
    game = stage("selection", FRONT, turn=2)
    game.play("select 22A", "Soviet")
    game.play("select Guderian", "German")
    game.play("select 19A", "Soviet")
    assert asked(game) == [("German", "select")]


@rule("AVD 4.1.2a")
def test_chit_by_chit_until_the_cup_is_empty() -> None:
    game = stage("draw", FRONT, turn=2, cup=chit("22A") | chit("16A"), rolls=["draw 16A", "draw 22A"])
    assert (asked(game), active(game)) == ([("Soviet", "move")], {"16A", "32C"})
    game.play("done")
    assert (asked(game), active(game)) == ([("Soviet", "move")], {"22A", "62C"})
    game.play("done")
    assert game.state.turn == 3


def test_an_empty_cup_ends_the_turn_at_once() -> None:
    game = stage("draw", FRONT, turn=2, cup=0)
    assert (game.state.turn, asked(game)[0][1]) == (3, "select")


def test_chits_that_come_into_an_empty_cup_are_drawn() -> None:
    units = {"16A": "3327", "32C": "3327", "24A": "soviet-reserve"}
    game = stage("purchases", units, cup=0)
    game.play("call 24A; place 3439; buy")
    assert (asked(game), played(game), active(game)) == ([("Soviet", "move")], ["24A"], {"24A"})


# ---- turn 1 -------------------------------------------------------------------------------------------


@rule("AVD 4.1.2b")
def test_turn_one_opens_with_a_combat_segment_of_second_panzer_group() -> None:
    game = opened()
    assert asked(game) == [("German", "attack")], "they do not move first"
    assert played(game) == [], "and no chit is drawn for it"
    group = {"17Pz", "18Pz", "29Mot", "10Pz", "SSReich", "4Pz", "10Mot", "3Pz", "1Cav"}
    assert active(game) == group


def test_the_special_combat_has_advances_and_stukas() -> None:
    game = opened()
    game.play("attack 3219 with 18Pz 29Mot 17Pz")
    assert asked(game) == [("German", "stuka")]


@rule("AVD 4.1.2c")
def test_then_the_chit_that_was_put_aside_is_played() -> None:
    game = opened()
    game.play("done")
    assert played(game) == ["3PzG-1"]
    assert asked(game) == [("German", "move")], "it was not drawn: Guderian cannot trump it"


def test_after_it_the_cup_is_drawn_from() -> None:
    game = opened()
    for _ in ("special combat", "movement", "combat"):
        game.play("done")
    assert asked(game) == [("German", "guderian")]


@rule("AVD 4.1.2d")
def test_german_attacks_on_turn_one_are_shifted_two_columns() -> None:
    # 9 to 3 is 3-1
    units = {"17Pz": "2540", "45C": "2541", "22A": "4614"}
    game = stage("combat", units, turn=1, stukas=1, rolls=["roll 1"])
    game.play("attack 2541 with 17Pz")
    assert "stands at 5-1" in game.pending[0].prompt
    game.play("stuka")
    assert asked(game) == [("Soviet", "retreat")], "with the Stuka 7-1, where even a 1 is DR"
    game = stage("combat", units, turn=2, stukas=1)
    game.play("attack 2541 with 17Pz")
    assert "stands at 3-1" in game.pending[0].prompt


def test_soviet_attacks_on_turn_one_are_not() -> None:
    game = stage("combat", {"45C": "2540", "17Pz": "2541"}, side="soviet", turn=1, stukas=1)
    game.play("attack 2541 with 45C")
    assert "stands at 1.5-1" in game.pending[0].prompt


@rule("AVD 4.1.2e")
def test_on_turn_one_no_german_is_out_of_supply_or_isolated() -> None:
    # 17Pz is surrounded by 20C and 45C, 66C by 4Pz and 3Pz
    units = {"17Pz": "2540", "20C": "2539", "45C": "2541", "66C": "2040", "4Pz": "2039", "3Pz": "2041", "22A": "4614"}
    status = {}
    for turn in (1, 2):
        game = stage("supply", units, turn=turn)
        while asked(game)[0][1] == "starve":
            game.play("starve 4Pz")
        status[turn] = {unit: game.state.status[FACTS.roster.index[unit]] for unit in ("17Pz", "4Pz", "66C")}
    assert status[1] == {"17Pz": 0, "4Pz": 0, "66C": ISOLATED}
    assert status[2]["17Pz"] == ISOLATED
    assert status[2]["4Pz"] & OUT_OF_SUPPLY


# ---- the end of the turn ------------------------------------------------------------------------------


@rule("AVD 4.2a")
def test_an_hq_without_units_in_range_is_removed() -> None:
    game = stage("end of turn", {**FRONT, "13A": "2519", "20C": "2524"}, turn=2)
    assert place_of(game, "13A") == "removed"
    assert place_of(game, "16A") == "3327"


@rule("AVD 4.2b")
def test_the_directive_is_rolled_at_the_end_of_turn_six() -> None:
    game = stage("end of turn", FRONT, turn=5)
    assert game.state.directive == UNDECIDED
    game = stage("end of turn", FRONT, turn=6, rolls=["roll 1"])
    assert game.state.directive == MOSCOW


@rule("AVD 4.2c")
def test_the_marker_advances() -> None:
    game = stage("end of turn", FRONT, turn=3)
    assert game.state.turn == 4
    assert asked(game)[0] == ("German", "select")


def test_the_end_of_the_last_turn_is_played_before_the_count() -> None:
    game = stage("end of turn", {**FRONT, "13A": "2519"}, turn=10, directive=MOSCOW)
    assert place_of(game, "13A") == "removed"
