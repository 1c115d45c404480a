"""The officer of Barbarossa 1941: plans a phase, sees sudden death from both sides."""

from __future__ import annotations

import pytest

from ai.barbarossa_1941.test_recruit import moved
from ai.match import chosen
from barbarossa_1941.stage import FACTS, stage
from harness.cases import Case
from ostfront import ai
from ostfront.ai.barbarossa_1941.plans import operations, plan_key
from ostfront.ai.officer import Officer
from ostfront.ai.planner import Allowance, plan_activation
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View
from ostfront.games.barbarossa_1941.rules.victory import points

GAME = "barbarossa-1941"
CASE = Case(GAME, "historical", ())
# 19 points: Kiev, Odessa, Dnepropetrovsk, Kharkov with garrisons 9, Sevastopol 3, Minsk, Riga, Lvov 3, four towns 4
NINETEEN = {
    "DE-I": "1221",
    "DE-II": "1228",
    "DE-IV": "1825",
    "DE-V": "1922",
    "DE-VI": "1531",
    "DE-VII": "0915",
    "DE-VIII": "0609",
    "DE-IX": "0321",
}
TOWNS = ["Smolensk", "Velikie Luki", "Bryansk", "Rzhev"]
KARELIA = {"SU-7A": "1501"}


def test_a_turn_without_a_refused_action() -> None:
    game = CASE.new("officer's turn")
    players = [ai.player("officer", seat) for seat in (0, 1)]
    while game.state.turn < 2:
        decision = game.state.pending[0]
        game.play(chosen(game, decision, players[decision.seat]), decision.seat)
    assert points(game.facts, game.state) >= 1


def test_a_plan_is_kept_until_something_happens() -> None:
    game = CASE.new("kept")
    player = Officer()
    plans: list[tuple[tuple[int, ...], int]] = []
    while game.state.turn == 1 and len(plans) < 60:
        decision = game.state.pending[0]
        text = chosen(game, decision, player)
        if decision.kind == "move" and player.kept is not None:
            plans.append((plan_key(game.state), id(player.kept)))
        game.push(game.parse(text), decision)
    assert len(plans) > 20
    assert len(set(plans)) < len(plans) / 2, "most moves follow a plan made before"


def test_without_a_thought_everybody_has_a_legal_post() -> None:
    game = CASE.new("thoughtless")
    while game.state.pending[0].kind != "move":
        decision = game.state.pending[0]
        game.push(game.parse("done"), decision)
    phase = operations(game, game.state.pending[0])
    assert phase is not None
    plan = plan_activation(phase, Allowance(0))
    assert not plan.assaults
    assert all(phase.reach[unit] >> place & 1 for unit, place in plan.posts.items())


def test_the_stage_has_nineteen_points() -> None:
    assert points(FACTS, stage("movement", NINETEEN | KARELIA, held=TOWNS, turn=6).state) == 19


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_strikes_for_sudden_death(level: str) -> None:
    """One point is lacking on turn 6: an empty Kaluga is the game, however far from supply."""
    units = NINETEEN | KARELIA | {"DE-XXIV": "1715"}
    game = moved(stage("movement", units, held=TOWNS, turn=6), level)
    assert game.result is not None and game.result.winner == "axis"


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_after_turn_six_it_is_only_a_point(level: str) -> None:
    """The same position a turn later does not end the game."""
    units = NINETEEN | KARELIA | {"DE-XXIV": "1715"}
    game = moved(stage("movement", units, held=TOWNS, turn=7), level)
    assert game.result is None


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_guards_against_sudden_death(level: str) -> None:
    """One point is lacking on turn 5, a corps is two hexes from an empty Voronezh: an army goes there."""
    units = NINETEEN | {"SU-7A": "1501", "SU-24A": "2418", "DE-XII": "2120"}
    game = moved(stage("movement", units, side="soviet", held=TOWNS, turn=5), level)
    assert game.state.place[FACTS.roster.index["SU-24A"]] == FACTS.city("Voronezh")


def test_storms_the_city_that_ends_the_game() -> None:
    """Odds that are worth a point of the score are not worth a corps; for the game they are."""
    units = NINETEEN | KARELIA | {"DE-XXIV": "1814", "DE-XII": "1814"}
    units |= {"SU-24A": "1914", "SU-16A": "1914", "SU-20A": "1914"}
    attacks = []
    for turn in (6, 7):
        game = stage("combat", units, held=TOWNS, turn=turn)
        attacks.append(chosen(game, game.state.pending[0], ai.player("officer")))
    assert attacks == ["attack 1914", "done"]


def test_explains_what_it_does() -> None:
    game = stage("combat", {"DE-XXIV": "1516", "DE-XII": "1516", "SU-13MC": "1517", "SU-7A": "2405"}, turn=3)
    decision = game.state.pending[0]
    view = View(game, decision.seat)
    told = Officer().explain(view, Legal(game, game.options(decision)), view.imagine)
    assert "attack 1517" in told and "The plan:" in told
