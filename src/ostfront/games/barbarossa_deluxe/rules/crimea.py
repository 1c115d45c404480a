"""Crimea supply (7.4): up to five units of the German side that trace to Sevastopol.

Verb `crimea`, kind `feed`, procedure "crimea". Events: `crimea`, `fed` (unit).

It is switched on by naming units for it. Off it goes by itself at the end of the game turn: to switch it off earlier
would change nothing, since it closes the coast for the whole turn. A further `crimea` names further units, so it is
used at most five times in a turn.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND
from ostfront.games.barbarossa_deluxe.rules.supply_lines import crimea_reach, overland, sevastopol
from ostfront.games.barbarossa_deluxe.state import COASTAL, BDPlay, BDState, Placing
from ostfront.games.barbarossa_deluxe.state import CRIMEA as CRIMEA_USED

CRIMEA = Verb("crimea", (), "draw Crimea supply: no coastal supply in the Black Sea this turn", label="Crimea supply")
MOST = 5  # 7.4


def could_switch(facts: Facts, state: BDState) -> bool:
    """Whether units could come to need Crimea supply before the turn is over."""
    return bool(open_now(state) and places_left(state) and stationed(facts, state) and sevastopol(facts, state))


def can_switch(facts: Facts, state: BDState) -> bool:
    """Whether somebody could be named for Crimea supply now."""
    return could_switch(facts, state) and bool(needy(facts, state))


@implements("BD 7.4d")
def open_now(state: BDState) -> bool:
    """Not after coastal supply was used in the Black Sea or the Azov in this game turn."""
    return state.sea_supply != COASTAL


@implements("BD 7.4c", "BD 7.4e")
def places_left(state: BDState) -> int:
    """How many units can still be named; those that have died keep their place."""
    return MOST - state.fed.bit_count()


def stationed(facts: Facts, state: BDState) -> int:
    """The hexes of the CS area with units of the German side."""
    return state.occupied[GROUND[GERMAN]] & facts.crimea


def needy(facts: Facts, state: BDState) -> int:
    """Units in the CS area that trace to Sevastopol, have no overland supply and are not named yet."""
    hexes = stationed(facts, state)
    if hexes:
        hexes ^= hexes & overland(facts, state, GERMAN)
    if hexes:
        hexes &= crimea_reach(facts, state)
    return state.standing(hexes) & facts.roster.ground[GERMAN] & ~state.fed if hexes else 0


def switch(play: BDPlay) -> None:
    """Switch it on, or name further units: all that need it if there is room, else the German chooses."""
    state = play.state
    state.crimea_on = True
    state.sea_supply = CRIMEA_USED
    play.note("crimea")
    play.begin("crimea", Placing(GERMAN, 0))


def feed_or_ask(play: BDPlay, _local: Placing) -> None:
    state = play.state
    units = needy(play.facts, state)
    left = places_left(state)
    if units.bit_count() <= left:
        for unit in bits(units):
            feed(play, unit)
    elif left:
        play.ask("feed", GERMAN)


def feed(play: BDPlay, unit: int) -> None:
    play.state.fed |= 1 << unit
    play.note("fed", unit)


def ask_feed(play: BDPlay, _decision: Decision) -> str:
    left = places_left(play.state)
    return f"Crimea supply serves {left} more unit{'' if left == 1 else 's'} this turn: name one."


@implements("BD 7.4e")
def feed_options(play: BDPlay, _decision: Decision) -> Options:
    """At least one must be named, so that the switch cannot be worked for nothing."""
    facts = play.facts
    done = (facts.single["done"],) if play.state.top.local.left else ()
    return Options(done, ((facts.vocabulary.table("feed"), needy(facts, play.state)),))


def answer_feed(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    feed(play, action.arg)
    play.change(left=1)
    play.goto("feed")


FEED = Kind(
    "feed",
    "7.4",
    verbs=(Verb("feed", (UNIT,), "let this unit draw Crimea supply", label="Supply"), "done"),
    prompt=ask_feed,
    options=feed_options,
    answer=answer_feed,
)

PROCEDURES = (Procedure("crimea", (Step("feed", feed_or_ask, "7.4"),), Placing),)
