"""11.0 Reinforcements: buying and placing Soviet units, star units."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position, hqs_at, pocket, with_chit, zoc
from ostfront.games.victory_denied.referee.stacking import enemy_there, has_room
from ostfront.games.victory_denied.referee.supply import can_trace

section = Section[Case]("AVD")

# ---- the reasoning: why a unit is not placed in a hex ------------------------------------------------


def beside(position: Position, hex: int) -> list[int]:
    """The hex and its neighbours."""
    return [hex, *position.plain.neighbours(hex)]


def soviet_hqs_beside(position: Position, hex: int) -> list[int]:
    return [hq for place in beside(position, hex) for hq in hqs_at(position, place, SOVIET)]


def not_a_victory_hex(position: Position, unit: int, hex: int) -> str | None:
    """11.1.1: HQs and PVO go to a victory hex with a VP chit that has a supply line."""
    name, where = position.unit_name(unit), position.hex_name(hex)
    if hex not in with_chit(position):
        return f"{name} must be placed in a victory hex with a VP chit; {where} is not one."
    return None if can_trace(position, SOVIET, hex) else f"No supply line leads to {where}."


def not_at_an_hq(position: Position, unit: int, hex: int) -> str | None:
    """11.1.1: other combat units go to an HQ or next to one, where a supply line leads."""
    name, where = position.unit_name(unit), position.hex_name(hex)
    if not soviet_hqs_beside(position, hex):
        return f"{name} must be placed with or next to a Soviet HQ; there is none at {where}."
    return None if can_trace(position, SOVIET, hex) else f"No supply line leads to {where}."


def in_german_zoc(position: Position, hex: int) -> str | None:
    """11.1.1: except with a VP chit, a Soviet combat unit or an HQ in the hex."""
    if hex not in zoc(position, GERMAN) or hex in with_chit(position) or position.at(hex, SOVIET):
        return None
    return f"{position.hex_name(hex)} is in a German zone of control, with no VP chit and no Soviet unit in it."


def second_star(position: Position, unit: int, hex: int) -> str | None:
    """11.1.1: one star unit of a phase on or next to each HQ."""
    if not position.roster.is_star[unit]:
        return None
    placed = position.state.star_hexes
    for hq in soviet_hqs_beside(position, hex):
        for place in beside(position, position.state.place[hq]):
            if placed >> place & 1:
                return (
                    f"A star unit was placed in {position.hex_name(place)}, at {position.unit_name(hq)}; "
                    "each HQ can receive only one."
                )
    return None


def in_the_pocket(position: Position, hex: int) -> str | None:
    """14.0: a Soviet combat unit wins by moving into the Pocket; none is placed there."""
    if hex not in pocket(position):
        return None
    return f"{position.hex_name(hex)} is in the Minsk Pocket, where no unit may be placed."


def fits(position: Position, unit: int, hex: int, stars: bool = True) -> bool:
    """Whether a Soviet unit may be placed in a hex."""
    if not has_room(position, unit, hex) or enemy_there(position, unit, hex, overruns=False):
        return False
    if in_the_pocket(position, hex):
        return False
    if position.roster.is_hq[unit] or position.roster.is_pvo[unit]:
        return not_a_victory_hex(position, unit, hex) is None
    if not_at_an_hq(position, unit, hex) or in_german_zoc(position, hex):
        return False
    return not (stars and second_star(position, unit, hex))


def can_be_placed(position: Position, unit: int, *, stars: bool = True) -> bool:
    """Whether any hex takes a unit; without `stars` the limit of star units is ignored."""
    if position.roster.is_hq[unit] or position.roster.is_pvo[unit]:
        hexes = set(with_chit(position))
    else:
        hqs = [u for u in range(position.roster.count) if position.roster.is_hq[u] and position.on_map(u)]
        soviet = [u for u in hqs if position.roster.side[u] == SOVIET]
        hexes = {hex for hq in soviet for hex in beside(position, position.state.place[hq])}
    return any(fits(position, unit, hex, stars) for hex in hexes)


def price(position: Position, unit: int) -> int:
    points = position.charts["reinforcements"]
    return int(points["hq_points" if position.roster.is_hq[unit] else "unit_points"])


# ---- buying -----------------------------------------------------------------------------------------


@section.clause("11.1.1a", "reserve", verbs=("call",), tier=Tier.STANDING)
def from_the_reserve_box(case: Case) -> str | None:
    if case.position.in_box(case.unit, "soviet-reserve"):
        return None
    return f"{case.name(case.unit)} is not in the Soviet Reserve Box."


@section.clause("11.1.1a", "reserve", verbs=("call",))
def enough_points(case: Case) -> str | None:
    cost, points = price(case.position, case.unit), case.local.points
    if cost <= points:
        return None
    price_of = f"{cost} point" if cost == 1 else f"{cost} points"
    return f"{case.name(case.unit)} costs {price_of}; {points} {'is' if points == 1 else 'are'} left."


@section.clause("11.1.1c", "reserve", verbs=("call",))
def hqs_come_first(case: Case) -> str | None:
    # ruling 11.1.1: HQs are placed before combat units
    if not case.roster.is_hq[case.unit] or not case.local.units_now:
        return None
    return f"{case.name(case.unit)} is too late: HQs must be placed before combat units."


@section.clause("11.1.1c", "reserve", verbs=("call",))
def an_hq_with_a_place_to_go(case: Case) -> str | None:
    if not case.roster.is_hq[case.unit] or can_be_placed(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} cannot be placed: no victory hex with a VP chit and a supply line is free of HQs."


@section.clause("11.1.1d", "reserve", verbs=("call",))
def a_unit_with_a_place_to_go(case: Case) -> str | None:
    # ruling 11.1.1: a bought unit must be placed
    if case.roster.is_hq[case.unit] or can_be_placed(case.position, case.unit, stars=False):
        return None  # 11.1.1g
    return f"{case.name(case.unit)} cannot be placed: no hex at a Soviet HQ can take it."


@section.clause("11.1.1g", "reserve", verbs=("call",))
def a_star_unit_with_an_hq_to_go_to(case: Case) -> str | None:
    unit = case.unit
    if not case.roster.is_star[unit] or can_be_placed(case.position, unit):
        return None
    if not can_be_placed(case.position, unit, stars=False):
        return None  # 11.1.1d
    return f"{case.name(unit)} cannot be placed: every HQ that could take it has received a star unit this turn."


@section.clause("11.1.1b", "chit", verbs=("buy",))
def a_point_for_the_chit(case: Case) -> str | None:
    if case.side != SOVIET:
        return None  # 14.0b
    cost = case.position.charts["reinforcements"]["chit_points"]
    points = case.local.points
    if points >= cost:
        return None
    price_of = f"{cost} point" if cost == 1 else f"{cost} points"
    return f"The chit costs {price_of}; {points} {'is' if points == 1 else 'are'} left."


# ---- placing ----------------------------------------------------------------------------------------


@section.clause("11.1.1d", "place", tier=Tier.WORDS)
def placed_on_the_map(case: Case) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("11.1.1c", "place")
def hqs_in_victory_hexes(case: Case) -> str | None:
    unit = case.local.unit
    return not_a_victory_hex(case.position, unit, case.hex) if case.roster.is_hq[unit] else None


@section.clause("11.1.1h", "place")
def pvo_in_victory_hexes(case: Case) -> str | None:
    unit = case.local.unit
    return not_a_victory_hex(case.position, unit, case.hex) if case.roster.is_pvo[unit] else None


def _field_unit(case: Case) -> bool:
    return not (case.roster.is_hq[case.local.unit] or case.roster.is_pvo[case.local.unit])


@section.clause("11.1.1d", "place")
def units_at_hqs(case: Case) -> str | None:
    return not_at_an_hq(case.position, case.local.unit, case.hex) if _field_unit(case) else None


@section.clause("11.1.1e", "place")
def not_in_a_german_zoc(case: Case) -> str | None:
    return in_german_zoc(case.position, case.hex) if _field_unit(case) else None


@section.clause("11.1.1g", "place")
def one_star_unit_for_each_hq(case: Case) -> str | None:
    return second_star(case.position, case.local.unit, case.hex)


@section.clause("14.0i", "place")
def nothing_is_placed_in_the_pocket(case: Case) -> str | None:
    return in_the_pocket(case.position, case.hex)


# ---- star units -------------------------------------------------------------------------------------


@section.clause("11.3", "stars", tier=Tier.STANDING)
def a_star_unit_beside_the_map(case: Case) -> str | None:
    if case.roster.is_star[case.unit] and case.position.in_box(case.unit, "stavka-stars"):
        return None
    return f"{case.name(case.unit)} is not a star unit that is still waiting off the map."
