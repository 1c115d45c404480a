"""What a position is worth to the officer: the recruit's terms, with its own for supply and assaults on cities."""

from __future__ import annotations

from ostfront.ai.kiev_41 import city_assaults, supply_risk
from ostfront.ai.kiev_41.evaluate import TERMS, battle, result, supply
from ostfront.ai.kiev_41.prospects import prospects
from ostfront.ai.kiev_41.tally import Tally
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET

QUIET = tuple(term for term in TERMS if term not in (supply, battle))


def officer_assess(tally: Tally, seat: int) -> float:
    """The worth of a position for a seat, as the officer sees it; its context gives the aims of both sides."""
    sign = 1.0 if seat == AXIS else -1.0
    if tally.state.result is not None:
        return sign * result(tally)
    held = tally.state.axis & tally.facts.victory_areas
    if not held or held == tally.facts.victory_areas:  # sudden death
        won = float(tally.knowledge.weights["result"]["win"])
        return sign * (won if held else -won)
    reach = supply_risk.reach(tally, AXIS), supply_risk.reach(tally, SOVIET)
    foe = 1 - seat
    calm = supply_risk.calm(tally, seat)
    fear = calm * supply_risk.supply(tally, seat, reach[seat], reach[foe], "thread") + supply_risk.last_stand(
        tally, seat
    )
    fear += calm * float(tally.knowledge.weights["threads"]["danger"]) * supply_risk.danger(tally, seat, reach[foe])
    fear += supply_risk.bare(tally, seat, reach[foe])
    hope = supply_risk.supply(tally, foe, reach[foe], reach[seat], "grip") + supply_risk.last_stand(tally, foe)
    hope += (
        prospects(tally, seat)
        + city_assaults.expected_gain(tally, seat)
        + city_assaults.advance(tally, seat)
        - supply_risk.siege(tally, foe)
    )
    hope += supply_risk.ring(tally, seat)
    fear += supply_risk.ring(tally, foe)
    quiet = sum([term(tally) for term in QUIET]) - supply_risk.spearhead(tally)
    return sign * quiet + hope - fear
