"""10.2, 10.3, 10.6 to 10.9 and 4.1: who may be commanded, and where Defensive Lines are built."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.facts.roster import SIDES
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.position import BLOCKS, Position

section = Section[Case]("K41")

ACT = ("pick", "build")

# ---- the reasoning ----------------------------------------------------------------------------------


def active_hqs(position: Position, side: int) -> list[int]:
    """Activated tactical HQs on the map proper."""
    return [
        unit
        for unit in range(position.roster.count)
        if position.state.active >> unit & 1 and position.side(unit) == side and position.kind(unit) == "hq"
        and position.ground.is_area(position.state.place[unit])
    ]  # fmt: skip


def in_range(position: Position, hq: int, area: int, reach: int) -> bool:
    """10.3: a path over areas neither enemy-controlled nor contested; it may end in a contested one."""
    found = position.once(("range", hq, reach), lambda: _range(position, hq, reach))
    return area in found


def _range(position: Position, hq: int, reach: int) -> set[int]:
    through = position.friendly[position.side(hq)] | {position.state.place[hq]}
    enter = through | position.contested
    return set(position.plain.flood([position.state.place[hq]], enter, through, limit=reach))


def obeys(position: Position, hq: int, unit: int) -> bool:
    """10.2, 10.6, 10.7: an HQ commands its colour and white blocks; Budyonny and Timoshenko everybody."""
    commands = position.roster.commands[hq]
    if commands == "all":
        return True
    return position.is_combat(unit) and position.roster.army[unit] in (commands, "white")


def commands(position: Position, hq: int, unit: int) -> bool:
    """Whether an activated HQ commands a block where it is now."""
    place = position.state.place[unit]
    if position.state.place[hq] == place:
        return True  # 10.2b
    return obeys(position, hq, unit) and in_range(position, hq, place, position.command_strength(hq))


def lines_left(position: Position, side: int) -> int:
    total: int = position.charts["lines"][SIDES[side]]
    return total - len(position.lines(side))


def can_be_taken_up(position: Position, side: int) -> set[int]:
    """4.1: lines without a cube."""
    return {area for area in position.lines(side) if not position.state.isolated_lines >> area & 1}


# ---- who may act ------------------------------------------------------------------------------------


@section.clause("4.2.1", "command", verbs=("pick",), tier=Tier.WORDS)
def blocks_move(case: Case) -> str | None:
    kind = case.position.kind(case.unit)
    if kind == "leader":
        return f"{case.name(case.unit)} is a Leader: he never moves."
    return None if kind in BLOCKS else f"{case.name(case.unit)} is not a block; only blocks can be commanded."


@section.clause("10.2c", "command", verbs=("pick",), tier=Tier.WORDS)
def guderian_has_his_road(case: Case) -> str | None:
    if not case.position.is_guderian(case.unit) or case.local.mode != "tactical":
        return None  # 10.10a
    return "Guderian moves only on the Road to Tula, by his dice."


@section.clause("10.10a", "command", verbs=("pick",), tier=Tier.WORDS)
def guderian_needs_a_tactical_impulse(case: Case) -> str | None:
    if not case.position.is_guderian(case.unit) or case.local.mode == "tactical":
        return None
    return "Guderian is activated in a Tactical Impulse; nothing else moves him."


@section.clause("4.1b", "command", verbs=("build",), tier=Tier.WORDS)
def combat_blocks_build(case: Case) -> str | None:
    return None if case.position.is_combat(case.unit) else f"{case.name(case.unit)} is not a combat block."


@section.clause("10.8", "command", verbs=ACT, tier=Tier.STANDING)
def own_block_on_the_map(case: Case) -> str | None:
    if case.position.side(case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.on_map(case.unit):
        return None
    return f"{case.name(case.unit)} is not on the map ({case.whereabouts(case.unit)})."


@section.clause("10.8", "command", verbs=ACT, tier=Tier.STANDING)
def one_action_each(case: Case) -> str | None:
    if not case.state.acted >> case.unit & 1:
        return None
    done = "is an activated HQ" if case.state.active >> case.unit & 1 else "has already acted"
    return f"{case.name(case.unit)} {done}; a block acts once in an impulse."


@section.clause("10.9a", "command", verbs=ACT)
def blocks_left_to_command(case: Case) -> str | None:
    command = case.local
    if command.mode not in ("pass", "strategic") or command.left > 0:
        return None
    if command.mode == "pass":
        return "A Pass lets one block act."
    return "As many blocks as your Logistics Value have acted."


@section.clause("10.19a", "command", verbs=ACT)
def blocks_left_to_exploit(case: Case) -> str | None:
    if case.local.mode != "exploitation" or case.local.left > 0:
        return None
    return "As many blocks as your Logistics Value have moved."


@section.clause("10.19a", "command", verbs=("pick",))
def fast_blocks_exploit(case: Case) -> str | None:
    if case.local.mode != "exploitation" or case.roster.fast >> case.unit & 1:
        return None
    return f"{case.name(case.unit)} is slow; only fast blocks make an Exploitation Move."


@section.clause("10.19b", "command", verbs=("pick",))
def no_disengaging_in_exploitation(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if case.local.mode != "exploitation" or place not in case.position.held[case.enemy]:
        return None
    return f"{case.name(case.unit)} is among enemies in {case.where(place)}; an Exploitation Move cannot disengage."


@section.clause("10.19b", "command", verbs=("build",))
def no_building_in_exploitation(case: Case) -> str | None:
    return "A block cannot build in an Exploitation Move." if case.local.mode == "exploitation" else None


# ---- which HQ ---------------------------------------------------------------------------------------


def _why_not_commanded(case: Case) -> str:
    """In a Tactical Impulse: the clause that no activated HQ satisfies; empty if one commands the block."""
    if case.local.mode != "tactical":
        return ""
    position, unit = case.position, case.unit
    hqs = active_hqs(position, case.side)
    if any(commands(position, hq, unit) for hq in hqs):
        return ""
    obeyed = [hq for hq in hqs if obeys(position, hq, unit)]
    if not obeyed:
        return "10.2b" if position.is_hq(unit) else "10.2a"
    if all(position.exhausted(hq) for hq in obeyed):
        return "10.3b"
    place = position.state.place[unit]
    if any(in_range(position, hq, place, position.strength(hq)) for hq in obeyed):
        return "10.3c"
    return "10.3a"


@section.clause("10.2a", "command", verbs=ACT)
def commanded_by_its_hq(case: Case) -> str | None:
    if _why_not_commanded(case) != "10.2a":
        return None
    army = case.roster.army[case.unit]
    return f"No activated HQ commands {case.name(case.unit)}, a {army} block in {case.whereabouts(case.unit)}."


@section.clause("10.11a", "command", verbs=ACT)
def luftwaffe_hqs_command_nobody(case: Case) -> str | None:
    if not _why_not_commanded(case):
        return None
    for hq in case.position.at(case.state.place[case.unit], case.side):
        if case.position.kind(hq) == "luftwaffe" and case.state.active >> hq & 1:
            return f"{case.name(hq)} is a Luftwaffe HQ: it commands nobody, not even {case.name(case.unit)}."
    return None


@section.clause("10.2b", "command", verbs=ACT)
def hqs_are_commanded_where_they_lie(case: Case) -> str | None:
    if _why_not_commanded(case) != "10.2b":
        return None
    return f"{case.name(case.unit)} is an HQ; another HQ commands it only in its own area, and none there is active."


@section.clause("10.3a", "command", verbs=ACT)
def commanded_in_range(case: Case) -> str | None:
    if _why_not_commanded(case) != "10.3a":
        return None
    return f"{case.name(case.unit)} in {case.whereabouts(case.unit)} is out of range of the HQs that command it."


@section.clause("10.3b", "command", verbs=ACT)
def exhausted_hqs_command_beside_them(case: Case) -> str | None:
    if _why_not_commanded(case) != "10.3b":
        return None
    return f"The HQ that commands {case.name(case.unit)} is exhausted: it commands only in its own area."


@section.clause("10.3c", "command", verbs=ACT)
def weather_shortens_ranges(case: Case) -> str | None:
    if _why_not_commanded(case) != "10.3c":
        return None
    return f"{case.name(case.unit)} is out of range in this weather ({case.position.weather})."


# ---- Defensive Lines --------------------------------------------------------------------------------


@section.clause("4.1b", "command", verbs=("build",))
def a_step_to_lose(case: Case) -> str | None:
    if case.state.steps[case.unit] > 1:
        return None
    return f"{case.name(case.unit)} is at minimum strength; it would be destroyed by building."


@section.clause("10.9e", "command", verbs=("build",))
def built_in_a_fully_controlled_area(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if case.position.fully_controls(case.side, place):
        return None
    return f"{case.where(place)} contains enemy units; a Defensive Line needs a fully controlled area."


@section.clause("2.9b", "command", verbs=("build",))
def one_line_in_an_area(case: Case) -> str | None:
    place = case.state.place[case.unit]
    return f"{case.where(place)} already has a Defensive Line." if place in case.position.lines(case.side) else None


@section.clause("4.1a", "command", verbs=("build",))
def a_line_is_left(case: Case) -> str | None:
    if lines_left(case.position, case.side) > 0 or can_be_taken_up(case.position, case.side):
        return None
    return "All your Defensive Lines are on the map, and isolated ones cannot be removed."


@section.clause("4.1a", "salvage", tier=Tier.STANDING)
def an_own_line_is_taken_up(case: Case) -> str | None:
    if case.area in case.position.lines(case.side):
        return None
    return f"You have no Defensive Line in {case.where(case.area)}."
