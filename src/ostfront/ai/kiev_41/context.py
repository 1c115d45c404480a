"""The context of a decision: whose impulse it is, who can still act, and what is assumed about unseen blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ostfront.ai.kiev_41.knowledge import Knowledge, Strength
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.rules.command import eligible
from ostfront.games.kiev_41.secrets import concealed
from ostfront.games.kiev_41.state import K41State

NOBODY_ACTS = -1


class Aim(NamedTuple):
    """The aims of a side in an impulse: victory areas, how hard it presses for them, how far its blocks are.

    Taken from the actual position and used for all imagined ones: otherwise a side would avoid getting stronger,
    because it would press harder, and from taking an area, because the next one is farther.
    """

    goals: int
    urge: float
    march: float
    far: float


class Context(NamedTuple):
    """When a position is evaluated, and for whom.

    The side that acts and whether it can still fight in this impulse, its blocks that can still move before that, and
    what is assumed of enemy blocks that the seat does not see: on the map, and what others would be worth if they
    came.
    """

    acting: int = NOBODY_ACTS
    fights: bool = False
    ready: int = 0
    assumed: Mapping[int, Strength] = {}
    waiting: Mapping[int, float] = {}
    aims: tuple[Aim, ...] = ()  # by side, for those who plan


def context_of(knowledge: Knowledge, state: K41State, seat: int) -> Context:
    """Whose impulse it is, what can still happen in it, and what the seat does not see."""
    facts = knowledge.facts
    side = kind = command = None
    in_hand = 0
    frame = state.top
    while frame is not None:
        if frame.procedure == "march":
            in_hand = 1 << frame.local.unit
        elif frame.procedure == "command":
            command = frame.local
        elif frame.procedure == "impulse":
            side, kind = frame.local.side, frame.local.kind
        frame = frame.below
    fights = kind in ("tactical", "strategic")
    ready = 0
    if command is not None and fights and (command.mode == "tactical" or command.left > 0):
        ready = eligible(facts, state, command) & facts.roster.combat & ~in_hand
    hidden = _groups(knowledge, state, seat)
    assumed, waiting = _assumptions(knowledge, state, hidden), _arrivals(knowledge, state, hidden)
    return Context(NOBODY_ACTS if side is None else side, fights, ready, assumed, waiting)


def _groups(knowledge: Knowledge, state: K41State, seat: int) -> list[list[int]]:
    """The enemy's concealed blocks, grouped by which could be mistaken for each other."""
    members: dict[int, list[int]] = {}
    for unit in bits(concealed(knowledge.facts, state, seat) & knowledge.fighting[1 - seat]):
        members.setdefault(state.group[unit], []).append(unit)
    return list(members.values())


def _assumptions(knowledge: Knowledge, state: K41State, hidden: list[list[int]]) -> dict[int, Strength]:
    """What is assumed about concealed blocks on the map: the mean of those that each may be."""
    found: dict[int, Strength] = {}
    for units in hidden:
        mean = _mean(knowledge, state, units)
        found.update({unit: mean for unit in units if state.on_map >> unit & 1})
    return found


def _arrivals(knowledge: Knowledge, state: K41State, hidden: list[list[int]]) -> dict[int, float]:
    """The same for those that are not, if they came."""
    found: dict[int, float] = {}
    for units in hidden:
        mean = sum([knowledge.arriving[unit] for unit in units]) / len(units)
        found.update({unit: mean for unit in units if not state.on_map >> unit & 1})
    return found


def _mean(knowledge: Knowledge, state: K41State, units: list[int]) -> Strength:
    strengths, full = knowledge.strengths[state.weather], knowledge.facts.roster.full
    if len(units) == 1:
        unit = units[0]
        return strengths[unit][state.seen[unit] or full[unit]]
    share = knowledge.weights["strength"]["unseen"] / len(units)
    rows = [strengths[unit][full[unit]] for unit in units]
    return Strength(*(share * sum(column) for column in zip(*rows, strict=True)))
