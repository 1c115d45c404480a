"""Playing A Victory Denied: which answers are worth trying, and what those that lead to dice are expected to gain.

The computer players ask an adviser for each decision. Positions that a
decision leads to are compared by the units active at the decision, not by those of an activation that came after.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ostfront.ai.expectations import leanest
from ostfront.ai.victory_denied import gains
from ostfront.ai.victory_denied.evaluate import evaluate, influence
from ostfront.ai.victory_denied.knowledge import knowledge_of
from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules.combat import eligible
from ostfront.games.victory_denied.rules.ground import triggers
from ostfront.games.victory_denied.rules.strength import attack_strength, possible
from ostfront.games.victory_denied.state import Battle, March, VdState

MOST = 40  # answers tried in any decision
MARCHES = 10  # of the hexes a unit can go to, by objectives; and as many next to the enemy
MARKED = 12


class Adviser:
    """For one decision of one seat."""

    def __init__(self, rules: Rules, state: VdState, seat: int) -> None:
        self.facts: Facts = rules.facts
        self.seat = seat
        self.side = rules.seats[seat].side
        self.knowledge = knowledge_of(rules)
        self.waking = self.knowledge.weights["activation"]
        self.active = state.active & ~state.spent
        self.ready = 0
        if state.top.procedure in ("march", "activation"):
            in_hand = 1 << state.top.local.unit if state.top.procedure == "march" else 0
            self.ready = self.active & state.on_map & ~state.moved & ~in_hand & ~self.facts.roster.hqs
        self.tally = Tally(self.knowledge, state, self.active)

    def worth(self, state: VdState) -> float:
        return evaluate(self.knowledge, state, self.side, self.active, self.ready)

    # ---- narrowing --------------------------------------------------------------------------------

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        narrow = NARROWING.get(decision.kind)
        found = narrow(self, play, options) if narrow is not None else options
        if len(found) > MOST:
            return [found[i * len(found) // MOST] for i in range(MOST)]
        return found

    def next_to_move(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Every unit in turn, those nearest the enemy first, HQs last: staying is an answer of its march."""
        facts, state = self.facts, play.state
        foes = self.tally.occupied[1 - self.seat]
        picks = [a for a in options if a.verb == "pick"]
        if not picks:
            return options

        def order(action: Action) -> tuple[int, int, float]:
            unit = action.arg
            assert isinstance(unit, int)
            at = state.place[unit]
            if at >= facts.grid.size:
                return -1, 0, 0.0
            far = next((n for n in range(1, 12) if facts.grid.disk(at, n) & foes), 12)
            return int(facts.roster.is_hq[unit]), far, -self.knowledge.worth[unit][state.steps[unit]]

        return [min(picks, key=order)]

    def marches(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Hexes where something happens, the best by objectives, the best of those next to the enemy."""
        if len(options) <= MARCHES:
            return options
        state: Any = play.state
        local: March = state.top.local
        unit = local.unit
        found = [a for a in options if a.arg is None]
        legs = [a for a in options if a.arg is not None]
        rank = self._command_rank(unit) if self.facts.roster.is_hq[unit] else self._objective_rank(state, unit)
        legs.sort(key=rank, reverse=True)
        doing = triggers(self.facts, state, unit)
        touching = self.tally.zoc[1 - self.seat]
        near = [a for a in legs if touching >> _place(a) & 1]
        found += [a for a in legs if doing >> _place(a) & 1] + legs[:MARCHES] + near[:MARCHES]
        return list(dict.fromkeys(found))

    def _objective_rank(self, state: VdState, unit: int) -> Callable[[Action], float]:
        """What the unit's weight changes at the objectives from a hex."""
        knowledge = self.knowledge
        sums = influence(self.tally)
        worths = knowledge.worth_of[state.directive]
        attack, defense, _ = knowledge.strengths[unit][state.steps[unit]][state.status[unit]]
        strength = max(attack, defense)
        own, other = (sums[0], sums[1]) if self.seat == GERMAN else (sums[1], sums[0])
        slope = [
            worth * (mine + 2) * theirs**2 / (mine**2 + theirs**2 + 1) ** 2
            for worth, mine, theirs in zip(worths, own, other, strict=True)
        ]
        table = knowledge.near[unit]

        def rank(action: Action) -> float:
            return strength * sum([felt * slope[goal] for goal, felt in table[_place(action)]])

        return rank

    def _command_rank(self, unit: int) -> Callable[[Action], float]:
        """How many friends an HQ would have in range, away from the enemy."""
        grid = self.facts.grid
        friends, shadow = self.tally.occupied[self.seat], self.tally.zoc[1 - self.seat]

        def rank(action: Action) -> float:
            place = _place(action)
            return (grid.disk(place, 4) & friends).bit_count() - 3 * (shadow >> place & 1)

        return rank

    def alike_once(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Of units with the same numbers one is enough."""
        roster, state = self.facts.roster, play.state
        found: dict[Any, Action] = {}
        for action in options:
            key: Any = action.verb
            if isinstance(action.arg, int):
                u = action.arg
                key = (roster.attack[u], roster.defense[u], roster.move[u], state.steps[u], roster.is_hq[u],
                       roster.group[u] if roster.side[u] == GERMAN else "")  # fmt: skip
            found.setdefault(key, action)
        appeals = [a for a in found.values() if a.arg is not None]
        return appeals + [a for a in found.values() if a.arg is None]

    def strongest(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """The units whose lack of supply hurts most."""
        units = [a for a in options if isinstance(a.arg, int)]
        attack, steps = self.facts.roster.attack, play.state.steps
        units.sort(key=lambda a: -attack[a.arg][steps[a.arg]])  # type: ignore[index]
        return units[:MARKED] or options

    def idle_hqs(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Only HQs that lead few units or are too near the enemy consider relocating."""
        facts, tally = self.facts, self.tally
        near = facts.grid.within(tally.occupied[1 - self.seat], 2)
        found = []
        for action in options:
            if isinstance(action.arg, int):
                at = play.state.place[action.arg]
                led = (facts.grid.disk(at, 4) & tally.occupied[self.seat]).bit_count()
                if led >= 2 and not near >> at & 1:
                    continue
            found.append(action)
        return found

    def keep_all(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        return [a for a in options if a.arg is None]

    def continues(self, kind: str, following: str) -> bool:
        return (kind, following) == ("reserve", "place")

    # ---- promises ---------------------------------------------------------------------------------

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        price = PRICES.get(decision.kind)
        return None if price is None else price(self, play, decision, action)

    def attack(self, play: Game, _decision: Decision, action: Action) -> float:
        """The expected gain with the best of those who can join; nothing for stopping."""
        if not isinstance(action.arg, int):
            return gains.WORTH_A_ROLL
        return self.best_attackers(play.state, action.arg, 0)[1]

    def commit(self, play: Game, _decision: Decision, action: Action) -> float:
        """The best attackers, then the roll."""
        local: Battle = play.state.top.local
        wanted = self.best_attackers(play.state, local.target, local.attackers)[0]
        if not isinstance(action.arg, int):
            return 0.0 if wanted & ~local.attackers else 1.0
        return 0.5 if wanted >> action.arg & 1 else -1.0

    def best_attackers(self, state: VdState, target: int, committed: int) -> tuple[int, float]:
        """The attackers and the gain: everyone, less those without whom it would be no worse."""
        facts = self.facts
        units = committed | eligible(facts, state, Battle(target, committed))
        spare = sorted(bits(units & ~committed), key=lambda u: facts.roster.attack[u][state.steps[u]])
        return leanest(
            units,
            spare,
            lambda some: self._gain(state, target, some),
            lambda some: possible(facts, state, some, target),
        )

    def _gain(self, state: VdState, target: int, units: int) -> float:
        strength = attack_strength(self.facts, state, units, target)
        return gains.attack_gain(self.tally, self.seat, target, strength, units)

    def stuka(self, play: Game, _decision: Decision, action: Action) -> float:
        """The columns it moves, against keeping it."""
        local: Battle = play.state.top.local
        return gains.stuka_gain(self.tally, local) if action.verb == "stuka" else 0.0

    def guns(self, play: Game, _decision: Decision, action: Action) -> float:
        if not isinstance(action.arg, int):
            return 0.0
        return gains.gun_gain(self.tally, self.seat, action.verb, action.arg)

    def select(self, play: Game, _decision: Decision, action: Action) -> float:
        assert isinstance(action.arg, int)
        return gains.chit_worth(self.tally, self.seat, action.arg, self.waking)

    def awaken(self, play: Game, decision: Decision, action: Action) -> float:
        """The units an HQ or a lead unit would activate."""
        assert isinstance(action.arg, int)
        if decision.kind == "lead":
            units = gains.chain(self.tally, action.arg, play.state.top.local.corps[0])
        else:
            units = gains.under_hq(self.tally, action.arg)
        return gains.waking(self.tally, self.seat, units, self.waking)

    def guderian(self, play: Game, _decision: Decision, action: Action) -> float:
        return gains.trump_gain(self.tally, play.state.top.local.chit) if action.verb == "trump" else 0.0

    def buy(self, play: Game, _decision: Decision, action: Action) -> float:
        return gains.chit_purchase(self.tally, self.seat, play.state.top.local) if action.verb == "buy" else 0.0

    def release(self, play: Game, _decision: Decision, action: Action) -> float:
        return gains.release_gain(self.tally, play.state.top.local, action)

    def directive(self, play: Game, _decision: Decision, action: Action) -> float:
        return gains.moscow_gain(self.tally) if action.verb == "moscow" else 0.0


def _place(action: Action) -> int:
    assert isinstance(action.arg, int)
    return action.arg


NARROWING: dict[str, Callable[[Adviser, Any, Sequence[Action]], Sequence[Action]]] = {
    "move": Adviser.next_to_move,
    "march": Adviser.marches,
    "reserve": Adviser.alike_once,
    "enter": Adviser.alike_once,
    "release": Adviser.alike_once,
    "escape": Adviser.alike_once,
    "stars": Adviser.alike_once,
    "starve": Adviser.strongest,
    "regroup": Adviser.idle_hqs,
    "disband": Adviser.keep_all,
}

PRICES: dict[str, Callable[[Adviser, Any, Any, Action], float]] = {
    "attack": Adviser.attack,
    "commit": Adviser.commit,
    "stuka": Adviser.stuka,
    "bombard": Adviser.guns,
    "air": Adviser.guns,
    "select": Adviser.select,
    "headquarters": Adviser.awaken,
    "lead": Adviser.awaken,
    "guderian": Adviser.guderian,
    "chit": Adviser.buy,
    "release": Adviser.release,
    "directive": Adviser.directive,
}
