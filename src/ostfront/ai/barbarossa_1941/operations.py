"""A phase of Barbarossa 1941 as the planner sees it: who can go where, what attacks and places are worth.

Movement is planned with the attacks that follow it, combat by itself, exploitation without attacks. What depends on
where all units are is kept up to date unit by unit: a plan asks about hundreds of positions that differ by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ostfront.ai.barbarossa_1941.battles import force_of, loss, losses_worth, mean
from ostfront.ai.barbarossa_1941.places import Places, holds
from ostfront.ai.barbarossa_1941.tally import Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts.roster import AXIS, INFANTRY, MOTORISED, SIDES, SOVIET
from ostfront.games.barbarossa_1941.rules.ground import neighbours_open
from ostfront.games.barbarossa_1941.rules.supply_lines import sources
from ostfront.games.barbarossa_1941.rules.support import flyers
from ostfront.games.barbarossa_1941.state import Battle

BY_PULL = 4  # places thought of for a unit: so many by objectives ...
IN_FRONT = 2  # ... next to the enemy ...
TOGETHER = 2  # ... and with friends who need help
FULL = 6  # steps in a hex
Posts = dict[int, int]


class Operations:
    """One phase of one side."""

    def __init__(self, tally: Tally, seat: int, reach: dict[int, int], fighting: bool) -> None:
        self.tally, self.seat, self.foe = tally, seat, 1 - seat
        self.facts, self.state, self.knowledge = tally.facts, tally.state, tally.knowledge
        self.weights = self.knowledge.officer[seat]
        self.field = Places(tally, seat)
        self.reach: Mapping[int, int] = reach
        state, roster = self.state, self.facts.roster
        self.movers: Sequence[int] = sorted(reach, key=lambda u: (-roster.combat[u][state.steps[u]], u))
        self.start = {unit: state.place[unit] for unit in reach}
        self.fixed = 0  # friends who are not asked, and those with nowhere to go
        everywhere = 0
        for unit, place, _ in tally.units[seat]:
            if reach.get(unit, 0) in (0, 1 << place):
                self.fixed |= 1 << place
        for hexes in reach.values():
            everywhere |= hexes
        self.targets: Sequence[int] = ()
        if fighting:
            near = self.facts.grid.neighbours(everywhere) & tally.occupied[self.foe] & ~state.attacked
            self.targets = [target for target in bits(near) if self.spots(target) & everywhere]
        self.air = {target: self._air(target) for target in self.targets}
        self._pulls: dict[int, Callable[[int], float]] = {}
        self._best: dict[int, float] = {}
        self._gains: dict[tuple[int, bool, bool], list[float]] = {}
        self._losses: dict[tuple[int, int], float] = {}
        self._open: dict[int, float] = {}
        self._cut: dict[int, float] = {}
        self._prices: dict[tuple[int, int], float] = {}
        self._prepare(everywhere)

    # ---- attacks ----------------------------------------------------------------------------------

    def spots(self, target: int) -> int:
        return neighbours_open(self.facts, self.state, self.seat, target, self.tally.weather_at(target))

    def strength(self, unit: int, spot: int, target: int) -> float:
        value = self.facts.roster.combat[unit][self.state.steps[unit]]
        return value * 0.7 if self.facts.across_river[target] >> spot & 1 else float(value)

    def _air(self, target: int) -> int:
        """Columns expected of an air corps."""
        found = flyers(self.facts, self.state, Battle(self.seat, target), self.seat)
        return 1 if found and self.seat == AXIS else 0

    def gain(self, target: int, force: Posts, posts: Posts) -> float:
        """Steps, ground and objectives on average; friends around the target close the ways out."""
        tally = self.tally
        there = tally.stack(target)
        held = self.fixed
        for spot in posts.values():
            held |= 1 << spot
        for spot in force.values():
            held |= 1 << spot
        ways = self.facts.near[False, False][target] & ~held
        watched = self.facts.grid.neighbours(held) & ~self.facts.majors
        key = target, bool(ways), bool(ways & (tally.occupied[self.foe] | ~watched))
        gains = self._gains.get(key)
        if gains is None:
            taken = tally.captured(self.seat, target)
            gains = self._gains[key] = losses_worth(tally, self.seat, target, there, key[1], key[2], taken)
        attackers = force_of(tally, target, list(force), list(force.values()))
        return mean(tally, self.seat, target, there, attackers, gains, self.air.get(target, 0))

    def price(self, unit: int, spot: int) -> float:
        """What the enemy's turn would cost the unit there, and what it misses elsewhere."""
        found = self._prices.get((unit, spot))
        if found is None:
            found = self.weights["price"] * max(0.0, self.field.danger(unit, spot))
            pull = self.pull(unit)
            found += self.weights["detour"] * max(0.0, self._best_pull(unit) - pull(spot))
            self._prices[unit, spot] = found
        return found

    def pull(self, unit: int) -> Callable[[int], float]:
        found = self._pulls.get(unit)
        if found is None:
            known: dict[int, float] = {}
            plain = self.field.pull(unit)

            def pulled(place: int) -> float:
                worth = known.get(place)
                if worth is None:
                    worth = known[place] = plain(place)
                return worth

            found = self._pulls[unit] = pulled
        return found

    def _best_pull(self, unit: int) -> float:
        found = self._best.get(unit)
        if found is None:
            pull = self.pull(unit)
            found = self._best[unit] = max(pull(place) for place in bits(self.reach[unit]))
        return found

    # ---- places -----------------------------------------------------------------------------------

    def room(self, unit: int, place: int, posts: Posts) -> bool:
        """Beside those who stay and those who are meant to come (3, 12.2)."""
        steps, roster = self.state.steps, self.facts.roster
        company = self.staying.get(place, 0)
        for other, at in posts.items():
            if at == place:
                company |= 1 << other
        company &= ~(1 << unit)
        if not company:
            return True
        if roster.romanians >> unit & 1 and company & roster.hungarians:
            return False
        if roster.hungarians >> unit & 1 and company & roster.romanians:
            return False
        return sum([steps[u] for u in bits(company)]) + steps[unit] <= FULL

    def places(self, unit: int) -> Sequence[int]:
        here, reach = self.start[unit], self.reach[unit]
        if reach == 1 << here:
            return ()
        pull, tally = self.pull(unit), self.tally
        legs = sorted(bits(reach), key=lambda place: (-pull(place), place))
        beside = self.facts.grid.neighbours(tally.occupied[self.foe])
        front = [place for place in legs if beside >> place & 1]
        friends = [place for place in bits(reach & tally.occupied[self.seat]) if tally.threat(self.foe, place) >= 1]
        friends.sort(key=lambda place: (-tally.threat(self.foe, place), place))
        cities = bits(reach & self.facts.victory_hexes)
        found = [here, *legs[:BY_PULL], *cities[:3], *front[:IN_FRONT], *friends[:TOGETHER]]
        if self.line_matters:
            found += self._gaps(legs)
        return list(dict.fromkeys(found))

    def _gaps(self, legs: Sequence[int]) -> list[int]:
        """Where a unit would close a way into the open, not next to the enemy."""
        found = [p for p in legs if self.ways_in >> p & 1 and not self.tally.zoc[self.foe] >> p & 1]
        return [found[len(found) * n // 3] for n in range(3)] if len(found) > 3 else found

    # ---- the whole position -----------------------------------------------------------------------

    def _prepare(self, everywhere: int) -> None:
        """What does not change with the posts, and the sums that do."""
        field, tally, state, roster = self.field, self.tally, self.state, self.facts.roster
        knowledge = self.knowledge
        going = 0
        for unit in self.reach:
            going |= 1 << unit
        self.staying: dict[int, int] = {}
        for unit, place, _ in tally.units[self.seat]:
            if not going >> unit & 1:
                self.staying[place] = self.staying.get(place, 0) | 1 << unit
        self.at = dict(self.staying)  # by hex, the units there now
        self.now: Posts = {}
        self.sums = field.influence[self.seat].copy()
        self.near = {
            unit: knowledge.near[MOTORISED if tally.mobility(unit) == MOTORISED else INFANTRY] for unit in self.reach
        }
        self.value = {unit: roster.combat[unit][state.steps[unit]] for unit in self.reach}
        self.alone: dict[tuple[int, int], float] = {}
        self.fixed_worth = 0.0
        for unit, place in self.start.items():
            self.now[unit] = place
            self.at[place] = self.at.get(place, 0) | 1 << unit
            self.fixed_worth += self._alone(unit, place)
        w, side = knowledge.weights["line"], SIDES[self.seat]
        self.by_goal, self.by_hex = w[f"{side}_open"], w[f"{side}_ground"]
        self.line_matters = bool(self.by_goal or self.by_hex)
        self.own_cities = [
            goal
            for goal in knowledge.goals
            if not field.wanted >> goal & 1 and tally.value(goal) and self._matters(goal)
        ]
        grid, foes = self.facts.grid, tally.occupied[self.foe]
        self.ways_in = grid.within(foes, 4) & ~grid.within(foes, 1)
        zone = grid.within(everywhere | tally.occupied[self.seat], 2)
        land = self.facts.land
        self.behind = grid.flood(sources(self.facts, state, self.foe) & ~zone, land & ~zone, land & ~zone)
        self.zone = zone & land

    def _matters(self, goal: int) -> bool:
        held_by_presence = self.seat == AXIS and self.facts.majors >> goal & 1
        return bool(held_by_presence or self.tally.threat(self.foe, goal) >= 1)

    def _alone(self, unit: int, place: int) -> float:
        """What a place is worth to a unit whatever the others do: the way to objectives, supply, towns entered."""
        found = self.alone.get((unit, place))
        if found is None:
            field, tally = self.field, self.tally
            mobility = MOTORISED if tally.mobility(unit) == MOTORISED else INFANTRY
            pace = self.knowledge.weights["goals"][f"{SIDES[self.seat]}_step"]
            found = -pace * min(40, field.nearest(mobility)[place]) - field.supplied(unit, place)
            if self.start[unit] != place:
                found += tally.captured(self.seat, place)
            self.alone[unit, place] = found
        return found

    def _follow(self, posts: Posts) -> None:
        """Bring the sums up to date with where the units are meant to be."""
        now, at, sums = self.now, self.at, self.sums
        for unit, start in self.start.items():
            to = posts.get(unit, start)
            old = now[unit]
            if to == old:
                continue
            now[unit] = to
            bit, near, value = 1 << unit, self.near[unit], self.value[unit]
            at[old] &= ~bit
            if not at[old]:
                del at[old]
            at[to] = at.get(to, 0) | bit
            for goal, felt in near[old]:
                sums[goal] -= felt * value
            for goal, felt in near[to]:
                sums[goal] += felt * value
            self.fixed_worth += self._alone(unit, to) - self._alone(unit, old)

    def worth(self, posts: Posts) -> float:
        """The position with all units there: objectives, garrisons, danger, gaps, pockets."""
        self._follow(posts)
        total = self.fixed_worth
        for (need, value), near in zip(self.field.needs, self.sums, strict=True):
            if value:
                total += value if near >= need else value * near / need
        return total + self._held() - self._danger() - self._gaps_open() + self._pockets()

    def _held(self) -> float:
        """Own cities with their garrisons."""
        tally, at, combat, steps = self.tally, self.at, self.facts.roster.combat, self.state.steps
        majors, leave = self.facts.majors, self.knowledge.weights["garrison"]["leave"]
        total = 0.0
        for goal in self.own_cities:
            units = at.get(goal, 0)
            if not units:
                continue
            value, major = tally.value(goal), majors >> goal & 1
            if major and self.seat == AXIS:
                total += leave * value
            attack = tally.threat(self.foe, goal)
            if attack:
                firm = 1.7 if major else 1.3
                total += value * holds(firm * sum([combat[u][steps[u]] for u in bits(units)]), attack)
        return total

    def _danger(self) -> float:
        tally, seat, losses = self.tally, self.seat, self._losses
        total = 0.0
        for place, units in self.at.items():
            found = losses.get((place, units))
            if found is None:
                attack = tally.threat(self.foe, place)
                found = loss(tally, seat, place, Stack(tally, units), attack) if attack >= 1 else 0.0
                if seat == SOVIET and tally.zoc[AXIS] >> place & 1 and not self.facts.cities >> place & 1:
                    found += self.knowledge.weights["danger"]["open"]
                losses[place, units] = found
            total += found
        return total * self.knowledge.weights["danger"][SIDES[seat]]  # type: ignore[no-any-return]

    def _occupied(self) -> int:
        found = 0
        for place in self.at:
            found |= 1 << place
        return found

    def _gaps_open(self) -> float:
        if not self.line_matters:
            return 0.0
        occupied = self._occupied()
        found = self._open.get(occupied)
        if found is None:
            found = self._open[occupied] = self.field.open(occupied, self.by_goal, self.by_hex)
        return found

    def _pockets(self) -> float:
        """Enemies whom no way connects to their rear, past our units and their zones of control."""
        w = self.weights["pocket"]
        if not w:
            return 0.0
        occupied = self._occupied()
        found = self._cut.get(occupied)
        if found is None:
            tally, grid = self.tally, self.facts.grid
            foes = tally.occupied[self.foe]
            watched = grid.neighbours(occupied) & ~self.facts.majors & ~foes
            enter = self.zone & ~occupied
            start = self.behind & ~occupied
            reached = grid.flood(start, enter | start, enter & ~watched | start, None, 14)
            cut = foes & self.zone & ~reached & ~start
            found = sum([tally.stack(place).stake for place in bits(cut)]) * w
            self._cut[occupied] = found
        return found
