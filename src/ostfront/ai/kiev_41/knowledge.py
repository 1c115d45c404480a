"""What evaluation needs to know about map, blocks and dice, compiled once: weights, distance fields, odds."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import exp
from typing import NamedTuple

from ostfront.ai.weights import weights
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.rules import Rules
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, RAIN, SNOW, SUNNY
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.fire import in_attack, in_defense
from ostfront.games.kiev_41.rules.losses import ground_absorb

FAINT = 0.12  # influence weaker than this is not counted
QUARTERS = 100  # means of hits are looked up in quarters, up to 25
MOST_HITS = 30
OFFICERS = ("axis_officer", "soviet_officer")  # the tables of weights.toml that override others for an officer
Near = tuple[tuple[int, float], ...]  # objectives and the influence a block has there


class Strength(NamedTuple):
    """A block at some strength: hits it scores on average in attack and defense, steps, worth."""

    attack: float
    defense: float
    steps: float
    worth: float


class Knowledge:
    """What players derive from a game's facts and weights; the officer of a side has some weights of its own."""

    def __init__(self, rules: Rules, officer: int | None = None) -> None:
        self.facts: Facts = rules.facts
        self.weights = {name: w for name, w in weights(rules).items() if isinstance(w, dict)}
        if officer is not None:
            self._override(OFFICERS[officer])
            self._override(f"{OFFICERS[officer]}_{rules.settings.scenario}")
        self._blocks()
        self._goals()
        self._fields()
        self.tail = [poisson_tail(quarter / 4) for quarter in range(QUARTERS + 1)]

    def _override(self, who: str) -> None:
        """Override weights by those of one officer."""
        for table, own in self.weights.get(who, {}).items():
            self.weights[table] = {**self.weights[table], **own}

    # ---- blocks -----------------------------------------------------------------------------------

    def _blocks(self) -> None:
        """Worth and fire of each unit by steps left."""
        roster = self.facts.roster
        self.worth = [self._worths(unit) for unit in range(roster.count)]
        self.arriving = [worths[1 if roster.remnant[u] else -1] for u, worths in enumerate(self.worth)]
        self.strengths = [
            [self._unit_strengths(unit, weather) for unit in range(roster.count)]
            for weather in (SUNNY, RAIN, SNOW, BLIZZARD)
        ]
        self.one_die = [(7 - hits[-1]) / 6 if hits[-1] < 7 else 0.0 for hits in roster.hits_from]
        self.fighting = [roster.blocks_of[side] & ~roster.leaders for side in (AXIS, SOVIET)]

    def _worths(self, unit: int) -> list[float]:
        w, roster = self.weights["strength"], self.facts.roster
        steps = range(roster.full[unit] + 1)
        if roster.hqs >> unit & 1:
            stars = w["luftwaffe"] if roster.luftwaffe >> unit & 1 else w["stars"]
            return [0.0, *(w["headquarters"] + stars[n] for n in steps[1:])]
        if not roster.combat >> unit & 1:
            return [0.0 for _ in steps]
        step = w["step"] + w["fire"] * (7 - roster.hits_from[unit][-1]) / 6
        speed = w["fast"] if roster.fast >> unit & 1 else 1.0
        return [0.0, *((w["block"] + n * step) * speed for n in steps[1:])]

    def _unit_strengths(self, unit: int, weather: int) -> list[Strength]:
        roster = self.facts.roster
        found = []
        for steps, shown in enumerate(roster.strength[unit]):
            needed = roster.hits_from[unit][steps]
            chance = (7 - needed) / 6
            attack = in_attack(self.facts, weather, unit, shown) * chance
            defense = in_defense(self.facts, weather, unit, shown) * chance
            found.append(Strength(attack, defense, float(steps), self.worth[unit][steps]))
        return found

    # ---- objectives -------------------------------------------------------------------------------

    def _goals(self) -> None:
        """Victory areas, areas that end the scenario, cities; with what it changes when they change hands."""
        facts, w = self.facts, self.weights["areas"]
        victory = facts.scenario.victory
        ending = facts.named(victory.areas)
        counted = victory.kind != "axis-takes"
        cities = facts.cities & ~facts.rumania
        self.goals = bits(facts.victory_areas | ending | cities)
        self.goal_worth: list[float] = []
        for area in self.goals:
            if ending >> area & 1:
                worth = w["seized"]
            elif facts.victory_areas >> area & 1:
                worth = w["victory"] if counted else w["other"]
            else:
                worth = w["city"]
            self.goal_worth.append(worth)
        self.goal_mask = mask(self.goals)
        self.worth_at = dict(zip(self.goals, self.goal_worth, strict=True))
        self.wanted = ending if ending else facts.victory_areas
        self.cities = cities & ~ending
        self.needed = victory.needed
        self.last_turn = facts.scenario.last_turn
        self.rough = [ground_absorb(facts, area) for area in range(facts.area_count)]
        self.built = [
            2 if facts.victory_areas >> area & 1 else facts.cities >> area & 1 for area in range(facts.area_count)
        ]
        self.open_ground = facts.green & ~facts.cities
        self.turns = max(1, facts.scenario.last_turn - facts.scenario.first_turn + 1)

    def threshold(self, turn: int, held: int) -> float:
        """What it is worth to the Axis to hold as many victory areas, toward what the scenario asks for."""
        if not self.needed:
            return 0.0
        w = self.weights["areas"]
        gone = 1 - (self.last_turn - turn) / self.turns
        felt = w["early"] + (1 - w["early"]) * gone**2
        return float(w["threshold"] * felt / (1 + exp(2.0 * (self.needed - 0.5 - held))))

    def tide(self, turn: int, held: int, side: int) -> float:
        """The extra value of one more victory area to a side when the Axis holds this many."""
        more = held + 1 if side == AXIS else held - 1
        return abs(self.threshold(turn, more) - self.threshold(turn, held))

    # ---- distance ---------------------------------------------------------------------------------

    def _fields(self) -> None:
        """By area: the influence of slow and fast blocks on the objectives they could get to."""
        self.distances = {area: self._distances(area) for area in self.goals}
        self.near = [self._influence(allowance) for allowance in (3, 5)]
        self._nearest: dict[int, list[int]] = {}

    def _distances(self, goal: int) -> list[int]:
        """Movement points to an area over an empty map in good weather."""
        facts = self.facts
        cost = [facts.entry_cost(area, SUNNY, "") for area in range(facts.area_count)]
        found = [-1] * facts.area_count
        todo = [(0, goal)]
        while todo:
            far, area = heappop(todo)
            if found[area] >= 0:
                continue
            found[area] = far
            for other in bits(facts.links[area]):
                if found[other] < 0:
                    heappush(todo, (far + cost[area], other))
        return found

    def _influence(self, allowance: int) -> list[Near]:
        w = self.weights["contest"]
        table: list[Near] = []
        for area in range(self.facts.area_count):
            found = []
            for number, goal in enumerate(self.goals):
                far = self.distances[goal][area]
                felt = float(w["garrison"]) if far == 0 else exp(-w["decay"] * far / allowance)
                if far >= 0 and felt > FAINT:
                    found.append((number, felt))
            table.append(tuple(found))
        return table

    def nearest(self, goals: int) -> list[int]:
        """By area, the movement points to the nearest of these objectives."""
        found = self._nearest.get(goals)
        if found is None:
            fields = [self.distances[area] for area in bits(goals)]
            found = [min(column) for column in zip(*fields, strict=True)] if fields else [0] * self.facts.area_count
            self._nearest[goals] = found
        return found

    # ---- dice -------------------------------------------------------------------------------------

    def chance(self, mean: float, hits: float) -> float:
        """The probability of a number of hits, given their average."""
        return self.tail[min(QUARTERS, int(mean * 4 + 0.5))][min(MOST_HITS, int(hits + 0.5))]

    def beyond(self, mean: float, absorbed: int) -> float:
        """Hits that are left on average after the first few are absorbed."""
        tail = self.tail[min(QUARTERS, int(mean * 4 + 0.5))]
        return max(0.0, mean - sum(tail[1 : absorbed + 1])) if absorbed else mean


def poisson_tail(mean: float) -> list[float]:
    """The chance of at least 0, 1, 2 ... hits."""
    term = exp(-mean)
    found, left = [], 1.0
    for n in range(MOST_HITS + 1):
        found.append(max(0.0, left))
        left -= term
        term *= mean / (n + 1)
    return found


@lru_cache(maxsize=8)
def knowledge_of(rules: Rules, officer: int | None = None) -> Knowledge:
    return Knowledge(rules, officer)
