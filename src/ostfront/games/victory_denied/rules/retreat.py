"""Retreat (9.5): PVO that stand, whole paths by priority, HQs that go along (12.2, 12.3)."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT, Facts
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN, HQS
from ostfront.games.victory_denied.rules.ground import has_room, zoc
from ostfront.games.victory_denied.rules.losses import eliminate, lose_step
from ostfront.games.victory_denied.rules.movement import closed_to
from ostfront.games.victory_denied.rules.supply_lines import sources
from ostfront.games.victory_denied.rules.victory import displace, enter_hex
from ostfront.games.victory_denied.state import Battle, Retreat, VdPlay, VdState
from ostfront.kit.losses import Losses, alive
from ostfront.kit.retreat import Path, best_paths

# ---- who has to go (9.5.2) --------------------------------------------------------------------------


def begin_retreat(play: VdPlay, local: Battle) -> None:
    """What is left of the defenders retreats, unless a PVO stands for them."""
    if not local.retreat:
        return
    roster = play.facts.roster
    left = alive(play, local.defenders)
    if not left:
        return
    side = roster.side[left[0]]
    standing = pvos_among(play, left)
    hexes = local.retreat
    if standing:
        hexes = pvo_stand(play, standing, hexes, others=len(left) > len(standing))
    runners = mask(unit for unit in left if unit not in standing)
    if hexes and runners:
        play.begin("retreat", Retreat(side, runners, hexes, local.target))


@implements("AVD 9.5.2a")
def pvos_among(play: VdPlay, units: list[int]) -> list[int]:
    return [unit for unit in units if play.facts.roster.is_pvo[unit]]


def pvo_stand(play: VdPlay, pvos: list[int], hexes: int, others: bool) -> int:
    """PVO take steps instead of retreating; returns how many hexes the others still have to go."""
    if len(pvos) == 2:
        two_pvos(play, pvos, hexes)
        return 0
    if hexes == 1:
        lose_step(play, pvos[0])
        return 0
    reduced = play.state.steps[pvos[0]] == 1
    eliminate(play, pvos[0])
    return leftover_retreat() if reduced and others else 0


@implements("AVD 9.5.2b")
def two_pvos(play: VdPlay, pvos: list[int], hexes: int) -> None:
    """Two share a DR2, one step each; of a DR one takes a step, at the owner's choice."""
    if hexes == 2:
        for unit in pvos:
            lose_step(play, unit)
    else:
        play.begin("losses", Losses(play.facts.roster.side[pvos[0]], mask(pvos), 1))


@implements("AVD 9.5.2c")
def leftover_retreat() -> int:
    return 1


# ---- paths (9.5.3 to 9.5.6) -------------------------------------------------------------------------


class Way:
    """What a retreating unit looks at, worked out once for its paths."""

    def __init__(self, facts: Facts, state: VdState, unit: int) -> None:
        roster = facts.roster
        self.facts, self.state, self.unit = facts, state, unit
        side = roster.side[unit]
        self.zoc = zoc(facts, state, 1 - side)
        self.open = retreat_ground(facts) & ~closed_to(facts, state, unit)
        self.goals = [source.distances for source in facts.sources.at(sources(facts, state, side))]
        self.costly = self.zoc
        if side == GERMAN and roster.motorized[unit]:
            self.costly &= ~shelters(state)

    def steps(self, here: int, first: bool) -> list[int]:
        facts = self.facts
        found = facts.around[here] & self.open
        if self.zoc >> here & 1 and rivers_bind():
            found &= ~(facts.across_major[here] & self.zoc)
        if not first:
            found &= ~facts.across_unbridged_major[here]
        return bits(found)

    def loses(self, there: int) -> int:
        return self.costly >> there & 1

    def closer(self, here: int, there: int) -> bool:
        return any(table[there] < table[here] for table in self.goals)

    def room(self, there: int) -> bool:
        return has_room(self.facts, self.state, self.unit, there)


@implements("AVD 9.5.1a")
def retreat_ground(facts: Facts) -> int:
    """Any hex of the map: a retreat costs no movement points."""
    return facts.valid


@implements("AVD 9.5.6b")
def rivers_bind() -> bool:
    return True


@implements("AVD 9.5.4b")
def shelters(state: VdState) -> int:
    """Hexes with a German unit, where motorized Germans lose no step; the hex a unit leaves does not matter."""
    return state.occupied[ANY[GERMAN]]


class Flight(NamedTuple):
    """How a unit may retreat: whether it lives, the paths it may take, what is left of each before it dies."""

    lives: bool
    paths: list[Path]
    alive: list[Path]


def flight(facts: Facts, state: VdState, unit: int, hexes: int) -> Flight:
    """A unit's retreat; where no path leads to the end, as far as the best ones lead."""
    way = Way(facts, state, unit)
    lost, paths = best_paths(state.place[unit], hexes, way.steps, way.loses, way.closer, way.room)
    if paths and lost < state.steps[unit]:
        return Flight(True, paths, paths)
    paths = paths or dead_ends(way, state.place[unit], hexes)
    return Flight(False, paths, [alive_part(way, path) for path in paths])


def alive_part(way: Way, path: Path) -> Path:
    """The hexes a unit enters before it loses its last step; it does not enter the hex that kills it (9.5.7)."""
    left = way.state.steps[way.unit]
    for i, place in enumerate(path):
        left -= way.loses(place)
        if left <= 0:
            return path[:i]
    return path


def dead_ends(way: Way, start: int, hexes: int) -> list[Path]:
    """The best paths of a unit that comes to a wall (9.5.8): as long as they can be, by the order of 9.5.3."""
    for length in range(hexes, 0, -1):
        _, found = best_paths(start, length, way.steps, way.loses, way.closer, lambda _: True)
        if found:
            break
    else:
        return []
    while length == hexes:  # overstacked (9.5.5): on, while there is a way
        further = [
            ((way.loses(there), not way.closer(path[-1], there)), (*path, there))
            for path in found
            for there in way.steps(path[-1], False)
            if there != start and there not in path
        ]
        if not further:
            break
        best = min(rank for rank, _ in further)
        found = [path for rank, path in further if rank == best]
    return found


# ---- retreating -------------------------------------------------------------------------------------


def next_retreat(play: VdPlay, local: Retreat) -> None:
    """The owner retreats one unit after the other; those that will not live through it go last.

    A unit with no way out waits: another one of its stack may yet give it shelter (9.5.4).
    """
    if not local.units:
        return
    facts, state = play.facts, play.state
    flights = {unit: flight(facts, state, unit, local.hexes) for unit in bits(local.units)}
    play.goto("next retreat")
    if not any(found.lives for found in flights.values()):
        lost = mask(unit for unit, found in flights.items() if not any(found.alive))
        if lost:
            play.change(units=local.units & ~lost)
            cut_down(play, lost)
            return
    options = first_to_go(flights)
    if len({(unit, path) for unit, found in flights.items() for path in found.alive}) == 1 or len(options) == 1:
        run(play, options[0])
    else:
        play.ask("retreat", local.side, prepared=options)


def first_to_go(flights: dict[int, Flight]) -> list[Path]:
    """The retreats that can come next, each with its unit: of those that live, else of the others."""
    living = any(found.lives for found in flights.values())
    return [(unit, *path) for unit, found in flights.items() if found.lives == living for path in found.paths]


@implements("AVD 9.5.8")
def cut_down(play: VdPlay, units: int) -> None:
    """Units without a permitted retreat, or that die in its first hex."""
    for unit in bits(units):
        eliminate(play, unit)


def ask_retreat(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    place = play.facts.board.place_name(local.origin)
    return f"Retreat {local.hexes} hex{'es' if local.hexes > 1 else ''} from {place}."


def retreat_options(play: VdPlay, _decision: Decision) -> Options:
    local: Retreat = play.state.top.local
    facts, state = play.facts, play.state
    paths = play.prepared or first_to_go(
        {unit: flight(facts, state, unit, local.hexes) for unit in bits(local.units)}
    )
    return Options([Action("retreat", path) for path in paths])


def answer_retreat(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, tuple)
    run(play, action.arg)


RETREAT = Kind(
    "retreat",
    "9.5",
    verbs=(Verb("retreat", (UNIT, "place*"), "retreat a unit along a whole path"),),
    prompt=ask_retreat,
    options=retreat_options,
    answer=answer_retreat,
)


def run(play: VdPlay, path: Path) -> None:
    """Take a unit along its path, hex by hex: losses, overruns, chits; a lost one as far as it lives."""
    state, facts = play.state, play.facts
    unit, whole = path[0], path[1:]
    local: Retreat = state.top.local
    way = Way(facts, state, unit)
    hexes = alive_part(way, whole)
    lives = hexes == whole and len(whole) >= local.hexes and way.room(whole[-1])
    if hexes:
        play.note("retreat", unit, hexes)
    play.change(units=local.units & ~(1 << unit), fled=local.fled | 1 << unit)
    for place in hexes:
        if way.loses(place):
            retreat_loss(play, unit)  # never the last step: see `alive_part`
        state.put(unit, place)
        enter_hex(play, unit, place)
        if state.result is not None:
            return
    if not lives:
        cut_down(play, 1 << unit)


@implements("AVD 9.5.4a")
def retreat_loss(play: VdPlay, unit: int) -> None:
    lose_step(play, unit)


# ---- HQs of the stack (12.2, 12.3) ------------------------------------------------------------------


def take_hq_along(play: VdPlay, local: Retreat) -> None:
    """12.3: the HQ goes with one of the units that retreated; 12.2 sees to it when there is none."""
    state = play.state
    hq = hq_at(play, local.origin, local.side)
    if hq < 0 or state.occupied[COMBAT[local.side]] >> local.origin & 1:
        return
    company = companions(play, local)
    if len(company) > 1:
        play.change(hq=hq)
        play.ask("follow", local.side)
    elif company:
        follow(play, hq, company[0])
    else:
        displace(play, hq)


def hq_at(play: VdPlay, place: int, side: int) -> int:
    roster = play.facts.roster
    return next((u for u in play.state.each_at(place) if roster.is_hq[u] and roster.side[u] == side), -1)


@implements("AVD 12.3")
def companions(play: VdPlay, local: Retreat) -> list[int]:
    """Units that retreated and have room for the HQ where they are."""
    taken = play.state.occupied[HQS[local.side]]
    return [u for u in alive(play, local.fled) if not taken >> play.state.place[u] & 1]


def follow_options(play: VdPlay, _decision: Decision) -> Options:
    company = companions(play, play.state.top.local)
    return Options((), ((play.facts.vocabulary.table("follow"), mask(company)),))


def answer_follow(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    follow(play, play.state.top.local.hq, action.arg)


FOLLOW = Kind(
    "follow",
    "12.3",
    verbs=(Verb("follow", (UNIT,), "the HQ goes where this unit went"),),
    prompt="The HQ retreats too: with which unit?",
    options=follow_options,
    answer=answer_follow,
)


def follow(play: VdPlay, hq: int, unit: int) -> None:
    place = play.state.place[unit]
    play.note("follow", hq, place)
    play.state.put(hq, place)
    enter_hex(play, hq, place)


@implements("AVD 12.2")
def stranded_hqs(play: VdPlay, local: Battle) -> None:
    """12.2: an HQ whose whole stack was eliminated relocates, the defender's and the attacker's."""
    state, facts = play.state, play.facts
    for escort in local.escorts:
        place = state.place[escort.hq]
        side = facts.roster.side[escort.hq]
        if 0 <= place < facts.grid.size and not state.occupied[COMBAT[side]] >> place & 1:
            displace(play, escort.hq)
    for side in (0, 1):
        hq = hq_at(play, local.target, side)
        if hq >= 0 and local.defenders and not state.occupied[COMBAT[side]] >> local.target & 1:
            displace(play, hq)


PROCEDURES = (
    Procedure("retreat", (
        Step("next retreat", next_retreat, "9.5"),
        Step("HQ", take_hq_along, "12.3"),
    ), Retreat),
)  # fmt: skip
