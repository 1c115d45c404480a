"""One activation of A Victory Awaits as the planner sees it: who can go where, what attacks and places are worth.

An army moves as a body: its HQ first finds a place from which it leads as many units as possible toward their goals;
the units then find places in its range. Weights are in `weights.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.victory_awaits.evaluate import prospect
from ostfront.ai.victory_awaits.goals import Way, aims
from ostfront.ai.victory_awaits.knowledge import STRONGEST, Knowledge
from ostfront.ai.victory_awaits.stakes import Posts, Stakes
from ostfront.ai.victory_awaits.tally import Stack, Tally
from ostfront.core.map.hexes import bits, mask
from ostfront.games.victory_awaits.facts.roster import SIDES
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.state import VaState

BY_PULL = 6  # places considered for a unit: this many by what attracts it ...
IN_FRONT = 4  # ... and next to the enemy
FOR_HQ = 6  # places considered for an HQ
IMPOSSIBLE = -100.0


class Activation(Stakes):
    """The units that can still move or fight, with the hexes they may end in."""

    def __init__(
        self, knowledge: Knowledge, state: VaState, side: int, reach: dict[int, int], *, fights: bool = True
    ) -> None:
        facts = knowledge.facts
        self.knowledge, self.facts, self.side, self.foe = knowledge, facts, side, 1 - side
        self.state = state
        self.weights = knowledge.weights["officer"]
        roster = facts.roster
        self.hqs = [unit for unit in reach if roster.is_hq[unit]]
        self.start = {unit: state.place[unit] for unit in reach}
        self.where = dict(reach)
        self.reach = {unit: 0 if roster.is_hq[unit] else hexes for unit, hexes in reach.items()}
        fighters = sorted(
            (unit for unit in reach if not roster.is_hq[unit]),
            key=lambda u: (-roster.attack[u][state.steps[u]], u),
        )
        self.movers: Sequence[int] = [*self.hqs, *fighters]
        self.tally = tally = Tally(knowledge, state, side, mask(reach))
        self.foes = tally.occupied[self.foe]
        self.staying: dict[int, list[int]] = {}
        for unit in bits(roster.of_side[side] & state.on_map & ~mask(reach)):
            self.staying.setdefault(state.place[unit], []).append(unit)
        self.staying_hexes = mask(self.staying)
        self.zoc = self._zoc(self.staying_hexes)
        self.sides = {t: mask(knowledge.entries[side][t]) for t in bits(self.foes)}
        near = 0
        for hexes in self.reach.values():
            near |= hexes
        self.targets = [t for t, sides in self.sides.items() if sides & near] if fights else []
        self._gains: dict[tuple[object, ...], float] = {}
        self._dangers: dict[tuple[int, ...], float] = {}
        self._pulls: dict[tuple[int, int], float] = {}
        placed = mask(state.place[unit] for unit, hexes in reach.items() if hexes == 1 << state.place[unit])
        self._aims = aims(tally, side, self.staying_hexes | placed)
        self._near = [knowledge.nearest(tally.wanted(side), mech) for mech in (False, True)]
        self._goals()
        self._commands()
        self._supply_costs()
        self._reliefs = {t: self.relief(t) for t in self.targets}
        self._headings()

    # ---- attacks ----------------------------------------------------------------------------------

    def spots(self, target: int) -> int:
        return self.sides[target]

    def strength(self, unit: int, spot: int, target: int) -> float:
        state = self.state
        attack = self.facts.roster.attack[unit][state.steps[unit]] / (2 if state.out_of_command >> unit & 1 else 1)
        return attack / 2 if not state.surprise and self.facts.across_river[target] >> spot & 1 else attack

    def gain(self, target: int, force: Posts, posts: Posts) -> float:
        """The expected gain, with friendly units at these posts blocking retreats."""
        around = self.knowledge.around
        shut = self.zoc
        for place in posts.values():
            shut |= around[place] | 1 << place
        for place in force.values():
            shut |= around[place] | 1 << place
        key = (target, tuple(force.items()), shut & around[target])
        found = self._gains.get(key)
        if found is None:
            found = self._gains[key] = self._gain(target, force, shut)
        return found

    def _gain(self, target: int, force: Posts, shut: int) -> float:
        strength = sum([self.strength(unit, spot, target) for unit, spot in force.items()])
        knowledge, steps = self.knowledge, self.state.steps
        price = min([knowledge.price[unit][steps[unit]] for unit in force])
        found = prospect(self.tally, self.side, target, self.tally.stack(target), strength, shut, price)
        if not found:
            return IMPOSSIBLE
        there = self.tally.stack(target)
        column = knowledge.columns[min(int(strength), STRONGEST)][min(there.defense, STRONGEST)]
        mean = knowledge.expected[max(0, column - self.facts.shift_at[target])]
        found += (self._reliefs[target] + self.weights["push"]) * mean.retreat
        goal = knowledge.goal_at.get(target)
        if goal is not None and there.fort:  # step by step
            found += (
                self.tally.values[goal] * self.weights["siege"] * min(1.0, (mean.defender + mean.hexes) / there.steps)
            )
        return found

    def price(self, unit: int, spot: int) -> float:
        """What it costs to be there rather than in the unit's preferred hex, if it could go there."""
        if self.where[unit] == 1 << self.start[unit]:
            return 0.0
        found = self._pulls.get((unit, -spot))
        if found is None:
            lost = max(0.0, self.pull(unit, self.start[unit]) - self.pull(unit, spot)) * self.weights["turn_back"]
            fear = self.danger(spot, (unit,)) if spot != self.start[unit] else 0.0
            found = lost + max(0.0, fear) * self.weights["price"] + self._astray(unit, spot)
            self._pulls[unit, -spot] = found
        return found

    def _astray(self, unit: int, spot: int) -> float:
        """What a unit loses by being out of range of the HQs' destinations."""
        nation = self.nations[unit]
        n = sum([count for hexes, count, of in self.ranges if of == nation and hexes >> spot & 1])
        for hq, place in self.meant.items():
            if self.nations[hq] == nation and in_range(self.facts, place) >> spot & 1:
                n += max(1, self.chits[hq])
        return self.value[unit] * (self.calls[2] - self.calls[min(n, 2)])

    # ---- places -----------------------------------------------------------------------------------

    def room(self, unit: int, place: int, posts: Posts) -> bool:
        """Beside those who stay and those who are meant to come (3.1)."""
        forts = self.facts.roster.is_fort
        there = sum([not forts[u] for u in self.staying.get(place, ())])
        return there + sum([at == place and u != unit for u, at in posts.items()]) < 2

    def places(self, unit: int) -> Sequence[int]:
        """Staying, goals, the most attractive hexes, and the best of those next to the enemy."""
        here, reach = self.start[unit], self.where[unit]
        if reach == 1 << here:
            return ()
        if unit in self.hqs:
            return self._hq_places(unit)
        legs = sorted(bits(reach), key=lambda place: (-self.pull(unit, place), place))
        touching = self.tally.zoc[self.foe]
        front = [place for place in legs if touching >> place & 1]
        taking = [place for place in self.knowledge.goals if reach >> place & 1]
        led = 0
        for hexes, _ in self.led.values():
            led |= hexes
        followers = [place for place in legs if led >> place & 1]
        hq_places = [place for place in self._threatened_hqs() if reach >> place & 1]
        return list(
            dict.fromkeys([here, *taking, *legs[:BY_PULL], *followers[:BY_PULL], *front[:IN_FRONT], *hq_places])
        )

    def _threatened_hqs(self) -> list[int]:
        """Where HQs are or are meant to be that the enemy could attack."""
        is_hq, foe = self.facts.roster.is_hq, self.foe
        alone = [place for place, units in self.staying.items() if len(units) == 1 and is_hq[units[0]]]
        return [place for place in (*self.meant.values(), *alone) if self.tally.threat(foe, place)]

    def _hq_places(self, hq: int) -> Sequence[int]:
        reach = bits(self.where[hq] & ~self.tally.zoc[self.foe]) or [self.start[hq]]
        best = sorted(reach, key=lambda place: (-self._lead(hq, place), place))
        return list(dict.fromkeys([*best[:FOR_HQ], self.start[hq]]))

    def _lead(self, hq: int, place: int) -> float:
        """A quick estimate of an HQ's place: which units it could lead from there, and how far forward it is."""
        return self.hq_pull(hq, place) + self.command({hq: place})

    def pull(self, unit: int, place: int) -> float:
        """What a unit's place is worth by itself: the way to its goals, its line."""
        key = (unit, place)
        found = self._pulls.get(key)
        if found is None:
            way = self._way(unit, self.facts.roster.mech[unit])
            found = -self.tally.progress_rate(unit) * way(place) * self.weights["progress"]
            self._pulls[key] = found
        return found

    def _way(self, unit: int, mech: bool) -> Way:
        """By hex, the movement points to where a unit should go."""
        aim = self._aims.get(unit)
        return self._near[mech].__getitem__ if aim is None else aim.ways[mech]

    def _headings(self) -> None:
        """Where the army of each moving HQ should go, and the destination of the HQ."""
        self.armies: dict[int, list[tuple[float, Way]]] = {}
        for hq in self.hqs:
            rates: dict[Way, float] = {}
            for unit in self.weight:
                if self.nations[unit] == self.nations[hq]:
                    way = self._way(unit, False)
                    rates[way] = rates.get(way, 0.0) + self.tally.progress_rate(unit)
            self.armies[hq] = [(rate, way) for way, rate in rates.items()]
        self.meant = {hq: next(iter(self._hq_places(hq))) for hq in self.hqs}

    def hq_pull(self, hq: int, place: int) -> float:
        """An HQ goes where its army should go."""
        key = (hq, place)
        found = self._pulls.get(key)
        if found is None:
            found = -sum([rate * way(place) for rate, way in self.armies[hq]]) * self.weights["follow"]
            distance = self.facts.grid.distance
            found += self.weights["fetch"] * sum(
                [
                    worth * 16 / max(4, distance(place, at)) ** 2
                    for at, worth, of in self.idle
                    if of == self.nations[hq]
                ]
            )
            self._pulls[key] = found
        return found

    def worth(self, posts: Posts) -> float:
        """The position with all units there: goals, distances, command, danger."""
        total = self.command(posts) + self.goals(posts)
        by_hex: dict[int, list[int]] = {}
        for unit, place in posts.items():
            total += self.hq_pull(unit, place) if unit in self.armies else self.pull(unit, place)
            by_hex.setdefault(place, []).append(unit)
        for place, units in by_hex.items():
            total -= self.danger(place, tuple(sorted(units)))
        return total - self.supply_loss(posts)

    def danger(self, place: int, units: tuple[int, ...]) -> float:
        """How much more the enemy's best attack on the stack would gain because of these units."""
        key = (place, *units)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._danger(place, units)
        return found

    def _danger(self, place: int, units: tuple[int, ...]) -> float:
        tally, knowledge, state = self.tally, self.knowledge, self.state
        threat = tally.threat(self.foe, place)
        if not threat:
            return 0.0
        there = Stack()
        for unit in self.staying.get(place, ()):
            there.add(knowledge, unit, state.steps[unit])
        before = max(0.0, prospect(tally, self.foe, place, there, threat)) if there.units else 0.0
        for unit in units:
            there.add(knowledge, unit, state.steps[unit])
        after = max(0.0, prospect(tally, self.foe, place, there, threat))
        return (after - before) * self.weights[f"danger_{SIDES[self.side]}"]
