"""What computer players know of the drill: what a position is worth."""

from __future__ import annotations

from typing import Any

from drill.facts import Facts
from drill.state import DrillState
from ostfront.ai.game_players import GamePlayer, PlainAdviser
from ostfront.core.play.rules import Rules


class DrillAdviser(PlainAdviser):
    def __init__(self, rules: Rules, state: Any, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.facts: Facts = rules.facts

    def worth(self, state: DrillState) -> float:
        """Towns held, steps, and how near Blue is to the towns."""
        facts, (blue, red) = self.facts, self.facts.units_of_side
        towns = [site.hex for site in facts.board.sites.of("town")]
        near = [min(facts.grid.distance(state.place[unit], town) for town in towns) for unit in state.living(blue)]
        held = (state.occupied[3] & facts.towns).bit_count()
        worth = 10 * held + sum(state.steps[unit] for unit in state.living(blue)) - 0.5 * sum(near)
        worth -= sum(state.steps[unit] for unit in state.living(red))
        return worth if self.side == "Blue" else -worth


PLAYER = GamePlayer(DrillAdviser)
