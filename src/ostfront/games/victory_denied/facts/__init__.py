"""A Victory Denied, compiled: the map, counters and charts as the other rooms use them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.floods import Flood
from ostfront.core.map.hexes import Grid, Sides, bits, mask
from ostfront.core.map.reach import Profile
from ostfront.core.play.actions import Nouns, Vocabulary
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.rules import GameInfo, Rules, Seat, Settings
from ostfront.core.play.state import State
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET, Roster
from ostfront.games.victory_denied.rules.roads import Roads
from ostfront.games.victory_denied.rules.setup import faults, set_up
from ostfront.games.victory_denied.rules.words import VERBS
from ostfront.games.victory_denied.secrets import imagine, seen
from ostfront.games.victory_denied.state import DISTRACTED, VdState
from ostfront.kit.crt import Crt

TRACK = tuple(f"track-{turn}" for turn in range(1, 11))
BOXES = (
    "minsk-pocket-box", "soviet-reserve", "timoshenko", "elite-cup", "stavka-stars", "german-entry-9A",
    "german-entry-3PzG", "german-entry-2PzG", "eliminated-motorized", "removed", *TRACK,
)  # fmt: skip
RIVERS = ("minor", "major")


class CommandChit(NamedTuple):
    """A command chit: whose it is (-1: both), what it does, the HQ or group it activates."""

    id: str
    side: int
    kind: str
    hq: int
    group: str
    available: str


class Turn(NamedTuple):
    """A box of the turn track. Two values on turn 8: Distracted, Moscow."""

    german_chits: tuple[int, int]
    soviet_chits: int
    points: int
    pvo: bool
    elite: int
    out_of_supply: tuple[int, int]


class Source(NamedTuple):
    """A supply source: the distance of every hex, and the hexes within each distance."""

    distances: bytes
    disks: tuple[int, ...]


class Sources(dict[int, Source]):
    """Supply sources by hex, filled as they are asked for."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._at: dict[int, tuple[Source, ...]] = {}

    def __missing__(self, place: int) -> Source:
        grid = self.grid
        table = bytearray(grid.size)
        for i in grid.hexes:
            table[i] = grid.distance(i, place)
        found = self[place] = Source(bytes(table), tuple(grid.disk(place, n) for n in range(max(table) + 1)))
        return found

    def at(self, places: int) -> tuple[Source, ...]:
        """The sources in these hexes; the last answers are kept."""
        found = self._at.get(places)
        if found is None:
            if len(self._at) > 500:
                self._at.clear()
            found = self._at[places] = tuple(self[place] for place in bits(places))
        return found


class Lines(NamedTuple):
    """An answer about supply: where lines could come, pass and begin, and the hexes they reached."""

    enter: int
    through: int
    sources: int
    found: int


class VictoryDenied(Rules):
    """The rules object; see the other files of this package for the sections."""

    state_type = VdState

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        from ostfront.games.victory_denied.referee import referee
        from ostfront.games.victory_denied.rules.decisions import COMPOUNDS, KINDS
        from ostfront.games.victory_denied.rules.sequence import PROCEDURES

        self.info = info
        self.facts = self
        self.settings = settings
        self.data = data
        self.seats = (Seat("German", "german", "german"), Seat("Soviet", "soviet", "soviet"))
        self.procedures = PROCEDURES
        self.kinds = KINDS
        self.compounds = COMPOUNDS
        self.referee = referee
        self.roster = Roster.load(data)
        self.charts: dict[str, Any] = data.toml("charts.toml")
        self.board = load_board(data)
        self._compile_map()
        self._compile_charts()
        self._compile_chits()
        board, roster = self.board, self.roster
        self.vocabulary = Vocabulary(
            VERBS,
            (
                Nouns("unit", roster.ids),
                Nouns("place", [_place_name(board, i) for i in range(board.places)], board.place_index),
                Nouns("chit", [chit.id for chit in self.chits]),
                Nouns("vp", [name for name, _ in self.vp_chits]),
            ),
        )
        self.words = {verb.name: self.vocabulary.single(verb.name) for verb in VERBS if not verb.takes}
        self.done, self.stop = (self.words["done"],), (self.words["stop"],)
        self.goes, self.rides = self.vocabulary.table("go"), self.vocabulary.table("road")
        self.picks = self.vocabulary.table("pick")
        self.setup = tuple(self._read_setup())
        self._start: VdState | None = None
        # answers kept with the position they belong to
        self.supply_floods: list[Flood | None] = [None, None]
        self.last_zoc: list[tuple[int, int]] = [(0, 0), (0, 0)]
        self.last_supplied: list[tuple[Lines, ...]] = [(), ()]
        self.last_lines: list[tuple[tuple[int, ...], Lines] | None] = [None, None]
        self.last_strategic: list[tuple[int, int, int]] = [(-1, 0, 0), (-1, 0, 0)]
        self.all_roads: dict[tuple[int, int], Roads] = {}  # how far roads lead that are all free
        self.free_roads: dict[tuple[int, int, int], Roads] = {}
        self.sources = Sources(self.grid)
        self.toward: dict[tuple[int, int], list[int]] = {}

    # ---- compiling --------------------------------------------------------------------------------

    def _compile_map(self) -> None:
        board, grid = self.board, self.board.grid
        sites = board.sites
        self.grid = grid
        self.valid = grid.valid
        self.around = [grid.disk(i, 1) ^ (1 << i) if grid.valid >> i & 1 else 0 for i in range(grid.size)]
        gold, blue = sites.of("victory-gold"), sites.of("victory-blue")
        self.gold_hexes, self.blue_hexes = gold.hexes, blue.hexes
        self.victory_hexes = tuple(bits(gold.hexes | blue.hexes))
        self.victory_mask = gold.hexes | blue.hexes
        self.moscow = sites.of("moscow").hexes
        self.pocket = sites.of("pocket").hexes
        self.german_sources = sites.of("german-supply").hexes | self.pocket
        lasting = [s for s in sites.of("soviet-supply") if not s.facts.get("value")]
        self.soviet_sources = mask({s.hex for s in lasting})
        self.soviet_sources_early = sites.of("soviet-supply").hexes  # with 1517, until turn 4 (10.2.2)
        self.timoshenko_hexes = sites.of("timoshenko-entry").hexes
        self.roads: Sides = board.lines["road"]
        self.road_hexes = board.on_line["road"]
        self.road_links = [tuple(bits(self._by_road(i))) for i in range(grid.size)]
        self.supply_sides = board.open_sides(closed=("major",), bridged_by=("road",))
        self.across_river = self.board.across(RIVERS)
        self.across_major = self.board.across(("major",))
        self.across_unbridged_major = [m & ~self._by_road(i) if m else 0 for i, m in enumerate(self.across_major)]
        self.hills = board.terrain["hills"]
        entries = self.charts["reinforcements"]
        self.entry_hex = {group: board.index(str(entries[f"entry_{group}"])) for group in ("9A", "3PzG", "2PzG")}
        self.boxes = {name: board.box(name) for name in BOXES}

    def _by_road(self, i: int) -> int:
        here = 1 << i
        return mask(self.grid.neighbour(i, d) for d, hexes in enumerate(self.roads) if hexes & here)

    def _compile_charts(self) -> None:
        charts = self.charts
        crt = charts["crt"]
        self.crt = Crt(crt["columns"], crt["ratios"], crt["rows"])
        ground = {name: kind for name, kind in charts["terrain"].items() if not kind.get("feature")}
        features = {name: kind for name, kind in charts["terrain"].items() if kind.get("feature")}
        self.shift_at = [ground[t]["shift"] if t else 0 for t in self.board.terrain_at]
        for i, feature in self.board.hex_facts.get("feature", {}).items():
            if feature:
                self.shift_at[i] += features[feature]["shift"]
        river = charts["hexside"]
        self.costs = tuple(
            MoveCosts(
                terrain={name: kind[mobility] for name, kind in ground.items()},
                hexsides={
                    "minor": Crossing(extra=river["minor_river"][mobility]),
                    "major": Crossing(start_only=True, barred="both"),
                },
                bridges=bridges(),
                bridged={"major": Crossing(barred="both")},
            )
            for mobility in ("foot", "motorized")
        )
        self.profiles = tuple(Profile(self.board, costs) for costs in self.costs)
        self.zoc_in, self.zoc_out = charts["zoc"]["enter"], charts["zoc"]["leave"]
        self.track = {row["turn"]: _turn(row) for row in charts["turn_track"]["turn"]}
        escape = charts["minsk_escape"]
        self.escape_from = tuple(escape["from"])
        self.escape_rows = tuple(tuple(row.split()) for row in escape["rows"])
        self.escape_modifier = {int(turn): change for turn, change in escape["modifiers"].items()}
        chits = charts["vp_chits"]
        self.vp_chits: tuple[tuple[str, int], ...] = tuple(
            (f"{colour}{n}", value)
            for colour, values in (("gold", chits["major"]), ("blue", chits["minor"]))
            for n, value in enumerate(values, 1)
        )
        self.gold_chits = (1 << len(chits["major"])) - 1
        if len(self.vp_chits) != len(self.victory_hexes):
            raise BadFile(f"{len(self.vp_chits)} VP chits for {len(self.victory_hexes)} victory hexes.")

    def _compile_chits(self) -> None:
        rows = self.data.toml("chits.toml")["chit"]
        sides = {"german": GERMAN, "soviet": SOVIET, "both": -1}
        self.chits = tuple(
            CommandChit(
                row["id"], sides[row["side"]], row["kind"], self.roster.index.get(row.get("hq", ""), -1),
                row.get("group", ""), row["available"],
            )
            for row in rows
        )  # fmt: skip
        self.chit_index = {chit.id: i for i, chit in enumerate(self.chits)}
        self.guderian_chit = self.chit_index["Guderian"]
        self.mandatory = mask(i for i, c in enumerate(self.chits) if c.available == "mandatory")
        self.army_chits = mask(i for i, c in enumerate(self.chits) if c.kind == "9A")
        self.equal_chits = tuple(
            mask(i for i, chit in enumerate(self.chits) if chit.kind == kind) for kind in ("9A", "3PzG")
        )
        self.chit_of_hq = {c.hq: i for i, c in enumerate(self.chits) if c.hq >= 0}

    def _read_setup(self) -> Sequence[tuple[int, int]]:
        found = []
        for line, row in self.data.raw_rows("setup.csv"):
            try:
                unit = self.roster.index[row["unit"]]
                place = self.board.place_index(row["place"])
            except (KeyError, ValueError) as wrong:
                where = "victory-denied/setup.csv"
                raise BadFile(f"no such unit or place: {wrong}.", file=where, line=line) from None
            found.append((unit, place))
        return found

    # ---- what the turn track says -----------------------------------------------------------------

    def german_chits(self, state: VdState) -> int:
        return self.track[state.turn].german_chits[right_value(state)]

    def out_of_supply(self, state: VdState) -> int:
        return self.track[state.turn].out_of_supply[right_value(state)]

    # ---- the engine's questions -------------------------------------------------------------------

    def blank(self) -> VdState:
        return VdState(self.roster, self.board.places, self.grid.size, self.victory_hexes)

    def start(self) -> State:
        if self._start is None:
            self._start = set_up(self)
        return self._start.clone()

    def seen(self, state: VdState, seat: int) -> Plain:
        return seen(self, state, seat)

    def imagine(self, state: VdState, seat: int, random: Random) -> State:
        return imagine(self, state, seat, random)

    def phase(self, state: VdState) -> str:
        return f"turn {state.turn} / activation {state.activation}"

    def check(self, state: VdState) -> list[str]:
        return faults(self, state)


def load_board(data: DataFolder) -> Board:
    """The frozen map; boxes that the map does not draw are added."""
    table = data.toml("map/map.toml")
    known = {box["name"] for box in table.get("box", [])}
    table["box"] = [*table.get("box", []), *({"name": name} for name in BOXES if name not in known)]
    rows = {name: data.raw_rows(f"map/{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")}
    return Board.from_rows(table, rows["hexes"], rows["hexsides"], rows["lines"], rows["sites"])


def _place_name(board: Board, i: int) -> str:
    return board.place_name(i) if i >= board.grid.size or board.grid.valid >> i & 1 else ""


@carries_out("AVD 2.1.3", "AVD 8.1.3c", otherwise={})
def bridges() -> Mapping[str, tuple[str, ...]]:
    """What bridges a river hexside: a road across it."""
    return dict.fromkeys(RIVERS, ("road",))


@carries_out("AVD 2.1.1c", otherwise=False)
def right_value(state: VdState) -> bool:
    """Which of two values in a box of the track counts: the left one when Hitler is distracted, else the right."""
    return state.directive != DISTRACTED


@carries_out("AVD 2.1.1b", otherwise=Turn((3, 3), 2, 4, True, 1, (0, 0)))
def _turn(row: Mapping[str, Any]) -> Turn:
    def both(value: Any) -> tuple[int, int]:
        return (value["distracted"], value["moscow"]) if isinstance(value, dict) else (value, value)

    return Turn(
        both(row["german_chits"]), row["soviet_chits"], row["points"], row["pvo"], row["elite"],
        both(row["out_of_supply"]),
    )  # fmt: skip


Facts = VictoryDenied  # until facts and rules are two objects
