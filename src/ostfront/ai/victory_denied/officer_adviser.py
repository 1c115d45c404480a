"""The officer's adviser in A Victory Denied, for everything that is not planned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ostfront.ai.victory_denied import adviser, gains
from ostfront.ai.victory_denied.activation import chained
from ostfront.ai.victory_denied.danger import Threat, fear
from ostfront.ai.victory_denied.evaluate import TERMS, battle, line, open_ways, result
from ostfront.ai.victory_denied.guards import (
    Breach,
    Raiders,
    blocking_hexes,
    breach,
    exposure,
    raiders,
    unguarded_gates,
    urgency,
)
from ostfront.ai.victory_denied.knowledge import FAR
from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS
from ostfront.games.victory_denied.state import Purchase, VdState

FEW = {"place": 8, "arrive": 5, "relocate": 5, "advance": 6, "march": 8, "starve": 5}  # answers tried

NEAR = 16  # half movement points from a guarded place within which an HQ need not be called
QUIET = tuple(term for term in TERMS if term not in (battle, line))


class OfficerAdviser(adviser.Adviser):
    """The recruit's adviser, which also fears what the enemy could do next."""

    feared: tuple[Sequence[object], Threat] | None = None

    def __init__(self, rules: Rules, state: VdState, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.waking = self.knowledge.officer[seat]
        self.ranks: dict[int, Callable[[Action], float]] = {}

    def worth(self, state: VdState) -> float:
        tally = Tally(self.knowledge, state, self.active, self.ready)
        sign = 1 if self.seat == GERMAN else -1
        if state.result is not None:
            return sign * result(tally)
        w = self.knowledge.officer[self.seat]
        left_open = open_ways(tally, 1 - self.seat) * w["guard"] - open_ways(tally, self.seat)
        together = chained(self.knowledge, state) * w["chain"] if self.seat == GERMAN else 0.0
        afraid = fear(tally, self.seat, self.threat(tally)) + exposure(tally, self.seat)
        return sign * sum([term(tally) for term in QUIET]) - afraid - left_open + together  # type: ignore[no-any-return]

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        found = super().candidates(play, decision, options)
        few = FEW.get(decision.kind, len(found))
        if len(found) <= few or decision.kind == "starve":  # the strongest come first
            return found[:few]
        best = sorted(found, key=lambda action: self.pull(play.state, action), reverse=True)
        return list(dict.fromkeys([*best[:few], *self.guards(options)]))

    def guards(self, options: Sequence[Action]) -> list[Action]:
        """The answers that lead to an unwatched entrance, into the path of a raider, or nearest to it."""
        marches = {a.arg: a for a in options if a.verb in ("go", "road", "place") and isinstance(a.arg, int)}
        gates, found = unguarded_gates(self.tally, self.seat), self.breach
        if not marches or not (gates or found.times):
            return []
        wanted = gates | blocking_hexes(found, self.tally)
        far = self.knowledge.guard_distance[self.seat]
        nearest = min(marches, key=lambda place: far[place])
        return [marches[place] for place in marches if wanted >> place & 1 or place == nearest]

    def pull(self, state: VdState, action: Action) -> float:
        """How much a place attracts the unit; staying is always considered."""
        if action.arg is None:
            return float("inf")
        whole = action.arg if isinstance(action.arg, tuple) else (state.top.local.unit, action.arg)
        unit, place = whole[0], whole[-1]
        if unit not in self.ranks:
            hq = self.facts.roster.is_hq[unit]
            self.ranks[unit] = self._command_rank(unit) if hq else self._objective_rank(state, unit)
        return self.ranks[unit](Action("", place))

    def threat(self, tally: Tally) -> Threat:
        """The enemy's, the same as long as he does not move."""
        foes = tally.units[1 - self.seat]
        if self.feared is None or self.feared[0] != foes:
            self.feared = foes, Threat(tally, 1 - self.seat)
        return self.feared[1]

    def directive(self, play: Game, decision: Decision, action: Action) -> float:
        """Choosing Moscow never wins by points: only for a side without other hope (15.3, 16.3.1)."""
        hopeless: float = self.knowledge.officer[self.seat]["hopeless"]
        return adviser.Adviser.directive(self, play, decision, action) - hopeless * (action.verb == "moscow")

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        price = PRICES.get(decision.kind)
        return price(self, play, decision, action) if price else super().promise(play, decision, action)

    def call(self, play: Game, _decision: Decision, action: Action) -> float:
        """Units by their worth; an HQ when many units have none to lead them."""
        unit = action.arg
        if not isinstance(unit, int):
            return 0.0
        if not self.facts.roster.is_hq[unit]:
            return self.knowledge.worth[unit][play.state.steps[unit]]  # type: ignore[no-any-return]
        w, hqs = self.knowledge.officer[self.seat], play.state.occupied[HQS[self.seat]] & self.facts.valid
        led = 0
        for place in bits(hqs):
            led |= self.facts.grid.disk(place, 4)
        near = self.knowledge.guard_rings[self.seat][NEAR] & hqs
        lonely: float = w["unled"] * (self.tally.occupied[self.seat] & ~led).bit_count()
        return lonely if near else lonely + w["march"] * self.urgency

    def select(self, play: Game, decision: Decision, action: Action) -> float:
        """Infantry that never marches helps nobody; nor does an unguarded entrance."""
        worth = super().select(play, decision, action)
        assert isinstance(action.arg, int)
        w = self.knowledge.officer[self.seat]
        worth += self.relief(gains.chit_units(self.tally, action.arg))
        foot = self.facts.chits[action.arg].kind == "9A"
        return worth * w["infantry"] if foot else worth

    def awaken(self, play: Game, decision: Decision, action: Action) -> float:
        """Units that could guard what must not fall are needed most."""
        worth = super().awaken(play, decision, action)
        assert isinstance(action.arg, int)
        if decision.kind == "lead":
            return worth + self.relief(gains.chain(self.tally, action.arg, play.state.top.local.corps[0]))
        return worth + self.relief(gains.under_hq(self.tally, action.arg))

    def buy(self, play: Game, decision: Decision, action: Action) -> float:
        """A chit for an HQ that will lead guards is worth its point."""
        worth = super().buy(play, decision, action)
        local = play.state.top.local
        if action.verb == "buy" and isinstance(local, Purchase) and unguarded_gates(self.tally, self.seat):
            worth += self.marching([play.state.place[local.unit]])
        return worth

    @cached_property
    def raiders_near(self) -> Raiders:
        return raiders(self.tally, self.seat)

    @cached_property
    def urgency(self) -> float:
        return urgency(self.tally, self.seat, self.raiders_near)

    @cached_property
    def breach(self) -> Breach:
        return breach(self.tally, self.seat, self.raiders_near)

    @cached_property
    def way(self) -> int:
        """Where a unit would block enemies that could enter soon, or attack them."""
        return self.facts.grid.closed(blocking_hexes(self.breach, self.tally)) if self.breach.times else 0

    def relief(self, units: int) -> float:
        """The value of activating units that could block an enemy, attack him, or become guards."""
        w, state = self.knowledge.officer[self.seat], self.tally.state
        disk, move = self.facts.grid.disk, self.facts.roster.move
        woken = bits(units & self.knowledge.combat[self.seat] & state.on_map)
        worth = 0.0
        if self.way and any(disk(state.place[unit], move[unit]) & self.way for unit in woken):
            worth += w["relief"] * self.breach.risk
        if unguarded_gates(self.tally, self.seat):
            worth += self.marching([state.place[unit] for unit in woken])
        return worth

    def marching(self, places: Sequence[int]) -> float:
        """The value of leading the units there to a place that lacks guards."""
        far = self.knowledge.guard_distance[self.seat]
        near = any(0 < far[place] <= FAR for place in places)
        return self.knowledge.officer[self.seat]["march"] * self.urgency if near else 0.0

    def come(self, play: Game, _decision: Decision, action: Action) -> float:
        """Units that enter first go farthest: HQs, then the strongest."""
        unit = action.arg
        assert isinstance(unit, int)
        return 10.0 if self.facts.roster.is_hq[unit] else self.knowledge.worth[unit][play.state.steps[unit]]


PRICES: dict[str, Callable[[OfficerAdviser, Game, Decision, Action], float]] = {
    "directive": OfficerAdviser.directive,
    "reserve": OfficerAdviser.call,
    "select": OfficerAdviser.select,
    "enter": OfficerAdviser.come,
    "chit": OfficerAdviser.buy,
    "headquarters": OfficerAdviser.awaken,
    "lead": OfficerAdviser.awaken,
}
