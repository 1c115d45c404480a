"""Communist satellites (8.24 to 8.26): the Poles, Romania's defection, the Bulgarians."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import CORPS, around
from barbarossa_deluxe.stage import FACTS, act, asked, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import control
from rule import rule

ASIDE = dict.fromkeys(["Pol", "1Rom", "4Rom", "1B", "2B", "4B"], "aside")
EAST: dict[str, Any] = {"scenario": "grand-campaign", "side": "soviet"}


def moving(turn: int, others: dict[str, str], **more: Any) -> Game:
    """A Soviet movement phase with the satellites waiting."""
    return stage("movement", {**ASIDE, **others}, turn=turn, **{**EAST, **more})


def entered(game: Game, unit: str, place: str) -> None:
    """A unit comes into a hex, in one way or another."""
    control.enter(game, units(unit), FACTS.board.index(place), "advance")


def due(game: Game, unit: str) -> int:
    return int(game.state.due[FACTS.roster.index[unit]])


# ---- the Polish army (8.24) -------------------------------------------------------------------------


@rule("BD 8.24a")
def test_the_poles_appear_with_the_unit_that_reaches_poland() -> None:
    game = moving(20, {"20A": "1914"})
    act(game, "pick 20A", "go 1915")
    assert place_of(game, "Pol") == "aside"
    act(game, "go 1916")
    assert place_of(game, "Pol") == "1916"
    act(game, "stop")
    assert not offered(game, "pick Pol")  # it acts from the next phase on


@rule("BD 8.24a")
def test_only_units_in_overland_supply_bring_them() -> None:
    game = moving(20, {"20A": "1606", **around("2115", *CORPS)})
    entered(game, "20A", "2115")
    assert place_of(game, "Pol") == "aside"


@rule("BD 8.24a")
def test_a_full_hex_sends_them_to_the_nearest_supplied_stack_with_room() -> None:
    five = dict.fromkeys(["20A", "21A", "22A", "24A"], "2115")
    game = moving(20, {**five, "28A": "2113", "29A": "2109", "30A": "2112"})
    entered(game, "28A", "2115")
    assert place_of(game, "Pol") == "2112"


@rule("BD 8.24a")
def test_germans_do_not_bring_them() -> None:
    game = moving(20, {"26C": "2213"})
    entered(game, "26C", "2116")
    assert place_of(game, "Pol") == "aside"


@rule("BD 8.24a", "BD 8.25a")
def test_a_satellite_in_play_is_a_soviet_army_and_brings_others() -> None:
    game = moving(20, {"1B": "2113"})
    entered(game, "1B", "2115")
    assert place_of(game, "Pol") == "2115"
    game = moving(20, {"Pol": "3012"})
    entered(game, "Pol", "3113")
    assert due(game, "1Rom") == 21


@rule("BD 8.24b")
@pytest.mark.parametrize(("place", "arrives"), [("2115", 13), ("2113", 0)])
def test_a_unit_that_stands_there_when_turn_13_begins(place: str, arrives: int) -> None:
    game = stage("end of turn", {**ASIDE, "20A": place}, turn=12, vp=30, **EAST)
    assert due(game, "Pol") == arrives


@rule("BD 8.24b")
def test_the_poles_of_turn_13_are_ordinary_reinforcements() -> None:
    game = stage("Soviet administration", {"Pol": "track"}, turn=13, due={"Pol": 13}, **EAST)
    act(game, "bring Pol", "at 1606")
    assert place_of(game, "Pol") == "1606"


@rule("BD 8.24a", "BD 8.24b")
@pytest.mark.parametrize(("turn", "arrives"), [(2, 0), (12, 0), (13, 14)])
def test_an_earlier_move_brings_nobody_at_once(turn: int, arrives: int) -> None:
    game = moving(turn, {"20A": "2114"})
    entered(game, "20A", "2115")
    assert due(game, "Pol") == arrives
    assert place_of(game, "Pol") == ("track" if arrives else "aside")


# ---- Romania (8.25) ---------------------------------------------------------------------------------

ROMANIANS = {"3R": "3113", "4R": "track", "2H": "2820"}


@rule("BD 8.25a", "BD 8.25b")
def test_romania_defects_when_a_supplied_unit_reaches_bucharest() -> None:
    """The example of 8.25: a trigger on turn 27 brings 1R on turn 28 and 4R on turn 29."""
    game = moving(27, {**ROMANIANS, "20A": "2913"})
    entered(game, "20A", "2914")
    assert place_of(game, "3R") == "3113"
    entered(game, "20A", "3014")
    assert [place_of(game, unit) for unit in ("3R", "4R", "2H")] == ["gone", "gone", "2820"]
    assert (place_of(game, "1Rom"), due(game, "1Rom"), due(game, "4Rom")) == ("track", 28, 29)
    assert game.state.defected


@rule("BD 8.25a")
def test_a_unit_without_overland_supply_does_not_move_romania() -> None:
    game = moving(27, {"4R": "track", "20A": "1606", **around("3014", *CORPS)})
    entered(game, "20A", "3014")
    assert not game.state.defected


@rule("BD 8.25b")
def test_communist_romanians_enter_at_bucharest_only() -> None:
    taken: dict[str, Any] = {"soviet": ["3114"]}
    game = stage("Soviet administration", {"1Rom": "track"}, turn=28, due={"1Rom": 28}, **taken, **EAST)
    act(game, "bring 1Rom")
    assert place_of(game, "1Rom") == "3114"


@rule("BD 8.25b")
def test_they_wait_in_the_box_for_bucharest() -> None:
    game = stage(
        "Soviet administration", {"1Rom": "track", "58A": "track"}, turn=28, due={"1Rom": 28, "58A": 28}, **EAST
    )
    assert not offered(game, "bring 1Rom")
    act(game, "done")
    assert place_of(game, "1Rom") == "rvgk"
    reserve = {"1Rom": "rvgk", "58A": "rvgk"}
    game = stage("special phase", reserve, turn=29, due={"1Rom": 28}, soviet=["3114"], **EAST)
    act(game, "deploy 1Rom")
    assert game.legal.texts == ["at 3114"]


@rule("BD 8.25d")
def test_once_in_play_they_are_reclaimed_as_any_rifle_army() -> None:
    game = stage("Soviet administration", {"1Rom": "dead-soviet"}, turn=29, **EAST)
    act(game, "rebuild 1Rom")
    assert offered(game, "at 1606")


@rule("BD 8.25c")
def test_an_early_trigger_waits_for_turn_14() -> None:
    game = moving(12, {**ROMANIANS, "20A": "2913"})
    entered(game, "20A", "3014")
    assert (due(game, "1Rom"), due(game, "4Rom")) == (14, 15)
    assert not game.state.defected
    game = stage("end of turn", {**ROMANIANS, "1Rom": "track"}, turn=13, vp=30, early_triggers=2, **EAST)
    assert game.state.defected
    assert place_of(game, "3R") == "gone"


# ---- Bulgaria (8.26) --------------------------------------------------------------------------------


def left(turn: int, **more: Any) -> Game:
    """A Soviet movement phase after a unit has left by Bulgaria."""
    return stage(
        "movement", {**ASIDE, "20A": "bulgaria"}, turn=turn, bulgarian_exit=turn - 1, neutral=0, **{**EAST, **more}
    )


@rule("BD 8.26b")
def test_the_unit_returns_with_three_armies() -> None:
    game = left(20, soviet=["3215"])
    assert asked(game) == [("Soviet", "return")]
    assert game.legal.texts == ["at 3218", "at 3217", "at 3216", "at 3215"]
    act(game, "at 3216")
    assert {place_of(game, unit) for unit in ("20A", "1B", "2B", "4B")} == {"3216"}
    act(game, "pick 1B", "go 3115", "stop", "pick 20A", "with 2B", "go 3217")
    assert place_of(game, "2B") == "3217"


@rule("BD 8.26b")
def test_they_must_be_within_the_limits_when_the_phase_ends() -> None:
    game = left(20)
    act(game, "at 3216", "done")
    assert asked(game) == [("German", "excess")]
    assert game.legal.texts == ["remove 1B", "remove 2B", "remove 4B"]


@rule("BD 8.26b")
def test_enemies_close_a_hex_and_all_of_them_the_way() -> None:
    garrison = {"26C": "3215", "27C": "3217", "28C": "3218"}
    game = stage("movement", {**ASIDE, "20A": "bulgaria", **garrison}, turn=20, bulgarian_exit=19, neutral=0, **EAST)
    assert place_of(game, "20A") == "3216"
    garrison["29C"] = "3216"
    game = stage("movement", {**ASIDE, "20A": "bulgaria", **garrison}, turn=20, bulgarian_exit=19, neutral=0, **EAST)
    assert place_of(game, "20A") == "bulgaria"


@rule("BD 8.26c")
def test_an_early_exit_makes_them_reinforcements_of_turn_14() -> None:
    game = stage("end of turn", {**ASIDE, "20A": "bulgaria"}, turn=10, vp=30, bulgarian_exit=10, neutral=0, **EAST)
    assert [due(game, unit) for unit in ("1B", "2B", "4B")] == [14, 14, 14]
    waiting = {"1B": "track", "2B": "track", "16A": "1606"}
    game = stage("Soviet administration", waiting, turn=14, due={"1B": 14, "2B": 14}, neutral=0, **EAST)
    act(game, "bring 1B")
    assert game.legal.texts == ["at 3218", "at 3217", "at 3216", "at 3215"]
    act(game, "at 3216", "bring 2B")
    assert not offered(game, "at 3216")


@rule("BD 8.26d")
def test_bulgarians_are_reclaimed_as_any_rifle_army() -> None:
    game = stage("Soviet administration", {"1B": "dead-soviet"}, turn=29, **EAST)
    act(game, "rebuild 1B")
    assert offered(game, "at 1606")
