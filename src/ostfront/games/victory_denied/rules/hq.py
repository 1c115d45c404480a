"""Headquarters (12): relocation and removal. Overruns, retreats and advances call in here."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import PLACE, UNIT, Facts
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.ground import zoc
from ostfront.games.victory_denied.rules.supply_lines import lines
from ostfront.games.victory_denied.rules.victory import displace, enter_hex
from ostfront.games.victory_denied.state import Relocation, VdPlay, VdState

KEPT = 20_000  # ways to sources


def relocation_hexes(facts: Facts, state: VdState, hq: int, origin: int) -> int:
    """12.6: at the nearest distance of four or more, every step closer to one source.

    The HQ is removed from its hex first: a line that only it kept open is closed.
    """
    side = facts.roster.side[hq]
    vacated = 1 << origin if state.place[hq] == origin and not state.crowded[ANY[side]] >> origin & 1 else 0
    known = lines(facts, state, side, vacated)
    return nearest_ground(facts, origin, known.sources, relocation_ground(facts, state, side, known.found))


def nearest_ground(facts: Facts, origin: int, goals: int, fit: int) -> int:
    """Of the hexes that are fit, the nearest from four on that lie on a shortest way to a goal."""
    if not fit:
        return 0
    known = facts.toward.get((origin, goals))
    if known is None:
        if len(facts.toward) >= KEPT:
            facts.toward.clear()
        known = facts.toward[origin, goals] = (_toward(facts, origin, goals, 0),)
    for hexes in known:
        if hexes & fit:
            return hexes & fit
    for further in range(len(known), facts.grid.columns + facts.grid.rows):
        hexes = _toward(facts, origin, goals, further)
        known = facts.toward[origin, goals] = (*known, hexes)
        if hexes & fit:
            return hexes & fit
    return 0


def _toward(facts: Facts, origin: int, goals: int, further: int) -> int:
    """The hexes so much further off than the least distance that lie on a shortest way to one of the goals."""
    distance = facts.charts["hq"]["relocation_distance"] + further
    near = 0
    for distances, disks in facts.sources.at(goals):
        far = distances[origin] - distance
        if far >= 0:
            near |= disks[far]
    return near & facts.grid.ring(origin, distance)


def relocation_ground(facts: Facts, state: VdState, side: int, ground: int) -> int:
    """Of the hexes with a supply line those outside enemy zones of control and without an HQ."""
    taken = state.occupied[HQS[side]] | state.occupied[ANY[1 - side]] | zoc(facts, state, 1 - side) | facts.pocket
    return ground ^ (ground & taken)


def begin_relocation(play: VdPlay, local: Relocation) -> None:
    """Ask for the new hex; without one the HQ is gone (12.6)."""
    facts, state = play.facts, play.state
    hexes = relocation_hexes(facts, state, local.hq, local.origin)
    if hexes:
        play.ask("relocate", facts.roster.side[local.hq], prepared=hexes)
    else:
        lose_hq(play, local.hq)


@implements("AVD 12.6c")
def lose_hq(play: VdPlay, hq: int) -> None:
    """An HQ that cannot relocate is eliminated; it was taken off its hex before."""
    play.note("hq lost", hq)
    play.state.put(hq, play.facts.boxes["removed"])


def ask_relocate(play: VdPlay, _decision: Decision) -> str:
    return f"{play.facts.roster.names[play.state.top.local.hq]} relocates: choose its new hex."


def relocate_options(play: VdPlay, _decision: Decision) -> Options:
    local: Relocation = play.state.top.local
    hexes = play.prepared or relocation_hexes(play.facts, play.state, local.hq, local.origin)
    return Options([Action("relocate", (local.hq, place)) for place in bits(hexes)])


def answer_relocate(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, tuple)
    hq, place = action.arg
    move_hq(play, hq, play.state.top.local.origin, place)


RELOCATE = Kind(
    "relocate",
    "12.6",
    verbs=(Verb("relocate", (UNIT, PLACE), "relocate an HQ"),),
    prompt=ask_relocate,
    options=relocate_options,
    answer=answer_relocate,
)


def move_hq(play: VdPlay, hq: int, origin: int, place: int) -> None:
    play.note("relocate", hq, origin, place)
    play.state.put(hq, place)
    enter_hex(play, hq, place)


# ---- relocating at will (10.4) ----------------------------------------------------------------------


def begin_regrouping(play: VdPlay, _local: None) -> None:
    play.state.moved = 0


def regroup_soviet(play: VdPlay, _local: None) -> None:
    _regroup(play, SOVIET)


def regroup_german(play: VdPlay, _local: None) -> None:
    _regroup(play, GERMAN)


@implements("AVD 10.0", "AVD 10.4")
def _regroup(play: VdPlay, side: int) -> None:
    """Ask until the side is done or has asked for every HQ."""
    if waiting_hqs(play, side):
        play.ask("regroup", side)


def waiting_hqs(play: VdPlay, side: int) -> int:
    """HQs on the map that have not relocated yet."""
    there = play.state.on_map & play.facts.roster.hqs_of[side]
    return there ^ (there & play.state.moved)


def regroupings(play: VdPlay, side: int) -> int:
    """HQs that have not relocated yet and have a hex to go to."""
    facts, state = play.facts, play.state
    known = lines(facts, state, side)
    ground, goals = relocation_ground(facts, state, side, known.found), known.sources
    alone = zoc(facts, state, 1 - side) & ~state.crowded[ANY[side]]
    place = state.place
    found = 0
    for hq in bits(waiting_hqs(play, side)):
        here = place[hq]
        if alone >> here & 1:  # it is removed first, and may have held a line open
            hexes = relocation_hexes(facts, state, hq, here)
        else:
            hexes = nearest_ground(facts, here, goals, ground)
        if hexes:
            found |= 1 << hq
    return found


def regroup_options(play: VdPlay, decision: Decision) -> Options:
    facts = play.facts
    return Options(facts.done, ((facts.picks, regroupings(play, decision.seat)),))


def answer_regroup(play: VdPlay, decision: Decision, action: Action) -> None:
    """The HQ is removed from its hex and relocates like one that must (12.6)."""
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.state.moved |= 1 << action.arg
    play.goto("Soviet HQs" if decision.seat == SOVIET else "German HQs")
    displace(play, action.arg)


REGROUP = Kind(
    "regroup",
    "10.4",
    verbs=("pick", "done"),
    prompt="Pick an HQ to relocate, or leave them where they are.",
    options=regroup_options,
    answer=answer_regroup,
)


# ---- removal (12.5) ---------------------------------------------------------------------------------


@implements("AVD 12.5", "AVD 4.2a")
def remove_hqs(play: VdPlay, _local: None) -> None:
    """12.5: HQs without a friendly combat unit in range leave the game, all at once."""
    facts, state = play.facts, play.state
    gone = []
    for side in (0, 1):
        combat, place = state.occupied[COMBAT[side]], state.place
        hqs = bits(state.on_map & facts.roster.hqs_of[side])
        lonely = [hq for hq in hqs if not facts.grid.disk(place[hq], facts.roster.range[hq]) & combat]
        gone += sorted(lonely, key=place.__getitem__)
    for hq in gone:
        play.note("hq removed", hq, state.place[hq])
        state.put(hq, facts.boxes["removed"])


PROCEDURES = (
    Procedure("relocation", (
        Step("new hex", begin_relocation, "12.6"),
    ), Relocation),
)  # fmt: skip
