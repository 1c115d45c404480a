"""Playing Barbarossa 1941: what each answer is worth, without trying it.

The computer players ask an adviser for each decision. Every kind of decision has a price: the answer that is worth
most is taken, so nothing is tried out in imagined worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ostfront.ai.barbarossa_1941 import battles
from ostfront.ai.barbarossa_1941.knowledge import knowledge_of
from ostfront.ai.barbarossa_1941.places import Places
from ostfront.ai.barbarossa_1941.support import supported
from ostfront.ai.barbarossa_1941.tally import Tally
from ostfront.ai.barbarossa_1941.transport import LAST_DROP
from ostfront.ai.expectations import leanest
from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules.air import bases_in_range
from ostfront.games.barbarossa_1941.rules.combat import eligible
from ostfront.games.barbarossa_1941.rules.rail import layable, line_for, network, stations
from ostfront.games.barbarossa_1941.state import B41State, Battle, March

CALLED = 9  # of the hexes a unit can go to, by their pull; and as many next to the enemy
RAILS = 8  # hexes from which a unit wants a railway to come nearer
TRAINS = 12  # units considered for the railway
HIGH = 100.0


class Adviser:
    """For one decision of one seat."""

    drops = False  # whether the Fallschirmjaeger are kept for a drop

    def __init__(self, rules: Rules, state: B41State, seat: int) -> None:
        self.facts: Facts = rules.facts
        self.seat = seat
        self.side = rules.seats[seat].side
        self.knowledge = knowledge_of(rules)
        self.weights = self.knowledge.weights
        self.state = state
        self.tally = Tally(self.knowledge, state)
        self.places = Places(self.tally, seat)
        self._pulls: dict[int, Callable[[int], float]] = {}
        self._known: dict[Action, float] = {}

    def worth(self, state: B41State) -> float:
        """The points, as the side sees them; only for answers without a price."""
        if state.result is not None:
            return HIGH if state.result.winner == self.side else -HIGH
        points = Tally(self.knowledge, state).points
        return float(points if self.seat == AXIS else -points)

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        narrow = NARROWING.get(decision.kind)
        return narrow(self, play, options) if narrow is not None else options

    def continues(self, kind: str, following: str) -> bool:
        return False

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        return PRICES[decision.kind](self, play, action)

    def pull(self, unit: int) -> Callable[[int], float]:
        found = self._pulls.get(unit)
        if found is None:
            found = self._pulls[unit] = self.places.pull(unit)
        return found

    def step_worth(self, unit: int) -> float:
        """What a unit's next step is worth."""
        left = self.state.steps[unit]
        worth = self.knowledge.worth[unit]
        return worth[left] - worth[left - 1] if left else 0.0

    # ---- before the campaign ----------------------------------------------------------------------

    def as_it_is(self, play: Game, action: Action) -> float:
        return 1.0 if action.arg is None else 0.0

    # ---- supply and losses ------------------------------------------------------------------------

    def feed(self, play: Game, action: Action) -> float:
        unit = action.arg
        if not isinstance(unit, int):
            return 0.0
        steps = self.state.steps[unit]
        return self.knowledge.worth[unit][steps] if steps else -1.0

    def lose(self, play: Game, action: Action) -> float:
        """The cheapest step; a whole unit only if it is cheap."""
        unit = _unit(action)
        return -self.step_worth(unit) - (0.03 if self.state.steps[unit] == 1 else 0.0)

    # ---- replacements, arrivals -------------------------------------------------------------------

    def replace(self, play: Game, action: Action) -> float:
        """The strongest first, those near the enemy before others."""
        verb, unit = action.verb, action.arg
        if not isinstance(unit, int):
            return 0.0 if verb != "point" else -1.0 if self.drops and self.state.turn <= LAST_DROP else 0.05
        worth, left = self.knowledge.worth[unit], self.state.steps[unit]
        if verb == "refit":
            near = self.facts.grid.disk(self.state.place[unit], 4) & self.tally.occupied[1 - self.seat]
            return (worth[left + 1] - worth[left]) * (1.3 if near else 1.0)
        if verb == "rebuild":
            return worth[1] if len(worth) > 1 else 0.1
        return 0.5 if verb == "shock" else -1.0

    def bring(self, play: Game, action: Action) -> float:
        unit = action.arg
        if not isinstance(unit, int):
            return 0.0
        return 1.0 + self.facts.roster.combat[unit][-1] if self.facts.roster.combat[unit] else 1.0

    def arrive(self, play: Game, action: Action) -> float:
        """Where the unit is called to; an airborne corps with the strongest stack next to the enemy."""
        if action.verb == "keep":
            return 0.0
        unit, place = self.state.top.local.unit, _unit(action)
        roster = self.facts.roster
        if roster.is_air[unit]:
            return self.base_worth(unit, place)
        if roster.is_airborne[unit]:
            near = self.tally.zoc[1 - self.seat] >> place & 1
            return (1.0 if near else 0.2) * self.tally.stack(place).strength + 0.1
        return self.landing(unit, place)

    def landing(self, unit: int, place: int) -> float:
        """A place for a unit that comes from elsewhere."""
        if not self.state.steps[unit]:
            return self._rebuilt(unit)(place)
        return self.pull(unit)(place) - self.places.danger(unit, place)

    def _rebuilt(self, unit: int) -> Callable[[int], float]:
        """For a destroyed unit, which has no steps to count with: the places that need most."""
        found = self._pulls.get(-1 - unit)
        if found is None:
            places, near = self.places, self.knowledge.near[0]
            has = places.influence[self.seat]
            lacks = [value * max(0.0, 1 - has[n] / need) for n, (need, value) in enumerate(places.needs)]

            def needed(place: int) -> float:
                return sum([lacks[goal] * felt for goal, felt in near[place]])

            found = self._pulls[-1 - unit] = needed
        return found

    # ---- air corps --------------------------------------------------------------------------------

    def base_worth(self, unit: int, place: int) -> float:
        """The enemies within range, objectives more than others, less for a base they could enter."""
        facts, tally = self.facts, self.tally
        air = facts.charts["air"]
        disk = facts.grid.disk(place, int(air["axis_range" if self.seat == AXIS else "soviet_range"]))
        found = (disk & tally.occupied[1 - self.seat]).bit_count() * 0.1
        for goal in bits(disk & facts.victory_hexes):
            found += 0.3 * facts.victory_points[goal]
        if tally.threat(1 - self.seat, place) > 2 * tally.stack(place).strength + 3:
            found *= 0.4
        others = facts.roster.air & facts.roster.of_side[self.seat] & self.state.on_map & ~(1 << unit)
        crowd = sum([facts.grid.distance(self.state.place[u], place) <= 4 for u in bits(others)])
        return found / (1 + 0.35 * crowd)

    def rebase(self, play: Game, action: Action) -> float:
        unit = action.arg
        if not isinstance(unit, int):
            return 0.0
        here = self.base_worth(unit, self.state.place[unit])
        bases = bits(bases_in_range(self.facts, self.state, unit))
        return max([self.base_worth(unit, place) for place in bases], default=here) - 1.1 * here - 0.05

    def base(self, play: Game, action: Action) -> float:
        return self.base_worth(self.state.top.local.unit, _unit(action))

    # ---- railways ---------------------------------------------------------------------------------

    def trains(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Those farthest from the enemy, and finishing."""
        grid, foes = self.facts.grid, self.tally.occupied[1 - self.seat]
        near = grid.within(foes, 3)
        units = [a for a in options if isinstance(a.arg, int) and not near >> self.state.place[a.arg] & 1]
        units.sort(key=lambda a: -self.facts.roster.combat[_unit(a)][self.state.steps[_unit(a)]])
        return [*units[:TRAINS], *(a for a in options if a.arg is None)]

    def entrain(self, play: Game, action: Action) -> float:
        """What the best station is worth more than where the unit is."""
        unit = action.arg
        if not isinstance(unit, int) or not self.facts.roster.combat[unit]:
            return 0.0 if action.arg is None else -1.0
        facts, state = self.facts, self.state
        pull = self.pull(unit)
        here = pull(state.place[unit])
        shadow = self.tally.zoc[1 - self.seat]
        found = bits(stations(facts, state, unit, line_for(facts, state, unit)) & ~shadow)
        return max([pull(place) for place in found], default=here) - here - 0.15

    def ride(self, play: Game, action: Action) -> float:
        unit, place = self.state.top.local.unit, _unit(action)
        worth = self.pull(unit)(place) if self.facts.roster.combat[unit] else 0.0
        return worth - (1.0 if self.tally.zoc[1 - self.seat] >> place & 1 else 0.0)

    def railhead(self, play: Game, action: Action) -> float:
        """The head from which a marker comes nearest to where rails are wanted."""
        if not isinstance(action.arg, int):
            return 0.0
        linked = self.facts.railways.linked[action.arg] & layable(self.facts, self.state)
        return max([self.rail_worth(place) for place in bits(linked)], default=0.0)

    def lay(self, play: Game, action: Action) -> float:
        if not isinstance(action.arg, int):
            return 0.0
        return self.rail_worth(action.arg)

    def rail_worth(self, place: int) -> float:
        """The troops to whom rails are brought nearer; less for a hex that the enemy could cut at once."""
        distance = self.facts.grid.distance
        total = 0.0
        for at, want in self.railless:
            far = distance(at, place)
            if far < RAILS:
                total += want * (RAILS - far)
        foes = self.tally.threat(1 - self.seat, place) if total else 0.0
        return total / (1 + 0.1 * foes)

    @cached_property
    def railless(self) -> list[tuple[int, float]]:
        """Where troops are that want rails, and how much; nearness to objectives counts."""
        facts, state, tally = self.facts, self.state, self.tally
        rails = network(facts, state, AXIS)
        rings = [facts.grid.within(rails, n) for n in range(5)]
        found = []
        for unit, place, strength in tally.units[AXIS]:
            if facts.roster.finns >> unit & 1:
                continue
            far = next((n for n, ring in enumerate(rings) if ring >> place & 1), 5)
            if far:
                ahead = self.places.nearest(0)[place]
                found.append((place, strength * far / 5 / (1 + ahead / 6)))
        return found

    # ---- forts ------------------------------------------------------------------------------------

    def fort(self, play: Game, action: Action) -> float:
        """Where the enemy will attack a city with a garrison, or soon."""
        place = action.arg
        if not isinstance(place, int):
            return 0.02
        if action.verb == "dismantle":
            return -1.0
        tally, facts = self.tally, self.facts
        attack = tally.threat(1 - self.seat, place)
        if not attack:
            n = self.knowledge.index.get(place)
            attack = self.places.influence[1 - self.seat][n] / 3 if n is not None else 0.0
        stack = tally.stack(place)
        value = tally.value(place)
        manned = 1.0 if stack.steps else 0.4
        return (0.1 * value + (0.2 * stack.stake if stack.steps else 0.0)) * manned * min(1.0, attack / 10) + (
            0.01 if facts.majors >> place & 1 else 0.0
        )

    # ---- movement ---------------------------------------------------------------------------------

    def next_to_move(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Every unit in turn, those nearest the enemy first: staying is an answer of its march."""
        picks = [a for a in options if a.verb == "pick"]
        if not picks:
            return [a for a in options if a.verb == "done"]
        place = self.state.place
        foes, grid = self.tally.occupied[1 - self.seat], self.facts.grid
        left, order = list(picks), foes
        for _ in range(8):
            order = grid.closed(order)
            near = [a for a in left if order >> place[_unit(a)] & 1]
            if near:
                return [max(near, key=lambda a: (self.facts.roster.move[_unit(a)], -_unit(a)))]
        return [left[0]]

    def marches(self, play: Game, options: Sequence[Action]) -> Sequence[Action]:
        """Companions and overruns that pay; the hexes that call most, and the best next to the enemy."""
        local: March = self.state.top.local
        unit = lowest(local.units)
        stop = [a for a in options if a.verb == "stop"]
        legs = [a for a in options if a.verb == "go"]
        doing = [a for a in options if a.verb in ("overrun", "with")]
        if self.facts.roster.is_airborne[unit]:
            return self._with_friends(legs, stop)
        if len(legs) > CALLED:
            pull = self.pull(unit)
            legs.sort(key=lambda a: pull(_unit(a)), reverse=True)
            beside = self.facts.grid.neighbours(self.tally.occupied[1 - self.seat])
            near = [a for a in legs if beside >> _unit(a) & 1]
            legs = list(dict.fromkeys(legs[:CALLED] + near[:CALLED]))
        self._rate_marches(local, unit, [*stop, *legs])
        return [*doing, *stop, *legs]

    def _with_friends(self, legs: Sequence[Action], stop: Sequence[Action]) -> Sequence[Action]:
        """An airborne corps goes where a friend is next to the enemy, or stays with one."""
        friends = self.tally.occupied[self.seat]
        for action in [*stop, *legs]:
            place = self.state.place[lowest(self.state.top.local.units)] if action.arg is None else _unit(action)
            near = self.tally.zoc[1 - self.seat] >> place & 1
            self._known[action] = (1.0 + near if friends >> place & 1 else 0.0) + (0.1 if action.arg is None else 0.0)
        return [*stop, *legs]

    def _rate_marches(self, local: March, unit: int, tried: Sequence[Action]) -> None:
        """What the units in hand are worth in each place, the first of them standing for all."""
        places, state = self.places, self.state
        here = state.place[unit]
        pull = self.pull(unit)
        at = [here if a.arg is None else _unit(a) for a in tried]
        gaps = places.line(unit, at)
        waiting = 0
        if not local.exploiting:
            waiting = self.facts.roster.combat_units[self.seat] & state.on_map & ~state.moved & ~local.units
        for action, place, gap in zip(tried, at, gaps, strict=True):
            worth = pull(place) - places.danger(unit, place) - gap
            if not local.exploiting:
                worth += places.contact(unit, place, waiting)
            self._known[action] = worth

    def march(self, play: Game, action: Action) -> float:
        known = self._known.get(action)
        if known is not None:
            return known
        local: March = self.state.top.local
        if action.verb == "overrun":
            return self.overrun(local, _unit(action))
        return self.company(local, _unit(action))

    def overrun(self, local: March, target: int) -> float:
        """Far more than any march if it pays."""
        gain = battles.attack_gain(self.tally, self.seat, target, local.units)
        return HIGH + gain if gain > self.weights["battle"]["least"] else -HIGH

    def company(self, local: March, unit: int) -> float:
        """Panzer corps march together where they could overrun somebody."""
        here = self.state.place[unit]
        near = self.facts.grid.disk(here, 4) & self.tally.occupied[1 - self.seat]
        alone = local.units & (local.units - 1) == 0
        garrison = self.places.kept(unit, here) > 0
        return 2 * HIGH if self.seat == AXIS and local.overruns and near and alone and not garrison else -HIGH

    def follow(self, play: Game, action: Action) -> float:
        return 1.0 if action.verb == "enter" else 0.0

    def put_down(self, play: Game, action: Action) -> float:
        """The goal of a voyage or a drop."""
        unit = self.state.top.local.unit
        return self.landing(unit, _unit(action)) if self.facts.roster.is_combat[unit] else 0.0

    # ---- combat -----------------------------------------------------------------------------------

    def attack(self, play: Game, action: Action) -> float:
        """The expected gain with the best of those who can join."""
        if action.verb == "strike":
            return 0.01
        if action.arg is None:
            return 0.0
        target = _unit(action)
        gain = self.best_attackers(target, 0)[1]
        demanded = self.seat == SOVIET and self.state.made < self.state.required
        return gain + 1.5 if demanded else gain if gain > self.weights["battle"]["least"] else -1.0

    def commit(self, play: Game, action: Action) -> float:
        local: Battle = self.state.top.local
        wanted = self.best_attackers(local.target, local.attackers)[0]
        if not isinstance(action.arg, int):
            return 0.0 if wanted & ~local.attackers else 1.0
        return 0.5 if wanted >> action.arg & 1 else -1.0

    def best_attackers(self, target: int, committed: int) -> tuple[int, float]:
        """The attackers and the gain: everyone, less those without whom it would be no worse."""
        facts, state = self.facts, self.state
        units = committed | eligible(facts, state, Battle(self.seat, target, committed))
        if units & facts.roster.romanians and units & facts.roster.hungarians:
            units &= ~facts.roster.hungarians
        spare = sorted(bits(units & ~committed), key=lambda u: facts.roster.combat[u][state.steps[u]])
        gain: Callable[[int], float] = lambda some: battles.attack_gain(self.tally, self.seat, target, some)  # noqa: E731
        return leanest(units, spare, gain, lambda _: True)

    def option(self, play: Game, action: Action) -> float:
        """An option of the battle: what it changes, against keeping it."""
        if action.verb == "pass":
            return 0.0
        return supported(self.tally, self.seat, self.state.top.local, action)

    def react(self, play: Game, action: Action) -> float:
        if action.verb == "pass":
            return 0.0
        return supported(self.tally, self.seat, self.state.top.local, action)

    def reaction_move(self, play: Game, action: Action) -> float:
        """Into the hex under attack."""
        frame = self.state.top
        while frame.procedure != "battle":
            frame = frame.below
        return 1.0 if action.arg == frame.local.target else 0.5 if action.arg is None else 0.0

    def lead(self, play: Game, action: Action) -> float:
        """The best quality, of equals the cheaper."""
        unit = _unit(action)
        return self.facts.roster.quality[unit] - self.step_worth(unit)

    def second_loss(self, play: Game, action: Action) -> float:
        """A step against the hex."""
        local: Battle = self.state.top.local
        state, facts = self.state, self.facts
        units = local.defenders & state.on_map & facts.roster.combat_units[self.seat]
        cheapest = min([self.step_worth(u) for u in bits(units)], default=0.0) * self.tally.time
        if action.verb == "stand":
            value = self.tally.value(local.target)
            left = sum(state.steps[u] for u in bits(units)) - local.loss_defence
            return (value if left > 0 else 0.0) - cheapest
        place = _unit(action)
        unit = max(bits(units), key=lambda u: facts.roster.combat[u][state.steps[u]], default=-1)
        trapped = self.tally.zoc[1 - self.seat] >> place & 1 and not self.tally.occupied[self.seat] >> place & 1
        worth = -cheapest if trapped else 0.0
        if unit >= 0:
            pull = self.pull(unit)
            worth += 0.2 * (pull(place) - self.places.danger(unit, place))
            worth -= 0.2 * (pull(local.target) - self.tally.value(local.target) * 0.2)
        return worth

    def advance(self, play: Game, action: Action) -> float:
        """Into objectives always, elsewhere if the place is better; infantry stays in cities."""
        if not isinstance(action.arg, int):
            return 0.0
        unit, place = action.arg, self.state.top.local.target
        pull, here = self.pull(unit), self.state.place[unit]
        worth = pull(place) - pull(here)
        worth -= self.places.danger(unit, place) - self.places.danger(unit, here)
        return worth + 0.05

    # ---- militia and partisans --------------------------------------------------------------------

    def militia(self, play: Game, action: Action) -> float:
        if not isinstance(action.arg, int):
            return 1.0
        return self.facts.victory_points.get(action.arg, 0) + 0.5 * (not self.tally.stack(action.arg).steps)

    def partisans(self, play: Game, action: Action) -> float:
        """Cities first, then the railways behind the front."""
        if not isinstance(action.arg, int):
            return 0.1
        if action.verb == "rise":
            return 1.0 + self.facts.victory_points.get(action.arg, 0)
        if not self.state.axis_rail >> action.arg & 1:
            return 0.05
        return 0.2 + 0.05 * self.facts.railways.linked[action.arg].bit_count()


class OfficerAdviser(Adviser):
    """For an officer, who plans drops."""

    drops = True


def _unit(action: Action) -> int:
    assert isinstance(action.arg, int)
    return action.arg


NARROWING: dict[str, Callable[[Adviser, Game, Sequence[Action]], Sequence[Action]]] = {
    "move": Adviser.next_to_move,
    "exploit": Adviser.next_to_move,
    "march": Adviser.marches,
    "rail": Adviser.trains,
}

PRICES: dict[str, Callable[[Adviser, Game, Action], float]] = {
    "arrange": Adviser.as_it_is,
    "arrange at": Adviser.as_it_is,
    "ration": Adviser.feed,
    "attrition": Adviser.lose,
    "replace": Adviser.replace,
    "rebuild at": Adviser.arrive,
    "bring": Adviser.bring,
    "bring at": Adviser.arrive,
    "rebase": Adviser.rebase,
    "rebase at": Adviser.base,
    "rail": Adviser.entrain,
    "ride": Adviser.ride,
    "fort": Adviser.fort,
    "move": Adviser.as_it_is,
    "exploit": Adviser.as_it_is,
    "march": Adviser.march,
    "sail": Adviser.put_down,
    "drop": Adviser.put_down,
    "militia": Adviser.militia,
    "uprising": Adviser.partisans,
    "partisans": Adviser.partisans,
    "attack": Adviser.attack,
    "commit": Adviser.commit,
    "air support": Adviser.option,
    "naval support": Adviser.option,
    "guns": Adviser.option,
    "paratroops": Adviser.option,
    "joukov": Adviser.option,
    "coup": Adviser.option,
    "reaction": Adviser.react,
    "reaction move": Adviser.reaction_move,
    "lead": Adviser.lead,
    "loss": Adviser.lose,
    "second loss": Adviser.second_loss,
    "advance": Adviser.advance,
    "follow": Adviser.follow,
    "railhead": Adviser.railhead,
    "lay": Adviser.lay,
}
