"""The officer's adviser in A Victory Denied, for whatever is not planned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ostfront.ai.victory_denied import adviser as advice
from ostfront.ai.victory_denied import gains as judgement
from ostfront.ai.victory_denied.activation import chained
from ostfront.ai.victory_denied.danger import Threat, fear
from ostfront.ai.victory_denied.evaluate import TERMS, battle, line, open_ways, result
from ostfront.ai.victory_denied.guards import Peril, Raid, barring, exposed, peril, raiders, unwatched, urgent
from ostfront.ai.victory_denied.knowledge import FAR
from ostfront.ai.victory_denied.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS
from ostfront.games.victory_denied.state import Purchase

if TYPE_CHECKING:
    from ostfront.core.play.game import Game
    from ostfront.core.play.state import Decision
    from ostfront.games.victory_denied.facts import Facts as VictoryDenied
    from ostfront.games.victory_denied.state import VdState

FEW = {"place": 8, "arrive": 5, "relocate": 5, "advance": 6, "march": 8, "starve": 5}  # answers tried

NEAR = 16  # half movement points from a keep within which an HQ need not be called
QUIET = tuple(term for term in TERMS if term not in (battle, line))


class Adviser(advice.Adviser):
    """The recruit's adviser, who also fears what the enemy could do next."""

    feared: tuple[Sequence[object], Threat] | None = None

    def __init__(self, rules: VictoryDenied, state: VdState, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.waking = self.look.officer[seat]
        self.ranks: dict[int, Callable[[Action], float]] = {}

    def worth(self, state: VdState) -> float:
        m = Muster(self.look, state, self.active, self.ready)
        sign = 1 if self.seat == GERMAN else -1
        if state.result is not None:
            return sign * result(m)
        w = self.look.officer[self.seat]
        left_open = open_ways(m, 1 - self.seat) * w["guard"] - open_ways(m, self.seat)
        together = chained(self.look, state) * w["chain"] if self.seat == GERMAN else 0.0
        afraid = fear(m, self.seat, self.threat(m)) + exposed(m, self.seat)
        return sign * sum([term(m) for term in QUIET]) - afraid - left_open + together  # type: ignore[no-any-return]

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        found = super().candidates(play, decision, options)
        few = FEW.get(decision.kind, len(found))
        if len(found) <= few or decision.kind == "starve":  # the strongest come first
            return found[:few]
        best = sorted(found, key=lambda action: self.pull(play.state, action), reverse=True)
        return list(dict.fromkeys([*best[:few], *self.guards(options)]))

    def guards(self, options: Sequence[Action]) -> list[Action]:
        """The answers that lead to a gate nobody watches, into the way of whoever makes for it, or nearest to it."""
        marches = {a.arg: a for a in options if a.verb in ("go", "road", "place") and isinstance(a.arg, int)}
        gates, found = unwatched(self.muster, self.seat), self.peril
        if not marches or not (gates or found.times):
            return []
        wanted = gates | barring(found, self.muster)
        far = self.look.guarding[self.seat]
        nearest = min(marches, key=lambda place: far[place])
        return [marches[place] for place in marches if wanted >> place & 1 or place == nearest]

    def pull(self, state: VdState, action: Action) -> float:
        """How much a place calls for the unit; not to go anywhere is always thought of."""
        if action.arg is None:
            return float("inf")
        whole = action.arg if isinstance(action.arg, tuple) else (state.top.local.unit, action.arg)
        unit, place = whole[0], whole[-1]
        if unit not in self.ranks:
            hq = self.rules.roster.is_hq[unit]
            self.ranks[unit] = self._command_rank(unit) if hq else self._objective_rank(state, unit)
        return self.ranks[unit](Action("", place))

    def threat(self, m: Muster) -> Threat:
        """The enemy's, the same as long as he stands still."""
        foes = m.units[1 - self.seat]
        if self.feared is None or self.feared[0] != foes:
            self.feared = foes, Threat(m, 1 - self.seat)
        return self.feared[1]

    def directive(self, play: Game, decision: Decision, action: Action) -> float:
        """Moscow of one's own choice never wins by points: only for those who have no other hope (15.3, 16.3.1)."""
        hopeless: float = self.look.officer[self.seat]["hopeless"]
        return advice.Adviser.directive(self, play, decision, action) - hopeless * (action.verb == "moscow")

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        price = PRICES.get(decision.kind)
        return price(self, play, decision, action) if price else super().promise(play, decision, action)

    def call(self, play: Game, _decision: Decision, action: Action) -> float:
        """Units by their worth; an HQ when many have nobody to lead them."""
        unit = action.arg
        if not isinstance(unit, int):
            return 0.0
        if not self.rules.roster.is_hq[unit]:
            return self.look.worth[unit][play.state.steps[unit]]  # type: ignore[no-any-return]
        w, hqs = self.look.officer[self.seat], play.state.occupied[HQS[self.seat]] & self.rules.valid
        led = 0
        for place in bits(hqs):
            led |= self.rules.grid.disk(place, 4)
        near = self.look.guards[self.seat][NEAR] & hqs
        lonely: float = w["unled"] * (self.muster.occupied[self.seat] & ~led).bit_count()
        return lonely if near else lonely + w["march"] * self.urgent

    def select(self, play: Game, decision: Decision, action: Action) -> float:
        """Infantry that never marches helps nobody; nor does a keep that nobody goes to guard."""
        worth = super().select(play, decision, action)
        assert isinstance(action.arg, int)
        w = self.look.officer[self.seat]
        worth += self.relief(judgement.chit_units(self.muster, action.arg))
        foot = self.rules.chits[action.arg].kind == "9A"
        return worth * w["infantry"] if foot else worth

    def awaken(self, play: Game, decision: Decision, action: Action) -> float:
        """Those who could go and guard what must not fall are wanted most."""
        worth = super().awaken(play, decision, action)
        assert isinstance(action.arg, int)
        if decision.kind == "lead":
            return worth + self.relief(judgement.chain(self.muster, action.arg, play.state.top.local.corps[0]))
        return worth + self.relief(judgement.under_hq(self.muster, action.arg))

    def buy(self, play: Game, decision: Decision, action: Action) -> float:
        """A chit for an HQ that is to lead guards, whom it will call, is worth its point."""
        worth = super().buy(play, decision, action)
        local = play.state.top.local
        if action.verb == "buy" and isinstance(local, Purchase) and unwatched(self.muster, self.seat):
            worth += self.marching([play.state.place[local.unit]])
        return worth

    @cached_property
    def raid(self) -> Raid:
        return raiders(self.muster, self.seat)

    @cached_property
    def urgent(self) -> float:
        return urgent(self.muster, self.seat, self.raid)

    @cached_property
    def peril(self) -> Peril:
        return peril(self.muster, self.seat, self.raid)

    @cached_property
    def way(self) -> int:
        """Where one would stand in the way of those who could enter soon, or attack them."""
        return self.rules.grid.closed(barring(self.peril, self.muster)) if self.peril.times else 0

    def relief(self, units: int) -> float:
        """What it is worth to wake those who could stand in an enemy's way or attack him, or go and be guards."""
        w, state = self.look.officer[self.seat], self.muster.state
        disk, move = self.rules.grid.disk, self.rules.roster.move
        woken = bits(units & self.look.combat[self.seat] & state.on_map)
        worth = 0.0
        if self.way and any(disk(state.place[unit], move[unit]) & self.way for unit in woken):
            worth += w["relief"] * self.peril.risk
        if unwatched(self.muster, self.seat):
            worth += self.marching([state.place[unit] for unit in woken])
        return worth

    def marching(self, places: Sequence[int]) -> float:
        """What it is worth to lead those who stand there to a keep that lacks guards."""
        far = self.look.guarding[self.seat]
        near = any(0 < far[place] <= FAR for place in places)
        return self.look.officer[self.seat]["march"] * self.urgent if near else 0.0

    def come(self, play: Game, _decision: Decision, action: Action) -> float:
        """Who enters first goes farthest: HQs, then the strongest."""
        unit = action.arg
        assert isinstance(unit, int)
        return 10.0 if self.rules.roster.is_hq[unit] else self.look.worth[unit][play.state.steps[unit]]


PRICES: dict[str, Callable[[Adviser, Game, Decision, Action], float]] = {
    "directive": Adviser.directive,
    "reserve": Adviser.call,
    "select": Adviser.select,
    "enter": Adviser.come,
    "chit": Adviser.buy,
    "headquarters": Adviser.awaken,
    "lead": Adviser.awaken,
}
