"""The Hitler Directive (15): rolled at the end of turn 6, it decides how long the game lasts."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from ostfront.games.victory_denied.state import DISTRACTED, MOSCOW, UNDECIDED
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.stage import FACTS, place_of, stage

PANZERS = {"7Pz": "3919", "20Pz": "3919", "12Pz": "3618", "19Pz": "4510", "18Mot": "4510", "900Lehr": "3915"}
UNITS = PANZERS | {"24A": "2541", "61C": "2541", "26Inf": "3208", "VI-HQ": "3208"}


def end_of(turn: int, *rolls: str, directive: int = UNDECIDED, **units: str) -> Game:
    return stage("end of turn", UNITS | units, turn=turn, rolls=rolls, directive=directive)


# ---- the roll -------------------------------------------------------------------------------------


@rule("AVD 15.0")
@pytest.mark.parametrize(("die", "directive"), [(1, MOSCOW), (2, DISTRACTED), (3, DISTRACTED)])
def test_the_table_decides(die: int, directive: int) -> None:
    game = end_of(6, f"roll {die}")
    assert game.state.directive == directive
    assert not game.state.chosen
    assert game.state.turn == 7


@rule("AVD 15.0")
@pytest.mark.parametrize("turn", [5, 6, 7])
def test_it_is_rolled_once_at_the_end_of_turn_6(turn: int) -> None:
    rolls = ["roll 1"] if turn == 6 else []
    game = end_of(turn, *rolls)
    assert any("directive" in line for line in game.view(0).log()) == (turn == 6)


@rule("AVD 15.3")
@pytest.mark.parametrize(("answer", "directive"), [("moscow", MOSCOW), ("distract", DISTRACTED)])
def test_guderians_choice(answer: str, directive: int) -> None:
    for die in (4, 5, 6):
        game = end_of(6, f"roll {die}")
        assert asked(game) == [("German", "directive")]
        game.play(answer)
        assert (game.state.directive, game.state.chosen) == (directive, True)
        assert game.state.turn == 7


# ---- how long (15.1, 15.2) ------------------------------------------------------------------------


@rule("AVD 15.1")
def test_objective_moscow_lasts_to_turn_10() -> None:
    assert end_of(8, directive=MOSCOW).state.turn == 9
    assert end_of(9, directive=MOSCOW).state.turn == 10
    assert end_of(10, directive=MOSCOW).result is not None


@rule("AVD 15.2a")
def test_hitler_distracted_ends_after_turn_8() -> None:
    assert end_of(7, directive=DISTRACTED).result is None
    assert end_of(8, directive=DISTRACTED).result is not None


def test_the_end_phase_of_the_last_turn_is_played() -> None:
    """13A commands nobody and is removed before the points are counted."""
    assert place_of(end_of(8, directive=DISTRACTED, **{"13A": "4540"}), "13A") == "removed"


# ---- the withdrawal (15.2) ------------------------------------------------------------------------


def distracted(**units: str) -> Game:
    """The start of turn 7."""
    return stage("withdrawal", UNITS | units, turn=7, directive=DISTRACTED, out_of_supply=["7Pz"])


@rule("AVD 15.2b")
def test_four_motorized_units_of_his_choice_leave() -> None:
    game = distracted()
    for wrong in ("26Inf", "VI-HQ", "61C", "17Pz"):  # 17Pz is not on the map
        assert verdict(game, f"withdraw {wrong}") == ["AVD 15.2b"]
    for unit in ("7Pz", "20Pz", "12Pz", "900Lehr"):
        assert asked(game) == [("German", "withdraw")]
        game.play(f"withdraw {unit}")
    assert {place_of(game, unit) for unit in ("7Pz", "20Pz", "12Pz", "900Lehr")} == {"removed"}
    assert place_of(game, "19Pz") == "4510"
    assert asked(game)[0] == ("German", "select")  # before chits are selected
    assert game.state.status[FACTS.roster.index["7Pz"]] == 0


@pytest.mark.parametrize("left", [0, 1, 4])
def test_with_four_or_fewer_all_leave_unasked(left: int) -> None:
    units = {unit: place for unit, place in UNITS.items() if unit not in list(PANZERS)[left:]}
    game = stage("withdrawal", units, turn=7, directive=DISTRACTED)
    assert all(place_of(game, unit) == "removed" for unit in list(PANZERS)[:left])
    assert asked(game) != [("German", "withdraw")]


@pytest.mark.parametrize(("turn", "directive"), [(7, MOSCOW), (8, DISTRACTED)])
def test_nobody_leaves_at_another_time_or_for_moscow(turn: int, directive: int) -> None:
    game = stage("withdrawal", UNITS, turn=turn, directive=directive)
    assert asked(game) != [("German", "withdraw")]
    assert place_of(game, "7Pz") == "3919"


def test_who_left_does_not_count_as_eliminated() -> None:
    game = distracted()
    for unit in ("7Pz", "20Pz", "12Pz", "900Lehr"):
        game.play(f"withdraw {unit}")
    assert not game.state.at(FACTS.boxes["eliminated-motorized"])
