"""3.0 Set-up: Red, then Left, then Right deploy their blocks, one in a hex."""

from __future__ import annotations

from typing import Any, NamedTuple

from drill.facts import DrillState, Facts, SeatNumber
from ostfront.core.files.fields import Unit
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Kind, Play, Procedure, Secrecy, Step
from ostfront.core.play.state import NOWHERE, Decision


class SetUp(NamedTuple):
    """Who deploys, and the unit in hand."""

    seat: SeatNumber
    unit: Unit = NOWHERE


class SettingUp:
    def __init__(self, facts: Facts, secrecy: Secrecy) -> None:
        self.facts = facts
        self.deploy = facts.words.table("deploy")
        self.at = facts.words.table("at")
        steps = [Step("unit", self.ask_unit, "3.1"), Step("hex", self.ask_hex, "3.2")]
        self.procedures = [Procedure("set-up", steps, SetUp)]
        self.kinds = [
            Kind("deploy", "3.1", self.units, self.take, self.prompt_unit, ("deploy",), secrecy),
            Kind("site", "3.1", self.hexes, self.place, self.prompt_hex, ("at",), secrecy),
        ]

    # ---- which unit -------------------------------------------------------------------------------

    def waiting(self, state: DrillState, seat: int) -> list[int]:
        return [unit for unit in self.facts.units_of[seat] if state.place[unit] == NOWHERE]

    @carries_out("DRILL 3.1", otherwise=lambda self, play, local: play.leave())
    def ask_unit(self, play: Play[Any, Any], local: SetUp) -> None:
        if self.waiting(play.state, local.seat):
            play.ask("deploy", local.seat)
        else:
            play.leave()

    def units(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options([self.deploy[unit] for unit in self.waiting(play.state, decision.seat)])

    def prompt_unit(self, play: Play[Any, Any], decision: Decision) -> str:
        return f"Choose a unit to deploy; {len(self.waiting(play.state, decision.seat))} are waiting."

    def take(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        play.change(unit=action.arg)

    # ---- which hex --------------------------------------------------------------------------------

    def ask_hex(self, play: Play[Any, Any], local: SetUp) -> None:
        play.ask("site", local.seat)

    def hexes(self, play: Play[Any, Any], decision: Decision) -> Options:
        """3.5: only hexes that leave cover for the other guns and units for the empty towns."""
        state: DrillState = play.state
        facts = self.facts
        unit = state.top.local.unit  # type: ignore[union-attr]
        others = [u for u in self.waiting(state, decision.seat) if u != unit]
        guns = sum(facts.units[u].kind == "gun" for u in others)
        free = self.free(state, decision.seat)
        towns = free & facts.towns
        allowed = free
        if facts.units[unit].kind == "gun" or (free & facts.cover).bit_count() == guns:
            allowed &= facts.cover if facts.units[unit].kind == "gun" else ~facts.cover
        if towns.bit_count() > len(others):
            allowed &= towns
        return Options(among=[(self.at, allowed)])

    def free(self, state: DrillState, seat: int) -> int:
        """3.2, 3.3: the empty hexes of a seat's ground."""
        ground = self.facts.ground[seat]
        return ground ^ (ground & (state.occupied[3] | state.occupied[4]))

    def possible(self, state: DrillState, seat: int) -> bool:
        """3.5: whether a set-up under way can be finished."""
        facts = self.facts
        free, waiting = self.free(state, seat), self.waiting(state, seat)
        guns = [unit for unit in facts.units_of[seat] if facts.units[unit].kind == "gun"]
        return (
            all(facts.ground[seat] >> state.place[unit] & 1 for unit in state.living(facts.units_of[seat]))
            and all(facts.cover >> state.place[gun] & 1 for gun in state.living(tuple(guns)))
            and sum(gun in waiting for gun in guns) <= (free & facts.cover).bit_count()
            and (free & facts.towns).bit_count() <= len(waiting) <= free.bit_count()
        )

    def prompt_hex(self, play: Play[Any, Any], decision: Decision) -> str:
        return f"Choose a hex for {self.facts.units[play.state.top.local.unit].name}."

    def place(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        unit, place = play.state.top.local.unit, action.arg
        play.state.put(unit, place)
        play.note("deployed", unit, place, to=self.facts.friends(play.state, unit))
        if not play.state.known[unit]:
            play.note("block deployed", decision.seat, place, to=self.facts.strangers(unit))
        play.change(unit=NOWHERE)
        play.goto("unit")
