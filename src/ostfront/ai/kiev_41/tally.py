"""A position counted once: the blocks of both sides by area, for the terms of the evaluation to share."""

from __future__ import annotations

from ostfront.ai.kiev_41.context import Context
from ostfront.ai.kiev_41.knowledge import Knowledge
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.state import K41State

MONTHS = 2.0  # with this many months to come, destroyed blocks count as back


class Stack:
    """A side's blocks in one area, added up."""

    __slots__ = ("attack", "blocks", "defense", "fast", "starving", "steps", "tanks", "unseen", "worth")

    def __init__(self) -> None:
        self.attack = self.defense = self.steps = self.worth = self.fast = self.starving = 0.0
        self.blocks = self.tanks = self.unseen = 0


class Tally:
    """A state, counted: what the terms share.

    With a `base`, another tally in the same context, only the differences are counted.
    """

    __slots__ = (
        "at", "base", "changed", "context", "facts", "held", "knowledge", "last", "later", "lines", "occupied",
        "stake", "state", "sums", "time", "units",
    )  # fmt: skip

    def __init__(self, knowledge: Knowledge, state: K41State, context: Context, base: Tally | None = None) -> None:
        self.knowledge = knowledge
        self.facts = knowledge.facts
        self.state = state
        self.context = context
        self.time = remaining(knowledge, state)
        self.stake = stakes(knowledge, state)
        everywhere = knowledge.facts.everywhere
        self.occupied = [state.occupied[side] & everywhere for side in (AXIS, SOVIET)]
        self.units = [state.units_of(side) for side in (AXIS, SOVIET)]
        held = [knowledge.facts.victory_areas & state.controlled(side) for side in (AXIS, SOVIET)]
        self.last = [areas if areas & (areas - 1) == 0 else 0 for areas in held]  # a side's only victory area
        self.held = held[AXIS].bit_count()
        self.sums: tuple[list[float], list[float]] | None = None  # influence, once needed
        self.later: dict[int, float] = {}  # attacks that may come, by side and area
        self.lines: list[tuple[int, int] | None] = [None, None]  # of communication, once needed
        same = base is not None and base.state.weather == state.weather and base.state.turn == state.turn
        self.base = base if same else None
        self.changed = everywhere
        if self.base is None:
            self.at = [self._stacks(self.occupied[side], side) for side in (AXIS, SOVIET)]
        else:
            self.changed = self._differences(self.base.state)
            self.at = [self._adjusted(self.base, side) for side in (AXIS, SOVIET)]

    def _differences(self, old: K41State) -> int:
        """The areas whose units or control differ."""
        state = self.state
        found = old.axis ^ state.axis | old.lines_axis ^ state.lines_axis | old.lines_soviet ^ state.lines_soviet
        moved = set(bits((old.isolated ^ state.isolated) | (old.crossed ^ state.crossed)))
        if old.place != state.place:
            moved.update(u for u, (a, b) in enumerate(zip(old.place, state.place, strict=True)) if a != b)
        if old.steps != state.steps:
            moved.update(u for u, (a, b) in enumerate(zip(old.steps, state.steps, strict=True)) if a != b)
        for unit in moved:
            for where in (old.place[unit], state.place[unit]):
                if where >= 0:
                    found |= 1 << where
        return found & self.facts.everywhere

    def _adjusted(self, base: Tally, side: int) -> dict[int, Stack]:
        found = base.at[side].copy()
        for area in bits(self.changed):
            found.pop(area, None)
        found.update(self._stacks(self.changed & self.occupied[side], side))
        return found

    def _stacks(self, areas: int, side: int) -> dict[int, Stack]:
        return {area: self._stack(area, side) for area in bits(areas)}

    def _stack(self, area: int, side: int) -> Stack:
        knowledge, state = self.knowledge, self.state
        get, strengths = self.context.assumed.get, knowledge.strengths[state.weather]
        steps, owner, following = state.steps, state.owner, state.next
        tanks, fast = knowledge.facts.roster.tanks, knowledge.facts.roster.fast
        found = Stack()
        unit = state.first[area]
        while unit >= 0:
            if owner[unit] == side:
                known = get(unit)
                attack, defense, left, worth = known if known is not None else strengths[unit][steps[unit]]
                if state.isolated >> unit & 1:
                    attack = 0.0
                    found.starving += worth
                elif state.crossed >> unit & 1:
                    attack = min(attack, knowledge.one_die[unit])
                found.attack += attack
                found.defense += defense
                found.steps += left
                found.worth += worth
                found.blocks += 1
                if known is None:
                    if tanks >> unit & 1:
                        found.tanks += 1
                    if fast >> unit & 1:
                        found.fast += defense
                else:
                    found.unseen += 1
            unit = following[unit]
        return found


def remaining(knowledge: Knowledge, state: K41State) -> float:
    """The weight of what may still come: less toward the end."""
    least: float = knowledge.weights["contest"]["last_turn"]
    left = knowledge.last_turn - state.turn + 1
    return least + (1 - least) * min(1.0, left / min(3, knowledge.turns))


def stakes(knowledge: Knowledge, state: K41State) -> tuple[float, float]:
    """What a step is worth in battle, by side: destroyed Soviet blocks come back in the months to come."""
    w = knowledge.weights["strength"]
    months = min(1.0, (knowledge.last_turn - state.turn) / MONTHS)
    return 1.0 + w["dear"] * months, w["stake"] * (1.0 - w["returns"] * months)
