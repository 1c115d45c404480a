"""4.0 Orders and 5.0 Activation: which chits go into the cup, and what happens when one is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from drill.facts import BLUE, LEFT, NO_CHITS, RED_SEAT, SIDE_OF, TEAMS, Chit, DrillState, Facts, SeatNumber
from drill.rules.movement import Activation
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Kind, Play, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision


class Turn(NamedTuple):
    """The chit drawn last, and whose units it activates."""

    chit: Chit = NOWHERE
    seat: SeatNumber = NOWHERE


class Command:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.select = facts.words.table("select")
        self.interrupt, self.wait = facts.words.single("interrupt"), facts.words.single("pass")
        turn = [
            Step("orders", self.ask_orders, "4.1"),
            Step("fill the cup", self.fill_cup, "4.3"),
            Step("draw", self.draw, "5.1"),
            Step("reserve", self.ask_reserve, "5.2"),
            Step("activate", self.activate, "5.3"),
            Step("next", lambda play, local: play.goto("draw")),
            Step("end", self.end_turn, "2.2"),
        ]
        self.procedures = [Procedure("turn", turn, Turn)]
        self.kinds = [
            Kind("orders", "4.1", self.extras, self.choose, self.prompt_orders, ("select",), "sealed"),
            Kind(
                "reserve", "5.2", self.answers, self.answer, self.prompt_reserve, ("interrupt", "pass"),
                window=True, conditions=self.what_was_drawn,
            ),
        ]  # fmt: skip

    # ---- orders -----------------------------------------------------------------------------------

    def ask_orders(self, play: Play[Any, Any], local: Turn) -> None:
        play.ask("orders", LEFT, RED_SEAT)

    def extras(self, play: Play[Any, Any], decision: Decision) -> Options:
        """4.1, 4.2: an extra chit of one's side, other than last turn's."""
        side, last = SIDE_OF[decision.seat], play.state.previous[decision.seat]
        return Options([self.select[chit] for chit in self.extras_of(side) if chit != last])

    def extras_of(self, side: int) -> Iterator[int]:
        for number, chit in enumerate(self.facts.chits):
            if chit.extra and SIDE_OF[self.facts.chit_seat[number]] == side:
                yield number

    def prompt_orders(self, play: Play[Any, Any], decision: Decision) -> str:
        return f"Select an extra chit for turn {play.state.turn}."

    def choose(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        state: DrillState = play.state
        chosen = list(state.chosen)
        assert isinstance(action.arg, int)
        chosen[decision.seat] = action.arg
        state.chosen = tuple(chosen)
        play.note("selected", decision.seat, action.arg, to=TEAMS[SIDE_OF[decision.seat]])

    def fill_cup(self, play: Play[Any, Any], local: Turn) -> None:
        state: DrillState = play.state
        for number, chit in enumerate(self.facts.chits):
            if not chit.extra:
                state.cup |= 1 << number
        self.add_selected(play, state)
        state.previous, state.chosen = state.chosen, NO_CHITS

    @carries_out("DRILL 4.3")
    def add_selected(self, play: Play[Any, Any], state: DrillState) -> None:
        for chit in state.chosen:
            if chit != NOWHERE:
                state.cup |= 1 << chit
                play.note("in the cup", chit)

    # ---- activation -------------------------------------------------------------------------------

    def draw(self, play: Play[Any, Any], local: Turn) -> None:
        state: DrillState = play.state
        if not state.cup:
            play.goto("end")
            return
        chit = self.drawn(play, state)
        state.cup ^= 1 << chit
        state.segment += 1
        play.note("drawn", chit)
        play.change(chit=chit, seat=self.facts.chit_seat[chit])

    @carries_out("DRILL 5.1", otherwise=lambda self, play, state: bits(state.cup)[0])
    def drawn(self, play: Play[Any, Any], state: DrillState) -> int:
        return play.draw(bits(state.cup), "chit", f"turn {state.turn} / cup")

    @carries_out("DRILL 5.2")
    def ask_reserve(self, play: Play[Any, Any], local: Turn) -> None:
        """Red is asked whenever it holds the reserve, whatever it means to do: all may know that it holds it."""
        if play.state.reserve and SIDE_OF[local.seat] == BLUE:
            play.ask("reserve", RED_SEAT)

    def answers(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options((self.interrupt, self.wait))

    def prompt_reserve(self, play: Play[Any, Any], decision: Decision) -> str:
        return f"{self.facts.chits[play.state.top.local.chit].name} is drawn: play the reserve?"

    def what_was_drawn(self, play: Play[Any, Any], decision: Decision) -> list[str]:
        """Public facts a standing order may wait for."""
        found = [self.facts.chits[play.state.top.local.chit].name]
        if play.state.turn == self.facts.scenario.turns:
            found.append("last turn")
        return found

    def answer(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        state: DrillState = play.state
        if action.verb == "interrupt":
            state.reserve = False
            state.cup |= 1 << play.state.top.local.chit
            play.note("interrupted", play.state.top.local.chit)
            play.change(seat=RED_SEAT, chit=NOWHERE)

    def activate(self, play: Play[Any, Any], local: Turn) -> None:
        state: DrillState = play.state
        if local.chit != NOWHERE and self.facts.chits[local.chit].effect == "dig in":
            self.dig_in(state)
            return
        for unit in self.facts.units_of[local.seat]:
            state.moved[unit] = state.fought[unit] = 0
        play.begin("activation", Activation(local.seat))

    @carries_out("DRILL 4.4")
    def dig_in(self, state: DrillState) -> None:
        state.dug_in = True

    def end_turn(self, play: Play[Any, Any], local: Turn) -> None:
        state: DrillState = play.state
        state.dug_in = False
        self.new_rerolls(state)
        state.turn += 1

    @carries_out("DRILL 2.2")
    def new_rerolls(self, state: DrillState) -> None:
        state.rerolled = (False, False)
