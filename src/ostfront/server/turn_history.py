"""When each turn of a game began, and its figures by turn for the charts, as each seat may know them."""

from __future__ import annotations

from ostfront.core.errors import NotYourTurn
from ostfront.core.page.public import PUBLIC
from ostfront.core.page.table import Figure, table_of
from ostfront.core.play.game import Game
from ostfront.core.play.history import restore
from ostfront.core.play.sequence import Act, Entry


class TurnHistory:
    """Follows a game with its own copy; drops what was taken back."""

    def __init__(self) -> None:
        self._copy: Game | None = None
        self._entries: list[Entry] = []
        self.turns: list[tuple[int, int]] = []  # turn, moment
        self._figures: dict[int, dict[int, tuple[Figure, ...]]] = {}  # seat: turn: numbers

    def catch_up(self, game: Game) -> None:
        entries = game.entries or []
        first = next((i for i, entry in enumerate(entries) if isinstance(entry, Act)), len(entries))
        if self._copy is None or self._entries != entries[: len(self._entries)]:
            self._copy = game.twin()
            try:
                restore(self._copy, entries[:first])
            except NotYourTurn:
                first = len(entries)  # what was played under other rules cannot be replayed
            self._entries = list(entries[:first])
            self.turns = []
            self._figures = {}
            self._note_turn(first)
        at = len(self._entries)
        while at < len(entries):
            end = at + 1
            while end < len(entries) and not isinstance(entries[end], Act):
                end += 1
            self._copy.replay(entries[at:end])
            self._entries += entries[at:end]
            at = end
            self._note_turn(at)

    def _note_turn(self, moment: int) -> None:
        """A turn is measured when the next one begins."""
        copy = self._copy
        assert copy is not None
        turn = copy.state.turn
        if not self.turns:
            self.turns.append((turn, moment))
        elif self.turns[-1][0] != turn:
            self._take_figures(self.turns[-1][0])
            self.turns.append((turn, moment))

    def _take_figures(self, turn: int) -> None:
        copy = self._copy
        assert copy is not None
        table = table_of(copy.rules)
        for seat in range(len(copy.rules.seats)):
            self._figures.setdefault(seat, {})[turn] = tuple(table.figures(copy.view(seat)))

    def series(self, seat: int) -> dict[tuple[str, str, str], list[tuple[int, float]]]:
        """By id, title and side: the value of each turn, for a seat or as all seats know it."""
        if self._copy is not None:
            self._take_figures(self._copy.state.turn)
        found: dict[tuple[str, str, str], list[tuple[int, float]]] = {}
        for turn, figures in sorted(self._known_to(seat).items()):
            for m in figures:
                found.setdefault((m.id, m.title, m.side), []).append((turn, m.value))
        return found

    def _known_to(self, seat: int) -> dict[int, tuple[Figure, ...]]:
        if seat != PUBLIC:
            return self._figures.get(seat, {})
        first, *others = self._figures.values()
        return {turn: tuple(one for one in mine if all(one in other[turn] for other in others))
                for turn, mine in first.items()}  # fmt: skip
