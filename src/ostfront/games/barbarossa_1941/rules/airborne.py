"""Airborne units (12.5): drops, and the end of the corps. Their part in combats is in support.py.

Events:
    drop(unit, place, die, survives)   a corps drops and the die decides; survives is 0 or 1
    drop over(unit)                    a dropped corps that was not used, or no longer can be, is gone
    airborne gone(unit)                an initial corps leaves the game after turn 5
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules.supply import supplied_hexes
from ostfront.games.barbarossa_1941.rules.ways import open_hexes
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Phase

# ---- drops ------------------------------------------------------------------------------------------------


def at_hand(facts: Facts, state: B41State, side: int) -> int:
    """Corps off the map that could drop."""
    roster = facts.roster
    corps = roster.guards_airborne if side == SOVIET else 0
    if side == AXIS and roster.fallschirmjaeger >= 0:
        corps = 1 << roster.fallschirmjaeger
    return corps & state.units_at(facts.boxes["off-map"])


def droppable(facts: Facts, state: B41State, side: int) -> int:
    """Corps that have somewhere to drop in this movement phase."""
    corps = at_hand(facts, state, side)
    return corps if corps and drop_hexes(facts, state, side) else 0


def drop_hexes(facts: Facts, state: B41State, side: int) -> int:
    """Where a side can drop."""
    depends = (side, state.turn, state.held, state.occupied[COMBAT[0]], state.occupied[COMBAT[1]], state.axis_rail)
    kept = state.memo.kept.get("drop hexes")
    if kept is not None and kept[0] == depends:
        found: int = kept[1]
        return found
    hexes = german_range(facts, state) if side == AXIS else guards_range(facts, state)
    hexes &= open_hexes(facts, state, side) & facts.land
    hexes ^= hexes & no_drops(facts)
    if side == AXIS:  # what the Soviets supply depends on more than is worth keeping
        state.memo.kept["drop hexes"] = (depends, hexes)
    return hexes


@implements("B41 12.5g")
def guards_range(facts: Facts, state: B41State) -> int:
    """Six hexes from a supplied Soviet city outside enemy ZOCs."""
    cities = facts.cities & ~state.held & ~zoc(facts, state, AXIS)
    cities &= supplied_hexes(facts, state, SOVIET)
    return facts.grid.within(cities, facts.charts["airborne"]["guards_range"])


@implements("B41 12.5l")
def german_range(facts: Facts, state: B41State) -> int:
    """Seven hexes from an Axis city."""
    return facts.grid.within(facts.cities & state.held, facts.charts["airborne"]["fj_range"])


@implements("B41 12.5n")
def no_drops(facts: Facts) -> int:
    return facts.majors


def ask_drop(play: B41Play, local: Phase) -> None:
    play.ask("drop", local.side)


def drop_options(play: B41Play, decision: Decision) -> Options:
    hexes = drop_hexes(play.facts, play.state, decision.seat)
    return Options((), ((play.facts.vocabulary.table("at"), hexes),))


def answer_drop(play: B41Play, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    unit, place = state.top.local.unit, action.arg
    state.drops += 1
    die = play.roll(6, f"turn {state.turn} / drop {state.drops}")
    occupied = bool(state.occupied[COMBAT[1 - decision.seat]] >> place & 1)
    survives = (
        fallschirmjaeger_survive(facts, die, occupied)
        if decision.seat == AXIS
        else guards_survive(facts, die, occupied)
    )
    play.note("drop", unit, place, die, int(survives))
    state.put(unit, place if survives else facts.boxes["removed"])
    if survives:
        state.dropped |= 1 << unit


@implements("B41 12.5h")
def guards_survive(facts: Facts, die: int, occupied: bool) -> bool:
    low, high = facts.charts["airborne"]["guards_lost_occupied" if occupied else "guards_lost_empty"]
    return not low <= die <= high


@implements("B41 12.5l")
def fallschirmjaeger_survive(facts: Facts, die: int, occupied: bool) -> bool:
    low, high = facts.charts["airborne"]["fj_survives_occupied" if occupied else "fj_survives_empty"]
    return bool(low <= die <= high)


DROP = Kind(
    "drop",
    "12.5",
    verbs=("at",),
    prompt=lambda play, _: f"Where does {play.facts.roster.names[play.state.top.local.unit]} drop?",
    options=drop_options,
    answer=answer_drop,
)


# ---- the end of them --------------------------------------------------------------------------------------


@implements("B41 12.5i", "B41 12.5m")
def end_drops(play: B41Play) -> None:
    """After the combat phase dropped corps are gone, used or not."""
    state, facts = play.state, play.facts
    for unit in bits(state.dropped & state.on_map):
        state.put(unit, facts.boxes["removed"])
        play.note("drop over", unit)
    state.dropped = 0


@implements("B41 12.5e")
def initial_corps_leave(play: B41Play) -> None:
    """At the end of turn 5 the initial corps go."""
    state, facts = play.state, play.facts
    if state.turn == facts.charts["airborne"]["initial_leave_after_turn"]:
        for unit in bits(facts.roster.initial_airborne & state.on_map):
            state.put(unit, facts.boxes["removed"])
            state.isolated[unit] = 0
            play.note("airborne gone", unit)


PROCEDURES = (Procedure("drop", (Step("where", ask_drop, "12.5"),), Phase),)
