"""7.9 Losses and 7.10 retreats: what a battle leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from drill.facts import SIDE_OF, DrillState, Facts, SeatNumber
from drill.rules.movement import Movement
from drill.rules.victory import removed
from ostfront.core.files.fields import Place, Units
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Kind, Play, Procedure, Step
from ostfront.core.play.state import Decision

if TYPE_CHECKING:
    from drill.rules.combat import Battle


class Losses(NamedTuple):
    """Who loses a step, and which units it may be."""

    seat: SeatNumber
    units: Units


class Retreat(NamedTuple):
    """Who leaves which hex."""

    seat: SeatNumber
    place: Place


class Aftermath:
    def __init__(self, facts: Facts, movement: Movement) -> None:
        self.facts = facts
        self.movement = movement
        self.lose = facts.words.table("lose")
        self.procedures = [
            Procedure("losses", [Step("step loss", self.ask_loss, "7.9")], Losses),
            Procedure("retreat", [Step("path", self.ask_path, "7.10")], Retreat),
        ]
        self.kinds = [
            Kind("loss", "7.9", self.candidates, self.take_loss, self.prompt_loss, ("lose",)),
            Kind("retreat", "7.10", self.paths, self.retreat, self.prompt_path, ("retreat",)),
        ]

    # ---- losses -----------------------------------------------------------------------------------

    def attacker_loses(self, play: Play[Any, Any], local: Battle) -> None:
        if local.result in "AX":
            play.begin("losses", Losses(local.seat, local.attackers))

    def defender_loses(self, play: Play[Any, Any], local: Battle) -> None:
        if local.result in "DX":
            units = play.state.at(local.target)
            play.begin("losses", Losses(self.facts.seat_of[units[0]], sum(1 << unit for unit in units)))

    @carries_out("DRILL 7.9", otherwise=lambda self, play, local: removed(play, self.facts, bits(local.units)[0]))
    def ask_loss(self, play: Play[Any, Any], local: Losses) -> None:
        """The owner chooses, when there is a choice."""
        if local.units & local.units - 1:
            play.ask("loss", local.seat)
        else:
            removed(play, self.facts, bits(local.units)[0])

    def candidates(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options(among=[(self.lose, play.state.top.local.units)])

    def prompt_loss(self, play: Play[Any, Any], decision: Decision) -> str:
        return "Choose a unit to lose a step."

    def take_loss(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        assert isinstance(action.arg, int)
        removed(play, self.facts, action.arg)

    # ---- retreats ---------------------------------------------------------------------------------

    def defender_retreats(self, play: Play[Any, Any], local: Battle) -> None:
        if local.result == "R":
            units = play.state.at(local.target)
            play.begin("retreat", Retreat(self.facts.seat_of[units[0]], local.target))

    def ways(self, state: DrillState, local: Retreat) -> Iterator[tuple[int, int]]:
        """7.10: two hexes, ending two hexes away, free of enemies, their ZOC and surprises, with room for all."""
        grid = self.facts.grid
        free = self.movement.room(state, local.seat, len(state.at(local.place)))
        free ^= free & (self.movement.zoc(state, 1 - SIDE_OF[local.seat]) | state.covered)
        end = free & grid.ring(local.place, 2)
        for first in bits(free & grid.ring(local.place, 1)):
            for second in bits(end & grid.ring(first, 1)):
                yield first, second

    def ask_path(self, play: Play[Any, Any], local: Retreat) -> None:
        """7.11: who cannot retreat loses a step, each unit."""
        if any(self.ways(play.state, local)):
            play.ask("retreat", local.seat)
        else:
            self.cut_off(play, play.state.at(local.place))

    @carries_out("DRILL 7.11")
    def cut_off(self, play: Play[Any, Any], units: list[int]) -> None:
        for unit in units:
            removed(play, self.facts, unit)

    def paths(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options([Action("retreat", way) for way in self.ways(play.state, play.state.top.local)])

    def prompt_path(self, play: Play[Any, Any], decision: Decision) -> str:
        return f"Retreat from {self.facts.board.name(play.state.top.local.place)} by two hexes."

    def retreat(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        assert isinstance(action.arg, tuple)
        for unit in play.state.at(play.state.top.local.place):
            play.state.put(unit, action.arg[-1])
            play.note("retreats", unit, action.arg[-1])
