"""German strategic movement (8.6, 8.7).

Kinds `transfer`, `transfer-at`; Tigers that change corps are in attachment.py. Procedure "strategic".
Events: `transfer` (unit, from, to).
"""

from __future__ import annotations

from ostfront.core.map.hexes import Sides, bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import attachment, control, fog, limits, stacking, supply
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Transfers

FIRST, LAST = 9, 29  # turns (8.7)
CAPACITY = 8  # units a player turn


# ---- who may be moved -------------------------------------------------------------------------------


def possible(facts: Facts, state: BDState) -> bool:
    """Whether the German player turn has a strategic movement phase in which something can be moved."""
    return in_season(state) and bool(movable(facts, state, entrained(facts, state), 0))


@implements("BD 8.7e")
def in_season(state: BDState) -> bool:
    return FIRST <= state.turn <= LAST


@implements("BD 8.7b")
def entrained(facts: Facts, state: BDState) -> int:
    """Units of the German side in a city of theirs that has overland supply: looked at when the phase begins."""
    hexes = facts.cities & state.german & supply.overland(facts, state, GERMAN)
    units = state.standing(hexes) & facts.roster.of_side[GERMAN]
    return units & ~facts.roster.static & ~state.stalingrad_bound


@implements("BD 8.7e")
def cost(facts: Facts, unit: int) -> int:
    """What a unit counts; a Tiger battalion counts when it changes corps."""
    if facts.roster.satellites[GERMAN] >> unit & 1:
        return 4
    return 2 if facts.roster.mech >> unit & 1 else 1


def movable(facts: Facts, state: BDState, ready: int, shipped: int) -> int:
    """Those of the units that the rest of the capacity can move and that have somewhere to go."""
    left = CAPACITY - shipped
    return mask(
        unit for unit in bits(ready & state.on_map) if cost(facts, unit) <= left and has_way(facts, state, unit)
    )


def has_way(facts: Facts, state: BDState, unit: int) -> bool:
    """Whether a unit has a hex to go to, or a Tiger battalion another corps."""
    if facts.roster.attached >> unit & 1:
        return bool(attachment.supportable(facts, state, unit, within_reach(facts, state, unit)))
    return bool(facts.near[state.place[unit]] & open_to(facts, state, unit))


# ---- where to (8.7) ---------------------------------------------------------------------------------


@implements("BD 8.7d")
def open_to(facts: Facts, state: BDState, unit: int) -> int:
    """Hexes a unit may enter: land free of enemies, with room, and not closed to it."""
    hexes = facts.land & ~state.occupied[GROUND[SOVIET]] & ~limits.closed_to(facts, state, unit)
    if facts.roster.attached >> unit & 1:
        return hexes
    return stacking.room(facts, state, GERMAN, 1 << unit, hexes)


@implements("BD 8.7c")
def quiet(facts: Facts, state: BDState) -> int:
    """Hexes that are not next to an enemy unit: those of a journey but for its first and last."""
    return facts.valid & ~facts.grid.neighbours(state.occupied[GROUND[SOVIET]] & facts.valid)


@implements("BD 10.14b")
def crossed(facts: Facts) -> Sides:
    """Hexsides that strategic movement crosses: never the Kerch Strait."""
    return facts.sides


def within_reach(facts: Facts, state: BDState, unit: int) -> int:
    """The hexes a unit can come to, with the one it stands in."""
    start = 1 << state.place[unit]
    hexes = open_to(facts, state, unit) | start
    return facts.grid.flood(start, hexes, hexes & quiet(facts, state) | start, crossed(facts))


def destinations(facts: Facts, state: BDState, unit: int) -> int:
    return within_reach(facts, state, unit) & ~(1 << state.place[unit])


def journey(facts: Facts, state: BDState, unit: int, target: int) -> list[int]:
    """The hexes entered on the way: through own hexes if that is possible, else the shortest way."""
    start = 1 << state.place[unit]
    hexes = open_to(facts, state, unit) | start
    through = hexes & quiet(facts, state) | start
    own = through & state.german | start
    grid = facts.grid
    rings = grid.rings(start, own | 1 << target, own, crossed(facts))
    if not any(ring >> target & 1 for ring in rings):
        rings = grid.rings(start, through | 1 << target, through, crossed(facts))
    nth = next(n for n, ring in enumerate(rings) if ring >> target & 1)
    path = [target]
    for ring in reversed(rings[1:nth]):
        path.append(lowest(ring & facts.near[path[-1]]))
    return path[::-1]


# ---- the phase --------------------------------------------------------------------------------------


@implements("BD 8.7a", "BD 8.7f")
def begin(play: BDPlay) -> None:
    """Arrivals of this turn take part and count like the others."""
    play.state.shipped = 0
    play.begin("strategic", Transfers(GERMAN, entrained(play.facts, play.state)))


def next_transfer(play: BDPlay, local: Transfers) -> None:
    if movable(play.facts, play.state, local.ready, play.state.shipped):
        play.ask("transfer", GERMAN)


def ask_transfer(play: BDPlay, _decision: Decision) -> str:
    left = CAPACITY - play.state.shipped
    return (
        f"Strategic movement, {left} of {CAPACITY} left: choose a unit (mechanized 2, satellite army 4), or finish."
    )


def transfer_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = movable(facts, state, state.top.local.ready, state.shipped)
    return Options((facts.single["done"],), ((facts.vocabulary.table("transfer"), units),))


def answer_transfer(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    facts, state = play.facts, play.state
    local: Transfers = state.top.local
    unit = action.arg
    ready = local.ready & ~(1 << unit)
    if facts.roster.attached >> unit & 1:
        state.shipped += cost(facts, unit)
        play.again("next", local._replace(ready=ready))
        attachment.begin_attach(play, GERMAN, unit, within_reach(facts, state, unit))
        return
    play.local(local._replace(ready=ready, unit=unit))
    play.ask("transfer-at", GERMAN)


TRANSFER = Kind(
    "transfer",
    "8.7",
    verbs=(Verb("transfer", (UNIT,), "move a unit strategically"), "done"),
    prompt=ask_transfer,
    options=transfer_options,
    answer=answer_transfer,
    secrecy="secret",
    secret_of=(SOVIET,),
)


def ask_transfer_at(play: BDPlay, _decision: Decision) -> str:
    return f"Choose where {play.facts.roster.names[play.state.top.local.unit]} goes."


def transfer_at_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    return Options((), ((facts.vocabulary.table("at"), destinations(facts, state, state.top.local.unit)),))


def answer_transfer_at(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    facts, state = play.facts, play.state
    local: Transfers = state.top.local
    unit, start = local.unit, state.place[local.unit]
    support = stacking.with_support(facts, state, 1 << unit)
    state.shipped += cost(facts, unit)
    state.shuffled |= 1 << unit  # it does not go by sea in this player turn (10.16)
    play.again("next", local._replace(ready=local.ready & ~support, unit=NOWHERE))
    fog.tell(play, "transfer", unit, start, action.arg)
    for place in journey(facts, state, unit, action.arg):
        if state.result is None:
            control.enter(play, 1 << unit, place, "move")


TRANSFER_AT = Kind(
    "transfer-at",
    "8.7",
    verbs=("at",),
    prompt=ask_transfer_at,
    options=transfer_at_options,
    answer=answer_transfer_at,
    secrecy="secret",
    secret_of=(SOVIET,),
)

PROCEDURES = (Procedure("strategic", (Step("next", next_transfer, "8.7"),), Transfers),)
