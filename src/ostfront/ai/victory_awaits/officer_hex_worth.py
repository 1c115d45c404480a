"""What the officer of A Victory Awaits sees in a unit's place beyond what the recruit does.

Empty goals; railroads of the Axis that can be cut; and railroads on which the Axis would bring its reinforcements
deep into the country, if nobody stood beside them (12.1). Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from collections.abc import Callable

from ostfront.ai.victory_awaits.assault import Assaults
from ostfront.ai.victory_awaits.hex_worth import Standing
from ostfront.ai.victory_awaits.stakes import foresight
from ostfront.ai.victory_awaits.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET

RUN = 10  # hexes from which somebody may come to an empty goal


class Watch(Standing):
    """A unit to be tried in several hexes, with an eye on goals and on railroads.

    Soviet mechanized units give the Axis points and do not come back, and HQs fall to any attack: both keep away from
    the enemy more than others.
    """

    def __init__(self, m: Muster, unit: int) -> None:
        super().__init__(m, unit)
        w, roster = m.look.weights["officer"], m.look.rules.roster
        self.fear = self.post = 1.0
        if self.side == SOVIET:
            self.rate *= w["press"]
            if roster.mech[unit]:
                self.rate *= w["tank_press"]
                self.fear, self.post = w["tank"], w["tank_guard"]
            elif self.is_hq:
                self.rate *= w["staff_press"]
                self.fear = w["staff"]
        elif self.is_hq and not m.state.on_map >> unit & 1:
            self.rate = 0.0  # it comes where it leads most
        self.pockets: dict[int, float] = {}
        self.bars: dict[int, float] = {}
        self._before: tuple[int, float] | None = None

    def heads_for(self, goal: int | None) -> None:
        """One goal rather than the nearest: where enough are already, others are not needed."""
        if goal is not None:
            self.way = self.m.look.ways[self.m.look.rules.roster.mech[self.unit]][goal]

    # ---- goals ------------------------------------------------------------------------------------

    def taken(self, place: int) -> float:
        """Goals are not for HQs of the Axis to take: with them their chits would be lost."""
        return 0.0 if self.is_hq and self.side == AXIS else super().taken(place)

    def danger(self, place: int) -> float:
        found = super().danger(place)
        m, w = self.m, self.m.look.weights["officer"]
        if found > 0:
            found *= self.fear
        goal = m.look.goal_at.get(place)
        if goal is None or not m.holds(self.side, place):
            return found
        there = m.stack(place).units
        if self.is_hq:  # in the place of a guard
            return found + (w["second"] * m.values[goal] if self.side == SOVIET else 0.0)
        near = m.look.rules.grid.disk(place, RUN) & m.occupied[1 - self.side]
        if not there:
            share = w["guard" if near else "keep"]
            if self.side == SOVIET and not near and not m.exposed(AXIS, place):
                share *= w["calm"]
            found = min(found, -m.values[goal] * share * self.post)
        elif there == 1 and near and self.side == SOVIET:
            found -= m.values[goal] * w["second"] * self.post
        return found

    # ---- railroads --------------------------------------------------------------------------------

    def pocket(self, place: int) -> float:
        """Enemies, and cities of the Axis, that would lose their line if the unit stood there, and railroads."""
        found = self.pockets.get(place)
        if found is None:
            found = super().pocket(place) if self.side == AXIS else self._cut(place) + self.bar(place)
            self.pockets[place] = found
        return found

    def _cut(self, place: int) -> float:
        m, look = self.m, self.m.look
        w = look.weights["officer"]
        lost = m.fed(AXIS) & ~m.fed_if(AXIS, place)
        if not lost:
            return 0.0
        late = m.state.turn / look.rules.last_turn
        points = sum([m.values[look.goal_at[p]] for p in bits(lost & m.state.axis_held) if p in look.goal_at])
        stakes = sum([m.stack(h).stake for h in bits(lost & m.occupied[AXIS])])
        return foresight(m, AXIS) * w["starve"] * stakes + w["sever"] * late * points

    def bar(self, place: int) -> float:
        """What the Axis could no longer reach by rail if a Soviet unit stood there."""
        m, look = self.m, self.m.look
        if self._before is None:
            net = m.railway(AXIS)
            self._before = net, self._exposure(net)
        net, before = self._before
        shadow = (look.around[place] | 1 << place) & net
        if not shadow:
            return 0.0
        found = self.bars.get(shadow)
        if found is None:
            early = max(0, look.rules.charts["track"]["reinforcements_from"] - 1 - m.state.turn)
            rate = look.weights["officer"]["before"] ** early
            found = self.bars[shadow] = rate * (before - self._exposure(m.railway(AXIS, place)))
        return found

    def _exposure(self, net: int) -> float:
        """What it costs the Soviets that the Axis may arrive in these hexes; one breakthrough is enough (16.3)."""
        m, look = self.m, self.m.look
        w, sources = look.weights["officer"], look.rules.sources[SOVIET]
        cities = gates = 0.0
        for goal, place in enumerate(look.goals):
            if net >> place & 1 and not m.holds(AXIS, place):
                if sources >> place & 1:
                    gates = max(gates, m.values[goal])
                else:
                    cities += m.values[goal]
        return w["bar"] * (cities + gates) + w["rails"] * net.bit_count()


class Sallies(Assaults):
    """The assaults of the Soviets, less what it costs to stand there and to leave a railroad open."""

    def __init__(self, m: Muster, watch: Callable[[int], Watch]) -> None:
        self.watch = watch
        self.costs: dict[tuple[int, int], float] = {}
        super().__init__(m)

    def _way_back(self, unit: int, place: int) -> float:
        return super()._way_back(unit, place) + self._cost(unit, place)

    def _cost(self, unit: int, place: int) -> float:
        here = self.m.state.place[unit]
        if place == here:
            return 0.0
        found = self.costs.get((unit, place))
        if found is None:
            there = self.watch(unit)
            dare = self.m.look.weights["officer"]["dare"] * (there.danger(place) - there.danger(here))
            found = self.costs[unit, place] = max(0.0, dare + there.bar(here) - there.bar(place))
        return found


def sallies(m: Muster, watch: Callable[[int], Watch]) -> dict[int, int]:
    """Where Soviet units go for their assaults."""
    return Sallies(m, watch).posts if m.ready and m.acting == SOVIET else {}
