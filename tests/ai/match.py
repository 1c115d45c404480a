"""Computer players at play, for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from harness.cases import Case
from ostfront import ai
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View


def chosen(game: Game, decision: Decision, player: ai.Player) -> str:
    view = View(game, decision.seat)
    return game.text(player.choose(view, Legal(game, game.options(decision)), view.imagine))


def seated(game: Game, level: str) -> list[ai.Player]:
    """A player for each seat."""
    return [ai.player(level, f"seat {seat}") for seat, _ in enumerate(game.rules.seats)]


def played_out(game: Game, players: Sequence[ai.Player]) -> list[str]:
    """What is played until the game is over; every move goes past the referee."""
    moves = []
    while game.result is None:
        decision = game.state.pending[0]
        moves.append(chosen(game, decision, players[decision.seat]))
        game.play(moves[-1], decision.seat)
    return moves


@lru_cache(maxsize=8)
def whole_game(case: Case, level: str) -> Game:
    """A game at its end, played by one level on all seats; the same one for every test that looks at it."""
    game = case.new("whole game")
    assert played_out(game, seated(game, level))
    return game


def upset_game(case: Case, level: str, moves: int) -> None:
    """Half the moves are random, to reach moments that good play does not and to upset plans."""
    random = Random(case.name)
    game = case.new(f"{level} answers")
    players = seated(game, level)
    for _ in range(moves):
        if game.result is not None:
            return
        decision = random.choice(game.state.pending)
        if random.random() < 0.5:
            game.push(game.options(decision).choose(random.random), decision)
        else:
            text = chosen(game, decision, players[decision.seat])
            assert game.why_not(text, decision.seat) == [], text
            game.push(game.parse(text), decision)


def other_worlds(case: Case, level: str, count: int) -> int:
    """In a random game, compare what is played there with what is played where only secrets differ; how often."""
    random = Random(f"worlds {case.name}")
    game = case.new(f"{level} worlds")
    compared = 0
    while compared < count and game.result is None:
        decision = game.state.pending[0]
        options = game.options(decision)
        if len(options) > 1 and random.random() < 0.1:
            other = game.view(decision.seat).imagine(f"world {compared}")
            here, there = (chosen(world, decision, ai.player(level, 0)) for world in (game, other))
            assert here == there
            compared += 1
        game.push(options.choose(random.random), decision)
    return compared
