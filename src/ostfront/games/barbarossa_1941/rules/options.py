"""The optional rules (14.3); Masters of Blitzkrieg is in supply.py.

Events:
    compulsory(die, n)      so many hexes must be attacked by the Soviets this turn
    missed(made, n)         they attacked fewer: a point for the Axis
    murmansk(die)           the die for Murmansk
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.rules.victory import reckon
from ostfront.games.barbarossa_1941.state import B41Play

# ---- arrivals ---------------------------------------------------------------------------------------------


def arrival_turn(facts: Facts, unit: int) -> int:
    """The turn on which a unit arrives by the schedule; 0 if not by turn."""
    found = facts.arrivals.get(unit)
    if found is None:
        found = facts.arrivals[unit] = _arrival_turn(facts, unit)
    return found


def _arrival_turn(facts: Facts, unit: int) -> int:
    roster = facts.roster
    if facts.option("no-fallschirmjaeger") and unit == no_fallschirmjaeger(facts):
        return 0
    early = early_siberians(facts) if facts.option("early-siberians") else {}
    text = roster.arrives[unit]
    return early.get(roster.ids[unit], int(text) if text.isdigit() else 0)


@implements("B41 14.3e")
def early_siberians(facts: Facts) -> dict[str, int]:
    """Three armies come earlier."""
    return dict(facts.charts["option"]["early-siberians"]["arrivals"])


@implements("B41 14.3c")
def no_fallschirmjaeger(facts: Facts) -> int:
    """The unit that does not come."""
    return facts.roster.index[facts.charts["option"]["no-fallschirmjaeger"]["unit"]]


# ---- Murmansk ---------------------------------------------------------------------------------------------


@implements("B41 14.3d")
def murmansk(play: B41Play) -> None:
    """On turn 5 a 6 brings Dietl's corps at once."""
    state, facts = play.state, play.facts
    chart = facts.charts["option"]["murmansk"]
    if not facts.option("murmansk") or state.turn != chart["turn"]:
        return
    die = play.roll(6, f"turn {state.turn} / Murmansk")
    play.note("murmansk", die)
    low, high = chart["success"]
    if low <= die <= high:
        state.due[facts.roster.index[chart["unit"]]] = state.turn


# ---- compulsory attacks -----------------------------------------------------------------------------------


@implements("B41 14.3a")
def demand_attacks(play: B41Play) -> None:
    """On turns 1 to 3 half a die says how many hexes the Soviets must attack."""
    state, facts = play.state, play.facts
    chart = facts.charts["option"]["soviet-attacks"]
    if facts.option("compulsory-attacks") and state.turn in chart["turns"]:
        die = play.roll(6, f"turn {state.turn} / compulsory attacks")
        state.required = die // chart["divisor"]
        play.note("compulsory", die, state.required)


@implements("B41 14.3b")
def penalise(play: B41Play) -> None:
    """Too few attacks give the Axis a point, in this turn's total."""
    state = play.state
    made = state.made.bit_count()
    if made < state.required:
        play.note("missed", made, state.required)
        state.bonus = play.facts.charts["option"]["soviet-attacks"]["penalty_vp"]
        reckon(play)
