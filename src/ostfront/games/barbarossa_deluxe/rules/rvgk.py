"""The Reserve of the Supreme High Command (8.8 to 8.11).

Kinds `reserve`, `deploy-at`; cavalry-mechanized groups come back by attachment.py. Procedures "reserve", "deploy".
Events: `reserve` (unit, from), `deploy` (unit, to), `emergency` (unit, to).

The German knows how many units lie in the box, not which: whether a window opens looks at the number only.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import attachment, control, entries, fog, stacking, supply
from ostfront.games.barbarossa_deluxe.state import ENDED, MOVEMENT, RESERVE, BDPlay, BDState, Phase

FIRST = 2  # the turn of the first RVGK phase (8.9)
CAPACITY = 5  # units a phase, in and out together (8.9)
LAST_EXIT = "2600"  # the southernmost edge hex of 8.10
EMERGENCY_FROM = 3  # turn (8.11)


# ---- the phase (8.9) --------------------------------------------------------------------------------


@implements("BD 8.9a")
def has_phase(facts: Facts, state: BDState) -> bool:
    """Every Soviet player turn but that of turn 1, and none where a scenario begins after it (12.2, 14.2)."""
    return state.turn >= FIRST and not facts.scenario.starts_late(state.turn)


def in_box(facts: Facts, state: BDState) -> int:
    return state.units_at(facts.rvgk) & facts.roster.of_side[SOVIET]


def left(state: BDState) -> int:
    return CAPACITY - state.reserved


def next_reserve(play: BDPlay, _local: Phase) -> None:
    """Ask as long as something can go in or out, as far as the enemy could tell."""
    facts, state = play.facts, play.state
    if left(state) > 0 and (in_box(facts, state) or withdrawable(facts, state)):
        play.ask("reserve", SOVIET)


@implements("BD 8.10a", "BD 8.9b")
def withdrawable(facts: Facts, state: BDState) -> int:
    """Units that could go into the box now."""
    units = facts.roster.of_side[SOVIET] & state.on_map & ~never_reserved(facts)
    units = supply.supplied_overland(facts, state, units) & ~state.shuffled
    if left(state) < 2:  # an army takes its cavalry-mechanized group along
        for group in bits(facts.roster.cavalry_mechanized & state.on_map):
            units &= ~(1 << state.parent[group])
    return units | from_caucasus(facts, state)


@implements("BD 8.9b", "BD 8.30b")
def never_reserved(facts: Facts) -> int:
    """Static units, the Independent Coastal Army and the early cavalry groups."""
    return facts.roster.static | facts.roster.cavalry_groups


def from_caucasus(facts: Facts, state: BDState) -> int:
    """Armies that answered a Caucasus expedition, when it is over (4.13)."""
    if state.expedition != ENDED:
        return 0
    return state.units_at(facts.caucasus) & facts.roster.of_side[SOVIET] & ~state.shuffled


def deployable(facts: Facts, state: BDState) -> int:
    """Units that could come out of the box now."""
    return with_ways(facts, state, in_box(facts, state) & ~state.shuffled)


def with_ways(facts: Facts, state: BDState, units: int) -> int:
    """Those of the units that have a way out; most have the same."""
    found, hexes = 0, gates(facts, state)
    special = units & (facts.roster.attached | facts.roster.satellites[SOVIET])
    plain = NOWHERE  # not looked up yet
    for unit in bits(units):
        if special >> unit & 1 or state.due[unit]:
            open_ = ways_out(facts, state, unit, hexes)
        else:
            plain = open_ = ways_out(facts, state, unit, hexes) if plain == NOWHERE else plain
        if open_:
            found |= 1 << unit
    return found


def gates(facts: Facts, state: BDState) -> int:
    """The hexes by which units come out now: in the RVGK phase, or in an emergency."""
    if state.phase != RESERVE:
        return supplied_cities(facts, state)
    return exits(facts, state) & ~entries.filled(facts, state)


def ways_out(facts: Facts, state: BDState, unit: int, hexes: int) -> int:
    """Where a unit comes out by these hexes or its own: hexes, or the units that a group could join."""
    if facts.roster.attached >> unit & 1:
        return attachment.supportable(facts, state, unit, exits(facts, state) if state.phase == RESERVE else hexes)
    own = entries.reserve_hexes(facts, state, unit, hexes)
    if own != hexes:
        own &= ~entries.filled(facts, state) if state.phase == RESERVE else hexes
    return stacking.room(facts, state, SOVIET, 1 << unit, own)


@implements("BD 8.10b")
def exits(facts: Facts, state: BDState) -> int:
    """Where units come out: supplied cities of theirs, and edge hexes without enemies down to 2600."""
    edge = northern_edge(facts)
    return supplied_cities(facts, state) | edge ^ (edge & state.occupied[GROUND[GERMAN]])


def northern_edge(facts: Facts) -> int:
    found: int | None = facts.profiles.get("exits")
    if found is None:
        sources = bits(facts.sources[SOVIET])
        found = facts.profiles["exits"] = mask(i for i in sources if facts.place_names[i] <= LAST_EXIT)
    return found


def supplied_cities(facts: Facts, state: BDState) -> int:
    """Cities under Soviet control, hero cities too, with overland supply."""
    cities = facts.cities & control.controlled(facts, state, SOVIET)
    return cities & supply.overland(facts, state, SOVIET)


def ask_reserve(play: BDPlay, _decision: Decision) -> str:
    return f"RVGK: take units into the box or out of it, {left(play.state)} of {CAPACITY} left, or finish."


def reserve_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    table = facts.vocabulary.table
    return Options(
        (facts.single["done"],),
        ((table("reserve"), withdrawable(facts, state)), (table("deploy"), deployable(facts, state))),
    )


def answer_reserve(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.goto("next")
    if action.verb == "reserve":
        withdraw(play, action.arg)
    else:
        count(play.state, 1 << action.arg)
        begin_deployment(play, action.arg)


@implements("BD 8.8", "BD 8.9b")
def withdraw(play: BDPlay, unit: int) -> None:
    """Into the box, with the group that supports it; there they are no longer attached."""
    facts, state = play.facts, play.state
    units = stacking.with_support(facts, state, 1 << unit)
    count(state, units)
    for each in bits(units):
        fog.tell(play, "reserve", each, state.place[each])
    for each in bits(units):
        state.parent[each] = NOWHERE
    fog.shift(play, units, facts.rvgk)


@implements("BD 8.9b")
def count(state: BDState, units: int) -> None:
    """Each unit counts one, and goes one way only in a phase."""
    state.reserved += units.bit_count()
    state.shuffled |= units


RESERVE_KIND = Kind(
    "reserve",
    "8.9",
    verbs=(
        Verb("reserve", (UNIT,), "take a unit into the RVGK box", label="Into the box"),
        Verb("deploy", (UNIT,), "bring a unit out of the RVGK box"),
        "done",
    ),
    prompt=ask_reserve,
    options=reserve_options,
    answer=answer_reserve,
    secrecy="secret",
    secret_of=(SOVIET,),
)


# ---- coming out (8.10) ------------------------------------------------------------------------------


def begin_deployment(play: BDPlay, unit: int) -> None:
    """Let the Soviet choose a hex, or for a cavalry-mechanized group an army in one."""
    facts, state = play.facts, play.state
    if facts.roster.attached >> unit & 1:
        hexes = exits(facts, state) if state.phase == RESERVE else supplied_cities(facts, state)
        attachment.begin_attach(play, SOVIET, unit, hexes)
    else:
        play.begin("deploy", Phase(SOVIET, unit))


def offer_deploy(play: BDPlay, _local: Phase) -> None:
    play.ask("deploy-at", SOVIET)


def ask_deploy(play: BDPlay, _decision: Decision) -> str:
    return f"Choose where {play.facts.roster.names[play.state.top.local.unit]} is deployed."


def deploy_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    hexes = ways_out(facts, state, state.top.local.unit, gates(facts, state))
    return Options((), ((facts.vocabulary.table("at"), hexes),))


@implements("BD 8.10c")
def answer_deploy(play: BDPlay, _decision: Decision, action: Action) -> None:
    """Nothing is paid for the hex."""
    assert isinstance(action.arg, int)
    state = play.state
    unit = state.top.local.unit
    state.due[unit] = 0
    if state.phase == RESERVE:
        state.entry[unit] = action.arg
        fog.tell(play, "deploy", unit, action.arg)
    else:
        fog.tell(play, "emergency", unit, action.arg)
    control.enter(play, 1 << unit, action.arg, "arrival")


DEPLOY_AT = Kind(
    "deploy-at",
    "8.10",
    verbs=("at",),
    prompt=ask_deploy,
    options=deploy_options,
    answer=answer_deploy,
    secrecy="secret",
    secret_of=(SOVIET,),
)


# ---- emergency deployments (8.11) -------------------------------------------------------------------


def emergency_possible(facts: Facts, state: BDState) -> bool:
    """Whether the Soviet has an emergency deployment in this German player turn, by what both players know."""
    return state.turn >= EMERGENCY_FROM and bool(in_box(facts, state) and supplied_cities(facts, state))


@implements("BD 8.11a")
def emergency_now(facts: Facts, state: BDState) -> bool:
    """The same for this moment: once in each German movement phase."""
    in_time = state.phase == MOVEMENT and state.side == GERMAN and not state.deployed
    return in_time and emergency_possible(facts, state)


def emergency(facts: Facts, state: BDState) -> int:
    """The units of the box that could be deployed at this moment."""
    if not emergency_now(facts, state):
        return 0
    return with_ways(facts, state, in_box(facts, state))


@implements("BD 8.11b")
def begin_emergency(play: BDPlay, unit: int) -> None:
    """Once in the phase; it is no part of the five."""
    play.state.deployed = True
    begin_deployment(play, unit)


PROCEDURES = (
    Procedure("reserve", (Step("next", next_reserve, "8.9"),), Phase),
    Procedure("deploy", (Step("offer", offer_deploy, "8.10"),), Phase),
)
