"""What agents observe in A Victory Denied: 38 rows of 56 hexes, north at the top."""

from __future__ import annotations

from itertools import product

import numpy as np

from ostfront.core.map.hexes import bits, mask
from ostfront.envs.planes import Columns, Floats, Plane, Planes, flags
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules import VictoryDenied
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Battle, March, VdState

FACTS = (
    "german", "stukas", "bomber", "rocket", "guderian", "minsk bonus", "directive Moscow", "directive distracted",
    "chits in the cup", "VP chits in the German box", "VP chits stolen",
)  # fmt: skip
SIDE = ("attack", "defense", "steps", "motorized", "hqs")


class VictoryDeniedPlanes(Planes):
    """Own planes first, then the enemy's, then what is common."""

    names = (
        *(f"own {name}" for name in SIDE),
        *(f"enemy {name}" for name in SIDE),
        "active",  # units of the activation in progress that have not fought
        "out of supply",
        "isolated",
        "in hand",  # the unit that moves, or the units of the attack
        "target",  # of the attack
        "victory hex, Soviet",
        "victory hex, German",
        "shift",  # column shifts that terrain gives the defender
    )

    def __init__(self, rules: VictoryDenied) -> None:
        super().__init__(rules)
        facts = rules.facts
        grid = facts.grid
        order = sorted(grid.hexes, key=lambda i: grid.position(i)[::-1])
        columns = len({grid.position(i)[0] for i in order})
        self.shape = (len(order) // columns, columns)
        self.spot = np.zeros(self.places, np.int64)
        self.spot[order] = np.arange(len(order))
        self.values = [self._values(facts)] * 2
        own, enemy, shared = range(5), range(5, 10), (11, 12)
        self.planes_of = [
            np.array([[*(own if side == seat else enemy), *shared] for side in facts.roster.side]) for seat in (0, 1)
        ]
        self.victory = [(i, int(self.spot[i])) for i in facts.victory_hexes]
        self.shift = np.array([facts.shift_at[i] for i in order], np.uint8)
        self.grounds: dict[int, Plane] = {}
        self.chits = len(facts.chits)
        self.fact_names = (
            *FACTS, *(f"selected {chit.id}" for chit in facts.chits), *(f"played {chit.id}" for chit in facts.chits),
        )  # fmt: skip

    @staticmethod
    def _values(facts: Facts) -> Plane:
        """By unit, steps and status: attack, defense, steps, motorized, HQ, out of supply, isolated."""
        roster = facts.roster
        found = np.zeros((roster.count, 3, 4, len(SIDE) + 2), np.uint8)
        for unit, steps, status in product(range(roster.count), range(3), range(4)):
            found[unit, steps, status] = (
                roster.attack[unit][steps], roster.defense[unit][steps], steps, roster.motorized[unit],
                roster.is_hq[unit], bool(status & OUT_OF_SUPPLY), bool(status & ISOLATED),
            )  # fmt: skip
        return found

    def columns(self, state: VdState) -> Columns:
        return np.array(state.place), np.array(state.steps), np.array(state.status)

    def fill(self, planes: Plane, state: VdState, seat: int) -> None:
        for plane, units in ((10, state.active & ~state.spent), (13, self._in_hand(state))):
            if units:
                planes[plane, self.spot[[p for u in bits(units) if (p := state.place[u]) < self.places]]] = 1
        top = state.top.local if state.top is not None else None
        if isinstance(top, Battle):
            planes[14, self.spot[top.target]] = 1
        planes[15:18] = self._ground(state.with_chit)

    def _ground(self, with_chit: int) -> Plane:
        """The victory hexes of each side, and the shift of every hex."""
        known = self.grounds.get(with_chit)
        if known is None:
            known = self.grounds[with_chit] = np.zeros((3, len(self.shift)), np.uint8)
            for i, spot in self.victory:
                known[0 if with_chit >> i & 1 else 1, spot] = 1
            known[2] = self.shift
        return known

    @staticmethod
    def _in_hand(state: VdState) -> int:
        local = state.top.local if state.top is not None else None
        return 1 << local.unit if isinstance(local, March) else local.attackers if isinstance(local, Battle) else 0

    def facts(self, facts: Floats, state: VdState, seat: int) -> None:
        count, at = self.chits, len(FACTS)
        facts[:at] = (
            seat == GERMAN, state.stukas, state.bomber, state.rocket, state.guderian, state.minsk_bonus,
            state.directive == 1, state.directive == 2, state.cup.bit_count(), state.box.bit_count(),
            len(state.stolen),
        )  # fmt: skip
        own = state.selected_german if seat == GERMAN else state.selected_soviet
        facts[at:] = flags(own | mask(chit for chit in state.played if chit >= 0) << count, 2 * count)
