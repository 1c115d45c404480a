"""What a position is worth, in victory points.

Each term is a small function of a muster (the position, counted) and gives its value as the Axis sees it; the
Soviet side sees the opposite. Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.ai.victory_awaits.knowledge import STRONGEST, outlook
from ostfront.ai.victory_awaits.tally import NOBODY, Muster, Stack
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, GERMAN, ROMANIAN, RUSSIAN, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.seats import side_of_seat, winner
from ostfront.games.victory_awaits.rules.victory import score

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import Facts
    from ostfront.games.victory_awaits.state import VaState


NATIONS_OF = ((GERMAN, ROMANIAN), (RUSSIAN,))
NEAR = 16  # hexes from which a unit may soon come into an HQ's range


# ---- terms, as the Axis sees them ---------------------------------------------------------------------


def result(m: Muster) -> float:
    """The game is over: nothing else counts."""
    over = m.state.result
    if over is None:
        return 0.0
    w = m.look.weights["result"]
    margin = over.score[0] - over.score[1] if len(over.score) == 2 else 0
    won = over.winner == winner(m.look.rules, m.state, AXIS)
    return (1.0 if won else -1.0) * w["win"] + w["margin"] * margin


def points(m: Muster) -> float:
    """The points above what is needed, if the game were counted now (16)."""
    return float(score(m.look.rules, m.state).total - m.state.target)


def strength(m: Muster) -> float:
    """Units on the map, and a share for those that will come."""
    boxes, worth, steps = m.look.rules.boxes, m.look.worth, m.state.steps
    total = 0.0
    for side, sign in ((AXIS, 1), (SOVIET, -1)):
        units = m.look.rules.roster.of_side[side] & m.state.on_map
        total += sign * sum([worth[u][steps[u]] for u in bits(units)])
        box = m.state.each_at(boxes[f"{SIDES[side]}-available"])
        total += sign * m.look.weights["strength"]["waiting"] * sum([worth[u][steps[u]] for u in box])
    return total


def contest(m: Muster) -> float:
    """Each goal belongs a little to whoever could get there in force; force counts squared, so it gathers."""
    axis, soviet = m.influence()
    total = 0.0
    for value, mine, theirs in zip(m.values, axis, soviet, strict=True):
        total += value * mine**2 / (mine**2 + theirs**2)
    w = m.look.weights["contest"]
    return total * (w["axis"] + w["soviet"]) / 2 * m.time


def progress(m: Muster) -> float:
    """How far units are from the nearest goal they want, in their own moves, by their strength."""
    return _way_to_go(m, SOVIET) - _way_to_go(m, AXIS)


def _way_to_go(m: Muster, side: int) -> float:
    look, state, roster = m.look, m.state, m.look.rules.roster
    wanted = m.wanted(side)
    foot, wheels = (look.nearest(wanted, mech) for mech in (False, True))
    units = bits(look.units[side] & state.on_map)
    return sum([(wheels if roster.mech[u] else foot)[state.place[u]] * m.progress_rate(u) for u in units])


def battle(m: Muster) -> float:
    """Attacks that could be made as the units stand, for and against."""
    return _prospects(m, AXIS) - _prospects(m, SOVIET)


def _prospects(m: Muster, side: int) -> float:
    w = m.look.weights["battle"]
    total = 0.0
    for target in bits(m.occupied[1 - side] & m.zoc[side]):
        attack = m.massed(side, target)
        if attack:
            total += max(0.0, prospect(m, side, target, m.stack(target), attack))
    return total * (w["now"] if side == m.acting else w["later"] * m.time)


def prospect(
    m: Muster,
    side: int,
    target: int,
    there: Stack,
    attack: float,
    shut: int | None = None,
    price: float | None = None,
) -> float:
    """What an attack of this strength on a hex gains on average, in points; nothing if it is not possible.

    `shut` are the hexes the attacker's zones of control close, `price` what a step costs him.
    """
    look, w = m.look, m.look.weights["battle"]
    column = look.columns[min(int(attack), STRONGEST)][min(there.defense, STRONGEST)]
    column -= look.rules.shift_at[target]
    if column < 0 or not there.steps:
        return 0.0
    mean = look.expected[column]
    step = there.stake / there.steps
    if there.fort:
        gain = min(mean.defender + mean.hexes, there.steps) * step
        cleared = look.breach[column][min(there.steps, 7)]
    else:
        lost = min(mean.defender, there.steps)
        gain = lost * step + mean.retreat * flight(m, side, target, there, m.zoc[side] if shut is None else shut)
        cleared = mean.retreat
    goal = look.goal_at.get(target)
    if goal is not None and not m.holds(side, target):
        gain += m.values[goal] * w["capture"] * cleared
    return gain - mean.attacker * (w["step"] if price is None else price)


def flight(m: Muster, side: int, target: int, there: Stack, shut: int) -> float:
    """What a retreat costs the defender: ground; a step each where zones wait; everything where no way is left."""
    push = m.look.weights["battle"]["push"]
    free = m.look.around[target] & ~m.occupied[side]
    if free & ~shut:
        return push
    return push + (there.stake / there.steps * there.units if free else there.stake)


def supply(m: Muster) -> float:
    """Units without a line (11.1)."""
    return _want(m, SOVIET) - _want(m, AXIS)


def _want(m: Muster, side: int) -> float:
    cut = m.occupied[side] & ~m.fed(side)
    if not cut:
        return 0.0
    state, price = m.state, m.look.price
    hungry = [u for place in bits(cut) for u in state.each_at(place) if not m.look.rules.roster.is_fort[u]]
    return sum([price[u][state.steps[u]] for u in hungry]) * hunger(m, side)


def hunger(m: Muster, side: int) -> float:
    """How much a missing line matters to a side: the Axis is spared on the first turns (15.1)."""
    w, turn = m.look.weights["supply"], m.state.turn
    if side == AXIS:
        first = m.look.rules.charts["track"]["axis_supply_from"]
        return w["cut"] if turn >= first else w["soon"] if turn == first - 1 else 0.0
    return w["cut"]


def command(m: Muster) -> float:
    """Units with an HQ to lead them, HQs with somebody to lead."""
    return _led(m, AXIS) - _led(m, SOVIET)


def _led(m: Muster, side: int) -> float:
    look, state, roster = m.look, m.state, m.look.rules.roster
    total = 0.0
    for nation in NATIONS_OF[side]:
        reach = m.commanded(nation)
        units = bits(look.units[side] & roster.of_nation[nation] & state.on_map)
        total += sum([look.worth[u][state.steps[u]] for u in units if reach >> state.place[u] & 1])
    total *= look.weights["command"]["led"]
    for hq in bits(roster.hqs & roster.of_side[side] & state.on_map):
        total += lead(m, hq, state.place[hq])
    return total


def lead(m: Muster, hq: int, place: int) -> float:
    """What an HQ is good for in a hex: the units it leads, first those nobody else does; not in the front line."""
    look, w = m.look, m.look.weights["command"]
    rules = look.rules
    side, nation = rules.roster.side[hq], rules.roster.nation[hq]
    others, near = m.commanded(nation, hq), in_range(rules, place)
    armor = w["panzers"] if rules.panzer_hqs >> hq & 1 else 0.0
    distance = rules.grid.distance
    led = 0.0
    for h in bits(rules.grid.disk(place, NEAR) & m.occupied[side]):
        there = m.stack(h)
        worth = there.romanian if nation == ROMANIAN else there.worth - there.romanian + armor * there.armor
        felt = 1.0 if near >> h & 1 else w["near"] * 4 / max(4, distance(place, h))
        led += worth * felt * (w["shared"] if others >> h & 1 else 1.0)
    return led * w["hq"] - (w["front"] if m.zoc[1 - side] >> place & 1 else 0.0)


TERMS = (points, strength, contest, progress, battle, supply, command)


# ---- the whole ----------------------------------------------------------------------------------------


def side_number(rules: Facts, state: VaState, side: str) -> int:
    """The side a name stands for; the seats of a bidding are called first and second (17.1)."""
    seat = next(i for i, seat in enumerate(rules.seats) if seat.side == side)
    return side_of_seat(rules, state, seat)


def evaluate(rules: Facts, state: VaState, side: str) -> float:
    """The worth of a position for a side."""
    return sum(explain(rules, state, side).values())


def explain(rules: Facts, state: VaState, side: str) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    m = muster(rules, state)
    sign = 1 if side_number(rules, state, side) == AXIS else -1
    terms = (result,) if state.result is not None else TERMS
    return {term.__name__: sign * term(m) for term in terms}


def muster(rules: Facts, state: VaState) -> Muster:
    """A position counted, with the side of its active units acting."""
    acting = next((side for side in (AXIS, SOVIET) if state.active & rules.roster.of_side[side]), NOBODY)
    return Muster(outlook(rules), state, acting, state.active)
