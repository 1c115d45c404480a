"""Reinforcements (11): the Reinforcement chit, Timoshenko, star units."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT
from ostfront.games.victory_denied.facts.roster import SOVIET
from ostfront.games.victory_denied.rules.entries import enter_germans, entry_chit
from ostfront.games.victory_denied.rules.minsk import open_pocket
from ostfront.games.victory_denied.rules.movement import (
    boxed,
    entry_legs,
)
from ostfront.games.victory_denied.rules.new_chits import add_chit
from ostfront.games.victory_denied.rules.purchases import begin_elites, begin_purchases, place_pvo
from ostfront.games.victory_denied.state import (
    Activation,
    Arrivals,
    Count,
    VdPlay,
)


@implements("AVD 11.0")
def begin_reinforcements(play: VdPlay, _local: None) -> None:
    """The +1 of the Pocket ends (14); star units are counted anew (11.1.1)."""
    play.state.minsk_bonus = False
    play.state.star_hexes = 0
    play.local(Arrivals())


# ---- Timoshenko (11.2) ------------------------------------------------------------------------------


@implements("AVD 11.2.1")
def enter_timoshenko(play: VdPlay, _local: Arrivals) -> None:
    """The box is activated: its units enter, move and fight; nobody else, and no shift."""
    state, facts = play.state, play.facts
    force = boxed(facts, state)
    if any(any(entry_legs(facts, state, unit)) for unit in bits(force)):
        play.change(timoshenko=bool(force >> facts.roster.index["Tmshnko"] & 1))
        state.active = force
        state.timoshenko = False
        play.note("timoshenko")
        play.begin("activation", Activation(-1, SOVIET))


@implements("AVD 11.2.3")
def timoshenko_chit(play: VdPlay, local: Arrivals) -> None:
    """The chit follows the HQ; with an HQ that came earlier it was selected, or not."""
    state, facts = play.state, play.facts
    chit = facts.chit_index["Tmshnko"]
    if local.timoshenko and state.on_map >> facts.chits[chit].hq & 1:
        add_chit(play, chit)


# ---- star units (11.3) ------------------------------------------------------------------------------


@implements("AVD 11.3")
def roll_stars(play: VdPlay, _local: Arrivals) -> None:
    """From turn 4 a die says how many star units join the Reserve Box."""
    state, facts = play.state, play.facts
    left = state.at(facts.boxes["stavka-stars"])
    if state.turn < facts.charts["reinforcements"]["star_first_turn"] or not left:
        return
    die = play.roll(6, f"turn {state.turn} / star units")
    play.note("stars", die)
    if die >= len(left):
        for unit in left:
            join_reserve(play, unit)
    else:
        play.begin("stars", Count(die))


def next_star(play: VdPlay, local: Count) -> None:
    if local.left:
        play.ask("stars", SOVIET)
    else:
        play.leave()


def ask_star(play: VdPlay, _decision: Decision) -> str:
    left = play.state.top.local.left
    many = f"{left} star units join" if left > 1 else "1 star unit joins"
    return f"{many} the Reserve Box: choose one."


def star_options(play: VdPlay, _decision: Decision) -> Options:
    units = play.state.units_at(play.facts.boxes["stavka-stars"])
    return Options((), ((play.facts.vocabulary.table("star"), units),))


def answer_star(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    join_reserve(play, action.arg)
    play.local(Count(play.state.top.local.left - 1))
    play.goto("next star")


STARS = Kind(
    "stars",
    "11.3",
    verbs=(Verb("star", (UNIT,), "this star unit joins the Reserve Box", label="Choose"),),
    prompt=ask_star,
    options=star_options,
    answer=answer_star,
)


def join_reserve(play: VdPlay, unit: int) -> None:
    play.note("star", unit)
    play.state.put(unit, play.facts.boxes["soviet-reserve"])


PROCEDURES = (
    Procedure("reinforcements", (
        Step("begin", begin_reinforcements, "11.0"),
        Step("Timoshenko", enter_timoshenko, "11.2"),
        Step("Timoshenko chit", timoshenko_chit, "11.2.3"),
        Step("purchases", begin_purchases, "11.1.1"),
        Step("PVO", place_pvo, "11.1.1"),
        Step("elite divisions", begin_elites, "11.1.1"),
        Step("German entries", enter_germans, "11.1.2"),
        Step("9th Army chit", entry_chit, "11.1.2"),
        Step("Minsk Pocket", open_pocket, "14.0"),
        Step("star units", roll_stars, "11.3"),
    ), Arrivals),
    Procedure("stars", (
        Step("next star", next_star, "11.3"),
    ), Count),
)  # fmt: skip
