"""Planning an activation of A Victory Denied: what the planner is told, and how its plan is played.

Everything here is about the units that can still move or fight. Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ostfront.core.actions import Action
from ostfront.core.hexes import bits
from ostfront.core.planner import Plan, plan
from ostfront.games.victory_denied import advice
from ostfront.games.victory_denied.combat import other_shift, ready_units
from ostfront.games.victory_denied.danger import Threat, fear, loss, unwatched
from ostfront.games.victory_denied.evaluate import (
    TERMS,
    battle,
    capture_worth,
    cut_off,
    explain,
    line,
    open_ways,
    result,
)
from ostfront.games.victory_denied.ground import full_hexes, triggers
from ostfront.games.victory_denied.judgement import cheapest_step
from ostfront.games.victory_denied.movement import NOT_BEGUN, allowance, legs
from ostfront.games.victory_denied.muster import Muster
from ostfront.games.victory_denied.outlook import STRONGEST, Outlook, outlook
from ostfront.games.victory_denied.roster import COMBAT, GERMAN, HQS, SIDES, SOVIET
from ostfront.games.victory_denied.state import ISOLATED, MOSCOW, Battle, March

if TYPE_CHECKING:
    from ostfront.core.game import Game
    from ostfront.core.state import Decision
    from ostfront.games.victory_denied.rules import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

BY_PULL = 5  # places thought of for a unit: so many by objectives ...
IN_FRONT = 3  # ... next to the enemy ...
TOGETHER = 4  # ... and with friends who need help
CORPS = 5  # hexes an attacker may be from his corps without being missed
FEW = {"place": 8, "arrive": 5, "relocate": 5, "advance": 6, "march": 8, "starve": 5}  # answers tried
IMPOSSIBLE = -100.0
FEES = (0.0, 0.3, 0.6, 1.0)  # what a unit must add to an attack, tried in turn

QUIET = tuple(term for term in TERMS if term not in (battle, line))


class Adviser(advice.Adviser):
    """The recruit's adviser, who also fears what the enemy could do next."""

    feared: tuple[Sequence[object], Threat] | None = None

    def __init__(self, rules: VictoryDenied, state: VdState, seat: int) -> None:
        super().__init__(rules, state, seat)
        self.ranks: dict[int, Callable[[Action], float]] = {}

    def worth(self, state: VdState) -> float:
        m = Muster(self.look, state, self.active, self.ready)
        sign = 1 if self.seat == GERMAN else -1
        if state.result is not None:
            return sign * result(m)
        w = self.look.weights["officer"]
        left_open = open_ways(m, 1 - self.seat) * w["guard"] - open_ways(m, self.seat)
        together = chained(self.look, state) * w["chain"] - unwatched(m) if self.seat == GERMAN else 0.0
        afraid = fear(m, self.seat, self.threat(m))
        return sign * sum([term(m) for term in QUIET]) - afraid - left_open + together  # type: ignore[no-any-return]

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        found = super().candidates(play, decision, options)
        few = FEW.get(decision.kind, len(found))
        if len(found) <= few or decision.kind == "starve":  # the strongest come first
            return found[:few]
        best = sorted(found, key=lambda action: self.pull(play.state, action), reverse=True)
        return best[:few]

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
        hopeless: float = self.look.weights["officer"]["hopeless"]
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
        led = 0
        for place in bits(play.state.occupied[HQS[self.seat]] & self.rules.valid):
            led |= self.rules.grid.disk(place, 4)
        return self.look.weights["officer"]["unled"] * (self.muster.occupied[self.seat] & ~led).bit_count()  # type: ignore[no-any-return]

    def select(self, play: Game, decision: Decision, action: Action) -> float:
        """Infantry that never marches helps nobody."""
        worth = super().select(play, decision, action)
        assert isinstance(action.arg, int)
        foot = self.rules.chits[action.arg].kind == "9A"
        return worth * self.look.weights["officer"]["infantry"] if foot else worth

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
}


class Front:
    """One activation as the planner sees it."""

    def __init__(self, rules: VictoryDenied, state: VdState, seat: int, reach: dict[int, int]) -> None:
        self.rules, self.seat = rules, seat
        self.foe = SOVIET if seat == GERMAN else GERMAN
        self.state = state.clone()
        self.look = outlook(rules)
        self.weights = self.look.weights["officer"]
        self.reach: Mapping[int, int] = reach
        self.m = m = Muster(self.look, self.state, state.active & ~state.spent)
        facts, steps, status = self.look.facts, state.steps, state.status
        self.facts = {unit: facts[unit][steps[unit]][status[unit]] for unit in reach}
        self.movers: Sequence[int] = sorted(reach, key=lambda u: (-self.facts[u][0], u))
        self.start = {unit: state.place[unit] for unit in reach}
        self.threat = Threat(m, self.foe)
        self.shift = other_shift(rules, state, seat)
        self.crossed = {target: rules.across_river[target] for target in bits(m.occupied[self.foe])}
        going = 0
        for unit in reach:
            going |= 1 << unit
        self.others = 0  # hexes of friends who stay
        self.standing: dict[int, list[int]] = {}
        for unit, place, *_ in m.units[seat]:
            if not going >> unit & 1:
                self.others |= 1 << place
                self.standing.setdefault(place, []).append(unit)
        grid = rules.grid
        enter = rules.valid & ~self.others
        foes = m.occupied[self.foe]
        reached = grid.flood(foes, enter, enter & ~grid.neighbours(self.others) | foes, None, 3)
        self.shadow = grid.neighbours(reached)
        reachable = 0
        for hexes in reach.values():
            reachable |= hexes
        self.targets: Sequence[int] = [
            t for t in bits(foes & grid.neighbours(reachable) & ~state.attacked) if rules.around[t] & reachable
        ]
        self.hexes = {t: m.hex(t) for t in self.targets}
        self.mates: dict[int, int] = {}
        self.traps: dict[tuple[int, int], tuple[float, float, float]] = {}
        self.means: dict[tuple[int, int, int], float] = {}
        self.prices: dict[tuple[int, int], float] = {}
        self.pulls: dict[int, Callable[[int], float]] = {}
        self.led = 0
        for place in bits(state.occupied[HQS[seat]] & rules.valid):
            self.led |= grid.disk(place, 4)
        self.goals = Goals(m, seat, self.movers)
        self.worths: dict[tuple[tuple[int, int], ...], float] = {}

    # ---- attacks ----------------------------------------------------------------------------------

    def spots(self, target: int) -> int:
        return self.rules.around[target]

    def strength(self, unit: int, spot: int, target: int) -> float:
        attack = self.facts[unit][0]
        return attack / 2 if self.crossed[target] >> spot & 1 else attack

    def gain(self, target: int, force: dict[int, int], posts: dict[int, int]) -> float:
        """Steps, retreats and what lies behind them, over the results of the column; each hex rounds down."""
        rules, look, there = self.rules, self.look, self.hexes[target]
        by_hex: dict[int, float] = {}
        for unit, spot in force.items():
            by_hex[spot] = by_hex.get(spot, 0.0) + self.strength(unit, spot, target)
        attack = sum([int(total) for total in by_hex.values()])
        column = look.columns[min(attack, STRONGEST)][min(int(there.defense), STRONGEST)]
        if there.defense >= 1:
            column -= rules.shift_at[target]
            if column < 0:
                return IMPOSSIBLE
            column = min(rules.crt.last, column + self.shift)
        held = self.others
        units = 0
        for spot in posts.values():
            held |= 1 << spot
        for unit, spot in force.items():
            held |= 1 << spot
            units |= 1 << unit
        return self._mean(target, column, held) - look.expected[self.seat][column].attacker * cheapest_step(
            self.m, units
        )

    def _mean(self, target: int, column: int, held: int) -> float:
        """What a column does to the defenders, roll by roll: steps lost there and on the way out, ground, towns."""
        key = (target, column, held)
        found = self.means.get(key)
        if found is None:
            there, w, rules = self.hexes[target], self.weights, self.rules
            step = there.stake / there.steps * w[("german_kill", "soviet_kill")[self.seat]]
            taken = 0.0
            if rules.victory_mask >> target & 1 or (self.seat == GERMAN and rules.moscow >> target & 1):
                taken = capture_worth(self.m, self.seat, target)
            ways = self.trap(target, held)
            total = 0.0
            for lost, hexes in self.look.rolls[self.seat][column]:
                lost += hexes if there.pvo else ways[hexes] * there.units
                total += min(lost, there.steps) * step
                if lost >= there.steps or (hexes and not there.pvo):
                    total += w["push"] + taken
            found = self.means[key] = total / len(self.look.rolls[self.seat][column])
        return found

    def trap(self, target: int, held: int) -> tuple[float, float, float]:
        """Steps lost on the best way out of a hex, by its length, past units that hold these hexes (9.5.4).

        A hex half closed counts a little: the next unit may close it.
        """
        key = (target, held)
        found = self.traps.get(key)
        if found is None:
            rules = self.rules
            near = rules.grid.neighbours(held)
            costly = near & ~self.m.occupied[GERMAN] if self.foe == GERMAN else near
            ways = rules.around[target] & rules.valid & ~held & ~(rules.across_major[target] & near)
            safe = ways & ~costly
            behind = rules.grid.neighbours(safe) & rules.valid & ~held & ~costly & ~(1 << target)
            aside = rules.grid.neighbours(ways) & rules.valid & ~held & ~costly & ~(1 << target)
            closing = self.weights["closing"] * (6 - safe.bit_count())
            if not ways:
                found = (0.0, 2.0, 2.0)
            else:
                found = (0.0, closing if safe else 1.0, closing if behind else 1.0 if safe or aside else 2.0)
            self.traps[key] = found
        return found

    def price(self, unit: int, spot: int) -> float:
        """What standing there alone would cost in the enemy's turn, as a share: others may stand there too."""
        key = (unit, spot)
        found = self.prices.get(key)
        if found is None:
            found = 0.0
            if self.shadow >> spot & 1:
                attack = self._threat(spot)
                alone = _Alone(self, unit)
                found = max(0.0, loss(self.m, self.seat, spot, alone, attack, self.shadow))  # type: ignore[arg-type]
            if self.start[unit] == spot:
                found *= self.weights["already"]
            if self._astray(unit, spot):
                found += self.weights["astray"]
            found = self.prices[key] = found * self.weights["price"] * self.m.time
        return found

    def _astray(self, unit: int, spot: int) -> bool:
        """Far from where every other unit of its corps was."""
        near = self.mates.get(unit)
        if near is None:
            near = 0
            for corps in self.look.corps:
                if unit in corps:
                    for mate in corps:
                        if mate != unit and self.state.on_map >> mate & 1:
                            near |= self.rules.grid.disk(self.start.get(mate, self.state.place[mate]), CORPS)
            self.mates[unit] = near = near or -1
        return not near >> spot & 1

    def _threat(self, place: int) -> float:
        return self.threat.on(self.look, place)

    # ---- places -----------------------------------------------------------------------------------

    def room(self, unit: int, place: int, posts: dict[int, int]) -> bool:
        """Beside those who stay and those who are meant to come (5.1, 5.3)."""
        tan = self.rules.roster.tan
        company = list(self.standing.get(place, ()))
        company += [u for u, at in posts.items() if at == place and u != unit]
        return len(company) < 2 and not (tan[unit] and any(tan[u] for u in company))

    def places(self, unit: int) -> Sequence[int]:
        here, reach = self.start[unit], self.reach[unit]
        if reach == 1 << here:
            return ()
        pull, felt, attack = self.pull(unit), self.look.near[unit], self.facts[unit][0]
        slopes = self.goals.slopes

        def rank(place: int) -> tuple[float, int]:
            return -pull(place) - attack * sum([slopes[goal] * share for goal, share in felt[place]]), place

        legs = sorted(bits(reach), key=rank)
        touching = self.m.zoc[self.foe]
        front = [place for place in legs if touching >> place & 1]
        doing = triggers(self.rules, self.state, unit) & reach
        friends = self.m.occupied[self.seat] & reach
        together = sorted(
            (place for place in bits(friends & self.shadow)), key=lambda place: (-self._threat(place), place)
        )
        found = [here, *bits(doing), *legs[:BY_PULL], *front[:IN_FRONT], *together[:TOGETHER]]
        return list(dict.fromkeys(found))

    def pull(self, unit: int) -> Callable[[int], float]:
        """What a unit is worth in a hex for objectives, for its leaders and for its way."""
        found = self.pulls.get(unit)
        if found is None:
            found = self.pulls[unit] = self._pull(unit)
        return found

    def _pull(self, unit: int) -> Callable[[int], float]:
        look, m, seat, rules = self.look, self.m, self.seat, self.rules
        worth = self.facts[unit][2]
        way = look.nearest(seat, m.state.with_chit, rules.roster.motorized[unit])
        per_hex = self.weights["progress"]
        if seat == GERMAN and m.state.directive == MOSCOW:
            way = look.distances[rules.roster.motorized[unit]][look.moscow]
            per_hex = self.weights["to_moscow"]
        commanded = look.weights["command"]["commanded"] * worth if look.by_hq >> unit & 1 else 0.0
        doing = triggers(rules, m.state, unit)
        known: dict[int, float] = {}

        def pull(place: int) -> float:
            found = known.get(place)
            if found is None:
                found = -per_hex * way[place]
                if self.led >> place & 1:
                    found += commanded
                if doing >> place & 1:
                    found += self.weights["capture"] * self._taking(place)
                known[place] = found
            return found

        return pull

    def _taking(self, place: int) -> float:
        """What entering a hex does: a town, a headquarters, the game."""
        worth = capture_worth(self.m, self.seat, place)
        winning = self.rules.moscow if self.seat == GERMAN else self.rules.pocket
        if winning >> place & 1:
            return self.look.weights["result"]["win"]  # type: ignore[no-any-return]
        return worth or self.look.weights["command"]["exposed"]

    def worth(self, posts: dict[int, int]) -> float:
        """The position when all stand there: danger, lines of supply of both sides, ways left open, pulls."""
        key = tuple(sorted(posts.items()))
        found = self.worths.get(key)
        if found is None:
            found = self.worths[key] = self._worth(posts)
        return found

    def _worth(self, posts: dict[int, int]) -> float:
        m, state, seat = self.m, self.state, self.seat
        for unit, at in self.start.items():
            to = posts.get(unit, at)
            if state.place[unit] != to:
                state.put(unit, to)
        m.occupied[seat] = state.occupied[COMBAT[seat]] & self.rules.valid
        m.zoc[seat] = self.rules.grid.neighbours(m.occupied[seat])
        pulls = sum([self.pull(unit)(place) for unit, place in posts.items()])
        afraid = fear(m, seat, self.threat)
        left_open = open_ways(m, self.foe) * self.weights["guard"] - open_ways(m, seat)
        return (  # type: ignore[no-any-return]
            pulls
            + self.goals.worth(state.place)
            - afraid
            - left_open
            + self._cut(self.foe)
            - self._cut(seat)
            + self._together()
        )

    def _together(self) -> float:
        """Panzer corps hang together, and all together keep the way to the Pocket shut."""
        if self.seat == SOVIET:
            return 0.0
        return chained(self.look, self.state) * self.weights["chain"] - unwatched(self.m)  # type: ignore[no-any-return]

    def _cut(self, side: int) -> float:
        """The worth of those without a supply line."""
        left = cut_off(self.m, side)
        if not left:
            return 0.0
        place, status = self.state.place, self.state.status
        w = self.look.weights["supply"]["cut"]
        cut = [u[4] for u in self.m.units[side] if left >> place[u[0]] & 1 and not status[u[0]] & ISOLATED]
        return sum(cut) * w  # type: ignore[no-any-return]


def chained(look: Outlook, state: VdState) -> int:
    """How many motorized units hang together with the most of their corps, and so move together (7.4.2)."""
    disk, place, on_map = look.rules.grid.disk, state.place, state.on_map
    linked = 0
    for corps in look.corps:
        left = [u for u in corps if on_map >> u & 1]
        longest = 0
        while left:
            chain = [left.pop()]
            for unit in chain:
                near = disk(place[unit], 3)
                chain += [u for u in left if near >> place[u] & 1]
                left = [u for u in left if not near >> place[u] & 1]
            longest = max(longest, len(chain))
        linked += longest
    return linked


class Goals:
    """Objectives to take or to keep: each wants so much strength near, and no more."""

    def __init__(self, m: Muster, seat: int, movers: Sequence[int]) -> None:
        look, state = m.look, m.state
        rules, w = look.rules, look.weights["officer"]
        self.near = look.near
        foe = 1 - seat
        count = len(look.objectives)
        going = set(movers)
        self.sums = [0.0] * count  # of those who do not move
        against = [0.0] * count
        for unit, place, attack, _, _ in m.units[seat]:
            if unit not in going:
                for goal, felt in self.near[unit][place]:
                    self.sums[goal] += felt * attack
        for unit, place, attack, _, _ in m.units[foe]:
            for goal, felt in self.near[unit][place]:
                against[goal] += felt * attack
        german = [*(chit < 0 for chit in state.vp), False, True]
        self.needs: list[float] = []
        self.values: list[float] = []
        for goal, worth in enumerate(look.worth_of[state.directive]):
            hexes = look.objectives[goal]
            if german[goal] == (seat == GERMAN):
                self.needs.append(1.0 + w["to_hold"] * against[goal])
                self.values.append(worth * w["hold"] * m.time)
            else:
                place = (hexes & -hexes).bit_length() - 1
                held = m.occupied[foe] & hexes
                defense = m.hex((held & -held).bit_length() - 1).defense if held else 0.0
                self.needs.append(w["to_enter"] + w["to_take"] * defense * (1 + rules.shift_at[place] / 4))
                self.values.append(worth * w["approach"] * m.time)
        self.attack = {unit: look.facts[unit][state.steps[unit]][state.status[unit]][0] for unit in movers}
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


class _Alone:
    """A unit by itself in a hex, counted as `Hex` counts."""

    __slots__ = ("defense", "pvo", "stake", "steps", "units")

    def __init__(self, front: Front, unit: int) -> None:
        self.steps = front.state.steps[unit]
        self.defense = front.facts[unit][1]
        self.stake = front.look.stakes[unit][self.steps]
        self.units, self.pvo = 1, False


# ---- what is planned, and how it is played ------------------------------------------------------------


def make_plan(world: Game, decision: Decision) -> Plan | None:
    """A few large attacks or more small ones, whichever gain most."""
    front = field(world, decision)
    return None if front is None else plan(front, FEES)


def field(world: Game, decision: Decision) -> Front | None:
    """The activation to be planned, if the decision belongs to one."""
    rules, state = world.rules, world.state
    if decision.kind in ("move", "march"):
        return _movement(rules, state, decision.seat)  # type: ignore[arg-type]
    if decision.kind in ("attack", "commit"):
        here = {u: 1 << state.place[u] for u in bits(ready_units(rules, state))}  # type: ignore[arg-type]
        return Front(rules, state, decision.seat, here)  # type: ignore[arg-type]
    return None


def _movement(rules: VictoryDenied, state: VdState, seat: int) -> Front | None:
    """Those who have not moved, where they could go; those who have can still fight from where they are."""
    in_hand: March | None = state.top.local if state.top.procedure == "march" else None
    if in_hand is not None and (in_hand.may_enter or rules.roster.is_hq[in_hand.unit]):
        return None
    reach = {}
    for unit in bits(state.active & state.on_map & ~rules.roster.hqs):
        here = 1 << state.place[unit]
        if state.moved >> unit & 1 or rules.roster.is_pvo[unit]:
            reach[unit] = here
            continue
        march = March(unit, 2 * allowance(rules, state, unit), NOT_BEGUN)
        if in_hand is not None and unit == in_hand.unit:
            march = in_hand
        found, roads = legs(rules, state, march)
        hexes = here
        if found is not None:
            hexes |= found.reach
        if roads is not None:
            hexes |= roads.reach
        reach[unit] = hexes & ~_never(rules, state, unit, hexes)
    return Front(rules, state, seat, reach) if reach else None


def _never(rules: VictoryDenied, state: VdState, unit: int, hexes: int) -> int:
    """Full of friends who do not go away."""
    full = full_hexes(rules, state, unit, hexes)
    staying = 0
    for place in bits(full):
        if sum(1 for u in state.each_at(place) if not state.active >> u & 1 and not rules.roster.is_hq[u]) > 1:
            staying |= 1 << place
    return staying


def moment(state: VdState) -> tuple[int, ...]:
    """While this stays the same no die was rolled and nobody else acted: a plan holds."""
    fighting = state.top.procedure == "battle" or bool(state.spent | state.attacked)
    return state.turn, state.activation, state.combat, int(fighting), state.active, *state.steps


def answer(made: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    """The next step of a plan; None where it has none."""
    play: PlayStep = STEPS[decision.kind]
    return play(made, world.rules, world.state, options)  # type: ignore[arg-type]


def _next_unit(plan: Plan, rules: VictoryDenied, state: VdState, options: Sequence[Action]) -> Action | None:
    """Attackers first, then the others; whoever finds his place still full waits; HQs last."""
    picks = {action.arg: action for action in options if action.verb == "pick"}
    first = [unit for assault in plan.assaults for unit in assault.force]
    for unit in dict.fromkeys([*first, *plan.posts]):
        to = plan.posts[unit]
        if unit in picks and state.place[unit] != to and not full_hexes(rules, state, unit, 1 << to):
            return picks[unit]
    others = [action for unit, action in picks.items() if unit not in plan.posts]
    return others[0] if others else next((a for a in options if a.verb == "done"), None)


def _next_leg(plan: Plan, rules: VictoryDenied, state: VdState, options: Sequence[Action]) -> Action | None:
    unit = state.top.local.unit
    to = plan.posts.get(unit)
    if to is None:
        return None
    if state.place[unit] == to:
        return next((a for a in options if a.verb == "stop"), None)
    legs = {a.verb: a for a in options if a.arg == to}
    return legs.get("go") or legs.get("road")


def _next_attack(plan: Plan, rules: VictoryDenied, state: VdState, options: Sequence[Action]) -> Action | None:
    offered = {a.arg: a for a in options}
    for assault in sorted(plan.assaults, key=lambda a: -a.gain):
        if assault.target in offered:
            return offered[assault.target]
    return offered[None]


def _next_attacker(plan: Plan, rules: VictoryDenied, state: VdState, options: Sequence[Action]) -> Action | None:
    local: Battle = state.top.local
    offered = {a.arg: a for a in options}
    for assault in plan.assaults:
        if assault.target == local.target:
            for unit in assault.force:
                if unit in offered:
                    return offered[unit]
            return offered.get(None)
    return None


PlayStep = Callable[[Plan, "VictoryDenied", "VdState", Sequence[Action]], Action | None]
STEPS: dict[str, PlayStep] = {
    "move": _next_unit,
    "march": _next_leg,
    "attack": _next_attack,
    "commit": _next_attacker,
}


def terms(rules: VictoryDenied, state: VdState, side: str) -> dict[str, float]:
    """The terms of the evaluation, with what the officer fears in the place of prospects of battle."""
    found = explain(rules, state, side)
    if state.result is None:
        del found["battle"]
        m = Muster(outlook(rules), state, state.active & ~state.spent)
        found["danger"] = -fear(m, SIDES.index(side))
    return found


def purpose(plan: Plan, rules: VictoryDenied) -> str:
    """The plan in a sentence."""
    ids, name = rules.roster.ids, rules.board.name
    if not plan.assaults:
        return "No attack is worth its price; the units take up the places where they hold best."
    assault = max(plan.assaults, key=lambda a: a.gain)
    others = len(plan.assaults) - 1
    who = ", ".join(ids[unit] for unit in assault.force)
    more = f", and {others} other attack{'s' if others > 1 else ''}" if others else ""
    return f"The plan: {who} against {name(assault.target)}, {assault.gain:+.1f} points on average{more}."
