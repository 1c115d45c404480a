"""7.0 Combat: an attack is declared, units are committed, a die is rolled, losses and retreats follow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from drill.facts import RESULTS, SIDE_OF, DrillState, Facts, SeatNumber
from drill.rules.aftermath import Aftermath
from drill.rules.movement import Activation, Movement
from ostfront.core.files.fields import Place, Units
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Kind, Play, Procedure, Secrecy, Step
from ostfront.core.play.state import Decision

LEAST = 3  # 7.3: the strength an attack needs


class Battle(NamedTuple):
    """Who attacks which hex with what, the die, and the result it gave."""

    seat: SeatNumber
    target: Place
    attackers: Units = 0
    die: int = 0
    result: str = ""


class Combat:
    def __init__(self, facts: Facts, movement: Movement, aftermath: Aftermath, secrecy: Secrecy) -> None:
        self.facts = facts
        self.movement = movement
        words = facts.words
        self.attack, self.commit = words.table("attack"), words.table("with")
        self.done, self.resolve = words.single("done"), words.single("resolve")
        self.rolls = (words.single("reroll"), words.single("accept"))
        battle = [
            Step("attackers", self.ask_attackers, "7.4"),
            Step("roll", self.roll, "7.7"),
            Step("re-roll", self.ask_reroll, "7.8"),
            Step("attacker's losses", aftermath.attacker_loses, "7.9"),
            Step("defender's losses", aftermath.defender_loses, "7.9"),
            Step("retreat", aftermath.defender_retreats, "7.10"),
        ]
        self.procedures = [Procedure("battle", battle, Battle)]
        self.kinds = [
            Kind("attack", "7.1", self.targets, self.declare, self.prompt_target, ("attack", "done")),
            Kind("commit", "7.4", self.attackers, self.add, self.prompt_attackers, ("with", "resolve"), secrecy),
            Kind("re-roll", "7.8", self.answers, self.answer, self.prompt_reroll, ("reroll", "accept")),
        ]

    # ---- declaring --------------------------------------------------------------------------------

    def eligible(self, state: DrillState, seat: int, target: int) -> list[int]:
        """7.4: the seat's units next to the target that have not fought."""
        near = self.facts.grid.disk(target, 1)
        units = state.living(self.facts.units_of[seat])
        return [unit for unit in units if near >> state.place[unit] & 1 and not state.fought[unit]]

    def targets_of(self, state: DrillState, local: Activation) -> int:
        """7.1 to 7.3: enemy hexes not attacked yet that could be attacked with enough."""
        found = 0
        enemies = state.occupied[4 - SIDE_OF[local.seat]]
        for target in bits(enemies ^ (enemies & local.attacked)):
            if self.strength(state, target, self.eligible(state, local.seat, target)) >= LEAST:
                found |= 1 << target
        return found

    def ask_target(self, play: Play[Any, Any], local: Activation) -> None:
        if self.targets_of(play.state, local):
            play.ask("attack", local.seat)
        else:
            play.leave()

    def targets(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options((self.done,), [(self.attack, self.targets_of(play.state, play.state.top.local))])

    def prompt_target(self, play: Play[Any, Any], decision: Decision) -> str:
        return "Attack a hex, or be done."

    def declare(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        if action.verb == "done":
            play.leave()
            return
        assert isinstance(action.arg, int)
        play.change(attacked=play.state.top.local.attacked | 1 << action.arg)
        play.note("attacks", decision.seat, action.arg)
        play.state.battle += 1
        play.begin("battle", Battle(decision.seat, action.arg))

    # ---- committing -------------------------------------------------------------------------------

    def ask_attackers(self, play: Play[Any, Any], local: Battle) -> None:
        play.ask("commit", local.seat)

    def attackers(self, play: Play[Any, Any], decision: Decision) -> Options:
        state: DrillState = play.state
        local: Battle = play.state.top.local
        units = [
            self.commit[u] for u in self.eligible(state, local.seat, local.target) if not local.attackers >> u & 1
        ]
        enough = self.strength(state, local.target, bits(local.attackers)) >= LEAST
        return Options([*units, self.resolve] if enough else units)

    def prompt_attackers(self, play: Play[Any, Any], decision: Decision) -> str:
        local: Battle = play.state.top.local
        strength = self.strength(play.state, local.target, bits(local.attackers))
        return f"Who attacks {self.facts.board.name(local.target)}? Strength {strength} so far, {LEAST} are needed."

    def add(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        if action.verb == "with":
            assert isinstance(action.arg, int)
            play.change(attackers=play.state.top.local.attackers | 1 << action.arg)
            play.goto("attackers")

    # ---- strengths --------------------------------------------------------------------------------

    @carries_out("DRILL 7.5", otherwise=lambda self, _, __, units: sum(self.facts.units[u].attack for u in units))
    def strength(self, state: DrillState, target: int, units: Iterable[int]) -> int:
        """7.5: a reduced unit attacks with half, rounded down; so does one across a river without a bridge."""
        total = 0
        for unit in units:
            side = self.facts.grid.direction(state.place[unit], target)
            halved = state.steps[unit] < self.facts.units[unit].steps
            across = not self.movement.zoc_sides[side] >> state.place[unit] & 1
            total += self.facts.units[unit].attack >> halved + across
        return total

    @carries_out("DRILL 7.6", otherwise=lambda self, _, __, units: sum(self.facts.units[u].defence for u in units))
    def defence(self, state: DrillState, target: int, units: Iterable[int]) -> int:
        """7.6: wood and town add one, and so does digging in (4.4)."""
        total = sum(self.facts.units[unit].defence for unit in units)
        dug_in = state.dug_in and state.occupied[4] >> target & 1
        return total + (self.facts.cover >> target & 1) + bool(dug_in)

    # ---- rolling ----------------------------------------------------------------------------------

    def roll(self, play: Play[Any, Any], local: Battle) -> None:
        state: DrillState = play.state
        for unit in [*bits(local.attackers), *state.at(local.target)]:
            self.facts.show(play, unit)  # 10.2
        for unit in bits(local.attackers):
            state.fought[unit] = 1
        self.throw(play, local)

    def throw(self, play: Play[Any, Any], local: Battle) -> None:
        state: DrillState = play.state
        die = play.roll(6, f"turn {state.turn} / segment {state.segment} / battle {state.battle}")
        result = self.result(state, local, die)
        play.change(die=die, result=result)
        play.note("rolls", local.seat, die, result)

    @carries_out("DRILL 7.7", otherwise="-")
    def result(self, state: DrillState, local: Battle, die: int) -> str:
        attack = self.strength(state, local.target, bits(local.attackers))
        return self.facts.crt.result(attack - self.defence(state, local.target, state.at(local.target)), die)

    @carries_out("DRILL 7.8")
    def ask_reroll(self, play: Play[Any, Any], local: Battle) -> None:
        if not play.state.rerolled[SIDE_OF[local.seat]]:
            play.ask("re-roll", local.seat)

    def answers(self, play: Play[Any, Any], decision: Decision) -> Options:
        return Options(self.rolls)

    def prompt_reroll(self, play: Play[Any, Any], decision: Decision) -> str:
        local: Battle = play.state.top.local
        return f"The die shows {local.die} ({RESULTS[local.result]}). Roll again? Once a turn."

    def answer(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        if action.verb == "reroll":
            side = SIDE_OF[decision.seat]
            play.state.rerolled = tuple(done or i == side for i, done in enumerate(play.state.rerolled))
            self.throw(play, play.state.top.local)
