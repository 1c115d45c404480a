"""What a position is worth to a side, term by term, for explanations."""

from __future__ import annotations

from ostfront.ai.barbarossa_1941.battles import loss
from ostfront.ai.barbarossa_1941.knowledge import Knowledge
from ostfront.ai.barbarossa_1941.places import Places
from ostfront.ai.barbarossa_1941.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SIDES
from ostfront.games.barbarossa_1941.state import B41State

WIN = 1000.0


def explain(knowledge: Knowledge, state: B41State, side: int) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    sign = 1 if side == AXIS else -1
    if state.result is not None:
        won = state.result.winner
        return {"result": 0.0 if won is None else WIN if won == SIDES[side] else -WIN}
    tally = Tally(knowledge, state)
    field = Places(tally, side)
    w = knowledge.weights
    strength = [sum([knowledge.worth[unit][state.steps[unit]] for unit, _, _ in units]) for units in tally.units]
    contest = 0.0
    for (need, value), near in zip(field.needs, field.influence[side], strict=True):
        contest += value * min(1.0, near / need)
    danger = 0.0
    for place in bits(tally.occupied[side]):
        danger += loss(tally, side, place, tally.stack(place), tally.threat(1 - side, place))
    name = SIDES[side]
    open_ways = field.open(tally.occupied[side], w["line"][f"{name}_open"], w["line"][f"{name}_ground"])
    return {
        "points": sign * w["points"]["capture"] * tally.points * tally.urgency,
        "strength": sign * (strength[AXIS] - strength[1 - AXIS]) * tally.time,
        "contest": contest,
        "danger": -danger * w["danger"][name],
        "line": -open_ways,
    }
