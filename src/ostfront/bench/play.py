"""The bench of a game: uniformly random play in laboratory mode, alternating with the yardstick.

A step is a decision with at least two options. The yardstick is python-chess playing random games with all
legal moves listed, in half-second slices between ours, so that a noisy machine affects both alike.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import msgspec

from ostfront import games
from ostfront.bench.kiev_41 import largest_battle
from ostfront.core.files.position import pack
from ostfront.core.files.record import write
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.lab.simulate import CAP, laboratory_game

LARGEST: Mapping[str, Callable[[Any], tuple[Game, Action]]] = {"kiev-41": largest_battle}
SLICES = 9
SECONDS = 0.5
SAMPLES = 200
SAVES = 3
ODDS = 20  # how often the odds of the largest battle are computed between two slices


class Slice(NamedTuple):
    """What was done in one slice of random play."""

    steps: int
    forced: int
    options: int
    games: int
    cpu: float
    wall: float


class RandomPlay:
    """Random games one after another, which can be paused and resumed."""

    def __init__(self, rules: Rules, seed: int | str = 1941) -> None:
        self.rules = rules
        self.seed = seed
        self.random = Random(f"bench {seed}").random
        self.number = 0
        self.decisions = 0
        self.game = self._next()

    def _next(self) -> Game:
        self.number += 1
        self.decisions = 0
        return laboratory_game(self.rules, f"{self.seed}/{self.number}")

    def run(self, seconds: float) -> Slice:
        """Play for this much CPU time."""
        steps = forced = total = finished = 0
        random, game = self.random, self.game
        wall, start = perf_counter(), process_time()
        end = start + seconds
        while process_time() < end:
            for _ in range(32):
                pending = game.state.pending
                if not pending or self.decisions >= CAP:
                    finished += game.state.result is not None
                    game = self.game = self._next()
                    continue
                options = game.options(pending[0])
                count = len(options)
                if count > 1:
                    steps += 1
                    total += count
                else:
                    forced += 1
                self.decisions += 1
                game.push(options.choose(random), pending[0])
        return Slice(steps, forced, total, finished, process_time() - start, perf_counter() - wall)

    def sample(self, count: int) -> list[Game]:
        """Copies of games at random moments, each with something to decide."""
        found: list[Game] = []
        while len(found) < count:
            self.run(0.002 * self.random())
            if self.game.state.pending:
                found.append(self.game.clone(len(found), history=False))
        return found


def measure(
    name: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    slices: int = SLICES,
    seconds: float = SECONDS,
    samples: int = SAMPLES,
    saves: int = SAVES,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """The bench of one game; `yardstick_ratio` is None when python-chess is not installed."""
    rules = games.rules(name, scenario, options)
    play = RandomPlay(rules)
    play.run(min(seconds, 0.2))  # warm caches and tables
    ours: list[Slice] = []
    ratios: list[float] = []
    odds: list[float] = []
    battle = _largest_battle(rules)
    for _ in range(slices):
        plies = _yardstick(seconds)
        done = play.run(seconds)
        ours.append(done)
        if battle is not None:
            odds.append(_odds_cpu(*battle) * done.steps / done.cpu)
        if plies is not None:
            ratios.append(done.steps / done.cpu / plies)
        tick()
    steps, cpu = sum(s.steps for s in ours), sum(s.cpu for s in ours)
    decisions = steps + sum(s.forced for s in ours)
    return {
        "title": rules.info.title,
        "steps_per_s": median(s.steps / s.wall for s in ours),
        "steps_per_cpu_s": median(s.steps / s.cpu for s in ours),
        "games_per_cpu_s": sum(s.games for s in ours) / cpu,
        "forced_share": 1 - steps / decisions if decisions else 0.0,
        "branching": sum(s.options for s in ours) / steps if steps else 0.0,
        **_costs(play.sample(samples)),
        "save_bytes": largest_save(rules, saves),
        "memory_mb": memory_mb(),
        **({"odds_in_decisions": median(odds)} if odds else {}),
        "yardstick_ratio": median(ratios) if ratios else None,
    }


def largest_save(rules: Rules, games_played: int, seed: int | str = 1941) -> int:
    """The bytes of the largest record of some whole random games, each saved when it is over."""
    largest = 0
    for number in range(1, games_played + 1):
        random = Random(f"bench save {seed}/{number}").random
        game = Game(rules, Seeded.of(f"{seed}/save {number}"))
        game.advance()
        for _ in range(CAP):
            if not game.state.pending:
                break
            game.push(game.options(game.state.pending[0]).choose(random), game.state.pending[0])
        largest = max(largest, len(write(game, full=True).encode()))
    return largest


def memory_mb() -> float | None:
    """The most memory that this process has held, in MB; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024  # where Linux counts kilobytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _largest_battle(rules: Rules) -> tuple[Game, Action] | None:
    """The battle with the most dice that a game's rules allow, if the bench knows one."""
    find = LARGEST.get(rules.info.name)
    return None if find is None else find(rules)


def _odds_cpu(game: Game, action: Action) -> float:
    """CPU seconds for the exact odds of a battle."""
    start = process_time()
    for _ in range(ODDS):
        game.odds(action)
    return (process_time() - start) / ODDS


def _yardstick(seconds: float) -> float | None:
    from ostfront.bench.yardstick import plies_per_cpu_second

    try:
        return plies_per_cpu_second(seconds)
    except ImportError:
        return None


def _costs(samples: list[Game]) -> dict[str, float]:
    """CPU microseconds of a view, of a count of the legal actions and of an action; the largest state in bytes."""
    random = Random("bench costs").random
    size = max(len(msgspec.json.encode(pack(game.state, game.rules))) for game in samples)
    start = process_time()
    for game in samples:
        _ = View(game, game.state.pending[0].seat).known
    view = process_time() - start
    start = process_time()
    for game in samples:
        len(game.options(game.state.pending[0]))
    legal = process_time() - start
    chosen = [(game, game.options(game.state.pending[0]).choose(random)) for game in samples]
    start = process_time()
    for game, action in chosen:
        game.push(action)
    act = process_time() - start
    scale = 1e6 / len(samples)
    return {"view_us": view * scale, "legal_us": legal * scale, "action_us": act * scale, "core_bytes": size}
