"""Where every block of Kiev '41 that may move should go, for the greatest total gain.

Blocks are considered one by one, with the others at their destinations, and once more when all have one; what
the whole is worth is counted each time. A block's routes have several legs: walking through areas takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from ostfront.ai.kiev_41 import supply_risk
from ostfront.ai.kiev_41.context import Context
from ostfront.ai.kiev_41.knowledge import Knowledge
from ostfront.ai.kiev_41.officer_evaluate import officer_assess
from ostfront.ai.kiev_41.tally import Tally
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits, mask
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.control import friendly
from ostfront.games.kiev_41.rules.movement import engages, frozen
from ostfront.games.kiev_41.rules.stacking import closed
from ostfront.games.kiev_41.rules.supply import sources, supplied
from ostfront.games.kiev_41.state import K41State

PLACES = 7  # destinations tried for a block, besides battles
AGAIN = 4  # of them, the second time
RELIEFS = 4  # blocks tried for a garrison, and places for those who leave
TOGETHER = 8  # places tried for a stack, battles first
GAP, TAKEN, CUT = 0.4, 0.1, 0.3  # at a glance: a gap closed, an area taken, worth cut off
MARCH, FELT = 0.08, 0.5  # what a march must gain, and how much of it counts for an HQ
CORDON = 3  # areas from which blocks come to close round a town
FAR = 4  # areas from the enemy: a block farther away only marches


@lru_cache(maxsize=16)
def prices(costs: tuple[int, int, int], count: int) -> bytes:
    """MP to enter each area."""
    return bytes(1 if costs[0] >> area & 1 else 2 if costs[1] >> area & 1 else 3 for area in range(count))


class Route(NamedTuple):
    """A route for a block: the areas it passes through; it stays in the last one."""

    areas: tuple[int, ...]
    wet: bool = False  # it attacks over a river


class Relief(NamedTuple):
    """A block that leaves a garrison, another that replaces it, and what the position is worth then."""

    worth: float
    state: K41State
    leaving: Route
    unit: int
    coming: Route


Pull = Callable[[int, int], float]  # how much an area draws a block


class Destinations:
    """Where one side's blocks go in one impulse: `routes`, and what each gains."""

    def __init__(
        self,
        knowledge: Knowledge,
        state: K41State,
        seat: int,
        mode: str,
        context: Context,
        pull: Pull,
        budget: Allowance,
    ) -> None:
        self.knowledge, self.facts, self.seat, self.mode = knowledge, knowledge.facts, seat, mode
        self.budget = budget
        self.start = state
        self.context = context
        self.pull = pull
        self.least = float(knowledge.weights["staff"]["least"])
        self.foes = state.units_of(1 - seat)
        self.routes: dict[int, Route] = {}
        self.gains: dict[int, float] = {}
        self.settle(state)
        self.theirs = state.controlled(1 - seat)
        self.origins = sources(self.facts, state, 1 - seat)
        self.fed = supplied(self.facts, state, 1 - seat)
        self.gaps = supply_risk.reach(self.tally, 1 - seat) & state.controlled(seat) & ~state.units_of(seat)

    # ---- ways -------------------------------------------------------------------------------------

    def ways(self, unit: int) -> dict[int, Route]:
        """Where a block can go, by the cheapest route; into battles with as few rivers as possible."""
        facts, state = self.facts, self.state
        here = state.place[unit]
        engaged = self.foes >> here & 1
        if engaged and self.mode == "exploitation":
            return {}
        cost = prices(facts.costs[state.weather][facts.movers[unit]], facts.area_count)
        links, free = facts.ways_of[unit], friendly(state, self.seat)
        never, shut = facts.never[unit], closed(facts, state, unit)
        left = facts.allowance[unit]
        fights = engages(self.mode) and not facts.roster.hqs >> unit & 1
        wet = facts.strait if frozen(state) else [a | b for a, b in zip(facts.rivers, facts.strait, strict=True)]
        found: dict[int, Route] = {}
        done = 0
        todo: list[tuple[int, int, int, tuple[int, ...]]] = [(int(engaged), 0, here, ())]
        while todo:
            spent, taken, area, path = heappop(todo)
            if done >> area & 1:
                continue
            done |= 1 << area
            if path and not shut >> area & 1:
                found[area] = Route(path)
            onward = links[area] & ~done & ~never
            if engaged and not path:
                onward &= free
            for other in bits(onward):
                there = spent + cost[other]
                if there > left:
                    continue
                if not self.foes >> other & 1:
                    heappush(todo, (there, taken - (not free >> other & 1), other, (*path, other)))
                elif fights and not shut >> other & 1:
                    crossing = bool(wet[area] >> other & 1) and not state.contested_before >> other & 1
                    known = found.get(other)
                    if known is None or (known.wet and not crossing):
                        found[other] = Route((*path, other), crossing)
        return found

    # ---- trying -----------------------------------------------------------------------------------

    def moved(self, state: K41State, unit: int, route: Route) -> K41State:
        """A position after a block has followed a route."""
        there: K41State = state.clone()
        old = there.place[unit]
        there.put(unit, route.areas[-1])
        taken = 0
        for area in route.areas:
            taken |= 1 << area
        taken &= ~self.foes
        given = 1 << old & self.foes & ~there.units_of(self.seat)
        there.axis = (there.axis | taken) & ~given if self.seat == AXIS else there.axis & ~taken | given
        if route.wet:
            there.crossed |= 1 << unit
        return there

    def without(self, unit: int) -> K41State:
        """The position when all but one have followed their routes."""
        found = self.start
        for other, route in self.routes.items():
            if other != unit:
                found = self.moved(found, other, route)
        return found

    def value(self, state: K41State) -> float:
        return officer_assess(Tally(self.knowledge, state, self.context, self.tally), self.seat)

    def settle(self, state: K41State) -> None:
        """Continue from a position."""
        self.state = state
        self.tally = Tally(self.knowledge, state, self.context)
        self.worth = officer_assess(self.tally, self.seat)

    # ---- the plan ---------------------------------------------------------------------------------

    def assault_city(self, units: Iterable[int], goal: int) -> bool:
        """Send the best attackers that can come and find room into a victory area; whether there are any."""
        strengths = self.knowledge.strengths[self.state.weather]
        inside = self.tally.at[self.seat].get(goal)
        room = self.facts.limit[goal] - (inside.blocks if inside is not None else 0)
        offers = []
        for unit in units:
            route = self.ways(unit).get(goal) if self.state.place[unit] != goal else None
            if route is not None:
                attack = strengths[unit][self.state.steps[unit]].attack
                offers.append((-min(attack, self.knowledge.one_die[unit]) if route.wet else -attack, unit, route))
        before = self.worth
        chosen = sorted(offers)[:room]
        for _, unit, route in chosen:
            self.routes[unit] = route
            self.context = self.context._replace(ready=self.context.ready & ~(1 << unit))
            self.settle(self.moved(self.state, unit, route))
        for _, unit, _ in chosen:
            self.gains[unit] = (self.worth - before) / len(chosen)
        return bool(chosen)

    def cordon(self, units: Iterable[int], goal: int) -> bool:
        """Encircle a victory area: each time the block whose route closes most gaps; whether one can."""
        near = [unit for unit in units if self.facts.disks[goal][CORDON] >> self.state.place[unit] & 1]
        before, chosen = self.worth, []
        while offers := self._shutting(near, goal):
            _, unit, route = max(offers)
            self.routes[unit] = route
            self.context = self.context._replace(ready=self.context.ready & ~(1 << unit))
            self.state = self.moved(self.state, unit, route)
            chosen.append(unit)
        if chosen:
            self.settle(self.state)
        for unit in chosen:
            self.gains[unit] = (self.worth - before) / len(chosen)
        return bool(chosen)

    def _shutting(self, units: list[int], goal: int) -> list[tuple[tuple[int, bool, float], int, Route]]:
        """Ways into open areas round a goal, and what counts: how many, no battle, who is stronger."""
        state, strengths = self.state, self.knowledge.strengths[self.state.weather]
        gaps = self.facts.land_links[goal] & ~state.controlled(self.seat) & ~state.occupied[self.seat]
        return [
            ((shut, not self.foes >> area & 1, strengths[unit][state.steps[unit]].attack), unit, route)
            for unit in (units if gaps else [])
            if unit not in self.routes
            for area, route in self.ways(unit).items()
            if area != goal and (shut := (mask(route.areas) & gaps).bit_count())
        ]

    def plan(self, units: Iterable[int]) -> None:
        """Ways for these blocks."""
        order = sorted(units, key=self._order)
        near = [unit for unit in order if self.near(unit)]
        relieved = self._relieve(near)
        for stack in self._stacks(near):
            self._best_together(stack)
        for unit in [unit for unit in near if unit not in self.routes]:
            self.context = self.context._replace(ready=self.context.ready & ~(1 << unit))
            self._best(unit, PLACES)
        for unit in [unit for unit in near if unit not in relieved]:
            if self.budget.spent < self.budget.thoughts and (unit in self.routes or self._joins(unit)):
                way = self.routes.pop(unit, None)
                if way is not None:
                    self.settle(self.without(unit))
                self._best(unit, AGAIN, way)
        for unit in order:
            if not self.near(unit) and unit not in self.routes:
                self._march(unit)

    def _relieve(self, units: list[int]) -> set[int]:
        """Weak blocks make room for strong ones where it counts; the blocks that come and go."""
        relieved: set[int] = set()
        for area in self._posts():
            for weak in [unit for unit in units if self.state.place[unit] == area and unit not in self.routes]:
                best = max(self._reliefs(units, weak, area), key=lambda relief: relief.worth, default=None)
                if best is None or best.worth <= self.worth + 2 * self.least:
                    continue
                pair = {weak, best.unit}
                self.routes[weak], self.routes[best.unit] = best.leaving, best.coming
                self.gains.update(dict.fromkeys(pair, (best.worth - self.worth) / 2))
                self.context = self.context._replace(ready=self.context.ready & ~mask(pair))
                self.settle(best.state)
                relieved |= pair
        return relieved

    def _posts(self) -> list[int]:
        """A last victory area in danger, and those of the enemy that are besieged by as many as there is room for."""
        w, state, seat = self.knowledge.weights, self.state, self.seat
        found = self.knowledge.wanted & state.controlled(1 - seat) & state.occupied[seat] & state.full[seat]
        if supply_risk.last_stand(self.tally, seat) >= w["staff"]["relieve"] * w["threads"]["last"]:
            found |= self.tally.last[seat]
        return bits(found)

    def _reliefs(self, units: list[int], weak: int, area: int) -> Iterator[Relief]:
        """Ways out of an area for a block, each with stronger ones that could come for it."""
        before, context = self.state, self.context
        steps = before.steps
        stronger = [u for u in units if steps[u] > steps[weak] and u not in self.routes and before.place[u] != area]
        stronger.sort(key=lambda unit: (self.facts.roster.fast >> unit & 1, -steps[unit]))
        for leaving in [route for route in self._tried(weak, RELIEFS) if not self.foes >> route.areas[-1] & 1]:
            self.state = self.moved(before, weak, leaving)
            offers = [(unit, self.ways(unit).get(area)) for unit in stronger]
            for unit, coming in [offer for offer in offers if offer[1] is not None][:RELIEFS]:
                if coming is not None and self.budget.take():
                    self.context = context._replace(ready=context.ready & ~(1 << weak | 1 << unit))
                    there = self.moved(self.state, unit, coming)
                    yield Relief(self.value(there), there, leaving, unit, coming)
        self.state, self.context = before, context

    def _stacks(self, units: Iterable[int]) -> list[list[int]]:
        """The units that are together, two or more."""
        found: dict[int, list[int]] = {}
        for unit in units:
            if unit not in self.routes:
                found.setdefault(self.state.place[unit], []).append(unit)
        return [stack for stack in found.values() if len(stack) > 1]

    def _best_together(self, stack: list[int]) -> None:
        """The best destination for blocks that are together, as many as can go and find room; or none."""
        ways = {unit: self.ways(unit) for unit in stack}
        looks: dict[int, float] = {}
        for unit in stack:
            for area, route in ways[unit].items():
                seen = 1.0 if self.foes >> area & 1 else self._looks(unit, area, route)
                looks[area] = looks.get(area, 0.0) + seen
        best: tuple[float, K41State, list[int], int] | None = None
        context = self.context
        for area in sorted(looks, key=lambda area: (not self.foes >> area & 1, -looks[area], area))[:TOGETHER]:
            inside = self.tally.at[self.seat].get(area)
            room = (self.facts.limit[area] or len(stack)) - (inside.blocks if inside is not None else 0)
            going = [unit for unit in stack if area in ways[unit]][:room]
            if len(going) < 2 or not self.budget.take():
                continue
            there = self.state
            for unit in going:
                there = self.moved(there, unit, ways[unit][area])
            self.context = context._replace(ready=context.ready & ~mask(going))
            worth = self.value(there)
            if best is None or worth > best[0]:
                best = worth, there, going, area
        self.context = context
        if best is None or best[0] <= self.worth + self.least * len(best[2]):
            return
        for unit in best[2]:
            self.gains[unit] = (best[0] - self.worth) / len(best[2])
            self.routes[unit] = ways[unit][best[3]]
        self.context = context._replace(ready=context.ready & ~mask(best[2]))
        self.settle(best[1])

    def alone(self, units: Iterable[int]) -> None:
        """The route of the one block that gains most; all others stay."""
        best, gain = None, self.least
        offers = [
            (self._looks(unit, area, route), unit, route)
            for unit in units
            for area, route in self.ways(unit).items()
            if not self.foes >> area & 1
        ]
        for _, unit, route in sorted(offers, key=lambda offer: (-offer[0], offer[1], offer[2].areas)):
            if not self.budget.take():
                break
            worth = self.value(self.moved(self.state, unit, route)) - self.worth
            if worth > gain:
                best, gain = (unit, route), worth
        if best is not None:
            self.routes[best[0]], self.gains[best[0]] = best[1], gain

    def near(self, unit: int) -> bool:
        """Whether the enemy is near enough for a block to do more than march."""
        return self._far(unit) < FAR

    def _far(self, unit: int) -> int:
        disks = self.facts.disks[self.start.place[unit]]
        return next((n for n in range(5) if disks[n] & self.foes), 5)

    def _order(self, unit: int) -> tuple[int, float, int]:
        strength = self.knowledge.strengths[self.state.weather][unit][self.state.steps[unit]]
        return self._far(unit), -strength.attack, unit

    def _joins(self, unit: int) -> bool:
        """Whether there is a battle of this impulse that a block could still join."""
        return bool(self.facts.disks[self.state.place[unit]][2] & self.foes & self.state.occupied[self.seat])

    def _best(self, unit: int, most: int, known: Route | None = None) -> None:
        """The route that gains most for a block; or none."""
        best: tuple[float, K41State, Route] | None = None
        tried = self._tried(unit, most)
        if known is not None:
            tried = [known, *(route for route in tried if route != known)]
        for route in tried:
            if not self.budget.take():
                break
            there = self.moved(self.state, unit, route)
            worth = self.value(there)
            if best is None or worth > best[0]:
                best = worth, there, route
        self.gains.pop(unit, None)
        if best is not None and best[0] > self.worth + self.least:
            self.gains[unit] = best[0] - self.worth
            self.routes[unit] = best[2]
            self.settle(best[1])

    def _tried(self, unit: int, most: int) -> list[Route]:
        """Every battle, and the places that look best."""
        ways = self.ways(unit)
        battles = [route for area, route in ways.items() if self.foes >> area & 1]
        quiet = [(self._looks(unit, area, route), route) for area, route in ways.items() if not self.foes >> area & 1]
        quiet.sort(key=lambda entry: (-entry[0], entry[1].areas))
        return battles + [route for _, route in quiet[:most]]

    def _looks(self, unit: int, area: int, route: Route) -> float:
        """A quick estimate: objectives, gaps closed, what the areas along the route cut off."""
        total = self.pull(unit, area)
        if self.gaps >> area & 1:
            total += GAP
        taken = 0
        for passed in route.areas:
            taken |= 1 << passed
        taken &= self.theirs
        if taken:
            total += TAKEN * taken.bit_count()
            for goal in bits(taken & self.knowledge.goal_mask):
                total += self.knowledge.worth_at[goal]
            total += self._cut(taken)
        return total

    def _cut(self, taken: int) -> float:
        """What the enemy has in areas that would lose their line of communication."""
        facts, foe = self.facts, 1 - self.seat
        free = self.theirs & ~taken & ~self.state.occupied[self.seat]
        fed = facts.areas.flood(self.origins & free, free, free, facts.land_links)
        lost = self.fed & ~fed & self.tally.occupied[foe]
        return CUT * sum([self.tally.at[foe][area].worth for area in bits(lost)])

    def _march(self, unit: int) -> None:
        """Far from the enemy: where there is most to do."""
        here = self.state.place[unit]
        ways = self.ways(unit)
        goal = max(ways, key=lambda area: (self.pull(unit, area), -area), default=here)
        gain = self.pull(unit, goal) - self.pull(unit, here)
        if goal != here and gain > MARCH:
            self.routes[unit] = ways[goal]
            self.gains[unit] = gain * FELT
            self.state = self.moved(self.state, unit, ways[goal])
