"""What the officer of A Victory Awaits sees in a unit's place beyond what the recruit does.

Empty goals; railroads of the Axis that can be cut; and railroads on which the Axis would bring its reinforcements
deep into the country if no unit were next to them (12.1). Weights are in `weights.toml`.
"""

from __future__ import annotations

from collections.abc import Callable

from ostfront.ai.victory_awaits.assault import Assaults
from ostfront.ai.victory_awaits.hex_worth import HexWorth
from ostfront.ai.victory_awaits.stakes import officer_supply_weight
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET

RUN = 10  # hexes from which somebody may come to an empty goal


class OfficerHexWorth(HexWorth):
    """What one unit would be worth in several hexes, considering goals and railroads.

    Soviet mechanized units give the Axis points and do not come back, and HQs fall to any attack: both keep away from
    the enemy more than others.
    """

    def __init__(self, tally: Tally, unit: int) -> None:
        super().__init__(tally, unit)
        w, roster = tally.knowledge.weights["officer"], tally.facts.roster
        self.fear = self.post = 1.0
        if self.side == SOVIET:
            self.rate *= w["press"]
            if roster.mech[unit]:
                self.rate *= w["tank_press"]
                self.fear, self.post = w["tank"], w["tank_guard"]
            elif self.is_hq:
                self.rate *= w["staff_press"]
                self.fear = w["staff"]
        elif self.is_hq and not tally.state.on_map >> unit & 1:
            self.rate = 0.0  # it comes where it leads most
        self.pockets: dict[int, float] = {}
        self.bars: dict[int, float] = {}
        self._before: tuple[int, float] | None = None

    def heads_for(self, goal: int | None) -> None:
        """One goal rather than the nearest: where there are enough units, no more are needed."""
        if goal is not None:
            self.way = self.tally.knowledge.ways[self.tally.facts.roster.mech[self.unit]][goal]

    # ---- goals ------------------------------------------------------------------------------------

    def taken(self, place: int) -> float:
        """Axis HQs do not take goals: if they are lost, so are their chits."""
        return 0.0 if self.is_hq and self.side == AXIS else super().taken(place)

    def danger(self, place: int) -> float:
        found = super().danger(place)
        tally, w = self.tally, self.tally.knowledge.weights["officer"]
        if found > 0:
            found *= self.fear
        goal = tally.knowledge.goal_at.get(place)
        if goal is None or not tally.holds(self.side, place):
            return found
        there = tally.stack(place).units
        if self.is_hq:  # in the place of a guard
            return found + (w["second"] * tally.values[goal] if self.side == SOVIET else 0.0)
        near = tally.facts.grid.disk(place, RUN) & tally.occupied[1 - self.side]
        if not there:
            share = w["guard" if near else "keep"]
            if self.side == SOVIET and not near and not tally.exposed(AXIS, place):
                share *= w["calm"]
            found = min(found, -tally.values[goal] * share * self.post)
        elif there == 1 and near and self.side == SOVIET:
            found -= tally.values[goal] * w["second"] * self.post
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
        tally, knowledge = self.tally, self.tally.knowledge
        w = knowledge.weights["officer"]
        lost = tally.supplied(AXIS) & ~tally.supplied_if(AXIS, place)
        if not lost:
            return 0.0
        late = tally.state.turn / knowledge.facts.last_turn
        points = sum(
            [tally.values[knowledge.goal_at[p]] for p in bits(lost & tally.state.axis_held) if p in knowledge.goal_at]
        )
        stakes = sum([tally.stack(h).stake for h in bits(lost & tally.occupied[AXIS])])
        return officer_supply_weight(tally, AXIS) * w["starve"] * stakes + w["sever"] * late * points

    def bar(self, place: int) -> float:
        """What the Axis could no longer reach by rail if a Soviet unit stood there."""
        tally, knowledge = self.tally, self.tally.knowledge
        if self._before is None:
            net = tally.railway(AXIS)
            self._before = net, self._exposure(net)
        net, before = self._before
        shadow = (knowledge.around[place] | 1 << place) & net
        if not shadow:
            return 0.0
        found = self.bars.get(shadow)
        if found is None:
            early = max(0, knowledge.facts.charts["track"]["reinforcements_from"] - 1 - tally.state.turn)
            rate = knowledge.weights["officer"]["before"] ** early
            found = self.bars[shadow] = rate * (before - self._exposure(tally.railway(AXIS, place)))
        return found

    def _exposure(self, net: int) -> float:
        """What it costs the Soviets if the Axis can arrive in these hexes; one breakthrough is enough (16.3)."""
        tally, knowledge = self.tally, self.tally.knowledge
        w, sources = knowledge.weights["officer"], knowledge.facts.sources[SOVIET]
        cities = gates = 0.0
        for goal, place in enumerate(knowledge.goals):
            if net >> place & 1 and not tally.holds(AXIS, place):
                if sources >> place & 1:
                    gates = max(gates, tally.values[goal])
                else:
                    cities += tally.values[goal]
        return w["bar"] * (cities + gates) + w["rails"] * net.bit_count()


class SovietAssaults(Assaults):
    """The assaults of the Soviets, less what it costs to stand there and to leave a railroad open."""

    def __init__(self, tally: Tally, hex_worth: Callable[[int], OfficerHexWorth]) -> None:
        self.hex_worth = hex_worth
        self.costs: dict[tuple[int, int], float] = {}
        super().__init__(tally)

    def _way_back(self, unit: int, place: int) -> float:
        return super()._way_back(unit, place) + self._cost(unit, place)

    def _cost(self, unit: int, place: int) -> float:
        here = self.tally.state.place[unit]
        if place == here:
            return 0.0
        found = self.costs.get((unit, place))
        if found is None:
            there = self.hex_worth(unit)
            dare = self.tally.knowledge.weights["officer"]["dare"] * (there.danger(place) - there.danger(here))
            found = self.costs[unit, place] = max(0.0, dare + there.bar(here) - there.bar(place))
        return found


def soviet_assaults(tally: Tally, hex_worth: Callable[[int], OfficerHexWorth]) -> dict[int, int]:
    """Where Soviet units go for their assaults."""
    return SovietAssaults(tally, hex_worth).posts if tally.ready and tally.acting == SOVIET else {}
