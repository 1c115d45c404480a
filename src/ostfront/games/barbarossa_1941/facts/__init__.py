"""What never changes in Barbarossa 1941: map, counters, charts, weather and set-ups, compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import NO_SIDES, Board
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.core.play.actions import Nouns, Verb, Vocabulary
from ostfront.core.play.rules import Seat, Settings
from ostfront.games.barbarossa_1941.facts.crt import Tables
from ostfront.games.barbarossa_1941.facts.deployment import Deployment
from ostfront.games.barbarossa_1941.facts.railways import Railways
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SOVIET, Roster

UNIT, PLACE, SIDE = "unit", "place", "side"  # the nouns of the notation
BOXES = ("waiting", "eliminated", "removed", "off-map")
CLEAR, MUD, ICY, DEEP_FREEZE = range(4)
WEATHER = ("clear", "mud", "icy", "deep freeze")
CLOSED_SIDES = ("lake", "estuary", "strait", "kerch")  # hexsides that are not crossed in the ordinary way
AXIS_COUNTRIES = ("Germany", "Poland", "Romania", "Finland", "Hungary")
NEUTRAL = ("Bulgaria", "Sweden")


class Facts:
    """The game as it lies in the box, compiled; one for each scenario and set of numbers."""

    def __init__(self, settings: Settings, data: DataFolder, verbs: Sequence[Verb]) -> None:
        self.data = data
        self.scenario = settings.scenario
        self.options: Mapping[str, Any] = settings.options
        self.seats = (Seat("Axis", "axis", "axis"), Seat("Soviet", "soviet", "soviet"))
        self.roster = Roster.load(data)
        self.charts: dict[str, Any] = data.toml("charts.toml")
        self.board = load_board(data)
        self.grid = self.board.grid
        self._cities: dict[str, int] = {}
        self.valid = self.grid.valid
        self._compile_ground()
        self._compile_sides()
        self._compile_places()
        self.railways = Railways(self.board)
        self.crt = Tables(self.charts["crt"])
        least = int(self.charts["airborne"]["scattered_by_quality"])
        self.scattering = mask(unit for unit, quality in enumerate(self.roster.quality) if quality >= least)
        self.limit = int(self.charts["stacking"]["limit"])
        self.fare = int(self.charts["rail"]["cost_per_step"])
        naval, roster = self.charts["naval"], self.roster
        self.ports_needed = {sea: int(naval[f"{sea}_needed"]) for sea in self.ports}
        self.most_by_sea = int(naval["max_steps"])
        self.seaworthy = tuple(units & ~(roster.static | roster.air | roster.partisans) for units in roster.of_side)
        self.exploitation_divisor = int(self.charts["movement"]["exploitation_divisor"])
        longest = int(self.charts["rail"]["short_segment"])
        # stretches of rail that turn by themselves: the junctions at the ends, the hexes between
        self.short_segments = [
            (mask(segment.ends), mask(segment.between))
            for segment in self.railways.segments
            if len(segment.between) <= longest
        ]
        self.strategic_bonus = int(self.charts["movement"]["strategic_bonus"])
        self.leave_zoc = int(self.charts["movement"]["leave_enemy_zoc"])
        self.swift_germans = roster.germans & roster.ever_motorised
        self.links: dict[tuple[int, int], int] = {}  # rail hexes linked to others, kept by rules/rail_network.py
        # units that no rule on nations keeps out of a hex (12.2)
        self.plain = sum(roster.of_side) & ~(roster.finns | roster.romanians | roster.hungarians | roster.italians)
        self.points_at_most = self._points_at_most()
        self.arrivals: dict[int, int] = {}  # the turns of reinforcements, as rules/options.py finds them
        self.entries: dict[tuple[str, ...], int] = {}  # where reinforcements come, likewise
        self._compile_weather()
        self._compile_words(verbs)
        self.grounds: dict[tuple[bool, int, bool], Any] = {}  # compiled by rules/ground.py as they are asked for
        self.deployment = Deployment(data, settings.scenario, self.roster, self.board)
        self._compile_aims()

    # ---- the map ------------------------------------------------------------------------------------

    def _compile_ground(self) -> None:
        board = self.board
        terrain = board.terrain
        self.lakes, self.sea = terrain.get("lake", 0), terrain.get("sea", 0)
        self.land = self.valid & ~self.lakes & ~self.sea
        countries: dict[str, int] = {}
        for i, name in board.hex_facts["country"].items():
            countries[name] = countries.get(name, 0) | 1 << i
        self.countries = countries
        self.ussr = countries["USSR"]
        self.hungary = countries["Hungary"]
        self.neutral = mask(i for name in NEUTRAL for i in bits(countries.get(name, 0)))
        self.closed_at_first = self.neutral | self.hungary
        self.axis_home = mask(i for name in AXIS_COUNTRIES for i in bits(countries.get(name, 0)))
        facts = board.hex_facts
        self.north = mask(i for i, zone in facts["zone"].items() if zone == "N")
        self.depth = {i: int(text) for i, text in facts["depth"].items() if text}
        self.coast = {
            sea: mask(i for i, text in facts["coast"].items() if sea in text.split("+"))
            for sea in ("baltic", "black", "azov")
        }
        self.finnish_zone = mask(i for i, text in facts["finnish"].items() if text == "zone")
        # by mobility: what a hex costs, 0 where the hex cannot be entered (a frozen lake costs what the chart says)
        chart = self.charts["terrain"]
        self.cost = tuple(
            [
                self._entry_cost(chart, i, "motorised" if mobility == MOTORISED else "foot")
                for i in range(self.grid.size)
            ]
            for mobility in range(3)
        )
        self.cost_masks = tuple(
            {k: mask(i for i, cost in enumerate(costs) if cost == k) & self.land for k in (1, 2, 3)}
            for costs in self.cost
        )

    def _entry_cost(self, chart: Mapping[str, Any], i: int, column: str) -> int:
        kind = self.board.terrain_at[i]
        if not kind or kind == "sea":
            return 0
        if kind == "lake":
            return int(chart["lake"]["deep_freeze"])
        if self._is_major(i):
            return int(chart["major_city"][column])
        return int(chart[kind][column])

    def _is_major(self, i: int) -> bool:
        return any(site.hex == i for site in self.board.sites.of("major"))

    def _compile_sides(self) -> None:
        """Open hexsides, by whether lakes are frozen and whether the strait of Kerch can be crossed."""
        board = self.board
        self.river: Sides = board.hexsides.get("river", NO_SIDES)
        self.across_river = board.across(("river",))
        self.sides: dict[tuple[bool, bool], Sides] = {}
        self.near: dict[tuple[bool, bool], list[int]] = {}
        for frozen in (False, True):
            for kerch in (False, True):
                opened = (("lake",) if frozen else ()) + (("kerch",) if kerch else ())
                ground = self.land | self.lakes if frozen else self.land
                sides = board.open_sides([kind for kind in CLOSED_SIDES if kind not in opened])
                cut = cast(Sides, tuple(hexes & ground & self._towards(d, ground) for d, hexes in enumerate(sides)))
                self.sides[frozen, kerch] = cut
                self.near[frozen, kerch] = [
                    mask(self.grid.neighbour(i, d) for d in range(6) if cut[d] >> i & 1)
                    for i in range(self.grid.size)
                ]

    def _towards(self, d: int, ground: int) -> int:
        """The hexes whose neighbour in a direction is one of these."""
        return mask(i for i in self.grid.hexes if (n := self.grid.neighbour(i, d)) >= 0 and ground >> n & 1)

    def _compile_places(self) -> None:
        sites = self.board.sites
        self.majors, self.minors = sites.of("major").hexes, sites.of("minor").hexes
        self.cities = self.majors | self.minors
        self.soviet_majors = self.majors & self.ussr
        self.beside_soviet_majors = self.grid.neighbours(self.soviet_majors)
        self.beside_southern_coasts = self.grid.neighbours(self.coast["black"] | self.coast["azov"])
        not_russian = self.charts["supply"]["not_russian"]
        self.russian_majors = self.soviet_majors & ~mask(self.city(name) for name in not_russian)
        self.ports = {
            sea: mask(s.hex for s in sites.of("port") if s.facts.get("value") == sea) for sea in ("baltic", "black")
        }
        self.all_ports = self.ports["baltic"] | self.ports["black"]
        self.black_ports = self.ports["black"]
        self.bases = sites.of("base").hexes
        self.victory_points = {site.hex: int(site.facts["value"]) for site in sites.of("victory")}
        self.victory_hexes = sites.of("victory").hexes
        self.helsinki = self.city("Helsinki")
        self.leningrad = self.city("Leningrad")
        self.axis_sources = mask(self.city(name) for name in self.charts["supply"]["axis_cities"])
        self.boxes = {name: self.board.box(name) for name in BOXES}

    def _compile_aims(self) -> None:
        """What victory (13) and partisans (12.7) ask for, as sets of hexes."""
        # objectives by their points
        self.worth = {
            value: mask(i for i, points in self.victory_points.items() if points == value)
            for value in set(self.victory_points.values())
        }
        self.finnish_ground = self.countries["Finland"] | self.finnish_zone  # the Finnish point: no Soviets here
        chart = self.charts["partisans"]
        self.partisan_ground = self.land & mask(i for i, depth in self.depth.items() if depth >= chart["depth"])
        row = self.grid.position(self.city(chart["north_of"]))[1]
        self.partisan_north = mask(i for i in self.grid.hexes if self.grid.position(i)[1] < row)

    def city(self, name: str) -> int:
        """The hex of a city."""
        if not self._cities:
            for site in self.board.sites:
                if site.kind in ("major", "minor"):
                    self._cities.setdefault(site.name, site.hex)
        return self._cities[name]

    def city_name(self, place: int) -> str:
        """The name of the city in a hex, empty if there is none."""
        found = (site.name for site in self.board.sites if site.hex == place and site.kind in ("major", "minor"))
        return next(found, "")

    # ---- charts -------------------------------------------------------------------------------------

    def _compile_weather(self) -> None:
        chart = self.charts["weather"]
        # by turn (index 0 is never used): weather in the north and in the south
        self.weather_north = (0, *(WEATHER.index(word) for word in chart["north"]))
        self.weather_south = (0, *(WEATHER.index(word) for word in chart["south"]))
        self.turns = int(self.charts["calendar"]["turns"])

    def _points_at_most(self) -> tuple[int, int]:
        """The largest allowance of units on foot and of motorised ones, in any weather."""
        found = [int(self.charts["movement"]["infantry"])] * 2
        for move, sides in zip(self.roster.move, self.roster.mobility, strict=True):
            for mobility in sides:
                found[mobility == MOTORISED] = max(found[mobility == MOTORISED], move)
        slowed = [self.charts["weather"][word] for word in ("mud", "icy", "deep_freeze")]
        on_foot = max(int(chart[kind]) for chart in slowed for kind in ("infantry", "cavalry"))
        return max(found[0], on_foot), max(found[1], *(int(chart["motorised"]) for chart in slowed))

    def _compile_words(self, verbs: Sequence[Verb]) -> None:
        """The notation; actions that are offered often are at hand."""
        board = self.board
        self.vocabulary = Vocabulary(
            verbs,
            (
                Nouns(UNIT, self.roster.ids),
                Nouns(PLACE, [_place_name(board, i) for i in range(board.places)], board.place_index),
                Nouns(SIDE, [seat.name for seat in self.seats]),
            ),
        )
        self.single = {verb.name: self.vocabulary.single(verb.name) for verb in verbs if not verb.takes}

    def option(self, name: str) -> bool:
        """Whether an optional rule of 14.3 is played."""
        return bool(self.options[name])


def load_board(data: DataFolder) -> Board:
    """The frozen map."""
    rows = {name: data.raw_rows(f"map/{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")}
    return Board.from_rows(data.toml("map/map.toml"), rows["hexes"], rows["hexsides"], rows["lines"], rows["sites"])


def _place_name(board: Board, i: int) -> str:
    return board.place_name(i) if i >= board.grid.size or board.grid.valid >> i & 1 else ""


__all__ = ["AXIS", "CLEAR", "DEEP_FREEZE", "ICY", "MUD", "PLACE", "SIDE", "SOVIET", "UNIT", "WEATHER", "Facts"]
