"""A position counted once: strengths, zones of control and stacks, for the terms of the evaluation to share."""

from __future__ import annotations

from ostfront.ai.victory_denied.knowledge import Knowledge
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, SOVIET
from ostfront.games.victory_denied.state import VdState

UnitOnMap = tuple[int, int, float, float, float]
"""A combat unit on the map: unit, hex, attack and defense as supply leaves them, worth."""


class Hex:
    """A side's combat units in one hex, added up."""

    __slots__ = ("defense", "pvo", "stake", "steps", "units")

    def __init__(self, tally: Tally, place: int) -> None:
        state, knowledge = tally.state, tally.knowledge
        strengths, stakes, steps, status, following = (
            knowledge.strengths,
            knowledge.stakes,
            state.steps,
            state.status,
            state.next,
        )
        self.defense = self.stake = 0.0
        self.units = self.steps = 0
        self.pvo = False
        unit = state.first[place]
        while unit >= 0:
            left = steps[unit]
            if left:
                self.defense += strengths[unit][left][status[unit]][1]
                self.stake += stakes[unit][left]
                self.steps += left
                self.units += 1
                if knowledge.pvos >> unit & 1:
                    self.pvo = True
            unit = following[unit]


class Tally:
    """A state, counted: what the terms share.

    `active` are the units that can still fight now, `ready` those of them that can still move before.
    """

    __slots__ = (
        "active", "attack", "facts", "hexes", "knowledge", "occupied", "ready", "reckoning", "side_active", "state",
        "time", "units", "zoc",
    )  # fmt: skip

    def __init__(self, knowledge: Knowledge, state: VdState, active: int, ready: int = 0) -> None:
        self.knowledge = knowledge
        self.facts = facts = knowledge.facts
        self.state = state
        self.active = active
        self.reckoning = knowledge.reckonings[state.directive]
        self.time = remaining(knowledge, state)
        self.occupied = [state.occupied[COMBAT[side]] & facts.valid for side in (GERMAN, SOVIET)]
        self.zoc = [facts.grid.neighbours(hexes) for hexes in self.occupied]
        self.side_active = [bool(active & knowledge.combat[side]) for side in (GERMAN, SOVIET)]
        self.hexes: dict[int, Hex] = {}
        self.ready = [
            (state.place[u], knowledge.strengths[u][state.steps[u]][state.status[u]][0]) for u in bits(ready)
        ]
        place, steps, status, strengths = state.place, state.steps, state.status, knowledge.strengths
        self.units: list[list[UnitOnMap]] = [
            [(u, place[u], *strengths[u][steps[u]][status[u]]) for u in bits(state.on_map & combat)]
            for combat in knowledge.combat
        ]
        self.attack = [self._by_hex(side) for side in (GERMAN, SOVIET)]

    def _by_hex(self, side: int) -> dict[int, float]:
        """Attack strength by hex: of the active units if the side is acting, otherwise of all."""
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


def remaining(knowledge: Knowledge, state: VdState) -> float:
    """The weight of what may still come: less toward the end."""
    least: float = knowledge.weights["contest"]["last_turn"]
    left = knowledge.reckonings[state.directive].last_turn - state.turn
    return least + (1 - least) * min(1.0, max(0.0, left) / 4)
