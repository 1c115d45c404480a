"""What the objectives of A Victory Denied need when an activation is planned."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.victory_denied.tally import Tally
from ostfront.games.victory_denied.facts.roster import GERMAN


class Goals:
    """Objectives to take or to keep: each needs a certain strength nearby, and no more."""

    def __init__(self, tally: Tally, seat: int, movers: Sequence[int]) -> None:
        knowledge, state = tally.knowledge, tally.state
        facts, w = knowledge.facts, knowledge.officer[seat]
        self.near = knowledge.near
        foe = 1 - seat
        count = len(knowledge.objectives)
        going = set(movers)
        self.sums = [0.0] * count  # of those who do not move
        against = [0.0] * count
        for unit, place, attack, _, _ in tally.units[seat]:
            if unit not in going:
                for goal, felt in self.near[unit][place]:
                    self.sums[goal] += felt * attack
        for unit, place, attack, _, _ in tally.units[foe]:
            for goal, felt in self.near[unit][place]:
                against[goal] += felt * attack
        german = [*(chit < 0 for chit in state.vp), False, True]
        self.needs: list[float] = []
        self.values: list[float] = []
        for goal, worth in enumerate(knowledge.worth_of[state.directive]):
            hexes = knowledge.objectives[goal]
            if german[goal] == (seat == GERMAN):
                self.needs.append(1.0 + w["to_hold"] * against[goal])
                self.values.append(worth * w["hold"] * tally.time)
            else:
                place = (hexes & -hexes).bit_length() - 1
                held = tally.occupied[foe] & hexes
                defense = tally.hex((held & -held).bit_length() - 1).defense if held else 0.0
                self.needs.append(w["to_enter"] + w["to_take"] * defense * (1 + facts.shift_at[place] / 4))
                share = 1.0
                if goal == knowledge.moscow:
                    share = w["bare"] if hexes & ~tally.occupied[foe] else w["storm"]
                self.values.append(worth * w["approach"] * tally.time * share)
        self.attack = {unit: knowledge.strengths[unit][state.steps[unit]][state.status[unit]][0] for unit in movers}
        self.slopes = [
            value / need if near < need else 0.0
            for value, near, need in zip(self.values, self._near(state.place), self.needs, strict=True)
        ]

    def _near(self, place: Sequence[int]) -> list[float]:
        """The strength near each."""
        sums = self.sums.copy()
        for unit, attack in self.attack.items():
            for goal, felt in self.near[unit][place[unit]]:
                sums[goal] += felt * attack
        return sums

    def worth(self, place: Sequence[int]) -> float:
        return sum(
            [
                value * (near / need if near < need else 1.0)
                for value, near, need in zip(self.values, self._near(place), self.needs, strict=True)
            ]
        )
