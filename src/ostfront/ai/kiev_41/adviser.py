"""Playing Kiev '41: which answers are worth trying, and what those that lead to dice are expected to gain.

The computer players ask an adviser for each decision. It sees the enemy as its seat does: a block that is not seen
counts as the mean of those it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from ostfront.ai.kiev_41 import gains
from ostfront.ai.kiev_41.context import Context, context_of
from ostfront.ai.kiev_41.evaluate import assess, influence
from ostfront.ai.kiev_41.knowledge import knowledge_of
from ostfront.ai.kiev_41.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.battle import mandatory
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import value
from ostfront.games.kiev_41.rules.movement import ways
from ostfront.games.kiev_41.state import Command, Flak, K41State, March

MOST = 40  # answers tried in any decision
MARCHES = 6  # of the areas a block can go to, by objectives
FEW = 5  # blocks tried when only some may act
IDLE = 0.08  # a smaller gain is no reason to move
MUST = 100.0  # a battle that must be fought comes before all others


class Adviser:
    """For one decision of one seat."""

    def __init__(self, rules: Rules, state: K41State, seat: int) -> None:
        self.facts: Facts = rules.facts
        self.seat = seat
        self.side = rules.seats[seat].side
        self.knowledge = knowledge_of(rules)
        self.state = state
        self.ranks: dict[tuple[int, int], float] = {}

    @cached_property
    def context(self) -> Context:
        return context_of(self.knowledge, self.state, self.seat)

    @cached_property
    def tally(self) -> Tally:
        return Tally(self.knowledge, self.state, self.context)

    @cached_property
    def foes(self) -> int:
        """The areas with enemy units."""
        return self.state.units_of(1 - self.seat)

    @cached_property
    def slope(self) -> list[float]:
        """The effect of a little more weight at each objective."""
        sums = influence(self.tally)
        own, other = (sums[0], sums[1]) if self.seat == AXIS else (sums[1], sums[0])
        return [
            worth * (mine + 1) * theirs**2 / (mine**2 + theirs**2 + 0.5) ** 2
            for worth, mine, theirs in zip(self.knowledge.goal_worth, own, other, strict=True)
        ]

    @cached_property
    def ways(self) -> list[int]:
        """By area, how far the next victory area is."""
        knowledge = self.knowledge
        return knowledge.nearest(knowledge.wanted & ~self.state.axis if self.seat == AXIS else knowledge.wanted)

    def worth(self, state: K41State) -> float:
        return assess(Tally(self.knowledge, state, self.context, self.tally), self.side)

    # ---- narrowing --------------------------------------------------------------------------------

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        narrow = NARROWING.get(decision.kind)
        found = narrow(self, play, options) if narrow is not None else options
        if len(found) > MOST:
            return [found[i * len(found) // MOST] for i in range(MOST)]
        return found

    def rank(self, unit: int, area: int) -> float:
        """What a block's weight changes at the objectives from an area."""
        key = (self.facts.roster.fast >> unit & 1, area)
        found = self.ranks.get(key)
        if found is None:
            slope = self.slope
            found = self.ranks[key] = sum([felt * slope[goal] for goal, felt in self.knowledge.near[key[0]][area]])
        return found

    def pull(self, unit: int, area: int) -> float:
        """How much an area attracts a block: by its weight at the objectives and its distance from them."""
        state = self.state
        weight = max(1.0, self.knowledge.strengths[state.weather][unit][state.steps[unit]].defense)
        w = self.knowledge.weights["progress"]
        way = w[self.side] * (1 + w["headquarters"] if self.facts.roster.hqs >> unit & 1 else 1)
        return self.rank(unit, area) * weight - float(way) * self.ways[area]

    def blocks(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """In a Tactical Impulse every block in turn, otherwise the few that have most to gain."""
        state: K41State = play.state
        local: Command = state.top.local
        picks = [a for a in options if a.verb == "pick"]
        builds = [a for a in options if a.verb == "build" and self._worth_a_line(state, _number(a))]
        done = [a for a in options if a.arg is None]
        if local.mode == "tactical":
            picks.sort(key=lambda a: self._order(state, _number(a)))
            first = next((a for a in picks if self._restless(state, _number(a))), None)
            if first is None:
                return [*builds, *done]
            return [first, *(b for b in builds if b.arg == first.arg)]
        picks.sort(key=lambda a: -self._best_pull_gain(state, _number(a)))
        return [*done, *picks[:FEW], *builds[: FEW // 2]]

    def _restless(self, state: K41State, unit: int) -> bool:
        """Whether a block is worth considering: the enemy is near, or it would count for more elsewhere."""
        near = self.facts.disks[state.place[unit]][2] & self.foes
        return bool(near) or self._best_pull_gain(state, unit) > IDLE

    def _order(self, state: K41State, unit: int) -> tuple[int, int, float]:
        """Blocks near the enemy first, strong ones first, HQs last."""
        facts = self.facts
        at, foes = state.place[unit], self.foes
        far = next((n for n in range(5) if facts.disks[at][n] & foes), 5)
        strength = self.knowledge.strengths[state.weather][unit][state.steps[unit]]
        return int(facts.roster.hqs >> unit & 1), far, -strength.attack

    def _best_pull_gain(self, state: K41State, unit: int) -> float:
        """The most a block could gain by going somewhere near."""
        at = state.place[unit]
        reach = self.facts.disks[at][4 if self.facts.roster.fast >> unit & 1 else 2]
        return max(self.pull(unit, area) for area in bits(reach)) - self.pull(unit, at)

    def _worth_a_line(self, state: K41State, unit: int) -> bool:
        """Only where something is to be kept and the enemy is near."""
        at = state.place[unit]
        near = self.facts.disks[at][2] & self.foes
        keeps = self.knowledge.worth_at.get(at, 0.0) > 1.0 or self.facts.links[at] & self.foes
        return bool(near and keeps and state.steps[unit] > 2)

    def marches(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Areas with the enemy in them, the best by objectives, the nearest ones."""
        if len(options) <= MARCHES:
            return options
        state: K41State = play.state
        local: March = state.top.local
        found = [a for a in options if a.arg is None]
        legs = [a for a in options if a.arg is not None]
        full = state.full[self.seat]
        room = [a for a in legs if not full >> _number(a) & 1] or legs
        foes, theirs = self.foes, state.controlled(1 - self.seat)
        room.sort(key=lambda a: -self.pull(local.unit, _number(a)))
        beside = self.facts.links[state.place[local.unit]]
        found += [a for a in room if foes >> _number(a) & 1]
        found += [a for a in room if theirs >> _number(a) & 1][:MARCHES]
        found += room[:MARCHES] + [a for a in room if beside >> _number(a) & 1][: MARCHES // 2]
        return list(dict.fromkeys(found))

    def alike_once(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Of bombers of one HQ one is enough."""
        found: dict[Any, Action] = {}
        for action in options:
            key: Any = action
            if action.verb == "bomb":
                bomber, area = _two(action)
                key = (self.facts.roster.hq_of[bomber], area)
            found.setdefault(key, action)
        return list(found.values())

    def continues(self, kind: str, following: str) -> bool:
        return False

    # ---- promises ---------------------------------------------------------------------------------

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        price = PRICES.get(decision.kind)
        return None if price is None else price(self, play, action)

    def impulse(self, play: Game, action: Action) -> float:
        """A Pass when nothing is gained; the disc must not go back and forth for ever."""
        tally, state = self.tally, play.state
        if action.verb == "pass":
            return 0.0
        if action.verb == "tactical":
            return gains.tactical_gain(tally, self.seat)
        if state.impulse > self.knowledge.weights["impulse"]["latest"]:
            return -1.0
        if action.verb == "reinforce":
            return gains.reinforce_gain(tally, self.seat)
        units = self.facts.roster.movable & self.facts.roster.of_side[self.seat] & state.on_map & ~state.isolated
        gain = self._moves(state, units, "strategic")
        return gain * float(self.knowledge.weights["impulse"]["strategic"]) - gains.disc_cost(tally)

    def exploit(self, play: Game, action: Action) -> float:
        state = play.state
        if action.verb != "exploit" or state.impulse > self.knowledge.weights["impulse"]["latest"]:
            return 0.0 if action.verb == "pass" else -1.0
        roster = self.facts.roster
        units = roster.fast & roster.of_side[self.seat] & state.on_map & ~state.isolated
        gain = self._moves(state, units, "exploitation")
        return gain * float(self.knowledge.weights["impulse"]["exploit"]) - gains.disc_cost(self.tally)

    def _moves(self, state: K41State, units: int, mode: str) -> float:
        """What the best moves of as many blocks as the Logistics Value allows would gain, each on its own."""
        number = value(self.facts, state, self.seat)
        hopeful = sorted(bits(units), key=lambda u: -self._best_pull_gain(state, u))[: number + 2]
        context = self.context._replace(acting=self.seat, fights=mode == "strategic", ready=units)
        base = Tally(self.knowledge, state, context)
        before = assess(base, self.side)
        best = sorted((self._best_move(base, u, mode) - before for u in hopeful), reverse=True)
        return sum(gain for gain in best[:number] if gain > 0)

    def _best_move(self, base: Tally, unit: int, mode: str) -> float:
        facts, state = self.facts, base.state
        legs = bits(ways(facts, state, unit, facts.allowance[unit], mode).legs & ~state.full[self.seat])
        legs.sort(key=lambda area: -self.pull(unit, area))
        best = -1000.0
        for area in legs[: MARCHES // 2]:
            moved = Tally(self.knowledge, self._moved(state, unit, area), base.context, base)
            best = max(best, assess(moved, self.side))
        return best

    def _moved(self, state: K41State, unit: int, area: int) -> K41State:
        """The position with a block somewhere else."""
        there = state.clone()
        there.put(unit, area)
        if not there.units_of(1 - self.seat) >> area & 1:
            there.axis = there.axis | 1 << area if self.seat == AXIS else there.axis & ~(1 << area)
        return there

    def headquarters(self, play: Game, action: Action) -> float:
        """The first HQ that leads blocks must be worth its star, further ones more; Guderian is a special case."""
        guderian = self.facts.roster.guderian
        leading = play.state.active & ~(1 << guderian)
        more = float(self.knowledge.weights["activation"]["more"]) if leading else 0.0
        if action.arg is None:
            return more
        gain = gains.hq_gain(self.tally, _number(action))
        return gain + more if action.arg == guderian else gain

    def approach(self, play: Game, action: Action) -> float:
        """Where the HQ would lead most blocks; it does not go where it could not stop."""
        state: K41State = play.state
        local: March = state.top.local
        if action.arg is None:
            return gains.lead_gain(self.tally, local.unit, state.place[local.unit]) + 0.01
        area = _number(action)
        gain = gains.lead_gain(self.tally, local.unit, area)
        return gain - 50.0 if state.full[self.seat] >> area & 1 else gain

    def fleets(self, play: Game, action: Action) -> float:
        state: K41State = play.state
        if action.arg is None:
            return 0.05
        fleet = action.arg if isinstance(action.arg, int) else _two(action)[0]
        here = state.place[fleet]
        kept = gains.fleet_gain(self.tally, fleet, here) if here < self.facts.area_count else 0.0
        if isinstance(action.arg, int):
            return -kept - 0.1
        return gains.fleet_gain(self.tally, fleet, _two(action)[1]) - kept

    def support(self, play: Game, action: Action) -> float:
        """What the hits add to the battle."""
        if action.arg is None:
            return 0.0
        unit, area = _two(action)
        roster, state = self.facts.roster, play.state
        hq = roster.hq_of[unit] if action.verb == "bomb" else unit
        hits = attack_strength(self.facts, state, hq) * (
            1 / 3 if action.verb == "bomb" else self.knowledge.one_die[hq]
        )
        with_it = gains.battle_gain(self.tally, self.seat, area, hits)
        return max(0.001, with_it - gains.battle_gain(self.tally, self.seat, area))

    def battle(self, play: Game, action: Action) -> float:
        if action.arg is None:
            return 0.0
        area = _number(action)
        gain = gains.battle_gain(self.tally, self.seat, area)
        return gain + MUST if mandatory(play.state, 1 << area) else gain

    def engage(self, play: Game, action: Action) -> float:
        """No more bombers than necessary, from the weaker HQ."""
        if action.arg is None:
            return 1.0
        bomber = _two(action)[0]
        return -0.1 * attack_strength(self.facts, play.state, self.facts.roster.hq_of[bomber])

    def flak(self, play: Game, action: Action) -> float:
        """Losing one bomber keeps the other over the target; but it is missed if its HQ has stars left this turn."""
        state = play.state
        local: Flak = state.top.local
        hq = self.facts.roster.hq_of[_number(action)]
        dice = attack_strength(self.facts, state, hq)
        if action.verb == "abort":
            return -0.33 * dice * min(2, local.hits)
        stars_left: int = state.steps[hq] - 2
        return -0.33 * dice - 0.25 * dice * max(0, stars_left)

    def loss(self, play: Game, action: Action) -> float:
        return -gains.lost_worth(self.tally, _number(action))

    def blitz(self, play: Game, action: Action) -> float:
        if action.arg is None:
            return self.worth(play.state)
        unit, area = _two(action)
        there = self._moved(play.state, unit, area)
        if play.state.units_of(1 - self.seat) >> area & 1 and self.facts.rivers[play.state.place[unit]] >> area & 1:
            there.crossed |= 1 << unit
        return self.worth(there)

    def logistics(self, play: Game, action: Action) -> float:
        gain = gains.activate_gain if action.verb == "activate" else gains.pause_gain
        return gain(self.tally, self.seat)

    def replace(self, play: Game, action: Action) -> float:
        return gains.replace_gain(self.tally, self.seat, _number(action)) if action.arg is not None else 0.0

    def call(self, play: Game, action: Action) -> float:
        """All that can come."""
        return float(_number(action))

    def privilege(self, play: Game, action: Action) -> float:
        return self.knowledge.arriving[_number(action)] if action.arg is not None else 0.0

    def salvage(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """The least useful line first, far from the enemy: among lines of equal worth it is removed."""
        return sorted(options, key=lambda action: -self._spare(_number(action)))

    def _spare(self, area: int) -> float:
        near = next((n for n in range(5) if self.facts.disks[area][n] & self.foes), 5)
        return near - self.knowledge.worth_at.get(area, 0.0)


def _number(action: Action) -> int:
    assert isinstance(action.arg, int)
    return action.arg


def _two(action: Action) -> tuple[int, int]:
    assert isinstance(action.arg, tuple)
    first, second = action.arg
    return first, second


NARROWING: dict[str, Callable[[Adviser, Any, Sequence[Action]], Sequence[Action]]] = {
    "command": Adviser.blocks,
    "march": Adviser.marches,
    "support": Adviser.alike_once,
    "salvage": Adviser.salvage,
}

PRICES: dict[str, Callable[[Adviser, Any, Action], float]] = {
    "impulse": Adviser.impulse,
    "exploit": Adviser.exploit,
    "headquarters": Adviser.headquarters,
    "approach": Adviser.approach,
    "fleets": Adviser.fleets,
    "support": Adviser.support,
    "battle": Adviser.battle,
    "engage": Adviser.engage,
    "flak": Adviser.flak,
    "loss": Adviser.loss,
    "siege": Adviser.loss,
    "blitz": Adviser.blitz,
    "logistics": Adviser.logistics,
    "replace": Adviser.replace,
    "call": Adviser.call,
    "privilege": Adviser.privilege,
}
