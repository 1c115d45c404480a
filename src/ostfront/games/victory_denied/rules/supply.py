"""The Supply chit (10): markers, isolation, disbanding."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT, Facts
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, SOVIET
from ostfront.games.victory_denied.rules.hq import begin_regrouping, regroup_german, regroup_soviet
from ostfront.games.victory_denied.rules.losses import disband
from ostfront.games.victory_denied.rules.supply_lines import supplied
from ostfront.games.victory_denied.rules.track import out_of_supply
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Markers, VdPlay, VdState

# columns of markers, changed at one go
SUPPLIED_AGAIN = bytes(status & ~OUT_OF_SUPPLY for status in range(256))
CONNECTED_AGAIN = bytes(status & ~ISOLATED for status in range(256))
MARKED = bytes(ord("1" if status & OUT_OF_SUPPLY else "0") for status in range(256))  # as binary digits


# ---- the Supply chit (10.0) -------------------------------------------------------------------------


@implements("AVD 10.0", "AVD 10.1.1", "AVD 10.3.4")
def remove_markers(play: VdPlay, _local: None) -> None:
    status = play.state.status
    status[:] = status.translate(SUPPLIED_AGAIN)


@implements("AVD 10.0", "AVD 10.1.2")
def place_markers(play: VdPlay, _local: None) -> None:
    """10.1.2: the Soviet player marks German combat units, as many as the track says."""
    count = markers(play)
    if count:
        play.begin("markers", Markers(count))


@implements("AVD 10.1.3", "AVD 10.1.4")
def markers(play: VdPlay) -> int:
    return out_of_supply(play.facts, play.state)


def next_marker(play: VdPlay, local: Markers) -> None:
    units = unmarked(play) if local.left else 0
    if units:
        play.ask("starve", SOVIET, prepared=units)
    else:
        play.leave()


def unmarked(play: VdPlay) -> int:
    state, roster = play.state, play.facts.roster
    marked = int(state.status.translate(MARKED)[::-1], 2)
    return roster.combat_units[GERMAN] & state.on_map & ~marked


def ask_starve(play: VdPlay, _decision: Decision) -> str:
    left = play.state.top.local.left
    return f"Mark {'a German unit' if left == 1 else f'up to {left} German units'} out of supply."


def starve_options(play: VdPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options(facts.done, ((facts.vocabulary.table("starve"), play.prepared or unmarked(play)),))


def answer_starve(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    play.state.status[action.arg] |= OUT_OF_SUPPLY
    play.note("starve", action.arg)
    play.again("next marker", Markers(play.state.top.local.left - 1))


STARVE = Kind(
    "starve",
    "10.1.2",
    verbs=(Verb("starve", (UNIT,), "mark a German unit out of supply", label="Out of supply"), "done"),
    prompt=ask_starve,
    options=starve_options,
    answer=answer_starve,
)


@implements("AVD 10.0", "AVD 10.2.1a", "AVD 10.2.3", "AVD 10.3.4")
def check_isolation(play: VdPlay, _local: None) -> None:
    """10.2: all combat units of both sides from the same position."""
    facts, state = play.facts, play.state
    status = state.status
    status[:] = status.translate(CONNECTED_AGAIN)
    cut = []
    for side in (GERMAN, SOVIET):
        if may_be_isolated(state, side):
            there = state.occupied[ANY[side]] & facts.valid
            without = state.standing(there ^ (there & supplied(facts, state, side)))
            cut += bits(without & judged(facts, side))
    for unit in cut:
        status[unit] |= ISOLATED
    play.note("isolation", tuple(cut))


@implements("AVD 10.2.1b")
def judged(facts: Facts, side: int) -> int:
    """The units whose lines are looked for: combat units, no HQs."""
    return facts.roster.combat_units[side]


@implements("AVD 10.2.4", "AVD 4.1.2e")
def may_be_isolated(state: VdState, side: int) -> bool:
    return state.turn > 1 or side == SOVIET


# ---- disbanding (10.5) ------------------------------------------------------------------------------


@implements("AVD 10.0")
def disbanding(play: VdPlay, _local: None) -> None:
    units = disbandable(play)
    if units:
        play.ask("disband", SOVIET, prepared=units)


def disbandable(play: VdPlay) -> int:
    return play.state.on_map & play.facts.roster.disbandable


def disband_options(play: VdPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options(facts.done, ((facts.vocabulary.table("disband"), play.prepared or disbandable(play)),))


def answer_disband(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    disband(play, action.arg)
    disbanding(play, None)


DISBAND = Kind(
    "disband",
    "10.5",
    verbs=(Verb("disband", (UNIT,), "take a Soviet unit off the map"), "done"),
    prompt="Disband a unit, or keep them all.",
    options=disband_options,
    answer=answer_disband,
)


PROCEDURES = (
    Procedure("supply", (
        Step("remove markers", remove_markers, "10.1.1"),
        Step("place markers", place_markers, "10.1.2"),
        Step("isolation", check_isolation, "10.2"),
        Step("regroup", begin_regrouping, "10.4"),
        Step("Soviet HQs", regroup_soviet, "10.4"),
        Step("German HQs", regroup_german, "10.4"),
        Step("disbanding", disbanding, "10.5"),
    )),
    Procedure("markers", (
        Step("next marker", next_marker, "10.1.2"),
    ), Markers),
)  # fmt: skip
