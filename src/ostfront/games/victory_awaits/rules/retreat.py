"""Retreat (10.6): whole paths by priority."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.rules.ground import enter, has_room, zoc
from ostfront.games.victory_awaits.rules.losses import eliminate, lose_step
from ostfront.games.victory_awaits.rules.movement import closed_to
from ostfront.games.victory_awaits.rules.seats import unit_seat
from ostfront.games.victory_awaits.rules.supply_lines import nearest_to_supply
from ostfront.games.victory_awaits.state import Battle, Retreat, VaPlay, VaState
from ostfront.kit.losses import alive

Path = tuple[int, ...]


@implements("AVA 10.4b", "AVA 10.6a")
def begin_retreat(play: VaPlay, local: Battle) -> None:
    """What is left of the defenders retreats."""
    units = local.defenders & play.state.on_map
    if local.retreat and units:
        play.begin("retreat", Retreat(1 - local.side, units, local.retreat, local.target))


# ---- paths (10.6.3 to 10.6.7) -----------------------------------------------------------------------


def best_paths(facts: Facts, state: VaState, unit: int, hexes: int) -> tuple[int, list[Path]]:
    """The steps a retreat costs at best, and the paths the unit may take, its own hex not named.

    Whole paths are compared: the fewest steps lost, then the fewest further hexes for lack of room, then the
    shortest line of communications from the last hex.
    """
    side = facts.roster.side[unit]
    feared = retreat_fear(zoc(facts, state, 1 - side))
    shut = closed_to(facts, state, side)
    steps = whatever_it_costs(facts, unit)
    ways: list[tuple[int, Path]] = [(0, (state.place[unit],))]
    taken, least = 0, 99
    found: list[Path] = []
    while ways:
        grown = []
        for lost, path in ways:
            onward = steps[path[-1]] & ~shut
            if taken:
                onward &= ~far_banks(facts, state, path[-1])
            grown += [(lost + (feared >> p & 1), (*path, p)) for p in bits(onward) if p not in path]
        ways = [(n, p) for n, p in grown if n < least]  # continuing is worth it only if it saves a step
        taken += 1
        if taken >= hexes:
            for lost, path in ways:
                if not room_matters() or has_room(facts, state, unit, path[-1]):
                    if lost < least and (losses_matter() or not found):
                        least, found = lost, []
                    if lost == least or not losses_matter():
                        found.append(path)
            ways = [(n, p) for n, p in ways if n < least and not has_room(facts, state, unit, p[-1])]
    return least, shortest_lines(facts, state, unit, found) if found else []


@implements("AVA 10.6.1")
def whatever_it_costs(facts: Facts, unit: int) -> list[int]:
    """The hexes around each hex that are open to a unit; a retreat takes no movement points."""
    return facts.steps_of(unit)


@implements("AVA 10.6.4")
def retreat_fear(feared: int) -> int:
    """Hexes that cost a step to retreat into."""
    return feared


@implements("AVA 10.6.3b")
def far_banks(facts: Facts, state: VaState, here: int) -> int:
    """Hexes across unbridged major rivers, closed after the first hex; rivers do not count in 15.1."""
    return 0 if state.surprise else facts.across_unbridged_major[here]


@implements("AVA 10.6.6a")
def losses_matter() -> bool:
    return True


@implements("AVA 10.6.5")
def room_matters() -> bool:
    return True


@implements("AVA 10.6.6b")
def shortest_lines(facts: Facts, state: VaState, unit: int, paths: list[Path]) -> list[Path]:
    """Those paths that end with the shortest line of communications; all of them if none has one."""
    ends = mask({path[-1] for path in paths})
    if ends.bit_count() == 1:
        return [path[1:] for path in paths]
    best = nearest_to_supply(facts, state, facts.roster.side[unit], ends, leaving=state.place[unit])
    return [path[1:] for path in paths if not best or best >> path[-1] & 1]


def surviving(facts: Facts, state: VaState, unit: int, hexes: int) -> list[Path]:
    """The paths of a unit's retreat; none when it would not survive."""
    lost, paths = best_paths(facts, state, unit, hexes)
    return paths if lost < state.steps[unit] else []


# ---- retreating -------------------------------------------------------------------------------------


def next_retreat(play: VaPlay, local: Retreat) -> None:
    """The owner retreats one unit after the other; those that none of it can save are eliminated."""
    if not local.units:
        return
    ways = retreats(play.facts, play.state, local)
    play.goto("next retreat")
    if not ways:
        play.change(units=0)
        cut_down(play, local.units)
    elif len(ways) == 1:
        run(play, ways[0])
    else:
        play.ask("retreat", unit_seat(play.facts, play.state, ways[0][0]), prepared=ways)


@implements("AVA 10.6.2")
def retreats(facts: Facts, state: VaState, local: Retreat) -> list[Path]:
    """Every unit with each of its paths: stacked units may part."""
    return [(unit, *path) for unit in bits(local.units) for path in surviving(facts, state, unit, local.hexes)]


def ask_retreat(play: VaPlay, _decision: Decision) -> str:
    local: Retreat = play.state.top.local
    where = play.facts.board.place_name(local.origin)
    return f"Retreat {local.hexes} hex{'es' if local.hexes > 1 else ''} from {where}."


def retreat_options(play: VaPlay, _decision: Decision) -> Options:
    ways = play.prepared or retreats(play.facts, play.state, play.state.top.local)
    return Options([Action("retreat", way) for way in ways])


@implements("AVA 10.6.7", "AVA 10.6.3a")
def cut_down(play: VaPlay, units: int) -> None:
    """Units that cannot retreat, or would not survive it."""
    for unit in alive(play, units):
        eliminate(play, unit)


def answer_retreat(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, tuple)
    run(play, action.arg)


RETREAT = Kind(
    "retreat",
    "10.6",
    verbs=(Verb("retreat", (UNIT, "place*"), "retreat a unit along a whole path"),),
    prompt=ask_retreat,
    options=retreat_options,
    answer=answer_retreat,
)
RETREATS = Procedure("retreat", (Step("next retreat", next_retreat, "10.6"),), Retreat)


def run(play: VaPlay, way: Path) -> None:
    """A unit retreats along a path and pays for the zones of control it enters."""
    state, facts = play.state, play.facts
    unit, path = way[0], way[1:]
    side = facts.roster.side[unit]
    lost = (retreat_fear(zoc(facts, state, 1 - side)) & mask(path)).bit_count()
    play.note("retreat", unit, path)
    play.change(units=state.top.local.units & ~(1 << unit))
    state.put(unit, path[-1])
    state.retreated |= 1 << unit
    enter(facts, state, side, mask(path))
    for _ in range(lost):
        lose_step(play, unit)
