"""Planning an impulse of Kiev '41: which impulse, which HQs and where, and a way for every block.

A plan is made when the impulse is chosen, for all blocks that HQs could lead; it says which HQs are worth their star.
When they lie face up the blocks they really command get their ways. Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from ostfront.ai.kiev_41 import adviser as advice
from ostfront.ai.kiev_41 import city_assaults as storms
from ostfront.ai.kiev_41 import gains as judgement
from ostfront.ai.kiev_41.context import Moment
from ostfront.ai.kiev_41.destinations import Staff, assess
from ostfront.ai.kiev_41.evaluate import explain
from ostfront.ai.kiev_41.hq_plans import STORM, Plan, manners, operation, passing, portion, star
from ostfront.ai.kiev_41.knowledge import outlook
from ostfront.ai.kiev_41.tally import Muster
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.command import eligible
from ostfront.games.kiev_41.rules.control import friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import value

if TYPE_CHECKING:
    from ostfront.core.play.game import Game
    from ostfront.core.play.state import Decision
    from ostfront.games.kiev_41.rules import Kiev41
    from ostfront.games.kiev_41.state import Command, K41State, March

STEPS = frozenset({"impulse", "headquarters", "approach", "command", "march"})
GOAL = 3.0  # what a place must be worth for a Defensive Line
UNLED = ("pass", "strategic")  # impulses in which blocks move without an HQ
FIRST = ("impulse", "headquarters", "approach")


class Adviser(advice.Adviser):
    """The recruit's adviser, with the officer's eye for supply."""

    def __init__(self, rules: Kiev41, state: K41State, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.look = outlook(rules, seat)

    @cached_property
    def moment(self) -> Moment:
        found = super().moment
        return found._replace(aims=storms.aims(Muster(self.look, self.state, found)))

    def worth(self, state: K41State) -> float:
        return assess(Muster(self.look, state, self.moment, self.muster), self.seat)

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        if decision.kind == "restore" and self.brings_up:
            return self.regeneration(action.arg) if isinstance(action.arg, int) else 0.0
        if decision.kind == "exploit":
            return self.raid() if action.verb == "exploit" else 0.0
        if decision.kind == "support" and isinstance(action.arg, tuple) and self.sieges >> action.arg[1] & 1:
            return max(self.support(play, action), self.barrage(action.arg[1]))
        if decision.kind == "battle" and isinstance(action.arg, int) and self.sieges >> action.arg & 1:
            return self.battle(play, action) + float(self.look.weights["staff"]["storm"])
        return super().promise(play, decision, action)

    def regeneration(self, hq: int) -> float:
        """What a star more is worth: more for an HQ that leads many; Guderian has his own road."""
        w, roster, steps = self.look.weights["staff"], self.rules.roster, self.state.steps[hq]
        if hq == roster.guderian:
            return float(w["guderian"] / 4 * (self.state.yellow + self.state.orange) * self.muster.time)
        gain = self.look.worth[hq][steps + 1] - self.look.worth[hq][steps]
        if roster.luftwaffe >> hq & 1:
            return gain
        return gain * float(w["idle"] + (1 - w["idle"]) * min(1.0, self._followers(hq) / w["many"]))

    def _followers(self, hq: int) -> int:
        """How many blocks that obey an HQ are near it."""
        rules, state = self.rules, self.state
        near = rules.disks[state.place[hq]][4] & state.occupied[self.seat]
        return (state.standing(near) & rules.obeying[hq] & rules.roster.combat).bit_count()

    @cached_property
    def ways(self) -> list[int]:
        """By area, how far the next victory area is that a side wants: who is behind wants those of the enemy."""
        look, theirs = self.look, self.state.controlled(1 - self.seat)
        if self.behind and look.wanted & theirs:
            return look.nearest(look.wanted & theirs)
        return super().ways

    @property
    def brings_up(self) -> bool:
        """Whether HQs that were left behind are brought to their blocks."""
        return bool(self.look.weights["staff"]["lead"])

    def movers(self, mode: str) -> int:
        """The units that plans find ways for: HQs too, where nobody is activated."""
        roster = self.rules.roster
        return roster.movable if self.brings_up and mode in UNLED else roster.combat

    @cached_property
    def scarcity(self) -> float:
        """How dear stars have become in the last turn: the fewer are left, the dearer."""
        roster, state = self.rules.roster, self.state
        hqs = bits(state.on_map & roster.hqs & roster.of_side[self.seat] & ~(1 << roster.guderian))
        full = sum(roster.full[hq] - 1 for hq in hqs)
        left = sum(state.steps[hq] - 1 for hq in hqs)
        return float((full / max(1, left)) ** self.look.weights["staff"]["scarce"])

    @cached_property
    def behind(self) -> bool:
        """Whether the game would be lost if it ended now."""
        return storms.ahead(self.muster) != self.seat

    @cached_property
    def sieges(self) -> int:
        """Victory areas of the enemy that this side fights in."""
        return self.look.wanted & self.state.controlled(1 - self.seat) & self.state.occupied[self.seat]

    def barrage(self, area: int) -> float:
        """What each gun and bomber that could still be sent adds to a siege, if all are: walls absorb the first."""
        rules, state = self.rules, self.state
        roster, given = rules.roster, dict(state.guns)
        hits, number = 0.0, 0
        for hq in bits(state.active & roster.of_side[self.seat] & ~(1 << roster.guderian)):
            stars = attack_strength(rules, state, hq)
            at = state.place[hq]
            if roster.luftwaffe >> hq & 1:
                boxes = [state.place[b] for b in bits(roster.bombers_of[hq])]
                flying = sum(where < rules.area_count for where in boxes)
                more = min(boxes.count(rules.boxes["bombers-available"]), stars - flying)
                if more > 0 and rules.disks[at][stars] >> area & 1:
                    hits, number = hits + more * stars / 3, number + more
            elif hq not in given and rules.links[at] >> area & 1:
                hits, number = hits + stars * self.look.one_die[hq], number + 1
        if not number:
            return 0.0
        gain = judgement.battle_gain(self.muster, self.seat, area, hits) - judgement.battle_gain(
            self.muster, self.seat, area
        )
        return gain / number

    def fortifies(self, unit: Any) -> bool:
        """Whether a Defensive Line is worth the step of the block that builds it."""
        state: K41State = self.state
        area = state.place[unit]
        if self.look.worth_at.get(area, 0.0) < GOAL or not self._worth_a_line(state, unit):
            return False
        there: K41State = state.clone()
        there.steps[unit] -= 1
        if self.seat == AXIS:
            there.lines_axis |= 1 << area
        else:
            there.lines_soviet |= 1 << area
        return self.worth(there) > self.worth(state)

    def raid(self) -> float:
        """What fast blocks gain by an Exploitation Move, less the disc."""
        roster, state = self.rules.roster, self.state
        if state.impulse > self.look.weights["impulse"]["latest"]:
            return -1.0
        units = roster.fast & roster.combat & roster.of_side[self.seat] & state.on_map & ~state.isolated
        return self.moves("exploitation", units & ~state.standing(self.foes)) - self.disc()

    def moves(self, mode: str, units: int) -> float:
        """What the best moves of as many blocks as the Logistics Value allows gain together."""
        moment = self.moment._replace(acting=self.seat, fights=mode == "strategic", ready=0)
        budget = Allowance(int(self.look.weights["officer"]["moves"]))
        staff = Staff(self.look, self.state, self.seat, mode, moment, self.pull, budget)
        staff.plan(bits(units))
        gains = sorted(staff.gains.values(), reverse=True)
        return sum(gains[: value(self.rules, self.state, self.seat)])

    def single(self) -> float:
        """What the best move of one block gains, as in a Pass."""
        state, seat = self.state, self.seat
        units = self.movers("pass") & self.rules.roster.of_side[seat] & state.on_map & ~state.isolated
        moment = self.moment._replace(acting=seat, fights=False, ready=0)
        budget = Allowance(int(self.look.weights["officer"]["moves"]))
        staff = Staff(self.look, state, seat, "pass", moment, self.pull, budget)
        staff.alone(bits(units))
        return sum(staff.gains.values())

    def disc(self) -> float:
        """What the disc is worth in the hand: it could also call blocks from the pool."""
        kept = judgement.disc_cost(self.muster)
        called = judgement.reinforce_gain(self.muster, self.seat) + kept
        return max(kept * float(self.look.weights["staff"]["disc"]), called)


def moment(state: K41State) -> tuple[int, ...]:
    """A plan holds for HQs until they are revealed, then for the blocks until dice fall."""
    frame = state.top
    kinds = set()
    while frame is not None:
        kinds.add(frame.procedure)
        frame = frame.below
    commanding = "command" in kinds
    return state.turn, state.impulse, int(commanding), state.active if commanding else 0, state.initiative


# ---- making ---------------------------------------------------------------------------------------------


def thoughts(rules: Kiev41) -> int:
    """How many positions a plan may price."""
    return int(outlook(rules).weights["officer"]["thoughts"])


def make_plan(game: Game, decision: Decision, budget: Allowance) -> Plan | None:
    adviser = Adviser(game.rules, game.state, decision.seat)  # type: ignore[arg-type]
    if decision.kind in FIRST:
        return operation(adviser, budget)
    return orders(adviser, budget)


def orders(adviser: Adviser, budget: Allowance) -> Plan | None:
    """Ways for the blocks that may act now."""
    state = adviser.state
    frame = state.top
    while frame is not None and frame.procedure != "command":
        frame = frame.below
    if frame is None:
        return None
    local: Command = frame.local
    units = eligible(adviser.rules, state, local) & adviser.movers(local.mode)
    staff = best_staff(adviser, local.mode, units, budget)
    routes = staff.routes
    if local.mode != "tactical":
        best = sorted(staff.gains, key=lambda unit: (-staff.gains[unit], unit))[: local.left]
        routes = {unit: route for unit, route in routes.items() if unit in best}
    return Plan({u: r.areas[-1] for u, r in routes.items()}, routes, [], sum(staff.gains.values()))


def best_staff(adviser: Adviser, mode: str, units: int, budget: Allowance) -> Staff:
    """Of the plan without a storm and that with the best storm, the one that ends better."""
    quiet = _staff(adviser, mode, budget)
    if mode == "pass":
        quiet.alone(bits(units))
        return quiet
    storm, start = quiet, quiet.worth
    if mode == "tactical":
        goals = bits(adviser.look.wanted & adviser.state.controlled(1 - adviser.seat))
        for manner, goal in product(manners(adviser), goals):
            staff = _staff(adviser, mode, budget)
            if budget.take(STORM) and manner(staff, bits(units), goal) and staff.worth > max(start, storm.worth):
                storm = staff
    staffs = [quiet] if storm is quiet else [quiet, storm]
    for number, staff in enumerate(staffs):
        staff.budget = portion(budget, len(staffs) - number)
        staff.plan(unit for unit in bits(units) if unit not in staff.routes)
        budget.take(staff.budget.spent)
    return max(staffs, key=lambda staff: staff.worth)


def _staff(adviser: Adviser, mode: str, budget: Allowance) -> Staff:
    return Staff(adviser.look, adviser.state, adviser.seat, mode, adviser.moment, adviser.pull, budget)


# ---- playing --------------------------------------------------------------------------------------------


def answer(plan: Plan, game: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    adviser = Adviser(game.rules, game.state, decision.seat)  # type: ignore[arg-type]
    return ANSWERS[decision.kind](plan, adviser, options)


def _impulse(plan: Plan, adviser: Adviser, options: Sequence[Action]) -> Action | None:
    """The impulse that gains most; tactical ones go on with battles too."""
    prices = {"pass": passing(adviser) + adviser.single(), "tactical": -9.0}
    m, seat = adviser.muster, adviser.seat
    late = adviser.state.impulse > adviser.look.weights["impulse"]["latest"]
    if plan.leads:
        prices["tactical"] = plan.gain + 0.5 * judgement.open_battles(m, seat)
    prices["reinforce"] = -9.0 if late else judgement.reinforce_gain(m, seat)
    prices["strategic"] = -9.0 if late else _strategic(adviser) - adviser.disc()
    return max(options, key=lambda action: prices[action.verb])


def _strategic(adviser: Adviser) -> float:
    """What the best moves of a Strategic Impulse gain."""
    rules, state, seat = adviser.rules, adviser.state, adviser.seat
    units = rules.roster.combat & rules.roster.of_side[seat] & state.on_map & ~state.isolated
    near = rules.areas.closed(rules.areas.closed(adviser.foes))
    return adviser.moves("strategic", units & state.standing(near & state.occupied[seat]))


def _headquarters(plan: Plan, adviser: Adviser, options: Sequence[Action]) -> Action | None:
    """Those of the plan; then Guderian, who goes his own way, if he is worth it."""
    by_unit = {action.arg: action for action in options}
    for lead in plan.leads:
        if lead.hq in by_unit:
            return by_unit[lead.hq]
    guderian = adviser.rules.roster.guderian
    if guderian in by_unit and _road(adviser, guderian) > 0:
        return by_unit[guderian]
    return by_unit.get(None)


def _road(adviser: Adviser, hq: int) -> float:
    """What Guderian gains on the Road to Tula."""
    state, w = adviser.state, adviser.look.weights["staff"]
    stars = attack_strength(adviser.rules, state, hq)
    return float(w["guderian"] * stars / 4 * (state.yellow + state.orange) * adviser.muster.time - star(adviser, hq))


def _approach(plan: Plan, adviser: Adviser, options: Sequence[Action]) -> Action | None:
    local: March = adviser.state.top.local
    goal = plan.posts.get(local.unit)
    if goal is None:
        return None
    here = adviser.state.place[local.unit] == goal
    return next((a for a in options if (a.verb == "reveal" if here else a.arg == goal)), None)


def _command(plan: Plan, adviser: Adviser, options: Sequence[Action]) -> Action | None:
    """The next block of the plan that can go; then those the plan says nothing about."""
    state = adviser.state
    picks = {action.arg: action for action in options if action.verb == "pick"}
    waiting = None
    for unit, route in plan.routes.items():
        if unit in picks and state.place[unit] != route.areas[-1]:
            if not state.full[adviser.seat] >> route.areas[-1] & 1:
                return picks[unit]
            waiting = waiting or picks[unit]
    if waiting is not None:
        return waiting
    builds = [action for action in options if action.verb == "build" and adviser.fortifies(action.arg)]
    return builds[0] if builds else next((action for action in options if action.arg is None), None)


def _march(plan: Plan, adviser: Adviser, options: Sequence[Action]) -> Action | None:
    """The next leg of the way: as far as it is over friendly ground, else one area."""
    state = adviser.state
    local: March = state.top.local
    stop = next((action for action in options if action.arg is None), None)
    route = plan.routes.get(local.unit)
    if route is None:
        return None
    here = state.place[local.unit]
    areas = route.areas
    left = areas[areas.index(here) + 1 :] if here in areas else areas
    free = friendly(state, adviser.seat)
    by_area = {action.arg: action for action in options if action.verb == "go"}
    goal = -1
    for area in left:
        if not free >> area & 1:
            if goal < 0:
                goal = area
            break
        goal = area
    found = by_area.get(goal)
    if found is None and goal >= 0 and goal != left[-1]:
        found = by_area.get(left[0])
    return found or stop


ANSWERS = {
    "impulse": _impulse,
    "headquarters": _headquarters,
    "approach": _approach,
    "command": _command,
    "march": _march,
}


# ---- telling --------------------------------------------------------------------------------------------


def purpose(plan: Plan, rules: Any) -> str:
    """The plan in a sentence."""
    rules = rules.facts
    parts = [f"{rules.roster.ids[lead.hq]} to {rules.place_names[lead.area]}" for lead in plan.leads]
    parts += [f"{rules.roster.ids[unit]} to {rules.place_names[area]}" for unit, area in plan.posts.items()][:6]
    return f"The plan: {', '.join(dict.fromkeys(parts))}." if parts else ""


terms = explain
