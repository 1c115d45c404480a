"""Planning an activation of A Victory Awaits, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ostfront.core.actions import Action
from ostfront.core.hexes import bits
from ostfront.core.planner import Allowance, Plan, plan
from ostfront.games.victory.orders import mover, named, steps, told
from ostfront.games.victory_awaits import advice
from ostfront.games.victory_awaits.combat import ready_units
from ostfront.games.victory_awaits.evaluate import explain
from ostfront.games.victory_awaits.front import Front
from ostfront.games.victory_awaits.ground import crowded, has_room
from ostfront.games.victory_awaits.movement import NOT_BEGUN, allowance, known_ways
from ostfront.games.victory_awaits.muster import Muster
from ostfront.games.victory_awaits.outlook import outlook
from ostfront.games.victory_awaits.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.stakes import foresight
from ostfront.games.victory_awaits.standing import Standing
from ostfront.games.victory_awaits.state import March

if TYPE_CHECKING:
    from ostfront.core.game import Game
    from ostfront.core.state import Decision
    from ostfront.games.victory_awaits.rules import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

RUN = 10  # hexes from which somebody may come to an empty goal
CUTS = 4  # places thought of for cutting railroads
FIGHTING = ("combat segment", "battle")


class Adviser(advice.Adviser):
    """The recruit's adviser, for whatever is not planned: he leaves no goal open, and cuts railroads."""

    def standing(self, unit: int) -> Standing:
        found = self._standings.get(unit)
        if found is None:
            found = self._standings[unit] = Watch(self._counted(unit, self.muster), unit)
        return found

    def _best_places(self, unit: int, options: Sequence[Action]) -> list[Action]:
        """For the Soviets also those from which the railroads of the Axis can be cut."""
        found = super()._best_places(unit, options)
        there = self.standing(unit)
        if self.side == SOVIET and not there.is_hq:
            m, rules = self.muster, self.rules
            rails = rules.grid.within(rules.rail_hexes & m.fed(AXIS) & ~m.occupied[AXIS], 1)
            places = {a.arg: a for a in reversed(options) if isinstance(a.arg, int) and rails >> a.arg & 1}
            cutting = sorted((p for p in places if there.pocket(p)), key=lambda p: (-there.pocket(p), p))
            found += [places[p] for p in cutting[:CUTS]]
        return found


class Watch(Standing):
    """A unit to be tried in several hexes, with an eye on empty goals and on railroads."""

    def __init__(self, m: Muster, unit: int) -> None:
        super().__init__(m, unit)
        if self.side == SOVIET:
            self.rate *= m.look.weights["officer"]["press"]
        self.pockets: dict[int, float] = {}

    def danger(self, place: int) -> float:
        found = super().danger(place)
        m, w = self.m, self.m.look.weights["officer"]
        goal = m.look.goal_at.get(place)
        if goal is None or self.is_hq or not m.holds(self.side, place):
            return found
        there = m.stack(place).units
        near = m.look.rules.grid.disk(place, RUN) & m.occupied[1 - self.side]
        if not there:
            found = min(found, -m.values[goal] * w["guard" if near else "keep"])
        elif there == 1 and near and self.side == SOVIET:
            found -= m.values[goal] * w["second"]
        return found

    def pocket(self, place: int) -> float:
        """Enemies, and cities of the Axis, that would lose their line if the unit stood there."""
        found = self.pockets.get(place)
        if found is None:
            found = self.pockets[place] = super().pocket(place) if self.side == AXIS else self._cut(place)
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


# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: VictoryAwaits) -> int:
    """How many a plan may take."""
    return int(outlook(rules).weights["officer"]["thoughts"])


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    front = field(world, decision)
    return None if front is None else plan(front, budget)


def field(world: Game, decision: Decision) -> Front | None:
    """The activation to be planned, if the decision belongs to one."""
    rules: VictoryAwaits = world.rules  # type: ignore[assignment]
    state: VaState = world.state
    side = rules.side_of_seat(state, decision.seat)
    if decision.kind in ("attack", "commit"):
        reach = {u: 1 << state.place[u] for u in bits(ready_units(rules, state, state.top.local._replace(units=0)))}
    elif side == SOVIET:
        return None  # they hold: the adviser finds each unit its place
    else:
        reach = _moves(rules, state, side)
    return Front(outlook(rules), state, side, reach, fights=not state.confined) if reach else None


def _moves(rules: VictoryAwaits, state: VaState, side: int) -> dict[int, int]:
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
        return has_room(world.rules, world.state, unit, to)  # type: ignore[arg-type]

    return mover(plan, world, options, room) or named("done", options)


STEPS = steps(_next_unit)


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: VictoryAwaits, state: VaState, side: str) -> dict[str, float]:
    """The terms of the evaluation."""
    return explain(rules, state, side)


def purpose(plan: Plan, rules: VictoryAwaits) -> str:
    return told(plan, rules.roster.ids, rules.board.place_name)
