"""Weights of an evaluation, tuned by play.

In each of many games all weights of one side are perturbed at random around their old values. A linear fit of
the results shows which of them matter, and those take a step along it. Games on fresh seeds, the new weights and the
old on the same ones, then show what the step is worth: only they count, because the fit includes noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from random import Random
from statistics import fmean
from typing import NamedTuple

from ostfront import games
from ostfront.core.errors import BadAction, either
from ostfront.lab.ladder import sides_of
from ostfront.lab.observe import Trial
from ostfront.lab.simulate import Simulation, seat_levels
from ostfront.lab.statistics import Estimate, Slope, mean, slopes
from ostfront.lab.tuning_games import Journal, SideResult, TuningGame
from ostfront.lab.weights import FILE, as_toml, weights_of

AIMS = ("wins", "margin", "both")
LONGEST = 1.5  # sigmas of the longest step
NOTHING = Estimate(0.0, 0.0, 0.0)
Tick = Callable[[], None]
Weights = Mapping[str, float]


class Budget(NamedTuple):
    """How much is played. A number means one game of the one side, or two, one for each."""

    games: int = 100  # with perturbed weights, in each round
    proof: int = 40
    rounds: int = 1
    sigma: float = 0.5  # how far weights are perturbed: the standard deviation of the logarithm of a factor


class Matchup(NamedTuple):
    """Who plays whom: a level with changed weights on each side in turn, against a level with the game's own."""

    simulation: Simulation
    level: str
    against: str
    sides: tuple[str, ...]

    @classmethod
    def of(cls, simulation: Simulation, level: str, against: str = "", side: str = "") -> Matchup:
        """By default against the same level and for both sides."""
        known = sides_of(simulation)
        sides = tuple(one for one in known if side.lower() in ("", one.lower()))
        if not sides:
            raise BadAction(f"{games.info(simulation.game).title} has no side '{side}'; expected {either(known)}.")
        matchup = cls(simulation, level, against or level, sides)
        seat_levels(Trial(simulation).rules.seats, matchup.players(sides[0]))
        return matchup

    @property
    def even(self) -> bool:
        """Whether both sides play the old weights against themselves: what one gains the other loses."""
        return self.level == self.against and len(self.sides) == 2

    def players(self, side: str) -> tuple[str, ...]:
        return tuple(f"{one}={self.level if one == side else self.against}" for one in sides_of(self.simulation))

    def total(self, budget: Budget) -> int:
        """The total number of games."""
        return len(self.sides) * (budget.rounds * budget.games + budget.proof * (1 if self.even else 2))


class TuningSeries(NamedTuple):
    """Games on their own seeds, with some weights for each side in turn, perturbed separately for each number."""

    matchup: Matchup
    part: str
    weights: Weights
    sigma: float = 0.0

    @property
    def seed(self) -> str:
        return f"{self.matchup.simulation.seed}/{self.part}"

    def draws(self, number: int) -> list[float]:
        """How many sigmas each weight is off in game `number`."""
        random = Random(f"strewn {self.seed}/{number}")
        return [random.gauss(0, 1) for _ in self.weights]

    def tuning_game(self, number: int, /) -> TuningGame:
        sides, simulation = self.matchup.sides, self.matchup.simulation
        number, turn = (number - 1) // len(sides) + 1, (number - 1) % len(sides)
        weights = times(self.weights, [self.sigma * z for z in self.draws(number)])
        text = as_toml(weights, "being tuned", simulation.overlay.get(FILE, ""))
        simulation = simulation._replace(players=self.matchup.players(sides[turn]), seed=self.seed)
        return TuningGame(Trial(simulation, {sides[turn]: {FILE: text}}), number, sides[turn])

    def play(self, count: int, journal: Journal, workers: int, tick: Tick) -> list[Sequence[SideResult]]:
        """For each number, the result by side."""
        width = len(self.matchup.sides)
        found = journal.play(self, width * count, workers, tick)
        return [found[i : i + width] for i in range(0, width * count, width)]


def times(weights: Weights, logarithms: Sequence[float]) -> dict[str, float]:
    """Each weight times its own factor; whole numbers stay whole and do not become 0."""
    found: dict[str, float] = {}
    for (name, value), logarithm in zip(weights.items(), logarithms, strict=True):
        new = value * exp(logarithm)
        if not logarithm:
            found[name] = value
        elif isinstance(value, int):
            found[name] = round(new) or (1 if value > 0 else -1)
        else:
            found[name] = float(f"{new:.4g}")
    return found


# ---- what a game is worth -----------------------------------------------------------------------------


def worth(by: str, outcome: SideResult, most: float) -> float:
    """The value compared with a draw. A win without a final count gets the widest margin seen.

    By `both` the score and the margin are added, the whole range of margins being worth as much as a win.
    """
    score = outcome.score - 0.5
    margin = 2 * score * most if outcome.margin is None else outcome.margin
    return score if by == "wins" else margin if by == "margin" else score + margin / (2 * most)


def widest(played: Iterable[Sequence[SideResult]]) -> float:
    return max((abs(one.margin) for outcomes in played for one in outcomes if one.margin), default=1.0)


def gains(by: str, played: Sequence[Sequence[SideResult]], most: float) -> list[float]:
    """For each number, the mean over the sides."""
    return [fmean(worth(by, one, most) for one in outcomes) for outcomes in played]


# ---- tuning -------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """The old and new weights, and the effect of one more sigma of each."""

    old: Weights
    new: Weights
    effects: Mapping[str, Slope]


class Tuned(NamedTuple):
    """What was found, and how much better than the old weights it does by each aim."""

    old: Weights
    new: Weights
    still: tuple[str, ...]  # weights of 0, which no factor changes
    by: str
    rounds: tuple[Round, ...]
    gains: Mapping[str, Estimate]
    pairs: int  # behind the gains

    @property
    def better(self) -> bool:
        """Whether the whole interval of the aim is above 0."""
        return self.gains[self.by].low > 0


def tune(
    matchup: Matchup,
    only: str,
    by: str,
    budget: Budget,
    journal: Journal,
    workers: int = 1,
    tick: Tick = lambda: None,
) -> Tuned:
    """Rounds of perturbed games, each starting from the last result, and the final match."""
    if by not in AIMS:
        raise BadAction(f"Tune weights by {either(AIMS)}, not by '{by}'.")
    chosen = weights_of(Trial(matchup.simulation).rules, only)
    own = {name: value for name, value in chosen.items() if value}
    if not own:
        raise BadAction(f"Every weight in '{only}' is 0, and scaling cannot change a 0.")
    rounds: list[Round] = []
    new: Weights = own
    for number in range(1, budget.rounds + 1):
        series = TuningSeries(matchup, str(number), new, budget.sigma)
        played = series.play(budget.games, journal, workers, tick)
        rows = [series.draws(i) for i in range(1, budget.games + 1)]
        effects = dict(zip(new, slopes(rows, gains(by, played, widest(played))), strict=True))
        rounds.append(Round(new, step(new, effects, budget.sigma), effects))
        new = rounds[-1].new
    moved = new != own
    gain = prove(matchup, own, new, budget, journal, workers, tick) if moved else dict.fromkeys(AIMS, NOTHING)
    still = tuple(name for name in chosen if name not in own)
    return Tuned(own, new, still, by, tuple(rounds), gain, budget.proof if moved else 0)


def step(weights: Weights, effects: Mapping[str, Slope], sigma: float) -> dict[str, float]:
    """Uphill: each weight whose effect is larger than its standard error, in proportion to its effect.

    The longest step is 1.5 sigmas. Perturbed games say nothing about values far beyond one or two; and a short step
    gains so little that proving it would take very many games.
    """
    clear = {name: slope.effect.value if abs(slope.ratio) > 1 else 0.0 for name, slope in effects.items()}
    most = max(map(abs, clear.values()))
    return times(weights, [LONGEST * sigma * clear[name] / most if most else 0.0 for name in weights])


def prove(
    matchup: Matchup, own: Weights, new: Weights, budget: Budget, journal: Journal, workers: int, tick: Tick
) -> dict[str, Estimate]:
    """What new weights gain over the old, by each aim: both play the same opponent on the same fresh seeds.

    If the opponent uses the old weights on each side in turn, the old ones gain nothing and need not play.
    """
    ours = TuningSeries(matchup, "proof", new).play(budget.proof, journal, workers, tick)
    theirs = [] if matchup.even else TuningSeries(matchup, "proof", own).play(budget.proof, journal, workers, tick)
    most = widest([*ours, *theirs])
    found = {}
    for by in AIMS:
        old = gains(by, theirs, most) or [0.0] * budget.proof
        found[by] = mean([a - b for a, b in zip(gains(by, ours, most), old, strict=True)])
    return found


def overlay_text(tuned: Tuned, made_by: str, over: str = "") -> str:
    """The new weights as a file that overrides the game's own, with their measured gain."""
    gain = tuned.gains[tuned.by]
    measured = f"gain by {tuned.by} {gain.value:+.3f} ({gain.low:+.3f} to {gain.high:+.3f}) in {tuned.pairs} pairs"
    head = f"# {made_by}\n# against the weights it began with: {measured}\n\n"
    return head + as_toml(tuned.new, f"tuned by play: {measured}", over)
