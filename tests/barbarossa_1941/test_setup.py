"""Set-up (14, 15): the ready placements, the choices, and the limits that every placement keeps."""

from __future__ import annotations

from random import Random

import pytest

from barbarossa_1941.stage import FACTS, RULES, asked, place_of, stage
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.rules.setup import faults, set_up
from rule import rule


@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
def test_the_ready_placement_is_faultless(scenario: str) -> None:
    rules = games.rules("barbarossa-1941", scenario)
    assert rules.check(rules.start()) == []
    waiting = [unit for unit, place in enumerate(rules.start().place) if place < 0]
    assert not waiting  # every counter is somewhere


@rule("B41 15.1a", "B41 15.1b", "B41 14.1")
def test_the_historical_choices() -> None:
    game = stage("set-up")
    assert asked(game) == [("Axis", "arrange")]
    assert game.legal.texts == [
        "done", "pick FI-VI", "pick FI-VII", "pick FI-II", "pick FI-IV", "pick FI-OIN", "pick DE-I", "pick DE-XXVI",
        "pick DE-XXXVIII",
    ]  # fmt: skip
    game.play("pick FI-II")
    assert game.legal.texts == ["at 1103"]
    game.play("at 1103")
    assert place_of(game, "FI-II") == "1103"
    assert place_of(game, "FI-RES") == "0804"


@rule("B41 15.1b")
def test_army_group_north() -> None:
    game = stage("set-up")
    assert {place_of(game, unit) for unit in ("DE-BEF101", "DE-LW1", "DE-XXIII")} == {"0112"}
    around = {"0212", "0213", "0312", "0313"}  # within a hex of 0312, on the German side
    for unit in ("DE-I", "DE-XXVI", "DE-XXXVIII"):
        trial = stage("set-up")
        here = place_of(trial, unit)
        trial.play(f"pick {unit}")
        assert here in around
        assert {text[3:] for text in trial.legal.texts} <= around - {here}


@rule("B41 14.2e")
def test_each_unit_is_set_up_anew_once() -> None:
    game = stage("set-up")
    game.play("pick FI-II")
    game.play("at 1103")
    assert "pick FI-II" not in game.legal.texts
    game.play("done")
    assert ("Axis", "move") in asked(game)  # the Soviets have no choice, and turn 1 begins with the Axis


def free_game() -> Game:
    return stage("set-up", scenario="hypothetical")


@rule("B41 14.2e")
def test_the_soviets_place_first_when_all_is_free() -> None:
    game = free_game()
    assert asked(game) == [("Soviet", "arrange")]
    game.play("done")
    assert asked(game) == [("Axis", "arrange")]


@rule("B41 14.2b")
def test_cities_keep_their_garrisons() -> None:
    game = free_game()
    assert place_of(game, "SU-13A") == "0915"
    assert "pick SU-13A" not in game.legal.texts  # Minsk would be left with nothing


@rule("B41 14.2a")
def test_the_frontier_stays_covered() -> None:
    game = free_game()
    for unit in [text.split()[1] for text in game.legal.texts if text.startswith("pick")]:
        trial = game.clone(seed=1)
        trial.play(f"pick {unit}")
        offered = set(trial.legal.texts)
        index = trial.facts.roster.index[unit]
        for place in trial.facts.grid.hexes:
            name = trial.facts.board.name(place)
            other = trial.state.clone()
            if trial.facts.deployment.choices[index] >> place & 1 and place != other.place[index]:
                other.put(index, place)
                assert (f"at {name}" in offered) == (not faults(trial.facts, other)), f"{unit} to {name}"


@rule("B41 14.2d")
def test_german_steps_abroad_are_limited() -> None:
    game = free_game()
    game.play("done")
    game.play("pick DE-I")
    offered = {text.split()[1] for text in game.legal.texts}
    assert "0525" not in offered  # three corps are in Romania already
    assert "0804" in offered  # two steps may be in Finland
    game.play("at 0804")
    game.play("pick DE-XXVI")
    assert "at 0902" not in game.legal.texts
    game.play("at 0115")
    game.play("pick DE-XI")  # one of the three
    assert "at 0525" in game.legal.texts


@rule("B41 14.2c")
def test_allies_keep_to_their_countries() -> None:
    game = free_game()
    game.play("done")
    game.play("pick RO-CAV")
    romania = game.facts.countries["Romania"]
    assert all(romania >> game.facts.board.index(text.split()[1]) & 1 for text in game.legal.texts)


def test_random_set_ups_keep_the_limits() -> None:
    rules = games.rules("barbarossa-1941", "hypothetical")
    random = Random(4)
    game = Game.started(rules, Seeded.of(4))
    while game.state.pending[0].kind.startswith("arrange"):
        game.push(game.legal.options.choose(random.random), game.state.pending[0])
        assert rules.check(game.state) == []


@rule("B41 14.3c")
def test_without_fallschirmjaeger() -> None:
    assert place_of_at_start("DE-7FJ") == "waiting"
    assert place_of_at_start("DE-7FJ", "no-fallschirmjaeger") == "removed"


@rule("B41 14.3e")
def test_early_siberians() -> None:
    for unit, late, early in (("SU-58A", 8, 6), ("SU-59A", 9, 7), ("SU-60A", 10, 8)):
        index = FACTS.roster.index[unit]
        assert RULES.start().due[index] == late
        rules = games.rules("barbarossa-1941", "historical", {"early-siberians": True})
        assert set_up(rules.facts).due[index] == early


def place_of_at_start(unit: str, *options: str) -> str:
    rules = games.rules("barbarossa-1941", "historical", dict.fromkeys(options, True))
    place = rules.start().place[rules.facts.roster.index[unit]]
    return str(rules.facts.board.place_name(place))


@rule("B41 10.2a")
def test_each_country_has_its_railways() -> None:
    state = RULES.start()
    rails = FACTS.railways.hexes
    assert state.axis_rail == rails & ~FACTS.ussr
    assert state.axis_rail >> FACTS.city("Warsaw") & 1 and not state.axis_rail >> FACTS.city("Minsk") & 1


@rule("B41 12.5a")
def test_airborne_corps_start_in_their_cities() -> None:
    state, board = RULES.start(), FACTS.board
    starts = {
        unit: board.name(state.place[FACTS.roster.index[unit]])
        for unit in ("SU-4ABN", "SU-2ABN", "SU-5ABN", "SU-1ABN", "SU-3ABN")
    }
    assert starts == {"SU-4ABN": "0915", "SU-2ABN": "1922", "SU-5ABN": "0811", "SU-1ABN": "1221", "SU-3ABN": "1228"}


def test_what_cannot_be_is_said() -> None:
    state = RULES.start()
    roster, board = FACTS.roster.index, FACTS.board
    state.put(roster["DE-I"], board.index("0915"))
    assert faults(FACTS, state) == [
        "Both sides are in 0915.",
        "SU-4ABN is in 0915 with enemies.",
        "0915 belongs to the side that was last in it.",
    ]
    state = RULES.start()
    for unit in ("DE-I", "DE-XXVI", "DE-XXXVIII", "DE-II"):
        state.put(roster[unit], board.index("0115"))
    assert faults(FACTS, state) == ["Too many steps are in 0115."]
    state = RULES.start()
    state.put(roster["IT-CSIR"], board.index("0832"))
    assert faults(FACTS, state) == ["IT-CSIR cannot be on the coast in 0832."]
    state = RULES.start()
    state.isolated[roster["SU-19A"]] = 1
    assert faults(FACTS, state) == ["SU-19A cannot be marked isolated."]
