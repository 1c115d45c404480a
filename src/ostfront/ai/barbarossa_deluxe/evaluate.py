"""What a position is worth to a side, term by term, for explanations."""

from __future__ import annotations

from ostfront.ai.barbarossa_deluxe.knowledge import Knowledge
from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_deluxe.facts import GERMAN
from ostfront.games.barbarossa_deluxe.facts.roster import SIDES
from ostfront.games.barbarossa_deluxe.state import BDState

WIN = 1000.0


def explain(knowledge: Knowledge, state: BDState, side: int) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    if state.result is not None:
        won = state.result.winner
        return {"result": 0.0 if won is None else WIN if won == SIDES[side] else -WIN}
    field = OfficerField(knowledge, state, side)
    danger = contest = progress = 0.0
    for place in bits(field.own):
        danger += field.loss(place, field.defence[place], field.stake[place])
    for target in bits(field.foes & field.facts.grid.step(field.own, field.facts.sides)):
        massed = sum([field.attack[spot] for spot in bits(field.facts.near[target] & field.own)])
        contest += field.contact_share * field.prospect(target, massed)
    for unit in bits(state.on_map & field.facts.roster.ground[side]):
        progress += field.pull(unit, state.place[unit])
    points = knowledge.weights["points"]["capture"] * state.vp
    return {
        "points": points if side == GERMAN else -points,
        "strength": sum(field.stake.values()) - sum(field.foe_stake.values()),
        "battle": contest,
        "danger": -danger,
        "line": -field.open(field.own),
        "progress": progress,
        "pockets": knowledge.weights["supply"]["pocket"] * field.pocket(field.own),
    }
