"""What agents observe of Barbarossa Deluxe: 23 rows of 25 hexes, north at the top."""

from __future__ import annotations

import numpy as np

from ostfront.core.map.hexes import bits
from ostfront.envs.planes import Columns, Floats, Plane, Planes, several
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, MECH, SOVIET
from ostfront.games.barbarossa_deluxe.rules import BarbarossaDeluxe, fog
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, Battle, BDState, March

SIDE = ("attack", "defence", "units", "mechanized", "support", "dotted")
COMMON = (
    "done",  # units that have moved or attacked
    "in hand",  # the units that move, or those of the assault
    "target",
    "German control",
    "hero city",
    "fortress city",
    "German works",
    "offensive supply",
    "attacked",
)
GROUND = ("point", "rough", "marsh", "northern zone", "Soviet line")
FACTS = (
    "german", "own player turn", "victory points", "movement phase", "fight and move", "move and fight",
    "fight and fight", "second phase", "Luftwaffe used", "artillery used", "air armies used", "hero cities left",
    "fortress cities left", "Gambit", "expedition", "points left",
)  # fmt: skip


class BarbarossaDeluxePlanes(Planes):
    """Own planes first, then the enemy's, then what is common."""

    names = (*(f"own {name}" for name in SIDE), *(f"enemy {name}" for name in SIDE), *COMMON, *GROUND)
    fact_names = FACTS

    def __init__(self, rules: BarbarossaDeluxe) -> None:
        super().__init__(rules)
        facts = rules.facts
        grid = facts.grid
        cells = [grid.position(i) for i in grid.hexes]
        width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
        self.shape = (height, width)
        self.spot = np.zeros(self.places, np.int64)
        for i, (x, y) in zip(grid.hexes, cells, strict=True):
            self.spot[i] = y * width + x
        self.hexes = np.array(list(grid.hexes))
        self.game = facts
        self.values = [self._values(facts, seat) for seat in (GERMAN, SOVIET)]
        self.common = 2 * len(SIDE)
        own, enemy = range(len(SIDE)), range(len(SIDE), self.common)
        self.planes_of = [
            np.array([[*(own if side == seat else enemy)] for side in facts.roster.side]) for seat in (GERMAN, SOVIET)
        ]
        boards = (facts.victory_hexes, facts.rough, facts.marsh, facts.north, facts.lines[SOVIET])
        self.ground = self._spread(boards)

    @staticmethod
    def _values(facts: Facts, seat: int) -> Plane:
        """By unit and whether it is concealed: what `SIDE` names, or to the enemy that there is a unit (11.7)."""
        roster = facts.roster
        found = np.zeros((roster.count, 2, 2, len(SIDE)), np.uint8)
        for unit in range(roster.count):
            support = roster.attached >> unit & 1
            found[unit, 1, :] = (
                roster.attack[unit], roster.defense[unit], not support, roster.mobility[unit] == MECH, support,
                roster.dotted >> unit & 1,
            )  # fmt: skip
            if roster.side[unit] != seat:
                found[unit, 1, 1] = (0, 0, 1, 0, 0, 0)
        return found

    def columns(self, state: BDState) -> Columns:
        count = self.game.roster.count
        concealed = several((fog.concealed(self.game, state),), count)[0]
        return np.array(state.place), np.ones(count, np.int64), concealed.astype(np.int64)

    def _spread(self, boards: tuple[int, ...]) -> Plane:
        """Sets of hexes as planes of the rectangle."""
        found = np.zeros((len(boards), self.shape[0] * self.shape[1]), np.uint8)
        found[:, self.spot[self.hexes]] = several(boards, self.places)[:, self.hexes]
        return found

    def fill(self, planes: Plane, state: BDState, _seat: int) -> None:
        facts, first = self.game, self.common
        top = state.top.local if state.top is not None else None
        held = top.units if isinstance(top, March) else top.attackers if isinstance(top, Battle) else 0
        target = 1 << top.target if isinstance(top, Battle) else 0
        depots = sum(1 << place for place in state.depots if place >= 0)
        boards = (
            self._where(state, state.moved | state.spent), self._where(state, held), target, state.german, state.hero,
            state.fortress, facts.lines[GERMAN] & ~state.broken | state.wall, depots, state.attacked,
        )  # fmt: skip
        planes[first : first + len(boards)] = self._spread(boards)
        planes[first + len(boards) :] = self.ground

    def _where(self, state: BDState, units: int) -> int:
        found = 0
        for unit in bits(units & state.on_map):
            found |= 1 << state.place[unit]
        return found

    def facts(self, facts: Floats, state: BDState, seat: int) -> None:
        top = state.top.local if state.top is not None else None
        left = 0
        if isinstance(top, March) and top.units and top.side == seat:
            unit = top.units.bit_length() - 1
            box = self.game.box(state.turn)
            mech = bool(self.game.roster.mech >> unit & 1)
            left = max(0, self.game.scenario.movement(box, top.side, mech) - state.used[unit])
        facts[:] = (
            seat == GERMAN, state.side == seat, state.vp, state.phase == 3, state.order == FIGHT_MOVE,
            state.order == MOVE_FIGHT, state.order == FIGHT_FIGHT, state.nth == 2, state.luftwaffe, state.guns,
            state.wings, state.hero_left, state.fortress_anywhere + state.fortress_home, state.gambit > 0,
            state.expedition, left,
        )  # fmt: skip
