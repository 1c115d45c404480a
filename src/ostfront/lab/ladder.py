"""The ladder: every level against every other, sides swapped on common seeds, until it is clear who is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from ostfront import ai, games
from ostfront.core.errors import BadAction
from ostfront.lab.observe import Observed, Trial, observe
from ostfront.lab.pools import in_order, spread
from ostfront.lab.simulate import DRAW, Simulation
from ostfront.lab.statistics import Estimate, Sequential, mean, ratings, share

STRONGER = Sequential(0.45, 0.55)  # the test of which level is better


class Pair(NamedTuple):
    """Two games on one seed: the first level plays the first side, then the second."""

    games: tuple[Observed, Observed]
    scores: tuple[float, float]  # of the first level
    margins: tuple[float | None, float | None]

    @property
    def score(self) -> float:
        return sum(self.scores) / 2


class Match(NamedTuple):
    """Two levels, and what was played between them."""

    first: str
    second: str
    sides: tuple[str, str]
    pairs: tuple[Pair, ...]
    test: Sequential
    verdict: str  # of the test: high, low, or nothing when the games ran out

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def points(self) -> float:
        return sum(sum(pair.scores) for pair in self.pairs)

    def counted(self, side: int | None = None) -> tuple[int, int, int]:
        """Wins, draws and losses of the first level, over all or as one side."""
        scores = [s for pair in self.pairs for s in (pair.scores if side is None else pair.scores[side : side + 1])]
        return scores.count(1.0), scores.count(0.5), scores.count(0.0)

    @property
    def score(self) -> Estimate:
        return share(self.points, self.games)

    @property
    def margin(self) -> Estimate | None:
        """The mean margin of the first level in games that were scored."""
        found = [margin for pair in self.pairs for margin in pair.margins if margin is not None]
        return mean(found) if found else None

    @property
    def ratio(self) -> float:
        return self.test.ratio([pair.score for pair in self.pairs])


def ladder(
    simulation: Simulation,
    levels: Sequence[str],
    most: int = 200,
    test: Sequential = STRONGER,
    workers: int = 1,
    tick: Callable[[str, int], None] = lambda match, games: None,
) -> Iterator[Match]:
    """A match for each two levels, the later of them named first. `most` is the number of games it may take."""
    if len(set(levels)) < 2:
        raise BadAction("A ladder needs at least two levels.")
    for level in levels:
        ai.maker(level)
    for second, first in combinations(dict.fromkeys(levels), 2):
        yield play_match(simulation, first, second, most, test, workers, partial(tick, f"{first} - {second}"))


def play_match(
    simulation: Simulation,
    first: str,
    second: str,
    most: int,
    test: Sequential,
    workers: int,
    tick: Callable[[int], None],
) -> Match:
    """Pairs of games until the test is decided; the result does not depend on the number of workers."""
    sides = sides_of(simulation)
    pairs: list[Pair] = []
    verdict = ""
    work = partial(play_pair, simulation, first, second)
    for pair in in_order(spread(work, range(1, most // 2 + 1), workers, info=games.info(simulation.game))):
        pairs.append(pair)
        tick(2 * len(pairs))
        verdict = test.verdict([one.score for one in pairs])
        if verdict:
            break
    return Match(first, second, sides, tuple(pairs), test, verdict)


def sides_of(simulation: Simulation) -> tuple[str, str]:
    rules = games.rules(simulation.game, simulation.scenario, simulation.options, simulation.overlay)
    sides = tuple(dict.fromkeys(seat.side for seat in rules.seats))
    if len(sides) != 2:
        raise BadAction(f"{rules.info.title} has {len(sides)} sides; a ladder needs exactly two.")
    return sides[0], sides[1]


def play_pair(simulation: Simulation, first: str, second: str, number: int) -> Pair:
    """Game `number` with the first level on the first side, and again with sides swapped."""
    sides = sides_of(simulation)
    played, scores, margins = [], [], []
    for own, players in enumerate(((first, second), (second, first))):
        named = tuple(f"{side}={level}" for side, level in zip(sides, players, strict=True))
        one = observe(Trial(simulation._replace(players=named)), number)
        played.append(one)
        scores.append(score_of(one, sides[own]))
        margins.append(margin_of(one, own))
    return Pair((played[0], played[1]), (scores[0], scores[1]), (margins[0], margins[1]))


def score_of(one: Observed, side: str) -> float:
    """1 for a win, a half for a draw or an unfinished game."""
    return 0.5 if one.winner in (DRAW, "") else 1.0 if one.winner == side else 0.0


def margin_of(one: Observed, own: int) -> float | None:
    """By how much a side is ahead in the score; None when the game was not scored."""
    return float(one.score[own] - one.score[1 - own]) if len(one.score) == 2 else None


def standings(levels: Sequence[str], matches: Sequence[Match]) -> dict[str, Estimate]:
    """Elo of every level against the first."""
    results = {(match.first, match.second): (match.points, match.games) for match in matches}
    return ratings(list(dict.fromkeys(levels)), results)


def as_data(levels: Sequence[str], matches: Sequence[Match]) -> dict[str, Any]:
    """A ladder for programs."""
    return {
        "matches": [_match_data(match) for match in matches],
        "elo": {level: rating._asdict() for level, rating in standings(levels, matches).items()},
    }


def _match_data(match: Match) -> Mapping[str, Any]:
    words = ("wins", "draws", "losses")
    margin = match.margin
    return {
        "first": match.first,
        "second": match.second,
        "games": match.games,
        **dict(zip(words, match.counted(), strict=True)),
        "by_side": {side: dict(zip(words, match.counted(i), strict=True)) for i, side in enumerate(match.sides)},
        "score": match.score._asdict(),
        "margin": None if margin is None else margin._asdict(),
        "llr": match.ratio,
        "llr_bound": match.test.bound,
        "hypotheses": [match.test.low, match.test.high],
        "verdict": match.verdict,
        "unfinished": sum(one.ending != "finished" for pair in match.pairs for one in pair.games),
        "cpu_seconds": sum(one.cpu_seconds for pair in match.pairs for one in pair.games),
    }
