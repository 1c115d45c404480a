"""The officer sees sudden death (16.1): he enters Moscow or the Minsk Pocket where he can, and stands in the way."""

from __future__ import annotations

import pytest

from ai.match import chosen
from ostfront import ai
from ostfront.core.play.game import Game
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from victory_denied.stage import FACTS, place_of, stage


def move(game: Game, seat: int) -> Game:
    """The officer's movement segment."""
    player = ai.player("officer", 0)
    while game.result is None and game.state.pending[0].kind in ("move", "march"):
        game.play(chosen(game, game.state.pending[0], player), seat)
        if not game.state.active:
            break
    return game


@pytest.mark.parametrize("start", ["3652", "3648"])
def test_a_panzer_enters_an_empty_moscow(start: str) -> None:
    game = move(stage("movement", {"7Pz": start, "63C": "2430"}, active=("7Pz",)), GERMAN)
    assert game.result is not None and game.result.winner == "german"


def test_a_corps_enters_the_minsk_pocket() -> None:
    game = move(stage("movement", {"20C": "2811", "13A": "2812", "31Inf": "4518"}, side="soviet"), SOVIET)
    assert game.result is not None and game.result.winner == "soviet"


def test_moscow_is_guarded_from_a_panzer_before_it() -> None:
    """3652 is four hexes away: one unit stands in the city, the other in the way."""
    units = {"7Pz": "3652", "63C": "3453", "44C": "3556", "3A": "3556"}
    game = move(stage("movement", units, side="soviet", active=("63C", "44C")), SOVIET)
    assert FACTS.moscow >> FACTS.board.index(place_of(game, "44C")) & 1
    assert place_of(game, "63C") != "3453"
