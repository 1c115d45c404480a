"""How a game looks on a table, as data: what a game's `table` package makes from a view and the page draws.

The contract with examples is `docs/design/table.md`. The table is what never changes during a game; the look is
what a seat sees at one moment. The page knows these structs but no particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ostfront.core.errors import OstfrontError

SCHEMA = 1
Point = tuple[float, float]
Box = tuple[float, float, float, float]


class PageStruct(msgspec.Struct, frozen=True):
    """The base of all structs here."""


# ---- the table: what never changes ----------------------------------------------------------------------


class Side(PageStruct, frozen=True):
    id: str
    name: str
    fill: str
    ink: str
    edge: str
    pattern: str = "plain"


class SeatAt(PageStruct, frozen=True):
    id: str
    side: str
    team: str


class BoardPicture(PageStruct, frozen=True):
    """A board. A game measures in hex sides; the server scales it to its picture and adds the picture's address."""

    id: str
    title: str
    width: float
    height: float
    shape: tuple[Point, ...]
    counter: float
    image: str = ""


class Place(PageStruct, frozen=True):
    id: str
    name: str
    kind: str
    board: str = ""
    x: float = 0.0
    y: float = 0.0
    outline: tuple[Point, ...] | None = None
    ground: str = ""
    tags: tuple[str, ...] = ()
    clear: tuple[Box, ...] = ()  # print of the picture that counters should not cover: left, top, right, bottom


class PlacePanel(PageStruct, frozen=True):
    id: str
    title: str
    places: tuple[str, ...]


class TrackBox(PageStruct, frozen=True):
    id: str
    title: str
    place: str = ""
    lines: tuple[str, ...] = ()


class Track(PageStruct, frozen=True):
    id: str
    title: str
    boxes: tuple[TrackBox, ...]


class Face(PageStruct, frozen=True):
    symbol: str
    echelon: str = ""
    top: str = ""
    left: str = ""
    values: str = ""
    strength: str = ""
    movement: str = ""
    stripe: str = ""
    fill: str = ""
    reduced: bool = False
    label: str = ""
    ink: str = ""
    pips: tuple[str, ...] = ()  # the colour of each step left; empty for a step lost
    pip: str = "dot"


class Piece(PageStruct, frozen=True):
    id: str
    name: str
    side: str
    faces: tuple[Face, ...]
    noun: str = "unit"
    kind: str = "combat"
    group: str = ""
    steps: int = 1
    shape: str = ""  # a counter; else block, disc or plate


class Back(PageStruct, frozen=True):
    """How a face-down piece looks."""

    id: str
    name: str
    fill: str
    edge: str
    ink: str


class Tip(PageStruct, frozen=True):
    """Something worth knowing about this game at this table."""

    title: str
    text: str


class Chit(PageStruct, frozen=True):
    id: str
    name: str
    side: str
    text: str
    note: str = ""


class Badge(PageStruct, frozen=True):
    """A marker or a flag, with its meaning."""

    id: str
    name: str
    short: str = ""
    tone: str = "info"
    rule: str = ""
    meaning: str = ""


class OverlayInfo(PageStruct, frozen=True):
    id: str
    title: str
    meaning: str
    needs: str = ""
    on: bool = False  # shown from the start


class VerbInfo(PageStruct, frozen=True):
    label: str
    help: str
    takes: tuple[str, ...]
    ends: str = ""  # the move of what is in `hand`, a `segment` or an `offer`; as in `core.play.actions.Verb`


class WindowInfo(PageStruct, frozen=True):
    kind: str
    title: str
    rule: str
    answers: tuple[str, ...]
    facts: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()


class Table(PageStruct, frozen=True):
    game: str
    title: str
    scenario: str
    scenario_title: str
    rules_version: str
    sides: tuple[Side, ...]
    seats: tuple[SeatAt, ...]
    boards: tuple[BoardPicture, ...]
    places: tuple[Place, ...]
    panels: tuple[PlacePanel, ...]
    tracks: tuple[Track, ...]
    pieces: tuple[Piece, ...]
    chits: tuple[Chit, ...]
    markers: tuple[Badge, ...]
    flags: tuple[Badge, ...]
    overlays: tuple[OverlayInfo, ...]
    verbs: dict[str, VerbInfo]
    windows: tuple[WindowInfo, ...]
    options: dict[str, Any] = {}
    credits: str = ""
    backs: tuple[Back, ...] = ()
    tips: tuple[Tip, ...] = ()
    schema: int = SCHEMA


# ---- the look: what a seat sees at a moment --------------------------------------------------------------


class PieceAt(PageStruct, frozen=True):
    id: str
    at: str
    side: str
    face: int = 0
    steps: int = 1
    hidden: bool = False
    markers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    back: str = ""  # of a hidden piece
    hint: str = ""  # a name the seat remembers, on the back
    note: str = ""


class Token(PageStruct, frozen=True):
    id: str
    at: str
    kind: str
    tone: str
    label: str
    text: str = ""
    side: str = ""
    hidden: bool = False


class Gone(PageStruct, frozen=True):
    place: str
    title: str
    units: tuple[str, ...]


class Row(PageStruct, frozen=True):
    label: str
    value: str
    side: str = ""
    rule: str = ""


class FactPanel(PageStruct, frozen=True):
    """Facts beside the map: `chits` (then unknown backs) or `counts`."""

    id: str
    title: str
    kind: str
    chits: tuple[str, ...] = ()
    unknown: int = 0
    rows: tuple[Row, ...] = ()
    note: str = ""


class TrackAt(PageStruct, frozen=True):
    id: str
    at: str
    note: str = ""


class ScoreRow(PageStruct, frozen=True):
    side: str
    label: str
    value: str
    points: float | None = None
    rule: str = ""


class Focus(PageStruct, frozen=True):
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class Battlefield(PageStruct, frozen=True):
    """A possible target, the units that could attack it, and its defenders; `gain` is what taking it would bring."""

    place: str
    units: tuple[str, ...]
    defenders: tuple[str, ...] = ()
    gain: str = ""


class Commitment(PageStruct, frozen=True):
    """What may still be committed to a battle before the dice: the answer that does it, and how many are left."""

    action: str
    text: str
    left: int = 1


class Declared(PageStruct, frozen=True):
    """An attack that is declared, or a battle that is still to be fought."""

    target: str
    units: tuple[str, ...]
    odds: str = ""


class Planner(PageStruct, frozen=True):
    """How a battle is put together, as templates of actions.

    Without `add` every unit named fights; without `open` as well it only looks ahead, at the odds of `roll`.
    `says` is the label of the button where no dice are rolled at once. `alone`: a single unit that could attack joins
    without being named. `commits` may still be sent in, and `closes` declines them all: one of the two follows the
    actions that open the battle, if there is any. With a `target` and without `add` the battle is complete but for
    `commits`, and `roll` declines them.
    """

    open: str
    add: str
    roll: str
    targets: tuple[Battlefield, ...]
    target: str = ""
    joined: tuple[str, ...] = ()
    says: str = ""
    alone: bool = False
    closes: tuple[str, ...] = ()
    commits: tuple[Commitment, ...] = ()


class ReckoningRow(PageStruct, frozen=True):
    label: str
    values: dict[str, str]
    rule: str = ""


class Look(PageStruct, frozen=True):
    """What a game's `table` package makes of a view; the rest of the view is the same for all games."""

    turn: int
    phase: str
    pieces: tuple[PieceAt, ...]
    tokens: tuple[Token, ...] = ()
    gone: tuple[Gone, ...] = ()
    panels: tuple[FactPanel, ...] = ()
    tracks: tuple[TrackAt, ...] = ()
    score: tuple[ScoreRow, ...] = ()
    in_hand: str = ""
    focus: Focus = Focus()
    leads_to: dict[str, str] = {}  # choosing a target of the first verb opens a decision that the second verb answers
    attempts: dict[str, str] = {}  # what a click on a noun would attempt, where the verbs alone do not say
    planner: Planner | None = None
    reckoning: tuple[ReckoningRow, ...] = ()
    declared: tuple[Declared, ...] = ()


class Area(PageStruct, frozen=True):
    tone: str
    label: str
    places: tuple[str, ...]
    line: bool = False  # only its outline is drawn


class UnitArea(PageStruct, frozen=True):
    tone: str
    label: str
    units: tuple[str, ...]


class Overlay(PageStruct, frozen=True):
    id: str
    title: str
    legend: str = ""
    rule: str = ""
    areas: tuple[Area, ...] = ()
    labels: dict[str, str] = {}
    units: tuple[UnitArea, ...] = ()
    actions: dict[str, str] = {}


class Figure(PageStruct, frozen=True):
    """A number to chart: victory points, losses."""

    id: str
    title: str
    side: str
    value: float


# ---- a game's table --------------------------------------------------------------------------------------


def _nothing(_facts: Any, _code: str) -> str:
    return ""


class LogTable(NamedTuple):
    """How a game's log is arranged; its sentences are `INFO.log`.

    `icons` has a word for each kind of event that has one. `headings` are the kinds that begin an activation, an
    impulse, a player turn: each takes what the event notes and gives a line and a side, which may be empty.
    """

    icons: Mapping[str, str] = {}
    headings: Mapping[str, Callable[..., tuple[Any, str]]] = {}


class GameTable(NamedTuple):
    """How a game looks, as INFO names it. Everything but `table` is made from a view, never from the state."""

    table: Callable[[Any], Table]  # of a Rules
    look: Callable[[Any], Look]  # of a View
    overlay: Callable[[Any, str, str], Overlay]  # of a View: which, and about what
    figures: Callable[[Any], Sequence[Figure]]  # of a View: numbers for the charts
    meaning: Callable[[Any, str], str]  # facts and an outcome's code: the code in words
    ends: Callable[[Any, str], str] = _nothing  # likewise: one of the few ways a battle can end, to sum outcomes up
    reference: Callable[[Any], Any] | None = None  # of a Rules: the `Reference` beside the map
    log: LogTable = LogTable()
    battles: Any = None  # the `BattleScript`: how its battles are told
    answers: Mapping[str, str] = {}  # names in `Odds.answers` that are no words for players, in words


def table_of(rules: Any) -> GameTable:
    """The table of a game's rules; raises when it has none."""
    table: GameTable | None = rules.info.table
    if table is None:
        raise OstfrontError(f"{rules.info.title} cannot be played in the browser yet.")
    return table


def hexagon(pointy: bool) -> tuple[Point, ...]:
    """The outline of a hex of side 1 around its centre, clockwise."""
    h = 0.8660254
    tall = ((0.0, -1.0), (h, -0.5), (h, 0.5), (0.0, 1.0), (-h, 0.5), (-h, -0.5))
    return tall if pointy else tuple((y, x) for x, y in tall)
