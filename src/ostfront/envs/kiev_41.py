"""What agents observe in Kiev '41: its areas in the order of the map."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ostfront.envs.planes import Columns, Floats, Plane, Planes, several
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, Roster
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.state import K41State, March


class Kiev41Planes(Planes):
    """Only the number of the enemy's concealed blocks is shown."""

    names = (
        "own blocks", "own steps", "own HQs", "own isolated", "own acted", "enemy blocks", "enemy visible",
        "enemy visible steps", "own control", "own lines", "enemy lines", "isolated lines", "to fight", "own in hand",
        "fleets", "victory areas", "cities",
    )  # fmt: skip
    fact_names = (
        "axis", *(f"weather {name}" for name in WEATHER), "forecast", "initiative is own", "own disc spent",
        "enemy disc spent", "passes", "impulse", "yellow disc", "orange disc",
    )  # fmt: skip

    def __init__(self, rules: Kiev41) -> None:
        super().__init__(rules)
        facts = rules.facts
        owner = facts.roster.owner
        fleets = [p.type == "fleet" for p in facts.roster.pieces]
        self.marks, self.status = (-1, -1, -1), np.zeros(len(owner), np.uint8)
        self.static = several((facts.victory_areas, facts.cities), self.places)
        self.boards: list[tuple[int, ...]] = [(), ()]  # by seat: what lies on areas, and how it was shown last
        self.shown: list[Any] = [None, None]
        self.values = [self._values(facts.roster, seat) for seat in (0, 1)]
        own, enemy, fleet = range(5), range(5, 10), (14, 8, 9, 10, 11)  # any plane will do for numbers that are 0
        self.planes_of = [
            np.array([fleet if f else own if o == seat else enemy for f, o in zip(fleets, owner, strict=True)])
            for seat in (0, 1)
        ]

    @staticmethod
    def _values(roster: Roster, seat: int) -> Plane:
        """By unit, steps and status (1 visible, 2 isolated, 4 acted): five numbers, as the seat sees them."""
        found = np.zeros((roster.count, max(roster.full) + 1, 8, 5), np.uint8)
        for unit, steps, status in product(range(roster.count), range(found.shape[1]), range(8)):
            seen, cube, acted = status & 1, status >> 1 & 1, status >> 2
            block = roster.blocks_of[seat] >> unit & 1
            if roster.fleets >> unit & 1:
                found[unit, steps, status] = (1, 0, 0, 0, 0)
            elif roster.owner[unit] == seat:
                found[unit, steps, status] = (1, steps, roster.hqs >> unit & 1, cube, acted & block)
            elif roster.owner[unit] == 1 - seat:
                found[unit, steps, status] = (1, seen, steps * seen, 0, 0)
        return found

    def columns(self, state: K41State) -> Columns:
        now = (state.visible, state.isolated, state.acted)
        if now != self.marks:
            visible, isolated, acted = several(now, len(state.steps)).view(np.uint8)
            self.marks, self.status = now, visible | isolated << 1 | acted << 2
        return np.array(state.place), np.array(state.steps), self.status

    def fill(self, planes: Plane, state: K41State, seat: int) -> None:
        held = state.axis if seat == AXIS else ~state.axis & state.areas
        boards = (held, state.lines(seat), state.lines(1 - seat), state.isolated_lines, state.to_fight)
        if boards != self.boards[seat]:
            self.boards[seat], self.shown[seat] = boards, several(boards, self.places)
        planes[8:13] = self.shown[seat]
        planes[15:17] = self.static
        local = state.top.local if state.top is not None else None
        if isinstance(local, March) and state.owner[local.unit] == seat:
            at = state.place[local.unit]
            if 0 <= at < self.places:
                planes[13, at] = 1

    def facts(self, facts: Floats, state: K41State, seat: int) -> None:
        facts[:] = (
            seat == AXIS, *(state.weather == i for i in range(len(WEATHER))), state.forecast,
            state.initiative == seat, state.spent[seat], state.spent[1 - seat], state.passes, state.impulse,
            state.yellow, state.orange,
        )  # fmt: skip
