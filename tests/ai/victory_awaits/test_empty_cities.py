"""The officer sees empty cities, in the last turn too. Nothing ends this game at once (16.4)."""

from __future__ import annotations

import pytest

from ai.match import chosen
from ostfront import ai
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from victory_awaits.stage import facts_of, stage

KIEV = {"K3507", "K3607", "K3608"}


def move(game: Game) -> set[str]:
    """Where units stand after the officer's movement segment."""
    player, facts = ai.player("officer", 0), facts_of("kiev")
    seat = game.state.pending[0].seat
    while game.result is None and game.state.pending[0].kind in ("move", "march"):
        game.play(chosen(game, game.state.pending[0], player), seat)
    return {facts.board.name(place) for place in game.state.place if 0 <= place < facts.grid.size}


@pytest.mark.parametrize("turn", [5, 9])
def test_empty_cities_are_entered(turn: int) -> None:
    game = stage("movement", {"9Pz": "K3406", "6A": "K3205", "S-62": "K4527"}, scenario="kiev", turn=turn)
    assert len(move(game) & KIEV) == 2
    held = {facts_of("kiev").board.name(i) for i in bits(game.state.axis_held)}
    assert len(held & KIEV) >= 2


@pytest.mark.parametrize("turn", [5, 9])
def test_empty_cities_are_guarded(turn: int) -> None:
    units = {"9Pz": "K3305", "S-62": "K3707", "S-45": "K3707"}
    game = stage("movement", units, side="soviet", scenario="kiev", turn=turn)
    assert len(move(game) & KIEV) == 2
