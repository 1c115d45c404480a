"""The position as the officer sees it: how far the enemy really comes, which cities stand empty, who is cut off."""

from __future__ import annotations

from functools import cached_property

from ostfront.ai.barbarossa_deluxe.field import Field
from ostfront.ai.barbarossa_deluxe.knowledge import Knowledge
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_deluxe.facts import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.facts.roster import GROUND
from ostfront.games.barbarossa_deluxe.rules.supply_lines import barriers, enterable, lines_of
from ostfront.games.barbarossa_deluxe.state import ADMINISTRATION, BDState


class OfficerField(Field):
    """Ways and lines are worked out for every disposition that is thought over; each one once."""

    def __init__(self, knowledge: Knowledge, state: BDState, seat: int) -> None:
        super().__init__(knowledge, state, seat)
        self.weights = knowledge.officer[seat]
        self._open: dict[int, float] = {}
        self._pockets: dict[int, float] = {}
        self.ours = state.german if seat == GERMAN else self.facts.land & ~state.german & ~state.neutral

    @cached_property
    def home(self) -> int:
        return self.knowledge.home_ground(self.state)

    def prize(self, side: int, place: int) -> float:
        found = super().prize(side, place)
        return found + self.weights["points"]["home"] if side == GERMAN and self.home >> place & 1 else found

    # ---- where the enemy could walk -----------------------------------------------------------------

    @cached_property
    def paces(self) -> tuple[int, int]:
        """Hexes that the enemy's infantry and his mechanized units go in his next movement phase."""
        facts, state = self.facts, self.state
        foe = 1 - self.seat
        first = (self.seat == SOVIET) == facts.scenario.soviets_first
        this_turn = first or state.side == foe or state.phase == ADMINISTRATION
        turn = state.turn if this_turn else min(state.turn + 1, facts.scenario.last_turn)
        box = facts.box(turn)
        return facts.scenario.movement(box, foe, False), facts.scenario.movement(box, foe, True)

    @cached_property
    def mobile_foes(self) -> int:
        return sum(1 << place for place in self.foe_mobile)

    @cached_property
    def exposed(self) -> list[tuple[int, float]]:
        """Own cities that the enemy could reach if the line broke, and what it costs to leave them empty."""
        w = self.weights["line"]
        facts, reach = self.facts, self.paces[1]
        near = facts.grid.within(self.mobile_foes, reach) | facts.grid.within(self.foes, self.paces[0])
        return [
            (city, w["garrison"] * self.knowledge.value(self.state, 1 - self.seat, city))
            for city in bits(facts.victory_hexes & self.ours & near)
        ]

    def open(self, own: int) -> float:
        found = self._open.get(own)
        if found is None:
            found = self._open[own] = self._walk(own)
        return found

    def _walk(self, own: int) -> float:
        w = self.weights["line"]
        facts, ours = self.facts, self.ours
        foot, mech = self.paces
        step, sides, free = facts.grid.step, facts.sides, facts.land & ~own
        seen = edge = self.foes
        found = 0.0
        for n in range(foot):
            edge = step(edge, sides) & free & ~seen
            seen |= edge
            found += w["ground"] * (edge & ours).bit_count() * (1 - 0.5 * n / foot)
        wheels = edge = self.mobile_foes
        for n in range(mech):
            edge = step(edge, sides) & free & ~wheels
            if not edge:
                break
            wheels |= edge
            found += w["ground"] * (edge & ours & ~seen).bit_count() * (1 - 0.8 * n / mech)
        if self.seat == GERMAN and self.home:
            found += w["home"] * ((seen | wheels) & self.home & ~own).bit_count()
        lost = (seen | wheels) & ours & facts.victory_hexes & ~own
        for city in bits(lost):
            found += w["walked"] * self.knowledge.value(self.state, 1 - self.seat, city)
        for city, price in self.exposed:
            if not own >> city & 1:
                found += price
        return found

    def captured(self, place: int) -> float:
        """Only the first who comes takes a hex."""
        return 0.0 if self.own >> place & 1 else super().captured(place)

    # ---- whom we cut off ----------------------------------------------------------------------------

    def pocket(self, own: int) -> float:
        """The worth of enemies whom no line reaches with our units in these hexes."""
        found = self._pockets.get(own)
        if found is None:
            facts, state, foe = self.facts, self.state, 1 - self.seat
            enter = enterable(facts, state, foe, own)
            fed = lines_of(facts, foe).fill(facts.sources[foe], enter, enter & ~barriers(facts, state, foe))
            cut = self.foes & ~fed
            found = self._pockets[own] = sum([self.foe_stake[place] for place in bits(cut)])
        return found

    def disposition(self, own: int) -> float:
        """What depends on all our units together."""
        pocket: float = self.weights["supply"]["pocket"]
        return pocket * self.pocket(own) - self.open(own)

    def out_of_reach(self) -> int:
        """Hexes of ours without any enemy near."""
        return self.facts.land & ~self.facts.grid.within(self.state.occupied[GROUND[1 - self.seat]], self.paces[1])
