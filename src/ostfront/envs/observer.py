"""Makes what an agent observes; the table from a game to its planes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ostfront.core.play.rules import Rules
from ostfront.envs.barbarossa_1941 import Barbarossa1941Planes
from ostfront.envs.barbarossa_deluxe import BarbarossaDeluxePlanes
from ostfront.envs.choices import Choice, Words
from ostfront.envs.kiev_41 import Kiev41Planes
from ostfront.envs.planes import Columns, Floats, Plane, Planes
from ostfront.envs.victory_denied import VictoryDeniedPlanes

FEW = 6  # up to this many changed units are updated one by one
PLANES: dict[str, Callable[[Any], Planes]] = {
    "victory-denied": VictoryDeniedPlanes,
    "kiev-41": Kiev41Planes,
    "barbarossa-1941": Barbarossa1941Planes,
    "barbarossa-deluxe": BarbarossaDeluxePlanes,
}


def register(game: str, planes: Callable[[Any], Planes]) -> None:
    """Add the planes of a game from outside this package; `planes` takes its rules."""
    PLANES[game] = planes


class Observer:
    """Makes the observations of a game; `plane_names` and `fact_names` name their contents.

    A game without planes of its own shows what every game has: the current decision, which words of its answer are
    chosen, the turn.
    """

    def __init__(self, rules: Rules, words: Words) -> None:
        self.planes = PLANES.get(rules.info.name, Planes)(rules)
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
        """Planes and facts for a seat; `choice` is its answer so far, if it has a decision."""
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
        """The planes added up from units: the previous ones, updated for the units that have changed since."""
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
