"""Planning a phase of Barbarossa 1941, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.barbarossa_1941.battles import attack_gain
from ostfront.ai.barbarossa_1941.evaluate import explain
from ostfront.ai.barbarossa_1941.knowledge import Knowledge, knowledge_of
from ostfront.ai.barbarossa_1941.operations import Operations
from ostfront.ai.barbarossa_1941.tally import Tally
from ostfront.ai.barbarossa_1941.transport import airdrop, landing_zone, voyage
from ostfront.ai.plan_steps import Step, mover, named, steps, told
from ostfront.ai.planner import Allowance, Plan, plan_activation
from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import COMBAT, SIDES
from ostfront.games.barbarossa_1941.rules.combat import ready_units
from ostfront.games.barbarossa_1941.rules.ground import open_hexes
from ostfront.games.barbarossa_1941.rules.movement import exploiters, legs, muster
from ostfront.games.barbarossa_1941.rules.overrun import can_overrun, targets
from ostfront.games.barbarossa_1941.rules.stacking import barred_to, room
from ostfront.games.barbarossa_1941.state import B41State, March

# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: Rules) -> int:
    """How many a plan may take."""
    return int(knowledge_of(rules).weights["officer"]["thoughts"])


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    """A few large attacks or more small ones, whichever gain most."""
    found = operations(world, decision)
    if found is None:
        return None
    return plan_activation(found, budget, (0.0, found.weights["fee"]) if found.targets else (0.0,))


def operations(world: Game, decision: Decision) -> Operations | None:
    """The phase to be planned, if the decision belongs to one."""
    knowledge, state = knowledge_of(world.rules), world.state
    tally, seat = Tally(knowledge, state), decision.seat
    if decision.kind in ("attack", "commit"):
        here = {unit: 1 << state.place[unit] for unit in bits(ready_units(knowledge.facts, state, seat))}
        return Operations(tally, seat, here, True) if here else None
    march: March | None = state.top.local if state.top.procedure == "march" else None
    exploiting = decision.kind == "exploit" or (march is not None and march.exploiting)
    reach = _reach(knowledge, state, seat, march, exploiting)
    return Operations(tally, seat, reach, not exploiting) if reach else None


def _reach(knowledge: Knowledge, state: B41State, seat: int, march: March | None, exploiting: bool) -> dict[int, int]:
    """Units that have not moved and where they could go; others may still attack from where they are."""
    facts = knowledge.facts
    roster = facts.roster
    in_hand = march.units if march is not None else 0
    units = roster.combat_units[seat] & state.on_map & ~roster.static
    if exploiting:
        units = exploiters(facts, state, seat) | in_hand & units
    still = state.moved | state.carried
    found = {}
    for unit in bits(units):
        here = 1 << state.place[unit]
        found[unit] = here
        if in_hand >> unit & 1:
            assert march is not None
            local = march
        elif still >> unit & 1:
            continue
        else:
            local = muster(facts, state, seat, 1 << unit, exploiting)
        ways = legs(facts, state, local)[0]
        if ways is not None:
            hexes = ways.reach & open_hexes(facts, state, seat) & ~barred_to(facts, state, 1 << unit)
            found[unit] = here | hexes & ~facts.lakes
    return found


def plan_key(state: B41State) -> tuple[int, ...]:
    """While this stays the same, no die was rolled and nobody else acted, so a plan is valid."""
    frame = state.top
    while frame is not None and frame.procedure not in PHASES:
        frame = frame.below
    phase = PHASES.index(frame.procedure) if frame is not None else -1
    return state.turn, state.side, phase, state.battle, state.held, state.raised, *state.steps


PHASES = ("movement", "combat", "exploitation")


# ---- how it is played ---------------------------------------------------------------------------------


def answer(made: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    """The next step of a plan; None where it has none."""
    return STEPS[decision.kind](made, world, options)


def _next_unit(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """Who can overrun somebody at once, the units of the plan, airborne corps not in it; then by sea and by air."""
    facts, state = world.facts, world.state

    def free(unit: int, to: int) -> bool:
        return bool(room(facts, state, 1 << unit, 1 << to))

    raiders = (a for a in options if a.verb == "pick" and _raids(world, a))
    others = (a for a in options if a.verb == "pick" and a.arg not in plan.posts and _airborne(facts, a))
    return (
        next(raiders, None)
        or mover(plan, world, options, free)
        or next(others, None)
        or voyage(plan, world, options)
        or airdrop(plan, world, options)
        or named("done", options)
    )


def _airborne(facts: Facts, action: Action) -> bool:
    assert isinstance(action.arg, int)
    return bool(facts.roster.is_airborne[action.arg])


def _raids(world: Game, action: Action) -> bool:
    """Whether a unit could overrun an enemy next to it, with those who stand beside it, and gain by it."""
    facts, state, unit = world.facts, world.state, action.arg
    assert isinstance(unit, int)
    if not facts.roster.ever_motorised >> unit & 1:
        return False
    side = facts.roster.side[unit]
    near = facts.grid.neighbours(1 << state.place[unit]) & state.occupied[COMBAT[1 - side]]
    if not near or not can_overrun(facts, state, 1 << unit):
        return False
    march = muster(facts, state, side, 1 << unit, state.top.procedure == "exploitation")
    tally = Tally(knowledge_of(world.rules), state)
    least = tally.knowledge.weights["battle"]["least"]
    return any(attack_gain(tally, side, target, march.units) > least for target in bits(targets(facts, state, march)))


def _next_leg(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """Together with those who have the same way; overruns that pay; then the way itself."""
    state = world.state
    local: March = state.top.local
    unit = lowest(local.units)
    to = plan.posts.get(unit)
    if to is None:
        return None
    overrun = _overrun(world, local, options)
    if overrun is not None:
        return overrun
    here = state.place[unit]
    if here != to:
        for action in options:
            if action.verb == "with" and _same_way(plan, world, local, action, to):
                return action
    else:
        return named("stop", options)
    return next((action for action in options if action.verb == "go" and action.arg == to), None)


def _same_way(plan: Plan, world: Game, local: March, action: Action, to: int) -> bool:
    """Whether a unit beside those in hand is meant to go where they go, and there is room for all."""
    assert isinstance(action.arg, int)
    if plan.posts.get(action.arg) != to:
        return False
    return bool(room(world.facts, world.state, local.units | 1 << action.arg, 1 << to))


def _overrun(world: Game, local: March, options: Sequence[Action]) -> Action | None:
    """The best one that pays."""
    attacks = [action for action in options if action.verb == "overrun"]
    if not attacks:
        return None
    tally = Tally(knowledge_of(world.rules), world.state)
    gains = [(attack_gain(tally, local.side, a.arg, local.units), a) for a in attacks]  # type: ignore[arg-type]
    gain, best = max(gains, key=lambda found: found[0])
    return best if gain > tally.knowledge.weights["battle"]["least"] else None


def _next_attack(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """The one that gains most; compulsory ones and air strikes are the adviser's."""
    offered = {action.arg: action for action in options if action.verb == "attack"}
    for assault in sorted(plan.assaults, key=lambda a: -a.gain):
        if assault.target in offered:
            return offered[assault.target]
    return None


STEPS: dict[str, Step] = {
    **steps(_next_unit),
    "march": _next_leg,
    "attack": _next_attack,
    "exploit": _next_unit,
    "drop": landing_zone,
}


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: Rules, state: B41State, side: str) -> dict[str, float]:
    return explain(knowledge_of(rules), state, SIDES.index(side))


def purpose(plan: Plan, facts: Facts) -> str:
    return told(plan, [counter.name for counter in facts.roster.counters], facts.board.place_name)
