"""The Minsk Pocket (14): releases, the escape roll, the units that get out."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT, Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.rules.entries import waiting
from ostfront.games.victory_denied.rules.new_chits import army_pool, free_army_chit
from ostfront.games.victory_denied.rules.purchases import placement
from ostfront.games.victory_denied.rules.victory import steal
from ostfront.games.victory_denied.state import Arrivals, Entry, Escape, Placing, Release, VdPlay, VdState


def pocketed(facts: Facts, state: VdState, side: int) -> int:
    """A side's units in the Pocket."""
    return state.units_at(facts.boxes["minsk-pocket-box"]) & facts.roster.of_side[side]


@implements("AVD 14.0a")
def open_pocket(play: VdPlay, _local: Arrivals) -> None:
    """Turns 1 to 3: the German may release units. Turn 4: the rest is released automatically."""
    state, minsk = play.state, play.facts.charts["minsk"]
    if state.turn in minsk["release_turns"]:
        play.begin("release", Release())
    elif state.turn == minsk["automatic_release_turn"]:
        release_all(play)


@implements("AVD 14.0g")
def release_all(play: VdPlay) -> None:
    """No roll; a chit for each HQ while there are any; the Soviets inside are lost."""
    state, facts = play.state, play.facts
    units = pocketed(facts, state, GERMAN)
    for unit in bits(pocketed(facts, state, SOVIET)):
        play.note("pocket lost", unit)
        state.put(unit, facts.boxes["removed"])
    for _ in range((units & facts.roster.hqs).bit_count()):
        free_army_chit(play)
    let_out(play, units)


@implements("AVD 11.1.2d")
def let_out(play: VdPlay, units: int) -> None:
    """Released units wait off the map and enter by road."""
    state, facts = play.state, play.facts
    for unit in bits(units):
        state.put(unit, facts.boxes[f"german-entry-{facts.roster.group[unit]}"])
    if units:
        play.begin("entry", Entry(waiting(play)))


# ---- releasing --------------------------------------------------------------------------------------


def next_release(play: VdPlay, local: Release) -> None:
    if pocketed(play.facts, play.state, GERMAN) & ~local.units:
        play.ask("release", GERMAN)


def release_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = pocketed(facts, state, GERMAN) & ~state.top.local.units
    return Options((facts.single["done"],), ((facts.vocabulary.table("release"), units),))


def answer_release(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    facts, state = play.facts, play.state
    local: Release = state.top.local
    play.local(local._replace(units=local.units | 1 << action.arg))
    play.note("release", action.arg)
    play.goto("next release")
    if facts.roster.is_hq[action.arg] and army_pool(facts, state):
        play.ask("chit", GERMAN)


RELEASE = Kind(
    "release",
    "14.0",
    verbs=(Verb("release", (UNIT,), "release a unit from the Minsk Pocket"), "done"),
    prompt="Release units from the Minsk Pocket, or finish.",
    options=release_options,
    answer=answer_release,
)


def released_value(facts: Facts, local: Release) -> int:
    minsk = facts.charts["minsk"]
    hqs = (local.units & facts.roster.hqs).bit_count()
    units = local.units.bit_count() - hqs
    return int(units * minsk["unit_value"] + hqs * minsk["hq_value"] + local.chits * minsk["chit_value"])


@implements("AVD 14.0c")
def roll_escape(play: VdPlay, local: Release) -> None:
    """The table says how many Soviets get out, and whether they take a VP chit along."""
    if not local.units:
        return
    state, facts = play.state, play.facts
    die = play.roll(6, f"turn {state.turn} / Minsk escape")
    word = escape_result(facts, state.turn, released_value(facts, local), die)
    count = int(word.rstrip("V"))
    play.note("escape roll", die, count)
    play.begin("escape", Escape(count))
    let_out(play, local.units)
    if word.endswith("V"):
        steal(play)


def escape_result(facts: Facts, turn: int, value: int, die: int) -> str:
    column = max(i for i, least in enumerate(facts.escape_from) if value >= least)
    row = min(6, max(1, die + facts.escape_modifier.get(turn, 0)))
    return str(facts.escape_rows[row - 1][column])


# ---- escaping (after the Germans have moved) --------------------------------------------------------


@implements("AVD 11.1.3")
def next_escape(play: VdPlay, local: Escape) -> None:
    units = escapable(play) if local.left else 0
    if units:
        play.ask("escape", SOVIET, prepared=units)
    else:
        play.leave()


def escapable(play: VdPlay) -> int:
    facts, state = play.facts, play.state
    return mask(u for u in bits(pocketed(facts, state, SOVIET)) if placement(facts, state, u))


def ask_escape(play: VdPlay, _decision: Decision) -> str:
    return f"{play.state.top.local.left} more may escape from the Minsk Pocket: choose a unit."


def escape_options(play: VdPlay, _decision: Decision) -> Options:
    return Options((), ((play.facts.vocabulary.table("escape"), play.prepared or escapable(play)),))


def answer_escape(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Escape = play.state.top.local
    play.local(Escape(local.left - 1))
    play.goto("next escape")
    escape_bonus(play)
    play.note("escape", action.arg)
    play.begin("placing", Placing(action.arg))


ESCAPE = Kind(
    "escape",
    "14.0",
    verbs=(Verb("escape", (UNIT,), "this unit escapes from the Minsk Pocket"),),
    prompt=ask_escape,
    options=escape_options,
    answer=answer_escape,
)


@implements("AVD 14.0d")
def escape_bonus(play: VdPlay) -> None:
    play.state.minsk_bonus = True


PROCEDURES = (
    Procedure("release", (
        Step("next release", next_release, "14.0"),
        Step("escape roll", roll_escape, "14.0"),
    ), Release),
    Procedure("escape", (
        Step("next escape", next_escape, "14.0"),
    ), Escape),
)  # fmt: skip
