"""Playing Barbarossa Deluxe: what each answer is worth, without trying it.

The computer players ask an adviser for each decision. Every kind of decision has a price: the answer that is worth
most is taken, so nothing is tried out in imagined worlds. Declarations and administration are in staff.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ostfront.ai.barbarossa_deluxe import battles, staff
from ostfront.ai.barbarossa_deluxe.field import Field
from ostfront.ai.barbarossa_deluxe.knowledge import knowledge_of
from ostfront.ai.barbarossa_deluxe.staff import target_of
from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import GERMAN
from ostfront.games.barbarossa_deluxe.facts.crt import BB, DR
from ostfront.games.barbarossa_deluxe.rules import mobile_assault
from ostfront.games.barbarossa_deluxe.rules.attackers import eligible
from ostfront.games.barbarossa_deluxe.state import Advance, Battle, BDState, March

CALLED = 10  # of the hexes a unit can go to, by their pull; and as many next to the enemy
STRIKING = 4  # hexes from the enemy at which panzers gather for a mobile assault
HIGH = 100.0
POWERS = ("hero", "fortress", "airlift", "crimea")


class Adviser:
    """For one decision of one seat."""

    def __init__(self, rules: Rules, state: BDState, seat: int) -> None:
        self.facts = rules.facts
        self.seat = seat
        self.side = rules.seats[seat].side
        self.knowledge = knowledge_of(rules)
        self.weights = self.knowledge.weights
        self.state = state
        self._known: dict[Action, float] = {}

    @cached_property
    def field(self) -> Field:
        return Field(self.knowledge, self.state, self.seat)

    def worth(self, state: BDState) -> float:
        """The points, as the side sees them; only for answers without a price."""
        if state.result is not None:
            return HIGH if state.result.winner == self.side else -HIGH
        return float(state.vp if self.seat == GERMAN else -state.vp)

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        narrow = NARROWING.get(decision.kind)
        if narrow is not None:
            return narrow(self, play, options)
        among = staff.NARROWING.get(decision.kind)
        return among(self.field, play, options) if among is not None else options

    def continues(self, kind: str, following: str) -> bool:
        return False

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        price = PRICES.get(decision.kind)
        if price is not None:
            return price(self, play, action)
        return staff.PRICES[decision.kind](self.field, play, action)

    # ---- movement -----------------------------------------------------------------------------------

    def next_to_move(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Every unit in turn, mechanized ones near the enemy first: staying is an answer of its march."""
        picks = [a for a in options if a.verb == "pick"]
        if not picks:
            return [a for a in options if a.verb == "done" or a.verb in POWERS]
        place, roster, to_foes = self.state.place, self.facts.roster, self.field.to_foes

        def rank(action: Action) -> tuple[int, int, int]:
            unit = target_of(action)
            at = place[unit]
            return not roster.mech >> unit & 1, to_foes[at] if 0 <= at < len(to_foes) else 0, unit

        return [min(picks, key=rank)]

    def move(self, play: Game, action: Action) -> float:
        """At the end of the phase: what may be declared."""
        if action.verb in ("hero", "fortress"):
            return staff.declared(self.field, action)
        return {"done": 0.0, "pick": 1.0}.get(action.verb, -1.0)

    def marches(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Companions and assaults that pay; the hexes that call most, and the best next to the enemy."""
        local: March = self.state.top.local
        field, lead = self.field, lowest(local.units)
        here = self.state.place[lead]
        stop = [a for a in options if a.verb == "stop"]
        doing = [a for a in options if a.verb in ("assault", "with")]
        legs = [a for a in options if a.verb == "go"]
        for unit in bits(local.units):
            field.take(unit, here)
        if len(legs) > CALLED:
            legs.sort(key=lambda a: -field.captured(target_of(a)) - field.pull(lead, target_of(a)))
            beside = field.beside
            near = [a for a in legs if beside >> target_of(a) & 1]
            legs = list(dict.fromkeys(legs[:CALLED] + near[:CALLED]))
        for action in [*stop, *legs]:
            self._known[action] = self.stop_worth(local.units, here if action.arg is None else target_of(action))
        for unit in bits(local.units):
            field.add(unit, here)
        return [*doing, *stop, *legs]

    def stop_worth(self, units: int, place: int) -> float:
        """What units in hand are worth in a place; the tables are without them."""
        field = self.field
        found = -field.open(field.own | 1 << place)
        for unit in bits(units):
            found += field.post(unit, place)
        return found

    def march(self, play: Game, action: Action) -> float:
        known = self._known.get(action)
        if known is not None:
            return known
        local: March = self.state.top.local
        if action.verb == "assault":
            return self.strike(local, target_of(action))
        return self.company(local, target_of(action)) if action.verb == "with" else -HIGH

    def strike(self, local: March, target: int) -> float:
        """A mobile assault: far more than any march if it pays."""
        here = self.state.place[lowest(local.units)]
        battle = Battle(self.seat, target, local.units, mobile=True, launch=here)
        gain = battles.gain(self.field, battle)
        return HIGH + gain if gain > self.weights["battle"]["least"] else -HIGH

    def company(self, local: March, unit: int) -> float:
        """Mechanized units go together where they could assault somebody."""
        facts, state = self.facts, self.state
        here = state.place[unit]
        mech = facts.roster.mech
        if not mech >> unit & 1 or not mech >> lowest(local.units) & 1 or not local.fresh:
            return -HIGH
        if not mobile_assault.in_season(facts, state, self.seat) or self.field.to_foes[here] > STRIKING:
            return -HIGH
        return 2 * HIGH

    # ---- assaults ---------------------------------------------------------------------------------------

    def assault(self, play: Game, action: Action) -> float:
        """The expected gain with the best of those who can join."""
        if action.verb in ("hero", "fortress"):
            return staff.declared(self.field, action)
        if action.verb == "done":
            return float(self.weights["battle"]["least"])
        if action.verb != "attack":
            return -HIGH
        target = target_of(action)
        units = eligible(self.facts, self.state, Battle(self.seat, target))
        return battles.best_force(self.field, target, units)[1] if units else -HIGH

    @cached_property
    def wanted(self) -> int:
        """The attackers that the battle under way should have."""
        local: Battle = self.state.top.local
        units = eligible(self.facts, self.state, local)
        return battles.best_force(self.field, local.target, units, local.attackers)[0]

    def commit(self, play: Game, action: Action) -> float:
        local: Battle = self.state.top.local
        if not isinstance(action.arg, int):
            return 0.0 if self.wanted & ~local.attackers and not local.mobile else 1.0
        if local.mobile:
            return 0.0
        return 0.5 if self.wanted >> action.arg & 1 else -1.0

    # ---- support and results ------------------------------------------------------------------------------

    def for_us(self, local: Battle) -> float:
        """What a battle brings this side."""
        found = battles.gain(self.field, local)
        return found if local.side == self.seat else -found

    def support(self, play: Game, action: Action) -> float:
        """What a counter changes, against keeping it."""
        if action.verb == "pass":
            return 0.0
        local: Battle = self.state.top.local
        w = self.weights["support"]
        changed = {
            "luftwaffe": {"luftwaffe": True},
            "interceptors": {"interceptors": True},
            "partisans": {"partisans": True},
            "airborne": {"airborne": True},
        }.get(action.verb)
        if changed is not None:
            with_it = local._replace(**changed)  # type: ignore[arg-type]
            least = w["luftwaffe"] if action.verb == "luftwaffe" else w["markers"]
        elif action.verb == "guns":
            with_it, least = local._replace(guns=local.guns | 1 << target_of(action)), w["guns"]
        else:
            with_it, least = local._replace(wings=local.wings | 1 << target_of(action)), w["wings"]
        return self.for_us(with_it) - self.for_us(local) - float(least)

    def give_way(self, play: Game, action: Action) -> float:
        """To retreat before the die."""
        local: Battle = self.state.top.local
        if action.verb == "pass":
            return self.for_us(local)
        return -battles.prizes(self.field, local)[DR]

    def conversion(self, play: Game, action: Action) -> float:
        found = battles.prizes(self.field, self.state.top.local, choice=False)
        return found[BB if action.verb == "bloodbath" else DR]

    def exchange(self, play: Game, action: Action) -> float:
        return -self.knowledge.worth[target_of(action)]

    def retreat(self, play: Game, action: Action) -> float:
        """Where the next attack costs least."""
        arg = action.arg
        place = arg if isinstance(arg, int) else arg[-1] if arg else 0
        field = self.field
        local = self.state.top.local
        found = 0.0
        for unit in bits(local.units):
            found += field.post(unit, place)
        return found

    def advance(self, play: Game, action: Action) -> float:
        """Into cities always, elsewhere if the place is better."""
        if not isinstance(action.arg, int):
            return 0.0
        local: Advance = self.state.top.local
        unit, place = (local.unit, action.arg) if action.verb == "push" else (action.arg, local.target)
        field, here = self.field, self.state.place[unit]
        field.take(unit, here)
        found = field.post(unit, place) - field.post(unit, here)
        found += field.open(field.own | 1 << here) - field.open(field.own | 1 << place)
        field.add(unit, here)
        return found + 0.02


NARROWING: dict[str, Callable[[Adviser, Game, Sequence[Action]], Sequence[Action]]] = {
    "move": Adviser.next_to_move,
    "march": Adviser.marches,
}

PRICES: dict[str, Callable[[Adviser, Game, Action], float]] = {
    "move": Adviser.move,
    "march": Adviser.march,
    "assault": Adviser.assault,
    "commit": Adviser.commit,
    "luftwaffe": Adviser.support,
    "support": Adviser.support,
    "yield": Adviser.give_way,
    "conversion": Adviser.conversion,
    "exchange": Adviser.exchange,
    "retreat": Adviser.retreat,
    "advance": Adviser.advance,
    "second": Adviser.advance,
}
