"""The action on trial, and the position as the referee looks at it: hex by hex, on a plain map."""

from __future__ import annotations

from functools import lru_cache

from drill.facts import SIDE_OF
from drill.state import DrillPlay
from ostfront.core.map.board import Board
from ostfront.core.map.plain import PlainMap
from ostfront.core.play import referee as core
from ostfront.core.play.actions import Action
from ostfront.core.play.state import NOWHERE, Decision


@lru_cache(maxsize=8)
def plain_map(board: Board) -> PlainMap:
    """The board to walk on; made once."""
    return PlainMap(board)


class Case(core.Case):
    """An action on trial, and the facts clauses ask for."""

    def __init__(self, play: DrillPlay, decision: Decision, action: Action) -> None:
        super().__init__(play, decision, action)
        self.facts = play.facts
        self.state = play.state
        self.map = plain_map(self.facts.board)
        self.seat = decision.seat
        self.side = SIDE_OF[decision.seat]
        self.thing = action.arg if isinstance(action.arg, int) else NOWHERE

    def place_name(self, place: int) -> str:
        return self.facts.board.name(place)

    def name(self, unit: int) -> str:
        return self.facts.units[unit].name

    def is_gun(self, unit: int) -> bool:
        return self.facts.units[unit].kind == "gun"

    def is_cover(self, place: int) -> bool:
        return self.facts.board.terrain_at[place] in ("wood", "town")

    def sites(self, kind: str) -> set[int]:
        return {site.hex for site in self.facts.board.sites if site.kind == kind}

    def units_in(self, place: int) -> list[int]:
        return [unit for unit, where in enumerate(self.state.place) if where == place]

    def hexes_of(self, side: int) -> set[int]:
        return {w for u, w in enumerate(self.state.place) if w != NOWHERE and SIDE_OF[self.facts.seat_of[u]] == side}

    def surprises(self) -> set[int]:
        return {chit.place for chit in self.state.face_down}

    def is_bridged(self, a: int, b: int) -> bool:
        """No river between two hexes, or a road over it."""
        return self.map.is_open(a, b, ["river"], bridged_by=["road"])

    def enemy_zoc(self) -> set[int]:
        zoc = set()
        for place in self.hexes_of(1 - self.side):
            zoc |= {near for near in self.map.neighbours(place) if self.is_bridged(place, near)}
        return zoc

    def why_no_room(self, place: int, coming: int = 1) -> str | None:
        """Why units of this seat cannot stay in a hex."""
        there = self.units_in(place)
        if any(self.facts.seat_of[unit] != self.seat for unit in there):
            return f"{self.place_name(place)} holds units of another command."
        if len(there) + coming > 2:
            return f"There is no room in {self.place_name(place)}: two units are the most."
        return None
