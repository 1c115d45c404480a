"""Losses: where eliminated units go, and what their elimination brings (8.12, 8.14, 8.15, 8.22, 8.31, 8.32).

Events: `eliminated` (unit, the place it was in), `returns` (unit, turn): by a die.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import aerial, conversions, fog, scenarios, stacking, supply
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

POCKET_TURN = 28  # 8.14: from this turn on what dies out of overland supply is gone
STRONG = 3  # 4.19: a printed strength above it counts twice
RETURNING = ("505TB", "509TB")  # 8.31


@implements("BD 2.12b")
def eliminate(play: BDPlay, units: int, supplied: int | None = None) -> None:
    """Remove ground units with what supports them.

    `supplied` are those in regular overland supply at the moment that counts, the start of the battle; without it
    supply is looked up now. Units that are not on the map count as supplied.
    """
    state, facts = play.state, play.facts
    if not units:
        return
    if supplied is None:
        supplied = supply.supplied_overland(facts, state, units & state.on_map) | units & ~state.on_map
    followers = stacking.with_support(facts, state, units) & ~units
    supplied |= sum(1 << unit for unit in bits(followers) if supplied >> state.parent[unit] & 1)
    places = 0
    for unit in bits(units):
        count_kill(play, unit)
    for unit in bits(units | followers):
        places |= remove(play, unit, bool(supplied >> unit & 1))
    fog.removed(play, units | followers, places)
    aerial.after_losses(play, places & facts.valid)
    scenarios.watch_siege(play)


def remove(play: BDPlay, unit: int, supplied: bool) -> int:
    """One unit leaves the map for the dead pile, the track or good. The hex it was in, as a set."""
    state, facts = play.state, play.facts
    place = state.place[unit]
    play.note("eliminated", unit, place)
    box, due = grave(play, unit, supplied)
    state.put(unit, box)
    state.due[unit] = due
    state.parent[unit] = NOWHERE
    if due:
        play.note("returns", unit, due)
    if facts.roster.oversized >> unit & 1:
        bury_counterpart(play, unit)
    if state.pending_change >> unit & 1:
        conversions.on_death(play, unit)
    return 1 << place


def grave(play: BDPlay, unit: int, supplied: bool) -> tuple[int, int]:
    """The box of an eliminated unit, and the turn on which a die brings it back, 0 if none does."""
    facts, state = play.facts, play.state
    roster, bit, side = facts.roster, 1 << unit, facts.roster.side[unit]
    if lost_in_pocket(state, side, supplied):
        return facts.gone, 0
    if returns_by_die(facts, state, unit, supplied):
        due = state.turn + return_die(play, unit)
        if roster.satellites[GERMAN] & bit:
            state.returned |= bit
        return (facts.track_box, due) if in_time(facts, due) else (facts.gone, 0)
    return (facts.dead[side] if replaceable(facts, unit) else facts.gone), 0


@implements("BD 8.14")
def lost_in_pocket(state: BDState, side: int, supplied: bool) -> bool:
    """From turn 28 on units of the German side that die in any other state than overland supply never return."""
    return side == GERMAN and state.turn >= POCKET_TURN and not supplied


@implements("BD 8.12d")
def replaceable(facts: Facts, unit: int) -> bool:
    """Dotted units are gone; so are Tigers and groups that no die brings back."""
    return not (facts.roster.dotted | facts.roster.attached) >> unit & 1


def returns_by_die(facts: Facts, state: BDState, unit: int, supplied: bool) -> bool:
    roster, bit = facts.roster, 1 << unit
    if roster.tigers & bit:
        return tiger_returns(facts, unit)
    if roster.cavalry_mechanized & bit:
        return group_returns()
    return bool(roster.satellites[GERMAN] & bit) and romanian_returns(facts, state, unit, supplied)


@implements("BD 8.31e")
def tiger_returns(facts: Facts, unit: int) -> bool:
    """The 505th and 509th come back, the other six do not."""
    return facts.roster.ids[unit] in RETURNING


@implements("BD 8.32e")
def group_returns() -> bool:
    """Every cavalry-mechanized group comes back."""
    return True


@implements("BD 8.15a", "BD 8.15b", "BD 8.15c")
def romanian_returns(facts: Facts, state: BDState, unit: int, supplied: bool) -> bool:
    """A Romanian army comes back once, if it died in overland supply and Romania is still in the war."""
    romanian = facts.roster.nation[unit] == "Romanian"
    return romanian and supplied and not state.defected and not state.returned >> unit & 1


def return_die(play: BDPlay, unit: int) -> int:
    """Turns until a unit is back: one to six."""
    state = play.state
    return play.roll(6, f"turn {state.turn} / return of {play.facts.roster.ids[unit]}")


def in_time(facts: Facts, due: int) -> bool:
    """Whether the scenario lasts until then (8.31, 8.32)."""
    return due <= facts.scenario.last_turn


@implements("BD 8.22b")
def bury_counterpart(play: BDPlay, unit: int) -> None:
    """The regular army takes the place of an oversized one in the dead pile."""
    state, facts = play.state, play.facts
    counterpart = facts.roster.counterpart[unit]
    if counterpart >= 0 and state.place[counterpart] in (facts.aside, facts.track_box, NOWHERE):
        state.put(counterpart, facts.dead[SOVIET])
        state.due[counterpart] = 0
    state.pending_change &= ~(1 << unit)


# ---- counting the dead (4.19, 14.10) ----------------------------------------------------------------


def count_kill(play: BDPlay, unit: int) -> None:
    """Before the unit is removed: what it counts for."""
    state, facts = play.state, play.facts
    if facts.roster.side[unit] != SOVIET or facts.roster.attached >> unit & 1:
        return
    state.killed += worth(facts, unit)
    if out_of_supply(facts, state, unit):
        state.killed_unsupplied += 1


@implements("BD 4.19d")
def worth(facts: Facts, unit: int) -> int:
    """Two for a printed strength above 3, one for any other."""
    return 2 if max(facts.roster.attack[unit], facts.roster.defense[unit]) > STRONG else 1


@implements("BD 14.10b")
def out_of_supply(facts: Facts, state: BDState, unit: int) -> bool:
    """A Soviet unit with neither overland nor garrison supply."""
    return bool(state.on_map >> unit & 1) and supply.status(facts, state, unit) == supply.OUT
