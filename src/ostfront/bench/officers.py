"""What an officer costs: whole games against himself, by turns with random games of the largest campaign.

Counted are CPU seconds of both in the same run, so that a noisy machine disturbs both alike, and the longest thought
about a single decision.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean
from time import process_time
from typing import Any

from ostfront import ai, games
from ostfront.bench.play import RandomPlay
from ostfront.core.game import Game
from ostfront.lab.simulate import CAP, laboratory_game

GAME = "victory-denied"
CAMPAIGN = ("victory-awaits", "campaign")
MOST = 40.0  # random campaigns for one game of officers
GAMES = 6
CAMPAIGNS = 10  # random campaigns beside each


def measure(
    name: str = GAME, count: int = GAMES, campaigns: int = CAMPAIGNS, tick: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """CPU seconds of an officer's game, of a random campaign, and how many of these it is worth."""
    campaign = RandomPlay(games.rules(*CAMPAIGN))
    campaign.run(0.2)
    ours: list[float] = []
    theirs: list[float] = []
    longest = 0.0
    for number in range(count):
        theirs.append(_random_campaign(campaign, campaigns))
        spent, slowest = _officers(name, f"bench/{number}")
        ours.append(spent)
        longest = max(longest, slowest)
        tick()
    ratio = mean(ours) / mean(theirs)
    return {
        "title": games.info(name).title,
        "officer_game_cpu_s": mean(ours),
        "random_campaign_cpu_s": mean(theirs),
        "longest_thought_cpu_s": longest,
        "ratio": ratio,
        "holds": ratio <= MOST,
    }


def _random_campaign(play: RandomPlay, count: int) -> float:
    """CPU seconds of one, the mean of several."""
    start = process_time()
    until = play.number + count
    while play.number < until:
        play.run(0.01)
    return (process_time() - start) / count


def _officers(name: str, seed: str) -> tuple[float, float]:
    """A whole game: its CPU seconds, and those of the longest thought."""
    rules = games.rules(name)
    players = [ai.player("officer", f"{seed}/{seat.name}") for seat in rules.seats]
    start = process_time()
    game = laboratory_game(rules, seed)
    longest = 0.0
    for _ in range(CAP):
        if game.result is not None:
            break
        longest = max(longest, _decide(game, players))
    return process_time() - start, longest


def _decide(game: Game, players: list[ai.Player]) -> float:
    decision = game.state.pending[0]
    start = process_time()
    view = game.view(decision.seat)
    action = players[decision.seat].choose(view, view.legal, view.imagine)
    spent = process_time() - start
    game.push(action, decision)
    return spent
