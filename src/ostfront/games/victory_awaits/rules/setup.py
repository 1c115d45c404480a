"""Preparing for play (4), and the invariants of every position."""

from __future__ import annotations

from typing import Any

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision, Frame
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import PLACE
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, SOVIET, STACKED
from ostfront.games.victory_awaits.facts.setup import Zone
from ostfront.games.victory_awaits.rules.ground import has_room
from ostfront.games.victory_awaits.rules.seats import seats_of, units_of_seat
from ostfront.games.victory_awaits.state import Deployment, VaPlay, VaState


def set_up(facts: Facts) -> VaState:
    """Boxes and markers; units on the map too, unless the players place them."""
    state = VaState(facts)
    state.turn = first_turn()
    state.target = facts.victory
    fill_boxes(facts, state)
    garrison_brest(facts, state)
    state.stand_fast = stand_fast(facts)
    state.axis_held = control(facts)
    if facts.options["placement"] == "historical":
        for unit, place in facts.historical:
            state.put(unit, place)
    state.bids = (-1, -1) if facts.options["bidding"] and len(facts.seats) == 2 else ()
    state.top = Frame("game", 0, None, None)
    return state


@implements("AVA 4.0.10")
def first_turn() -> int:
    return 1


@implements("AVA 3.4a", "AVA 4.0.9")
def control(facts: Facts) -> int:
    """The cities and sources of the Axis; the others are Soviet."""
    return facts.axis_start


@implements("AVA 4.0.3", "AVA 4.0.4", "AVA 4.0.2g")
def fill_boxes(facts: Facts, state: VaState) -> None:
    """Units that do not start on the map: in the Available Boxes, on the track, markers not yet built."""
    for unit, counter in enumerate(facts.roster.counters):
        if counter.start == "available":
            state.put(unit, facts.boxes[f"{counter.side}-available"])
        elif counter.start == "unbuilt":
            state.put(unit, facts.boxes["fortresses"])
        elif counter.start.startswith("track-"):
            state.put(unit, facts.boxes[counter.start.replace("track", "turn")])
        else:
            state.put(unit, facts.boxes["setup"])


@implements("AVA 4.0.7")
def garrison_brest(facts: Facts, state: VaState) -> None:
    if facts.brest:
        state.put(facts.brest_marker, facts.brest.bit_length() - 1)


@implements("AVA 4.0.8", "AVA 16.2b")
def stand_fast(facts: Facts) -> int:
    return facts.stand_fast


# ---- free set-up (4.0.2) ----------------------------------------------------------------------------


def deploy_first(play: VaPlay, _local: None) -> None:
    begin_deployment(play, first_to_deploy())


def deploy_second(play: VaPlay, _local: None) -> None:
    begin_deployment(play, 1 - first_to_deploy())


@implements("AVA 4.0.2f")
def first_to_deploy() -> int:
    return SOVIET


def begin_deployment(play: VaPlay, side: int) -> None:
    units = 0
    for unit in play.state.each_at(play.facts.boxes["setup"]):
        units |= 1 << unit
    units &= play.facts.roster.of_side[side]
    if units:
        play.begin("deployment", Deployment(side, units))


def next_deployment(play: VaPlay, local: Deployment) -> None:
    if not local.units:
        play.leave()
    else:
        play.ask("deploy", seats_of(play.facts, play.state, local.units)[0])


def deploy_options(play: VaPlay, decision: Decision) -> Options:
    local: Deployment = play.state.top.local
    units = units_of_seat(play.facts, play.state, decision.seat, local.units)
    return Options((), ((play.facts.vocabulary.table("pick"), units),))


def answer_deploy(play: VaPlay, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    play.change(unit=action.arg)
    play.ask("station", decision.seat)


DEPLOY = Kind(
    "deploy",
    "4.0.2",
    verbs=("pick",),
    prompt="Pick a unit to set up.",
    options=deploy_options,
    answer=answer_deploy,
)


def stations(facts: Facts, state: VaState, local: Deployment) -> int:
    """Where the unit in hand may be set up, so that the rest can still fill what must be filled."""
    unit = local.unit
    zone = facts.zones[facts.roster.counters[unit].start]
    spot = symbol(zone, unit)
    if spot >= 0:
        return 1 << spot
    free = 0
    for place in bits(ground(facts, zone)):
        if has_room(facts, state, unit, place) and not kept_for_hq(facts, state, zone, local, place):
            free |= 1 << place
    empty = demanded(zone) & ~_filled(state, zone)
    waiting = sum(u not in zone.hq_hexes for u in zone.members if local.units >> u & 1)
    if empty & free and waiting <= empty.bit_count():
        return free & empty
    return free


@implements("AVA 4.0.2e", "AVA 4.0.4")
def symbol(zone: Zone, unit: int) -> int:
    """The hex with the HQ symbol of a unit, -1 if there is none."""
    return zone.hq_hexes.get(unit, -1)


@implements("AVA 4.0.2a", "AVA 4.0.2d")
def ground(facts: Facts, zone: Zone) -> int:
    """The hexes of a zone."""
    return zone.hexes


def kept_for_hq(facts: Facts, state: VaState, zone: Zone, local: Deployment, place: int) -> bool:
    """Whether the last room in a hex belongs to an HQ that is still to come."""
    for other in facts.zones.values():
        for hq, spot in other.hq_hexes.items():
            if spot == place and local.units >> hq & 1:
                taken = sum(1 for u in state.each_at(place) if not facts.roster.is_fort[u])
                return taken >= 1
    return False


@implements("AVA 4.0.2b", "AVA 4.0.2d")
def demanded(zone: Zone) -> int:
    """Hexes that must receive a unit of the formation: of an area, deployment hexes, beside 2PzG's HQ."""
    return zone.must


def _filled(state: VaState, zone: Zone) -> int:
    found = 0
    for unit in zone.members:
        if unit not in zone.hq_hexes and state.on_map >> unit & 1:
            found |= 1 << state.place[unit]
    return found


def ask_station(play: VaPlay, _decision: Decision) -> str:
    return f"Set up {play.facts.roster.names[play.state.top.local.unit]}."


def station_options(play: VaPlay, _decision: Decision) -> Options:
    hexes = stations(play.facts, play.state, play.state.top.local)
    return Options((), ((play.facts.vocabulary.table("place"), hexes),))


def answer_station(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Deployment = play.state.top.local
    play.state.put(local.unit, action.arg)
    play.note("station", local.unit, action.arg)
    play.local(local._replace(units=local.units & ~(1 << local.unit), unit=-1))
    play.goto("next unit")


STATION = Kind(
    "station",
    "4.0.2",
    verbs=(Verb("place", (PLACE,), "put the unit in hand there"),),
    prompt=ask_station,
    options=station_options,
    answer=answer_station,
)
DEPLOYMENT = Procedure("deployment", (Step("next unit", next_deployment, "4.0.2"),), Deployment)


# ---- invariants -------------------------------------------------------------------------------------


def faults(facts: Facts, state: VaState) -> list[str]:
    """Broken invariants: stacks over the limit at rest, enemies in one hex, units in the water."""
    roster, name = facts.roster, facts.board.name
    shared = state.occupied[ANY[AXIS]] & state.occupied[ANY[SOVIET]] & facts.valid
    found = [f"Both sides are in {name(place)}." for place in bits(shared)]
    for side in (AXIS, SOVIET):
        found += [
            f"Too many units are in {name(place)}."
            for place in bits(state.crowded[STACKED[side]] & facts.valid)
            if sum(not roster.is_fort[unit] for unit in state.each_at(place)) > 2
        ]
    wet = (state.occupied[ANY[AXIS]] | state.occupied[ANY[SOVIET]]) & facts.valid & ~facts.land
    found += [f"A unit is in the water of {name(place)}." for place in bits(wet)]
    found += [
        f"{roster.ids[unit]} cannot have {steps} step{'' if steps == 1 else 's'}."
        for unit, steps in enumerate(state.steps)
        if not 1 <= steps <= roster.steps[unit]
    ]
    doing: str = state.top.procedure if state.top else ""
    local: Any = state.top.local if state.top else None
    if doing == "march" and not local.gates and not state.on_map >> local.unit & 1:
        found.append(f"{roster.ids[local.unit]} is in hand and not on the map.")
    if doing == "retreat" and any(state.place[unit] != local.origin for unit in bits(local.units)):
        found.append(f"Units that retreat from {name(local.origin)} are not there.")
    return found
