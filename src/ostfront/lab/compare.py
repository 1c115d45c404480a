"""A change compared with the original on the same seeds, so that the dice differ only where play does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from ostfront import games
from ostfront.core.errors import BadAction
from ostfront.core.play.measures import measures_of
from ostfront.core.play.rules import Rules
from ostfront.lab.observe import Observed, Trial, observe
from ostfront.lab.pools import in_order, spread
from ostfront.lab.simulate import DRAW, seat_levels
from ostfront.lab.statistics import Estimate, mean


class Effect(NamedTuple):
    """A measure before and after a change, and the difference."""

    id: str
    title: str
    pairs: int
    old: float
    new: float
    effect: Estimate
    gain: float  # how much narrower the interval is than that of as many unpaired games

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.effect.low > 0 or self.effect.high < 0


def compare(
    old: Trial, new: Trial, count: int, workers: int = 1, tick: Callable[[], None] = lambda: None
) -> list[Effect]:
    """Play games 1 to `count` both ways."""
    if old == new:
        raise BadAction("Nothing to compare: old and new are the same.")
    for trial in (old, new):
        seat_levels(trial.rules.seats, trial.simulation.players)
    pairs: list[tuple[Observed, Observed]] = []
    work, info = partial(both, old, new), games.info(old.simulation.game)
    for pair in in_order(spread(work, range(1, count + 1), workers, info=info)):
        pairs.append(pair)
        tick()
    return effects(old.rules, pairs)


def both(old: Trial, new: Trial, number: int) -> tuple[Observed, Observed]:
    return observe(old, number), observe(new, number)


def effects(rules: Rules, pairs: Sequence[tuple[Observed, Observed]]) -> list[Effect]:
    """Every measure that both games of enough pairs have."""
    found = []
    for id, title, measure in measures(rules):
        values = [(measure(a), measure(b)) for a, b in pairs]
        known = [(a, b) for a, b in values if a is not None and b is not None]
        if known:
            found.append(_effect(id, title, known))
    return found


def _effect(id: str, title: str, pairs: Sequence[tuple[float, float]]) -> Effect:
    before, after = [a for a, _ in pairs], [b for _, b in pairs]
    effect = mean([b - a for a, b in pairs])
    gain = 1.0
    if len(pairs) > 1:
        apart = sqrt(sum((e.high - e.value) ** 2 for e in (mean(before), mean(after))))
        half = effect.high - effect.value
        gain = apart / half if half else 1.0
    return Effect(id, title, len(pairs), sum(before) / len(pairs), sum(after) / len(pairs), effect, gain)


Measure = Callable[[Observed], float | None]


def measures(rules: Rules) -> list[tuple[str, str, Measure]]:
    """The measures of a single game: who won, by how much, how long it took, what fell, how the series ended."""
    measured = measures_of(rules)
    sides = list(dict.fromkeys(seat.side for seat in rules.seats))
    found: list[tuple[str, str, Measure]] = [
        (f"wins_{side}", f"Share of games won: {side}", partial(_won, side)) for side in sides
    ]
    if len(sides) == 2:
        found.append(("margin", f"Margin of {sides[0]} over {sides[1]}", _margin))
    found.append(("turns", "Turns played", lambda one: float(one.last_turn)))
    found.append(("decisions", "Decisions", lambda one: float(one.decisions)))
    for i, milestone in enumerate(measured.milestones(rules.facts)):
        found.append((f"fell_{milestone.id}", f"Share of games: {milestone.title}", partial(_fell, i)))
    for i, series in enumerate(measured.series(rules.facts)):
        title = f"{series.title} at the end" + (f": {series.side}" if series.side else "")
        found.append((series.id, title, partial(_last, i)))
    return found


def _won(side: str, one: Observed) -> float | None:
    return None if not one.winner else 0.5 if one.winner == DRAW else float(one.winner == side)


def _margin(one: Observed) -> float | None:
    return float(one.score[0] - one.score[1]) if len(one.score) == 2 else None


def _fell(i: int, one: Observed) -> float:
    return float(one.fell[i] is not None)


def _last(i: int, one: Observed) -> float | None:
    return one.turns[-1].values[i] if one.turns else None
