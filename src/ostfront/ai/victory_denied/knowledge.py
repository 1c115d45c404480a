"""What evaluation needs to know about map, counters and charts, compiled once: weights, distance fields, odds."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from ostfront.ai.distance import distances
from ostfront.ai.expectations import expected
from ostfront.ai.weights import weights
from ostfront.core.map.hexes import Sides, bits
from ostfront.core.play.rules import Rules
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.state import DISTRACTED, ISOLATED, MOSCOW, OUT_OF_SUPPLY, UNDECIDED

FAINT = 0.1  # influence weaker than this is not counted
FAR = 40  # half movement points from which guards come
STRONGEST = 60  # no attack or defense is stronger
Near = tuple[tuple[int, float], ...]  # objectives and the influence a unit has there


class Reckoning(NamedTuple):
    """How points are counted under a directive."""

    uncaptured: float
    lost_motorized: float
    last_turn: float
    moscow: float


class GuardedPlace(NamedTuple):
    """Moscow or the Minsk Pocket, which must not fall, as its enemies would come to it."""

    hexes: int
    ground: list[tuple[int, int]]  # movement points, and the hexes that cost them
    open: Sides  # hexsides without a river to wade
    fords: Sides  # hexsides with one
    banks: int  # the hexes that have such a side


class Knowledge:
    """What players derive from the facts of a game and its weights, before any position is known."""

    def __init__(self, rules: Rules) -> None:
        facts: Facts = rules.facts
        self.facts = facts
        self.weights = {name: w for name, w in weights(rules).items() if isinstance(w, dict)}
        common = {**self.weights["activation"], **self.weights["officer"]}
        self.officer = [{**common, **self.weights[f"{side}_officer"]} for side in SIDES]
        self.objectives: tuple[int, ...] = (*(1 << h for h in facts.victory_hexes), facts.moscow, facts.pocket)
        self.moscow, self.pocket = len(self.objectives) - 2, len(self.objectives) - 1
        chits = facts.vp_chits
        gold = [value for i, (_, value) in enumerate(chits) if facts.gold_chits >> i & 1]
        blue = [value for i, (_, value) in enumerate(chits) if not facts.gold_chits >> i & 1]
        self.gold, self.blue = sum(gold) / len(gold), sum(blue) / len(blue)
        self._values: dict[int, list[float]] = {}
        self.reckonings = self._reckonings()
        self.worth_of = [self._objective_worths(directive) for directive in (UNDECIDED, MOSCOW, DISTRACTED)]
        self._strengths()
        self._fields()
        crt = facts.charts["crt"]
        self.expected = [expected(facts.crt, crt[f"{side}_die"], crt["last_row"]) for side in ("german", "soviet")]
        self.rolls = [self._rolls(crt[f"{side}_die"], crt["last_row"]) for side in ("german", "soviet")]
        strengths = range(STRONGEST + 1)
        self.columns = [[facts.crt.column(attack, defense) for defense in strengths] for attack in strengths]
        grid = facts.grid
        entries = 0  # where roads enter the Pocket
        for place in bits(grid.neighbours(facts.pocket) & facts.valid & ~facts.pocket):
            inside = bits(facts.around[place] & facts.pocket)
            if any(facts.roads[grid.direction(place, to)] >> place & 1 for to in inside):
                entries |= 1 << place
        self.gates = (entries, facts.moscow)
        self.guarded_places = (self._guarded_place(facts.pocket, False), self._guarded_place(facts.moscow, True))
        self.guard_distance = (self._marches(facts.pocket), self._marches(facts.moscow))
        self.guard_rings = tuple(self._rings_of(far) for far in self.guard_distance)
        self.rings = [self._rings(facts.german_sources), self._rings(facts.soviet_sources)]
        self.cuts: dict[tuple[int, ...], int] = {}  # units cut off, by the positions of all units

    # ---- points -----------------------------------------------------------------------------------

    def _reckonings(self) -> tuple[Reckoning, Reckoning, Reckoning]:
        """By directive; before turn 6 the mean over the die, with a choice counted as Distracted."""
        table, directive = self.facts.charts["victory"], self.facts.charts["hitler_directive"]
        w = self.weights["contest"]
        last = directive["last_turn"]
        known = [
            Reckoning(table[f"{word}_uncaptured_factor"], table[f"{word}_lost_motorized"], last[word], value)
            for word, value in (("moscow", w["moscow_ordered"]), ("distracted", w["moscow_forgotten"]))
        ]
        rows = directive["rows"]
        p = rows.count("moscow") / len(rows)
        mean = [p * m + (1 - p) * d for m, d in zip(*known, strict=True)]
        return Reckoning(mean[0], mean[1], mean[2], w["moscow"]), known[0], known[1]

    def chit_values(self, shown: int) -> list[float]:
        """By VP chit: its value if it has been seen, else the mean of the unseen ones of its colour."""
        found = self._values.get(shown)
        if found is None:
            chits = self.facts.vp_chits
            found = [float(value) for _, value in chits]
            for colour in (self.facts.gold_chits, ~self.facts.gold_chits):
                unseen = [i for i in range(len(chits)) if colour >> i & 1 and not shown >> i & 1]
                for i in unseen:
                    found[i] = sum([chits[j][1] for j in unseen]) / len(unseen)
            self._values[shown] = found
        return found

    def _objective_worths(self, directive: int) -> list[float]:
        """What it changes in the margin when an objective changes hands."""
        count = self.reckonings[directive]
        gold, swing = self.facts.gold_hexes, 1 + count.uncaptured
        worths = [swing * (self.gold if gold >> h & 1 else self.blue) for h in self.facts.victory_hexes]
        return [*worths, count.moscow, self.weights["contest"]["pocket"]]

    # ---- counters ---------------------------------------------------------------------------------

    def _strengths(self) -> None:
        """Worth of each unit by steps left."""
        w, roster = self.weights["strength"], self.facts.roster
        per = ((w["german_attack"], w["german_defense"]), (w["soviet_attack"], w["soviet_defense"]))
        self.worth = []
        for unit in range(roster.count):
            a, d = per[roster.side[unit]]
            self.worth.append([a * x + d * y for x, y in zip(roster.attack[unit], roster.defense[unit], strict=True)])
        self.strengths = [self._unit_strengths(unit) for unit in range(roster.count)]
        self.stakes = [self._stakes(unit) for unit in range(roster.count)]
        self.lost_step: tuple[float, float] = (w["german_step"], w["soviet_step"])
        self.pvos = roster.pvos
        self.corps = [bits(units) for units in roster.corps_units.values()]
        panzers = roster.panzers["2PzG"] | roster.panzers["3PzG"]
        self.by_hq = ~panzers  # whoever listens to HQs
        self.combat = [roster.of_side[side] ^ (roster.of_side[side] & roster.hqs) for side in (GERMAN, SOVIET)]

    def _unit_strengths(self, unit: int) -> list[list[tuple[float, float, float]]]:
        """Attack, defense and worth by steps left and supply status."""
        roster = self.facts.roster
        halved = {OUT_OF_SUPPLY: (0.5, 1.0), ISOLATED: (0.5, 0.5), OUT_OF_SUPPLY | ISOLATED: (0.5, 0.5)}
        return [
            [
                (attack * halved.get(status, (1, 1))[0], defense * halved.get(status, (1, 1))[1], worth)
                for status in range(4)
            ]
            for attack, defense, worth in zip(
                roster.attack[unit], roster.defense[unit], self.worth[unit], strict=True
            )
        ]

    def _stakes(self, unit: int) -> list[float]:
        """What the enemy gains by destroying a unit: motorized Germans count as points, Soviets come back."""
        roster = self.facts.roster
        if roster.side[unit] == SOVIET:
            return [worth * self.weights["strength"]["soviet_stake"] for worth in self.worth[unit]]
        points = self.reckonings[UNDECIDED].lost_motorized if roster.corps[unit] else 0.0
        return [worth + points for worth in self.worth[unit]]

    def _rolls(self, sides: int, last: int) -> list[list[tuple[float, int]]]:
        """By column, what each roll does to a defender: steps, and hexes of retreat."""
        crt = self.facts.crt
        rows = [min(die, last) for die in range(1, sides + 1)]
        cells = [[crt.result(row, column) for row in rows] for column in range(len(crt.columns))]
        return [[(float(cell.defender), cell.retreat) for cell in column] for column in cells]

    # ---- distance ---------------------------------------------------------------------------------

    def _fields(self) -> None:
        """For each unit a table by hex: its influence on the objectives it could get to."""
        roster = self.facts.roster
        distances = [[self._distances(goal, motorized) for goal in self.objectives] for motorized in (False, True)]
        self.distances = distances
        self._nearest: dict[tuple[int, int, bool], list[int]] = {}
        tables: dict[tuple[bool, int], list[Near]] = {}
        self.near: list[list[Near]] = []
        for unit in range(roster.count):
            key = (roster.on_wheels[unit], roster.move[unit])
            if key not in tables:
                tables[key] = self._influence(distances[key[0]], key[1])
            self.near.append(tables[key])

    def nearest(self, side: int, with_chit: int, motorized: bool) -> list[int]:
        """By hex, the movement points to the nearest victory hex that the side still wants."""
        key = (side, with_chit, motorized)
        found = self._nearest.get(key)
        if found is None:
            wanted = [
                field
                for goal, field in zip(self.facts.victory_hexes, self.distances[motorized], strict=False)
                if bool(with_chit >> goal & 1) == (side == GERMAN)
            ]
            found = [min(column) for column in zip(*wanted, strict=True)] if wanted else [0] * self.facts.grid.size
            if len(self._nearest) > 500:
                self._nearest.clear()
            self._nearest[key] = found
        return found

    def _influence(self, distances: list[list[int]], allowance: int) -> list[Near]:
        w = self.weights["contest"]
        table: list[Near] = []
        for h in range(self.facts.grid.size):
            found = []
            for goal, field in enumerate(distances):
                if field[h] == 0:
                    found.append((goal, float(w["garrison"])))
                elif allowance and field[h] > 0:
                    decay = w["decay"] if goal < self.moscow else w["decay_far"]
                    felt = exp(-decay * field[h] / allowance)
                    if felt > FAINT:
                        found.append((goal, felt))
            table.append(tuple(found))
        return table

    def _distances(self, goal: int, motorized: bool) -> list[int]:
        """Movement points to the nearest hex of a goal over an empty map; -1 where there is no hex."""
        facts, grid = self.facts, self.facts.grid
        terrain = facts.costs[motorized].terrain
        entry = {h: terrain[facts.board.terrain_at[h]] for h in grid.hexes}

        def cost(a: int, b: int) -> int:
            there = entry[b]
            assert isinstance(there, int)
            return there + self._river(a, b, motorized)

        return distances(grid, goal, cost)

    def _river(self, a: int, b: int, motorized: bool) -> int:
        facts = self.facts
        if not facts.across_river[a] >> b & 1:
            return 0
        d = facts.grid.direction(a, b)
        if facts.roads[d] >> a & 1:
            return 0
        return 4 if facts.across_major[a] >> b & 1 else 1 + motorized

    def _guarded_place(self, hexes: int, motorized: bool) -> GuardedPlace:
        """With the movement costs of most of the units that want to get there."""
        facts = self.facts
        terrain = facts.costs[motorized].terrain
        ground: dict[int, int] = {}
        for h in facts.grid.hexes:
            cost = terrain[facts.board.terrain_at[h]]
            assert isinstance(cost, int)
            ground[cost] = ground.get(cost, 0) | 1 << h
        dry = facts.board.open_sides(closed=("minor", "major"), bridged_by=("road",))
        fords = tuple(facts.valid & ~side for side in dry)
        banks = 0
        for side in fords:
            banks |= side
        return GuardedPlace(hexes, sorted(ground.items()), dry, fords, banks)  # type: ignore[arg-type]

    def _marches(self, hexes: int) -> list[int]:
        """By hex, the half movement points on foot to a guarded place, roads used, over an empty map."""
        grid, roads = self.facts.grid, self.facts.roads

        def cost(a: int, b: int) -> int:
            return 1 if roads[grid.direction(a, b)] >> a & 1 else 2 + 2 * self._river(a, b, False)

        return distances(grid, hexes, cost)

    def _rings_of(self, distances: list[int]) -> list[int]:
        """Everything within this many points."""
        found = [0] * (FAR + 1)
        for h, far in enumerate(distances):
            if 0 <= far <= FAR:
                found[far] |= 1 << h
        for far in range(FAR):
            found[far + 1] |= found[far]
        return found

    def _rings(self, sources: int) -> list[int]:
        """Everything within this many steps of the supply sources, over an empty map."""
        facts = self.facts
        inside = 0
        out = []
        for ring in facts.grid.rings(sources, facts.valid, facts.valid, facts.supply_sides):
            inside |= ring
            out.append(inside)
        return out


@lru_cache(maxsize=8)
def knowledge_of(rules: Rules) -> Knowledge:
    return Knowledge(rules)
