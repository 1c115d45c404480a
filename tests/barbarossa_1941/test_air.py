"""Aviation (11): bases, rebasing, and support in combat."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.stage import FACTS, act, asked, place_of, stage, units, verdict
from ostfront.core.play.game import Game
from rule import rule

FAR = {"SU-7A": "2405"}


def rebasing(corps: str, at: str, others: dict[str, str] | None = None, side: str = "axis", **more: Any) -> Game:
    """The new base of an air corps is asked for."""
    game = stage("rebase", {corps: at, **FAR, **(others or {})}, side=side, **more)
    if asked(game) == [("Axis", "rebase")] and side == "soviet":
        act(game, "done")
    act(game, f"base {corps}")
    return game


# ---- bases (11.1) -----------------------------------------------------------------------------------


@rule("B41 11.1a")
def test_a_minor_city_holds_one_air_corps_and_a_major_one_two() -> None:
    based = {"DE-LW2": "0219", "DE-LW8": "0112"}
    game = rebasing("DE-LW1", "0116", based)
    assert verdict(game, "at 0219") == ["B41 11.1a"]  # Lublin
    assert verdict(game, "at 0112") == []  # Konigsberg
    game = rebasing("DE-LW1", "0116", {"DE-LW2": "0112", "DE-LW8": "0112"})
    assert verdict(game, "at 0112") == ["B41 11.1a"]
    assert verdict(game, "at 0219") == []


@rule("B41 11.1b")
def test_an_air_corps_rebases_within_its_range() -> None:
    """Six hexes for the Axis, five for the Soviets."""
    distance, warsaw = FACTS.grid.distance, FACTS.city("Warsaw")
    assert (distance(warsaw, FACTS.city("Vilna")), distance(warsaw, FACTS.city("Minsk"))) == (6, 8)
    laid = FACTS.railways.hexes  # everything is Axis rail, so that supply does not matter
    game = rebasing("DE-LW1", "0116", {"DE-I": "0116"}, held=["Vilna", "Minsk"], axis_rail=laid)
    assert verdict(game, "at 0713") == []
    assert verdict(game, "at 0915") == ["B41 11.1b"]
    moscow = FACTS.city("Moscow")
    assert (distance(moscow, FACTS.city("Bryansk")), distance(moscow, FACTS.city("Orel"))) == (6, 6)
    game = rebasing("SU-AIR1", "2112", side="soviet")
    assert verdict(game, "at 2115") == []
    assert verdict(game, "at 1716") == ["B41 11.1b"]


@rule("B41 11.1b")
def test_the_new_base_is_an_own_supplied_city() -> None:
    """Vilna is in reach of Warsaw, in Axis hands, but no railway leads there yet."""
    game = rebasing("DE-LW1", "0116", held=["Vilna"])
    assert verdict(game, "at 0713") == ["B41 11.1b"]
    assert verdict(game, "at 0315") == ["B41 11.1b"]  # Bialystok is Soviet
    assert verdict(game, "at 0219") == []
    act(game, "at 0219")
    assert place_of(game, "DE-LW1") == "0219"
    assert "base DE-LW1" not in game.legal.texts  # once


@rule("B41 11.1c")
@pytest.mark.parametrize(("corps", "intruder", "side"), [("SU-AIR1", "DE-I", "axis"), ("DE-LW1", "SU-8A", "soviet")])
def test_a_base_that_is_entered_loses_its_air_corps(corps: str, intruder: str, side: str) -> None:
    held = ["Minsk"] if corps == "DE-LW1" else []
    game = stage("movement", {intruder: "0914", corps: "0915"}, side=side, turn=5, held=held)
    act(game, f"move {intruder} 0915")
    assert place_of(game, corps) == "waiting"
    assert game.state.due[FACTS.roster.index[corps]] == 7


# ---- support (11.2) ---------------------------------------------------------------------------------

BATTLE = {"DE-I": "0419", "SU-8A": "0418"}


def battle(based: dict[str, str], turn: int = 5, **more: Any) -> Game:
    """A German attack on 0418, up to the first option."""
    game = stage("combat", {**BATTLE, **based}, turn=turn, guns_axis=0, **more)
    act(game, "attack 0418")
    return game


@rule("B41 11.2a")
def test_one_air_corps_a_side_within_its_range() -> None:
    """0418 is near Lublin, Warsaw and Lvov; Bucharest and Smolensk are far."""
    game = battle({"DE-LW1": "0219", "DE-LW2": "0116", "DE-LW8": "0431", "SU-AIR1": "0321", "SU-AIR2": "1414"})
    assert asked(game) == [("Axis", "air support")]
    assert game.legal.texts == ["pass", "fly DE-LW1", "fly DE-LW2"]
    assert verdict(game, "fly DE-LW8") == ["B41 11.2a"]
    act(game, "fly DE-LW1")
    assert asked(game) == [("Soviet", "air support")]  # one is enough
    assert game.legal.texts == ["pass", "fly SU-AIR1"]


@rule("B41 11.2a")
def test_the_shifts_are_set_against_each_other() -> None:
    """3:3 is 1:1; quality 4 to 2 makes it 2:1; German air two columns more, Soviet air one less."""
    results = []
    for flights in (("pass", "pass"), ("fly DE-LW1", "pass"), ("fly DE-LW1", "fly SU-AIR1"), ("pass", "fly SU-AIR1")):
        game = battle({"DE-LW1": "0219", "SU-AIR1": "0321"}, rolls=["3"])
        act(game, *flights)
        results += [event.args[2] for event in game.events or () if event.kind == "result"]
    assert results == ["2:1", "4:1", "3:1", "3:2"]


@rule("B41 11.2b")
def test_an_air_corps_flies_once_a_turn() -> None:
    game = battle({"DE-LW1": "0219", "DE-LW2": "0116"}, flown=units("DE-LW1"))
    assert verdict(game, "fly DE-LW2") == []
    assert verdict(game, "fly DE-LW1") == ["B41 11.2b"]
    act(game, "fly DE-LW2")
    assert game.state.flown == units("DE-LW1", "DE-LW2")


@rule("B41 11.2b")
def test_a_flight_in_defence_is_the_one_of_the_turn_too() -> None:
    """The Soviet air corps that flew in the Axis phase stays down in the Soviet one; the next turn is another."""
    soviet = {**BATTLE, "SU-AIR1": "0321"}
    flown = stage("combat", soviet, side="soviet", turn=5, flown=units("SU-AIR1"), guns_axis=0)
    act(flown, "attack 0419")
    assert asked(flown) != [("Soviet", "air support")]
    idle = stage("combat", soviet, side="soviet", turn=5, guns_axis=0)
    act(idle, "attack 0419")
    assert asked(idle) == [("Soviet", "air support")]
    assert stage("turn", {"DE-LW1": "0219", **FAR}, turn=5, flown=units("DE-LW1")).state.flown == 0
