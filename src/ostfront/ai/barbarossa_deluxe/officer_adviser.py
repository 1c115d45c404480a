"""What the officer thinks of answers that no plan holds: as the recruit, with a better view of the position."""

from __future__ import annotations

from functools import cached_property

from ostfront.ai.barbarossa_deluxe.adviser import Adviser
from ostfront.ai.barbarossa_deluxe.field import Field
from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.ai.barbarossa_deluxe.turn_plan import prospect
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import SOVIET
from ostfront.games.barbarossa_deluxe.rules import rvgk
from ostfront.games.barbarossa_deluxe.state import BDState


class OfficerAdviser(Adviser):
    """For one decision of one seat."""

    def __init__(self, rules: Rules, state: BDState, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.weights = self.knowledge.officer[seat]

    @cached_property
    def field(self) -> Field:
        return OfficerField(self.knowledge, self.state, self.seat)

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        if decision.kind == "hand":
            return self.hand(action)
        if decision.kind == "interrupt" and action.verb == "deploy":
            return self.deploy(action)
        if decision.kind == "order":
            return prospect(play, decision, action)
        if decision.kind == "reserve":
            return self.reserve(action)
        return super().promise(play, decision, action)

    def empty_cities(self) -> int:
        """Soviet cities without a garrison that panzers could reach and a reserve could come to."""
        field = self.field
        assert isinstance(field, OfficerField)
        gates = rvgk.supplied_cities(self.facts, self.state)
        return sum(1 << city for city, _ in field.exposed if gates >> city & 1 and not field.own >> city & 1)

    def hand(self, action: Action) -> float:
        """Raised only for an emergency deployment into a city that would fall."""
        possible = self.seat == SOVIET and rvgk.emergency_possible(self.facts, self.state)
        wanted = possible and bool(self.empty_cities())
        return 1.0 if (action.verb == "raise") == wanted else 0.0

    def reserve(self, action: Action) -> float:
        """The RVGK phase: reserves to the front but for one that cities may need in the enemy's turn; then units
        far behind it, which would march for several turns, into the box."""
        if not isinstance(action.arg, int):
            return 0.0
        worth = self.knowledge.worth[action.arg]
        if action.verb == "deploy":
            last = rvgk.in_box(self.facts, self.state).bit_count() == 1
            return -1.0 if last and self.state.turn >= rvgk.EMERGENCY_FROM and self.empty_cities() else 1.0 + worth
        return self.behind(action.arg)

    def behind(self, unit: int) -> float:
        """How much nearer the front the box would bring a unit; nothing for the garrison of a city in reach."""
        field, place = self.field, self.state.place[unit]
        assert isinstance(field, OfficerField)
        if not 0 <= place < self.facts.grid.size:
            return 0.5  # back from the Caucasus
        far = field.to_foes[place] - self.weights["reserves"]["march"]
        alone = field.count.get(place, 0) == 1 and any(city == place for city, _ in field.exposed)
        return -1.0 if far <= 0 or alone else 0.01 * far + 0.1 * self.knowledge.worth[unit]

    def deploy(self, action: Action) -> float:
        if not self.empty_cities() or not isinstance(action.arg, int):
            return -1.0
        return 0.2 + self.knowledge.defence[action.arg] * 0.01
