"""A Victory Awaits, compiled: what never changes while it is played.

roster.py   the counters
chits.py    the command chits
terrain.py  steps and costs on the map
roads.py    how far roads lead
setup.py    where units start
seats.py    who sits where
effects.py  what scenarios and the terrain chart say, clause by clause
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import NO_SIDES
from ostfront.core.map.floods import FromSources
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.core.play.actions import Verb
from ostfront.core.play.rules import GameInfo, Settings
from ostfront.games.victory_awaits.facts.chits import equals, load_chits, name_of, of_kind, there_by
from ostfront.games.victory_awaits.facts.effects import end_of, played_on, reserve_table, start_line
from ostfront.games.victory_awaits.facts.nouns import vocabulary
from ostfront.games.victory_awaits.facts.roads import RoadNet
from ostfront.games.victory_awaits.facts.roster import AXIS, MOUNTAIN, SOVIET, Roster
from ostfront.games.victory_awaits.facts.seats import seating
from ostfront.games.victory_awaits.facts.setup import load_historical, load_zones
from ostfront.games.victory_awaits.facts.terrain import (
    BOXES,
    RIVERS,
    TURNS,
    both,
    by_road_in_mountains,
    either,
    entry_costs,
    load_board,
    move_profiles,
    step_table,
    unbridged,
)
from ostfront.kit.crt import Crt

CLAUSES = {"leningrad": "18.1k", "smolensk-short": "18.2f", "smolensk": "18.2g", "kiev": "18.3f"}


class Track(NamedTuple):
    """The turn track of a scenario; lists are by turn, from 1."""

    su: tuple[int, ...]
    ger: tuple[int, ...]
    rum: tuple[int, ...]
    reinforcements_su: tuple[int, ...]
    reinforcements_ger: tuple[int, ...]
    reinforcements_rum: tuple[int, ...]
    reserve: tuple[int, ...]
    fortress_steps: tuple[int, ...]
    stand_fast: tuple[int, ...]
    fortress_hexes: int
    choice: tuple[str, ...]


class Facts:
    """Counters, chits, charts, map, seats and words of one scenario with its options."""

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder, verbs: Iterable[Verb]) -> None:
        self.settings = settings
        self.data = data
        self.options: dict[str, Any] = {o.name: settings.options.get(o.name, o.default) for o in info.options}
        self.charts: dict[str, Any] = data.toml("charts.toml")
        scenarios = data.toml("scenarios.toml")
        self.scenario: dict[str, Any] = scenarios[settings.scenario]
        self.maps: tuple[str, ...] = tuple(self.scenario["maps"])
        self.last_turn, self.victory = end_of(self.scenario)
        self.victory_clause = f"{info.mark} {CLAUSES.get(settings.scenario, '16.4b')}"
        self.roster = Roster.load(data, self.maps, settings.scenario)
        self.board = load_board(data, played_on(self.scenario))
        self._compile_map()
        self._compile_charts()
        self._compile_chits()
        self._compile_sites()
        self.zones = load_zones(data, self.roster, self.board)
        self.historical = load_historical(data, self.roster, self.board)
        self.teams = self.options["teams"] != "no"
        self.controlled = str(self.options["players"]) != "2" and not self.teams
        self.seats, self.seat_side, self.lead_seat, self.unit_seat, self.chit_seat = seating(
            scenarios, self.options, self.roster, self.chits
        )
        self.seat_units = tuple(
            mask(unit for unit, owner in enumerate(self.unit_seat) if owner == seat)
            for seat in range(len(self.seats))
        )
        self.vocabulary = vocabulary(verbs, self.roster, self.board, [chit.id for chit in self.chits], self.seats)
        # the actions that take nothing
        self.single = {
            verb.name: self.vocabulary.single(verb.name) for verb in self.vocabulary.verbs.values() if not verb.takes
        }
        self.done, self.stop = (self.single["done"],), (self.single["stop"],)
        self.goes, self.rides = self.vocabulary.table("go"), self.vocabulary.table("road")
        self.picks = self.vocabulary.table("pick")

    # ---- compiling --------------------------------------------------------------------------------

    def _compile_map(self) -> None:
        board, grid = self.board, self.board.grid
        self.grid = grid
        self.valid = grid.valid
        terrain = board.terrain
        self.land = grid.valid & ~terrain.get("lake", 0) & ~terrain.get("sea", 0)
        self.mountains = terrain.get("mountain", 0)
        self.roads: Sides = board.lines.get("road", NO_SIDES)
        self.road_hexes = board.on_line.get("road", 0) & self.land  # no line makes a lake passable
        self.rail_hexes = board.on_line.get("rail", 0) & self.land
        # by side: the hexsides it may cross, its lines of communications, along railroads, along roads
        self.open_sides = board.open_sides(closed=("prohibited",))
        self.step_sides = (self.open_sides, board.open_sides(closed=("prohibited", *start_line())))
        self.line_sides = tuple(
            by_road_in_mountains(grid, sides, self.mountains, self.roads) for sides in self.step_sides
        )
        rails = board.lines.get("rail", NO_SIDES)
        self.rail_lines = tuple(both(rails, sides) for sides in self.step_sides)
        self.road_sides = tuple(both(self.roads, sides) for sides in self.step_sides)
        self.road_lines = self.road_sides[SOVIET]
        self.road_nets = tuple(RoadNet(grid, self.road_hexes, sides) for sides in self.road_sides)
        self.across_river = board.across(RIVERS)
        self.across_unbridged_major = unbridged(grid, board.across(("major",)), either(self.roads, rails))
        # the hexes a unit may step into, mountain divisions apart
        self.steps = tuple(
            tuple(step_table(grid, sides, self.land, uphill, self.roads) for uphill in (self.mountains, 0))
            for sides in self.step_sides
        )
        self.profiles = move_profiles(board, self.charts)
        self.entry_cost = entry_costs(board, self.charts)
        self.boxes = {name: board.box(name) for name in BOXES}
        self.track_boxes = tuple(self.boxes[name] for name in TURNS)
        self.ranges: dict[int, int] = {}  # by hex, those in command range of an HQ there, once asked for

    def _compile_charts(self) -> None:
        charts, board = self.charts, self.board
        crt = charts["crt"]
        self.crt = Crt(crt["columns"], crt["ratios"], crt["rows"])
        self.zoc_in, self.zoc_out = charts["zoc"]["enter"], charts["zoc"]["leave"]
        terrain = charts["terrain"]
        self.shift_at = [terrain[t].get("shift", 0) if t else 0 for t in board.terrain_at]
        self.slow_ground = mask(i for i, t in enumerate(board.terrain_at) if t and terrain[t].get("advance", 1) < 2)
        features = board.hex_facts.get("feature", {})
        for i, feature in features.items():
            if feature:
                kind = terrain[feature]
                self.shift_at[i] = kind["shift"] + (0 if kind.get("replaces") else self.shift_at[i])
                self.slow_ground |= 1 << i
        self.cities = mask(i for i, feature in features.items() if feature)
        self.major_cities = mask(i for i, feature in features.items() if feature == "major-city")
        row = charts["track"][self.scenario["track"]]
        lists = {name: (0, *row[name]) for name in Track._fields[:9]}
        self.track = Track(**lists, fortress_hexes=row["fortress_hexes"], choice=tuple(row["choice"]))
        self.reserve_rows = reserve_table(charts, self.settings.scenario)

    def _compile_chits(self) -> None:
        roster = self.roster
        self.chits = chits = load_chits(self.data, roster, self.maps, self.settings.scenario, self.options)
        self.chit_names = {chit.id: name_of(chit, roster) for chit in chits}
        self.chit_index = {chit.id: i for i, chit in enumerate(chits)}
        self.reinforcement_chits = of_kind(chits, "reinforcements")
        self.interrupt_chits = of_kind(chits, "interrupt")
        self.supply_chit = of_kind(chits, "supply")
        self.hq_chits = of_kind(chits, "hq")
        self.master_chits = tuple(bits(of_kind(chits, "master")))
        self.dummy_chit = of_kind(chits, "dummy").bit_length() - 1
        self.chits_of_nation = tuple(mask(i for i, c in enumerate(chits) if c.nation == n) for n in range(3))
        self.equal_chits = equals(chits)
        self.twin_chits = tuple({equal for equal in self.equal_chits if equal.bit_count() > 1})
        self.choice_chits = mask(i for i, chit in enumerate(chits) if chit.choice)
        self.chits_of_map = {m: mask(i for i, chit in enumerate(chits) if chit.map == m) for m in self.maps}
        self.chits_by_turn = tuple(
            tuple(there_by(chits, side, turn) for turn in range(len(TURNS) + 1)) for side in (AXIS, SOVIET)
        )
        groups = self.charts["surprise_attack"]["groups"]
        self.panzer_hqs = mask(roster.index[group] for group in groups if group in roster.index)
        self.army_19 = roster.index.get(self.charts["army_19"]["chit"], -1)

    def _compile_sites(self) -> None:
        board, charts, grid = self.board, self.charts, self.grid
        sites = board.sites
        moscow = sites.of("from-moscow").hexes
        self.sources = (sites.of("axis-supply").hexes, sites.of("soviet-supply").hexes | moscow)
        self.rail_floods = tuple(
            FromSources(grid, self.sources[side], self.rail_hexes, self.rail_lines[side]) for side in (AXIS, SOVIET)
        )
        self.moscow_gates = moscow
        last = grid.columns - 2
        self.eastern_gates = mask(i for i in bits(self.sources[SOVIET]) if grid.position(i)[0] >= last)
        star = charts["victory"]["smolensk_star"]
        self.stars = self._hexes(star["hexes"]) if self.settings.scenario in star["scenarios"] else 0
        self.contested = self.cities | self.sources[SOVIET] | self.stars
        held = board.hex_facts.get("held", {})
        self.axis_start = mask(i for i in bits(self.contested) if held.get(i) == "axis")
        markers = self.data.toml("markers.toml")
        marked = markers["stand_fast"]
        self.stand_fast = mask(board.index(name) for letter in self.maps for name in marked[letter])
        zhukov = charts["zhukov"]
        near = self._hexes(zhukov["hexes"]) if self.settings.scenario in zhukov["scenarios"] else 0
        self.before_leningrad = grid.neighbours(near) & self.land if near else 0
        brest = charts["brest"]
        self.brest = 0
        self.brest_marker = -1
        if self.settings.scenario in brest["scenarios"]:
            self.brest = 1 << board.index(brest["hex"])
            self.brest_marker = self.roster.index[markers["fortress"]["at_start"]["unit"]]

    def _hexes(self, names: Sequence[str]) -> int:
        return mask(self.board.index(name) for name in names)

    # ---- asking -----------------------------------------------------------------------------------

    def sheet_of(self, place: int) -> str:
        """The letter of the map a hex is printed on."""
        return self.board.name(place)[0]

    def steps_of(self, unit: int) -> list[int]:
        """For each hex the neighbours that normal movement of this unit could enter."""
        roster = self.roster
        return self.steps[roster.side[unit]][roster.mobility[unit] == MOUNTAIN]

    def strategic_sides(self, unit: int) -> Sides:
        return self.road_sides[self.roster.side[unit]]
