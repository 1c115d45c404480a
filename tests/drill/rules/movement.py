"""6.0 Movement, in legs, and 8.0 the surprises that lie on the way."""

from __future__ import annotations

from typing import Any, NamedTuple

from drill.facts import SIDE_OF, DrillState, FaceDown, Facts, SeatNumber
from drill.rules.victory import removed
from ostfront.core.files.fields import Places, Unit
from ostfront.core.map.hexes import bits
from ostfront.core.map.reach import Profile, Range, move_range
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Kind, Play, Secrecy
from ostfront.core.play.state import NOWHERE, Decision

FUEL = 2  # 8.3


class Activation(NamedTuple):
    """Whose units act, the one in hand with its movement points left, the hexes attacked so far."""

    seat: SeatNumber
    unit: Unit = NOWHERE
    left: int = 0
    attacked: Places = 0


class Movement:
    def __init__(self, facts: Facts, secrecy: Secrecy) -> None:
        self.facts = facts
        self.profiles = {kind: Profile(facts.board, costs) for kind, costs in facts.costs.items()}
        self.zoc_sides = facts.board.open_sides(["river"], bridged_by=["road"])
        self.move, self.go = facts.words.table("move"), facts.words.table("go")
        self.stop, self.done = facts.words.single("stop"), facts.words.single("done")
        self.kinds = [
            Kind("move", "6.1", self.units, self.take, self.prompt_unit, ("move", "done"), secrecy),
            Kind("leg", "6.2", self.hexes, self.leg, self.prompt_leg, ("go", "stop"), secrecy),
        ]

    # ---- the map as a side finds it ---------------------------------------------------------------

    def zoc(self, state: DrillState, side: int) -> int:
        """6.5: the ZOC of a side: every hex next to its units, but not across a river without a bridge."""
        return self.facts.grid.step(state.occupied[3 + side], self.zoc_sides)

    def room(self, state: DrillState, seat: int, units: int = 1) -> int:
        """6.3, 6.4: hexes without enemies or another command, with room for so many units more."""
        taken = state.crowded[seat] if units == 1 else state.occupied[seat]
        for other in range(3):
            if other != seat:
                taken |= state.occupied[other]
        return self.facts.grid.valid ^ taken

    def reach(self, state: DrillState, unit: int, left: int) -> Range:
        """6.2: where a unit can go in one leg."""
        seat = self.facts.seat_of[unit]
        return move_range(
            self.profiles[self.facts.units[unit].kind],
            state.place[unit],
            left,
            zoc=self.zoc(state, 1 - SIDE_OF[seat]),
            closed=self.facts.grid.valid ^ self.room(state, seat),
            stop=state.covered,
            zoc_in=1,
            zoc_out=1,
        )

    # ---- which unit -------------------------------------------------------------------------------

    def fresh(self, state: DrillState, seat: int) -> list[int]:
        return [unit for unit in state.living(self.facts.units_of[seat]) if not state.moved[unit]]

    def ask_unit(self, play: Play[Any, Any], local: Activation) -> None:
        if self.fresh(play.state, local.seat):
            play.ask("move", local.seat)
        else:
            play.goto("combat")

    def units(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options([*(self.move[unit] for unit in self.fresh(play.state, decision.seat)), self.done])

    def prompt_unit(self, play: Play[Any, Any], decision: Decision) -> str:
        return f"Move a unit; {len(self.fresh(play.state, decision.seat))} have not moved."

    def take(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        if action.verb == "done":
            play.goto("combat")
        else:
            assert isinstance(action.arg, int)
            play.change(unit=action.arg, left=self.facts.units[action.arg].move)

    # ---- how far ----------------------------------------------------------------------------------

    def ask_leg(self, play: Play[Any, Any], local: Activation) -> None:
        play.ask("leg", local.seat)

    def hexes(self, play: Play[Any, Any], decision: Decision) -> Options:
        local: Activation = play.state.top.local
        reach = self.reach(play.state, local.unit, local.left).reach
        return Options((self.stop,), [(self.go, reach ^ 1 << play.state.place[local.unit])])

    def prompt_leg(self, play: Play[Any, Any], decision: Decision) -> str:
        local: Activation = play.state.top.local
        return f"Where does {self.facts.units[local.unit].name} go? It has {local.left} movement points left."

    def leg(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        state: DrillState = play.state
        local: Activation = state.top.local  # type: ignore[union-attr]
        unit, place = local.unit, action.arg
        if action.verb == "stop" or not isinstance(place, int):
            self.end_move(play, unit)
            return
        cost = self.reach(state, unit, local.left).cost(place)
        came_from = state.place[unit]
        state.put(unit, place)
        play.note("moves", unit, place, to=self.facts.friends(state, unit))
        if not state.known[unit]:
            play.note("block moves", came_from, place, to=self.facts.strangers(unit))
        play.change(left=local.left - cost)
        play.goto("leg")
        if state.covered >> place & 1:
            self.surprise(play, unit, place)

    def end_move(self, play: Play[Any, Any], unit: int) -> None:
        play.state.moved[unit] = 1
        play.change(unit=NOWHERE, left=0)
        play.goto("move")

    # ---- surprises --------------------------------------------------------------------------------

    @carries_out("DRILL 8.1")
    def deal_surprises(self, play: Play[Any, Any], local: None) -> None:
        """Face down on their hexes; nobody sees which lies where."""
        state: DrillState = play.state
        left = list(range(len(self.facts.surprises)))
        laid = []
        for place in bits(self.facts.board.sites.of("surprise").hexes):
            chit = play.draw(left, "surprise", "set-up / surprises", to=())
            left.remove(chit)
            laid.append(FaceDown(place, chit))
        state.lay(tuple(laid))

    def surprise(self, play: Play[Any, Any], unit: int, place: int) -> None:
        """8.2: the chit is turned up and done with."""
        state: DrillState = play.state
        chit = next(found.chit for found in state.face_down if found.place == place)
        state.lay(tuple(found for found in state.face_down if found.place != place))
        state.turned_up |= 1 << chit
        play.reveal()
        play.note("turned up", chit, place)
        self.effect(play, unit, self.facts.surprises[chit].effect)

    @carries_out("DRILL 8.3")
    def effect(self, play: Play[Any, Any], unit: int, effect: str) -> None:
        if effect == "fuel":
            play.change(left=play.state.top.local.left + FUEL)
        elif effect == "mine":
            self.facts.show(play, unit)
            self.end_move(play, unit)
            removed(play, self.facts, unit)
