"""How the officer judges a finished game: the position from beginning to end, and where it changed for good.

The number is the sum of the officer's terms as one side sees them, less what the other side sees, halved. It is in
the points the officer reckons in and is no probability. The work is bounded by a number of positions, not by a clock:
the same game gives the same review on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ostfront.ai.game_players import Planning, game_player
from ostfront.core.errors import NotYourTurn
from ostfront.core.page.log import teller_of
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Act

COARSE = 120  # positions judged over the whole game
FINE = 40  # more of them where it turned
TURNING = 6  # turning points told
SPAN = 3  # a change counts if the positions around it, so many on either side, differ
LEAST = 0.05  # of the whole range of values: what changes less is no turning point


class Judged(NamedTuple):
    """A position, and how it stands for the first side."""

    moment: int
    turn: int
    value: float


class Turning(NamedTuple):
    """The game turned between two moments."""

    before: int
    after: int
    turn: int
    change: float


class Review(NamedTuple):
    sides: tuple[str, str]
    scale: str
    points: tuple[Judged, ...]
    turning: tuple[Turning, ...]


class _Position(NamedTuple):
    moment: int
    state: Any


def review(game: Game) -> Review | None:
    """None where nothing can be said: a game without a planner, or one that is not between two sides."""
    rules = game.rules
    player = game_player(rules)
    sides = tuple(dict.fromkeys(seat.side for seat in rules.seats))
    if player.planning is None or len(sides) != 2:
        return None
    judge = _Judge(rules, player.planning, (sides[0], sides[1]))
    positions = _positions(game)
    some = _spread(len(positions), COARSE)
    values = [judge.value(positions[n].state) for n in some]
    turning = [judge.turning(positions, some[n], some[n + 1], up) for n, up in _turns(values)]
    at = [positions[n] for n in some]
    points = (Judged(one.moment, one.state.turn, value) for one, value in zip(at, values, strict=True))
    return Review((sides[0], sides[1]), player.scale, tuple(points), tuple(sorted(turning)))


def _positions(game: Game) -> list[_Position]:
    """The position at every decision after the set-up; a game continued under other rules has only its end."""
    entries = game.entries or []
    acts = [n for n, entry in enumerate(entries) if isinstance(entry, Act)]
    if not acts:
        return []
    copy = game.twin()
    try:
        copy.rewind(acts[0])
    except NotYourTurn:
        return []
    found: list[_Position] = []
    teller = teller_of(game.rules)
    for here, following in zip(acts, [*acts[1:], len(entries)], strict=True):
        if copy.result is None and not teller.in_setup(copy.state.top):
            found.append(_Position(here, copy.state.clone()))
        copy.replay(entries[here:following])
    return found


def _spread(count: int, most: int) -> list[int]:
    """So many numbers below the count, evenly, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [n * (count - 1) // (most - 1) for n in range(most)]


def _turns(values: Sequence[float]) -> list[tuple[int, float]]:
    """After which of the values it changed most for good, and by how much; no two of them close together."""
    changes = []
    for n in range(len(values) - 1):
        before, after = values[max(0, n - SPAN + 1) : n + 1], values[n + 1 : n + 1 + SPAN]
        changes.append((sum(after) / len(after) - sum(before) / len(before), n))
    least = LEAST * (max(values) - min(values)) if values else 0.0
    found: list[tuple[int, float]] = []
    for change, n in sorted(changes, key=lambda one: (-abs(one[0]), one[1])):
        if len(found) == TURNING or abs(change) <= least:
            break
        if all(abs(n - other) >= SPAN for other, _ in found):
            found.append((n, change))
    return found


class _Judge:
    def __init__(self, rules: Rules, planning: Planning, sides: tuple[str, str]) -> None:
        self.rules = rules
        self.terms = planning.terms
        self.sides = sides

    def value(self, state: Any) -> float:
        first, second = (sum(self.terms(self.rules, state, side).values()) for side in self.sides)
        return (first - second) / 2

    def turning(self, positions: Sequence[_Position], start: int, end: int, change: float) -> Turning:
        """The step between these positions that changed most in the direction of the change."""
        some = [start + n for n in _spread(end - start + 1, FINE)]
        values = [self.value(positions[n].state) for n in some]
        sign = 1 if change > 0 else -1
        at = max(range(len(some) - 1), key=lambda n: sign * (values[n + 1] - values[n]))
        before, after = positions[some[at]], positions[some[at + 1]]
        return Turning(before.moment, after.moment, before.state.turn, change)
