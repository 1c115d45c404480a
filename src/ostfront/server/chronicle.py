"""The course of a game: when each turn began, and numbers by turn for the charts, as each seat may know them."""

from __future__ import annotations

from ostfront.core.page.table import Measure, room_of
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act, Entry


class Chronicle:
    """Follows a game with a copy of its own; what was taken back is forgotten."""

    def __init__(self) -> None:
        self._copy: Game | None = None
        self._told: list[Entry] = []
        self.turns: list[tuple[int, int]] = []  # turn, moment
        self._measures: dict[int, dict[int, tuple[Measure, ...]]] = {}  # seat: turn: numbers

    def follow(self, game: Game) -> None:
        """Catch up with the game."""
        entries = game.entries or []
        first = next((i for i, entry in enumerate(entries) if isinstance(entry, Act)), len(entries))
        if self._copy is None or self._told != entries[: len(self._told)]:
            self._copy = game.clone(history=True)
            try:
                self._copy.rewind(first)
            except Exception:
                first = len(entries)  # what was played under other rules cannot be gone through again
            self._told = list(entries[:first])
            self.turns = []
            self._measures = {}
            self._note(first)
        at = len(self._told)
        while at < len(entries):
            end = at + 1
            while end < len(entries) and not isinstance(entries[end], Act):
                end += 1
            self._copy.replay(entries[at:end])
            self._told += entries[at:end]
            at = end
            self._note(at)

    def _note(self, moment: int) -> None:
        """The numbers of a turn are those the next one begins with."""
        copy = self._copy
        assert copy is not None
        turn = copy.state.turn
        if not self.turns:
            self.turns.append((turn, moment))
        elif self.turns[-1][0] != turn:
            self._measure(self.turns[-1][0])
            self.turns.append((turn, moment))

    def _measure(self, turn: int) -> None:
        copy = self._copy
        assert copy is not None
        room = room_of(copy.rules)
        for seat in range(len(copy.rules.seats)):
            self._measures.setdefault(seat, {})[turn] = tuple(room.measures(copy.view(seat)))

    def series(self, seat: int) -> dict[tuple[str, str, str], list[tuple[int, float]]]:
        """By id, title and side: the value of each turn."""
        if self._copy is not None:
            self._measure(self._copy.state.turn)
        found: dict[tuple[str, str, str], list[tuple[int, float]]] = {}
        for turn, measures in sorted(self._measures.get(seat, {}).items()):
            for m in measures:
                found.setdefault((m.id, m.title, m.side), []).append((turn, m.value))
        return found
