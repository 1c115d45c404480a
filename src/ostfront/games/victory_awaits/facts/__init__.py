"""A Victory Awaits, compiled: counters, chits, charts and set-up for the other rooms; the map is in `terrain`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.map.board import Board
from ostfront.core.map.floods import FromSources
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.core.play.actions import Nouns, Vocabulary
from ostfront.core.play.rules import GameInfo, Seat, Settings
from ostfront.core.play.state import State
from ostfront.games.victory_awaits.facts.effects import (
    end_of,
    filled_kinds,
    okh_used,
    played_on,
    reserve_table,
    reserve_used,
    roles,
)
from ostfront.games.victory_awaits.facts.roster import AXIS, NATIONS, SIDES, SOVIET, Roster
from ostfront.games.victory_awaits.facts.terrain import TURNS, Terrain, load_board
from ostfront.games.victory_awaits.rules.setup import faults, set_up
from ostfront.games.victory_awaits.rules.words import VERBS
from ostfront.games.victory_awaits.secrets import imagine, seen
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit.crt import Crt

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.rules.roads import Ride

CLAUSES = {"leningrad": "18.1k", "smolensk-short": "18.2f", "smolensk": "18.2g", "kiev": "18.3f"}
HIGHEST_BID = 300


class CommandChit(NamedTuple):
    """A command chit: whose it is (-1: both), what it does, the HQ it activates, when it is available."""

    id: str
    side: int
    nation: int
    kind: str
    hq: int
    map: str
    turn: int
    choice: bool


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


class Zone(NamedTuple):
    """A deployment zone: its hexes, those that must receive a unit besides HQs, HQ hexes by unit, the units."""

    id: str
    hexes: int
    must: int
    hq_hexes: Mapping[int, int]
    members: tuple[int, ...]


class VictoryAwaits(Terrain):
    """The rules object; see the other files of this package for the sections."""

    state_type = VaState
    sequence_rule = "5.0"

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        from ostfront.games.victory_awaits.referee import referee
        from ostfront.games.victory_awaits.rules.decisions import COMPOUNDS, KINDS
        from ostfront.games.victory_awaits.rules.sequence import PROCEDURES

        self.info = info
        self.facts = self
        self.settings = settings
        self.data = data
        self.options: dict[str, Any] = {o.name: settings.options.get(o.name, o.default) for o in info.options}
        self.procedures = PROCEDURES
        self.kinds = KINDS
        self.compounds = COMPOUNDS
        self.referee = referee
        self.charts: dict[str, Any] = data.toml("charts.toml")
        scenarios = data.toml("scenarios.toml")
        self.scenario: dict[str, Any] = scenarios[settings.scenario]
        self.maps: tuple[str, ...] = tuple(self.scenario["maps"])
        self.last_turn, self.victory = end_of(self.scenario)
        self.victory_clause = self.rule(CLAUSES.get(settings.scenario, "16.4b"))
        self.roster = Roster.load(data, self.maps, settings.scenario)
        self.board = load_board(data, played_on(self.scenario))
        self._compile_map()
        self._compile_costs()
        self._compile_charts()
        self._compile_chits()
        self._compile_sites()
        self._compile_setup()
        self._compile_seats(scenarios)
        board = self.board
        self.vocabulary = Vocabulary(
            VERBS,
            (
                Nouns("unit", self.roster.ids),
                Nouns("place", [_place_name(board, i) for i in range(board.places)], board.place_index),
                Nouns("chit", [chit.id for chit in self.chits]),
                Nouns("points", [str(n) for n in range(HIGHEST_BID + 1)]),
                Nouns("seat", [seat.name.replace(" ", "-") for seat in self.seats]),
            ),
        )
        self.words = {verb.name: self.vocabulary.single(verb.name) for verb in VERBS if not verb.takes}
        # answers kept with the position they belong to
        self.last_zoc: list[tuple[int, int]] = [(0, 0), (0, 0)]
        self.last_rails: list[tuple[int, int]] = [(-1, 0), (-1, 0)]
        self.soviet_flood: FromSources | None = None
        self.last_supplied: list[tuple[Any, int]] = [(None, 0), (None, 0)]
        self.whole_rides: dict[tuple[int, int, int], Ride] = {}
        self.road_windows: dict[tuple[int, tuple[int, int]], tuple[int, int, Sides]] = {}
        self.rides: dict[tuple[tuple[int, int, int], int], Ride] = {}
        self.ranges: dict[int, int] = {}
        self._start: VaState | None = None

    # ---- compiling --------------------------------------------------------------------------------

    def _compile_charts(self) -> None:
        charts, board = self.charts, self.board
        crt = charts["crt"]
        self.crt = Crt(crt["columns"], crt["ratios"], crt["rows"])
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
        rows = self.data.toml("chits.toml")["chit"]
        sides = {"axis": AXIS, "soviet": SOVIET, "both": -1}
        okh = okh_used(self.data.toml("scenarios.toml"), self.settings.scenario)
        self.chits = tuple(
            CommandChit(
                id=row["id"],
                side=sides[row["side"]],
                nation=NATIONS.index(row["nation"]) if "nation" in row else -1,
                kind=row["kind"],
                hq=self.roster.index.get(row.get("hq", ""), -1),
                map=row.get("map", ""),
                turn=row["turn"],
                choice=row.get("choice", False),
            )
            for row in rows
            if row.get("map", "") in ("", *self.maps) and self._used(row["kind"], okh)
        )
        self.chit_index = {chit.id: i for i, chit in enumerate(self.chits)}
        self.reinforcement_chits = self._chits_of("reinforcements")
        self.interrupt_chits = self._chits_of("interrupt")
        self.supply_chit = self._chits_of("supply")
        self.hq_chits = self._chits_of("hq")
        self.real_chits = mask(i for i, chit in enumerate(self.chits) if chit.kind not in ("master", "dummy"))
        self.master_chits = tuple(bits(self._chits_of("master")))
        self.dummy_chit = self._chits_of("dummy").bit_length() - 1
        self.chits_of_nation = tuple(mask(i for i, c in enumerate(self.chits) if c.nation == n) for n in range(3))
        self.equal_chits = [
            mask(
                j
                for j, other in enumerate(self.chits)
                if other.kind == chit.kind == "hq" and other.hq == chit.hq >= 0
            )
            or 1 << i
            for i, chit in enumerate(self.chits)
        ]
        self.twin_chits = tuple({equal for equal in self.equal_chits if equal.bit_count() > 1})
        self.choice_chits = mask(i for i, chit in enumerate(self.chits) if chit.choice)
        self.chits_of_map = {m: mask(i for i, chit in enumerate(self.chits) if chit.map == m) for m in self.maps}
        self.chits_by_turn = tuple(
            tuple(self._chits_until(side, turn) for turn in range(len(TURNS) + 1)) for side in (AXIS, SOVIET)
        )
        self.panzer_hqs = mask(
            self.roster.index[g] for g in self.charts["surprise_attack"]["groups"] if g in self.roster.index
        )
        self.army_19 = self.roster.index.get(self.charts["army_19"]["chit"], -1)

    def _used(self, kind: str, okh: bool) -> bool:
        teams = self.options["teams"] != "no"
        if kind in ("okh", "reserve"):
            return teams or (reserve_used(self.options) and (okh or kind == "reserve"))
        return kind not in ("master", "dummy") or teams

    def _chits_of(self, kind: str) -> int:
        return mask(i for i, chit in enumerate(self.chits) if chit.kind == kind)

    def _chits_until(self, side: int, turn: int) -> int:
        """The chits of a side that can be there on a turn."""
        return self.real_chits & mask(i for i, c in enumerate(self.chits) if c.side == side and c.turn <= turn)

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
        marked = self.data.toml("markers.toml")["stand_fast"]
        self.stand_fast = mask(board.index(name) for letter in self.maps for name in marked[letter])
        zhukov = charts["zhukov"]
        near = self._hexes(zhukov["hexes"]) if self.settings.scenario in zhukov["scenarios"] else 0
        self.before_leningrad = grid.neighbours(near) & self.land if near else 0
        brest = charts["brest"]
        self.brest = 0
        self.brest_marker = -1
        if self.settings.scenario in brest["scenarios"]:
            self.brest = 1 << board.index(brest["hex"])
            self.brest_marker = self.roster.index[self.data.toml("markers.toml")["fortress"]["at_start"]["unit"]]

    def _hexes(self, names: Sequence[str]) -> int:
        return mask(self.board.index(name) for name in names)

    def _compile_setup(self) -> None:
        roster, board = self.roster, self.board
        table = self.data.toml("setup/zones.toml").get("zone", [])
        self.zones: dict[str, Zone] = {}
        for row in table:
            members = tuple(i for i, c in enumerate(roster.counters) if c.start == row["id"])
            if not members:
                continue
            hexes = self._hexes(row["hexes"])
            must = hexes if row["kind"] in filled_kinds() else 0
            hqs = {
                roster.index[hq]: board.index(spot) for hq, spot in row.get("hqs", {}).items() if hq in roster.index
            }
            if not row.get("hq_company"):
                must &= ~mask(hqs.values())  # the HQ itself fills its hex
            self.zones[row["id"]] = Zone(row["id"], hexes, must, hqs, members)
        found = []
        for line, row in self.data.raw_rows("setup/historical.csv"):
            if row["unit"] not in roster.index:
                continue  # a unit of another map
            try:
                found.append((roster.index[row["unit"]], board.index(row["hex"])))
            except ValueError as wrong:
                raise BadFile(str(wrong), file="victory-awaits/setup/historical.csv", line=line) from None
        self.historical = tuple(found)

    def _compile_seats(self, scenarios: Mapping[str, Any]) -> None:
        """Two players; or the roles of 19.2."""
        players = str(self.options["players"])
        self.lead_seat: tuple[int, ...] = (AXIS, SOVIET)
        self.teams = self.options["teams"] != "no"
        self.controlled = players != "2" and not self.teams
        if self.teams:
            self._compile_teams(*(int(n) for n in self.options["teams"].split("-")))
            return
        if players == "2":
            names = ("First", "Second") if self.options["bidding"] else ("Axis", "Soviet")
            self.seats = tuple(Seat(name, name.lower(), name.lower()) for name in names)
            self.seat_side: tuple[int, ...] = (AXIS, SOVIET)
            self.unit_seat: Sequence[int] = tuple(self.roster.side)
            self.chit_seat: Sequence[int] = tuple(max(chit.side, 0) for chit in self.chits)
            return
        table = roles(scenarios, players)
        groups = scenarios["groups"]
        seats = [Seat(name.replace("-", " ").title(), "axis", "axis") for name in table["axis"]]
        seats += [Seat("Soviet " + "".join(maps), "soviet", "soviet") for maps in table["soviet"]]
        self.seats = tuple(seats)
        count = len(table["axis"])
        self.seat_side = tuple(SIDES.index(seat.side) for seat in seats)
        self.lead_seat = (0, count)
        by_hq = {hq: i for i, name in enumerate(table["axis"]) for hq in groups[name]}
        by_map = {letter: i for i, name in reversed(list(enumerate(table["axis"]))) for letter in _maps_of(name)}
        soviet = {letter: count + i for i, maps in enumerate(table["soviet"]) for letter in maps}
        self.unit_seat = tuple(
            soviet[c.map] if c.side == "soviet" else by_hq.get(c.formation, by_map[c.map])
            for c in self.roster.counters
        )
        self.chit_seat = tuple(
            self.unit_seat[chit.hq] if chit.hq >= 0 else self.lead_seat[max(chit.side, 0)] for chit in self.chits
        )

    def _compile_teams(self, axis: int, soviet: int) -> None:
        """Team play (20): the players of a side share its chits anew each turn; the first speaks for the team."""
        seats = [Seat(f"Axis {n + 1}", "axis", "axis") for n in range(axis)]
        seats += [Seat(f"Soviet {n + 1}", "soviet", "soviet") for n in range(soviet)]
        self.seats = tuple(seats)
        self.seat_side = tuple(SIDES.index(seat.side) for seat in seats)
        self.lead_seat = (0, axis)
        self.unit_seat = tuple(self.lead_seat[side] for side in self.roster.side)
        self.chit_seat = tuple(self.lead_seat[max(chit.side, 0)] for chit in self.chits)

    # ---- what the other rooms ask -----------------------------------------------------------------

    def sheet_of(self, place: int) -> str:
        """The letter of the map a hex is printed on."""
        return self.board.name(place)[0]

    def side_of_seat(self, state: VaState, seat: int) -> int:
        return self.seat_side[seat] ^ state.swapped

    def winner(self, state: VaState, side: int) -> str:
        """The name under which a side's seat wins."""
        return self.seats[self.lead_seat[side] ^ state.swapped].side

    # ---- the engine's questions -------------------------------------------------------------------

    def blank(self) -> VaState:
        return VaState(self.roster, self.board.places, self.grid.size)

    def start(self) -> State:
        if self._start is None:
            self._start = set_up(self)
        return self._start.clone()

    def seen(self, state: VaState, seat: int) -> Plain:
        return seen(self, state, seat)

    def imagine(self, state: VaState, seat: int, random: Random) -> State:
        return imagine(self, state, seat, random)

    def phase(self, state: VaState) -> str:
        return f"turn {state.turn} / activation {state.activation}"

    def check(self, state: VaState) -> list[str]:
        return faults(self, state)


def _place_name(board: Board, i: int) -> str:
    return board.place_name(i) if i >= board.grid.size or board.grid.valid >> i & 1 else ""


def _maps_of(group: str) -> str:
    return {"north": "L", "center": "S", "south": "K"}[group.partition("-")[0]]


Facts = VictoryAwaits  # until facts and rules are two objects
