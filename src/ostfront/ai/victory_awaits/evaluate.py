"""What a position is worth, in victory points.

Each term is a small function of a tally (the position, counted) and gives its value as the Axis sees it; the
Soviet side sees the opposite. Weights are in `weights.toml`.
"""

from __future__ import annotations

from ostfront.ai.victory_awaits.knowledge import NEAR, STRONGEST, Knowledge
from ostfront.ai.victory_awaits.tally import NOBODY, Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, GERMAN, ROMANIAN, RUSSIAN, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.seats import side_of_seat, winner
from ostfront.games.victory_awaits.rules.victory import score
from ostfront.games.victory_awaits.state import VaState

NATIONS_OF = ((GERMAN, ROMANIAN), (RUSSIAN,))


# ---- terms, as the Axis sees them ---------------------------------------------------------------------


def result(tally: Tally) -> float:
    """The game is over: nothing else counts."""
    over = tally.state.result
    if over is None:
        return 0.0
    w = tally.knowledge.weights["result"]
    margin = over.score[0] - over.score[1] if len(over.score) == 2 else 0
    won = over.winner == winner(tally.facts, tally.state, AXIS)
    return (1.0 if won else -1.0) * w["win"] + w["margin"] * margin


def points(tally: Tally) -> float:
    """The points above what is needed, if the game were counted now (16)."""
    return float(score(tally.facts, tally.state).total - tally.state.target)


def strength(tally: Tally) -> float:
    """Units on the map, and a share for those that will come."""
    boxes, worth, steps = tally.facts.boxes, tally.knowledge.worth, tally.state.steps
    total = 0.0
    for side, sign in ((AXIS, 1), (SOVIET, -1)):
        units = tally.facts.roster.of_side[side] & tally.state.on_map
        total += sign * sum([worth[u][steps[u]] for u in bits(units)])
        box = tally.state.each_at(boxes[f"{SIDES[side]}-available"])
        total += sign * tally.knowledge.weights["strength"]["waiting"] * sum([worth[u][steps[u]] for u in box])
    return total


def contest(tally: Tally) -> float:
    """Each goal belongs a little to whoever could get there in force; force counts squared, so it gathers."""
    axis, soviet = tally.influence()
    total = 0.0
    for value, mine, theirs in zip(tally.values, axis, soviet, strict=True):
        total += value * mine**2 / (mine**2 + theirs**2)
    w = tally.knowledge.weights["contest"]
    return total * (w["axis"] + w["soviet"]) / 2 * tally.time


def progress(tally: Tally) -> float:
    """How far units are from the nearest goal they want, in their own moves, by their strength."""
    return _way_to_go(tally, SOVIET) - _way_to_go(tally, AXIS)


def _way_to_go(tally: Tally, side: int) -> float:
    knowledge, state, roster = tally.knowledge, tally.state, tally.facts.roster
    wanted = tally.wanted(side)
    foot, wheels = (knowledge.nearest(wanted, mech) for mech in (False, True))
    units = bits(knowledge.units[side] & state.on_map)
    return sum([(wheels if roster.mech[u] else foot)[state.place[u]] * tally.progress_rate(u) for u in units])


def battle(tally: Tally) -> float:
    """Attacks that could be made as the units stand, for and against."""
    return _prospects(tally, AXIS) - _prospects(tally, SOVIET)


def _prospects(tally: Tally, side: int) -> float:
    w = tally.knowledge.weights["battle"]
    total = 0.0
    for target in bits(tally.occupied[1 - side] & tally.zoc[side]):
        attack = tally.massed(side, target)
        if attack:
            total += max(0.0, prospect(tally, side, target, tally.stack(target), attack))
    return total * (w["now"] if side == tally.acting else w["later"] * tally.time)


def prospect(
    tally: Tally,
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
    knowledge, w = tally.knowledge, tally.knowledge.weights["battle"]
    column = knowledge.columns[min(int(attack), STRONGEST)][min(there.defense, STRONGEST)]
    column -= knowledge.facts.shift_at[target]
    if column < 0 or not there.steps:
        return 0.0
    mean = knowledge.expected[column]
    step = there.stake / there.steps
    if there.fort:
        gain = min(mean.defender + mean.hexes, there.steps) * step
        cleared = knowledge.breach[column][min(there.steps, 7)]
    else:
        lost = min(mean.defender, there.steps)
        gain = lost * step + mean.retreat * flight(
            tally, side, target, there, tally.zoc[side] if shut is None else shut
        )
        cleared = mean.retreat
    goal = knowledge.goal_at.get(target)
    if goal is not None and not tally.holds(side, target):
        gain += tally.values[goal] * w["capture"] * cleared
    return gain - mean.attacker * (w["step"] if price is None else price)


def flight(tally: Tally, side: int, target: int, there: Stack, shut: int) -> float:
    """What a retreat costs the defender: ground; a step each where zones wait; everything where there is no way."""
    push = tally.knowledge.weights["battle"]["push"]
    free = tally.knowledge.around[target] & ~tally.occupied[side]
    if free & ~shut:
        return push
    return push + (there.stake / there.steps * there.units if free else there.stake)


def supply(tally: Tally) -> float:
    """Units without a line (11.1)."""
    return _supply_loss(tally, SOVIET) - _supply_loss(tally, AXIS)


def _supply_loss(tally: Tally, side: int) -> float:
    cut = tally.occupied[side] & ~tally.supplied(side)
    if not cut:
        return 0.0
    state, price = tally.state, tally.knowledge.price
    unsupplied = [u for place in bits(cut) for u in state.each_at(place) if not tally.facts.roster.is_fort[u]]
    return sum([price[u][state.steps[u]] for u in unsupplied]) * supply_weight(tally, side)


def supply_weight(tally: Tally, side: int) -> float:
    """How much a missing line matters to a side: the Axis is spared on the first turns (15.1)."""
    w, turn = tally.knowledge.weights["supply"], tally.state.turn
    if side == AXIS:
        first = tally.facts.charts["track"]["axis_supply_from"]
        return w["cut"] if turn >= first else w["soon"] if turn == first - 1 else 0.0
    return w["cut"]


def command(tally: Tally) -> float:
    """Units with an HQ to lead them, HQs with units to lead."""
    return _led(tally, AXIS) - _led(tally, SOVIET)


def _led(tally: Tally, side: int) -> float:
    knowledge, state, roster = tally.knowledge, tally.state, tally.facts.roster
    total = 0.0
    for nation in NATIONS_OF[side]:
        reach = tally.commanded(nation)
        units = bits(knowledge.units[side] & roster.of_nation[nation] & state.on_map)
        total += sum([knowledge.worth[u][state.steps[u]] for u in units if reach >> state.place[u] & 1])
    total *= knowledge.weights["command"]["led"]
    for hq in bits(roster.hqs & roster.of_side[side] & state.on_map):
        total += lead(tally, hq, state.place[hq])
    return total


def lead(tally: Tally, hq: int, place: int) -> float:
    """What an HQ is good for in a hex: the units it leads, first those nobody else does; not in the front line."""
    knowledge, w = tally.knowledge, tally.knowledge.weights["command"]
    facts = knowledge.facts
    side, nation = facts.roster.side[hq], facts.roster.nation[hq]
    others, beyond = tally.commanded(nation, hq), knowledge.beyond_range(place)
    armor = w["panzers"] if facts.panzer_hqs >> hq & 1 else 0.0
    felt = [1.0, *[w["near"] * 4 / max(4, far) for far in range(1, NEAR + 1)]]
    led = 0.0
    for h in bits(facts.grid.disk(place, NEAR) & tally.occupied[side]):
        there = tally.stack(h)
        worth = there.romanian if nation == ROMANIAN else there.worth - there.romanian + armor * there.armor
        led += worth * felt[beyond[h]] * (w["shared"] if others >> h & 1 else 1.0)
    return led * w["hq"] - (w["front"] if tally.zoc[1 - side] >> place & 1 else 0.0)


TERMS = (points, strength, contest, progress, battle, supply, command)


# ---- the whole ----------------------------------------------------------------------------------------


def side_number(facts: Facts, state: VaState, side: str) -> int:
    """The side that a name means; while bidding the seats are called first and second (17.1)."""
    seat = next(i for i, seat in enumerate(facts.seats) if seat.side == side)
    return side_of_seat(facts, state, seat)


def evaluate(knowledge: Knowledge, state: VaState, side: str) -> float:
    """The worth of a position for a side."""
    return sum(explain(knowledge, state, side).values())


def explain(knowledge: Knowledge, state: VaState, side: str) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    tally = tally_of(knowledge, state)
    sign = 1 if side_number(knowledge.facts, state, side) == AXIS else -1
    terms = (result,) if state.result is not None else TERMS
    return {term.__name__: sign * term(tally) for term in terms}


def tally_of(knowledge: Knowledge, state: VaState) -> Tally:
    """A position counted, with the side of its active units acting."""
    acting = next((side for side in (AXIS, SOVIET) if state.active & knowledge.facts.roster.of_side[side]), NOBODY)
    return Tally(knowledge, state, acting, state.active)
