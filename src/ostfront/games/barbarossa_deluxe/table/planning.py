"""What can be planned in Barbarossa Deluxe: assaults, and what may still be committed to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Battlefield, Commitment, Planner
from ostfront.core.play.view import View
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.rules import drop, support
from ostfront.games.barbarossa_deluxe.rules.attackers import eligible
from ostfront.games.barbarossa_deluxe.state import Battle, BDState
from ostfront.kit.table import look as kit
from ostfront.kit.table.look import Known

DECLARE = "Attack with these"
WITHOUT = "Go on without"
WINDOWS = ("luftwaffe", "support", "aerial", "yield")
ANSWERS = {
    "luftwaffe": "With a Luftwaffe counter",
    "guns": "With all artillery corps",
    "wings": "With all air armies",
    "interceptors": "With the VI Interceptor Corps",
    "partisans": "With the partisans",
    "airborne": "With the airborne assault",
    "yield": "If the defenders fall back before it",
}


def planner(view: View, facts: Facts, state: BDState, known: Known, kind: str) -> Planner | None:
    """Which hexes could be attacked and by whom."""
    at, local, ids = _by_place(known), kit.locals_on_top(known), facts.roster.ids
    gain = partial(_gain, facts, state, view.seat)
    if kind in WINDOWS:
        return kit.last_planner(view, local, at, partial(_left, facts, state), _without(kind, view.seat, local))
    commits = _commits(facts, state, view.seat)
    says = "" if commits else DECLARE
    if kind == "commit":
        only, joined = (local["target"], kit.offered(view, "with")), local["attackers"]
        return kit.attack_planner([only], at, "resolve", joined=joined, says=says, commits=commits)
    if kind == "march":
        units = tuple(local["units"])
        fields = tuple(
            Battlefield(place, units, tuple(at.get(place, ())), gain(place)) for place in kit.offered(view, "assault")
        )
        return Planner("assault {place}", "", "", fields, says="Assault this hex") if fields else None
    if kind != "assault":
        return None
    targets = []
    for target in kit.offered(view, "attack"):
        who = eligible(facts, state, Battle(view.seat, facts.board.index(target)))
        targets.append((target, [ids[u] for u in bits(who)]))
    if not targets:
        return None
    return kit.attack_planner(targets, at, "resolve", says=says, alone=True, gain=gain, commits=commits)


def _by_place(known: Known) -> Mapping[str, Sequence[str]]:
    """Who is where, with the backs of those who are not seen."""
    found = {place: list(units) for place, units in kit.units_by_place(known).items()}
    for token in known.get("tokens", {}):
        found.setdefault(token.rpartition(".")[0], []).append(token)
    return found


def _commits(facts: Facts, state: BDState, side: int) -> tuple[Commitment, ...]:
    """A German assault: the Luftwaffe is asked for next, and then the die is rolled.

    Not while paratroops may join, for they are asked for first.
    """
    left = support.luftwaffe_left(facts, state) if side == GERMAN else 0
    if left <= 0 or drop.waiting(facts, state, Battle(GERMAN, 0)):
        return ()
    return (Commitment("luftwaffe", "commit a Luftwaffe counter", left),)


def _without(kind: str, seat: int, local: Known) -> str:
    """Whether the die falls when nothing is committed."""
    rolls = kind == "yield" or (kind == "luftwaffe" and seat == GERMAN == local["side"])
    return "" if rolls else WITHOUT


def _left(facts: Facts, state: BDState, verb: str) -> int:
    """How many of these could still be sent in."""
    if verb == "luftwaffe":
        return support.luftwaffe_left(facts, state)
    if verb == "guns":
        return support.guns_left(facts, state)
    return support.wings_left(facts, state) if verb == "wings" else 1


def _gain(facts: Facts, state: BDState, side: int, place: str) -> str:
    """Whether a place counts for victory and is not a side's own already."""
    here = facts.board.index(place)
    held = bool(state.german >> here & 1)
    return "counts for victory" if facts.victory_hexes >> here & 1 and held != (side == GERMAN) else ""
