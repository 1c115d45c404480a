"""One activation of A Victory Denied as the planner sees it: who can go where, what attacks and places are worth.

Everything here is about the units that can still move or fight. Weights are in `weights.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ostfront.ai.victory_denied.danger import Threat, fear, loss
from ostfront.ai.victory_denied.evaluate import capture_worth, cut_off, open_ways
from ostfront.ai.victory_denied.gains import cheapest_step
from ostfront.ai.victory_denied.goals import Goals
from ostfront.ai.victory_denied.guards import blocking_hexes, breach, exposure, raiders, risk
from ostfront.ai.victory_denied.knowledge import STRONGEST, Knowledge
from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.ground import triggers
from ostfront.games.victory_denied.rules.strength import other_shift
from ostfront.games.victory_denied.state import ISOLATED, MOSCOW, VdState

BY_PULL = 5  # places thought of for a unit: so many by objectives ...
IN_FRONT = 3  # ... next to the enemy ...
TOGETHER = 4  # ... and with friends who need help
CORPS = 4  # hexes an attacker may be from his corps without being missed
IMPOSSIBLE = -100.0


class Activation:
    """One activation as the planner sees it."""

    def __init__(self, knowledge: Knowledge, state: VdState, seat: int, reach: dict[int, int]) -> None:
        self.knowledge, self.facts, self.seat = knowledge, knowledge.facts, seat
        facts = self.facts
        self.foe = SOVIET if seat == GERMAN else GERMAN
        self.state = state.clone()
        self.weights = knowledge.officer[seat]
        self.reach: Mapping[int, int] = reach
        self.tally = tally = Tally(knowledge, self.state, state.active & ~state.spent)
        strengths, steps, status = knowledge.strengths, state.steps, state.status
        self.strengths = {unit: strengths[unit][steps[unit]][status[unit]] for unit in reach}
        self.movers: Sequence[int] = sorted(reach, key=lambda u: (-self.strengths[u][0], u))
        self.start = {unit: state.place[unit] for unit in reach}
        self.threat = Threat(tally, self.foe)
        self.shift = other_shift(facts, state, seat)
        self.crossed = {target: facts.across_river[target] for target in bits(tally.occupied[self.foe])}
        going = 0
        for unit in reach:
            going |= 1 << unit
        self.staying_hexes = 0  # of friends
        self.staying: dict[int, list[int]] = {}
        for unit, place, *_ in tally.units[seat]:
            if not going >> unit & 1:
                self.staying_hexes |= 1 << place
                self.staying.setdefault(place, []).append(unit)
        grid = facts.grid
        enter = facts.valid & ~self.staying_hexes
        foes = tally.occupied[self.foe]
        reached = grid.flood(foes, enter, enter & ~grid.neighbours(self.staying_hexes) | foes, None, 3)
        self.shadow = grid.neighbours(reached)
        reachable = 0
        for hexes in reach.values():
            reachable |= hexes
        self.targets: Sequence[int] = [
            t for t in bits(foes & grid.neighbours(reachable) & ~state.attacked) if facts.around[t] & reachable
        ]
        self.hexes = {t: tally.hex(t) for t in self.targets}
        self.near_corps: dict[int, int] = {}
        self.traps: dict[tuple[int, int], tuple[float, float, float]] = {}
        self.means: dict[tuple[int, int, int], float] = {}
        self.prices: dict[tuple[int, int], float] = {}
        self.pulls: dict[int, Callable[[int], float]] = {}
        self.appeals: dict[int, float] = {}
        self.raiders_near = raiders(tally, seat)
        soon = breach(tally, seat, self.raiders_near)
        self.blocking = blocking_hexes(soon, tally)
        self.menace = {place: risk(time) * self.weights["breach"] for place, time in soon.times.items()}
        self.guard_missed: dict[tuple[int, int], float] = {}
        self.guarding = [unit for unit in self.movers if self._guard_missed(unit, -1) > 0]
        self.led = 0
        for place in bits(state.occupied[HQS[seat]] & facts.valid):
            self.led |= grid.disk(place, 4)
        self.goals = Goals(tally, seat, self.movers)
        self.worths: dict[tuple[tuple[int, int], ...], float] = {}

    # ---- attacks ----------------------------------------------------------------------------------

    def spots(self, target: int) -> int:
        return self.facts.around[target]

    def strength(self, unit: int, spot: int, target: int) -> float:
        attack = self.strengths[unit][0]
        return attack / 2 if self.crossed[target] >> spot & 1 else attack

    def gain(self, target: int, force: dict[int, int], posts: dict[int, int]) -> float:
        """Steps, retreats and what is behind them, over the results of the column; each hex rounds down."""
        facts, knowledge, there = self.facts, self.knowledge, self.hexes[target]
        by_hex: dict[int, float] = {}
        for unit, spot in force.items():
            by_hex[spot] = by_hex.get(spot, 0.0) + self.strength(unit, spot, target)
        attack = sum([int(total) for total in by_hex.values()])
        column = knowledge.columns[min(attack, STRONGEST)][min(int(there.defense), STRONGEST)]
        if there.defense >= 1:
            column -= facts.shift_at[target]
            if column < 0:
                return IMPOSSIBLE
            column = min(facts.crt.last, column + self.shift)
        held = self.staying_hexes
        units = 0
        for spot in posts.values():
            held |= 1 << spot
        for unit, spot in force.items():
            held |= 1 << spot
            units |= 1 << unit
        return self._mean(target, column, held) - knowledge.expected[self.seat][column].attacker * cheapest_step(
            self.tally, units
        )

    def _mean(self, target: int, column: int, held: int) -> float:
        """What a column does to the defenders, roll by roll: steps lost there and on the way out, ground, towns."""
        key = (target, column, held)
        found = self.means.get(key)
        if found is None:
            there, w, facts = self.hexes[target], self.weights, self.facts
            step = there.stake / there.steps * w["kill"]
            taken, menace = 0.0, self.menace.get(target, 0.0) * w["menace"]
            if facts.victory_mask >> target & 1 or (self.seat == GERMAN and facts.moscow >> target & 1):
                taken = capture_worth(self.tally, self.seat, target)
            ways = self.trap(target, held)
            total = 0.0
            for lost, hexes in self.knowledge.rolls[self.seat][column]:
                lost += hexes if there.pvo else ways[hexes] * there.units
                total += min(lost, there.steps) * step
                if lost >= there.steps or (hexes and not there.pvo):
                    total += w["push"] + taken + (menace if lost >= there.steps else menace / 2)
                else:
                    total += w["wear"] * taken * lost / there.steps
            found = self.means[key] = total / len(self.knowledge.rolls[self.seat][column])
        return found

    def trap(self, target: int, held: int) -> tuple[float, float, float]:
        """Steps lost on the best way out of a hex, by its length, with units in these hexes (9.5.4).

        A hex half closed counts a little: the next unit may close it.
        """
        key = (target, held)
        found = self.traps.get(key)
        if found is None:
            facts = self.facts
            near = facts.grid.neighbours(held)
            costly = near & ~self.tally.occupied[GERMAN] if self.foe == GERMAN else near
            ways = facts.around[target] & facts.valid & ~held & ~(facts.across_major[target] & near)
            safe = ways & ~costly
            behind = facts.grid.neighbours(safe) & facts.valid & ~held & ~costly & ~(1 << target)
            aside = facts.grid.neighbours(ways) & facts.valid & ~held & ~costly & ~(1 << target)
            closing = self.weights["closing"] * (6 - safe.bit_count())
            if not ways:
                found = (0.0, 2.0, 2.0)
            else:
                found = (0.0, closing if safe else 1.0, closing if behind else 1.0 if safe or aside else 2.0)
            self.traps[key] = found
        return found

    def price(self, unit: int, spot: int) -> float:
        """What being there alone would cost in the enemy's turn, as a share: others may be there too."""
        key = (unit, spot)
        found = self.prices.get(key)
        if found is None:
            found = 0.0
            if self.shadow >> spot & 1:
                attack = self._threat(spot)
                alone = _Alone(self, unit)
                found = max(0.0, loss(self.tally, self.seat, spot, alone, attack, self.shadow))  # type: ignore[arg-type]
            if self.start[unit] == spot:
                found *= self.weights["already"]
            found *= self.weights["price"] * self.tally.time
            found += self._guard_missed(unit, spot)
            if self._far_from_corps(unit, spot):
                found += self.weights["astray"]
            found += self.weights["detour"] * max(0.0, self._best_appeal(unit) - self._appeal(unit, spot))
            self.prices[key] = found
        return found

    def _guard_missed(self, unit: int, spot: int) -> float:
        """How much less protected the guarded places would be if a unit left its place for another hex."""
        here = self.start[unit]
        if spot == here or (spot >= 0 and unit not in self.guarding):
            return 0.0
        found = self.guard_missed.get((here, spot))
        if found is None:
            tally, seat, facts = self.tally, self.seat, self.facts
            if not self.guard_missed:
                self.guard_missed[-1, -1] = exposure(tally, seat, self.raiders_near)
            was = tally.occupied[seat], tally.zoc[seat]
            alone = sum(1 for u in self.state.each_at(here) if not facts.roster.is_hq[u]) == 1
            tally.occupied[seat] = (was[0] & ~(1 << here) if alone else was[0]) | (1 << spot if spot >= 0 else 0)
            tally.zoc[seat] = facts.grid.neighbours(tally.occupied[seat])
            found = self.guard_missed[here, spot] = max(
                0.0, exposure(tally, seat, self.raiders_near) - self.guard_missed[-1, -1]
            )
            tally.occupied[seat], tally.zoc[seat] = was
        return found

    def _appeal(self, unit: int, place: int) -> float:
        """How much a place attracts a unit: its pull, and the need for its strength nearby."""
        slopes, near = self.goals.slopes, self.knowledge.near[unit][place]
        return self.pull(unit)(place) + self.strengths[unit][0] * sum([slopes[goal] * share for goal, share in near])

    def _best_appeal(self, unit: int) -> float:
        """The strongest call within reach."""
        found = self.appeals.get(unit)
        if found is None:
            found = self.appeals[unit] = max(self._appeal(unit, place) for place in bits(self.reach[unit]))
        return found

    def _far_from_corps(self, unit: int, spot: int) -> bool:
        """Far from where every other unit of its corps was."""
        near = self.near_corps.get(unit)
        if near is None:
            near = 0
            for corps in self.knowledge.corps:
                if unit in corps:
                    for mate in corps:
                        if mate != unit and self.state.on_map >> mate & 1:
                            near |= self.facts.grid.disk(self.start.get(mate, self.state.place[mate]), CORPS)
            self.near_corps[unit] = near = near or -1
        return not near >> spot & 1

    def _threat(self, place: int) -> float:
        return self.threat.on(self.knowledge, place)

    # ---- places -----------------------------------------------------------------------------------

    def room(self, unit: int, place: int, posts: dict[int, int]) -> bool:
        """Beside those who stay and those who are meant to come (5.1, 5.3)."""
        tan = self.facts.roster.tan
        company = list(self.staying.get(place, ()))
        company += [u for u, at in posts.items() if at == place and u != unit]
        return len(company) < 2 and not (tan[unit] and any(tan[u] for u in company))

    def places(self, unit: int) -> Sequence[int]:
        here, reach = self.start[unit], self.reach[unit]
        if reach == 1 << here:
            return ()
        legs = sorted(bits(reach), key=lambda place: (-self._appeal(unit, place), place))
        touching = self.tally.zoc[self.foe]
        front = [place for place in legs if touching >> place & 1]
        doing = triggers(self.facts, self.state, unit) & reach
        friends = self.tally.occupied[self.seat] & reach
        together = sorted(
            (place for place in bits(friends & self.shadow)), key=lambda place: (-self._threat(place), place)
        )
        guards = (self.knowledge.gates[self.seat] | self.blocking) & reach
        home = self.knowledge.guard_distance[self.seat]
        guards |= 1 << min(bits(reach), key=lambda place: home[place])
        found = [here, *bits(doing), *legs[:BY_PULL], *front[:IN_FRONT], *together[:TOGETHER], *bits(guards)]
        return list(dict.fromkeys(found))

    def pull(self, unit: int) -> Callable[[int], float]:
        """What a unit is worth in a hex for objectives, for its leaders and for its way."""
        found = self.pulls.get(unit)
        if found is None:
            found = self.pulls[unit] = self._pull(unit)
        return found

    def _pull(self, unit: int) -> Callable[[int], float]:
        knowledge, tally, seat, facts = self.knowledge, self.tally, self.seat, self.facts
        worth = self.strengths[unit][2]
        way = knowledge.nearest(seat, tally.state.with_chit, facts.roster.on_wheels[unit])
        per_hex = self.weights["progress"]
        if seat == GERMAN and tally.state.directive == MOSCOW:
            way = knowledge.distances[facts.roster.on_wheels[unit]][knowledge.moscow]
            per_hex = self.weights["to_moscow"]
        commanded = knowledge.weights["command"]["commanded"] * worth if knowledge.by_hq >> unit & 1 else 0.0
        doing = triggers(facts, tally.state, unit)
        found_before: dict[int, float] = {}

        def pull(place: int) -> float:
            found = found_before.get(place)
            if found is None:
                found = -per_hex * way[place]
                if self.led >> place & 1:
                    found += commanded
                if doing >> place & 1:
                    found += self.weights["capture"] * self._taking(place)
                found_before[place] = found
            return found

        return pull

    def _taking(self, place: int) -> float:
        """What entering a hex does: a town, a headquarters, the game."""
        winning = self.facts.moscow if self.seat == GERMAN else self.facts.pocket
        if winning >> place & 1:
            return self.knowledge.weights["result"]["win"]  # type: ignore[no-any-return]
        if self.facts.victory_mask >> place & 1:
            return capture_worth(self.tally, self.seat, place)
        return self.weights["headquarters"]  # type: ignore[no-any-return]

    def worth(self, posts: dict[int, int]) -> float:
        """The position with all units there: danger, supply lines of both sides, gaps, attraction."""
        key = tuple(sorted(posts.items()))
        found = self.worths.get(key)
        if found is None:
            found = self.worths[key] = self._worth(posts)
        return found

    def _worth(self, posts: dict[int, int]) -> float:
        tally, state, seat = self.tally, self.state, self.seat
        for unit, at in self.start.items():
            to = posts.get(unit, at)
            if state.place[unit] != to:
                state.put(unit, to)
        tally.occupied[seat] = state.occupied[COMBAT[seat]] & self.facts.valid
        tally.zoc[seat] = self.facts.grid.neighbours(tally.occupied[seat])
        pulls = sum([self.pull(unit)(place) for unit, place in posts.items()])
        afraid = fear(tally, seat, self.threat)
        left_open = open_ways(tally, self.foe) * self.weights["guard"] - open_ways(tally, seat)
        return (  # type: ignore[no-any-return]
            pulls
            + self.goals.worth(state.place)
            - afraid
            - left_open
            + self._cut(self.foe)
            - self._cut(seat)
            + self._together()
        )

    def _together(self) -> float:
        """Panzer corps stay connected, and all units together guard what must not fall."""
        linked = chained(self.knowledge, self.state) * self.weights["chain"] if self.seat == GERMAN else 0.0
        return linked - exposure(self.tally, self.seat, self.raiders_near)

    def _cut(self, side: int) -> float:
        """The worth of those without a supply line."""
        left = cut_off(self.tally, side)
        if not left:
            return 0.0
        place, status = self.state.place, self.state.status
        w = self.knowledge.weights["supply"]["cut"]
        cut = [u[4] for u in self.tally.units[side] if left >> place[u[0]] & 1 and not status[u[0]] & ISOLATED]
        return sum(cut) * w  # type: ignore[no-any-return]


def chained(knowledge: Knowledge, state: VdState) -> int:
    """How many motorized units are connected to the largest part of their corps, and so move together (7.4.2)."""
    disk, place, on_map = knowledge.facts.grid.disk, state.place, state.on_map
    linked = 0
    for corps in knowledge.corps:
        left = [u for u in corps if on_map >> u & 1]
        longest = 0
        while left:
            chain = [left.pop()]
            for unit in chain:
                near = disk(place[unit], 3)
                chain += [u for u in left if near >> place[u] & 1]
                left = [u for u in left if not near >> place[u] & 1]
            longest = max(longest, len(chain))
        linked += longest
    return linked


class _Alone:
    """A unit by itself in a hex, counted as `Hex` counts."""

    __slots__ = ("defense", "pvo", "stake", "steps", "units")

    def __init__(self, activation: Activation, unit: int) -> None:
        self.steps = activation.state.steps[unit]
        self.defense = activation.strengths[unit][1]
        self.stake = activation.knowledge.stakes[unit][self.steps]
        self.units, self.pvo = 1, False
