"""Fog of war (1.6): blocks that are shown, concealed, and no longer distinguishable."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.state import K41Play, K41State
from ostfront.kit import fog as kit


@implements("K41 1.6.1")
def show(play: K41Play, units: int) -> None:
    """Lay blocks face up: from now on the enemy knows them."""
    state = play.state
    new = units & ~state.visible
    if not new:
        return
    state.visible |= new
    for unit in bits(new):
        stand_alone(state, unit)
        state.blurred &= ~(1 << unit)
        state.seen[unit] = state.steps[unit]
    play.reveal()


@implements("K41 1.6")
def conceal(play: K41Play, units: int) -> None:
    """Turn blocks upright: they become one with the concealed blocks of their colour around them."""
    state = play.state
    units &= state.visible
    if not units:
        return
    state.visible ^= units
    places = set()
    for unit in bits(units):
        state.seen[unit] = state.steps[unit]
        places.add(state.place[unit])
    for place in places:
        if place < state.hexes:
            mingle(play.facts, state, place)


def stand_alone(state: K41State, unit: int) -> None:
    """A block that is known is a group of its own."""
    others = kit.stand_alone(state.group, unit)
    if others >= 0:  # they have another number now
        state.blurred |= (state.blurred >> unit & 1) << others


def join(state: K41State, a: int, b: int) -> int:
    """Two groups become one; it is blurred if one of them was."""
    low, high = (a, b) if a < b else (b, a)
    if low != high and state.blurred >> high & 1:
        state.blurred ^= 1 << high | (~state.blurred & 1 << low)
    return kit.join(state.group, a, b)


def mingle(facts: Facts, state: K41State, place: int) -> None:
    """Concealed blocks of one colour in a place can no longer be told apart."""
    concealed = state.stacks[place] & facts.roster.blocks & ~state.visible
    if not concealed & (concealed - 1):
        return  # there are no two
    wood = facts.roster.wood
    first: dict[str, int] = {}
    for unit in bits(concealed):
        colour, number = wood[unit], state.group[unit]
        known = first.setdefault(colour, number)
        if known != number:
            first[colour] = join(state, known, number)


# ---- strengths --------------------------------------------------------------------------------------


def fresh_steps(facts: Facts, unit: int) -> int:
    """The strength a block arrives with (5.0d): whoever knows the block knows it."""
    return 1 if facts.roster.remnant[unit] else facts.roster.full[unit]


def weaker(state: K41State, unit: int) -> None:
    """Everybody sees that a concealed block has lost a step, and not which of its group it is."""
    number = state.group[unit]
    if state.group.count(number) > 1:
        state.blurred |= 1 << number
    elif state.seen[unit] > 1:
        state.seen[unit] -= 1


def perhaps_stronger(facts: Facts, state: K41State, side: int) -> None:
    """Concealed blocks may now be restored: the enemy no longer knows the steps of groups that are not all fresh."""
    full, seen, group = facts.roster.full, state.seen, state.group
    concealed = facts.roster.blocks_of[side] & ~state.visible & ~facts.roster.leaders
    present = {group[unit] for unit in bits(concealed & state.on_map)}
    for unit in bits(concealed):
        if seen[unit] < full[unit] and group[unit] in present:
            state.blurred |= 1 << group[unit]
