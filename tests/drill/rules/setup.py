"""3.0 Set-up: Red, then Left, then Right deploy their blocks, one in a hex; and what holds in every position."""

from __future__ import annotations

from drill.facts import SIDE_OF, Facts
from drill.rules.fog import friends, strangers
from drill.state import Activation, Battle, DrillPlay, DrillState, Losses, Retreat, SetUp
from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision, Frame

# ---- which unit ---------------------------------------------------------------------------------------


def waiting(facts: Facts, state: DrillState, seat: int) -> list[int]:
    """The seat's units that are not on the map yet."""
    return [unit for unit in facts.units_of[seat] if state.place[unit] == NOWHERE]


@implements("DRILL 3.1")
def ask_unit(play: DrillPlay, local: SetUp) -> None:
    if waiting(play.facts, play.state, local.seat):
        play.ask("deploy", local.seat)
    else:
        play.leave()


def deploy_prompt(play: DrillPlay, decision: Decision) -> str:
    left = len(waiting(play.facts, play.state, decision.seat))
    return f"Choose a unit to deploy; {counted(left, 'is', 'are')} waiting."


def deploy_options(play: DrillPlay, decision: Decision) -> Options:
    actions = play.facts.vocabulary.table("deploy")
    return Options([actions[unit] for unit in waiting(play.facts, play.state, decision.seat)])


def deploy(play: DrillPlay, _decision: Decision, action: Action) -> None:
    play.change(unit=action.arg)


DEPLOY = Kind(
    "deploy",
    "3.1",
    verbs=(Verb("deploy", ("unit",), "take a unit in hand, to set it up"),),
    prompt=deploy_prompt,
    options=deploy_options,
    answer=deploy,
    secrecy="secret",
)


# ---- which hex ----------------------------------------------------------------------------------------


@implements("DRILL 3.2", "DRILL 3.3")
def free_ground(facts: Facts, state: DrillState, seat: int) -> int:
    """The empty hexes of a seat's ground."""
    ground = facts.ground[seat]
    return ground ^ (ground & (state.occupied[3] | state.occupied[4]))


@implements("DRILL 3.4")
def suits(facts: Facts, unit: int) -> int:
    """The hexes that suit a unit: guns need cover."""
    return facts.cover if facts.units[unit].kind == "gun" else facts.grid.valid


@implements("DRILL 3.5")
def kept_free(facts: Facts, free: int, unit: int, others: list[int]) -> int:
    """The hexes a unit must keep free: cover that the other guns need, and all but the towns if those need a unit."""
    kept = 0
    guns = sum(facts.units[other].kind == "gun" for other in others)
    if facts.units[unit].kind != "gun" and (free & facts.cover).bit_count() == guns:
        kept |= facts.cover
    if (free & facts.towns).bit_count() > len(others):
        kept |= facts.grid.valid ^ facts.towns
    return kept


@implements("DRILL 3.5")
def can_be_finished(facts: Facts, state: DrillState, seat: int) -> bool:
    """Whether a set-up under way can still be finished."""
    free, others = free_ground(facts, state, seat), waiting(facts, state, seat)
    guns = [unit for unit in facts.units_of[seat] if facts.units[unit].kind == "gun"]
    return (
        all(facts.ground[seat] >> state.place[unit] & 1 for unit in state.living(facts.units_of[seat]))
        and all(facts.cover >> state.place[gun] & 1 for gun in state.living(tuple(guns)))
        and sum(gun in others for gun in guns) <= (free & facts.cover).bit_count()
        and (free & facts.towns).bit_count() <= len(others) <= free.bit_count()
    )


def ask_hex(play: DrillPlay, local: SetUp) -> None:
    play.ask("site", local.seat)


def site_prompt(play: DrillPlay, _decision: Decision) -> str:
    return f"Choose a hex for {play.facts.units[play.state.top.local.unit].name}."


def site_options(play: DrillPlay, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    unit: int = state.top.local.unit
    free = free_ground(facts, state, decision.seat)
    others = [other for other in waiting(facts, state, decision.seat) if other != unit]
    hexes = free & suits(facts, unit) & ~kept_free(facts, free, unit, others)
    return Options(among=[(facts.vocabulary.table("at"), hexes)])


def site(play: DrillPlay, decision: Decision, action: Action) -> None:
    facts, state = play.facts, play.state
    unit, place = state.top.local.unit, action.arg
    assert isinstance(place, int)
    state.put(unit, place)
    play.note("deployed", unit, place, to=friends(facts, state, unit))
    if not state.known[unit]:
        play.note("block deployed", decision.seat, place, to=strangers(facts, unit))
    play.change(unit=NOWHERE)
    play.goto("unit")


SITE = Kind(
    "site",
    "3.1",
    verbs=(Verb("at", ("place",), "set the unit in hand up there"),),
    prompt=site_prompt,
    options=site_options,
    answer=site,
    secrecy="secret",
)

SET_UP = Procedure("set-up", (Step("unit", ask_unit, "3.1"), Step("hex", ask_hex, "3.2")), SetUp)


# ---- positions -------------------------------------------------------------------------------------------


def before_set_up(facts: Facts) -> DrillState:
    """The state before the first step."""
    state = DrillState(facts)
    state.top = Frame("game", 0, None, None)
    return state


def faults(facts: Facts, state: DrillState) -> list[str]:
    """One sentence for each thing that cannot be: for position files and for the harness."""
    wrong = [*_units(facts, state), *_stacks(facts, state), *_procedures(facts, state)]
    local = state.top.local if state.top else None
    if isinstance(local, SetUp) and not can_be_finished(facts, state, local.seat):
        wrong.append("The set-up cannot be finished.")
    return wrong


def _units(facts: Facts, state: DrillState) -> list[str]:
    wrong = []
    present = {unit for units in facts.units_of for unit in units}
    for unit, row in enumerate(facts.units):
        on_map = state.place[unit] != NOWHERE
        if on_map and not facts.grid.valid >> state.place[unit] & 1:
            wrong.append(f"{row.name} is off the map.")
        if on_map and unit not in present:
            wrong.append(f"{row.name} does not take part.")
        if state.steps[unit] > row.steps or (on_map and not state.steps[unit]):
            wrong.append(f"{row.name} cannot have {state.steps[unit]} steps.")
        if state.steps[unit] < row.steps and not state.known[unit]:
            wrong.append(f"{row.name} has lost a step and must be known.")
        if max(state.moved[unit], state.fought[unit], state.known[unit]) > 1:
            wrong.append(f"{row.name} has a mark that does not exist.")
        if not facts.fog and not state.known[unit]:
            wrong.append(f"{row.name} cannot be hidden without fog.")
    return wrong


def _stacks(facts: Facts, state: DrillState) -> list[str]:
    wrong = []
    for place in facts.grid.hexes:
        units = state.at(place)
        if len(units) > 2 or len({facts.seat_of[unit] for unit in units}) > 1:
            wrong.append(f"{facts.board.name(place)} is overstacked.")
        if units and state.covered >> place & 1:
            wrong.append(f"The surprise in {facts.board.name(place)} must have been turned up.")
    return wrong


def _procedures(facts: Facts, state: DrillState) -> list[str]:
    """What the procedures under way rely on."""
    wrong = []
    frame = state.top
    while frame is not None:
        local = frame.local
        if isinstance(local, Activation | SetUp) and local.unit != NOWHERE:
            if facts.seat_of[local.unit] != local.seat:
                wrong.append("The unit in hand is another seat's.")
            if (state.place[local.unit] == NOWHERE) != isinstance(local, SetUp):
                wrong.append("The unit in hand is not where it must be.")
        if isinstance(local, Battle):
            wrong += _battle(facts, state, local)
        if isinstance(local, Losses) and any(state.place[unit] == NOWHERE for unit in bits(local.units)):
            wrong.append("A unit that is gone is to lose a step.")
        if isinstance(local, Retreat) and {facts.seat_of[u] for u in state.at(local.place)} != {local.seat}:
            wrong.append("Those who are to retreat are not there.")
        frame = frame.below
    return wrong


def _battle(facts: Facts, state: DrillState, local: Battle) -> list[str]:
    if local.die:
        return []  # losses and retreats may have changed it all
    near = facts.grid.adjacent(local.target)
    wrong = [
        f"{facts.units[unit].name} cannot be in the attack."
        for unit in bits(local.attackers)
        if facts.seat_of[unit] != local.seat or state.place[unit] not in near
    ]
    if {SIDE_OF[facts.seat_of[u]] for u in state.at(local.target)} != {1 - SIDE_OF[local.seat]}:
        wrong.append("There is no enemy in the hex attacked.")
    return wrong
