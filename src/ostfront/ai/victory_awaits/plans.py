"""Planning an activation of A Victory Awaits, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ostfront.ai.plan_steps import mover, named, steps, told
from ostfront.ai.planner import Allowance, Plan, plan
from ostfront.ai.victory_awaits import adviser as advice
from ostfront.ai.victory_awaits.activation import Front
from ostfront.ai.victory_awaits.evaluate import explain
from ostfront.ai.victory_awaits.goals import allotted, arrival
from ostfront.ai.victory_awaits.knowledge import officers_outlook, outlook
from ostfront.ai.victory_awaits.officer_hex_worth import Watch, sallies
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.combat import ready_units
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.ground import crowded, has_room
from ostfront.games.victory_awaits.rules.movement import NOT_BEGUN, allowance, known_ways
from ostfront.games.victory_awaits.rules.seats import side_of_seat
from ostfront.games.victory_awaits.state import March

if TYPE_CHECKING:
    from ostfront.core.play.game import Game
    from ostfront.core.play.state import Decision
    from ostfront.games.victory_awaits.facts import Facts
    from ostfront.games.victory_awaits.rules import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

CUTS = 4  # places thought of for cutting railroads
BARS = 4  # and for keeping the Axis from them
IDLE = 0.02  # an HQ to be brought up that nobody would wake
FIGHTING = ("combat segment", "battle")


class Adviser(advice.Adviser):
    """The recruit's adviser, for whatever is not planned: he leaves no goal open, and looks after railroads."""

    def __init__(self, rules: VictoryAwaits, state: VaState, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.look = officers_outlook(rules.facts, self.side)
        self._watches: dict[int, Watch] = {}
        self._aims: dict[int, int] | None = None
        self._arrival: int | None = None

    def standing(self, unit: int) -> Watch:
        found = self._watches.get(unit)
        if found is None:
            found = self._watches[unit] = Watch(self._counted(unit, self.muster), unit)
            if self.side == SOVIET and self.look.weights["officer"]["allot"]:
                found.heads_for(self.aims.get(unit, None if self.state.on_map >> unit & 1 else self._arrival))
        return found

    @property
    def aims(self) -> dict[int, int]:
        """By Soviet unit the goal it makes for: none gets more than it asks for. An HQ goes with most of its men."""
        if self._aims is None:
            look, roster, state = self.look, self.rules.roster, self.state
            found, missing = allotted(self.muster, SOVIET)
            own = {unit: look.goal_at[aim.place] for unit, aim in found.items()}
            self._aims = dict(own)
            self._arrival = arrival(self.muster, missing)
            for hq in bits(roster.hqs & roster.of_side[SOVIET] & state.on_map):
                near = in_range(self.rules, state.place[hq])
                men: dict[int, float] = {}
                for unit, goal in own.items():
                    if near >> state.place[unit] & 1:
                        men[goal] = men.get(goal, 0.0) + look.weight(unit, state.steps[unit])
                if men:
                    self._aims[hq] = max(men, key=lambda goal: (men[goal], -goal))
        return self._aims

    @property
    def posts(self) -> dict[int, int]:
        """The Soviets attack only from where they dare to stand."""
        if self.side == AXIS:
            return super().posts
        if self._posts is None:
            self._posts = self.look.posts(self.state, lambda: sallies(self.muster, self.standing))
        return self._posts

    def _best_places(self, unit: int, options: Sequence[Action]) -> list[Action]:
        """For the Soviets also those from which the railroads of the Axis can be cut or barred."""
        found = super()._best_places(unit, options)
        there = self.standing(unit)
        if self.side == SOVIET and not there.is_hq:
            m, rules = self.muster, self.rules
            places = {a.arg: a for a in reversed(options) if isinstance(a.arg, int)}
            rails = rules.grid.within(rules.rail_hexes & m.fed(AXIS) & ~m.occupied[AXIS], 1)
            cuts = [p for p in places if rails >> p & 1 and there.pocket(p)]
            bars = [p for p in places if there.bar(p)]
            best = sorted(cuts, key=lambda p: (-there.pocket(p), p))[:CUTS]
            best += sorted(bars, key=lambda p: (-there.bar(p) - there.worth(p), p))[:BARS]
            found += [places[p] for p in best]
        return found

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        if self.side == SOVIET and decision.kind in ("call", "reserve") and isinstance(action.arg, int):
            return self._bring(action, action.arg)
        return super().promise(play, decision, action)

    def _bring(self, action: Action, unit: int) -> float:
        """No more Soviet HQs than chits can wake, none when there is no time left for that; tanks after all others.

        Out of the box they give the Axis a point each (16.1), and defend no better than foot.
        """
        rules, state = self.rules, self.state
        if rules.roster.is_hq[unit]:
            enough = rules.track.su[state.turn] - 1 + self.look.weights["officer"]["spare"]
            if state.turn >= rules.last_turn or self._awake() >= enough:
                return IDLE
        elif rules.roster.mech[unit]:
            return IDLE
        return self.call(action)

    def _order(self, unit: int) -> tuple[int, int, float]:
        """A Soviet HQ leaves a city before others come to it."""
        if self.side == SOVIET and self.rules.roster.is_hq[unit] and self.state.place[unit] in self.look.goal_at:
            return -2, 0, 0.0
        return super()._order(unit)

    def _awake(self) -> int:
        """The Soviet HQs on the map whose chit can be selected."""
        rules, state = self.rules, self.state
        hqs = {rules.chits[chit].hq for chit in bits(state.choices_soviet)}
        return sum([hq >= 0 and bool(state.on_map >> hq & 1) for hq in hqs])


# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: VictoryAwaits) -> int:
    """How many a plan may take."""
    return int(outlook(rules.facts).weights["officer"]["thoughts"])


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    front = field(world, decision)
    return None if front is None else plan(front, budget)


def field(world: Game, decision: Decision) -> Front | None:
    """The activation to be planned, if the decision belongs to one."""
    rules: Facts = world.facts
    state: VaState = world.state
    side = side_of_seat(rules, state, decision.seat)
    if decision.kind in ("attack", "commit"):
        reach = {u: 1 << state.place[u] for u in bits(ready_units(rules, state, state.top.local._replace(units=0)))}
    elif side == SOVIET:
        return None  # they hold: the adviser finds each unit its place
    else:
        reach = _moves(rules, state, side)
    return Front(officers_outlook(rules, side), state, side, reach, fights=not state.confined) if reach else None


def _moves(rules: Facts, state: VaState, side: int) -> dict[int, int]:
    """Those who have not moved, where they could go; those who have can still fight from where they are."""
    if state.active & ~state.on_map:
        return {}  # an army that enters the map
    in_hand: March | None = state.top.local if state.top.procedure == "march" else None
    full = crowded(state, side)
    found = {}
    for unit in bits(state.active):
        here = 1 << state.place[unit]
        if state.moved >> unit & 1:
            found[unit] = here
            continue
        march = March(unit, 0, 2 * allowance(rules, state, unit), NOT_BEGUN)
        if in_hand is not None and unit == in_hand.unit:
            march = in_hand
        normal, road = known_ways(rules, state, march)
        hexes = road.reach | (normal.reach if normal is not None else 0)
        for place in bits(hexes & full):
            if not any(state.active >> u & 1 and not state.moved >> u & 1 for u in state.each_at(place)):
                hexes &= ~(1 << place)  # full of those who stay
        found[unit] = hexes | here
    return found


def moment(state: VaState) -> tuple[int, ...]:
    """While this stays the same no die was rolled and nobody else acted: a plan holds."""
    fighting = state.top.procedure in FIGHTING
    return state.turn, state.activation, state.combat, int(fighting), state.active, *state.steps


# ---- how it is played ---------------------------------------------------------------------------------


def answer(plan: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    """The next step of a plan; None where it has none."""
    return STEPS[decision.kind](plan, world, options)


def _next_unit(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    def room(unit: int, to: int) -> bool:
        return has_room(world.facts, world.state, unit, to)

    return mover(plan, world, options, room) or named("done", options)


STEPS = steps(_next_unit)


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: VictoryAwaits, state: VaState, side: str) -> dict[str, float]:
    """The terms of the evaluation."""
    return explain(rules.facts, state, side)


def purpose(plan: Plan, rules: VictoryAwaits) -> str:
    return told(plan, rules.facts.roster.ids, rules.facts.board.place_name)
