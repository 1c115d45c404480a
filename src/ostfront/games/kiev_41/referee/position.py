"""A position as the referee sees it: which units are where, whose area it is, strengths in this weather."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, COMBAT, SIDES, SOVIET
from ostfront.games.kiev_41.referee.ground import Facts, ground_of
from ostfront.games.kiev_41.state import K41State
from ostfront.kit.referee.position import Once

HEADQUARTERS = ("hq", "luftwaffe")
BLOCKS = (*COMBAT, *HEADQUARTERS)  # those that stand on the map
ARMOUR = ("tank", "motorized")  # 14.3


class Position:
    """Facts about one position, each computed on first use."""

    def __init__(self, facts: Facts, state: K41State) -> None:
        self.facts = facts
        self.state = state
        self.roster = facts.roster
        self.charts = facts.charts
        self.ground = ground_of(facts)
        self.plain = self.ground.plain
        self.once = Once()

    # ---- units ------------------------------------------------------------------------------------

    def is_unit(self, unit: int) -> bool:
        return 0 <= unit < self.roster.count

    def kind(self, unit: int) -> str:
        return self.roster.type[unit]

    def side(self, unit: int) -> int:
        return self.roster.side[unit]

    def unit_name(self, unit: int) -> str:
        return self.roster.ids[unit]

    def is_combat(self, unit: int) -> bool:
        return self.kind(unit) in COMBAT

    def is_hq(self, unit: int) -> bool:
        return self.kind(unit) in HEADQUARTERS

    def is_guderian(self, unit: int) -> bool:
        return self.unit_name(unit) == "Guderian"

    def on_map(self, unit: int) -> bool:
        """In an area, or for Guderian on his road."""
        place = self.state.place[unit]
        return self.ground.is_area(place) or place in self.ground.tula

    def strength(self, unit: int) -> int:
        """The dots or stars it shows."""
        return self.roster.strength[unit][self.state.steps[unit]]

    def full_steps(self, unit: int) -> int:
        return self.roster.full[unit]

    def exhausted(self, unit: int) -> bool:
        """10.5: an HQ at heart level."""
        return self.is_hq(unit) and self.strength(unit) == 0

    def command_strength(self, unit: int) -> int:
        """8.0, 14.5: an HQ's stars as weather leaves them for range, artillery and air; a heart stays 0."""
        stars = self.strength(unit)
        weather = self.charts["weather"][self.weather]
        most = weather.get("attack_at_most", stars)
        divisor = weather.get("attack_divided", {}).get(SIDES[self.side(unit)], 1)
        return max(1, min(stars, most) // divisor) if stars else 0

    @property
    def weather(self) -> str:
        return WEATHER[self.state.weather]

    # ---- units on the map --------------------------------------------------------------------------

    @cached_property
    def blocks_at(self) -> Mapping[int, list[int]]:
        """The blocks on the map, by area."""
        found: dict[int, list[int]] = {}
        for unit, place in enumerate(self.state.place):
            if self.ground.is_area(place) and self.kind(unit) in BLOCKS:
                found.setdefault(place, []).append(unit)
        return found

    def at(self, area: int, side: int) -> list[int]:
        """The blocks of a side in an area."""
        return [unit for unit in self.blocks_at.get(area, ()) if self.side(unit) == side]

    def lines(self, side: int) -> set[int]:
        """The areas with a Defensive Line of a side."""
        found = self.state.lines_axis if side == AXIS else self.state.lines_soviet
        return {area for area in self.ground.areas if found >> area & 1}

    @cached_property
    def held(self) -> tuple[set[int], set[int]]:
        """By side: the areas with a unit of it, a block or a Defensive Line (ruling 2.5)."""
        found = (self.lines(AXIS), self.lines(SOVIET))
        for area, blocks in self.blocks_at.items():
            for unit in blocks:
                found[self.side(unit)].add(area)
        return found

    @cached_property
    def contested(self) -> set[int]:
        return self.held[AXIS] & self.held[SOVIET]

    def controls(self, side: int, area: int) -> bool:
        return bool(self.state.axis >> area & 1) == (side == AXIS)

    def fully_controls(self, side: int, area: int) -> bool:
        """Controlled, and no enemy unit there."""
        return self.controls(side, area) and area not in self.held[1 - side]

    @cached_property
    def friendly(self) -> tuple[set[int], set[int]]:
        """By side: the areas it fully controls."""
        axis, soviet = ({a for a in self.ground.areas if self.fully_controls(side, a)} for side in (AXIS, SOVIET))
        return axis, soviet

    def in_box(self, box: str) -> list[int]:
        place = self.ground.at(box)
        return [unit for unit in range(self.roster.count) if self.state.place[unit] == place]

    def beside(self, a: int, b: int) -> bool:
        """Whether two areas touch, over the strait too (2.4.8)."""
        return self.ground.is_area(a) and b in self.plain.neighbours(a)

    # ---- the seas ---------------------------------------------------------------------------------

    @cached_property
    def seas(self) -> list[str]:
        """2.1.1: the seas the Soviets control."""
        discs = [self.charts["discs"][colour] for colour in ("blue", "light-blue")]
        return [disc["sea"] for disc in discs if self.ground.all_at(disc["full_control"]) <= self.friendly[SOVIET]]
