"""The officer sees sudden death (2.4.4.2, SC.1): he walks in where that wins, and guards what would lose."""

from __future__ import annotations

import pytest

from ai.match import chosen
from kiev_41.stage import stage
from ostfront import ai
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET

CAMPAIGN, PRELUDES = "southern-struggle", "les-preludes"
WEST = ("1", "2", "3", "15", "16", "17", "18")  # the way to Kiev


def impulse(game: Game, seat: int) -> Game:
    """The officer's impulse, to its end."""
    player, number = ai.player("officer", 0), game.state.impulse
    while game.result is None and game.state.impulse == number and game.state.pending[0].seat == seat:
        game.play(chosen(game, game.state.pending[0], player), seat)
    return game


def held(game: Game, area: str, seat: int) -> bool:
    return bool(game.state.units_of(seat) >> game.facts.areas.index(area) & 1)


@pytest.mark.parametrize("hq", ["16", "25"])
@pytest.mark.parametrize("scenario", [CAMPAIGN, PRELUDES])
def test_a_corps_walks_into_the_last_victory_area(scenario: str, hq: str) -> None:
    """Tarnopol is all that the Axis has, and empty; with an HQ beside the corps or without."""
    units = {"Kleist": "Axis", "29AK": "79", "SW": hq, "4MC": "16", "5A": "5"}
    game = impulse(stage("impulse", units, side="soviet", scenario=scenario, turn=1), SOVIET)
    assert game.result is not None and game.result.winner == SIDES[SOVIET]


@pytest.mark.parametrize("initiative", [AXIS, SOVIET])
@pytest.mark.parametrize("scenario", [CAMPAIGN, PRELUDES])
def test_the_last_victory_area_is_guarded(scenario: str, initiative: int) -> None:
    units = {"Kleist": "Axis", "29AK": "Axis", "3Pz": "79", "SW": "16", "4MC": "16", "5A": "5"}
    game = impulse(stage("impulse", units, scenario=scenario, turn=1, initiative=initiative), AXIS)
    assert held(game, "14", AXIS)


@pytest.mark.parametrize("start", ["3", "17"])
def test_a_panzer_corps_walks_into_kiev_where_that_wins(start: str) -> None:
    units = {"Kleist": "3", "3Pz": start, "29AK": "14", "SW": "25", "5A": "25"}
    game = impulse(stage("impulse", units, scenario=PRELUDES, turn=1, axis=WEST), AXIS)
    assert game.result is not None and game.result.winner == SIDES[AXIS]


@pytest.mark.parametrize("initiative", [AXIS, SOVIET])
def test_kiev_is_guarded_where_its_loss_ends_the_game(initiative: int) -> None:
    units = {"Kleist": "3", "3Pz": "3", "29AK": "14", "SW": "5", "5A": "5"}
    game = stage("impulse", units, side="soviet", scenario=PRELUDES, turn=1, axis=WEST, initiative=initiative)
    assert held(impulse(game, SOVIET), "4", SOVIET)
