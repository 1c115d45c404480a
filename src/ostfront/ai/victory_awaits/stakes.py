"""What is at stake in an activation of A Victory Awaits: lines of communications, goals, command.

Each is a function of the posts that units are meant to have; what the posts do not change is worked out once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.ai.victory_awaits.knowledge import Outlook
from ostfront.ai.victory_awaits.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.supply_lines import lines

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import Facts
    from ostfront.games.victory_awaits.state import VaState

Posts = dict[int, int]

FLOOD = 3  # hexes an enemy goes before he cuts a line


class Stakes:
    """The units that can still move or fight, and what their places mean to the rest."""

    look: Outlook
    rules: Facts
    state: VaState
    m: Muster
    weights: dict[str, float]
    side: int
    foe: int
    hqs: list[int]
    start: Posts
    where: dict[int, int]  # by unit, the hexes it may end in
    others: int  # the hexes of those who stay
    foes: int

    def _zoc(self, hexes: int) -> int:
        around, found = self.look.around, 0
        for place in bits(hexes):
            found |= around[place]
        return found

    # ---- supply -----------------------------------------------------------------------------------

    def _supplies(self) -> None:
        """What a missing line costs each unit that could feel it."""
        m, look, state = self.m, self.look, self.state
        rate = foresight(m, self.side)
        self.hungry = {u: rate * look.price[u][state.steps[u]] for u in self.nations} if rate else {}
        self.feared = m.zoc[self.foe]
        self.by_rail = state.turn + 1 >= self.rules.charts["track"]["reinforcements_from"]
        self._fed: dict[int, int] = {}
        self._sure: dict[tuple[int, int], int] = {}
        self.enter = self.rules.land & ~self.foes

    def fed(self, held: int) -> int:
        """The hexes with a line when friends hold these."""
        key = self.feared & held
        found = self._fed.get(key)
        if found is None:
            through = self.enter & ~(self.feared & ~held)
            found = self._fed[key] = lines(self.rules, self.side, self.enter, through)
        return found

    def sure(self, held: int, foes: int) -> int:
        """The hexes that keep their line wherever those enemies go in their next move."""
        found = self._sure.get((held, foes))
        if found is None:
            rules = self.rules
            grid = rules.grid
            enter = rules.land & ~held
            shut = grid.neighbours(held)
            reached = grid.flood(foes, enter, enter & ~shut | foes, None, FLOOD)
            if self.by_rail:  # enemies may arrive wherever their railroads lead (12.1)
                free = enter & ~shut
                reached |= grid.flood(rules.sources[self.foe] & free, free, free, rules.rail_lines[self.foe])
            feared = grid.neighbours(reached) | reached
            free = rules.land & ~foes
            found = self._sure[held, foes] = lines(rules, self.side, free, free & ~(feared & ~held))
        return found

    def want(self, posts: Posts) -> float:
        """What those without a line will lose, and what those fear whose line could be cut."""
        if not self.hungry:
            return 0.0
        held, start = self.others, self.start
        for unit, place in start.items():
            held |= 1 << posts.get(unit, place)
        return self._want(posts, self.fed(held), self.sure(held, self.foes))

    def _want(self, posts: Posts, fed: int, sure: int) -> float:
        where, fear = self.state.place, self.weights["fear"]
        total = 0.0
        for unit, worth in self.hungry.items():
            place = posts.get(unit, where[unit])
            if not sure >> place & 1:
                total += worth * (fear if fed >> place & 1 else 1.0)
        return total

    def relief(self, target: int) -> float:
        """What it is worth to the lines of all if the enemies in a hex are gone."""
        if not self.hungry:
            return 0.0
        held, foes = self.m.occupied[self.side], self.foes & ~(1 << target)
        enter = self.rules.land & ~foes
        fed = lines(self.rules, self.side, enter, enter & ~(self._zoc(foes) & ~held))
        return self._want({}, self.fed(held), self.sure(held, self.foes)) - self._want({}, fed, self.sure(held, foes))

    # ---- goals ------------------------------------------------------------------------------------

    def _goals(self) -> None:
        """What both sides have at the goals, without those who move; goals that could be taken or left empty."""
        m, look, state = self.m, self.look, self.state
        doubt = look.weights["contest"]["doubt"]
        self.own = [doubt if m.holds(self.side, place) else 0.0 for place in look.goals]
        for unit in bits(look.units[self.side] & state.on_map):
            if unit not in self.where:
                strength = look.weight(unit, state.steps[unit])
                for goal, felt in look.near[unit][state.place[unit]]:
                    self.own[goal] += felt * strength
        theirs = m.influence()[self.foe]
        rate = look.weights["contest"][SIDES[self.side]] * m.time * self.weights["contest"]
        self.stakes = [(goal, value * rate, theirs[goal] ** 2) for goal, value in enumerate(m.values) if value]
        self.weight = {u: look.weight(u, state.steps[u]) for u in self.where if u not in self.hqs}
        reached = 0
        for hexes in self.where.values():
            reached |= hexes
        self.open: dict[int, float] = {}  # goals by hex, and what it changes to have a unit there
        for goal, place in enumerate(look.goals):
            if not reached >> place & 1 or not m.values[goal] or self.others >> place & 1:
                continue
            if not m.holds(self.side, place):
                fed = self.side == SOVIET or m.fed(AXIS) >> place & 1
                self.open[place] = m.values[goal] * look.weights["control"]["taken"] * (1.0 if fed else 0.5)
            else:
                threatened = m.threat(self.foe, place) or m.exposed(self.foe, place)
                self.open[place] = m.values[goal] * self.weights["guard" if threatened else "keep"]

    def goals(self, posts: Posts) -> float:
        sums, near, start = self.own.copy(), self.look.near, self.start
        for unit, weight in self.weight.items():
            for goal, felt in near[unit][posts.get(unit, start[unit])]:
                sums[goal] += felt * weight
        total = 0.0
        for goal, value, theirs in self.stakes:
            mine = sums[goal] ** 2
            if mine:
                total += value * mine / (mine + theirs)
        if self.open:
            taken = set(posts.values())
            total += sum([worth for place, worth in self.open.items() if place in taken])
        return total

    # ---- command ----------------------------------------------------------------------------------

    def _commands(self) -> None:
        """HQs that stay, with the chits that may wake their units; those to be led."""
        look, state, rules, roster = self.look, self.state, self.rules, self.rules.roster
        chits: dict[int, int] = {}
        for chit in bits(state.choices_axis | state.choices_soviet):
            hq = rules.chits[chit].hq
            if hq >= 0:
                chits[hq] = chits.get(hq, 0) + 1
        self.chits = {hq: chits.get(hq, 0) for hq in bits(roster.hqs & roster.of_side[self.side] & state.on_map)}
        self.nations = {unit: roster.nation[unit] for unit in bits(roster.of_side[self.side] & state.on_map)}
        self.led: dict[int, tuple[int, int]] = {}
        self.calls = [0.0, *[1.0 - self.weights["again"] ** (n + 1) for n in range(8)]]
        units = bits(look.units[self.side] & state.on_map)
        self.value = {u: look.worth[u][state.steps[u]] * self.weights["led"] for u in units}
        near = 0
        for hexes in self.where.values():
            near |= hexes
        near = rules.grid.within(near, 5)
        self.followers = [u for u in units if u in self.where or near >> state.place[u] & 1]
        self.fixed = {
            u: sum(
                [
                    n
                    for hq, n in self.chits.items()
                    if n
                    and hq not in self.where
                    and self.nations[hq] == self.nations[u]
                    and in_range(rules, state.place[hq]) >> state.place[u] & 1
                ]
            )
            for u in self.followers
        }
        self.ranges = [
            (in_range(rules, state.place[hq]), n, self.nations[hq])
            for hq, n in self.chits.items()
            if n and hq not in self.where and near >> state.place[hq] & 1
        ]
        leading = [
            (in_range(rules, state.place[hq]), n, self.nations[hq])
            for hq, n in self.chits.items()
            if n and hq not in self.where
        ]
        self.idle = []  # what one more chit would be worth to those who do not move now
        for u in units:
            at, nation = state.place[u], self.nations[u]
            n = sum([count for hexes, count, of in leading if of == nation and hexes >> at & 1])
            if u not in self.where:
                self.idle.append((at, self.value[u] * (self.calls[min(n + 1, 8)] - self.calls[min(n, 8)]), nation))
        self.led = {hq: (in_range(rules, state.place[hq]), self.chits[hq]) for hq in self.hqs}

    def command(self, posts: Posts) -> float:
        """Units that chits will wake. Those without a post are led where they could come."""
        rules, place_of, start = self.rules, self.state.place, self.start
        moving = [
            (in_range(rules, posts.get(hq, start[hq])), max(1, self.chits[hq]), self.nations[hq]) for hq in self.hqs
        ]
        calls, nations = self.calls, self.nations
        total = 0.0
        for unit in self.followers:
            nation = nations[unit]
            at = posts.get(unit)
            if at is not None or unit not in self.where:
                here = 1 << (place_of[unit] if at is None else at)
            else:
                here = self.where[unit]
            if at is None and unit not in self.where:
                n = self.fixed[unit]
            else:
                n = sum([count for hexes, count, of in self.ranges if of == nation and hexes & here])
            n += sum([count for hexes, count, of in moving if of == nation and hexes & here])
            total += self.value[unit] * calls[min(n, 8)]
        return total


def foresight(m: Muster, side: int) -> float:
    """How much a missing line matters: to the Axis a little before it is asked for (15.1)."""
    w = m.look.weights
    if side == SOVIET:
        return w["supply"]["cut"]
    early = max(0, m.look.rules.charts["track"]["axis_supply_from"] - m.state.turn)
    found: float = w["supply"]["cut"] * w["officer"]["before"] ** early
    return found
