"""Playing A Victory Awaits: which answers are worth trying, and what each of them is expected to gain.

The computer players ask an adviser for each decision. Every kind of decision has its value here, so nothing is tried
out on a board: a march compares only what a unit's place changes, an attack what the dice give on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ostfront.ai.victory_awaits import gains
from ostfront.ai.victory_awaits.assault import assaults
from ostfront.ai.victory_awaits.evaluate import evaluate
from ostfront.ai.victory_awaits.hex_worth import HexWorth
from ostfront.ai.victory_awaits.knowledge import knowledge_of
from ostfront.ai.victory_awaits.tally import NOBODY, Tally
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.rules.movement import NOT_BEGUN
from ostfront.games.victory_awaits.rules.seats import side_of_seat
from ostfront.games.victory_awaits.state import VaState

MARCHES = 8  # of the hexes away from the enemy a unit can go to, those with the strongest pull
POCKETS = 5  # of all hexes, those looked at for cutting lines
MOVING = ("activation", "army entry", "march", "waking")
FIGHTING = ("assault", "combat segment", "battle", *MOVING)


class Adviser:
    """For one decision of one seat."""

    def __init__(self, rules: Rules, state: VaState, seat: int) -> None:
        self.facts: Facts = rules.facts
        self.state = state
        self.name = rules.seats[seat].side
        self.side = side_of_seat(self.facts, state, seat)
        self.seat = seat
        self.knowledge = knowledge_of(rules)
        self._tally: Tally | None = None
        self._hex_worths: dict[int, HexWorth] = {}
        self._wanted: int | None = None
        self._posts: dict[int, int] | None = None

    def worth(self, state: VaState) -> float:
        return evaluate(self.knowledge, state, self.name)

    @property
    def tally(self) -> Tally:
        """The position as it is."""
        if self._tally is None:
            self._tally = self._counted(NOBODY)
        return self._tally

    def _counted(self, lifted: int, before: Tally | None = None) -> Tally:
        """With the units that can still fight in this activation, if it is ours, and those that can still move."""
        state = self.state
        own = state.active & self.facts.roster.of_side[self.side]
        acting = bool(own) and state.top.procedure in FIGHTING and not state.confined
        ready = own & ~state.moved if state.top.procedure in MOVING else 0
        return Tally(self.knowledge, state, self.side if acting else NOBODY, own, ready, lifted, before)

    def hex_worth(self, unit: int) -> HexWorth:
        found = self._hex_worths.get(unit)
        if found is None:
            found = self._hex_worths[unit] = HexWorth(self._counted(unit, self.tally), unit)
        return found

    @property
    def posts(self) -> dict[int, int]:
        """Where units go for the assaults of this activation."""
        if self._posts is None:
            self._posts = self.knowledge.posts(self.state, lambda: assaults(self.tally))
        return self._posts

    # ---- narrowing --------------------------------------------------------------------------------

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        narrow = NARROWING.get(decision.kind)
        return narrow(self, options) if narrow is not None else options

    def next_to_move(self, options: Sequence[Action]) -> Sequence[Action]:
        """Every unit in turn, those with a post to go to first, then those nearest the enemy, HQs last."""
        picks = [a for a in options if a.verb == "pick"]
        return [min(picks, key=lambda a: self._order(_number(a)))] if picks else options

    def _order(self, unit: int) -> tuple[int, int, float]:
        facts, state = self.facts, self.state
        at = state.place[unit]
        if not state.on_map >> unit & 1 or self.posts.get(unit, at) != at:
            return -1, 0, 0.0
        foes, disk = self.tally.occupied[1 - self.side], facts.grid.disk
        far = next((n for n in range(1, 12) if disk(at, n) & foes), 12)
        return int(facts.roster.is_hq[unit]), far, -self.knowledge.worth[unit][state.steps[unit]]

    def marches(self, options: Sequence[Action]) -> Sequence[Action]:
        """One leg: staying, the hexes next to the enemy, and the best of the others by their pull."""
        local = self.state.top.local
        stay = [a for a in options if a.arg is None]
        if local.mode != NOT_BEGUN:
            return stay or options
        post = self.posts.get(local.unit)
        if post is not None:
            going = stay if post == self.state.place[local.unit] else [a for a in options if a.arg == post]
            if going:
                return going[:1]
        return stay + self._best_places(local.unit, [a for a in options if a.arg is not None])

    def arrivals(self, options: Sequence[Action]) -> Sequence[Action]:
        return self._best_places(self.state.top.local.unit, options)

    def _best_places(self, unit: int, options: Sequence[Action]) -> list[Action]:
        """Those looked at closely; of two ways to one hex the first."""
        there = self.hex_worth(unit)
        places = {_number(a): a for a in reversed(options)}
        if there.is_hq:
            rest = list(places)
        else:
            touched = there.tally.zoc[1 - self.side]
            rest = [p for p in places if touched >> p & 1 or p in self.knowledge.goal_at]
            free = [p for p in places if not touched >> p & 1]
            rest += sorted(free, key=there.pull, reverse=True)[:MARCHES]
        rest = sorted(dict.fromkeys(rest), key=there.worth, reverse=True)
        return [places[p] for p in rest[:POCKETS]]

    def decline(self, options: Sequence[Action]) -> Sequence[Action]:
        """HQs stay where they are needed, units stay on the map."""
        return [a for a in options if a.arg is None]

    def first(self, options: Sequence[Action]) -> Sequence[Action]:
        return options[:1]

    def continues(self, kind: str, following: str) -> bool:
        return False

    # ---- promises ---------------------------------------------------------------------------------

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        price = PRICES.get(decision.kind)
        return None if price is None else price(self, action)

    def bid(self, action: Action) -> float:
        """A share of what the scenario requires; seats differ, or they would bid the same for ever."""
        wanted = self.facts.victory * self.knowledge.weights["bid"]["share"] // 100 + self.seat
        return -abs(_number(action) - wanted)

    def station(self, action: Action) -> float:
        """Where the unit was on 22 June, if there is room."""
        unit = self.state.top.local.unit
        return float((unit, _number(action)) in self.facts.historical)

    def army(self, action: Action) -> float:
        return gains.army_worth(self.tally, _number(action))

    def select(self, action: Action) -> float:
        return gains.chit_worth(self.tally, self.side, _number(action))

    def assign(self, action: Action) -> float:
        """The player with the fewest chits."""
        return -self.state.hq_cups[_number(action)].bit_count()

    def hold(self, action: Action) -> float:
        return float(action.verb in ("hold", "declare"))

    def interrupt(self, action: Action) -> float:
        if action.arg is None:
            return 0.0
        return gains.trump_gain(self.tally, _number(action), self.state.top.local.chit)

    def zhukov(self, action: Action) -> float:
        return 0.0 if action.arg is None else gains.zhukov_gain(self.tally, self.state.top.local.chit)

    def last(self, action: Action) -> float:
        return gains.waking(self.tally, gains.chit_units(self.tally, _number(action)))

    def wake(self, action: Action) -> float:
        return 0.0 if action.arg is None else gains.waking(self.tally, 1 << _number(action)) + 0.01

    def gate(self, action: Action) -> float:
        """The one nearest to what is in danger."""
        tally = self.tally
        return -self.knowledge.nearest(tally.wanted(SOVIET), False)[_number(action)]

    def march(self, action: Action) -> float:
        """What the unit is worth there, and the enemies it cuts off."""
        local = self.state.top.local
        there = self.hex_worth(local.unit)
        place = self.state.place[local.unit] if action.arg is None else _number(action)
        return there.worth(place) + there.pocket(place)

    def attack(self, action: Action) -> float:
        """The expected gain with all units that help; a little for stopping."""
        if action.arg is None:
            return gains.WORTH_A_ROLL
        return gains.best_attackers(self.tally, self.state.top.local, _number(action), 0)[1]

    def commit(self, action: Action) -> float:
        """The best attackers, then the battle."""
        local = self.state.top.local
        if self._wanted is None:
            self._wanted = gains.best_attackers(self.tally, local, local.target, local.units)[0]
        wanted = self._wanted
        if action.arg is None:
            return 0.0 if wanted & ~local.units else 1.0
        return 0.5 if wanted >> _number(action) & 1 else -1.0

    def resolve(self, action: Action) -> float:
        """The most certain first: it opens the way for the others."""
        local = self.state.top.local
        units = next(a.units for a in local.attacks if a.target == action.arg)
        return gains.attack_gain(self.tally, self.side, _number(action), units)

    def loss(self, action: Action) -> float:
        return -gains.step_price(self.tally, _number(action))

    def retreat(self, action: Action) -> float:
        """Where the unit ends; the more valuable unit first."""
        unit, path = _way(action)
        return self.hex_worth(unit).worth(path[-1])

    def advance(self, action: Action) -> float:
        """What is better than staying."""
        if action.arg is None:
            return 0.0
        unit, path = _way(action)
        there = self.hex_worth(unit)
        entered = sum([there.taken(place) for place in path[:-1]])
        return entered + there.worth(path[-1]) - there.worth(self.state.place[unit])

    def withdraw(self, action: Action) -> float:
        return -gains.withdrawal_cost(self.tally, _number(action), self.state.top.local.strength)

    def danger(self, action: Action) -> float:
        """A city in danger, by its points; doing nothing comes last."""
        if action.arg is None:
            return 0.0
        tally, goal = self.tally, self.knowledge.goal_at[_number(action)]
        axis = tally.influence()[0][goal]
        return 0.01 + tally.values[goal] * axis / (axis + 5)

    def call(self, action: Action) -> float:
        return 0.0 if action.arg is None else 0.01 + gains.call_worth(self.tally, _number(action))


def _number(action: Action) -> int:
    assert isinstance(action.arg, int)
    return action.arg


def _way(action: Action) -> tuple[int, tuple[int, ...]]:
    assert isinstance(action.arg, tuple)
    return action.arg[0], action.arg[1:]


NARROWING: dict[str, Callable[[Adviser, Sequence[Action]], Sequence[Action]]] = {
    "deploy": Adviser.first,
    "move": Adviser.next_to_move,
    "march": Adviser.marches,
    "arrive": Adviser.arrivals,
    "transfer": Adviser.decline,
    "recall": Adviser.decline,
}

PRICES: dict[str, Callable[[Adviser, Action], float]] = {
    "bid": Adviser.bid,
    "station": Adviser.station,
    "raise": Adviser.army,
    "select": Adviser.select,
    "assign": Adviser.assign,
    "hold": Adviser.hold,
    "declare": Adviser.hold,
    "interrupt": Adviser.interrupt,
    "zhukov": Adviser.zhukov,
    "last": Adviser.last,
    "wake": Adviser.wake,
    "gate": Adviser.gate,
    "march": Adviser.march,
    "attack": Adviser.attack,
    "commit": Adviser.commit,
    "resolve": Adviser.resolve,
    "loss": Adviser.loss,
    "retreat": Adviser.retreat,
    "advance": Adviser.advance,
    "withdraw": Adviser.withdraw,
    "fortify": Adviser.danger,
    "abandon": Adviser.danger,
    "call": Adviser.call,
    "arrive": Adviser.march,
    "reserve": Adviser.call,
}
