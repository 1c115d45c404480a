"""Fog of war (11.7): the German sees the top unit of each Soviet stack, and how many lie under it.

A unit that enters a hex comes to lie under the top of the stack there; when the top leaves, the next unit in the
order of the counters is uncovered. In his own phases and at set-up the Soviet player may lay another unit on top,
each unit once in a phase (verb `show`). The German remembers what he has seen: units he cannot tell apart form a
group (kit/fog.py).

Events: `shown` (unit, hex); `unseen` (kind, units the German sees, how many he does not, what else he sees) stands in
for an event that would name them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import Frame
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import stacking
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState, Excess
from ostfront.kit import fog as kit

UNSEEN = "unseen"
STAND_INS = frozenset({UNSEEN})

# ---- what the German sees ---------------------------------------------------------------------------


def top_of(state: BDState, here: int) -> int:
    """Which of the Soviet ground units in a hex lies on top, as a set of one: by choice, or the first."""
    found = here & state.tops or here
    return found & -found


def all_tops(facts: Facts, state: BDState) -> int:
    """The Soviet units that lie on top of their stacks."""
    place, tops = state.place, state.tops
    units = facts.roster.ground[SOVIET] & state.on_map
    found = taken = 0
    for unit in (*bits(units & tops), *bits(units & ~tops)):
        bit = 1 << place[unit]
        if not taken & bit:
            taken |= bit
            found |= 1 << unit
    return found


def concealed(facts: Facts, state: BDState) -> int:
    """The Soviet units that the German does not see now."""
    if state.result is not None:
        return 0
    hidden = under_tops(facts, state) | boxed(facts, state)
    return hidden & ~looked_at(facts, state, state.top) if hidden else 0


@implements("BD 11.7a")
def under_tops(facts: Facts, state: BDState) -> int:
    """Under the top of a stack."""
    return facts.roster.of_side[SOVIET] & state.on_map & ~all_tops(facts, state)


@implements("BD 11.7d")
def boxed(facts: Facts, state: BDState) -> int:
    """In the RVGK box."""
    return facts.roster.of_side[SOVIET] & state.units_at(facts.rvgk)


def looked_at(facts: Facts, state: BDState, frame: Frame | None) -> int:
    """Units in stacks that the German may look into now: of a battle whose odds are worked out, or over the limit."""
    found = 0
    while frame is not None:
        local = frame.local
        if isinstance(local, Battle) and local.looked:
            found |= local.attackers | local.defenders
        elif isinstance(local, Excess):
            found |= state.units_at(local.place)
        frame = frame.below
    return stacking.with_support(facts, state, found) if found else 0


# ---- what changes it --------------------------------------------------------------------------------


class Trail(NamedTuple):
    """Where units that are on their way came from, and which of them lay on top there."""

    starts: frozenset[int]
    led: int


def shift(play: BDPlay, units: int, place: int) -> None:
    """Put Soviet units, with those that support them, from wherever they are into a hex or a box."""
    trail = lift(play, units)
    for unit in bits(units):
        play.state.put(unit, place)
    lay(play, units, place, trail)


def lift(play: BDPlay, units: int) -> Trail:
    """Soviet units are about to leave their places."""
    starts = frozenset(play.state.place[unit] for unit in bits(units))
    led = 0
    for start in starts:
        led |= _depart(play.facts, play.state, start)
    return Trail(starts, led & units)


def lay(play: BDPlay, units: int, place: int, trail: Trail) -> None:
    """They have come to a place: they lie under the top of its stack, and others may be uncovered behind them."""
    facts, state = play.facts, play.state
    state.tops &= ~units
    for start in trail.starts:
        if 0 <= start < state.hexes and start != place:
            uncover(play, start)
    if place < state.hexes:
        ground = facts.roster.ground[SOVIET]
        there = state.units_at(place) & ground & ~units
        coming = units & ground
        above = top_of(state, there) if there else trail.led & coming or coming
        _lay_on_top(play, above & -above)
    _mingle(facts, state, place)


def _depart(facts: Facts, state: BDState, start: int) -> int:
    """Units are about to leave a place: those under the top look the same. The top, as a set."""
    if not 0 <= start < state.hexes:
        _mingle(facts, state, start)
        return 0
    here = state.units_at(start) & facts.roster.of_side[SOVIET]
    if not here & here - 1:
        return here
    top = top_of(state, here & facts.roster.ground[SOVIET])
    below = here & ~top
    if below & below - 1:
        kit.mingle(state.group, bits(below))
    return top


def uncover(play: BDPlay, place: int) -> None:
    """The top of a stack may have left: the next unit is seen."""
    state = play.state
    here = state.units_at(place) & play.facts.roster.ground[SOVIET]
    if here:
        _lay_on_top(play, top_of(state, here))


def _lay_on_top(play: BDPlay, top: int) -> None:
    """This unit lies on top of its stack: the German knows it from now on."""
    state = play.state
    if not top or state.tops & top:
        return
    state.tops |= top
    _known(play, top.bit_length() - 1)


def _known(play: BDPlay, unit: int) -> None:
    """The German learns which unit this is, if he did not know."""
    groups = play.state.group
    if not kit.is_known(groups, unit):
        kit.stand_alone(groups, unit)
        play.reveal()


def _mingle(facts: Facts, state: BDState, place: int) -> None:
    """The units under the top of a stack, or in the RVGK box, look the same."""
    if place >= state.hexes:
        if place == facts.rvgk:
            kit.mingle(state.group, bits(state.units_at(place) & facts.roster.of_side[SOVIET]))
        return
    if place < 0:
        return
    below = state.units_at(place) & facts.roster.of_side[SOVIET]
    below &= ~top_of(state, below & facts.roster.ground[SOVIET])
    if below & below - 1:
        kit.mingle(state.group, bits(below))


def look(play: BDPlay, units: int) -> None:
    """The German looks at these units."""
    for unit in bits(units & play.facts.roster.of_side[SOVIET]):
        if not kit.is_known(play.state.group, unit):
            kit.stand_alone(play.state.group, unit)


def removed(play: BDPlay, units: int, places: int) -> None:
    """Soviet units have left the map for a place where everybody sees them; others may be uncovered."""
    state, facts = play.state, play.facts
    state.tops &= ~units
    for unit in bits(units & facts.roster.of_side[SOVIET]):
        _known(play, unit)
    for place in bits(places & facts.valid):
        uncover(play, place)


def replaced(play: BDPlay, old: int, new: int) -> None:
    """A new counter lies where an old one did."""
    state = play.state
    if play.facts.roster.side[new] != SOVIET:
        return
    kit.take_over(state.group, old, new)
    if state.tops >> old & 1:
        state.tops ^= 1 << old | 1 << new


# ---- the Soviet player's arrangement ----------------------------------------------------------------


def showable(facts: Facts, state: BDState) -> int:
    """Units that may be laid on top of their stacks."""
    found, ground = 0, facts.roster.ground[SOVIET]
    units = ground & state.on_map
    tops, place_of = units & state.tops, state.place
    hexes = state.occupied[GROUND[SOVIET]] & facts.valid
    if tops.bit_count() == hexes.bit_count() and mask(place_of[unit] for unit in bits(tops)) == hexes:
        return units & ~(tops | state.shown)  # every stack has one top: the others lie under it
    for place in bits(state.crowded[GROUND[SOVIET]] & facts.valid):
        here = state.units_at(place) & ground
        found |= here & ~top_of(state, here)
    return found & ~state.shown


def show(play: BDPlay, unit: int) -> None:
    """The Soviet player lays a unit on top of its stack."""
    facts, state = play.facts, play.state
    place = state.place[unit]
    state.tops &= ~state.units_at(place)
    state.shown |= 1 << unit
    _lay_on_top(play, 1 << unit)
    _mingle(facts, state, place)
    play.note("shown", unit, place)


SHOW = Verb("show", (UNIT,), "lay a unit on top of its stack, for the enemy to see")


# ---- telling ----------------------------------------------------------------------------------------


def tell(play: BDPlay, kind: str, units: int | tuple[int, ...], *rest: Any) -> None:
    """An event about units; if the German does not see all of them, another one for him."""
    if play.events is not None:
        named = (units,) if isinstance(units, int) else units
        tell_apart(play, kind, named, (units, *rest), rest)


def tell_apart(play: BDPlay, kind: str, units: tuple[int, ...], args: tuple[Any, ...], told: tuple[Any, ...]) -> None:
    """The same where the German is told something else than the rest: what he can see."""
    if play.events is None:
        return
    facts = play.facts
    ours = bool(units) and facts.roster.side[units[0]] == SOVIET
    hidden = concealed(facts, play.state) if ours else 0
    seen = tuple(unit for unit in units if not hidden >> unit & 1)
    if len(seen) == len(units):
        play.note(kind, *args)
        return
    play.note(kind, *args, to=(SOVIET,))
    play.note(UNSEEN, kind, seen, len(units) - len(seen), told, to=(GERMAN,))
