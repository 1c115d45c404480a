"""One activation of A Victory Denied as the planner sees it: who can go where, what attacks and places are worth.

Everything here is about the units that can still move or fight. Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ostfront.ai.victory_denied.danger import Threat, fear, loss
from ostfront.ai.victory_denied.evaluate import capture_worth, cut_off, open_ways
from ostfront.ai.victory_denied.gains import cheapest_step
from ostfront.ai.victory_denied.goals import Goals
from ostfront.ai.victory_denied.guards import barring, exposed, peril, raiders, risk
from ostfront.ai.victory_denied.knowledge import STRONGEST, Outlook, outlook
from ostfront.ai.victory_denied.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.ground import triggers
from ostfront.games.victory_denied.rules.strength import other_shift
from ostfront.games.victory_denied.state import ISOLATED, MOSCOW

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import Facts as VictoryDenied
    from ostfront.games.victory_denied.state import VdState

BY_PULL = 5  # places thought of for a unit: so many by objectives ...
IN_FRONT = 3  # ... next to the enemy ...
TOGETHER = 4  # ... and with friends who need help
CORPS = 4  # hexes an attacker may be from his corps without being missed
IMPOSSIBLE = -100.0


class Front:
    """One activation as the planner sees it."""

    def __init__(self, rules: VictoryDenied, state: VdState, seat: int, reach: dict[int, int]) -> None:
        self.rules, self.seat = rules, seat
        self.foe = SOVIET if seat == GERMAN else GERMAN
        self.state = state.clone()
        self.look = outlook(rules)
        self.weights = self.look.officer[seat]
        self.reach: Mapping[int, int] = reach
        self.m = m = Muster(self.look, self.state, state.active & ~state.spent)
        facts, steps, status = self.look.facts, state.steps, state.status
        self.facts = {unit: facts[unit][steps[unit]][status[unit]] for unit in reach}
        self.movers: Sequence[int] = sorted(reach, key=lambda u: (-self.facts[u][0], u))
        self.start = {unit: state.place[unit] for unit in reach}
        self.threat = Threat(m, self.foe)
        self.shift = other_shift(rules, state, seat)
        self.crossed = {target: rules.across_river[target] for target in bits(m.occupied[self.foe])}
        going = 0
        for unit in reach:
            going |= 1 << unit
        self.others = 0  # hexes of friends who stay
        self.standing: dict[int, list[int]] = {}
        for unit, place, *_ in m.units[seat]:
            if not going >> unit & 1:
                self.others |= 1 << place
                self.standing.setdefault(place, []).append(unit)
        grid = rules.grid
        enter = rules.valid & ~self.others
        foes = m.occupied[self.foe]
        reached = grid.flood(foes, enter, enter & ~grid.neighbours(self.others) | foes, None, 3)
        self.shadow = grid.neighbours(reached)
        reachable = 0
        for hexes in reach.values():
            reachable |= hexes
        self.targets: Sequence[int] = [
            t for t in bits(foes & grid.neighbours(reachable) & ~state.attacked) if rules.around[t] & reachable
        ]
        self.hexes = {t: m.hex(t) for t in self.targets}
        self.mates: dict[int, int] = {}
        self.traps: dict[tuple[int, int], tuple[float, float, float]] = {}
        self.means: dict[tuple[int, int, int], float] = {}
        self.prices: dict[tuple[int, int], float] = {}
        self.pulls: dict[int, Callable[[int], float]] = {}
        self.calls: dict[int, float] = {}
        self.raid = raiders(m, seat)
        soon = peril(m, seat, self.raid)
        self.bars = barring(soon, m)
        self.menace = {place: risk(time) * self.weights["breach"] for place, time in soon.times.items()}
        self.missed: dict[tuple[int, int], float] = {}
        self.guarding = [unit for unit in self.movers if self._missed(unit, -1) > 0]
        self.led = 0
        for place in bits(state.occupied[HQS[seat]] & rules.valid):
            self.led |= grid.disk(place, 4)
        self.goals = Goals(m, seat, self.movers)
        self.worths: dict[tuple[tuple[int, int], ...], float] = {}

    # ---- attacks ----------------------------------------------------------------------------------

    def spots(self, target: int) -> int:
        return self.rules.around[target]

    def strength(self, unit: int, spot: int, target: int) -> float:
        attack = self.facts[unit][0]
        return attack / 2 if self.crossed[target] >> spot & 1 else attack

    def gain(self, target: int, force: dict[int, int], posts: dict[int, int]) -> float:
        """Steps, retreats and what lies behind them, over the results of the column; each hex rounds down."""
        rules, look, there = self.rules, self.look, self.hexes[target]
        by_hex: dict[int, float] = {}
        for unit, spot in force.items():
            by_hex[spot] = by_hex.get(spot, 0.0) + self.strength(unit, spot, target)
        attack = sum([int(total) for total in by_hex.values()])
        column = look.columns[min(attack, STRONGEST)][min(int(there.defense), STRONGEST)]
        if there.defense >= 1:
            column -= rules.shift_at[target]
            if column < 0:
                return IMPOSSIBLE
            column = min(rules.crt.last, column + self.shift)
        held = self.others
        units = 0
        for spot in posts.values():
            held |= 1 << spot
        for unit, spot in force.items():
            held |= 1 << spot
            units |= 1 << unit
        return self._mean(target, column, held) - look.expected[self.seat][column].attacker * cheapest_step(
            self.m, units
        )

    def _mean(self, target: int, column: int, held: int) -> float:
        """What a column does to the defenders, roll by roll: steps lost there and on the way out, ground, towns."""
        key = (target, column, held)
        found = self.means.get(key)
        if found is None:
            there, w, rules = self.hexes[target], self.weights, self.rules
            step = there.stake / there.steps * w["kill"]
            taken, menace = 0.0, self.menace.get(target, 0.0) * w["menace"]
            if rules.victory_mask >> target & 1 or (self.seat == GERMAN and rules.moscow >> target & 1):
                taken = capture_worth(self.m, self.seat, target)
            ways = self.trap(target, held)
            total = 0.0
            for lost, hexes in self.look.rolls[self.seat][column]:
                lost += hexes if there.pvo else ways[hexes] * there.units
                total += min(lost, there.steps) * step
                if lost >= there.steps or (hexes and not there.pvo):
                    total += w["push"] + taken + (menace if lost >= there.steps else menace / 2)
                else:
                    total += w["wear"] * taken * lost / there.steps
            found = self.means[key] = total / len(self.look.rolls[self.seat][column])
        return found

    def trap(self, target: int, held: int) -> tuple[float, float, float]:
        """Steps lost on the best way out of a hex, by its length, past units that hold these hexes (9.5.4).

        A hex half closed counts a little: the next unit may close it.
        """
        key = (target, held)
        found = self.traps.get(key)
        if found is None:
            rules = self.rules
            near = rules.grid.neighbours(held)
            costly = near & ~self.m.occupied[GERMAN] if self.foe == GERMAN else near
            ways = rules.around[target] & rules.valid & ~held & ~(rules.across_major[target] & near)
            safe = ways & ~costly
            behind = rules.grid.neighbours(safe) & rules.valid & ~held & ~costly & ~(1 << target)
            aside = rules.grid.neighbours(ways) & rules.valid & ~held & ~costly & ~(1 << target)
            closing = self.weights["closing"] * (6 - safe.bit_count())
            if not ways:
                found = (0.0, 2.0, 2.0)
            else:
                found = (0.0, closing if safe else 1.0, closing if behind else 1.0 if safe or aside else 2.0)
            self.traps[key] = found
        return found

    def price(self, unit: int, spot: int) -> float:
        """What standing there alone would cost in the enemy's turn, as a share: others may stand there too."""
        key = (unit, spot)
        found = self.prices.get(key)
        if found is None:
            found = 0.0
            if self.shadow >> spot & 1:
                attack = self._threat(spot)
                alone = _Alone(self, unit)
                found = max(0.0, loss(self.m, self.seat, spot, alone, attack, self.shadow))  # type: ignore[arg-type]
            if self.start[unit] == spot:
                found *= self.weights["already"]
            found *= self.weights["price"] * self.m.time
            found += self._missed(unit, spot)
            if self._astray(unit, spot):
                found += self.weights["astray"]
            found += self.weights["detour"] * max(0.0, self._best_call(unit) - self._call(unit, spot))
            self.prices[key] = found
        return found

    def _missed(self, unit: int, spot: int) -> float:
        """How much barer what must not fall would be if a unit went from its place to a spot, or away."""
        here = self.start[unit]
        if spot == here or (spot >= 0 and unit not in self.guarding):
            return 0.0
        found = self.missed.get((here, spot))
        if found is None:
            m, seat, rules = self.m, self.seat, self.rules
            if not self.missed:
                self.missed[-1, -1] = exposed(m, seat, self.raid)
            was = m.occupied[seat], m.zoc[seat]
            alone = sum(1 for u in self.state.each_at(here) if not rules.roster.is_hq[u]) == 1
            m.occupied[seat] = (was[0] & ~(1 << here) if alone else was[0]) | (1 << spot if spot >= 0 else 0)
            m.zoc[seat] = rules.grid.neighbours(m.occupied[seat])
            found = self.missed[here, spot] = max(0.0, exposed(m, seat, self.raid) - self.missed[-1, -1])
            m.occupied[seat], m.zoc[seat] = was
        return found

    def _call(self, unit: int, place: int) -> float:
        """How much a place calls for a unit: its pull, and what its strength is wanted for near it."""
        slopes, near = self.goals.slopes, self.look.near[unit][place]
        return self.pull(unit)(place) + self.facts[unit][0] * sum([slopes[goal] * share for goal, share in near])

    def _best_call(self, unit: int) -> float:
        """The strongest call within reach."""
        found = self.calls.get(unit)
        if found is None:
            found = self.calls[unit] = max(self._call(unit, place) for place in bits(self.reach[unit]))
        return found

    def _astray(self, unit: int, spot: int) -> bool:
        """Far from where every other unit of its corps was."""
        near = self.mates.get(unit)
        if near is None:
            near = 0
            for corps in self.look.corps:
                if unit in corps:
                    for mate in corps:
                        if mate != unit and self.state.on_map >> mate & 1:
                            near |= self.rules.grid.disk(self.start.get(mate, self.state.place[mate]), CORPS)
            self.mates[unit] = near = near or -1
        return not near >> spot & 1

    def _threat(self, place: int) -> float:
        return self.threat.on(self.look, place)

    # ---- places -----------------------------------------------------------------------------------

    def room(self, unit: int, place: int, posts: dict[int, int]) -> bool:
        """Beside those who stay and those who are meant to come (5.1, 5.3)."""
        tan = self.rules.roster.tan
        company = list(self.standing.get(place, ()))
        company += [u for u, at in posts.items() if at == place and u != unit]
        return len(company) < 2 and not (tan[unit] and any(tan[u] for u in company))

    def places(self, unit: int) -> Sequence[int]:
        here, reach = self.start[unit], self.reach[unit]
        if reach == 1 << here:
            return ()
        legs = sorted(bits(reach), key=lambda place: (-self._call(unit, place), place))
        touching = self.m.zoc[self.foe]
        front = [place for place in legs if touching >> place & 1]
        doing = triggers(self.rules, self.state, unit) & reach
        friends = self.m.occupied[self.seat] & reach
        together = sorted(
            (place for place in bits(friends & self.shadow)), key=lambda place: (-self._threat(place), place)
        )
        guards = (self.look.gates[self.seat] | self.bars) & reach
        home = self.look.guarding[self.seat]
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
        look, m, seat, rules = self.look, self.m, self.seat, self.rules
        worth = self.facts[unit][2]
        way = look.nearest(seat, m.state.with_chit, rules.roster.motorized[unit])
        per_hex = self.weights["progress"]
        if seat == GERMAN and m.state.directive == MOSCOW:
            way = look.distances[rules.roster.motorized[unit]][look.moscow]
            per_hex = self.weights["to_moscow"]
        commanded = look.weights["command"]["commanded"] * worth if look.by_hq >> unit & 1 else 0.0
        doing = triggers(rules, m.state, unit)
        known: dict[int, float] = {}

        def pull(place: int) -> float:
            found = known.get(place)
            if found is None:
                found = -per_hex * way[place]
                if self.led >> place & 1:
                    found += commanded
                if doing >> place & 1:
                    found += self.weights["capture"] * self._taking(place)
                known[place] = found
            return found

        return pull

    def _taking(self, place: int) -> float:
        """What entering a hex does: a town, a headquarters, the game."""
        winning = self.rules.moscow if self.seat == GERMAN else self.rules.pocket
        if winning >> place & 1:
            return self.look.weights["result"]["win"]  # type: ignore[no-any-return]
        if self.rules.victory_mask >> place & 1:
            return capture_worth(self.m, self.seat, place)
        return self.weights["headquarters"]  # type: ignore[no-any-return]

    def worth(self, posts: dict[int, int]) -> float:
        """The position when all stand there: danger, lines of supply of both sides, ways left open, pulls."""
        key = tuple(sorted(posts.items()))
        found = self.worths.get(key)
        if found is None:
            found = self.worths[key] = self._worth(posts)
        return found

    def _worth(self, posts: dict[int, int]) -> float:
        m, state, seat = self.m, self.state, self.seat
        for unit, at in self.start.items():
            to = posts.get(unit, at)
            if state.place[unit] != to:
                state.put(unit, to)
        m.occupied[seat] = state.occupied[COMBAT[seat]] & self.rules.valid
        m.zoc[seat] = self.rules.grid.neighbours(m.occupied[seat])
        pulls = sum([self.pull(unit)(place) for unit, place in posts.items()])
        afraid = fear(m, seat, self.threat)
        left_open = open_ways(m, self.foe) * self.weights["guard"] - open_ways(m, seat)
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
        """Panzer corps hang together, and all together keep shut what must not fall."""
        linked = chained(self.look, self.state) * self.weights["chain"] if self.seat == GERMAN else 0.0
        return linked - exposed(self.m, self.seat, self.raid)

    def _cut(self, side: int) -> float:
        """The worth of those without a supply line."""
        left = cut_off(self.m, side)
        if not left:
            return 0.0
        place, status = self.state.place, self.state.status
        w = self.look.weights["supply"]["cut"]
        cut = [u[4] for u in self.m.units[side] if left >> place[u[0]] & 1 and not status[u[0]] & ISOLATED]
        return sum(cut) * w  # type: ignore[no-any-return]


def chained(look: Outlook, state: VdState) -> int:
    """How many motorized units hang together with the most of their corps, and so move together (7.4.2)."""
    disk, place, on_map = look.rules.grid.disk, state.place, state.on_map
    linked = 0
    for corps in look.corps:
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

    def __init__(self, front: Front, unit: int) -> None:
        self.steps = front.state.steps[unit]
        self.defense = front.facts[unit][1]
        self.stake = front.look.stakes[unit][self.steps]
        self.units, self.pvo = 1, False
