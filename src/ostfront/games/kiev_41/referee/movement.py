"""2.4, 2.8, 8.0 and 10.9, with 14.2 and 14.3: what a leg costs, where it may lead."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.ground import STRAIT
from ostfront.games.kiev_41.referee.position import ARMOUR, Position
from ostfront.games.kiev_41.referee.stacking import ally_there, has_room, too_many
from ostfront.games.kiev_41.state import March

section = Section[Case]("K41")

LIFTED = ("2.4.2", "2.4.3", "2.4.4", "8.0a", "8.0b", "10.9b", "10.9c", "14.3")  # rules that can be ignored
BEYOND = 20  # how far beyond its points a block's route is still computed, to tell the player what it costs
BY_COLOUR = {"yellow": "2.4.2", "red": "2.4.3", "victory": "2.4.4"}
GO = ("go",)
LEGS = ("approach", "march")

# ---- the reasoning ----------------------------------------------------------------------------------


def allowance(position: Position, unit: int) -> int:
    """10.9.1, 14.2: 3 or 5 points; Jager and Luftlande 4 when agility is played."""
    if position.ground.plays("14.2"):
        agility = position.charts["agility"]
        if position.kind(unit) == "jager":
            return int(agility["jager_move"])
        if position.kind(unit) == "airborne" and position.side(unit) == AXIS:
            return int(agility["luftlande_move"])
    return position.roster.move[unit]


def entry_cost(position: Position, unit: int, area: int, lifted: str = "") -> int:
    """2.8, 8.0, 14.2: points to enter an area, with one rule ignored."""
    colour = position.ground.colour[area]
    chart, weather = position.charts["terrain"], position.charts["weather"][position.weather]
    cost: int = chart[colour]["move"]
    if colour == "staging":
        return cost  # 2.4.5: in any weather
    bad = "move" in weather and lifted != ("8.0a" if position.weather == "rain" else "8.0b")
    if bad:
        cost = weather["move"]
    elif lifted == BY_COLOUR.get(colour):
        cost = 1
    if position.ground.plays("14.2"):
        agility = position.charts["agility"]
        if position.kind(unit) == "cavalry" and cost == 3:
            cost = agility["cavalry_instead_of_3"]
        if position.kind(unit) == "mountain" and colour == "red":
            cost = min(cost, agility["mountain_red"])
    return cost


def barred(position: Position, unit: int, a: int, b: int) -> bool:
    """14.3: a step that tanks and motorized infantry do not make."""
    if not position.ground.plays("14.3") or position.kind(unit) not in ARMOUR:
        return False
    return position.ground.colour[b] == "red" or STRAIT in position.plain.links[a][b]


def costs_from(position: Position, march: March, points: int, lifted: str = "") -> Mapping[int, int]:
    """The areas that one leg reaches with these points, and the cost of the cheapest route; without its start."""
    return position.once((march, points, lifted), lambda: _costs_from(position, march, points, lifted))


def _costs_from(position: Position, march: March, points: int, lifted: str) -> Mapping[int, int]:
    unit = march.unit
    start, side = position.state.place[unit], position.side(unit)
    leaving = start in position.held[1 - side]
    extra = position.charts["movement"]["disengage"] if leaving and lifted != "10.9c" else 0
    friendly = position.friendly[side]
    through = friendly | position.held[1 - side] if lifted == "10.9b" else friendly
    others = position.plain.neighbours(start) if not leaving or lifted == "10.9c" else []
    found: dict[int, int] = {}
    edge = {start: 0}
    while edge:  # ever more expensive routes, the cheapest first
        area = min(edge, key=lambda a: edge[a])
        spent = edge.pop(area)
        for n in position.plain.neighbours(area):
            if n == start or (lifted != "14.3" and barred(position, unit, area, n)):
                continue
            total = spent + entry_cost(position, unit, n, lifted) + (extra if area == start else 0)
            alone = area == start and n in others
            if total > points or not (n in through or alone):
                continue  # other areas are entered from a neighbour, not out of a battle
            if total < found.get(n, total + 1):
                found[n] = total
                if n in through:
                    edge[n] = total
    return {n: cost for n, cost in found.items() if n in friendly or n in others}


def may_engage(case: Case) -> bool:
    """Whether the block in hand may enter an area with enemy units."""
    return case.decision.kind == "march" and mode(case) in ("tactical", "strategic")


def mode(case: Case) -> str:
    """The kind of Command Segment in which a block is in hand; empty for an HQ that is being activated."""
    command = case.below("command")
    return command.mode if command is not None and case.decision.kind == "march" else ""


def can_be_revealed(position: Position, unit: int) -> bool:
    """10.1c: Guderian and HQs without enemies beside them at once; others where they can disengage to."""
    side, place = position.side(unit), position.state.place[unit]
    if place not in position.held[1 - side]:
        return True
    if falls_with_kiev(position, unit):
        return False
    march = March(unit, allowance(position, unit), place, 0)
    reached = costs_from(position, march, march.left)
    return any(has_room(position, unit, a) or leads_on(position, march, a, engaging=False) for a in reached)


def falls_with_kiev(position: Position, unit: int) -> bool:
    """2.6, 10.6: Budyonny is eliminated the moment he leaves contested Kiev without a Soviet unit."""
    kiev, side = position.ground.kiev, position.side(unit)
    if position.unit_name(unit) != "B" or position.state.place[unit] != kiev:
        return False
    return kiev in position.held[1 - side] and position.at(kiev, side) == [unit] and kiev not in position.lines(side)


def leads_on(position: Position, march: March, area: int, *, engaging: bool) -> bool:
    """10.9d: whether a block that cannot stay in a friendly area can immediately enter one it does not control."""
    unit, side = march.unit, position.side(march.unit)
    cost = costs_from(position, march, march.left).get(area)
    if cost is None or area not in position.friendly[side]:
        return False
    for n in position.plain.neighbours(area):
        closed = (
            n in position.friendly[side] or n in position.ground.staging[1 - side] or barred(position, unit, area, n)
        )
        if closed or (n in position.held[1 - side] and not engaging) or not has_room(position, unit, n):
            continue
        if cost + entry_cost(position, unit, n) <= march.left:
            return True
    return False


def blamed(case: Case) -> set[str]:
    """Why the named area is not reached: the rules that would each have to be ignored; otherwise the points."""
    march, area = case.local, case.area
    return case.position.once(("blamed", march, area), lambda: _blamed(case.position, march, area))


def _blamed(position: Position, march: March, area: int) -> set[str]:
    closed = position.ground.staging[1 - position.side(march.unit)]
    if area in closed or area in costs_from(position, march, march.left):
        return set()
    found = {number for number in LIFTED if area in costs_from(position, march, march.left, number)}
    if found:
        return found
    if behind_enemies(position, march, area):
        return {"10.9b"}
    return {"10.9.1"} if area in costs_from(position, march, march.left + BEYOND) else {"2.5a"}


def behind_enemies(position: Position, march: March, area: int) -> bool:
    """Whether an area that is not friendly lies next to enemies in reach and not to other ground in reach."""
    side = position.side(march.unit)
    if area in position.friendly[side]:
        return False
    reached = costs_from(position, march, march.left)
    last = [n for n in position.plain.neighbours(area) if n in reached and not barred(position, march.unit, n, area)]
    if not last or any(n not in position.held[1 - side] for n in last):
        return False
    return any(reached[n] + entry_cost(position, march.unit, area) <= march.left for n in last)


# ---- a leg ------------------------------------------------------------------------------------------

ANY_LEG = ("go", "rail", "sail", "land", "drop")


@section.clause("2.2a", *LEGS, verbs=ANY_LEG, tier=Tier.WORDS)
def leaders_boxes_are_closed(case: Case) -> str | None:
    boxes = case.ground.all_at(("moscow", "rastenburg"))
    return "No unit may enter a Leader's box." if case.area in boxes else None


@section.clause("10.2c", *LEGS, verbs=ANY_LEG, tier=Tier.WORDS)
def the_road_is_guderians(case: Case) -> str | None:
    return "Only Guderian moves on the Road to Tula, and only by his dice." if case.area in case.ground.tula else None


@section.clause("10.8", *LEGS, verbs=ANY_LEG, tier=Tier.WORDS)
def a_move_leads_to_an_area(case: Case) -> str | None:
    boxes = {*case.ground.all_at(("moscow", "rastenburg")), *case.ground.tula}
    if case.ground.is_area(case.area) or case.area in boxes:
        return None
    return f"{case.where(case.area)} is not an area of the map."


@section.clause("10.9a", *LEGS, verbs=ANY_LEG, tier=Tier.STANDING)
def a_leg_leads_elsewhere(case: Case) -> str | None:
    if case.area != case.state.place[case.local.unit]:
        return None
    return f"{case.name(case.local.unit)} is in {case.where(case.area)}."


@section.clause("2.4.5a", *LEGS, verbs=ANY_LEG)
def axis_staging_area(case: Case) -> str | None:
    if case.side == AXIS or case.area not in case.ground.staging[AXIS]:
        return None
    return "Soviet blocks cannot enter the Axis staging area."


@section.clause("2.4.5b", *LEGS, verbs=ANY_LEG)
def soviet_staging_areas(case: Case) -> str | None:
    if case.side != AXIS or case.area not in case.ground.staging[1 - AXIS]:
        return None
    return f"Axis blocks cannot enter {case.where(case.area)}, a Soviet staging area."


@section.clause("2.5a", *LEGS, verbs=GO)
def one_leg_over_friendly_areas(case: Case) -> str | None:
    if "2.5a" not in blamed(case):
        return None
    return (
        f"{case.where(case.area)} is out of reach in one leg: a leg crosses friendly areas without enemy units; "
        "any other area is entered from an adjacent one."
    )


def _too_dear(case: Case, number: str, reason: str) -> str | None:
    """A part of the cost without which the area would be in reach."""
    if number not in blamed(case):
        return None
    march = case.local
    cost = costs_from(case.position, march, march.left + BEYOND).get(case.area)
    needs = f"{cost} MP" if cost else "more than it has"
    return f"{case.where(case.area)} takes {needs}, as {reason}; {case.name(march.unit)} has {march.left} left."


@section.clause("2.4.2", *LEGS, verbs=GO)
def yellow_areas_cost_more(case: Case) -> str | None:
    return _too_dear(case, "2.4.2", "yellow areas cost 2")


@section.clause("2.4.3", *LEGS, verbs=GO)
def red_areas_cost_more(case: Case) -> str | None:
    return _too_dear(case, "2.4.3", "red areas cost 3")


@section.clause("2.4.4", *LEGS, verbs=GO)
def victory_areas_cost_more(case: Case) -> str | None:
    return _too_dear(case, "2.4.4", "victory areas cost 2")


@section.clause("8.0a", *LEGS, verbs=GO)
def rain_costs_more(case: Case) -> str | None:
    return _too_dear(case, "8.0a", "every area costs 3 in rain")


@section.clause("8.0b", *LEGS, verbs=GO)
def snow_costs_more(case: Case) -> str | None:
    return _too_dear(case, "8.0b", "every area costs 2 in snow")


@section.clause("10.9.1", *LEGS, verbs=GO)
def enough_movement_points(case: Case) -> str | None:
    if "10.9.1" not in blamed(case):
        return None
    march = case.local
    cost = costs_from(case.position, march, march.left + BEYOND).get(case.area)
    return f"{case.name(march.unit)} has {march.left} MP left; reaching {case.where(case.area)} costs {cost}."


@section.clause("10.9b", *LEGS, verbs=GO)
def engaging_ends_a_move(case: Case) -> str | None:
    if "10.9b" not in blamed(case):
        return None
    return (
        f"The route to {case.where(case.area)} passes through areas with enemy units; "
        "a block that enters one must stop there."
    )


@section.clause("10.9c", *LEGS, verbs=GO)
def disengaging(case: Case) -> str | None:
    if "10.9c" not in blamed(case):
        return None
    unit = case.local.unit
    if case.area not in case.position.friendly[case.side]:
        return (
            f"{case.name(unit)} disengages from {case.whereabouts(unit)}: "
            f"it must first enter a friendly area without enemy units, and {case.where(case.area)} is not one."
        )
    return _too_dear(case, "10.9c", "disengaging costs 1 more")


# ---- where it ends ----------------------------------------------------------------------------------


def _passing(case: Case) -> bool:
    """Whether the leg ends in a full area only to continue."""
    return leads_on(case.position, case.local, case.area, engaging=may_engage(case))


@section.clause("1.4a", *LEGS, verbs=GO)
def no_leg_to_a_hostile_ally(case: Case) -> str | None:
    return None if _passing(case) else ally_there(case, case.local.unit, case.area)


@section.clause("2.9a", *LEGS, verbs=GO)
def no_leg_to_a_full_area(case: Case) -> str | None:
    return None if _passing(case) else too_many(case, case.local.unit, case.area)


@section.clause("1.4a", *LEGS, verbs=("stop", "reveal"))
def no_stop_beside_a_hostile_ally(case: Case) -> str | None:
    if not case.local.legs:
        return None  # it has not moved
    return ally_there(case, case.local.unit, case.state.place[case.local.unit])


@section.clause("2.9a", *LEGS, verbs=("stop", "reveal"))
def no_stop_in_a_full_area(case: Case) -> str | None:
    if not case.local.legs:
        return None
    return too_many(case, case.local.unit, case.state.place[case.local.unit])


@section.clause("10.1c", "approach", verbs=GO)
def an_hq_being_activated_does_not_engage(case: Case) -> str | None:
    if case.area not in case.position.held[case.enemy]:
        return None
    return f"{case.where(case.area)} contains enemy units; an HQ cannot be revealed there."


@section.clause("10.12d", "march", verbs=GO)
def no_new_battles(case: Case) -> str | None:
    if may_engage(case) or case.area not in case.position.held[case.enemy]:
        return None
    return f"{case.where(case.area)} contains enemy units, and no battle is fought in this impulse."


@section.clause("12.0", "march", verbs=GO)
def no_engaging_in_a_pass(case: Case) -> str | None:
    if mode(case) != "pass" or case.area not in case.position.held[case.enemy]:
        return None
    return f"{case.where(case.area)} contains enemy units; a block cannot engage in a Pass."


@section.clause("10.19b", "march", verbs=GO)
def no_engaging_in_exploitation(case: Case) -> str | None:
    if mode(case) != "exploitation" or case.area not in case.position.held[case.enemy]:
        return None
    return f"{case.where(case.area)} contains enemy units; a block cannot engage in an Exploitation Move."


@section.clause("14.3", *LEGS, verbs=GO)
def armour_keeps_off(case: Case) -> str | None:
    if "14.3" not in blamed(case):
        return None
    return (
        f"{case.name(case.local.unit)} cannot reach {case.where(case.area)}: "
        "tanks and motorized infantry may not enter red areas or cross the Kerch Strait."
    )
