"""Counters that turn into others: guards tank armies (8.19), guards and shock armies (8.20), oversized armies and
early corps (8.22, 8.23), late panzer corps (8.29).

A change that must wait for supply is kept in `pending_change` and made by `settle` at the start or end of a phase, or
by `on_death` in the dead pile. A guards or shock army that waits for a rifle army stands in the RVGK box with its
turn.

Kind: `convert`. Procedure: "conversions".

Events: `converted` (old, new, place), `waits` (unit): a change or a new army, `disbanded` (unit, place).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import arrivals, fog, supply, withdrawals
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Phase

REORGANIZATION = 3  # 8.23
# what a unit is and has done, which its new counter takes over
SETS = ("fed", "moved", "mobile", "bound", "spent", "fled", "obliged", "shuffled")
COLUMNS = ("began", "used", "slowed", "entry")


def begin(play: BDPlay, side: int) -> None:
    """Changes by counterpart are made at once; guards and shock armies ask for a rifle army."""
    change_counterparts(play, side)
    if side == SOVIET and new_armies(play.facts, play.state):
        play.begin("conversions", Phase(side))


# ---- one counter for another ------------------------------------------------------------------------


def replace_counter(play: BDPlay, old: int, new: int, box: int) -> None:
    """The new counter stands where the old one was, with all it has and has done; the old one goes to a box."""
    state = play.state
    place = state.place[old]
    fog.tell_apart(play, "converted", (old,), (old, new, place), (old, new))
    fog.replaced(play, old, new)
    state.put(old, box)
    state.put(new, place)
    state.due[new] = state.due[old] = 0
    for name in SETS:
        units: int = getattr(state, name)
        if units >> old & 1:
            setattr(state, name, units & ~(1 << old) | 1 << new)
    for name in COLUMNS:
        column = getattr(state, name)
        column[new] = column[old]
    state.entry[old] = NOWHERE
    for unit in bits(play.facts.roster.attached):
        if state.parent[unit] == old:
            state.parent[unit] = new
    state.pending_change &= ~(1 << old)


def change_counterparts(play: BDPlay, side: int) -> None:
    """Late panzer corps and guards tank armies whose turn has come."""
    facts, state = play.facts, play.state
    for new in bits(state.units_at(facts.track_box) & facts.roster.of_side[side]):
        old = facts.roster.counterpart[new]
        if facts.roster.entry[new] == "conversion" and old >= 0 and arrivals.is_due(state, new):
            change_or_wait(play, old, new)


def change_or_wait(play: BDPlay, old: int, new: int) -> None:
    """A counter changes where it is, if it is supplied or off the map; otherwise it waits."""
    facts, state = play.facts, play.state
    if state.place[old] in (facts.gone, NOWHERE):
        state.put(new, facts.gone)  # nothing is left to convert
        state.due[new] = 0
    elif ready(facts, state, old):
        convert_in_place(play, old, new)
    elif not state.pending_change >> old & 1:
        state.pending_change |= 1 << old
        play.note("waits", old)


def ready(facts: Facts, state: BDState, unit: int) -> bool:
    """Whether a change can be made now: in overland supply, or in a box that needs none."""
    if state.on_map >> unit & 1:
        return supplied(facts, state, unit)
    return state.place[unit] in (facts.rvgk, facts.caucasus, *facts.dead)


@implements("BD 8.19b", "BD 8.23b", "BD 8.29b")
def supplied(facts: Facts, state: BDState, unit: int) -> bool:
    """A unit on the map must have overland supply."""
    return bool(supply.supplied_overland(facts, state, 1 << unit))


def convert_in_place(play: BDPlay, old: int, new: int) -> None:
    if play.facts.roster.side[old] == GERMAN:
        late_panzer(play, old, new)
    else:
        guards_tank(play, old, new)


@implements("BD 8.19a")
def guards_tank(play: BDPlay, old: int, new: int) -> None:
    """The guards tank army takes the place of its namesake, which is out of play."""
    replace_counter(play, old, new, play.facts.gone)


@implements("BD 8.29a", "BD 8.29d")
def late_panzer(play: BDPlay, old: int, new: int) -> None:
    """The late counter takes the place of the early one, which is out of play; corps without one keep theirs."""
    replace_counter(play, old, new, play.facts.gone)


# ---- guards and shock armies (8.20) -----------------------------------------------------------------


def new_armies(facts: Facts, state: BDState) -> int:
    """Guards and shock armies that come now, or wait in the RVGK box for a rifle army."""
    roster = facts.roster
    waiting = state.units_at(facts.track_box) | state.units_at(facts.rvgk)
    return mask(
        unit
        for unit in bits(waiting & roster.of_side[SOVIET])
        if roster.entry[unit] == "conversion" and roster.counterpart[unit] < 0 and arrivals.is_due(state, unit)
    )


@implements("BD 8.20a")
def rifle_armies(facts: Facts, state: BDState) -> int:
    """Regular rifle armies in overland supply, or in the RVGK box."""
    regular = regular_armies(facts)
    in_box = mask(unit for unit in bits(regular & state.units_at(facts.rvgk)) if not state.due[unit])
    return supply.supplied_overland(facts, state, regular & state.on_map) | in_box


@implements("BD 8.24c", "BD 8.25d", "BD 8.26d")
def regular_armies(facts: Facts) -> int:
    """Rifle armies of the usual size, communist satellites among them."""
    return facts.roster.regular_armies


def next_army(play: BDPlay, local: Phase) -> None:
    """The next new army, in the order of the counters."""
    coming = new_armies(play.facts, play.state) >> local.unit + 1 << local.unit + 1
    if not coming:
        return
    unit = (coming & -coming).bit_length() - 1
    play.again("next", Phase(local.side, unit))
    if rifle_armies(play.facts, play.state):
        play.ask("convert", local.side)
    else:
        wait_in_box(play, unit)


@implements("BD 8.20a")
def wait_in_box(play: BDPlay, unit: int) -> None:
    """Without a rifle army the new army waits; it keeps its turn, by which it is known."""
    if play.state.place[unit] != play.facts.rvgk:
        fog.shift(play, 1 << unit, play.facts.rvgk)
        play.note("waits", unit)


def ask_convert(play: BDPlay, _decision: Decision) -> str:
    name = play.facts.roster.names[play.state.top.local.unit]
    return f"Which rifle army becomes the {name}? It may also wait in the RVGK box."


def convert_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options((facts.single["keep"],), ((facts.vocabulary.table("convert"), rifle_armies(facts, play.state)),))


def answer_convert(play: BDPlay, _decision: Decision, action: Action) -> None:
    unit = play.state.top.local.unit
    if action.verb == "keep":
        wait_in_box(play, unit)
        return
    assert isinstance(action.arg, int)
    promote(play, action.arg, unit)


@implements("BD 8.20b", "BD 8.20c")
def promote(play: BDPlay, old: int, new: int) -> None:
    """The rifle army goes to the dead pile, from which it can be reclaimed; the new one moves and fights at once."""
    replace_counter(play, old, new, play.facts.dead[SOVIET])


CONVERT = Kind(
    "convert",
    "8.20",
    verbs=(
        Verb("convert", (UNIT,), "turn a rifle army into the guards or shock army that arrives"),
        Verb("keep", (), "let the new army wait in the RVGK box", label="Wait in the box"),
    ),
    prompt=ask_convert,
    options=convert_options,
    answer=answer_convert,
    secrecy="secret",
    secret_of=(SOVIET,),
)


# ---- the reorganization of turn 3 (8.23) ------------------------------------------------------------


def reorganize(play: BDPlay) -> None:
    """The last act of the Soviet player on turn 3."""
    if play.state.turn == REORGANIZATION and play.facts.scenario.dated_1941:
        settle(play)
        for unit in bits(outdated(play.facts, play.state)):
            if play.state.on_map >> unit & 1 and in_pocket(play.facts, play.state, unit):
                play.state.pending_change |= 1 << unit
                play.note("waits", unit)
            else:
                modernize(play, unit)


@implements("BD 8.23a", "BD 8.30g")
def outdated(facts: Facts, state: BDState) -> int:
    """Mechanized, rifle and airborne corps and oversized armies in play; cavalry groups are not concerned."""
    present = state.on_map | state.units_at(facts.rvgk)
    return (facts.roster.early_corps | facts.roster.oversized) & present


@implements("BD 8.23b")
def in_pocket(facts: Facts, state: BDState, unit: int) -> bool:
    """Cut off from all supply, overland and garrison."""
    return supply.status(facts, state, unit) == supply.OUT


def modernize(play: BDPlay, unit: int) -> None:
    """An oversized army becomes its counterpart in place; a corps leaves play."""
    facts, state = play.facts, play.state
    if facts.roster.oversized >> unit & 1:
        replace_counter(play, unit, facts.roster.counterpart[unit], facts.gone)
        return
    place = state.place[unit]
    play.note("disbanded", unit, place)
    state.put(unit, facts.gone)
    fog.removed(play, 1 << unit, 1 << place)
    state.pending_change &= ~(1 << unit)


# ---- changes that waited ----------------------------------------------------------------------------


def settle(play: BDPlay) -> None:
    """At the start and end of each phase: changes and withdrawals that waited for supply."""
    facts, state = play.facts, play.state
    if state.pending_change:
        for unit in bits(state.pending_change):
            if ready(facts, state, unit):
                catch_up(play, unit)
    if state.withdrawals_due:
        withdrawals.settle(play)


def catch_up(play: BDPlay, unit: int) -> None:
    """A unit that waited is changed or removed."""
    roster = play.facts.roster
    if (roster.oversized | roster.early_corps) >> unit & 1:
        modernize(play, unit)
    else:
        convert_in_place(play, unit, roster.counterpart[unit])


def on_death(play: BDPlay, unit: int) -> None:
    """A unit that waited was eliminated: its new counter takes its place in the dead pile, or is gone with it."""
    facts, state = play.facts, play.state
    state.pending_change &= ~(1 << unit)
    new = facts.roster.counterpart[unit]
    if new < 0 or facts.roster.oversized >> unit & 1:
        return
    if state.place[unit] == facts.gone:
        state.put(new, facts.gone)
        state.due[new] = 0
    else:
        convert_in_place(play, unit, new)


PROCEDURES = (Procedure("conversions", (Step("next", next_army, "8.20"),), Phase),)

__all__ = ["CONVERT", "PROCEDURES", "begin", "on_death", "reorganize", "settle"]
