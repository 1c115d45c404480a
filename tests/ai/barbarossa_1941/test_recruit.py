"""The recruit of Barbarossa 1941: knows every decision, wastes nothing, beats chance."""

from __future__ import annotations

import pytest

from ai.match import chosen, seated
from barbarossa_1941.stage import FACTS, RULES, stage
from harness.cases import Case, scaled
from ostfront import ai
from ostfront.ai.barbarossa_1941.adviser import PRICES
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.rules.victory import points
from ostfront.lab.simulate import Simulation, play_one

GAME = "barbarossa-1941"
FAR = {"SU-7A": "2405"}


def answer(game: Game, level: str = "recruit") -> str:
    decision = game.state.pending[0]
    return chosen(game, decision, ai.player(level, "test"))


def moved(game: Game, level: str, kinds: tuple[str, ...] = ("move", "march")) -> Game:
    """The game after a level has played a phase."""
    players = [ai.player(level, seat) for seat in (0, 1)]
    while game.result is None and game.state.pending[0].kind in kinds:
        decision = game.state.pending[0]
        game.play(chosen(game, decision, players[decision.seat]), decision.seat)
    return game


def test_every_kind_of_decision_has_a_price() -> None:
    assert set(RULES.kinds) <= set(PRICES)


def test_a_whole_game_without_a_refused_action() -> None:
    """History had some 19 points, a game of chance has next to none."""
    game = Case(GAME, "historical", ()).new("whole game")
    players = seated(game, "recruit")
    while game.result is None:
        decision = game.state.pending[0]
        action = game.parse(chosen(game, decision, players[decision.seat]))
        assert action in list(game.options(decision))
        game.push(action, decision)
    assert points(game.facts, game.state) >= 8 or game.state.turn < 10


def test_beats_random_from_both_sides() -> None:
    for n in range(1, scaled(2) + 1):
        assert play_one(Simulation(GAME, ("recruit", "random"), seed="strength"), n).winner == "axis"
        assert play_one(Simulation(GAME, ("random", "recruit"), seed="strength"), n).winner == "soviet"


def test_the_set_up_stays_as_it_is() -> None:
    assert answer(Case(GAME, "historical", ()).new("set-up")) == "done"


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_walks_into_an_empty_objective(level: str) -> None:
    game = stage("movement", {"DE-XII": "1413"} | FAR)
    before = points(FACTS, game.state)
    assert points(FACTS, moved(game, level).state) > before


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_the_last_garrison_of_a_major_city_stays(level: str) -> None:
    units = {"DE-I": "1221", "SU-5A": "1522"}
    game = moved(stage("movement", units, held=["Kiev"], turn=5), level)
    assert game.state.place[FACTS.roster.index["DE-I"]] == FACTS.city("Kiev")


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_crushes_what_cannot_resist(level: str) -> None:
    """A mechanised corps of one step in the open between two panzer corps and infantry."""
    units = {"DE-XXIV": "1516", "DE-XXXXVII": "1616", "DE-XII": "1516", "SU-13MC": "1517"}
    game = stage("combat", units | FAR, turn=3)
    assert answer(game, level) == "attack 1517"


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_does_not_attack_the_strong(level: str) -> None:
    units = {"SU-7A": "1517", "SU-13MC": "1517", "DE-XXIV": "1516", "DE-XII": "1516", "DE-XXXXVII": "1516"}
    game = stage("combat", units, turn=3, side="soviet")
    assert answer(game, level) == "done"


@pytest.mark.parametrize(("place", "stands"), [("1713", True), ("1514", False)])
def test_stands_in_vyazma_and_leaves_a_village(place: str, stands: bool) -> None:
    """The second loss: a step for Vyazma, a hex in the open for a step."""
    here = FACTS.board.place_index(place)
    dry = FACTS.near[False, False][here] & ~FACTS.across_river[here]
    beside = FACTS.board.place_name(dry.bit_length() - 1)
    units = {"SU-23A": place, "SU-8A": place, "SU-3A": "2313"}
    units |= {"DE-XXIV": beside, "DE-XXXXVII": beside, "DE-XXXXI": beside}
    game = stage("combat", units | FAR, turn=5, rolls=["4"])
    game.play(f"attack {place} with DE-XXIV DE-XXXXVII DE-XXXXI")
    while game.state.pending[0].kind != "second loss":
        decision = game.state.pending[0]
        game.play(chosen(game, decision, ai.player("recruit")), decision.seat)
    assert (answer(game) == "stand") is stands


def test_partisans_rise_in_an_empty_city() -> None:
    units = {"DE-I": "1221", "SU-PART1": "off-map"}
    game = stage("movement", units | FAR, held=["Kiev"], turn=4, triggers=(1, 1, 1, 1, 1))
    game.play("pick DE-I")
    game.play("go 1220")
    assert game.state.pending[0].kind == "uprising"
    assert answer(game) == "rise 1221"
