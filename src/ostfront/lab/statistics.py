"""The statistics of the laboratory: shares, means and slopes with intervals, Elo, a sequential test. All at 95 %."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, inf, log, log10, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Estimate(NamedTuple):
    """A value and its interval."""

    value: float
    low: float
    high: float


def share(k: float, n: float) -> Estimate:
    """k of n, with Wilson's interval."""
    if not n:
        return Estimate(0.5, 0.0, 1.0)
    p, z2 = k / n, Z * Z
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Estimate:
    """A mean with Student's interval; a single value says nothing about its error."""
    middle = fmean(values)
    if len(values) < 2:
        return Estimate(middle, -inf, inf)
    half = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(middle, middle - half, middle + half)


def student(freedom: int) -> float:
    """The quantile of Student's distribution, by its expansion around the normal one; exact for 1 and 2."""
    if freedom == 1:
        return 12.706205
    if freedom == 2:
        return 4.302653
    z: float = Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** (i + 1) for i, term in enumerate(terms))


# ---- slopes -------------------------------------------------------------------------------------------


class Slope(NamedTuple):
    """The effect of one step in a direction, with its standard error."""

    effect: Estimate
    error: float

    @property
    def ratio(self) -> float:
        return self.effect.value / self.error if self.error else 0.0


def slopes(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[Slope]:
    """How values depend on each of the columns, which are drawn independently; there may be more of them than rows.

    By ridge regression, with the number of columns as the ridge: with variances of 1 this assumes beforehand that
    together they explain half of the variance. Its shrinkage is then undone, so that an effect is
    unbiased; effects of other columns that the ridge hides count as noise.
    """
    ridge = len(rows[0])
    columns = [_centred(column) for column in zip(*rows, strict=True)]
    rest = _centred(values)
    spread = inverse([[_dot(a, b) + ridge * (i == j) for j, b in enumerate(columns)] for i, a in enumerate(columns)])
    pull = [_dot(column, rest) for column in columns]
    found = [_dot(row, pull) for row in spread]
    squares = [_dot(row, row) for row in spread]
    freedom = len(rows) - 1 - ridge + ridge**2 * sum(squares)
    luck = max(0.0, _dot(rest, rest) - _dot(found, pull) - ridge * _dot(found, found)) / freedom
    far = student(max(1, int(freedom)))
    slopes = []
    for i, value in enumerate(found):
        seen = 1 - ridge * spread[i][i]  # the share of an effect that the ridge has left
        effect, error = value / seen, sqrt(luck * (spread[i][i] - ridge * squares[i])) / seen
        slopes.append(Slope(Estimate(effect, effect - far * error, effect + far * error), error))
    return slopes


def _centred(values: Sequence[float]) -> list[float]:
    middle = fmean(values)
    return [x - middle for x in values]


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


# ---- the sequential test ------------------------------------------------------------------------------


class Sequential(NamedTuple):
    """Two hypotheses about a mean score; `error` is the probability of an error of either kind."""

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        return log((1 - self.error) / self.error)

    def ratio(self, scores: Sequence[float]) -> float:
        """The log likelihood ratio of `high` to `low`, whatever the distribution of the scores in [0, 1]."""
        counts: dict[float, float] = {0.0: 1e-3, 0.5: 1e-3, 1.0: 1e-3}  # nothing is impossible
        for score in scores:
            counts[score] = counts.get(score, 0.0) + 1
        return _likelihood(counts, self.high) - _likelihood(counts, self.low)

    def verdict(self, scores: Sequence[float]) -> str:
        """`high`, `low`, or nothing yet."""
        ratio = self.ratio(scores)
        return "high" if ratio >= self.bound else "low" if ratio <= -self.bound else ""


def _likelihood(counts: Mapping[float, float], expected: float) -> float:
    """The largest log likelihood of counted scores among the distributions with this mean.

    Its probabilities are p / (1 + t (score - mean)) with t such that they add up; t is found by halving.
    """
    total = sum(counts.values())
    low, high = -1 / (max(counts) - expected), 1 / (expected - min(counts))
    for _ in range(80):
        t = (low + high) / 2
        slope = sum(n * (a - expected) / (1 + t * (a - expected)) for a, n in counts.items())
        low, high = (t, high) if slope > 0 else (low, t)
    return sum(n * log(n / total / (1 + t * (a - expected))) for a, n in counts.items())


# ---- Elo ----------------------------------------------------------------------------------------------

SCALE = 400 / log(10)


def elo(score: float) -> float:
    """The difference that leads to an expected score."""
    return inf if score >= 1 else -inf if score <= 0 else -400 * log10(1 / score - 1)


def ratings(names: Sequence[str], matches: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Estimate]:
    """Elo of all players against the first one, from (points of the first, games) of each pair.

    Bradley and Terry's model with an extra draw in each pair, so that a player who always wins is rated too. The
    interval assumes independent games; games with sides swapped tell more than that, so it is conservative.
    """
    index = {name: i for i, name in enumerate(names)}
    played = [(index[a], index[b], points + 0.5, games + 1.0) for (a, b), (points, games) in matches.items()]
    strengths = [0.0] * len(names)
    spread: list[list[float]] = []
    for _ in range(100):
        slope = [0.0] * len(names)
        curve = [[0.0] * len(names) for _ in names]
        for a, b, points, count in played:
            p = 1 / (1 + exp(strengths[b] - strengths[a]))
            slope[a] += points - count * p
            slope[b] -= points - count * p
            bend = count * p * (1 - p)
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                curve[i][j] += sign * bend
        spread = inverse([row[1:] for row in curve[1:]])
        change = [sum(s * g for s, g in zip(row, slope[1:], strict=True)) for row in spread]
        strengths = [0.0, *(x + max(-1.0, min(1.0, d)) for x, d in zip(strengths[1:], change, strict=True))]
        if all(abs(d) < 1e-9 for d in change):
            break
    found = {names[0]: Estimate(0.0, 0.0, 0.0)}
    for i, name in enumerate(names[1:]):
        half = Z * sqrt(spread[i][i]) * SCALE
        rating = strengths[i + 1] * SCALE
        found[name] = Estimate(rating, rating - half, rating + half)
    return found


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix, by elimination."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for r in range(n):
            if r != i:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [row[n:] for row in rows]
