"""A position counted once, for the terms of the evaluation to share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.ai.victory_denied.knowledge import Outlook
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, SOVIET

if TYPE_CHECKING:
    from ostfront.games.victory_denied.state import VdState

Standing = tuple[int, int, float, float, float]
"""A combat unit on the map: unit, hex, attack and defense as supply leaves them, worth."""


class Hex:
    """A side's combat units in one hex, added up."""

    __slots__ = ("defense", "pvo", "stake", "steps", "units")

    def __init__(self, m: Muster, place: int) -> None:
        state, look = m.state, m.look
        facts, stakes, steps, status, following = look.facts, look.stakes, state.steps, state.status, state.next
        self.defense = self.stake = 0.0
        self.units = self.steps = 0
        self.pvo = False
        unit = state.first[place]
        while unit >= 0:
            left = steps[unit]
            if left:
                self.defense += facts[unit][left][status[unit]][1]
                self.stake += stakes[unit][left]
                self.steps += left
                self.units += 1
                if look.pvos >> unit & 1:
                    self.pvo = True
            unit = following[unit]


class Muster:
    """A state, counted: what the terms share.

    `active` are the units that can still fight now, `ready` those of them that can still move before.
    """

    __slots__ = (
        "active", "attack", "hexes", "look", "occupied", "ready", "reckoning", "side_active", "state", "time",
        "units", "zoc",
    )  # fmt: skip

    def __init__(self, look: Outlook, state: VdState, active: int, ready: int = 0) -> None:
        self.look = look
        self.state = state
        self.active = active
        rules = look.rules
        self.reckoning = look.reckonings[state.directive]
        self.time = remaining(look, state)
        self.occupied = [state.occupied[COMBAT[side]] & rules.valid for side in (GERMAN, SOVIET)]
        self.zoc = [rules.grid.neighbours(hexes) for hexes in self.occupied]
        self.side_active = [bool(active & look.combat[side]) for side in (GERMAN, SOVIET)]
        self.hexes: dict[int, Hex] = {}
        self.ready = [(state.place[u], look.facts[u][state.steps[u]][state.status[u]][0]) for u in bits(ready)]
        place, steps, status, facts = state.place, state.steps, state.status, look.facts
        self.units: list[list[Standing]] = [
            [(u, place[u], *facts[u][steps[u]][status[u]]) for u in bits(state.on_map & combat)]
            for combat in look.combat
        ]
        self.attack = [self._by_hex(side) for side in (GERMAN, SOVIET)]

    def _by_hex(self, side: int) -> dict[int, float]:
        """Attack strength by hex: of the active units when the side is acting, else of all."""
        acting, active = self.side_active[side], self.active
        found: dict[int, float] = {}
        for unit, place, attack, _, _ in self.units[side]:
            if not acting or active >> unit & 1:
                found[place] = found.get(place, 0.0) + attack
        return found

    def hex(self, place: int) -> Hex:
        found = self.hexes.get(place)
        if found is None:
            found = self.hexes[place] = Hex(self, place)
        return found


def remaining(look: Outlook, state: VdState) -> float:
    """How much what may still come is worth: less toward the end."""
    least: float = look.weights["contest"]["last_turn"]
    left = look.reckonings[state.directive].last_turn - state.turn
    return least + (1 - least) * min(1.0, max(0.0, left) / 4)
