"""The officer's adviser in Kiev '41, for everything that is not planned, and what plans need from it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ostfront.ai.kiev_41 import adviser, city_assaults, gains
from ostfront.ai.kiev_41.context import Context
from ostfront.ai.kiev_41.destinations import Destinations
from ostfront.ai.kiev_41.knowledge import knowledge_of
from ostfront.ai.kiev_41.officer_evaluate import officer_assess
from ostfront.ai.kiev_41.tally import Tally
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import value
from ostfront.games.kiev_41.state import K41State

GOAL = 3.0  # what a place must be worth for a Defensive Line
UNLED = ("pass", "strategic")  # impulses in which blocks move without an HQ


class OfficerAdviser(adviser.Adviser):
    """The recruit's adviser, with the officer's eye for supply."""

    def __init__(self, rules: Rules, state: K41State, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.knowledge = knowledge_of(rules, seat)

    @cached_property
    def context(self) -> Context:
        found = super().context
        return found._replace(aims=city_assaults.aims(Tally(self.knowledge, self.state, found)))

    def worth(self, state: K41State) -> float:
        return officer_assess(Tally(self.knowledge, state, self.context, self.tally), self.seat)

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        if decision.kind == "restore" and self.brings_up:
            return self.regeneration(action.arg) if isinstance(action.arg, int) else 0.0
        if decision.kind == "exploit":
            return self.raid() if action.verb == "exploit" else 0.0
        if decision.kind == "support" and isinstance(action.arg, tuple) and self.sieges >> action.arg[1] & 1:
            return max(self.support(play, action), self.barrage(action.arg[1]))
        if decision.kind == "battle" and isinstance(action.arg, int) and self.sieges >> action.arg & 1:
            return self.battle(play, action) + float(self.knowledge.weights["staff"]["storm"])
        return super().promise(play, decision, action)

    def regeneration(self, hq: int) -> float:
        """What one more star is worth: more for an HQ that leads many blocks; Guderian has his own road."""
        w, roster, steps = self.knowledge.weights["staff"], self.facts.roster, self.state.steps[hq]
        if hq == roster.guderian:
            return float(w["guderian"] / 4 * (self.state.yellow + self.state.orange) * self.tally.time)
        gain = self.knowledge.worth[hq][steps + 1] - self.knowledge.worth[hq][steps]
        if roster.luftwaffe >> hq & 1:
            return gain
        return gain * float(w["idle"] + (1 - w["idle"]) * min(1.0, self._followers(hq) / w["many"]))

    def _followers(self, hq: int) -> int:
        """How many blocks that obey an HQ are near it."""
        facts, state = self.facts, self.state
        near = facts.disks[state.place[hq]][4] & state.occupied[self.seat]
        return (state.standing(near) & facts.obeying[hq] & facts.roster.combat).bit_count()

    @cached_property
    def ways(self) -> list[int]:
        """By area, the distance to the next victory area a side wants: a side that is behind wants the enemy's."""
        knowledge, theirs = self.knowledge, self.state.controlled(1 - self.seat)
        if self.behind and knowledge.wanted & theirs:
            return knowledge.nearest(knowledge.wanted & theirs)
        return super().ways

    @property
    def brings_up(self) -> bool:
        """Whether HQs that were left behind are brought to their blocks."""
        return bool(self.knowledge.weights["staff"]["lead"])

    def movers(self, mode: str) -> int:
        """The units that plans find ways for: HQs too, where nobody is activated."""
        roster = self.facts.roster
        return roster.movable if self.brings_up and mode in UNLED else roster.combat

    @cached_property
    def scarcity(self) -> float:
        """How expensive stars have become in the last turn: the fewer are left, the more they cost."""
        roster, state = self.facts.roster, self.state
        hqs = bits(state.on_map & roster.hqs & roster.of_side[self.seat] & ~(1 << roster.guderian))
        full = sum(roster.full[hq] - 1 for hq in hqs)
        left = sum(state.steps[hq] - 1 for hq in hqs)
        return float((full / max(1, left)) ** self.knowledge.weights["staff"]["scarce"])

    @cached_property
    def behind(self) -> bool:
        """Whether the game would be lost if it ended now."""
        return city_assaults.ahead(self.tally) != self.seat

    @cached_property
    def sieges(self) -> int:
        """Victory areas of the enemy that this side fights in."""
        return self.knowledge.wanted & self.state.controlled(1 - self.seat) & self.state.occupied[self.seat]

    def barrage(self, area: int) -> float:
        """What each gun and bomber that could still be sent adds to a siege, if all are: walls absorb the first."""
        facts, state = self.facts, self.state
        roster, given = facts.roster, dict(state.guns)
        hits, number = 0.0, 0
        for hq in bits(state.active & roster.of_side[self.seat] & ~(1 << roster.guderian)):
            stars = attack_strength(facts, state, hq)
            at = state.place[hq]
            if roster.luftwaffe >> hq & 1:
                boxes = [state.place[b] for b in bits(roster.bombers_of[hq])]
                flying = sum(where < facts.area_count for where in boxes)
                more = min(boxes.count(facts.boxes["bombers-available"]), stars - flying)
                if more > 0 and facts.disks[at][stars] >> area & 1:
                    hits, number = hits + more * stars / 3, number + more
            elif hq not in given and facts.links[at] >> area & 1:
                hits, number = hits + stars * self.knowledge.one_die[hq], number + 1
        if not number:
            return 0.0
        gain = gains.battle_gain(self.tally, self.seat, area, hits) - gains.battle_gain(self.tally, self.seat, area)
        return gain / number

    def fortifies(self, unit: Any) -> bool:
        """Whether a Defensive Line is worth the step of the block that builds it."""
        state: K41State = self.state
        area = state.place[unit]
        if self.knowledge.worth_at.get(area, 0.0) < GOAL or not self._worth_a_line(state, unit):
            return False
        there: K41State = state.clone()
        there.steps[unit] -= 1
        if self.seat == AXIS:
            there.lines_axis |= 1 << area
        else:
            there.lines_soviet |= 1 << area
        return self.worth(there) > self.worth(state)

    def raid(self) -> float:
        """What fast blocks gain by an Exploitation Move, less the disc."""
        roster, state = self.facts.roster, self.state
        if state.impulse > self.knowledge.weights["impulse"]["latest"]:
            return -1.0
        units = roster.fast & roster.combat & roster.of_side[self.seat] & state.on_map & ~state.isolated
        return self.moves("exploitation", units & ~state.standing(self.foes)) - self.disc()

    def moves(self, mode: str, units: int) -> float:
        """What the best moves of as many blocks as the Logistics Value allows gain together."""
        context = self.context._replace(acting=self.seat, fights=mode == "strategic", ready=0)
        budget = Allowance(int(self.knowledge.weights["officer"]["moves"]))
        destinations = Destinations(self.knowledge, self.state, self.seat, mode, context, self.pull, budget)
        destinations.plan(bits(units))
        best = sorted(destinations.gains.values(), reverse=True)
        return sum(best[: value(self.facts, self.state, self.seat)])

    def single(self) -> float:
        """What the best move of one block gains, as in a Pass."""
        state, seat = self.state, self.seat
        units = self.movers("pass") & self.facts.roster.of_side[seat] & state.on_map & ~state.isolated
        context = self.context._replace(acting=seat, fights=False, ready=0)
        budget = Allowance(int(self.knowledge.weights["officer"]["moves"]))
        destinations = Destinations(self.knowledge, state, seat, "pass", context, self.pull, budget)
        destinations.alone(bits(units))
        return sum(destinations.gains.values())

    def disc(self) -> float:
        """What the disc is worth if kept: it could also call blocks from the pool."""
        kept = gains.disc_cost(self.tally)
        called = gains.reinforce_gain(self.tally, self.seat) + kept
        return max(kept * float(self.knowledge.weights["staff"]["disc"]), called)
