"""Kiev '41, compiled: the map, blocks and charts as rules, tables and players use them.

roster.py     blocks, bombers and fleets
calendar.py   months and weather
terrain.py    2.4, 2.8
movement.py   costs and MP, with 2.4.5, 14.2 and 14.3
command.py    10.6, 10.7
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ostfront.core.files.data import DataFolder
from ostfront.core.map.areas import AreaMap
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Nouns, Verb, Vocabulary
from ostfront.core.play.rules import Seat, Settings
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.command import obeys
from ostfront.games.kiev_41.facts.movement import KINDS, allowance, cost_of, enemy_staging, mover, restricted
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET, Roster
from ostfront.games.kiev_41.facts.terrain import terrain_by_colour

UNIT, PLACE = "unit", "place"  # the nouns of actions
OPTIONAL = ("none", "14.1", "14.2", "14.3", "14.4", "14.5", "14.7", "14.8", "14.9")


class Victory(msgspec.Struct, frozen=True):
    """How a scenario is won: axis-takes, axis-holds or most-areas."""

    kind: str
    areas: tuple[str, ...] = ()
    needed: int = 0


class Scenario(msgspec.Struct, frozen=True):
    """A table of scenarios.toml."""

    title: str
    setup: str
    control: str
    placement: tuple[str, ...]
    first_turn: int
    last_turn: int
    initiative: str
    weather: str
    disc_once: bool
    yellow_disc: bool
    orange_disc: bool
    optional_rules: bool
    victory: Victory
    source: str
    without: tuple[str, ...] = ()
    isolated: tuple[str, ...] = ()
    ends_with_bad_weather: bool = False


class SetupRow(msgspec.Struct, frozen=True):
    """A line of a set-up: a unit, a Defensive Line, or so many blocks drawn at random."""

    row: str
    side: str
    place: str
    count: int
    unit: str = ""
    nation: str = ""
    army: str = ""
    type: str = ""
    strength: int | None = None
    unmarked: str = ""
    historical: str = ""


class Facts:
    """What never changes in a game with its scenario, options and numbers."""

    def __init__(self, settings: Settings, data: DataFolder, verbs: Sequence[Verb]) -> None:
        self.settings = settings
        self.data = data
        self.seats = (Seat("Axis", "axis", "axis"), Seat("Soviet", "soviet", "soviet"))
        self.roster = Roster.load(data)
        self.charts: dict[str, Any] = data.toml("charts.toml")
        self.areas = load_areas(data)
        self._compile_scenario()
        self._compile_map()
        self._compile_sites()
        self._compile_units()
        self._compile_actions(verbs)
        # ranges of HQs by all they depend on, and bounded (10.3)
        self.ranges_kept: dict[tuple[int, ...], int] = {}

    # ---- compiling --------------------------------------------------------------------------------

    def _compile_scenario(self) -> None:
        self.scenario = self.data.table("scenarios.toml", self.settings.scenario, Scenario)
        self.optional = OPTIONAL.index(self.settings.options.get("optional", "none"))
        self.optional_rules = frozenset(OPTIONAL[1 : self.optional + 1])
        self.historical = self.settings.options.get("placement", "random") == "historical"
        self.setup = tuple(self.data.rows(self.scenario.setup, SetupRow))
        self.candidates = {row.row: self._candidates(row) for row in self.setup if row.nation}
        self.side_of_initiative = AXIS if self.scenario.initiative == "axis" else SOVIET

    def _candidates(self, row: SetupRow) -> tuple[int, ...]:
        """The blocks of a row's nation, army colour and type."""
        return tuple(
            unit
            for unit, piece in enumerate(self.roster.pieces)
            if (piece.side, piece.nation, piece.army) == (row.side, row.nation, row.army)
            and piece.type in row.type.split("/")
            and not (row.unmarked and piece.mark in ("dot", "S", "N"))
        )

    def plays(self, number: str) -> bool:
        """Whether an optional rule is in use; each includes all before it (14.0)."""
        return number in self.optional_rules

    def _compile_map(self) -> None:
        areas = self.areas
        boxes = [box["name"] for box in self.data.toml("map/map.toml")["box"]]
        self.area_count = areas.size
        self.everywhere = areas.valid
        self.place_names: tuple[str, ...] = (*(area.name for area in areas.areas), *boxes)
        self.places = len(self.place_names)
        self.boxes: Mapping[str, int] = {name: areas.size + i for i, name in enumerate(boxes)}
        self.links = tuple(areas.links())  # every neighbour, the strait's too
        self.land_links = tuple(areas.links(("land", "river")))  # for lines of communication and rail
        self.tank_links = self.land_links  # 14.3
        self.rivers: Sequence[int] = areas.borders["river"]
        self.strait: Sequence[int] = areas.borders["strait"]
        self.disks = tuple(tuple(areas.disk(i, n) for n in range(5)) for i in range(areas.size))

    def _fact(self, key: str, *values: str) -> int:
        """The areas whose column holds one of these words; without words, anything."""
        return mask(
            a.index for a in self.areas.areas if (set(a.facts[key].split()) & set(values) if values else a.facts[key])
        )

    def title(self, place: int) -> str:
        """An area by name and number."""
        number = self.place_names[place]
        name = self.areas.areas[place].facts["name"] if place < self.area_count else number
        return f"{name} ({number})" if number.isdigit() and name not in ("", number) else name or number

    def named(self, names: Iterable[str]) -> int:
        """The areas of these names."""
        return mask(self.areas.index(name) for name in names)

    def _compile_sites(self) -> None:
        charts, supply = self.charts, self.charts["supply"]
        self.colour = tuple(a.facts["colour"] for a in self.areas.areas)
        self.green, self.yellow_areas, self.red_areas, self.victory_areas, self.staging = (
            self._fact("colour", colour) for colour in ("green", "yellow", "red", "victory", "staging")
        )
        self.cities = self._fact("city")
        self.rumania = self._fact("rumania")
        self.black_coast, self.azov_coast = self._fact("sea", "black"), self._fact("sea", "azov")
        self.black_ports, self.azov_ports = self._fact("port", "black"), self._fact("port", "azov")
        self.kiev = self.areas.index(charts["victory"]["kiev"])
        self.sevastopol = self.areas.index(charts["fleets"]["home"])
        self.black_sea_keys = self.named(charts["discs"]["blue"]["full_control"])
        self.azov_sea_keys = self.named(charts["discs"]["light-blue"]["full_control"])
        self.axis_sources = self.named(supply["axis"])
        self.yellow_sources = self.named(supply["soviet_yellow"])
        self.orange_sources = self.named(supply["soviet_orange"])
        self.red_sources = self.named(supply["soviet_red"])
        self.staging_of = (self.staging & self.axis_sources, self.staging & self.red_sources)
        self.axis_entry = bits(self.staging_of[AXIS])[0]
        self.arrival_cities = (self.cities | self.victory_areas) & ~self.rumania
        self.tula = tuple(self.boxes[f"tula-{n}"] for n in range(1, len(charts["tula"]["boxes"]) + 1))
        self.nizhyn = self.tula[charts["tula"]["boxes"].index(charts["tula"]["yellow"])]
        self.tula_end = self.tula[charts["tula"]["boxes"].index(charts["tula"]["orange"])]
        self.terrain = terrain_by_colour(charts)
        stacking = [self.terrain[colour].stacking for colour in self.colour]
        self.limit = bytes(stacking) + bytes(len(self.boxes))
        self.line_count: tuple[int, int] = (charts["lines"]["axis"], charts["lines"]["soviet"])
        self.control = mask(a.index for a in self.areas.areas if a.facts[self.scenario.control] == "axis")

    def _compile_units(self) -> None:
        """What HQs command, and how blocks move; costs are areas of 1, 2 and 3 MP by weather and kind of mover."""
        roster, optional, units = self.roster, self.optional_rules, range(self.roster.count)
        self.obeying = {hq: obeys(roster, hq) for hq in bits(roster.commanders)}
        self.movers = tuple(mover(roster, optional, unit) for unit in units)
        self.costs = tuple(
            tuple(self._cost_masks(weather, kind) for kind in KINDS) for weather in range(len(WEATHER))
        )
        self.allowance = tuple(allowance(roster, self.charts["agility"], optional, unit) for unit in units)
        armour = tuple(restricted(roster, optional, unit) for unit in units)
        self.never = tuple(
            enemy_staging(self.staging_of, roster.side[unit]) | (self.red_areas if armour[unit] else 0)
            for unit in units
        )
        self.enterable = tuple(self.everywhere & ~areas for areas in self.never)
        self.ways_of = tuple(self.tank_links if armour[unit] else self.links for unit in units)

    def _cost_masks(self, weather: int, kind: str) -> tuple[int, int, int]:
        masks = [0, 0, 0]
        for area in range(self.area_count):
            masks[self.entry_cost(area, weather, kind) - 1] |= 1 << area
        return masks[0], masks[1], masks[2]

    def entry_cost(self, area: int, weather: int, kind: str) -> int:
        """MP to enter an area."""
        return cost_of(self.charts, self.terrain, self.colour[area], weather, kind)

    # ---- actions ----------------------------------------------------------------------------------

    def _compile_actions(self, verbs: Sequence[Verb]) -> None:
        """The vocabulary, and the actions that are offered so often that they are made once."""
        self.vocabulary = Vocabulary(verbs, (Nouns(UNIT, self.roster.ids), Nouns(PLACE, self.place_names)))
        self.single = {verb.name: self.vocabulary.single(verb.name) for verb in verbs if not verb.takes}
        self.stop, self.done = (self.single["stop"],), (self.single["done"],)
        self.goes, self.picks = self.vocabulary.table("go"), self.vocabulary.table("pick")
        self.builds = self.vocabulary.table("build")
        self._pairs: dict[tuple[str, int, int], Action] = {}
        self.sends = {
            fleet: [self.pair("send", fleet, area) for area in bits(self.black_coast)]
            for fleet in bits(self.roster.fleets)
        }

    def pair(self, verb: str, first: int, second: int) -> Action:
        """An action of two nouns, made once."""
        found = self._pairs.get((verb, first, second))
        if found is None:
            found = self._pairs[verb, first, second] = Action(verb, (first, second))
        return found


def load_areas(data: DataFolder) -> AreaMap:
    """The frozen map; every area has every fact, empty where the table is."""
    rows = data.raw_rows("map/areas.csv")
    blank = dict.fromkeys((key for _, row in rows for key in row), "")
    return AreaMap.from_rows([(line, {**blank, **row}) for line, row in rows], data.raw_rows("map/borders.csv"))
