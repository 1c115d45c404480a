"""What evaluation needs to know about map, counters and charts, compiled once: weights, goals, ways, odds."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import lru_cache
from math import exp

from ostfront.ai.distance import distances
from ostfront.ai.expectations import expected
from ostfront.ai.weights import weights
from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Rules
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, FOOT, GERMAN, MECH, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.state import VaState

FAINT = 0.1  # influence weaker than this is not counted
FAR = 200  # movement points where there is no route
NEAR = 16  # hexes from which a unit may soon come within an HQ's range
FERRY = 5  # movement points that an unbridged major river costs in the long run
STRONGEST = 60  # no attack or defense is stronger
OFFICERS = ("axis_officer", "soviet_officer")  # the tables of weights.toml that override others for an officer
Near = tuple[tuple[int, float], ...]  # goals and the influence a unit has there


class Knowledge:
    """What players derive from the facts of a game and its weights, before any position is known.

    Goals are the hexes that give victory points (16.1 to 16.3, 18.2).
    """

    def __init__(self, rules: Rules) -> None:
        facts: Facts = rules.facts
        self.facts = facts
        self.weights: dict[str, dict[str, float]] = {
            name: {key: float(value) for key, value in w.items()}
            for name, w in weights(rules).items()
            if isinstance(w, dict) and not name.startswith(OFFICERS)
        }
        self.goals = tuple(bits(facts.major_cities | facts.sources[SOVIET] | facts.stars))
        self.goal_at = {place: i for i, place in enumerate(self.goals)}
        self._values: dict[tuple[int, int], list[float]] = {}
        self._beyond: dict[int, bytes] = {}
        self._last_posts: tuple[object, dict[int, int]] = (None, {})
        self._counters()
        self._ways()
        self._odds()

    def posts(self, state: VaState, work_out: Callable[[], dict[int, int]]) -> dict[int, int]:
        """Where units go in a position; picking and moving a unit need the same posts, so the latest are cached."""
        key = (
            state.place.tobytes(), bytes(state.steps), state.active, state.moved, state.axis_held, state.stand_fast,
            state.out_of_command, state.turn,
        )  # fmt: skip
        if self._last_posts[0] != key:
            self._last_posts = (key, work_out())
        return self._last_posts[1]

    # ---- points -----------------------------------------------------------------------------------

    def values(self, held: int, markers: int) -> list[float]:
        """By goal, the points that change when it changes hands, connected."""
        key = (held, markers)
        found = self._values.get(key)
        if found is None:
            if len(self._values) > 500:
                self._values.clear()
            found = self._values[key] = [self._value(place, held, markers) for place in self.goals]
        return found

    def _value(self, place: int, held: int, markers: int) -> float:
        facts, table, here = self.facts, self.facts.charts["victory"], 1 << place
        value = 0.0
        if facts.major_cities & here:
            value += table["major_city"]["connected"]
        if markers & here:
            value += table["stand_fast"]["connected"]
        if facts.stars & here:
            value += table["smolensk_star"]["connected"]
        for name, group in (("breakthrough", facts.sources[SOVIET]), ("from_moscow", facts.moscow_gates)):
            if group & here and not group & held & ~here:  # one of them is enough
                value += table[name]["connected"]
        return value

    # ---- counters ---------------------------------------------------------------------------------

    def _counters(self) -> None:
        """By unit and steps left: worth on the map, what the enemy gains by its end, what losing a step costs."""
        w, roster = self.weights["strength"], self.facts.roster
        self.worth: list[list[float]] = []
        self.stake: list[list[float]] = []
        self.price: list[list[float]] = []
        for unit in range(roster.count):
            worth = self._worth(unit)
            armor = float(roster.mech[unit] and roster.nation[unit] == GERMAN)
            full = [armor if steps == roster.steps[unit] else 0.0 for steps in range(3)]  # points of 16.1
            if roster.side[unit] == SOVIET:
                share = 1.0 if roster.mech[unit] else w["returns"]
                gone = [share * x + roster.mech[unit] * (steps > 0) for steps, x in enumerate(worth)]
            else:
                gone = [x + y for x, y in zip(worth, full, strict=True)]
            self.worth.append(worth)
            self.stake.append(gone)
            self.price.append([0.0, gone[1], gone[2] - gone[1] if roster.steps[unit] > 1 else gone[2]])
        self.units = [roster.of_side[side] & ~roster.hqs & ~roster.forts for side in (AXIS, SOVIET)]

    def _worth(self, unit: int) -> list[float]:
        w, roster = self.weights["strength"], self.facts.roster
        if roster.is_hq[unit]:
            kind = "soviet_hq" if roster.side[unit] == SOVIET else "army_hq"
            value = w["panzer_hq"] if self.facts.panzer_hqs >> unit & 1 else w[kind]
            return [0.0, value, value]
        pairs = zip(roster.attack[unit], roster.defense[unit], strict=True)
        return [w["attack"] * a + w["defense"] * d for a, d in pairs]

    def weight(self, unit: int, left: int) -> float:
        """What a unit weighs at a goal: the mean of its strengths."""
        roster = self.facts.roster
        return (roster.attack[unit][left] + roster.defense[unit][left]) / 2

    # ---- ways -------------------------------------------------------------------------------------

    def _ways(self) -> None:
        """Movement points to each goal, on foot and on wheels; and for each kind of unit its influence by hex."""
        roster = self.facts.roster
        self.ways = [[self._way(1 << goal, mobility) for goal in self.goals] for mobility in (FOOT, MECH)]
        self.home = self._way(self.facts.sources[AXIS], FOOT)  # from where the Axis came
        sheets = [self.facts.board.place_name(goal)[0] for goal in self.goals]
        columns = zip(*self.ways[FOOT], strict=True)
        self.sheet = [sheets[far.index(min(far))] for far in columns]  # by hex, that of the nearest goal
        self._nearest: dict[tuple[int, bool], list[int]] = {}
        tables: dict[tuple[bool, int], list[Near]] = {}
        self.near: list[list[Near]] = []
        for unit in range(roster.count):
            kind = (roster.mech[unit], max(1, roster.move[unit]))
            if kind not in tables:
                tables[kind] = self._influence(*kind)
            self.near.append(tables[kind])

    def _way(self, goal: int, mobility: int) -> list[int]:
        facts, grid = self.facts, self.facts.grid
        cost = facts.profiles[AXIS][mobility].step_cost
        ferries = facts.across_unbridged_major

        def step(a: int, b: int) -> int:
            paid = cost[6 * a + grid.direction(a, b)]
            if paid:
                return paid
            return FERRY if ferries[a] >> b & 1 and facts.land >> b & 1 else -1

        return [far if far >= 0 else FAR for far in distances(grid, goal, step)]

    def _influence(self, mech: bool, allowance: int) -> list[Near]:
        w = self.weights["contest"]
        decay, garrison = w["decay"], w["garrison"]
        table: list[Near] = []
        for h in range(self.facts.grid.size):
            found = []
            for goal, way in enumerate(self.ways[mech]):
                felt = garrison if way[h] == 0 else exp(-decay * way[h] / allowance)
                if felt > FAINT:
                    found.append((goal, felt))
            table.append(tuple(found))
        return table

    def nearest(self, wanted: int, mech: bool) -> list[int]:
        """By hex, the movement points to the nearest of these goals, given as a set of their numbers."""
        key = (wanted, mech)
        found = self._nearest.get(key)
        if found is None:
            fields = [self.ways[mech][goal] for goal in bits(wanted)]
            found = [min(column) for column in zip(*fields, strict=True)] if fields else [0] * self.facts.grid.size
            if len(self._nearest) > 200:
                self._nearest.clear()
            self._nearest[key] = found
        return found

    def beyond_range(self, place: int) -> bytes:
        """By hex, how far it is from an HQ in a place; 0 in its range and beyond what is near."""
        found = self._beyond.get(place)
        if found is None:
            grid = self.facts.grid
            far = bytearray(grid.size)
            for h in bits(grid.disk(place, NEAR) & ~in_range(self.facts, place)):
                far[h] = grid.distance(place, h)
            if len(self._beyond) > 500:
                self._beyond.clear()
            found = self._beyond[place] = bytes(far)
        return found

    # ---- odds -------------------------------------------------------------------------------------

    def _odds(self) -> None:
        facts = self.facts
        crt = facts.crt
        self.expected = expected(crt, 6, 6)
        strengths = range(STRONGEST + 1)
        self.columns = [[crt.column(attack, defense) for defense in strengths] for attack in strengths]
        # by column and steps in a fortress hex: the chance that one attack destroys all of it (14.2)
        self.breach = [
            [sum(_in_fortress(facts, die, column) >= steps for die in range(1, 7)) / 6 for steps in range(8)]
            for column in range(len(crt.columns))
        ]
        # for each hex those from which it can be attacked, mountain divisions apart
        self.entries = [self._entries(side) for side in (AXIS, SOVIET)]
        self.around = [facts.grid.step(1 << i, facts.open_sides) & facts.land for i in range(facts.grid.size)]

    def _entries(self, side: int) -> list[tuple[int, ...]]:
        grid, steps = self.facts.grid, self.facts.steps[side][False]
        found: list[tuple[int, ...]] = [()] * grid.size
        for i in grid.hexes:
            found[i] = tuple(n for n in grid.adjacent(i) if steps[n] >> i & 1)
        return found


def _in_fortress(facts: Facts, die: int, column: int) -> int:
    """The steps a hex with a fortress loses: every hex of retreat is one (14.2)."""
    result = facts.crt.result(die, column)
    return result.defender + result.retreat


@lru_cache(maxsize=8)
def knowledge_of(rules: Rules) -> Knowledge:
    return Knowledge(rules)


@lru_cache(maxsize=16)
def officers_knowledge(rules: Rules, side: int) -> Knowledge:
    """The same for the officer of a side, which has some weights of its own, and some for one scenario only."""
    found = copy(knowledge_of(rules))
    found.weights = dict(found.weights)
    written = weights(rules)
    for who in (OFFICERS[side], f"{OFFICERS[side]}_{rules.settings.scenario}"):
        for table, own in written.get(who, {}).items():
            found.weights[table] = {**found.weights[table], **own}
    found._counters()
    return found
