"""What an agent observes: planes over the places of the map, and facts.

Everything shown is part of its seat's view; a test compares the observations of worlds that look alike. Planes are
those of the map only: boxes beside it are counted in the facts. A game without a room here shows what every game
has: which decision is asked, which words of its answer are chosen, the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ostfront.core.play.rules import Rules
from ostfront.envs.choices import Choice, Words

Plane = NDArray[np.uint8]
Floats = NDArray[np.float32]
FEW = 6  # changed units that are cheaper one by one
Columns = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
ROOMS = {"victory-denied": "ostfront.envs.victory_denied", "kiev-41": "ostfront.envs.kiev_41"}


class Planes:
    """What a game shows on its map and beside it. Rooms of games add to both lists.

    Every unit on the map adds `values[seat][unit, steps, status]` to the planes `planes_of[seat][unit]` at its place.
    """

    names: tuple[str, ...] = ()
    fact_names: tuple[str, ...] = ()

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.places: int = rules.blank().hexes
        self.shape: tuple[int, ...] = (self.places,)  # of one plane
        self.spot = np.arange(self.places)  # where a place lies in a plane
        count = len(rules.blank().place)
        self.values: Sequence[Plane] = [np.zeros((count, 1, 1, 0), np.uint8)] * len(rules.seats)
        self.planes_of: Sequence[NDArray[np.int64]] = [np.zeros((count, 0), np.int64)] * len(rules.seats)

    def columns(self, state: Any) -> Columns:
        """The units: place, steps, status, as copies."""
        place = np.array(state.place)
        nothing = np.zeros(len(place), np.uint8)
        return place, nothing, nothing

    def fill(self, planes: Plane, state: Any, seat: int) -> None:
        """Write whatever is not added up from units; the planes are flat."""

    def facts(self, facts: Floats, state: Any, seat: int) -> None:
        """Write the facts, as `fact_names`."""


class Observer:
    """Makes the observations of a game; `plane_names` and `fact_names` say what they hold."""

    def __init__(self, rules: Rules, words: Words) -> None:
        room = ROOMS.get(rules.info.name)
        make: Callable[[Rules], Planes] = import_module(room).make if room else Planes
        self.planes = make(rules)
        self.words = words
        self.kinds = {kind: i for i, kind in enumerate(rules.kinds)}
        self.plane_names = ("chosen", *self.planes.names)
        self.fact_names = (
            "turn",
            *(f"asked {kind}" for kind in self.kinds),
            *(f"verb {verb}" for verb in words.verbs),
            *self.planes.fact_names,
        )
        self.shape = (len(self.plane_names), *self.planes.shape)
        self._flat = (len(self.plane_names), int(np.prod(self.planes.shape)))
        self._known: dict[int, tuple[Columns, Plane]] = {}  # by seat: the units of before, and their planes
        # by seat and unit: where its planes begin; the first plane is `chosen`
        self._starts = [(planes + 1) * self._flat[1] for planes in self.planes.planes_of]
        self._own_facts = 1 + len(self.kinds) + len(words.verbs)

    def observe(self, state: Any, seat: int, kind: str, choice: Choice | None) -> tuple[Plane, Floats]:
        """Planes and facts for a seat; `choice` is its answer as far as it goes, if it is asked."""
        planes = self._units(state, seat).copy()
        self.planes.fill(planes[1:], state, seat)
        facts = np.zeros(len(self.fact_names), np.float32)
        facts[0] = state.turn
        if choice is not None:
            facts[1 + self.kinds[kind]] = 1
            if choice.verb:
                facts[1 + len(self.kinds) + self.words.verb[choice.verb]] = 1
                self._mark(planes[0], state, choice)
        self.planes.facts(facts[self._own_facts :], state, seat)
        return planes.reshape(self.shape), facts

    def _units(self, state: Any, seat: int) -> Plane:
        """The planes added up from units: those of before, with the units that have changed since put right."""
        columns = self.planes.columns(state)
        known = self._known.get(seat)
        if known is None:
            planes, changed = np.zeros(self._flat, np.uint8), np.arange(len(columns[0]))
        else:
            (place, steps, status), planes = known
            changed = ((columns[0] != place) | (columns[1] != steps) | (columns[2] != status)).nonzero()[0]
            if len(changed):
                self._change(np.subtract, planes, (place, steps, status), changed, seat)
        if len(changed):
            self._change(np.add, planes, columns, changed, seat)
        self._known[seat] = (columns, planes)
        return planes

    def _change(self, how: np.ufunc, planes: Plane, columns: Columns, units: NDArray[Any], seat: int) -> None:
        """Add what units show to the planes, or subtract it."""
        flat, starts, values = planes.reshape(-1), self._starts[seat], self.planes.values[seat]
        place, steps, status = columns
        if len(units) <= FEW:
            for unit in units.tolist():
                if 0 <= place[unit] < self.planes.places:
                    at = starts[unit] + self.planes.spot[place[unit]]
                    flat[at] = how(flat[at], values[unit, steps[unit], status[unit]])
            return
        units = units[(place[units] >= 0) & (place[units] < self.planes.places)]
        spots = self.planes.spot[place[units]]
        how.at(flat, starts[units] + spots[:, None], values[units, steps[units], status[units]])

    def _mark(self, plane: Plane, state: Any, choice: Choice) -> None:
        """The places chosen so far, and those of the units chosen so far."""
        for position, index in enumerate(choice.chosen):
            kind = self.words.kind_at(choice.verb, position)
            place = index if kind == "place" else state.place[index] if kind == "unit" else -1
            if 0 <= place < self.planes.places:
                plane[self.planes.spot[place]] = 1


def flags(bits: int, count: int) -> NDArray[np.bool_]:
    """A bitboard as an array."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)


def several(boards: Sequence[int], count: int) -> NDArray[np.bool_]:
    """Bitboards as rows of an array, at the price of one."""
    total = 0
    for i, board in enumerate(boards):
        total |= board << i * count
    return flags(total, count * len(boards)).reshape(len(boards), count)
