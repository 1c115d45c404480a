"""Activation and command (10.1 to 10.3, 10.8): HQs, their range, who may act."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import UNIT, Facts
from ostfront.games.kiev_41.rules.control import contested
from ostfront.games.kiev_41.rules.defensive_lines import builders
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.movement import can_be_revealed, reveal
from ostfront.games.kiev_41.state import Build, Command, K41Play, K41State, March, Side

NO_LIMIT = 112  # blocks that may act in a Tactical Impulse
MOST_KEPT = 4096  # ranges


# ---- HQs (10.1) -------------------------------------------------------------------------------------


def ready_hqs(facts: Facts, state: K41State, side: int) -> int:
    """The HQs that may be activated now: first a tactical one that is not exhausted, then any."""
    roster = facts.roster
    found = may_activate(facts, state, roster.hqs & roster.of_side[side] & ~state.acted)
    guderian = 1 << roster.guderian
    on_road = found & guderian if state.place[roster.guderian] in facts.tula else 0
    found &= state.on_map & ~guderian
    for hq in bits(found & state.standing(contested(state))):
        if not can_be_revealed(facts, state, hq):
            found ^= 1 << hq
    return found | on_road


def may_activate(facts: Facts, state: K41State, hqs: int) -> int:
    """Those of these HQs that neither a cube nor exhaustion keeps from it (10.0, 10.1a, 10.5b)."""
    roster, fresh = facts.roster, state.spare()
    hqs &= ~state.isolated
    if not state.active:
        return hqs & fresh & roster.tactical
    return hqs & (fresh | roster.commanders)


def next_hq(play: K41Play, local: Side) -> None:
    """Not asked when no HQ is activated and none can be: the impulse continues with nothing to command."""
    if play.state.active or ready_hqs(play.facts, play.state, local.side):
        play.ask("headquarters", local.side)


def headquarters_options(play: K41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    done = (facts.single["done"],) if state.active else ()
    return Options(done, ((facts.vocabulary.table("pick"), ready_hqs(facts, state, decision.seat)),))


def answer_headquarters(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, unit = play.state, action.arg
    play.goto("headquarters")
    state.acted |= 1 << unit
    play.begin("approach", March(unit, play.facts.allowance[unit], state.place[unit]))
    if unit == play.facts.roster.guderian:
        reveal(play, unit)


def ask_headquarters(play: K41Play, _decision: Decision) -> str:
    return "Pick an HQ to activate, or finish." if play.state.active else "Pick an HQ to activate."


HEADQUARTERS = Kind(
    "headquarters",
    "10.1a",
    verbs=(Verb("pick", (UNIT,), "pick up a block"), "done"),
    prompt=ask_headquarters,
    options=headquarters_options,
    answer=answer_headquarters,
    secrecy="secret",
)


# ---- range (10.2, 10.3) -----------------------------------------------------------------------------


def ranges(facts: Facts, state: K41State, side: int) -> list[tuple[int, int]]:
    """Each activated tactical HQ with the areas in its range."""
    enemies = state.units_of(1 - side)
    free, disputed = state.controlled(side) & ~enemies, state.units_of(side) & enemies
    return [(hq, _range(facts, state, hq, free, disputed)) for hq in bits(state.active & facts.roster.commanders)]


def _range(facts: Facts, state: K41State, hq: int, free: int, disputed: int) -> int:
    """What is beyond the HQ's range does not matter: answers are cached by what is around it."""
    here, reach = state.place[hq], attack_strength(facts, state, hq)
    around = facts.disks[here][reach]
    key = (here, reach, free & around, disputed & around)
    found = facts.ranges_kept.get(key)
    if found is None:
        if len(facts.ranges_kept) >= MOST_KEPT:
            facts.ranges_kept.clear()
        found = facts.ranges_kept[key] = in_range(facts, state, hq, free, disputed)
    return found


@implements("K41 10.3a")
def in_range(facts: Facts, state: K41State, hq: int, free: int, disputed: int) -> int:
    """As many areas as the HQ has stars in this weather, over friendly uncontested areas."""
    here = 1 << state.place[hq]
    reach = attack_strength(facts, state, hq)
    return facts.areas.flood(here, free | disputed | here, free | here, facts.links, reach)


def commanded(facts: Facts, state: K41State, side: int, among: int) -> int:
    """Those of these units that an activated HQ commands where they are."""
    found, occupied = 0, state.occupied[side]
    for hq, areas in ranges(facts, state, side):
        found |= state.standing(areas & occupied) & facts.obeying[hq] | beside(state, hq)
    return found & among


@implements("K41 10.2b")
def beside(state: K41State, hq: int) -> int:
    """Everybody in the area where the HQ was revealed."""
    return state.stacks[state.place[hq]]


# ---- the Command Segment (10.8) ---------------------------------------------------------------------


def eligible(facts: Facts, state: K41State, local: Command) -> int:
    """The blocks that may act now."""
    roster = facts.roster
    side = local.side
    units = roster.movable & roster.of_side[side] & state.on_map & ~state.acted & ~held_fast(state)
    if local.mode == "tactical":
        return commanded(facts, state, side, units)
    if local.mode == "exploitation":
        return units & roster.fast & ~state.standing(contested(state))
    return units


@implements("K41 9.1b", "K41 10.8")
def held_fast(state: K41State) -> int:
    """Isolated units do nothing."""
    return state.isolated


def next_command(play: K41Play, local: Command) -> None:
    if local.left > 0:
        play.ask("command", local.side)


def command_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Command = state.top.local
    units = eligible(facts, state, local)
    picks = (facts.picks, units)
    if local.mode == "exploitation":
        return Options(facts.done, (picks,))
    return Options(facts.done, (picks, (facts.builds, builders(facts, state, local.side, units))))


def answer_command(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, unit = play.state, action.arg
    local: Command = state.top.local
    play.again("pick", Command(local.side, local.mode, local.left - 1))
    state.acted |= 1 << unit
    if action.verb == "build":
        play.begin("build", Build(unit))
    else:
        play.begin("march", March(unit, play.facts.allowance[unit], state.place[unit]))


def ask_command(play: K41Play, _decision: Decision) -> str:
    local: Command = play.state.top.local
    if local.mode == "tactical":
        return "Pick a block in command to move it or to build, or finish."
    what = "Pick a fast block to move" if local.mode == "exploitation" else "Pick a block to move it or to build"
    return f"{what}, or finish: {local.left} more may act."


COMMAND = Kind(
    "command",
    "10.8",
    verbs=("pick", Verb("build", (UNIT,), "this block builds a Defensive Line where it stands"), "done"),
    prompt=ask_command,
    options=command_options,
    answer=answer_command,
    secrecy="secret",
)

COMMAND_STEPS = Procedure("command", (Step("pick", next_command, "10.8"),), Command)
