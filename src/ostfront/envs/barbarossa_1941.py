"""What agents observe of Barbarossa 1941: 33 rows of 27 hexes, north at the top."""

from __future__ import annotations

from itertools import product

import numpy as np

from ostfront.core.map.hexes import bits
from ostfront.envs.planes import Columns, Floats, Plane, Planes, several
from ostfront.games.barbarossa_1941.facts import WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import Barbarossa1941
from ostfront.games.barbarossa_1941.rules.victory import points
from ostfront.games.barbarossa_1941.state import B41State, Battle, March

SIDE = ("combat", "quality", "steps", "motorised", "airborne", "air corps", "isolated")
COMMON = (
    "partisans",
    "done",  # units that have moved, attacked or flown
    "in hand",  # the units that move, or those of the attack
    "target",  # of the attack
    "Axis city",
    "Soviet city",
    "Axis rail",
    "own fort",
    "enemy fort",
    "attacked",
)
GROUND = ("victory points", "motorised cost", "northern weather")
FACTS = (
    "axis", "own phase", "victory points", "bonus", *(f"trigger {n}" for n in range(1, 6)),
    *(f"north {name}" for name in WEATHER), *(f"south {name}" for name in WEATHER),
    "German infantry losses", "German motorised losses", "Soviet losses", "German infantry steps",
    "German motorised steps", "Finnish step", "Romanian step", "German guns", "Soviet guns", "German guns fired",
    "Soviet guns fired", "Joukov used", "fleet steps", "fleet used", "fleet shut in", "coups de main", "sailed",
    "attacks demanded", "attacks made", "points left",
)  # fmt: skip


class Barbarossa1941Planes(Planes):
    """Own planes first, then the enemy's, then what is common. Everything lies open."""

    names = (*(f"own {name}" for name in SIDE), *(f"enemy {name}" for name in SIDE), *COMMON, *GROUND)
    fact_names = FACTS

    def __init__(self, rules: Barbarossa1941) -> None:
        super().__init__(rules)
        facts = rules.facts
        grid = facts.grid
        order = sorted(grid.hexes, key=lambda i: grid.position(i)[::-1])
        columns = len({grid.position(i)[0] for i in order})
        self.shape = (len(order) // columns, columns)
        self.spot = np.zeros(self.places, np.int64)
        self.spot[order] = np.arange(len(order))
        self.order = np.array(order)
        self.game = facts
        self.values = [self._values(facts)] * 2
        self.common = 2 * len(SIDE)
        own, enemy = range(len(SIDE)), range(len(SIDE), self.common)
        self.planes_of = [
            np.array([[*(own if side == seat else enemy), self.common] for side in facts.roster.side])
            for seat in (AXIS, SOVIET)
        ]
        cost = facts.cost[MOTORISED]
        self.ground = np.array(
            [[facts.victory_points.get(i, 0), cost[i], facts.north >> i & 1] for i in order], np.uint8
        ).T

    @staticmethod
    def _values(facts: Facts) -> Plane:
        """By unit, steps and marker: what `SIDE` names, then partisans."""
        roster = facts.roster
        most = max(roster.steps)
        found = np.zeros((roster.count, most + 1, 2, len(SIDE) + 1), np.uint8)
        for unit, steps, marker in product(range(roster.count), range(most + 1), range(2)):
            left = min(steps, len(roster.combat[unit]) - 1)
            fights = roster.is_combat[unit]
            found[unit, steps, marker] = (
                roster.combat[unit][left] if fights else 0, roster.quality[unit] if fights else 0,
                steps if fights else 0, fights and roster.mobility[unit][min(steps, roster.steps[unit])] == MOTORISED,
                roster.is_airborne[unit], roster.is_air[unit], marker, roster.type[unit] == "partisan",
            )  # fmt: skip
        return found

    def columns(self, state: B41State) -> Columns:
        return np.array(state.place), np.array(state.steps), np.array(state.isolated)

    def fill(self, planes: Plane, state: B41State, seat: int) -> None:
        facts, first = self.game, self.common + 1
        top = state.top.local if state.top is not None else None
        done = state.moved | state.carried | state.spent | state.flown
        held = top.units if isinstance(top, March) else top.attackers if isinstance(top, Battle) else 0
        target = 1 << top.target if isinstance(top, Battle) else 0
        forts = (state.forts_axis, state.forts_soviet)
        boards = (
            self._where(state, done), self._where(state, held), target, facts.cities & state.held,
            facts.cities & ~state.held, state.axis_rail, forts[seat], forts[1 - seat], state.attacked,
        )  # fmt: skip
        planes[first : first + len(boards)] = several(boards, self.places)[:, self.order]
        planes[first + len(boards) :] = self.ground

    def _where(self, state: B41State, units: int) -> int:
        found = 0
        for unit in bits(units & state.on_map):
            found |= 1 << state.place[unit]
        return found

    def facts(self, facts: Floats, state: B41State, seat: int) -> None:
        game = self.game
        top = state.top.local if state.top is not None else None
        north, south = game.weather_north[state.turn], game.weather_south[state.turn]
        kinds = range(len(WEATHER))
        afloat = state.place[game.roster.fleet] != game.boxes["removed"]
        facts[:] = (
            seat == AXIS, state.side == seat, points(game, state), state.bonus, *(t > 0 for t in state.triggers),
            *(north == k for k in kinds), *(south == k for k in kinds),
            state.lost_infantry, state.lost_motorised, state.lost_soviet, state.pool_infantry,
            state.pool_motorised, state.pool_finnish, state.pool_romanian, state.guns_axis, state.guns_soviet,
            state.fired_axis, state.fired_soviet, state.joukov, state.steps[game.roster.fleet] if afloat else 0,
            state.fleet_used, state.mined, state.coups, state.sailed, state.required, state.made.bit_count(),
            top.allowance - top.used if isinstance(top, March) else 0,
        )  # fmt: skip
