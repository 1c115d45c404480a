"""Luck: how the rolls of a game's battles compare with those that could have come (docs/decisions/0023-luck.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ostfront.core.page.battle_script import Throw, script_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.history import of

EVEN = Fraction(1, 2)


class Luck(NamedTuple):
    """A side's luck in a game: the sum of its ranks, each less one half, and of how many rolls, by either side."""

    total: Fraction
    rolls: int


class _Watched(Game):
    """A game that is played again; at each event it looks for dice, in the position in which they fell."""

    __slots__ = ("throws",)

    throws: list[Throw]

    def note(self, kind: str, *args: Any, to: tuple[int, ...] | None = None) -> None:
        super().note(kind, *args, to=to)
        script = script_of(self.rules)
        assert script is not None and self.events is not None
        found = script.throw(self, self.events[-1])
        if found is not None:
            self.throws.append(found)


def throws(game: Game) -> list[Throw]:
    """The rolls of all battles, as far back as the game can be played again."""
    if script_of(game.rules) is None:
        return []
    start, state = game.snapshots[0]
    entries = of(game)
    again = _Watched(game.rules, Seeded(), state.clone())
    again.throws = []
    again.entries = list(entries[:start])
    again.snapshots = [(start, again.state.clone())]
    again.replay(entries[start:])
    return again.throws


def luck_of(game: Game) -> dict[str, Luck]:
    """The luck of each side. It tells of every roll, also of hidden ones: for games that are over."""
    found = throws(game)
    return {
        side: Luck(
            sum(((throw.rank - EVEN) * (1 if throw.side == side else -1) for throw in found), Fraction()), len(found)
        )
        for side in dict.fromkeys(seat.side for seat in game.rules.seats)
    }
