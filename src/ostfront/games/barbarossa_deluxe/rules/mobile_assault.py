"""Mobile assaults (10.23 to 10.33): mechanized units in hand attack a neighbouring hex in the midst of their move.

The assault is announced, the defender may still bring up a reserve (8.11) or declare the city (9.7), then it is
declared and paid for, and fought by the procedure "battle". The assaulting units wait in their launch hex until the
defenders' hex is clear.

Events: `mobile assault` (units, from, target).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.map.profile import Profile
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import LIMIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    control,
    declarations,
    fog,
    ground,
    interrupts,
    limits,
    stacking,
    supply,
)
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState, March

SOVIET_FROM = 25  # 10.23
OPEN_GROUND, DEFENDED_PLACE = 2, 3  # 10.24: points besides the ordinary cost

# ---- where ------------------------------------------------------------------------------------------


def targets(facts: Facts, state: BDState, side: int, units: int) -> int:
    """The hexes that units in hand can assault from where they stand."""
    here = state.place[units.bit_length() - 1]
    found = within_reach(facts, state, side, here)
    if not found or not in_season(facts, state, side) or not able(facts, state, side, units):
        return 0
    if not within_limits(state, here):
        return 0
    found ^= found & (ground.closed(facts, state, units) | protected(facts, state, side))
    found &= open_ground(facts, state, units)
    if not found or barred_by_frontiers(facts, state, side, here):
        return 0
    left = points.left(facts, state, units)
    over = ground.costs(facts, state, units)
    for target in bits(found):
        if not affordable(cost(facts, state, over, side, here, target), left):
            found ^= 1 << target
    return found if found and supplied(facts, state, units, here) else 0


@implements("BD 10.25b", "BD 10.25e")
def within_reach(facts: Facts, state: BDState, side: int, here: int) -> int:
    """Enemies next to a hex of any kind, across rivers but no other water."""
    return facts.near[here] & state.occupied[GROUND[1 - side]]


def in_season(facts: Facts, state: BDState, side: int) -> bool:
    """Whether a side makes mobile assaults on this turn."""
    return german_season(facts, state) if side == GERMAN else soviet_season(state)


@implements("BD 10.23a", "BD 5.10b")
def german_season(facts: Facts, state: BDState) -> bool:
    """Single-month turns, but not the Paulus Pause."""
    return facts.box(state.turn).single and not declarations.resting(state)


@implements("BD 10.23b")
def soviet_season(state: BDState) -> bool:
    return state.turn >= SOVIET_FROM


def able(facts: Facts, state: BDState, side: int, units: int) -> bool:
    """Mechanized units that can attack; a Soviet one only if it has not yet assaulted in this phase."""
    roster = facts.roster
    if units & roster.mech & roster.armed != units or units & hampered(state):
        return False
    return may_repeat(side) or not units & has_assaulted(state)


@implements("BD 10.30")
def hampered(state: BDState) -> int:
    """Units that an earlier prepared assault keeps from a mobile one: none."""
    return 0


@implements("BD 10.24b")
def may_repeat(side: int) -> bool:
    """The German side assaults as often as its points allow, the same hex too."""
    return side == GERMAN


@implements("BD 10.24c", "BD 10.29b")
def has_assaulted(state: BDState) -> int:
    """Units that have made a mobile assault in this phase; Soviets make no second one."""
    return state.mobile


@implements("BD 10.24d")
def within_limits(state: BDState, launch: int) -> bool:
    """A stack over the limit launches nothing."""
    return state.load[launch] <= LIMIT


def protected(facts: Facts, state: BDState, side: int) -> int:
    """Hexes that the other side holds too strongly."""
    return strongholds(state, side) | (fortified_area(facts, state) if side == GERMAN else 0)


@implements("BD 9.6b", "BD 10.25a")
def strongholds(state: BDState, side: int) -> int:
    """Hero cities, or fortress cities."""
    return state.hero if side == GERMAN else state.fortress


@implements("BD 10.25a")
def fortified_area(facts: Facts, state: BDState) -> int:
    return facts.grid.disk(state.area, 1) if state.area >= 0 else 0


def open_ground(facts: Facts, state: BDState, units: int) -> int:
    """Clear terrain, with or without a city or a line; on turn 1 the marsh of 5.13 too."""
    found = clear_ground(facts)
    if state.turn == 1 and ground.firm_marsh(facts, state, units):
        for name in ground.PASSABLE_MARSH:
            found |= 1 << facts.board.index(name)
    return found


@implements("BD 10.25a", "BD 10.12b")
def clear_ground(facts: Facts) -> int:
    """Never rough or marsh, which the Soviets of turn 13 and later treat as clear only to move."""
    return facts.clear


@implements("BD 5.11a")
def barred_by_frontiers(facts: Facts, state: BDState, side: int, here: int) -> bool:
    """Turn 1: units of the German side in Romania do not attack."""
    return side == GERMAN and limits.frontiers_closed(facts, state) and bool(facts.romania >> here & 1)


@implements("BD 10.26a")
def supplied(facts: Facts, state: BDState, units: int, launch: int) -> bool:
    """Overland, garrison or Crimea supply in the launch hex."""
    return supply.may_mobile(facts, state, units, launch)


# ---- what it costs ----------------------------------------------------------------------------------


@implements("BD 10.24a")
def extra(facts: Facts, state: BDState, side: int, target: int) -> int:
    """Points besides the ordinary cost: more for a city or an enemy line."""
    lines = facts.lines[SOVIET] if side == GERMAN else facts.lines[GERMAN] & ~state.broken | state.wall
    return DEFENDED_PLACE if (facts.cities | lines) >> target & 1 else OPEN_GROUND


def cost(facts: Facts, state: BDState, over: Profile, side: int, here: int, target: int) -> int:
    return ground.step_cost(over, here, target) + extra(facts, state, side, target)


@implements("BD 10.25d")
def affordable(needed: int, left: int) -> bool:
    """Paid in full: the minimum move does not serve."""
    return needed <= left


# ---- the assault ------------------------------------------------------------------------------------


def announce(play: BDPlay, local: March, target: int) -> None:
    """The defender may bring up a reserve, or declare the city, before the odds are looked at."""
    local = local._replace(target=target, deployed=play.state.deployed)
    play.again("announced", local)
    if not interrupts.point(play, interrupts.ANNOUNCED, target):
        declare(play, local)


def announced(play: BDPlay, local: March) -> None:
    """After the window: thought over if a reserve has come or the city is declared; else the assault goes on."""
    state, target = play.state, local.target
    reinforced = state.deployed and not local.deployed
    if reinforced or strongholds(state, local.side) >> target & 1:
        play.again("leg", local._replace(target=NOWHERE))
    else:
        declare(play, local)


def declare(play: BDPlay, local: March) -> None:
    """The units in hand, which began the phase together, pay and fight from the hex they stand in."""
    facts, state = play.facts, play.state
    side, units, target = local.side, local.units, local.target
    here = state.place[units.bit_length() - 1]
    points.set_out(facts, state, units)
    over = ground.costs(facts, state, units)
    points.spend(state, units, cost(facts, state, over, side, here, target))
    state.mobile |= units
    fog.tell(play, "mobile assault", tuple(bits(units)), here, target)
    play.again("after the assault", local._replace(fresh=False, dropped=0))
    play.begin("battle", Battle(side, target, units, mobile=True, launch=here))


def after_assault(play: BDPlay, local: March) -> None:
    """What is left of the stack enters the hex if it is clear, or is back in its launch hex."""
    facts, state = play.facts, play.state
    side, target = local.side, local.target
    units = local.units & state.on_map
    local = local._replace(units=units, target=NOWHERE)
    if not units:
        play.again("end", local)
    elif cleared(state, side, target) and stacking.fits(facts, state, side, units, target):
        play.again("leg", local)
        control.enter(play, units, target, "move")
    else:
        play.again("leg" if goes_on(side) else "end", local)


@implements("BD 10.28a", "BD 10.29a")
def cleared(state: BDState, side: int, target: int) -> bool:
    """Whether no defender is left: then the units stand in the hex, and that is all the advance there is."""
    return not state.occupied[GROUND[1 - side]] >> target & 1


@implements("BD 10.28b", "BD 10.28c")
def goes_on(side: int) -> bool:
    """After an unfavourable result a German force may go on, a Soviet one stays where it is for the phase."""
    return side == GERMAN
