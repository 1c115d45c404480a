"""What each side may know (1.6), and other worlds it could not distinguish from the real one.

Of the enemy's concealed blocks a seat sees where they are and the colour of their wood, and remembers which blocks
each of them may be (`group`), and how strong (`seen`, until that is `blurred`). Everything else on the table is open,
except for what is in hand or in a pool.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ostfront.core.files.fields import Plain, encode
from ostfront.core.files.position import frames_of, scalars_of
from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Frame
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.state import Arrival, Build, K41State, Logistics, March

# shown in parts only, or with the units
HIDDEN = frozenset({"isolated", "acted", "crossed", "blitzers", "blurred", "drawn"})
TRIES = 40
STRONG_TRIES = 200  # if none of those could go on: with blocks as strong as can be
POOLS = ("axis-pool", "soviet-pool")


@implements("K41 1.6")
def concealed(facts: Facts, state: K41State, seat: int) -> int:
    """The enemy's blocks that this seat does not see."""
    return facts.roster.blocks_of[1 - seat] & ~state.visible if state.result is None else 0


def seen(facts: Facts, state: K41State, seat: int) -> Plain:
    """The table as a seat sees it."""
    names = facts.vocabulary
    known: dict[str, Any] = {
        name: encode(getattr(state, name), hint, names)
        for name, hint in scalars_of(type(state)).items()
        if name not in HIDDEN
    }
    hidden = concealed(facts, state, seat)
    known["units"] = {
        unit: _unit_seen(facts, state, i) for i, unit in enumerate(facts.roster.ids) if not hidden >> i & 1
    }
    known["tokens"] = tokens(facts, state, hidden)
    known["groups"] = groups(facts, state, hidden)
    known["stack"] = [_frame_seen(facts, state, frame, seat, hidden) for frame in frames_of(state)]
    return known


def _unit_seen(facts: Facts, state: K41State, unit: int) -> list[Any]:
    """Place, steps, and marks."""
    where = state.place[unit]
    marks = [
        name
        for name in ("visible", "isolated", "acted", "active", "crossed", "blitzers")
        if getattr(state, name) >> unit & 1
    ]
    return [facts.place_names[where] if where >= 0 else "", state.steps[unit], *marks]


def tokens(facts: Facts, state: K41State, hidden: int) -> dict[str, Any]:
    """Concealed blocks by place and colour: a running number each, with its group and its cube."""
    found: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for unit in bits(hidden):
        where = state.place[unit]
        if where >= 0:
            spot = (state.group[unit], state.isolated >> unit & 1)
            found.setdefault((where, facts.roster.wood[unit]), []).append(spot)
    shown = {}
    for (where, wood), spots in sorted(found.items()):
        for n, (group, cube) in enumerate(sorted(spots), 1):
            shown[f"{facts.place_names[where]}.{wood}.{n}"] = [facts.roster.ids[group], *(["isolated"] * cube)]
    return shown


def groups(facts: Facts, state: K41State, hidden: int) -> dict[str, list[Any]]:
    """The blocks that a token of each group may be; one known by name has the steps it had when last seen."""
    ids = facts.roster.ids
    found: dict[str, list[Any]] = {}
    for unit in bits(hidden):
        members = found.setdefault(ids[state.group[unit]], [])
        members.append(ids[unit])
    for name, members in found.items():
        if len(members) == 1:
            found[name] = [members[0], state.seen[facts.roster.index[members[0]]]]
    return found


def _frame_seen(facts: Facts, state: K41State, frame: Frame, seat: int, hidden: int) -> list[Any]:
    """A level of the sequence of play, without what is in the enemy's hand."""
    local = frame.local
    if isinstance(local, March | Build) and hidden >> local.unit & 1:
        where = state.place[local.unit]
        return [frame.procedure, frame.step, facts.place_names[where]]
    if isinstance(local, Arrival) and local.side != seat and state.result is None:
        local = local._replace(units=())
        return [frame.procedure, frame.step, encode(local, type(local), facts.vocabulary), len(frame.local.units)]
    if isinstance(local, Logistics) and local.side != seat and state.result is None:
        local = local._replace(points=0)
    return [frame.procedure, frame.step, encode(local, type(local), facts.vocabulary)]


# ---- other worlds -----------------------------------------------------------------------------------


def imagine(rules: Rules, state: K41State, seat: int, random: Random) -> K41State:
    """Deal the enemy's concealed blocks again over their spots, with their strengths.

    The blocks of a group are dealt in the order of their numbers over its spots in the order of the map: who truly
    stands where has no part in it, so nobody who knows the seed can work it out from the result.
    """
    facts: Facts = rules.facts
    hidden = concealed(facts, state, seat)
    if not hidden:
        return state.clone()
    for attempt in range(TRIES + STRONG_TRIES):
        world = state.clone()
        _deal(facts, world, hidden, random, attempt >= TRIES)
        if _playable(rules, world, seat):
            break
    return world


def _deal(facts: Facts, state: K41State, hidden: int, random: Random, strong: bool) -> None:
    by_group: dict[int, list[int]] = {}
    for unit in bits(hidden):
        by_group.setdefault(state.group[unit], []).append(unit)
    became: dict[int, int] = {}
    fixed = _in_hand(state)
    for members in by_group.values():
        dealt = members[:]
        random.shuffle(dealt)
        spots = sorted(members, key=lambda unit: _spot(state, unit))
        for at, was in enumerate(spots):
            if was in fixed:
                _fit(facts, state, dealt, at, fixed[was])
        became.update(zip(spots, dealt, strict=True))
    _move_in(state, became)
    state.top = _other_frames(facts, state, state.top, hidden, became, random)
    _strengths(facts, state, hidden, random, strong)


def _spot(state: K41State, unit: int) -> tuple[int, ...]:
    """What everybody sees of a concealed block: where it is, its cube, what it did and is doing."""
    marks = (column >> unit & 1 for column in (state.isolated, state.acted, state.crossed))
    doing = (isinstance(f.local, March | Build) and f.local.unit == unit for f in frames_of(state))
    return state.place[unit], *marks, *doing


def _in_hand(state: K41State) -> dict[int, str]:
    """Blocks that are seen doing something that not every block could do."""
    found: dict[int, str] = {}
    frame = state.top
    while frame is not None:
        if frame.procedure in ("approach", "build"):
            found[frame.local.unit] = frame.procedure
        frame = frame.below
    return found


def _fit(facts: Facts, state: K41State, dealt: list[int], at: int, doing: str) -> None:
    """Put a block that could do this into a spot."""
    for other, unit in enumerate(dealt):
        if _able(facts, state, unit, doing) and not _able(facts, state, dealt[at], doing):
            dealt[at], dealt[other] = dealt[other], dealt[at]


def _able(facts: Facts, state: K41State, unit: int, doing: str) -> bool:
    """An HQ is activated; a combat block builds; strong enough, as far as that is known."""
    roster = facts.roster
    kinds = roster.hqs & ~(1 << roster.guderian) if doing == "approach" else roster.combat
    known = 0 if state.blurred >> state.group[unit] & 1 else state.seen[unit]
    return bool(kinds >> unit & 1) and (not known or known >= _least(facts, state, unit, doing))


def _least(facts: Facts, state: K41State, unit: int, doing: str) -> int:
    """Steps a block must have for what it is seen doing (10.9e, 10.1a, 10.5b)."""
    if doing == "approach":
        return 2 if not state.active or facts.roster.luftwaffe >> unit & 1 else 1
    return 2 if doing == "build" else 1


def _move_in(state: K41State, became: dict[int, int]) -> None:
    """Each block takes the place, the cube and the actions of the block whose spot it gets."""
    places = {was: state.place[was] for was in became}
    marks = {name: getattr(state, name) for name in ("isolated", "acted", "crossed")}
    for was, now in became.items():
        if was != now:
            state.put(now, places[was])
    for name, units in marks.items():
        moved = units
        for was, now in became.items():
            moved = moved | 1 << now if units >> was & 1 else moved & ~(1 << now)
        setattr(state, name, moved)


def _other_frames(
    facts: Facts, state: K41State, frame: Frame | None, hidden: int, became: dict[int, int], random: Random
) -> Frame | None:
    """The stack with other blocks in hand, other points and MP left, as far as they are the enemy's."""
    if frame is None:
        return None
    below = _other_frames(facts, state, frame.below, hidden, became, random)
    local, roster = frame.local, facts.roster
    enemy = roster.side[hidden.bit_length() - 1]
    if isinstance(local, March) and local.unit in became:
        unit = became[local.unit]
        most = max(0, facts.allowance[unit] - local.legs)
        local = local._replace(unit=unit, left=random.randint(0, most) if local.legs else most)
    elif isinstance(local, Build):
        local = local._replace(unit=became.get(local.unit, local.unit))
    elif isinstance(local, Arrival) and local.side == enemy and local.units:
        pool = state.stacks[facts.boxes[POOLS[enemy]]] & roster.blocks
        local = local._replace(units=tuple(random.sample(bits(pool), len(local.units))))
    elif isinstance(local, Logistics) and local.side == enemy and local.value:
        local = local._replace(points=random.randint(1, local.value))
    return Frame(frame.procedure, frame.step, local, below)


def _strengths(facts: Facts, state: K41State, hidden: int, random: Random, strong: bool) -> None:
    """As last seen, or on arrival; in blurred groups every number is equally likely, or all are as strong as can be.

    A block off the map has the steps it would arrive with.
    """
    doing = _in_hand(state)
    full = facts.roster.full
    for unit in bits(hidden & ~facts.roster.leaders):
        known = state.seen[unit]
        if 0 <= state.place[unit] < facts.area_count or state.place[unit] in facts.tula:
            if state.blurred >> state.group[unit] & 1:
                known = full[unit] if strong else 0
            least = _least(facts, state, unit, doing.get(unit, ""))
            state.steps[unit] = known or random.randint(least, max(least, full[unit]))
        else:
            state.steps[unit] = known or full[unit]


def _playable(rules: Rules, state: K41State, seat: int) -> bool:
    """Whether the open decision has an answer there."""
    if all(decision.seat == seat for decision in state.pending):
        return True
    world = Game(rules, state=state)
    return all(world.options(decision) for decision in state.pending)
