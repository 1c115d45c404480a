"""The Turn Record and Reinforcement Track, the victory limits, and the markers that come with the turns."""

from __future__ import annotations

import msgspec

from ostfront.core.files.data import DataFolder
from ostfront.core.play.clauses import implements

LAST_TURN = 32


class Box(msgspec.Struct, frozen=True):
    """A box of the track: a line of track.csv."""

    turn: int
    date: str
    length: str  # single or double (5.8)
    year: int  # December belongs to the year that ends (5.9)
    german_mech: int
    german_foot: int
    soviet_mech: int
    soviet_foot: int
    german_new_mech: int
    german_new_foot: int
    soviet_new_mech: int
    soviet_new_foot: int
    luftwaffe: int
    note: str = ""
    stated: str = ""

    @property
    @implements("BD 5.8")
    def single(self) -> bool:
        """A single-month turn (5.8)."""
        return self.length == "single"

    def movement(self, side: int, mech: bool) -> int:
        """The movement factor printed for a side's units of a mobility class (2.11, 10.1)."""
        if side == 0:
            return self.german_mech if mech else self.german_foot
        return self.soviet_mech if mech else self.soviet_foot

    def replacements(self, side: int) -> tuple[int, int]:
        """Steps for mechanized and for other units (8.12)."""
        if side == 0:
            return self.german_new_mech, self.german_new_foot
        return self.soviet_new_mech, self.soviet_new_foot


class Limits(msgspec.Struct, frozen=True):
    """A line of the Victory Check Chart (4.14)."""

    turn: int
    german_wins_at_or_above: int | None = None
    soviet_wins_at_or_below: int | None = None
    historical_vp: int | None = None
    changes: str = ""
    stated: str = ""


class Marker(msgspec.Struct, frozen=True):
    """A line of markers.csv: a marker that is no unit, and the turn on which it comes."""

    id: str
    kind: str
    side: str
    source: str
    turn: int = 0
    value: int = 0  # the range of an offensive supply marker
    name: str = ""
    note: str = ""


class Track:
    """Everything that the calendar brings."""

    def __init__(self, data: DataFolder) -> None:
        boxes = data.rows("track.csv", Box)
        self.boxes = {box.turn: box for box in boxes}
        self.limits = {row.turn: row for row in data.rows("victory.csv", Limits)}
        self.markers = tuple(data.rows("markers.csv", Marker))
        kinds = {marker.kind: [m.turn for m in self.markers if m.kind == marker.kind] for marker in self.markers}
        upto = range(LAST_TURN + 2)
        self._arrived = {kind: [sum(n <= turn for n in turns) for turn in upto] for kind, turns in kinds.items()}

    def arrived(self, kind: str, turn: int) -> int:
        """How many markers of a kind have come by a turn."""
        return self._arrived[kind][turn] if kind in self._arrived else 0

    def arriving(self, kind: str, turn: int) -> int:
        """How many markers of a kind come on a turn."""
        return self.arrived(kind, turn) - (self.arrived(kind, turn - 1) if turn > 0 else 0)
