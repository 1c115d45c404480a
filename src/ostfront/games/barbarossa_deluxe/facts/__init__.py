"""What never changes in Barbarossa Deluxe: map, counters, track, charts and set-ups, compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import NO_SIDES, Board
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.core.play.actions import Nouns, Verb, Vocabulary
from ostfront.core.play.clauses import implements
from ostfront.core.play.rules import Seat, Settings
from ostfront.games.barbarossa_deluxe.facts.crt import Table
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET, Roster
from ostfront.games.barbarossa_deluxe.facts.scenario import Scenario
from ostfront.games.barbarossa_deluxe.facts.track import Box, Track

UNIT, PLACE, SIDE = "unit", "place", "side"  # the nouns of the notation
BOXES = ("rvgk", "dead-german", "dead-soviet", "caucasus", "bulgaria", "track", "aside", "gone")
CLOSED_SIDES = ("lake", "sea", "kerch", "sivash")  # hexsides that are not crossed in the ordinary way
LIMIT = 5  # units in a hex (6.3)
# places the rules name
NAMED = {
    "Leningrad": "1011", "Moscow": "1606", "Kiev": "2311", "Stalingrad": "2501", "Dnepropetrovsk": "2607",
    "Rostov": "2804", "Odessa": "2911", "Sevastopol": "3108", "Bucharest": "3114", "Ploesti": "3015",
    "Maikop": "3103", "Riga": "1415", "Budapest": "2820", "Berlin": "2023", "USIR": "2419",
}  # fmt: skip


class Facts:
    """The game as it lies in the box, compiled; one for each scenario and set of numbers."""

    def __init__(self, settings: Settings, data: DataFolder, verbs: Sequence[Verb]) -> None:
        self.data = data
        self.scenario_name = settings.scenario
        self.options: Mapping[str, Any] = settings.options
        self.seats = (Seat("German", "german", "german"), Seat("Soviet", "soviet", "soviet"))
        self.roster = Roster.load(data)
        self.board = load_board(data)
        self.grid = self.board.grid
        self.valid = self.grid.valid
        self.boxes = {name: self.board.box(name) for name in BOXES}
        self.rvgk, self.track_box, self.caucasus = self.boxes["rvgk"], self.boxes["track"], self.boxes["caucasus"]
        self.dead = (self.boxes["dead-german"], self.boxes["dead-soviet"])
        self.gone, self.aside = self.boxes["gone"], self.boxes["aside"]
        self._compile_ground()
        self._compile_sides()
        self._compile_places()
        self.track = Track(data)
        self.charts: Mapping[str, Any] = {"crt": data.toml("crt.toml")}
        self.crt = Table(self.charts["crt"])
        self.scenario = Scenario(data, settings, self.roster, self.board)
        self._compile_words(verbs)
        self.profiles: dict[Any, Any] = {}  # movement over the map, compiled when first asked for by rules/ground.py

    # ---- the map ------------------------------------------------------------------------------------

    def _compile_ground(self) -> None:
        board = self.board
        terrain = board.terrain
        self.lakes, self.sea = terrain.get("lake", 0), terrain.get("sea", 0)
        self.land = self.valid & ~self.lakes & ~self.sea
        self.rough, self.marsh = terrain.get("rough", 0), terrain.get("marsh", 0)
        self.clear = self.land & ~self.rough & ~self.marsh  # desert-steppe counts as clear (ruling on 10.9)
        self.territories: dict[str, int] = {}
        for i, name in board.hex_facts["territory"].items():
            if name:
                self.territories[name] = self.territories.get(name, 0) | 1 << i
        found = self.territories
        self.ussr = found["USSR"]
        self.baltic = found["Estonia"] | found["Latvia"] | found["Lithuania"]
        self.germany, self.hungary, self.romania = found["Greater Germany"], found["Hungary"], found["Romania"]
        self.general_government = found["General Government"]
        self.bulgaria, self.yugoslavia = found["Bulgaria"], found["Yugoslavia"]
        self.north = self._marked("zone", "N")
        self.south = self._marked("zone", "S")
        self.dp, self.rostov_area = self._marked("dp", "yes"), self._marked("r_area", "yes")
        self.crimea = self._marked("cs", "yes")
        self.dnepr = self._marked("dnepr", "yes")
        self.coast = {sea: self._touching(sea) for sea in ("Baltic", "Azov", "Black")}
        self.lines = (self._marked("fortified", "german"), self._marked("fortified", "soviet"))  # printed (11.21)
        self.sources = (self._marked("supply", "german"), self._marked("supply", "soviet"))

    def _marked(self, column: str, word: str) -> int:
        return mask(i for i, text in self.board.hex_facts[column].items() if text == word)

    def _touching(self, sea: str) -> int:
        return mask(i for i, text in self.board.hex_facts["coast"].items() if sea in text.split("+"))

    def _compile_sides(self) -> None:
        """Hexsides: rivers, and those that land units cross in the ordinary way."""
        board = self.board
        self.river: Sides = board.hexsides.get("river", NO_SIDES)
        self.across_river = board.across(("river",))  # by hex: neighbours across a river hexside
        sides = board.open_sides(CLOSED_SIDES)
        self.sides = cast(
            Sides, tuple(hexes & self.land & self._towards(d, self.land) for d, hexes in enumerate(sides))
        )
        # by hex: the neighbours on land across open hexsides (rivers are open; Kerch and the Sivash are not)
        self.near = [
            mask(self.grid.neighbour(i, d) for d in range(6) if self.sides[d] >> i & 1) for i in range(self.grid.size)
        ]
        self.kerch = (board.index("3105"), board.index("3106"))
        self.sivash = (board.index("2907"), board.index("3008"))

    def _towards(self, d: int, ground: int) -> int:
        """The hexes whose neighbour in a direction is one of these."""
        return mask(i for i in self.grid.hexes if (n := self.grid.neighbour(i, d)) >= 0 and ground >> n & 1)

    def _compile_places(self) -> None:
        board = self.board
        sites = board.sites
        self.cities = sites.of("city").hexes  # without oil fields and the USIR
        self.victory_hexes = self.cities | sites.of("oil").hexes | sites.of("industry").hexes
        kinds = ("city", "oil", "industry")
        self._site_names: dict[int, str] = {site.hex: site.name for site in reversed([*sites]) if site.kind in kinds}
        self.named = {name: board.index(number) for name, number in NAMED.items()}
        self.leningrad, self.moscow, self.kiev = (self.named[n] for n in ("Leningrad", "Moscow", "Kiev"))
        self.stalingrad, self.dnepropetrovsk = self.named["Stalingrad"], self.named["Dnepropetrovsk"]
        self.rostov, self.sevastopol, self.odessa = (self.named[n] for n in ("Rostov", "Sevastopol", "Odessa"))
        self.bucharest, self.ploesti, self.maikop = (self.named[n] for n in ("Bucharest", "Ploesti", "Maikop"))
        # 4.16: the German points of the first turn
        self.home_points = self.victory_hexes & self._marked("control", "german")
        # 14.4: the hexes on the Dnepr south of Kiev
        self.lower_dnepr = self.dnepr & ~self._around(self.kiev) | mask(
            board.index(name) for name in ("2310", "2411") if self.dnepr >> board.index(name) & 1
        )
        self.polish_hexes = mask(board.index(name) for name in ("2116", "2216", "2217", "2315", "2316"))  # 3.7
        self.exits = self._marked("special", "caucasus-exit")
        self.bulgarian_exits = self._marked("special", "bulgaria-exit")
        self.yugoslav_entries = self._marked("special", "yugo-entry")

    def _around(self, place: int) -> int:
        """A hex and its neighbours."""
        return 1 << place | self.grid.neighbours(1 << place)

    # ---- the notation -------------------------------------------------------------------------------

    def _compile_words(self, verbs: Sequence[Verb]) -> None:
        board = self.board
        self.place_names = tuple(_place_name(board, i) for i in range(board.places))
        self.vocabulary = Vocabulary(
            verbs,
            (
                Nouns(UNIT, self.roster.ids),
                Nouns(PLACE, self.place_names, board.place_index),
                Nouns(SIDE, [seat.name for seat in self.seats]),
            ),
        )
        self.single = {verb.name: self.vocabulary.single(verb.name) for verb in verbs if not verb.takes}

    # ---- what is asked often ------------------------------------------------------------------------

    @implements("BD 5.9")
    def box(self, turn: int) -> Box:
        """The box of a turn on the track."""
        return self.track.boxes[turn]

    def option(self, name: str) -> Any:
        """Whether an optional rule is played."""
        return self.options.get(name, False)

    def city_name(self, place: int) -> str:
        """The name of the town, oil field or region in a hex, empty if there is none."""
        return self._site_names.get(place, "")

    def where(self, place: int) -> str:
        """A place for people: its number, and its name if it has one."""
        name = self.city_name(place) if place < self.grid.size else ""
        return f"{self.place_names[place]} ({name})" if name else self.place_names[place]

    def hexes(self, places: int) -> list[int]:
        return bits(places)


def load_board(data: DataFolder) -> Board:
    """The frozen map."""
    rows = {name: data.raw_rows(f"map/{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")}
    return Board.from_rows(data.toml("map/map.toml"), rows["hexes"], rows["hexsides"], rows["lines"], rows["sites"])


def _place_name(board: Board, i: int) -> str:
    return board.place_name(i) if i >= board.grid.size or board.grid.valid >> i & 1 else ""


__all__ = ["GERMAN", "PLACE", "SIDE", "SOVIET", "UNIT", "Facts"]
