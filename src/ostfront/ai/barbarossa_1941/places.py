"""What a hex is worth for a unit: objectives to take and to keep, garrisons, supply, danger, attacks from there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ostfront.ai.barbarossa_1941.battles import force_of, gains_at, loss, mean
from ostfront.ai.barbarossa_1941.tally import Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts.roster import AXIS, INFANTRY, MOTORISED, SIDES, SOVIET


class Places:
    """Places for the units of one side, as the position is."""

    def __init__(self, tally: Tally, seat: int) -> None:
        self.tally, self.seat, self.foe = tally, seat, 1 - seat
        self.facts, self.knowledge, self.state = tally.facts, tally.knowledge, tally.state
        self.weights = tally.knowledge.weights
        self._gains: dict[int, list[float]] = {}
        self._nearest: dict[int, list[int]] = {}

    # ---- objectives -------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> int:
        """Objectives in enemy hands that would count."""
        facts, state = self.facts, self.state
        found = facts.victory_hexes & ~state.liberated
        return found & ~state.held if self.seat == AXIS else found & state.held

    @cached_property
    def influence(self) -> list[list[float]]:
        """By side, the strength near each objective."""
        near, mobility = self.knowledge.near, self.tally.mobility
        found = []
        for units in self.tally.units:
            sums = [0.0] * len(self.knowledge.goals)
            for unit, place, strength in units:
                for goal, felt in near[MOTORISED if mobility(unit) == MOTORISED else INFANTRY][place]:
                    sums[goal] += felt * strength
            found.append(sums)
        return found

    @cached_property
    def needs(self) -> list[tuple[float, float]]:
        """For each objective the strength it needs nearby and what it is worth to have it there."""
        w, tally = self.weights["goals"], self.tally
        found = []
        for n, goal in enumerate(self.knowledge.goals):
            value, against = tally.value(goal), self.influence[self.foe][n]
            if self.wanted >> goal & 1:
                defence = tally.stack(goal).strength if tally.occupied[self.foe] >> goal & 1 else 0
                found.append((w["enter"] + w["take"] * (defence + 0.5 * against), value * w["approach"]))
            else:
                found.append((w["keep"] + w["against"] * against, value * w["hold"] if against > 0.5 else 0.0))
        return found

    def call(self, unit: int) -> Callable[[int], float]:
        """What a unit adds to the strength near the objectives from a hex, and its way to them."""
        tally = self.tally
        mobility = MOTORISED if tally.mobility(unit) == MOTORISED else INFANTRY
        near = self.knowledge.near[mobility]
        strength = self.facts.roster.combat[unit][self.state.steps[unit]] if self.state.steps[unit] else 0
        sums = self.influence[self.seat]
        here = self.state.place[unit]
        if self.state.on_map >> unit & 1:
            sums = sums.copy()
            for goal, felt in near[here]:
                sums[goal] -= felt * strength
        needs = self.needs
        room = [max(0.0, need - has) for (need, _), has in zip(needs, sums, strict=True)]
        slopes = [value / need for need, value in needs]
        way, pace = self.nearest(mobility), self.weights["goals"][f"{SIDES[self.seat]}_step"]

        def called(place: int) -> float:
            total = -pace * min(40, way[place])
            for goal, felt in near[place]:
                if room[goal]:
                    total += slopes[goal] * min(room[goal], felt * strength)
            return total  # type: ignore[no-any-return]

        return called

    def nearest(self, mobility: int) -> list[int]:
        """By hex, the way to the nearest objective: to take for the Axis; near the enemy for the Soviets."""
        found = self._nearest.get(mobility)
        if found is None:
            goals = self.wanted if self.seat == AXIS else self.threatened
            found = self._nearest[mobility] = self.knowledge.nearest(mobility, goals)
        return found

    @cached_property
    def threatened(self) -> int:
        """Own objectives with enemies near."""
        goals = self.knowledge.goals
        return sum(1 << goals[n] for n, (_, value) in enumerate(self.needs) if value) & ~self.wanted

    # ---- cities -----------------------------------------------------------------------------------

    def kept(self, unit: int, place: int) -> float:
        """What a unit does in a city of its own side: it holds it, and an Axis major city counts only so."""
        facts, state, tally = self.facts, self.state, self.tally
        bit = 1 << place
        if not facts.victory_hexes & bit or bool(state.held & bit) != (self.seat == AXIS):
            return 0.0
        value = tally.value(place)
        if not value:
            return 0.0
        others = tally.stack(place).units & ~(1 << unit)
        w = self.weights["garrison"]
        total = 0.0
        if self.seat == AXIS and facts.majors & bit:
            if not others:
                total += w["leave"] * value
            elif others & ~facts.roster.panzers == 0 and tally.mobility(unit) != MOTORISED:
                total += w["relieve"] * facts.victory_points[place]
        attack = tally.threat(self.foe, place)
        if attack:
            combat, steps = facts.roster.combat, state.steps
            firm = 1.7 if facts.majors & bit else 1.3
            before = firm * sum([combat[u][steps[u]] for u in bits(others)])
            total += value * (holds(before + firm * combat[unit][steps[unit]], attack) - holds(before, attack))
        return total

    # ---- danger and supply ------------------------------------------------------------------------

    def danger(self, unit: int, place: int) -> float:
        """What the enemy's next turn would cost more with the unit there."""
        tally = self.tally
        attack = tally.threat(self.foe, place)
        if attack < 1:
            return 0.0
        others = tally.stack(place).units & ~(1 << unit)
        alone = Stack(tally, others | 1 << unit)
        cost = loss(tally, self.seat, place, alone, attack)
        if others:
            cost -= loss(tally, self.seat, place, Stack(tally, others), attack)
        w = self.weights["danger"]
        cost *= w[SIDES[self.seat]]
        if self.seat == SOVIET and not self.facts.cities >> place & 1 and tally.zoc[AXIS] >> place & 1:
            cost += w["open"]
        return cost  # type: ignore[no-any-return]

    def supplied(self, unit: int, place: int) -> float:
        """The cost of being beyond the lines."""
        sure, near = self.tally.supply(unit)
        if sure >> place & 1:
            return 0.0
        worth = self.knowledge.worth[unit][self.state.steps[unit]] * self.tally.time
        w = self.weights["supply"]
        return worth * (w["strained"] if near >> place & 1 else w["cut"])  # type: ignore[no-any-return]

    # ---- attacks ----------------------------------------------------------------------------------

    def gains(self, target: int) -> list[float]:
        found = self._gains.get(target)
        if found is None:
            found = self._gains[target] = gains_at(self.tally, self.seat, target, self.tally.stack(target))
        return found

    def contact(self, unit: int, place: int, waiting: int) -> float:
        """The best attack the unit could take part in from a hex, with those beside the target now.

        `waiting` are units that have yet to move and may still come.
        """
        facts, tally, state = self.facts, self.tally, self.state
        best = 0.0
        w = self.weights["battle"]
        for target in bits(facts.near[False, False][place] & tally.occupied[self.foe]):
            friends = state.standing(facts.near[False, False][target] & tally.occupied[self.seat])
            friends &= facts.roster.combat_units[self.seat] & ~(1 << unit)
            units = [unit, *bits(friends)]
            force = force_of(tally, target, units, [place, *(state.place[u] for u in units[1:])])
            there = tally.stack(target)
            if waiting:
                coming = state.standing(facts.grid.disk(target, 3) & tally.occupied[self.seat]) & waiting & ~friends
                more = sum([facts.roster.combat[u][state.steps[u]] for u in bits(coming & ~(1 << unit))])
                force = force._replace(strength=force.strength + int(w["join"] * min(more, 12)))
            gain = mean(tally, self.seat, target, there, force, self.gains(target))
            best = max(best, gain)
        return best * w["share"]  # type: ignore[no-any-return]

    # ---- the line ---------------------------------------------------------------------------------

    def line(self, unit: int, places: list[int]) -> list[float]:
        """By place, what the enemy could walk into past zones of control with the unit there."""
        w, side = self.weights["line"], SIDES[self.seat]
        by_goal, by_hex = w[f"{side}_open"], w[f"{side}_ground"]
        if not (by_goal or by_hex):
            return [0.0] * len(places)
        tally, state = self.tally, self.state
        here = state.place[unit]
        leaving = state.on_map >> unit & 1 and not tally.stack(here).units & ~(1 << unit)
        occupied = tally.occupied[self.seat] & ~(1 << here) if leaving else tally.occupied[self.seat]
        return [self.open(occupied | 1 << place, by_goal, by_hex) for place in places]

    def open(self, occupied: int, by_goal: float, by_hex: float) -> float:
        """What the enemy could walk into with our units in these hexes."""
        facts, tally = self.facts, self.tally
        grid = facts.grid
        enter = facts.land & ~occupied
        watched = grid.neighbours(occupied) & ~facts.majors
        foes = tally.occupied[self.foe]
        reached = grid.flood(foes, enter, enter & ~watched | foes, None, int(self.weights["line"]["reach"]))
        gone = reached & ~foes
        total = by_hex * (gone & facts.ussr).bit_count()
        for goal in bits(gone & facts.victory_hexes & ~self.wanted):
            total += by_goal * tally.value(goal)
        return total

    # ---- all together -----------------------------------------------------------------------------

    def pull(self, unit: int) -> Callable[[int], float]:
        """All that can be said of a hex quickly."""
        called, tally = self.call(unit), self.tally

        def pulled(place: int) -> float:
            return (
                called(place) + tally.captured(self.seat, place) + self.kept(unit, place) - self.supplied(unit, place)
            )

        return pulled


def holds(defence: float, attack: float) -> float:
    """The chance that a city is still held after the enemy's turn."""
    if not defence:
        return 0.0
    return defence**2 / (defence**2 + (0.4 * attack) ** 2)
