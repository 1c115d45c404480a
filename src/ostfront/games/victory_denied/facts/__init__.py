"""What never changes in A Victory Denied: map, counters, charts, chits and set-up, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.floods import Flood
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.core.map.reach import Profile
from ostfront.core.play.actions import Nouns, Verb, Vocabulary
from ostfront.core.play.clauses import implements
from ostfront.core.play.rules import Seat
from ostfront.games.victory_denied.facts.roads import RoadNet
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET, Roster
from ostfront.games.victory_denied.facts.sources import Sources
from ostfront.kit.crt import Crt

TRACK = tuple(f"track-{turn}" for turn in range(1, 11))
BOXES = (
    "minsk-pocket-box", "soviet-reserve", "timoshenko", "elite-cup", "stavka-stars", "german-entry-9A",
    "german-entry-3PzG", "german-entry-2PzG", "eliminated-motorized", "removed", *TRACK,
)  # fmt: skip
CHIT_NAMES = {
    "2PzG": "2nd Panzer Group", "3PzG": "3rd Panzer Group", "9A": "9th Army", "Air": "Air Power",
    "ART": "Soviet artillery", "Reinf": "Reinforcement",
}  # fmt: skip
RIVERS = ("minor", "major")
UNIT, PLACE, CHIT, VP = "unit", "place", "chit", "vp"  # the nouns of the notation


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


class Facts:
    """The contents of the box, compiled; one for every set of numbers, shared by all plays with them."""

    def __init__(self, data: DataFolder, verbs: Sequence[Verb]) -> None:
        self.data = data
        self.seats = (Seat("German", "german", "german"), Seat("Soviet", "soviet", "soviet"))
        self.roster = Roster.load(data)
        self.charts: dict[str, Any] = data.toml("charts.toml")
        self.board = load_board(data)
        self._compile_map()
        self._compile_charts()
        self._compile_chits()
        self._compile_words(verbs)
        self.setup = tuple(self._read_setup())

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
        self.road_net = RoadNet(self.road_links)
        self.supply_sides = crossings(board)
        # Soviet lines come from the east
        self.supply_floods = tuple(
            Flood(grid, self.supply_sides, backwards=side == SOVIET) for side in (GERMAN, SOVIET)
        )
        self.sources = Sources(grid)
        self.toward: dict[tuple[int, int], tuple[int, ...]] = {}  # routes to sources, filled by 12.6
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
        self.chit_names = {chit.id: _chit_name(chit, self.roster) for chit in self.chits}
        self.guderian_chit = self.chit_index["Guderian"]
        self.mandatory = mask(i for i, c in enumerate(self.chits) if c.available == "mandatory")
        self.army_chits = mask(i for i, c in enumerate(self.chits) if c.kind == "9A")
        self.equal_chits = tuple(
            mask(i for i, chit in enumerate(self.chits) if chit.kind == kind) for kind in ("9A", "3PzG")
        )
        self.chit_of_hq = {c.hq: i for i, c in enumerate(self.chits) if c.hq >= 0}

    def _compile_words(self, verbs: Sequence[Verb]) -> None:
        """The notation; frequent actions are made once."""
        board = self.board
        self.vocabulary = Vocabulary(
            verbs,
            (
                Nouns(UNIT, self.roster.ids),
                Nouns(PLACE, [_place_name(board, i) for i in range(board.places)], board.place_index),
                Nouns(CHIT, [chit.id for chit in self.chits]),
                Nouns(VP, [name for name, _ in self.vp_chits]),
            ),
        )
        self.single = {verb.name: self.vocabulary.single(verb.name) for verb in verbs if not verb.takes}
        self.done, self.stop = (self.single["done"],), (self.single["stop"],)
        self.goes, self.rides = self.vocabulary.table("go"), self.vocabulary.table("road")
        self.picks = self.vocabulary.table("pick")

    def _read_setup(self) -> Iterator[tuple[int, int]]:
        for line, row in self.data.raw_rows("setup.csv"):
            try:
                unit = self.roster.index[row["unit"]]
                place = self.board.place_index(row["place"])
            except (KeyError, ValueError) as wrong:
                where = "victory-denied/setup.csv"
                raise BadFile(f"no such unit or place: {wrong}.", file=where, line=line) from None
            yield unit, place


def load_board(data: DataFolder) -> Board:
    """The frozen map; boxes that the map does not draw are added."""
    table = data.toml("map/map.toml")
    known = {box["name"] for box in table.get("box", [])}
    table["box"] = [*table.get("box", []), *({"name": name} for name in BOXES if name not in known)]
    rows = {name: data.raw_rows(f"map/{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")}
    return Board.from_rows(table, rows["hexes"], rows["hexsides"], rows["lines"], rows["sites"])


def _place_name(board: Board, i: int) -> str:
    return board.place_name(i) if i >= board.grid.size or board.grid.valid >> i & 1 else ""


@implements("AVD 2.1.3", "AVD 8.1.3c")
def bridges() -> Mapping[str, tuple[str, ...]]:
    """What bridges a river hexside: a road across it."""
    return dict.fromkeys(RIVERS, ("road",))


@implements("AVD 10.2.2c")
def crossings(board: Board) -> Sides:
    """The hexsides a supply line crosses: all but unbridged major rivers."""
    return board.open_sides(closed=("major",), bridged_by=("road",))


@implements("AVD 2.1.1b")
def _turn(row: Mapping[str, Any]) -> Turn:
    def both(value: Any) -> tuple[int, int]:
        return (value["distracted"], value["moscow"]) if isinstance(value, dict) else (value, value)

    return Turn(
        both(row["german_chits"]), row["soviet_chits"], row["points"], row["pvo"], row["elite"],
        both(row["out_of_supply"]),
    )  # fmt: skip


def _chit_name(chit: CommandChit, roster: Roster) -> str:
    """A chit as players call it: by its HQ, its group, or what it does."""
    if chit.hq >= 0:
        return roster.names[chit.hq]
    return CHIT_NAMES.get(chit.kind) or CHIT_NAMES.get(chit.id, chit.id)
