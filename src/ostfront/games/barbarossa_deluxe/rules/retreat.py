"""Retreat after combat (11.27, 11.28): where a stack goes, how it breaks up, and who cannot go.

A stack goes as one force into a hex that takes all of it: to its own side of the map (west for the Germans, east for
the Soviets) if such a hex is open, otherwise anywhere. Only if no hex takes it whole it breaks up, unit by unit. A
unit goes into a hex with room, to its own side first; if there is none it goes on through full hexes, to its own
side first, until it comes to room. A unit may leave room to the others, if they fill it, and go where it would go
without that room. Early cavalry groups follow the others; a city has no room for them.

Events: `retreat` (units, from, path).
"""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import LIMIT, PLACE, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, fog, limits, losses, stacking
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState, Retreat

COASTAL_ARMY = "ICA"  # 10.34
OWN_SIDE = (("W", "NW", "SW"), ("E", "NE", "SE"))  # 11.27

Path = tuple[int, ...]


class Choice(NamedTuple):
    """The units that retreat next, together, and the paths they may take; none if they cannot retreat."""

    units: int
    paths: tuple[Path, ...]


# ---- where to ---------------------------------------------------------------------------------------


@implements("BD 11.27a", "BD 11.28a", "BD 11.17c", "BD 11.18c", "BD 11.19", "BD 10.21")
def open_hexes(facts: Facts, state: BDState, local: Retreat, units: int, here: int) -> int:
    """Neighbours without enemies into which all these units may go."""
    found = facts.near[here] & ~state.occupied[GROUND[1 - local.side]]
    return found & ~limits.closed_to_all(facts, state, units) & ~came_from(local)


@implements("BD 11.27d", "BD 10.31b")
def came_from(local: Retreat) -> int:
    """The hexes the attack came from, and the one that is lost."""
    return local.barred | 1 << local.start


@implements("BD 11.27c", "BD 11.27e")
def own_side_first(facts: Facts, side: int, here: int, hexes: int) -> int:
    """Those of the hexes that lie to the side's own side; all of them if none does."""
    grid = facts.grid
    near = mask(
        n for d, name in enumerate(grid.directions) if name in OWN_SIDE[side] and (n := grid.neighbour(here, d)) >= 0
    )
    return hexes & near or hexes


def with_room(facts: Facts, state: BDState, local: Retreat, units: int, hexes: int) -> int:
    """Those of the hexes in which all these units may stay."""
    found = stacking.space(facts, state, local.side, units, hexes)
    return found & ~facts.cities if units & facts.roster.cavalry_groups and no_rest_in_cities() else found


@implements("BD 8.30f")
def no_rest_in_cities() -> bool:
    """A cavalry group that is driven into a city goes a hex further."""
    return True


@implements("BD 11.27b")
def together(facts: Facts, state: BDState, local: Retreat, units: int) -> int:
    """Hexes into which the whole force may go."""
    hexes = with_room(facts, state, local, units, open_hexes(facts, state, local, units, local.start))
    return own_side_first(facts, local.side, local.start, hexes)


def alone(facts: Facts, state: BDState, local: Retreat, unit: int) -> tuple[Path, ...]:
    """The paths of a single unit of a force that breaks up."""
    bit = 1 << unit
    hexes = open_hexes(facts, state, local, bit, local.start)
    room = with_room(facts, state, local, bit, hexes)
    best = own_side_first(facts, local.side, local.start, room)
    paths = tuple((place,) for place in bits(best))
    if best and not others_fill(facts, state, local, unit, best):
        return paths
    paths += tuple((place,) for place in bits(room & ~best))
    if room & ~best and not others_fill(facts, state, local, unit, room):
        return paths
    return paths + onward(facts, state, local, unit, hexes)


def others_fill(facts: Facts, state: BDState, local: Retreat, unit: int, hexes: int) -> bool:
    """Whether the other units of the force fill the room in these hexes without this one."""
    if facts.roster.free_stacking >> unit & 1:
        return False
    others = local.units & ~(1 << unit) & ~facts.roster.free_stacking
    able = [u for u in bits(others) if with_room(facts, state, local, 1 << u, hexes & _open(facts, state, local, u))]
    return len(able) >= sum(LIMIT - state.load[place] for place in bits(hexes))


def _open(facts: Facts, state: BDState, local: Retreat, unit: int) -> int:
    return open_hexes(facts, state, local, 1 << unit, local.start)


@implements("BD 11.28b")
def onward(facts: Facts, state: BDState, local: Retreat, unit: int, full: int) -> tuple[Path, ...]:
    """Through full hexes, hex by hex, to the first with room: the shortest paths, one to each end.

    At each hex the preference is among the hexes by which the unit comes to room at all.
    """
    paths: list[Path] = [(place,) for place in bits(leading(facts, state, local, unit, (local.start,), full))]
    while paths:
        ends: dict[int, Path] = {}
        further: list[Path] = []
        for path in paths:
            room, hexes = beyond(facts, state, local, unit, path)
            for place in bits(own_side_first(facts, local.side, path[-1], room)):
                ends.setdefault(place, (*path, place))
            if not room:
                further += [(*path, place) for place in bits(leading(facts, state, local, unit, path, hexes))]
        if ends:
            return tuple(ends[place] for place in sorted(ends))
        paths = further
    return ()


def beyond(facts: Facts, state: BDState, local: Retreat, unit: int, path: Path) -> tuple[int, int]:
    """The hexes at the end of a path in which a unit may stay, and all it may enter."""
    hexes = open_hexes(facts, state, local, 1 << unit, path[-1]) & ~mask(path)
    return with_room(facts, state, local, 1 << unit, hexes), hexes


def leading(facts: Facts, state: BDState, local: Retreat, unit: int, path: Path, hexes: int) -> int:
    """Those of the hexes beyond a path by which a unit comes to room, to its own side first."""
    found = mask(place for place in bits(hexes) if leads_on(facts, state, local, unit, (*path, place)))
    return own_side_first(facts, local.side, path[-1], found)


def leads_on(facts: Facts, state: BDState, local: Retreat, unit: int, path: Path) -> bool:
    """Whether a path goes on, through full hexes, to one with room."""
    seen, edge = mask(path), [path[-1]]
    while edge:
        room, hexes = beyond(facts, state, local, unit, (edge.pop(),))
        if room & ~seen:
            return True
        edge += bits(hexes & ~seen)
        seen |= hexes
    return False


# ---- who goes next ----------------------------------------------------------------------------------


@implements("BD 8.33c", "BD 8.34b", "BD 8.35b", "BD 10.34b")
def rooted(facts: Facts, units: int) -> int:
    """Static units, which die where they stand."""
    return units & facts.roster.static


def choice(facts: Facts, state: BDState, local: Retreat) -> Choice:
    """The whole force if a hex takes it, else its first unit; cavalry groups come last."""
    groups = local.units & facts.roster.cavalry_groups
    units = local.units & ~groups or local.units
    hexes = together(facts, state, local, units)
    if hexes:
        return Choice(units, tuple((place,) for place in bits(hexes)))
    first = units & -units
    return Choice(first, alone(facts, state, local, first.bit_length() - 1))


@implements("BD 13.9b")
def whole_force_can(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether all defenders of a battle have a hex to retreat to."""
    retreat = Retreat(1 - local.side, local.defenders, local.target, local.hexes, local.mobile)
    if rooted(facts, local.defenders):
        return False
    return bool(together(facts, state, retreat, local.defenders))


def anyone_can(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether at least one defender of a battle has somewhere to go."""
    retreat = Retreat(1 - local.side, local.defenders, local.target, local.hexes, local.mobile)
    units = local.defenders & ~rooted(facts, local.defenders)
    return any(alone(facts, state, retreat._replace(units=1 << unit), unit) for unit in bits(units))


# ---- the procedure ----------------------------------------------------------------------------------


def begin(play: BDPlay, local: Retreat) -> None:
    """Static units die; the Coastal Army goes to its other port, if it can."""
    facts = play.facts
    army = local.units & _coastal(facts)
    doomed = rooted(facts, local.units & ~army)
    play.change(units=local.units & ~army & ~doomed)
    losses.eliminate(play, doomed, local.supplied)
    if army:
        embark(play, local, army)


def _coastal(facts: Facts) -> int:
    unit = facts.roster.unit(COASTAL_ARMY)
    return 1 << unit if unit >= 0 else 0


@implements("BD 10.34b")
def embark(play: BDPlay, local: Retreat, army: int) -> None:
    """To the other port if that is Soviet and has room, else it is eliminated; nobody goes with it."""
    facts, state = play.facts, play.state
    here = state.place[army.bit_length() - 1]
    other = facts.sevastopol if here == facts.odessa else facts.odessa
    if control.controlled(facts, state, SOVIET) >> other & 1 and stacking.fits(facts, state, SOVIET, army, other):
        fog.tell(play, "retreat", tuple(bits(army)), here, (other,))
        control.enter(play, army, other, "retreat")
        if remembered(local):
            state.fled |= army
    else:
        losses.eliminate(play, army, local.supplied)


@implements("BD 10.31a")
def remembered(local: Retreat) -> bool:
    """Units that fled from a mobile assault fight on like all others; only a prepared assault marks them (11.29)."""
    return not local.mobile


def next_retreat(play: BDPlay, local: Retreat) -> None:
    """The next part of the force: asked where there is a choice."""
    facts, state = play.facts, play.state
    if not local.units or state.result is not None:
        return
    found = choice(facts, state, local)
    if not found.paths:
        cannot_retreat(play, local, found.units)
    elif len(found.paths) == 1:
        go(play, local, found.units, found.paths[0])
    else:
        play.ask("retreat", local.side, prepared=found)


@implements("BD 11.28c")
def cannot_retreat(play: BDPlay, local: Retreat, units: int) -> None:
    """Eliminated in place."""
    play.again("next", local._replace(units=local.units & ~units))
    losses.eliminate(play, units, local.supplied)


def go(play: BDPlay, local: Retreat, units: int, path: Path) -> None:
    """Units retreat; cavalry groups follow them where they can stay."""
    facts, state = play.facts, play.state
    place = path[-1]
    groups = local.units & facts.roster.cavalry_groups & ~units
    for group in bits(groups):
        hexes = open_hexes(facts, state, local, 1 << group, local.start)
        if len(path) == 1 and with_room(facts, state, local, 1 << group, hexes) >> place & 1:
            units |= 1 << group
    play.again("next", local._replace(units=local.units & ~units))
    if remembered(local):
        state.fled |= units
    fog.tell(play, "retreat", tuple(bits(units)), local.start, path)
    control.enter(play, units, place, "retreat")


def found_choice(play: BDPlay) -> Choice:
    found: Choice | None = play.prepared
    return found if found is not None else choice(play.facts, play.state, play.state.top.local)


def ask_retreat(play: BDPlay, _decision: Decision) -> str:
    facts = play.facts
    local: Retreat = play.state.top.local
    units = found_choice(play).units
    where = facts.where(local.start)
    if units & units - 1:
        return f"The force in {where} must retreat: choose where to."
    return f"{facts.roster.names[units.bit_length() - 1]} must retreat from {where}: choose where to."


def retreat_options(play: BDPlay, _decision: Decision) -> Options:
    return Options(tuple(Action("retreat", path) for path in found_choice(play).paths))


def answer_retreat(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, tuple)
    go(play, play.state.top.local, found_choice(play).units, action.arg)


RETREAT = Kind(
    "retreat",
    "11.27",
    verbs=(Verb("retreat", (f"{PLACE}*",), "retreat by these hexes"),),
    prompt=ask_retreat,
    options=retreat_options,
    answer=answer_retreat,
)

PROCEDURES = (
    Procedure("retreat", (
        Step("begin", begin, "11.27"),
        Step("next", next_retreat, "11.27"),
    ), Retreat),
)  # fmt: skip

__all__ = ["PROCEDURES", "RETREAT", "whole_force_can"]
