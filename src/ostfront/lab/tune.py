"""Weights of an evaluation, tuned by play: candidates against the game's own weights on common seeds.

Successive halving: many candidates play a few pairs of games, the better half plays twice as many, and so on. The
last one then plays a match of its own on fresh seeds, for the best of many is lucky besides; only that match says
what the new weights are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from ostfront import games
from ostfront.core.errors import BadAction
from ostfront.lab.ladder import margin_of, score_of, sides_of
from ostfront.lab.observe import Trial, observe
from ostfront.lab.pools import in_order, spread
from ostfront.lab.simulate import Plan
from ostfront.lab.statistics import Estimate, mean
from ostfront.lab.weights import FILE, as_toml, weights_of, whole

AIMS = ("wins", "margin")
Tick = Callable[[], None]
Weights = Mapping[str, float]


class Budget(NamedTuple):
    """How much is played."""

    candidates: int = 8
    pairs: int = 4  # of games for each candidate in the first round; doubled in each round
    proof: int = 20  # pairs of the last match
    stray: float = 0.3  # how far candidates stray: the standard deviation of the logarithm of a factor

    @property
    def rounds(self) -> list[int]:
        """How many candidates play in each round."""
        left, found = self.candidates, []
        while left > 1:
            found.append(left)
            left = (left + 1) // 2
        return found

    @property
    def total(self) -> int:
        """Pairs in all."""
        return sum(n * (self.pairs << i) for i, n in enumerate(self.rounds)) + self.proof


class Gain(NamedTuple):
    """How a candidate did in a pair of games, as either side: its scores, and its margins where they were counted."""

    scores: tuple[float, float]
    margins: tuple[float | None, float | None]


def gained(by: str, gain: Gain, widest: float) -> float:
    """More than an even score, or points ahead; a win that was not counted is worth the widest margin there was."""
    if by == "wins":
        return sum(gain.scores) / 2 - 0.5
    pairs = zip(gain.scores, gain.margins, strict=True)
    return sum((2 * score - 1) * widest if margin is None else margin for score, margin in pairs) / 2


def widest(gains: Iterable[Gain]) -> float:
    return max((abs(m) for gain in gains for m in gain.margins if m is not None), default=1.0)


class Candidate(NamedTuple):
    weights: Weights
    gains: tuple[Gain, ...] = ()

    def mean(self, by: str, most: float) -> float:
        return sum(gained(by, gain, most) for gain in self.gains) / len(self.gains) if self.gains else 0.0


class Tuned(NamedTuple):
    """The best candidate, what it gained in the rounds, and what in the match that counts."""

    weights: Weights
    old: Weights
    by: str
    promised: float
    wins: Estimate
    margin: Estimate
    pairs: int

    @property
    def better(self) -> bool:
        """Whether the interval of what was tuned for lies above nothing."""
        gain: Estimate = getattr(self, self.by)
        return gain.low > 0


class Jobs(NamedTuple):
    """Pairs of games to be played, by number from 1."""

    plan: Plan
    level: str
    jobs: tuple[tuple[Weights, int], ...]

    def __call__(self, number: int, /) -> Gain:
        weights, pair = self.jobs[number - 1]
        return play_pair(self.plan, self.level, weights, pair)


def tune(
    plan: Plan, level: str, only: str, by: str, budget: Budget, workers: int = 1, tick: Tick = lambda: None
) -> Tuned:
    """The best of some candidates, and what it is worth."""
    if by not in AIMS:
        raise BadAction(f"Weights are tuned by wins or by margin, not by '{by}'.")
    data = games.rules(plan.game, plan.scenario, plan.options, plan.overlay).data
    own = weights_of(data, only)
    random = Random(f"tune {plan.seed}")
    field = [Candidate(strayed(own, whole(data), random, budget.stray)) for _ in range(budget.candidates)]
    done = 0
    for number in range(len(budget.rounds)):
        pairs = budget.pairs << number
        jobs = [(one.weights, done + i) for one in field for i in range(1, pairs + 1)]
        gains = _play(Jobs(plan, level, tuple(jobs)), workers, tick)
        field = [one._replace(gains=(*one.gains, *gains[i * pairs : (i + 1) * pairs])) for i, one in enumerate(field)]
        most = widest(gain for one in field for gain in one.gains)
        field = sorted(field, key=lambda one: -one.mean(by, most))[: (len(field) + 1) // 2]
        done += pairs
    best = field[0]
    fresh = [(best.weights, done + i) for i in range(1, budget.proof + 1)]
    proof = _play(Jobs(plan, level, tuple(fresh)), workers, tick)
    wins, margin = (mean([gained(aim, gain, widest(proof)) for gain in proof]) for aim in AIMS)
    return Tuned(best.weights, own, by, best.mean(by, widest(best.gains)), wins, margin, len(proof))


def _play(jobs: Jobs, workers: int, tick: Tick) -> list[Gain]:
    found = []
    for gain in in_order(spread(jobs, range(1, len(jobs.jobs) + 1), workers, info=games.info(jobs.plan.game))):
        found.append(gain)
        tick()
    return found


def play_pair(plan: Plan, level: str, weights: Weights, number: int) -> Gain:
    """Game `number` with the new weights on the one side, then on the other, against the game's own."""
    scores: list[float] = []
    margins: list[float | None] = []
    files = {FILE: as_toml(weights, "candidate")}
    for own, side in enumerate(sides_of(plan)):
        one = observe(Trial(plan._replace(players=(level,)), {side: files}), number)
        scores.append(score_of(one, side))
        margins.append(margin_of(one, own))
    return Gain((scores[0], scores[1]), (margins[0], margins[1]))


def strayed(own: Weights, wholes: frozenset[str], random: Random, stray: float) -> dict[str, float]:
    """Each weight times a factor of its own; whole numbers stay whole, and at least 1 if they were."""
    found: dict[str, float] = {}
    for name, value in own.items():
        new = value * exp(random.gauss(0, stray))
        found[name] = max(min(1, round(value)), round(new)) if name in wholes else round(new, 4)
    return found


def overlay_text(tuned: Tuned, made_by: Sequence[str]) -> str:
    """The new weights as a file to lay over the game's own, with what they were measured at."""
    gain: Estimate = getattr(tuned, tuned.by)
    measured = f"gain in {tuned.by} {gain.value:+.3f} ({gain.low:+.3f} to {gain.high:+.3f}) in {tuned.pairs} pairs"
    head = [f"# {line}" for line in (*made_by, f"against the game's own weights: {measured}")]
    return "\n".join([*head, "", as_toml(tuned.weights, f"tuned by play: {measured}")])
