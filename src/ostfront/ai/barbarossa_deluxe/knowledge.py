"""What playing Barbarossa Deluxe needs to know of map, counters and charts, compiled once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ostfront.ai.weights import weights
from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Rules
from ostfront.games.barbarossa_deluxe.facts import GERMAN, SOVIET, Facts
from ostfront.games.barbarossa_deluxe.facts.crt import AE, BB, DE, DIE, DR
from ostfront.games.barbarossa_deluxe.facts.roster import ATTACHED, SIDES
from ostfront.games.barbarossa_deluxe.rules.scenarios import partitioned
from ostfront.games.barbarossa_deluxe.rules.victory import PENALTY_UNTIL, by_points
from ostfront.games.barbarossa_deluxe.state import BDState

LOWEST, HIGHEST = -8, 10  # steps of the odds that differ
MEAN_DIE = 3
LATE = 27  # turn from which Bucharest and Ploesti count like other cities (4.7, 4.8)


class Chances(NamedTuple):
    """What a step of the odds gives: attackers lost, bloodbath, retreat, defenders lost."""

    repulse: float
    bloodbath: float
    retreat: float
    kill: float


class Knowledge:
    """What players derive from the facts of a game and its weights, before any position is known."""

    def __init__(self, rules: Rules) -> None:
        facts: Facts = rules.facts
        self.facts = facts
        self.weights: dict[str, Any] = {name: w for name, w in weights(rules).items() if isinstance(w, dict)}
        self.officer = [self._otherwise(self.weights.get(f"{side}_officer", {})) for side in SIDES]
        roster = facts.roster
        self.attack = [MEAN_DIE if roster.rolled >> u & 1 else roster.attack[u] for u in range(roster.count)]
        self.defence = [MEAN_DIE if roster.rolled >> u & 1 else roster.defense[u] for u in range(roster.count)]
        self.worth = [self._worth(unit) for unit in range(roster.count)]
        self.chances = [self._chances(step) for step in range(LOWEST, HIGHEST + 1)]
        self.values = self._values()
        self.oil = (facts.bucharest, facts.ploesti)
        self.home = facts.germany | facts.general_government & ~partitioned(facts) if by_points(facts) else 0

    def _otherwise(self, changed: dict[str, Any]) -> dict[str, Any]:
        """The weights of an officer: those of his side laid over everybody's."""
        return {name: {**table, **changed.get(name, {})} for name, table in self.weights.items()}

    def _worth(self, unit: int) -> float:
        roster, w = self.facts.roster, self.weights["worth"]
        if roster.mobility[unit] == ATTACHED:
            return float(w["support"])
        found: float = w[f"{SIDES[roster.side[unit]]}_factor"] * (self.attack[unit] + self.defence[unit])
        if roster.mech >> unit & 1:
            found *= w["mechanized"]
        return found * w["dotted"] if roster.dotted >> unit & 1 else found

    def _chances(self, step: int) -> Chances:
        results = [self.facts.crt.result(step, die) for die in range(1, DIE + 1)]
        return Chances(*(results.count(name) / DIE for name in (AE, BB, DR, DE)))

    def _values(self) -> tuple[dict[int, float], dict[int, float]]:
        """By side: what a city is worth to the one who takes it."""
        facts, w = self.facts, self.weights["points"]
        victory = facts.scenario.victory
        found: tuple[dict[int, float], dict[int, float]] = ({}, {})
        for side, sudden in ((GERMAN, "sudden_german"), (SOVIET, "sudden_soviet")):
            for place in bits(facts.victory_hexes):
                name = facts.city_name(place)
                worth: float = w["capture"]
                worth += w["prize"] if name in victory.get("of", ()) else 0.0
                worth += w["win"] if name in victory.get(sudden, ()) else 0.0
                found[side][place] = worth
        return found

    def value(self, state: BDState, side: int, place: int) -> float:
        """What a side gains by taking a hex."""
        found = self.values[side].get(place, 0.0)
        if not found:
            return 0.0
        if (
            place == self.facts.moscow
            and side == GERMAN
            and not state.moscow_rolled
            and self.facts.scenario.first_check
        ):
            found += self.weights["points"]["moscow"]
        if side == SOVIET and place in self.oil and self._early(state, place):
            found += self.weights["points"]["romania"]
        if side == SOVIET and place == self.facts.stalingrad and self.facts.scenario_name == "road-back":
            found += self.weights["points"]["stalingrad"]
        if (state.hero if side == GERMAN else state.fortress) >> place & 1:
            found += self.weights["points"]["capture"]
        return found

    def home_ground(self, state: BDState) -> int:
        """Hexes in which Soviet units cost the Germans a point at the end of the turn (4.2)."""
        return self.home if state.turn <= PENALTY_UNTIL else 0

    def _early(self, state: BDState, place: int) -> bool:
        """Whether Bucharest or Ploesti would fall for the first time, and early (4.7, 4.8)."""
        lost = state.bucharest_lost if place == self.facts.bucharest else state.ploesti_lost
        return not lost and state.turn < LATE and bool(self.facts.scenario.first_check)

    def odds(self, attack: float, defence: float) -> float:
        """The step of the scale as a number with fractions, for forces that are not complete yet."""
        if attack <= 0:
            return float(LOWEST)
        defence = max(defence, 1.0)
        return attack / defence - 1 if attack >= defence else 1 - defence / attack

    def chance(self, step: float) -> Chances:
        """Between two steps, a mixture of both."""
        step = min(max(step, LOWEST), HIGHEST - 0.001) - LOWEST
        low = int(step)
        share = step - low
        a, b = self.chances[low], self.chances[low + 1]
        return Chances(*(x + (y - x) * share for x, y in zip(a, b, strict=True)))

    def attacks(self, turn: int, side: int) -> bool:
        """Whether a turn is one of a side's offensives."""
        turns = self.weights["goals"][f"{SIDES[side]}_offensives"]
        if self.facts.scenario_name in ("blue-kremlin", "gambit") and side == GERMAN:
            return True
        if self.facts.scenario_name == "what-if":
            return True
        return any(first <= turn <= last for first, last in turns)


@lru_cache(maxsize=8)
def knowledge_of(rules: Rules) -> Knowledge:
    return Knowledge(rules)
