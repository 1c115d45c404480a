"""What can be planned in Barbarossa 1941: attacks and overruns, and what may still be committed to a battle."""

from __future__ import annotations

from functools import partial

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Battlefield, Planner
from ostfront.core.play.view import View
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.rules.combat import eligible
from ostfront.games.barbarossa_1941.rules.support import flyers, german_guns, soviet_guns
from ostfront.games.barbarossa_1941.rules.victory import counting_cities
from ostfront.games.barbarossa_1941.state import B41State, Battle
from ostfront.kit.table import look as kit
from ostfront.kit.table.look import Known

DECLARE = "Attack with these"
WITHOUT = "Go on without"
OPTIONS = ("air support", "naval support", "guns", "paratroops", "joukov", "coup")
ANSWERS = {
    "fly": "With air support",
    "fleet": "With naval support",
    "guns": "With guns",
    "para": "With paratroops",
    "joukov": "With Joukov",
    "coup": "If a coup de main succeeds",
}


def planner(view: View, facts: Facts, state: B41State, known: Known, kind: str) -> Planner | None:
    """Which hexes could be attacked or overrun and by whom."""
    at, local, ids = kit.units_by_place(known), kit.locals_on_top(known), facts.roster.ids
    gain = partial(_gain, facts, state, view.seat)
    if kind == "commit":
        able = kit.offered(view, "with")
        return kit.attack_planner([(local["target"], able)], at, "resolve", joined=local["attackers"], says=DECLARE)
    if kind in OPTIONS:
        return kit.last_planner(view, local, at, partial(_left, facts, state, view.seat), WITHOUT)
    if kind == "march":
        units = tuple(local["units"])
        fields = tuple(
            Battlefield(place, units, tuple(at[place]), gain(place)) for place in kit.offered(view, "overrun")
        )
        return Planner("overrun {place}", "", "", fields, says="Overrun this hex") if fields else None
    if kind != "attack":
        return None
    targets = []
    for target in kit.offered(view, "attack"):
        who = _of_one_mind(facts, eligible(facts, state, Battle(view.seat, facts.board.index(target))))
        targets.append((target, [ids[u] for u in bits(who)]))
    return kit.attack_planner(targets, at, "resolve", says=DECLARE, alone=True, gain=gain) if targets else None


def _of_one_mind(facts: Facts, units: int) -> int:
    """Attackers without the fewer of Romanians and Hungarians, who do not attack together (12.2)."""
    romanians, hungarians = units & facts.roster.romanians, units & facts.roster.hungarians
    if not romanians or not hungarians:
        return units
    return units & ~min(romanians, hungarians, key=int.bit_count)


def _left(facts: Facts, state: B41State, side: int, verb: str) -> int:
    """How many of these a side could still send in."""
    if verb == "fly":
        return flyers(facts, state, state.top.local, side).bit_count()
    if verb == "guns":
        return german_guns(facts, state) if side == AXIS else soviet_guns(facts, state)
    return 1


def _gain(facts: Facts, state: B41State, side: int, place: str) -> str:
    """What a side wins with a hex, or takes from the other."""
    here = facts.board.index(place)
    points = facts.victory_points.get(here, 0)
    if not points or bool(counting_cities(facts, state) >> here & 1) == (side == AXIS):
        return ""
    return counted(points, "victory point") + ("" if side == AXIS else " off the Axis")
