"""Kiev '41, compiled: the map, blocks and charts as the other rooms use them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.map.areas import AreaMap
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Nouns, Vocabulary
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.referee import Case, Referee
from ostfront.core.play.rules import GameInfo, Rules, Seat, Settings
from ostfront.core.play.state import State
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET, Roster
from ostfront.games.kiev_41.facts.terrain import terrain
from ostfront.games.kiev_41.rules.words import VERBS
from ostfront.games.kiev_41.state import BLIZZARD, RAIN, SNOW, SUNNY, WEATHER, K41State

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


class Kiev41(Rules):
    """The rules object; see the other files of this package for the sections."""

    state_type = K41State
    sequence_rule = "6.0a"
    stand_ins = frozenset({"moved", "arrival"})

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        from ostfront.games.kiev_41.rules.command import obeys
        from ostfront.games.kiev_41.rules.decisions import COMPOUNDS, KINDS
        from ostfront.games.kiev_41.rules.sequence import PROCEDURES
        from ostfront.games.kiev_41.rules.stacking import barred, restricted

        self.info = info
        self.facts = self
        self.settings = settings
        self.data = data
        self.seats = (Seat("Axis", "axis", "axis"), Seat("Soviet", "soviet", "soviet"))
        self.procedures = PROCEDURES
        self.kinds = KINDS
        self.compounds = COMPOUNDS
        self.referee = find_referee()
        self.roster = Roster.load(data)
        self.charts: dict[str, Any] = data.toml("charts.toml")
        self.areas = load_areas(data)
        self._compile_scenario()
        self._compile_map()
        self._compile_sites()
        self._compile_costs()
        self.vocabulary = Vocabulary(VERBS, (Nouns("unit", self.roster.ids), Nouns("place", self.place_names)))
        self.words = {verb.name: self.vocabulary.single(verb.name) for verb in VERBS if not verb.takes}
        self.stop, self.done = (self.words["stop"],), (self.words["done"],)
        self.goes, self.picks = self.vocabulary.table("go"), self.vocabulary.table("pick")
        self.builds = self.vocabulary.table("build")
        self._pairs: dict[tuple[str, int, int], Action] = {}
        self.sends = {
            fleet: [self.pair("send", fleet, area) for area in bits(self.black_coast)]
            for fleet in bits(self.roster.fleets)
        }
        self.obeying = {hq: obeys(self, hq) for hq in bits(self.roster.commanders)}
        self.never = tuple(barred(self, unit) for unit in range(self.roster.count))
        self.enterable = tuple(self.everywhere & ~areas for areas in self.never)
        self.ways_of = tuple(
            self.tank_links if restricted(self, unit) else self.links for unit in range(self.roster.count)
        )
        # answers kept with the position they belong to
        self.last_connected: list[tuple[Any, int]] = [(None, 0), (None, 0)]
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
        """Whether an optional rule is played; each comes with all before it (14.0)."""
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
        self.terrain = terrain(charts)
        stacking = [self.terrain[colour].stacking for colour in self.colour]
        self.limit = bytes(stacking) + bytes(len(self.boxes))
        self.line_count: tuple[int, int] = (charts["lines"]["axis"], charts["lines"]["soviet"])
        self.control = mask(a.index for a in self.areas.areas if a.facts[self.scenario.control] == "axis")

    def _compile_costs(self) -> None:
        """By weather and kind of mover: the areas that cost 1, 2 and 3 MP."""
        self.movers = tuple(self._mover(unit) for unit in range(self.roster.count))
        self.costs = tuple(
            tuple(self._cost_masks(weather, kind) for kind in ("", "cavalry", "mountain"))
            for weather in (SUNNY, RAIN, SNOW, BLIZZARD)
        )
        self.allowance = tuple(self._allowance(unit) for unit in range(self.roster.count))

    def _mover(self, unit: int) -> int:
        kind = self.roster.type[unit]
        if not self.plays("14.2"):
            return 0
        return int(nimble()) if kind == "cavalry" else 2 if kind == "mountain" else 0

    def _allowance(self, unit: int) -> int:
        agility = self.charts["agility"]
        if self.plays("14.2") and quick() and self.roster.type[unit] == "jager":
            return int(agility["jager_move"])
        if self.plays("14.2") and quick() and unit == self.roster.luftlande:
            return int(agility["luftlande_move"])
        return self.roster.move[unit]

    def _cost_masks(self, weather: int, kind: str) -> tuple[int, int, int]:
        masks = [0, 0, 0]
        for area in range(self.area_count):
            masks[self.entry_cost(area, weather, kind) - 1] |= 1 << area
        return masks[0], masks[1], masks[2]

    def entry_cost(self, area: int, weather: int, kind: str) -> int:
        """MP to enter an area (2.8, 8.0, 14.2)."""
        colour = self.colour[area]
        cost = self.terrain[colour].move
        if colour != "staging":
            cost = int(self.charts["weather"][WEATHER[weather]].get("move", cost))
        agility = self.charts["agility"]
        if cost == 3 and kind == "cavalry":
            return int(agility["cavalry_instead_of_3"])
        if colour == "red" and kind == "mountain":
            return min(cost, int(agility["mountain_red"]))
        return cost

    def pair(self, verb: str, first: int, second: int) -> Action:
        """An action of two nouns, made once."""
        found = self._pairs.get((verb, first, second))
        if found is None:
            found = self._pairs[verb, first, second] = Action(verb, (first, second))
        return found

    # ---- what the engine asks ---------------------------------------------------------------------

    def start(self) -> State:
        from ostfront.games.kiev_41.rules.setup import before_set_up

        return before_set_up(self)

    def blank(self) -> K41State:
        return K41State(self.roster, self.places, self.area_count, self.limit)

    def seen(self, state: K41State, seat: int) -> Plain:
        from ostfront.games.kiev_41.secrets import seen

        return seen(self, state, seat)

    def imagine(self, state: K41State, seat: int, random: Random) -> State:
        from ostfront.games.kiev_41.secrets import imagine

        return imagine(self, state, seat, random)

    def phase(self, state: K41State) -> str:
        return f"turn {state.turn} / impulse {state.impulse}"

    def check(self, state: K41State) -> list[str]:
        from ostfront.games.kiev_41.rules.setup import faults

        return faults(self, state)


@carries_out("K41 14.2a", otherwise=False)
def nimble() -> bool:
    """Soviet cavalry pays 2 MP where others pay 3."""
    return True


@carries_out("K41 14.2b", otherwise=False)
def quick() -> bool:
    """Jager and Luftlande blocks have a point more."""
    return True


def load_areas(data: DataFolder) -> AreaMap:
    """The frozen map; every area has every fact, empty where the table is."""
    rows = data.raw_rows("map/areas.csv")
    blank = dict.fromkeys((key for _, row in rows for key in row), "")
    return AreaMap.from_rows([(line, {**blank, **row}) for line, row in rows], data.raw_rows("map/borders.csv"))


def find_referee() -> Referee[Any]:
    """The referee of this game; while there is none, one who objects to nothing."""
    name = "ostfront.games.kiev_41.referee"
    found: Referee[Any] | None = getattr(import_module(name), "referee", None)
    return Referee("K41", Case) if found is None else found


Facts = Kiev41  # until facts and rules are two objects
