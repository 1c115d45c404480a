"""What shifts the odds of a battle (11.11), each with its rule: columns to the right, below zero to the left."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import stacking
from ostfront.games.barbarossa_deluxe.state import (
    FIGHT_FIGHT,
    FIGHT_MOVE,
    MOVE_FIGHT,
    NORTH,
    Battle,
    BDState,
)

FIRM_MARSH = ("2013", "2014")  # 5.13
BLUE_ENDS = 11  # 13.8: the last turn of the bonus in that scenario


class Modifier(NamedTuple):
    """A shift that counts in a battle: the clause, what it is, columns to the right."""

    rule: str
    text: str
    columns: int


def prepared_by(local: Battle, side: int) -> bool:
    """A prepared assault of a side."""
    return not local.mobile and local.side == side


# ---- the order of phases (5.6, 5.7, 5.10, 5.15) -----------------------------------------------------


@implements("BD 5.6a")
def first_summer(facts: Facts, state: BDState, local: Battle) -> int:
    """Germans who fight first in the single months of 1941."""
    box = facts.box(state.turn)
    return int(prepared_by(local, GERMAN) and box.single and box.year == 1941 and state.order == FIGHT_MOVE)


@implements("BD 5.6b")
def second_summer(facts: Facts, state: BDState, local: Battle) -> int:
    """Germans who fight first in the single months of 1942, in the zone they have named."""
    box = facts.box(state.turn)
    if not prepared_by(local, GERMAN) or not box.single or box.year != 1942 or state.order != FIGHT_MOVE:
        return 0
    if state.zone < 0 or blue_is_over(facts, state):
        return 0
    return int((facts.north if state.zone == NORTH else facts.south) >> local.target & 1)


@implements("BD 13.8")
def blue_is_over(facts: Facts, state: BDState) -> bool:
    """In Blue and Kremlin the zone counts for three turns only."""
    return facts.scenario.name == "blue-kremlin" and state.turn > BLUE_ENDS


@implements("BD 5.6c")
def first_of_two_fights(facts: Facts, state: BDState, local: Battle) -> int:
    """The first German phase of fight/fight."""
    return int(prepared_by(local, GERMAN) and state.order == FIGHT_FIGHT and state.nth == 1)


@implements("BD 5.7a")
def moved_first(facts: Facts, state: BDState, local: Battle) -> int:
    """Soviets who move first."""
    if not prepared_by(local, SOVIET) or single_phase(facts, state):
        return 0
    return -int(state.order == MOVE_FIGHT)


@implements("BD 12.2b")
def single_phase(facts: Facts, state: BDState) -> bool:
    """The first turn of The Road Back, which counts as fight/move."""
    return facts.scenario.only_assault(state.turn)


def no_pause(facts: Facts, state: BDState, local: Battle) -> int:
    """Germans who have not taken the Paulus Pause."""
    if local.side != GERMAN or state.paused or not facts.scenario.dated_1941:
        return 0
    if state.turn == 4:
        return -september(local)
    return -october(local) if state.turn == 5 else 0


@implements("BD 5.10c")
def september(local: Battle) -> int:
    """A column of every assault; a mobile one loses two in all."""
    return 1


@implements("BD 5.10d")
def october(local: Battle) -> int:
    return 0 if local.mobile else 2


@implements("BD 5.15")
def on_own_ground(facts: Facts, state: BDState, local: Battle) -> int:
    """Turn 1: Germans who defend west of the start line."""
    if state.turn != 1 or local.side != SOVIET or not facts.scenario.dated_1941:
        return 0
    return -int(facts.scenario.german >> local.target & 1)


# ---- support (8.31, 8.32, 8.37 to 8.40, 11.23) ------------------------------------------------------


@implements("BD 8.31b", "BD 8.32b")
def support_units(facts: Facts, state: BDState, local: Battle) -> int:
    """Tiger battalions and cavalry-mechanized groups in the battle."""
    return stacking.with_support(facts, state, local.attackers | local.defenders) & facts.roster.attached


@implements("BD 8.31c")
def tigers(facts: Facts, state: BDState, local: Battle) -> int:
    """One column for the Germans, however many there are."""
    if not support_units(facts, state, local) & facts.roster.tigers:
        return 0
    return 1 if local.side == GERMAN else -1


@implements("BD 8.32c")
def groups(facts: Facts, state: BDState, local: Battle) -> int:
    """One column for the Soviets for each group."""
    count = (support_units(facts, state, local) & facts.roster.cavalry_mechanized).bit_count()
    return count if local.side == SOVIET else -count


@implements("BD 8.37b")
def interceptors(facts: Facts, state: BDState, local: Battle) -> int:
    return int(local.interceptors)


@implements("BD 8.39a")
def partisans(facts: Facts, state: BDState, local: Battle) -> int:
    return int(local.partisans)


@implements("BD 8.40a")
def airborne(facts: Facts, state: BDState, local: Battle) -> int:
    return int(local.airborne)


@implements("BD 11.23b")
def luftwaffe(facts: Facts, state: BDState, local: Battle) -> int:
    """One column for the Germans, attacking or defending."""
    if not local.luftwaffe:
        return 0
    return 1 if local.side == GERMAN else -1


# ---- ground and works (8.18, 9.6, 11.13 to 11.22) ---------------------------------------------------


@implements("BD 11.14a", "BD 11.13")
def rough(facts: Facts, state: BDState, local: Battle) -> int:
    return -int(facts.rough >> local.target & 1)


@implements("BD 11.15b")
def marsh(facts: Facts, state: BDState, local: Battle) -> int:
    """Every prepared assault into a marsh; not if it is clear ground to all attackers (5.13)."""
    if local.mobile or not facts.marsh >> local.target & 1:
        return 0
    return int(not firm_for_all(facts, state, local))


@implements("BD 5.13")
def firm_for_all(facts: Facts, state: BDState, local: Battle) -> bool:
    """Turn 1: two marshes are clear to German mechanized units in overland supply."""
    if state.turn != 1 or not facts.scenario.dated_1941 or facts.place_names[local.target] not in FIRM_MARSH:
        return False
    firm = facts.roster.germans & facts.roster.mech & local.supplied
    return local.drop < 0 and not local.attackers & ~firm


@implements("BD 11.16")
def river(facts: Facts, state: BDState, local: Battle) -> int:
    """If every attacker comes across a river or one of the straits; paratroops come from above."""
    if local.drop >= 0 or not local.attackers:
        return 0
    across = facts.across_river[local.target] | facts.valid & ~facts.near[local.target]
    across &= ~(1 << local.target)
    place = state.place
    wet = all(across >> (local.launch if local.mobile else place[unit]) & 1 for unit in bits(local.attackers))
    return -int(wet and not bridges_at_hand(facts, state, local))


@implements("BD 10.18b")
def bridges_at_hand(facts: Facts, state: BDState, local: Battle) -> bool:
    """Turn 1: German units ignore rivers."""
    return state.turn == 1 and facts.scenario.dated_1941 and bool(local.attackers & facts.roster.germans)


def city(facts: Facts, state: BDState, local: Battle) -> int:
    """A city, but not one that has been declared."""
    if not facts.cities >> local.target & 1 or declared(state, local):
        return 0
    return plain_city()


@implements("BD 11.20a")
def plain_city() -> int:
    return -1


@implements("BD 9.6a")
def declared_city(facts: Facts, state: BDState, local: Battle) -> int:
    """A hero or fortress city: three columns in place of one."""
    return -3 if declared(state, local) else 0


def declared(state: BDState, local: Battle) -> bool:
    """Whether the defenders stand in a hero or fortress city of theirs."""
    return bool((state.hero if local.side == GERMAN else state.fortress) >> local.target & 1)


@implements("BD 11.21a", "BD 11.21b", "BD 11.21c", "BD 11.21f")
def line(facts: Facts, state: BDState, local: Battle) -> int:
    """A fortified line of the defenders; a German one or an East Wall as long as it stands."""
    if local.side == GERMAN:
        return -int(facts.lines[SOVIET] >> local.target & 1)
    return -int((facts.lines[GERMAN] & ~state.broken | state.wall) >> local.target & 1)


def area(facts: Facts, state: BDState, local: Battle) -> int:
    """Soviets in the Fortified Area."""
    if not in_area(facts, state, local):
        return 0
    return -grown_area() if area_grown(state) else -new_area()


@implements("BD 8.18e")
def in_area(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether Soviets defend in the marker's hex or next to it."""
    return local.side == GERMAN and state.area >= 0 and bool(facts.grid.disk(state.area, 1) >> local.target & 1)


def area_grown(state: BDState) -> bool:
    """After its turn of placement."""
    return state.turn > state.area_since


@implements("BD 8.18c")
def new_area() -> int:
    return 1


@implements("BD 8.18d")
def grown_area() -> int:
    return 2


@implements("BD 10.32")
def mobile(facts: Facts, state: BDState, local: Battle) -> int:
    return -int(local.mobile)


# ---- concentric assault (11.24) ---------------------------------------------------------------------


def concentric(facts: Facts, state: BDState, local: Battle) -> int:
    return int(not local.mobile and not spared(facts, state, local) and surrounding(facts, local))


@implements("BD 11.24a")
def surrounding(facts: Facts, local: Battle) -> bool:
    """From two opposite hexes, from three with a gap between each and the next, or from more than three."""
    sides = [facts.grid.direction(local.target, place) for place in bits(local.hexes)]
    if len(sides) > 3 or any((side + 3) % 6 in sides for side in sides):
        return True
    return len(sides) == 3 and len({side % 2 for side in sides}) == 1


@implements("BD 11.24b", "BD 9.6c")
def spared(facts: Facts, state: BDState, local: Battle) -> bool:
    """Hexes that cannot be taken from all sides."""
    if declared(state, local) or plain_city_of_germans(facts, local):
        return True
    return in_area(facts, state, local) and area_grown(state)


@implements("BD 11.24c")
def plain_city_of_germans(facts: Facts, local: Battle) -> bool:
    return local.side == SOVIET and bool(facts.cities >> local.target & 1)


# ---- satellites alone (11.33) -----------------------------------------------------------------------


@implements("BD 11.33a")
def lone_satellite(facts: Facts, state: BDState, local: Battle) -> int:
    return int(satellites_alone(facts, state, local))


def satellites_alone(facts: Facts, state: BDState, local: Battle) -> bool:
    """A Soviet attack on a hex inside the USSR with nobody in it but an Axis satellite army."""
    if local.side != SOVIET or not facts.ussr >> local.target & 1:
        return False
    units = state.units_at(local.target) & facts.roster.ground[GERMAN]
    return bool(units) and not units & ~facts.roster.satellites[GERMAN]


# ---- all together -----------------------------------------------------------------------------------

SHIFTS: tuple[tuple[str, str, Callable[[Facts, BDState, Battle], int]], ...] = (
    ("5.6a", "fight/move in 1941", first_summer),
    ("5.6b", "fight/move in the zone of 1942", second_summer),
    ("5.6c", "first phase of fight/fight", first_of_two_fights),
    ("5.7a", "move/fight", moved_first),
    ("5.10", "no Paulus Pause", no_pause),
    ("5.15", "Germans west of the start line", on_own_ground),
    ("8.18", "Fortified Area", area),
    ("8.31c", "Tigers", tigers),
    ("8.32c", "cavalry-mechanized groups", groups),
    ("8.37b", "VI Interceptor Corps", interceptors),
    ("8.39a", "partisans", partisans),
    ("8.40a", "Airborne Assault", airborne),
    ("9.6a", "hero or fortress city", declared_city),
    ("10.32", "mobile assault", mobile),
    ("11.14a", "rough", rough),
    ("11.15b", "marsh", marsh),
    ("11.16", "across a river", river),
    ("11.20a", "city", city),
    ("11.21a", "fortified line", line),
    ("11.23b", "Luftwaffe", luftwaffe),
    ("11.24a", "concentric assault", concentric),
    ("11.33a", "satellite army alone", lone_satellite),
)


def shifts(facts: Facts, state: BDState, local: Battle) -> tuple[Modifier, ...]:
    """Every shift that counts in a battle."""
    found = (Modifier(rule, text, function(facts, state, local)) for rule, text, function in SHIFTS)
    return tuple(item for item in found if item.columns)


@implements("BD 11.11")
def shift_sum(facts: Facts, state: BDState, local: Battle) -> int:
    """All shifts together."""
    total = 0
    for _, _, function in SHIFTS:
        total += function(facts, state, local)
    return total
