"""The Baltic Fleet (12.9): support, mines, and the air strike."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.stage import FACTS, act, asked, place_of, stage, steps_of, units, verdict
from ostfront.core.play.game import Game
from rule import rule

FLEET = {"SU-VMF": "off-map"}
COAST = {"DE-I": "0906", "SU-8A": "0905"}  # east of Tallinn


def results(game: Game) -> list[int]:
    return [int(event.args[1]) for event in game.events or () if event.kind == "result"]


def battle(side: str, target: str, field: dict[str, str], **fields: Any) -> Game:
    fields = {"turn": 3, "guns_axis": 0, "guns_soviet": 0, "rolls": ["3", "3"], **fields}
    game = stage("combat", {**FLEET, **field}, side=side, **fields)
    act(game, f"attack {target}")
    return game


# ---- support ----------------------------------------------------------------------------------------


@rule("B41 12.9a")
@pytest.mark.parametrize("steps", [2, 1])
@pytest.mark.parametrize(("side", "target", "modifier"), [("axis", "0905", -1), ("soviet", "0906", 1)])
def test_the_fleet_helps_attack_and_defence(side: str, target: str, modifier: int, steps: int) -> None:
    field = COAST if side == "axis" else {"DE-I": "0905", "SU-8A": "0906"}
    game = battle(side, "0905", field, steps={"SU-VMF": steps})
    assert target in field.values()
    assert asked(game) == [("Soviet", "naval support")]
    act(game, "fleet")
    assert results(game) == [modifier]


@rule("B41 12.9a")
def test_the_fleet_supports_one_combat_a_turn() -> None:
    game = battle("axis", "0905", COAST, fleet_used=True)
    assert results(game) == [0]  # nobody was asked
    game = battle("axis", "0905", COAST)
    act(game, "fleet")
    assert game.state.fleet_used


@rule("B41 12.9b")
def test_the_fleet_reaches_coastal_hexes_near_its_bases() -> None:
    assert asked(battle("axis", "0905", COAST)) == [("Soviet", "naval support")]
    inland = {"DE-I": "1114", "SU-8A": "1115"}
    assert results(battle("axis", "1115", inland)) == [0]
    near_coast = {"DE-I": "0907", "SU-8A": "0908"}  # two hexes from Tallinn, but not on the sea
    assert not FACTS.coast["baltic"] >> FACTS.board.index("0908") & 1
    assert results(battle("axis", "0908", near_coast)) == [0]
    lost = battle("axis", "0905", COAST, held=["Tallinn", "Riga"])
    assert FACTS.grid.distance(FACTS.board.index("0905"), FACTS.leningrad) > 3
    assert results(lost) == [0]


@rule("B41 12.9c")
def test_mines_shut_the_fleet_in() -> None:
    assert results(battle("axis", "0905", COAST, mined=True)) == [0]
    for target, beside in (("1204", "1203"), ("1305", "1306"), ("1304", "1405")):
        game = battle("axis", target, {"DE-I": beside, "SU-8A": target}, mined=True)
        assert asked(game) == [("Soviet", "naval support")], target


@rule("B41 12.9c")
def test_the_mines_are_laid_after_the_turn() -> None:
    """With four ports the fleet still helps in this turn; from the next on it is shut in."""
    ports = ["Riga", "Tallinn"]
    field = {"DE-I": "1206", "SU-8A": "1105"}  # Narva
    game = battle("axis", "1105", field, held=ports)
    assert asked(game) == [("Soviet", "naval support")]
    assert not game.state.mined
    ended = stage("victory", {**FLEET, **field}, held=ports)
    assert ended.state.mined


# ---- the air strike ---------------------------------------------------------------------------------

AIR = {"DE-LW1": "0112", "DE-I": "0116", "SU-8A": "2112"}


def striking(turn: int = 3, **fields: Any) -> Game:
    return stage("combat", {**FLEET, **AIR}, turn=turn, **fields)


@rule("B41 12.9d")
@pytest.mark.parametrize(("turn", "allowed"), [(3, True), (7, False), (8, True), (9, False)])
def test_a_strike_wants_clear_or_icy_weather(turn: int, allowed: bool) -> None:
    game = striking(turn)
    assert (asked(game) == [("Axis", "attack")] and "strike DE-LW1" in game.legal.texts) == allowed


@rule("B41 12.9d")
def test_a_strike_is_the_only_mission_of_an_air_corps_and_of_the_turn() -> None:
    field = {**FLEET, **AIR, "DE-LW2": "0112", "SU-11A": "0213", "DE-II": "0113"}
    game = stage("combat", field, turn=3, rolls=["4"], guns_axis=0)
    act(game, "strike DE-LW1")
    assert not [text for text in game.legal.texts if text.startswith("strike")]
    act(game, "attack 0213")
    if "with DE-II" in game.legal.texts:
        act(game, "with DE-II", "resolve")
    assert game.legal.texts == ["pass", "fly DE-LW2"]


@rule("B41 12.9d")
def test_a_base_of_the_fleet_is_in_range() -> None:
    """Konigsberg is six hexes from Riga; Warsaw is too far."""
    assert verdict(striking(), "strike DE-LW1") == []
    far = stage("combat", {**FLEET, "DE-LW1": "0116", "DE-I": "0216", "SU-8A": "0315"}, turn=3)
    assert verdict(far, "strike DE-LW1") == ["B41 12.9d"]
    lost = striking(held=["Riga"])
    assert asked(lost) != [("Axis", "attack")]


@rule("B41 12.9e")
@pytest.mark.parametrize(("die", "steps"), [("1", 1), ("3", 1), ("4", 2), ("6", 2)])
def test_a_strike_hits_on_1_to_3(die: str, steps: int) -> None:
    game = striking(rolls=[die])
    act(game, "strike DE-LW1")
    assert steps_of(game, "SU-VMF") == steps
    assert game.state.flown == units("DE-LW1")


@rule("B41 12.9e")
def test_the_second_step_sinks_the_fleet() -> None:
    game = striking(rolls=["2"], steps={"SU-VMF": 1})
    act(game, "strike DE-LW1")
    assert place_of(game, "SU-VMF") == "removed"
    assert results(battle("axis", "0905", {**COAST, "SU-VMF": "removed"})) == [0]
