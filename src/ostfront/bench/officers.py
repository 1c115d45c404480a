"""Officers playing themselves, alternating with random games of the largest campaign.

Both are measured in CPU seconds of the same run, so that a noisy machine affects both alike. It reports the
longest time for a single decision and how much of its budget a plan takes: in thoughts, and in time measured in
random campaigns of the same run. Plans of the other games are measured too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

from ostfront import ai, games
from ostfront.ai.officer import Officer
from ostfront.bench.play import RandomPlay
from ostfront.core.play.game import Game
from ostfront.lab.simulate import CAP, laboratory_game

GAME = "victory-denied"
CAMPAIGN = ("victory-awaits", "campaign")
PLAN = 1.0  # random campaigns that a plan may take
OTHERS = {  # games whose plans are measured too, and what they may take
    ("kiev-41", "les-preludes"): 5.0,
    ("kiev-41", "southern-struggle"): 10.0,
    ("victory-awaits", "leningrad"): 2.0,
    ("victory-awaits", "campaign"): 4.0,
    ("barbarossa-1941", "historical"): 3.0,
}
MOST = 40.0  # random campaigns for one game of officers
GAMES = 6
CAMPAIGNS = 10  # random campaigns run with each
OVER = 1.2  # how much longer than its budget a plan may take


class Planned(NamedTuple):
    """A plan, as it was made."""

    thoughts: int
    budget: int
    cpu: float  # seconds of the decision it was made for


def measure(
    name: str = GAME,
    count: int = GAMES,
    campaigns: int = CAMPAIGNS,
    others: Mapping[tuple[str, str], float] = OTHERS,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """CPU seconds of an officer's game, of a random campaign, and how many of these it is worth."""
    campaign = RandomPlay(games.rules(*CAMPAIGN))
    campaign.run(0.2)
    ours: list[float] = []
    theirs: list[float] = []
    longest = 0.0
    plans: list[Planned] = []
    for number in range(count):
        theirs.append(_random_campaign(campaign, campaigns))
        spent, slowest, made = _twice(name, None, f"bench/{number}")
        ours.append(spent)
        longest = max(longest, slowest)
        plans += made
        tick()
    one = mean(theirs)
    ratio = mean(ours) / one
    planning = {name: of_plans(plans, PLAN * one)}
    for (other, scenario), most in others.items():
        planning[f"{other} {scenario}"] = of_plans(_twice(other, scenario, "bench")[2], most * one)
        tick()
    kept = all(found[key] <= OVER for found in planning.values() for key in ("thoughts_to_budget", "time_to_budget"))
    return {
        "title": games.info(name).title,
        "officer_game_cpu_s": mean(ours),
        "random_campaign_cpu_s": one,
        "ratio": ratio,
        "longest_decision_cpu_s": longest,
        "plans": planning,
        "holds": ratio <= MOST and kept,
    }


def of_plans(plans: list[Planned], budget: float) -> dict[str, Any]:
    """How long they were, and how much of its budget the longest took, in thoughts and in CPU seconds."""
    longest = max((plan.cpu for plan in plans), default=0.0)
    return {
        "plans": len(plans),
        "budget_thoughts": max((plan.budget for plan in plans), default=0),
        "budget_cpu_s": budget,
        "longest_cpu_s": longest,
        "thoughts_to_budget": max((plan.thoughts / plan.budget for plan in plans), default=0.0),
        "time_to_budget": longest / budget,
    }


def _random_campaign(play: RandomPlay, count: int) -> float:
    """CPU seconds of one, the mean of several."""
    start = process_time()
    until = play.number + count
    while play.number < until:
        play.run(0.01)
    return (process_time() - start) / count


def _twice(name: str, scenario: str | None, seed: str) -> tuple[float, float, list[Planned]]:
    """The same game twice, with mean CPU seconds: the plans are identical, so differences are noise."""
    first, again = _officers(name, scenario, seed), _officers(name, scenario, seed)
    plans = [min(pair, key=lambda plan: plan.cpu) for pair in zip(first[2], again[2], strict=True)]
    return mean((first[0], again[0])), max(first[1], again[1]), plans


def _officers(name: str, scenario: str | None, seed: str) -> tuple[float, float, list[Planned]]:
    """A whole game: its CPU seconds, those of the longest decision, and the plans."""
    rules = games.rules(name, scenario)
    players = [Officer(f"{seed}/{seat.name}") for seat in rules.seats]
    start = process_time()
    game = laboratory_game(rules, seed)
    longest = _decide(
        game.clone("first", history=False), Officer(seed)
    )  # it computes distances and odds, once for all plans
    plans: list[Planned] = []
    for _ in range(CAP):
        if game.result is not None:
            break
        player = players[game.state.pending[0].seat]
        before = player.allowance
        spent = _decide(game, player)
        longest = max(longest, spent)
        made = player.allowance
        if made is not None and made is not before and made.spent:
            plans.append(Planned(made.spent, made.thoughts, spent))
    return process_time() - start, longest, plans


def _decide(game: Game, player: ai.Player) -> float:
    decision = game.state.pending[0]
    start = process_time()
    view = game.view(decision.seat)
    action = player.choose(view, view.legal, view.imagine)
    spent = process_time() - start
    game.push(action, decision)
    return spent
