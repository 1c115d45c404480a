"""The officer's adviser in A Victory Awaits, for everything that is not planned."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.victory_awaits import adviser
from ostfront.ai.victory_awaits.goals import allotted, arrival
from ostfront.ai.victory_awaits.knowledge import officers_knowledge
from ostfront.ai.victory_awaits.officer_hex_worth import OfficerHexWorth, soviet_assaults
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.state import VaState

CUTS = 4  # places thought of for cutting railroads
BARS = 4  # and for keeping the Axis from them
IDLE = 0.02  # an HQ to be brought up that no chit would activate


class OfficerAdviser(adviser.Adviser):
    """The recruit's adviser, which also leaves no goal open and looks after railroads."""

    def __init__(self, rules: Rules, state: VaState, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.knowledge = officers_knowledge(rules, self.side)
        self._officer_hex_worths: dict[int, OfficerHexWorth] = {}
        self._aims: dict[int, int] | None = None
        self._arrival: int | None = None

    def hex_worth(self, unit: int) -> OfficerHexWorth:
        found = self._officer_hex_worths.get(unit)
        if found is None:
            found = self._officer_hex_worths[unit] = OfficerHexWorth(self._counted(unit, self.tally), unit)
            if self.side == SOVIET and self.knowledge.weights["officer"]["allot"]:
                found.heads_for(self.aims.get(unit, None if self.state.on_map >> unit & 1 else self._arrival))
        return found

    @property
    def aims(self) -> dict[int, int]:
        """By Soviet unit, the goal it heads for: none gets more than it needs. An HQ goes with most of its units."""
        if self._aims is None:
            knowledge, roster, state = self.knowledge, self.facts.roster, self.state
            found, missing = allotted(self.tally, SOVIET)
            own = {unit: knowledge.goal_at[aim.place] for unit, aim in found.items()}
            self._aims = dict(own)
            self._arrival = arrival(self.tally, missing)
            for hq in bits(roster.hqs & roster.of_side[SOVIET] & state.on_map):
                near = in_range(self.facts, state.place[hq])
                men: dict[int, float] = {}
                for unit, goal in own.items():
                    if near >> state.place[unit] & 1:
                        men[goal] = men.get(goal, 0.0) + knowledge.weight(unit, state.steps[unit])
                if men:
                    self._aims[hq] = max(men, key=lambda goal: (men[goal], -goal))
        return self._aims

    @property
    def posts(self) -> dict[int, int]:
        """The Soviets attack only from where they dare to be."""
        if self.side == AXIS:
            return super().posts
        if self._posts is None:
            self._posts = self.knowledge.posts(self.state, lambda: soviet_assaults(self.tally, self.hex_worth))
        return self._posts

    def _best_places(self, unit: int, options: Sequence[Action]) -> list[Action]:
        """For the Soviets also those from which the railroads of the Axis can be cut or barred."""
        found = super()._best_places(unit, options)
        there = self.hex_worth(unit)
        if self.side == SOVIET and not there.is_hq:
            tally, facts = self.tally, self.facts
            places = {a.arg: a for a in reversed(options) if isinstance(a.arg, int)}
            rails = facts.grid.within(facts.rail_hexes & tally.supplied(AXIS) & ~tally.occupied[AXIS], 1)
            cuts = [p for p in places if rails >> p & 1 and there.pocket(p)]
            bars = [p for p in places if there.bar(p)]
            best = sorted(cuts, key=lambda p: (-there.pocket(p), p))[:CUTS]
            best += sorted(bars, key=lambda p: (-there.bar(p) - there.worth(p), p))[:BARS]
            found += [places[p] for p in best]
        return found

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        if self.side == SOVIET and decision.kind in ("call", "reserve") and isinstance(action.arg, int):
            return self._bring(action, action.arg)
        return super().promise(play, decision, action)

    def _bring(self, action: Action, unit: int) -> float:
        """No more Soviet HQs than chits can activate, and none when it is too late for that; tanks after all others.

        Out of the box they give the Axis a point each (16.1), and defend no better than foot.
        """
        facts, state = self.facts, self.state
        if facts.roster.is_hq[unit]:
            enough = facts.track.su[state.turn] - 1 + self.knowledge.weights["officer"]["spare"]
            if state.turn >= facts.last_turn or self._awake() >= enough:
                return IDLE
        elif facts.roster.mech[unit]:
            return IDLE
        return self.call(action)

    def _order(self, unit: int) -> tuple[int, int, float]:
        """A Soviet HQ leaves a city before others come to it."""
        if self.side == SOVIET and self.facts.roster.is_hq[unit] and self.state.place[unit] in self.knowledge.goal_at:
            return -2, 0, 0.0
        return super()._order(unit)

    def _awake(self) -> int:
        """The Soviet HQs on the map whose chit can be selected."""
        facts, state = self.facts, self.state
        hqs = {facts.chits[chit].hq for chit in bits(state.choices_soviet)}
        return sum([hq >= 0 and bool(state.on_map >> hq & 1) for hq in hqs])
