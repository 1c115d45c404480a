"""A position counted once: stacks, zones of control, points and threats, for everything else to share."""

from __future__ import annotations

from functools import cached_property

from ostfront.ai.barbarossa_1941.knowledge import Knowledge
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules.supply_lines import lines
from ostfront.games.barbarossa_1941.rules.victory import points
from ostfront.games.barbarossa_1941.rules.weather import allowance_in
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41State

Unit = tuple[int, int, int]  # a combat unit on the map: unit, hex, combat value


class Stack:
    """Combat units of one side that stand together, added up; `lead` has the best quality."""

    __slots__ = ("isolated", "lead", "quality", "stake", "static", "steps", "strength", "units", "winter")

    def __init__(self, tally: Tally, units: int) -> None:
        state, roster = tally.state, tally.facts.roster
        self.units = units
        self.strength = self.steps = 0
        self.quality, self.lead = -1, -1
        self.stake = 0.0
        self.isolated = False
        self.static = bool(units & roster.static)
        self.winter = bool(units & roster.winter_troops)
        worth = tally.knowledge.worth
        for unit in bits(units):
            left = state.steps[unit]
            self.strength += roster.combat[unit][left]
            self.steps += left
            self.stake += worth[unit][left]
            self.isolated |= bool(state.isolated[unit])
            if roster.quality[unit] > self.quality:
                self.quality, self.lead = roster.quality[unit], unit
        self.stake *= tally.time


class Tally:
    """A state, counted."""

    def __init__(self, knowledge: Knowledge, state: B41State) -> None:
        self.knowledge = knowledge
        self.facts = facts = knowledge.facts
        self.state = state
        self.weather = facts.weather_north[state.turn], facts.weather_south[state.turn]
        self.stacks: dict[int, Stack] = {}
        self._supply: dict[tuple[int, bool, int], tuple[int, int]] = {}
        self._threats: tuple[dict[int, float], dict[int, float]] = ({}, {})
        least: float = knowledge.weights["worth"]["last_turn"]
        left = facts.turns - state.turn
        self.time = least + (1 - least) * min(1.0, left / 5)

    @cached_property
    def occupied(self) -> tuple[int, int]:
        occupied, valid = self.state.occupied, self.facts.valid
        return occupied[COMBAT[AXIS]] & valid, occupied[COMBAT[SOVIET]] & valid

    @cached_property
    def zoc(self) -> tuple[int, int]:
        return zoc(self.facts, self.state, AXIS), zoc(self.facts, self.state, SOVIET)

    @cached_property
    def units(self) -> tuple[list[Unit], list[Unit]]:
        return self._units(AXIS), self._units(SOVIET)

    def _units(self, side: int) -> list[Unit]:
        state, roster = self.state, self.facts.roster
        found = bits(state.on_map & roster.combat_units[side])
        return [(u, state.place[u], roster.combat[u][state.steps[u]]) for u in found]

    def stack(self, place: int) -> Stack:
        """The combat units in a hex."""
        found = self.stacks.get(place)
        if found is None:
            roster = self.facts.roster
            units = self.state.units_at(place) & (roster.combat_units[AXIS] | roster.combat_units[SOVIET])
            found = self.stacks[place] = Stack(self, units)
        return found

    def weather_at(self, place: int) -> int:
        return self.weather[0] if self.facts.north >> place & 1 else self.weather[1]

    def mobility(self, unit: int) -> int:
        return self.facts.roster.mobility[unit][self.state.steps[unit]]

    # ---- points -----------------------------------------------------------------------------------

    @cached_property
    def points(self) -> int:
        return points(self.facts, self.state)

    @cached_property
    def lacking(self) -> int:
        """The points the Axis lacks for sudden death; a large number when it is too late for that."""
        chart = self.facts.charts["victory"]
        if self.state.turn > chart["sudden_death_last_turn"]:
            return 99
        return int(chart["sudden_death"]) - self.points

    @cached_property
    def urgency(self) -> float:
        """How much more a point counts because sudden death is near."""
        w = self.knowledge.weights["points"]
        close = 1 - max(0, self.lacking - 1) / w["near"]
        return 1 + w["sudden"] * close if close > 0 else 1.0

    def value(self, goal: int) -> float:
        """What an objective that changes hands is worth; nothing for one freed by partisans (12.7)."""
        found = self.facts.victory_points.get(goal, 0)
        if not found or self.state.liberated >> goal & 1:
            return 0.0
        w = self.knowledge.weights["points"]
        worth: float = w["capture"] * found * self.urgency
        if found >= self.lacking:
            worth += w["win"]
        return worth

    def captured(self, side: int, place: int) -> float:
        """What a side gains by entering a hex."""
        facts = self.facts
        bit = 1 << place
        if not facts.cities & bit or bool(self.state.held & bit) == (side == AXIS):
            return 0.0
        town: float = self.knowledge.weights["points"]["town"]
        return self.value(place) + town

    # ---- supply -----------------------------------------------------------------------------------

    def supply(self, unit: int) -> tuple[int, int]:
        """The hexes from which a unit could trace a line as things stand, and those a little beyond."""
        roster = self.facts.roster
        side = 2 if roster.finns >> unit & 1 else roster.side[unit]
        wheels = self.mobility(unit) == MOTORISED
        weather = self.weather_at(self.state.place[unit]) if self.state.on_map >> unit & 1 else self.weather[0]
        points = allowance_in(self.facts, self.state, unit, weather)
        key = side, wheels, points
        found = self._supply.get(key)
        if found is None:
            within = lines(self.facts, self.state, side, wheels, weather == DEEP_FREEZE)
            sure = within[min(points, len(within) - 1)]
            found = self._supply[key] = sure, self.facts.grid.within(sure, 2)
        return found

    # ---- threats ----------------------------------------------------------------------------------

    def threat(self, side: int, place: int) -> float:
        """The strength with which a side could attack a hex in its next turn, distant units in part."""
        found = self._threats[side].get(place)
        if found is None:
            w = self.knowledge.weights["danger"]
            distance, roster = self.facts.grid.distance, self.facts.roster
            total = 0.0
            for unit, at, strength in self.units[side]:
                spare = roster.move[unit] + 1 - distance(at, place)
                if spare >= 0 and roster.move[unit]:
                    total += strength * (1.0 if spare >= roster.move[unit] else w["reach"])
                elif spare >= -2 and roster.ever_motorised >> unit & 1:
                    total += strength * w["distant"]
            found = self._threats[side][place] = total
        return found
