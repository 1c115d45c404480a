"""What each side may know (11.7), and worlds that it could not tell from the real one.

The Soviets see everything but the German choice of turn 30 (4.18). The Germans see the top of each Soviet stack, how
many units lie under it and in the RVGK box, and remember which units each of those may be (`group`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from ostfront.core.files.fields import Many, One, Plain, encode, hints_of
from ostfront.core.files.position import frames_of, scalars_of
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Procedure
from ostfront.core.play.state import NOWHERE, Frame
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import fog, limits, oder
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE, UNCHOSEN, Battle, BDState
from ostfront.kit.secrets import open_scalars, units_seen

COLUMNS = ("due", "used", "slowed")
# what a unit has done and is doing, which everybody sees of a spot in a stack whoever lies there
SPOT_SETS = ("moved", "halved", "mobile", "bound", "spent", "fled", "obliged", "shuffled")
SPOT_COLUMNS = ("began", "used", "entry")
TRIES = 20


@implements("BD 11.7c")
def units_hidden(facts: Facts, state: BDState, seat: int) -> int:
    """The units that a seat does not see."""
    return fog.concealed(facts, state) if seat == GERMAN else 0


@implements("BD 4.18a")
def choice_hidden(state: BDState, seat: int) -> bool:
    """The operation of turn 30 is the German's secret until then."""
    return seat == SOVIET and state.operation != UNCHOSEN and state.turn < oder.TURN and state.result is None


# ---- the view ---------------------------------------------------------------------------------------


def seen(facts: Facts, procedures: Mapping[str, Procedure], state: BDState, seat: int) -> Plain:
    """The table as a seat sees it."""
    names, hidden = facts.vocabulary, units_hidden(facts, state, seat)
    known = open_scalars(state, names, {"drawn", *UNIT_SETS})
    for name in UNIT_SETS:
        known[name] = encode(getattr(state, name) & ~hidden, UNIT_SETS[name], names)
    known["tops"] = encode(fog.all_tops(facts, state), UNIT_SETS["tops"], names)
    if choice_hidden(state, seat):
        known["operation"] = UNCHOSEN
    units = units_seen(state, names, facts.roster.ids, COLUMNS)
    ids = facts.roster.ids
    known["units"] = {unit: units[unit] for i, unit in enumerate(ids) if not hidden >> i & 1}
    if seat == GERMAN:
        known["tokens"] = tokens(facts, state, hidden)
        known["groups"] = groups(facts, state, hidden)
    known["stack"] = [
        [f.procedure, f.step, _local_seen(facts, state, f, procedures[f.procedure].local, hidden)]
        for f in frames_of(state)
    ]
    return known


UNIT_SETS = {
    name: hint
    for name, hint in scalars_of(BDState).items()
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[-1], Many) and get_args(hint)[-1].kind == "unit"
}


def tokens(facts: Facts, state: BDState, hidden: int) -> dict[str, str]:
    """Concealed units by place: a running number each, with its group."""
    found: dict[int, list[int]] = {}
    for unit in bits(hidden):
        found.setdefault(state.place[unit], []).append(state.group[unit])
    ids = facts.roster.ids
    return {
        f"{facts.place_names[place]}.{n}": ids[group]
        for place, spots in sorted(found.items())
        for n, group in enumerate(sorted(spots), 1)
    }


def groups(facts: Facts, state: BDState, hidden: int) -> dict[str, list[str]]:
    """The units that a token of each group may be."""
    ids = facts.roster.ids
    found: dict[str, list[str]] = {}
    for unit in bits(hidden):
        found.setdefault(ids[state.group[unit]], []).append(ids[unit])
    return found


def _local_seen(facts: Facts, state: BDState, frame: Frame, hint: Any, hidden: int) -> Plain:
    """The locals of a procedure without concealed units."""
    local = frame.local
    if local is None or not hidden:
        return encode(local, hint, facts.vocabulary)
    return encode(_changed(local, lambda unit: -1 if hidden >> unit & 1 else unit), hint, facts.vocabulary)


def _changed(local: Any, change: Callable[[int], int]) -> Any:
    """Locals with other units in them; -1 leaves one out."""
    kind: Any = type(local)
    values = {}
    for name, mark in _unit_fields(kind):
        value = getattr(local, name)
        if isinstance(mark, Many):
            values[name] = sum(1 << now for unit in bits(value) if (now := change(unit)) >= 0)
        elif value >= 0:
            values[name] = change(value)
    return local._replace(**values) if values else local


@cache
def _unit_fields(kind: Any) -> list[tuple[str, One | Many]]:
    """The locals that name a unit or units."""
    if not hasattr(kind, "_fields"):
        return []
    marks = [(name, get_args(hint)[-1]) for name, hint in hints_of(kind).items() if get_origin(hint) is Annotated]
    return [(name, mark) for name, mark in marks if isinstance(mark, One | Many) and mark.kind == "unit"]


# ---- other worlds -----------------------------------------------------------------------------------


def imagine(rules: Rules, state: BDState, seat: int, random: Random) -> BDState:
    """A position that this seat could not tell from the real one.

    The units of a group are dealt in the order of their numbers over its spots in the order of the map: who truly
    lies where has no part in it, so nobody who knows the seed can work it out from the result.
    """
    facts: Facts = rules.facts
    world = state.clone()
    if choice_hidden(state, seat):
        world.operation = random.choice((RHINE, ODER))
    hidden = units_hidden(facts, state, seat)
    if not hidden:
        return world
    lots, asks = _lots(facts, state, hidden), Asks(_supported(facts, state), _fast(facts, state))
    for _ in range(TRIES):
        world = state.clone()
        _deal(facts, world, lots, asks, random)
        if _playable(rules, world, seat):
            break
    return world


class Asks(NamedTuple):
    """What spots ask for: an army, a mechanized unit."""

    army: int
    mech: int


Lot = tuple[list[int], list[int]]  # units in the order of their numbers, and their spots in the order of the map


def _lots(facts: Facts, state: BDState, hidden: int) -> list[Lot]:
    """Units that may lie in each other's spots."""
    found: dict[Any, list[int]] = {}
    for unit in bits(hidden):
        found.setdefault((state.group[unit], _class(facts, state, unit)), []).append(unit)
    roles = [*_roles(state), _supported(facts, state)]
    return [
        (units, sorted(units, key=lambda unit: _spot(state, unit, roles)))
        for units in found.values()
        if len(units) > 1
    ]


def _class(facts: Facts, state: BDState, unit: int) -> Any:
    """What everybody can tell of a concealed unit: whether it counts for stacking, attacks, and is bound to a place.

    A unit that waits for a change, or in the RVGK box for its turn, is known by name.
    """
    roster, bit = facts.roster, 1 << unit
    if (roster.static | state.pending_change) & bit or state.due[unit]:
        return unit
    kept = (roster.attached | roster.cavalry_groups | roster.satellites[SOVIET] | limits.bound(facts)) & bit
    return (roster.nation[unit], roster.type[unit]) if kept else bool(roster.armed & bit)


def _spot(state: BDState, unit: int, roles: list[int]) -> tuple[Any, ...]:
    """What everybody sees of a concealed unit: where it lies, what it did and is doing."""
    return (
        state.place[unit],
        *(units >> unit & 1 for units in roles),
        *(getattr(state, name) >> unit & 1 for name in SPOT_SETS),
        *(getattr(state, name)[unit] for name in SPOT_COLUMNS),
        state.place[state.parent[unit]] if state.parent[unit] >= 0 else NOWHERE,
    )


def _roles(state: BDState) -> list[int]:
    """The units that each part of the sequence of play speaks of: in hand, attacking, supported, in supply."""
    found = []
    for frame in frames_of(state):
        kind: Any = type(frame.local)
        for name, mark in _unit_fields(kind):
            value = getattr(frame.local, name)
            found.append(value if isinstance(mark, Many) else 1 << value if value >= 0 else 0)
    return [units for units in found if units]


def _deal(facts: Facts, state: BDState, lots: list[Lot], asks: Asks, random: Random) -> None:
    became: dict[int, int] = {}
    for units, spots in lots:
        dealt = units[:]
        random.shuffle(dealt)
        if asks.army or asks.mech:
            _fit(facts, asks, spots, dealt)
        became.update(zip(spots, dealt, strict=True))
    _move_in(facts, state, became)
    state.top = _other_frames(state.top, became)


def _fit(facts: Facts, asks: Asks, spots: list[int], dealt: list[int]) -> None:
    """Spots that not every unit could fill go to units that could, those that ask for most first."""
    roster = facts.roster
    armies, mech = roster.army_sized & roster.red_army, roster.mech
    filled = 0
    for some, able in (
        (asks.army & asks.mech, armies & mech),
        (asks.mech & ~asks.army, mech),
        (asks.army & ~asks.mech, armies),
    ):
        for at, was in enumerate(spots):
            if some >> was & 1:
                other = next((n for n, unit in enumerate(dealt) if able >> unit & 1 and not filled >> n & 1), at)
                dealt[at], dealt[other] = dealt[other], dealt[at]
                filled |= 1 << at


def _supported(facts: Facts, state: BDState) -> int:
    """Units that a cavalry-mechanized group supports: an army each."""
    return mask(state.parent[unit] for unit in bits(facts.roster.cavalry_mechanized & state.on_map))


def _fast(facts: Facts, state: BDState) -> int:
    """Units that were seen doing what only mechanized ones do: a mobile assault, a longer move."""
    found = state.mobile
    for frame in frames_of(state):
        if isinstance(frame.local, Battle) and frame.local.mobile:
            found |= frame.local.attackers
    on_foot = facts.scenario.movement(facts.box(state.turn), SOVIET, False)
    return found | mask(unit for unit, used in enumerate(state.used) if used > on_foot) & facts.roster.of_side[SOVIET]


def _move_in(facts: Facts, state: BDState, became: dict[int, int]) -> None:
    """Each unit takes over the spot of another, with all that was done there."""
    places = {was: state.place[was] for was in became}
    sets = {name: getattr(state, name) for name in SPOT_SETS}
    columns = {name: getattr(state, name)[:] for name in (*SPOT_COLUMNS, "parent")}
    for was, now in became.items():
        if was != now:
            state.put(now, places[was])
    for name, units in sets.items():
        for was, now in became.items():
            bit = 1 << now
            units = units | bit if sets[name] >> was & 1 else units & ~bit
        setattr(state, name, units)
    for name, values in columns.items():
        column = getattr(state, name)
        for was, now in became.items():
            column[now] = values[was]
    for unit in bits(facts.roster.cavalry_mechanized & state.on_map):
        state.parent[unit] = became.get(state.parent[unit], state.parent[unit])


def _other_frames(frame: Frame | None, became: dict[int, int]) -> Frame | None:
    """The sequence of play with other units in hand."""
    if frame is None:
        return None
    local = frame.local
    if local is not None:
        local = _changed(local, lambda unit: became.get(unit, unit))
    return Frame(frame.procedure, frame.step, local, _other_frames(frame.below, became))


def _playable(rules: Rules, state: BDState, seat: int) -> bool:
    """Whether the open decisions have an answer there."""
    if all(decision.seat == seat for decision in state.pending):
        return True
    world = Game(rules, state=state)
    return all(world.options(decision) for decision in state.pending)
