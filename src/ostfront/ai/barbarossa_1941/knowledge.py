"""What playing Barbarossa 1941 needs to know of map, counters and charts, compiled once."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import exp
from typing import Any

from ostfront.ai.distance import distances
from ostfront.ai.weights import weights
from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Rules
from ostfront.games.barbarossa_1941.facts import WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import INFANTRY, MOTORISED, SIDES
from ostfront.games.barbarossa_1941.rules.strength import ground_shift, ratio_column
from ostfront.games.barbarossa_1941.state import B41State, Battle

STRONGEST = 60  # no attack or defence is stronger
FAINT = 0.04  # influence weaker than this is not counted
FAR = 99  # movement points to a place that cannot be reached
Near = tuple[tuple[int, float], ...]  # objectives, and the influence of a point of strength there
Outcomes = tuple[tuple[float, int, int], ...]  # probability, steps of the attacker, steps of the defender


class Knowledge:
    """What players derive from the facts of a game and its weights, before any position is known."""

    def __init__(self, rules: Rules) -> None:
        facts: Facts = rules.facts
        self.facts = facts
        self.weights: dict[str, Any] = {name: w for name, w in weights(rules).items() if isinstance(w, dict)}
        common = self.weights["officer"]
        self.officer = [{**common, **self.weights[f"{side}_officer"]} for side in SIDES]
        self.goals: tuple[int, ...] = tuple(sorted(facts.victory_points))
        self.values = tuple(facts.victory_points[goal] for goal in self.goals)
        self.index = {goal: n for n, goal in enumerate(self.goals)}
        self.worth = [self._worths(unit) for unit in range(facts.roster.count)]
        self.columns = [
            [ratio_column(facts, attack, defence) for defence in range(STRONGEST + 1)]
            for attack in range(STRONGEST + 1)
        ]
        empty = B41State(facts)
        self.shifts = [
            ground_shift(facts, empty, Battle(0, place)) if facts.land >> place & 1 else 0
            for place in range(facts.grid.size)
        ]
        river = facts.charts["hexside"]["river"]
        self.river_shift = int(river["shift"])
        self.wet = tuple(word in river["weather"] for word in WEATHER)
        self._ways()
        self._outcomes: dict[tuple[int, int, int], Outcomes] = {}

    def _worths(self, unit: int) -> tuple[float, ...]:
        """By steps left."""
        roster, w = self.facts.roster, self.weights["worth"]
        side = SIDES[roster.side[unit]]
        factor = w["lost_motorised"] if roster.panzers >> unit & 1 else 1.0
        strengths = roster.combat[unit]
        return tuple(
            factor * (w[f"{side}_strength"] * strengths[steps] + w[f"{side}_step"] * steps) if steps else 0.0
            for steps in range(len(strengths))
        )

    # ---- distances --------------------------------------------------------------------------------

    def _ways(self) -> None:
        """Movement points to each objective, on foot and on wheels, and the influence that leaves."""
        facts, decay = self.facts, self.weights["goals"]["decay"]
        self.far: dict[int, list[list[int]]] = {}
        self.near: dict[int, list[Near]] = {}
        for mobility, pace in ((INFANTRY, 3), (MOTORISED, 5)):
            found = [self._distances(1 << goal, mobility) for goal in self.goals]
            self.far[mobility] = found
            self.near[mobility] = [
                tuple((n, felt) for n, far in enumerate(found) if (felt := exp(-decay * far[place] / pace)) >= FAINT)
                for place in range(facts.grid.size)
            ]

    def _distances(self, goal: int, mobility: int) -> list[int]:
        facts = self.facts
        costs, near = facts.cost[mobility], facts.near[False, False]

        def cost(a: int, b: int) -> int:
            return costs[b] if near[a] >> b & 1 else -1

        return [far if far >= 0 else FAR for far in distances(facts.grid, goal, cost)]

    # ---- dice -------------------------------------------------------------------------------------

    def outcomes(self, dice: int, column: int, modifier: int) -> Outcomes:
        """What the dice do in a column."""
        key = dice, column, modifier
        found = self._outcomes.get(key)
        if found is None:
            table = self.facts.crt.table(dice)
            counts: dict[tuple[int, int], int] = {}
            for roll in product(range(1, 7), repeat=dice):
                cell = table.cell(sum(roll) + modifier, column)
                counts[cell] = counts.get(cell, 0) + 1
            found = tuple((n / 6**dice, a, d) for (a, d), n in sorted(counts.items()))
            self._outcomes[key] = found
        return found

    def nearest(self, mobility: int, wanted: int) -> list[int]:
        """By hex, the movement points to the nearest of these objectives."""
        fields = self.far[MOTORISED if mobility == MOTORISED else INFANTRY]
        chosen = [fields[self.index[goal]] for goal in bits(wanted)]
        if not chosen:
            return [0] * self.facts.grid.size
        return [min(far) for far in zip(*chosen, strict=True)]


@lru_cache(maxsize=8)
def knowledge_of(rules: Rules) -> Knowledge:
    return Knowledge(rules)
