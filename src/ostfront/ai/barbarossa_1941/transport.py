"""The officer by sea and by air (12.1, 12.5): after the marches of a plan, a voyage or a drop that clearly pays."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.barbarossa_1941.battles import attack_gain
from ostfront.ai.barbarossa_1941.knowledge import knowledge_of
from ostfront.ai.barbarossa_1941.places import Places
from ostfront.ai.barbarossa_1941.tally import Tally
from ostfront.ai.planner import Plan
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT
from ostfront.games.barbarossa_1941.rules.airborne import drop_hexes, fallschirmjaeger_survive
from ostfront.games.barbarossa_1941.rules.naval import destinations

VOYAGE = 0.4  # what another port must be worth more than the one where a unit is
DROP = 0.3  # what a drop must gain: more than the replacement point that the division is worth
LAST_DROP = 6  # the turn after which the division becomes that point
DICE = range(1, 7)


def voyage(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """The unit that gains most in another port, of those that the plan leaves where they are."""
    sails = [action for action in options if action.verb == "sail"]
    if not sails:
        return None
    facts, state = world.facts, world.state
    field = Places(Tally(knowledge_of(world.rules), state), state.top.local.side)
    best, most = None, VOYAGE
    for action in sails:
        unit = action.arg
        assert isinstance(unit, int)
        here = state.place[unit]
        if not facts.roster.is_combat[unit] or plan.posts.get(unit, here) != here:
            continue
        pull = field.pull(unit)
        ports = bits(destinations(facts, state, field.seat, unit))
        gain = max([pull(port) - field.danger(unit, port) for port in ports]) - pull(here) + field.danger(unit, here)
        if gain > most:
            best, most = action, gain
    return best


def airdrop(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """The 7th Fallschirmjaeger division, where it helps the attacks of the plan."""
    unit = world.facts.roster.fallschirmjaeger
    drop = next((action for action in options if action.verb == "drop" and action.arg == unit), None)
    return drop if drop is not None and _best_zone(plan, world)[1] > DROP else None


def landing_zone(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """Where it comes down."""
    place = _best_zone(plan, world)[0]
    return next((action for action in options if action.arg == place), None)


def _best_zone(plan: Plan, world: Game) -> tuple[int, float]:
    """The hex from which the die of the planned attacks is helped most, and what that gains on average."""
    facts, state = world.facts, world.state
    tally, grid = Tally(knowledge_of(world.rules), state), facts.grid
    helped = {}
    for assault in plan.assaults:
        beside = grid.neighbours(1 << assault.target)
        force = mask(unit for unit in assault.force if beside >> state.place[unit] & 1)
        if force:
            plain = attack_gain(tally, AXIS, assault.target, force)
            helped[assault.target] = attack_gain(tally, AXIS, assault.target, force, modifier=1) - plain
    best = -1, 0.0
    for place in bits(drop_hexes(facts, state, AXIS) & grid.closed(mask(helped))):
        taken = bool(state.occupied[COMBAT[1 - AXIS]] >> place & 1)
        chance = sum(fallschirmjaeger_survive(facts, die, taken) for die in DICE) / len(DICE)
        gain = chance * sum(more for target, more in helped.items() if grid.distance(place, target) <= 1)
        if gain > best[1]:
            best = place, gain
    return best
