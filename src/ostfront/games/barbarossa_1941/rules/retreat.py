"""Retreat (6.1): the defender's second loss, where a stack may go, and what it costs.

Events: `retreat` (units, from, to), `stand` (target).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import PLACE, Facts
from ostfront.games.barbarossa_1941.facts.roster import COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.combat_windows import battle_of
from ostfront.games.barbarossa_1941.rules.ground import Ground, closed_countries, ground, kerch_open
from ostfront.games.barbarossa_1941.rules.losses import begin_losses
from ostfront.games.barbarossa_1941.rules.paratroops import drop_zone
from ostfront.games.barbarossa_1941.rules.stacking import room
from ostfront.games.barbarossa_1941.rules.strength import steps_of
from ostfront.games.barbarossa_1941.rules.supply_lines import FINNS, sources
from ostfront.games.barbarossa_1941.rules.ways import beyond_finland
from ostfront.games.barbarossa_1941.rules.weather import motorised_units, weather_at
from ostfront.games.barbarossa_1941.rules.zoc import uncancelled, zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle

# ---- which loss it may replace (6) ------------------------------------------------------------------


def defender_losses(play: B41Play, local: Battle) -> None:
    """The first loss alone, if the second could become a retreat; else all of them."""
    if not local.loss_defence:
        return
    now = local.loss_defence
    if now >= convertible(play.facts) and may_retreat(play.facts, play.state, local, now - 1):
        now = convertible(play.facts) - 1
    play.change(loss_defence=local.loss_defence - now)
    begin_losses(play, 1 - local.side, local.defenders, now, local.lead_defence)


def may_retreat(facts: Facts, state: B41State, local: Battle, losses: int) -> bool:
    """Whether the stack may retreat, and will not be destroyed by its other losses in any case."""
    return (
        steps_of(state, local.defenders & state.on_map) > losses
        and not rooted(facts, local.defenders)
        and not surprised(state, 1 - local.side)
    )


@implements("B41 6o")
def convertible(facts: Facts) -> int:
    """Which of the defender's losses may become a retreat."""
    return int(facts.charts["crt"]["retreat"]["convertible"])


@implements("B41 6q", "B41 12.11c")
def rooted(facts: Facts, units: int) -> bool:
    """A static unit in the stack keeps all of it in place."""
    return bool(units & facts.roster.static)


@implements("B41 12.8a")
def surprised(state: B41State, side: int) -> bool:
    """Soviets do not retreat on turn 1."""
    return side == SOVIET and state.turn == 1


# ---- where to (6.1) ---------------------------------------------------------------------------------


def retreat_hexes(facts: Facts, state: B41State, units: int, start: int, barred: int = 0) -> int:
    """The hexes to which a whole stack may retreat; `barred` are hexes closed by a supporting drop."""
    legal = legal_hexes(facts, state, units, start, barred)
    if not legal:
        return 0
    return towards_supply(facts, state, units, start, legal) | into_major_city(facts, legal)


@implements("B41 6.1b")
def legal_hexes(facts: Facts, state: B41State, units: int, start: int, barred: int) -> int:
    """Neighbours across open hexsides without enemies that have room for the stack."""
    over = ground_of(facts, state, units, start)
    hexes = over.next_to[start] & ~barred
    side = facts.roster.side[lowest(units)]
    if units & facts.roster.finns:
        hexes &= ~beyond_finland(facts, zoc(facts, state, 1 - side))
    return room(facts, state, units, hexes) if hexes else 0


@implements("B41 4g")
def into_major_city(facts: Facts, legal: int) -> int:
    """A major city beside it always takes a stack in."""
    return legal & facts.majors


def ground_of(facts: Facts, state: B41State, units: int, start: int) -> Ground:
    """The map as the stack meets it: with motorised units in it, as they do."""
    side = facts.roster.side[lowest(units)]
    wheels = bool(motorised_units(state, units))
    return ground(facts, wheels, weather_at(facts, state, start), kerch_open(facts, state, side))


@implements("B41 6.1a")
def towards_supply(facts: Facts, state: B41State, units: int, start: int, legal: int) -> int:
    """Those of the hexes that are no farther from a source other than the hex left; all if none can be reached."""
    over = ground_of(facts, state, units, start)
    side = facts.roster.side[lowest(units)]
    user = FINNS if units & ~facts.roster.airborne & ~facts.roster.finns == 0 else side
    enemies = state.occupied[COMBAT[1 - side]] | closed_countries(facts, state)
    passable = over.enterable & ~enemies
    near = within_reach(over, sources(facts, state, user) & ~(1 << start), passable, start)
    return legal if near is None else legal & near


def within_reach(over: Ground, ends: int, passable: int, start: int) -> int | None:
    """The hexes no farther from one of the ends than the start, in movement points; None if it cannot be reached.

    The hex left is not paid, the last one is: seen from the end, leaving a hex costs what it costs to enter.
    """
    grid, back = over.grid, over.back
    here = 1 << start
    passable |= here
    found = ends & passable
    layers = [found]
    empty = 0  # layers in a row: no hex costs more than the dearest
    dearest = over.base[-1][0] + over.strait_cost
    while not found & here:
        points, new = len(layers), 0
        for cost, hexes in over.base:
            if cost <= points:
                edge = layers[points - cost] & hexes
                if edge:
                    new |= grid.step(edge, back)
        for a, b in over.strait.items():
            paid = points - over.cost[a] - over.strait_cost
            if paid >= 0 and layers[paid] >> a & 1:
                new |= 1 << b
        new &= passable & ~found
        found |= new
        layers.append(new)
        empty = 0 if new else empty + 1
        if empty > dearest:
            return None
    return found


# ---- the decision -----------------------------------------------------------------------------------


def offer_retreat(play: B41Play, local: Battle) -> None:
    """Ask for the second loss, if there is one left and a hex to go to."""
    hexes = open_retreats(play.facts, play.state, local)
    if hexes:
        play.ask("second loss", 1 - local.side, prepared=hexes)


def open_retreats(facts: Facts, state: B41State, local: Battle) -> int:
    """Where the defenders may go now instead of taking their next loss."""
    units = local.defenders & state.on_map & ~facts.roster.airborne
    if not (units and local.loss_defence):
        return 0
    if not may_retreat(facts, state, local, local.loss_defence - 1):
        return 0
    return retreat_hexes(facts, state, units, local.target, drop_zone(state, local))


def ask_retreat(play: B41Play, _decision: Decision) -> str:
    local = battle_of(play)
    place = play.facts.board.place_name(local.target)
    left = f"{local.loss_defence} step{'' if local.loss_defence == 1 else 's'}"
    return f"{left} still to be lost in {place}: retreat instead of the next one, or stand."


def retreat_options(play: B41Play, _decision: Decision) -> Options:
    hexes = play.prepared or open_retreats(play.facts, play.state, battle_of(play))
    return Options((play.facts.single["stand"],), ((play.facts.vocabulary.table("retreat"), hexes),))


def answer_retreat(play: B41Play, _decision: Decision, action: Action) -> None:
    """Go, and pay for an enemy ZOC with a step that is taken with the other losses."""
    local = battle_of(play)
    if action.verb == "stand":
        play.note("stand", local.target)
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    place, side = action.arg, 1 - local.side
    units = local.defenders & state.on_map | company(facts, state, local)
    extra = zoc_loss(facts, state, side, place)
    play.change(loss_defence=local.loss_defence - 1 + extra, retreat=place)
    play.note("retreat", tuple(bits(units)), local.target, place)
    for unit in bits(units):
        state.put(unit, place)
    control.left(play, 1 << local.target)
    if state.result is None:
        control.entered(play, units, place)


def company(facts: Facts, state: B41State, local: Battle) -> int:
    """Airborne corps of the stack, which go along unless they were used up in this combat."""
    roster = facts.roster
    corps = state.units_at(local.target) & roster.airborne & roster.of_side[1 - local.side]
    return corps & ~(1 << local.para_defence) if local.para_defence >= 0 else corps


@implements("B41 6.1c")
def zoc_loss(facts: Facts, state: B41State, side: int, place: int) -> int:
    """Steps lost by retreating into an enemy ZOC that no friend cancels."""
    if not uncancelled(facts, state, side) >> place & 1:
        return 0
    return int(facts.charts["crt"]["retreat"]["extra_loss_in_enemy_zoc"])


SECOND_LOSS = Kind(
    "second loss",
    "6.1",
    verbs=(
        Verb("retreat", (PLACE,), "retreat the whole stack instead of the second loss"),
        Verb("stand", (), "stay and take the loss"),
    ),
    prompt=ask_retreat,
    options=retreat_options,
    answer=answer_retreat,
)


@implements("B41 6.1d")
def other_losses(play: B41Play, local: Battle) -> None:
    """What was not turned into a retreat is lost in steps."""
    play.change(loss_defence=0)
    begin_losses(play, 1 - local.side, local.defenders, local.loss_defence)
