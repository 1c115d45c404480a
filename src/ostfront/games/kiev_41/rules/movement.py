"""Movement (2.8, 2.9, 10.9, 14.1 to 14.3, 14.7 to 14.9): a block in hand, in legs."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, Facts
from ostfront.games.kiev_41.facts.calendar import RAIN
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.rules import fog, transport
from ostfront.games.kiev_41.rules.control import settle, take
from ostfront.games.kiev_41.rules.stacking import closed, may_stop
from ostfront.games.kiev_41.state import K41Play, K41State, March


class Ways(NamedTuple):
    """Where a block in hand can go: legs over friendly areas by cost, and all legs."""

    rings: list[int]
    extra: int  # MP for disengaging
    free: int  # friendly uncontested areas
    legs: int

    def cost(self, area: int) -> int:
        for n, ring in enumerate(self.rings):
            if ring >> area & 1:
                return n + self.extra
        raise ValueError(area)


def engages(mode: str) -> bool:
    """Whether a move of this kind may enter an area with enemy units (10.1, 10.12, 10.19, 12.0)."""
    return mode in ("tactical", "strategic")


def mode_of(state: K41State) -> str:
    """The kind of move in progress: approach, or that of the Command Segment below."""
    top = state.top
    return "approach" if top.procedure == "approach" else str(top.below.local.mode)


# ---- legs -------------------------------------------------------------------------------------------


def ways(facts: Facts, state: K41State, unit: int, left: int, mode: str) -> Ways:
    """Every leg a block can make with so many MP."""
    side = facts.roster.side[unit]
    here, enemies = state.place[unit], state.units_of(1 - side)
    free = state.controlled(side)
    free ^= free & enemies
    extra = disengaging(facts, enemies >> here & 1)
    if left <= extra or (extra and mode == "exploitation"):
        return Ways([], extra, free, 0)
    enterable, links = facts.enterable[unit], facts.ways_of[unit]
    costs = facts.costs[state.weather][facts.movers[unit]]
    rings = _rings(links, here, left - extra, costs, free & enterable)
    reach = 0
    for ring in rings[1:]:
        reach |= ring
    shut = closed(facts, state, unit)
    shut ^= shut & 1 << here  # there is room where the block came from
    through = reach & shut
    legs = reach ^ through
    if extra and not through:
        return Ways(rings, extra, free, legs)
    barred = free | shut if engages(mode) else free | shut | enemies
    beyond = enterable ^ (enterable & barred)
    if not extra:
        legs |= links[here] & beyond & affordable(costs, left)
    if through:
        legs |= _through(links, rings, extra, left, costs, through, beyond)
    return Ways(rings, extra, free, legs)


@implements("K41 2.8", "K41 10.9c")
def disengaging(facts: Facts, engaged: int) -> int:
    """What it costs to leave an area with enemy units."""
    return int(facts.charts["movement"]["disengage"]) if engaged else 0


def _rings(links: tuple[int, ...], here: int, left: int, costs: tuple[int, int, int], free: int) -> list[int]:
    """Areas of `free` by the MP needed to reach them, the start first."""
    one, two, three = costs
    rings = [1 << here]
    todo = free ^ (free & rings[0])
    near, before, earlier = links[here], 0, 0  # around the last ring, the one before, and that before it
    while True:
        new = (near & one | before & two | earlier & three) & todo
        rings.append(new)
        left -= 1
        if not left:
            return rings
        todo ^= new
        earlier, before, near = before, near, 0
        while new:
            low = new & -new
            near |= links[low.bit_length() - 1]
            new ^= low


def affordable(costs: tuple[int, int, int], left: int) -> int:
    """The areas that cost no more than this."""
    if left <= 0:
        return 0
    return costs[0] if left == 1 else costs[0] | costs[1] if left == 2 else costs[0] | costs[1] | costs[2]


@implements("K41 10.9d")
def _through(
    links: tuple[int, ...], rings: list[int], extra: int, left: int, costs: tuple[int, int, int],
    through: int, beyond: int,
) -> int:  # fmt: skip
    """Full areas from which the block can immediately continue to where it could stop."""
    found = 0
    for spent, ring in enumerate(rings):
        ring &= through
        if not ring:
            continue
        onward = beyond & affordable(costs, left - extra - spent)
        while onward and ring:
            area = ring.bit_length() - 1
            ring ^= 1 << area
            if links[area] & onward:
                found |= 1 << area
    return found


def legs_of(play: K41Play, local: March) -> Ways:
    """The legs of the block in hand, kept for the open decision."""
    if play.prepared is None:
        play.prepared = ways(play.facts, play.state, local.unit, local.left, mode_of(play.state))
    found: Ways = play.prepared
    return found


# ---- the march --------------------------------------------------------------------------------------


def next_leg(play: K41Play, local: March) -> None:
    play.ask("march", play.facts.roster.side[local.unit])


def march_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: March = state.top.local
    stop = facts.stop if may_stop(facts, state, local) else ()
    if stop and not local.left and local.legs:
        return Options(stop)
    go = (facts.goes, legs_of(play, local).legs)
    if local.legs or not facts.optional:
        return Options(stop, (go,))
    mode, table = mode_of(state), facts.vocabulary.table
    more = ((table(verb), areas) for verb, areas in transport.ways(facts, state, local.unit, mode) if areas)
    return Options(stop, (go, *more))


def answer_march(play: K41Play, _decision: Decision, action: Action) -> None:
    local: March = play.state.top.local
    if action.verb == "stop":
        end_march(play, local.unit)
        return
    assert isinstance(action.arg, int)
    if action.verb == "go":
        go(play, local, action.arg)
        return
    if not arrive(play, local.unit, action.arg):
        return
    end_march(play, local.unit)


def ask_march(play: K41Play, _decision: Decision) -> str:
    return f"{_in_hand(play)} MP left."


def _in_hand(play: K41Play) -> str:
    """The block in hand, where it is and what it has."""
    local: March = play.state.top.local
    return (
        f"{play.facts.roster.names[local.unit]} in {play.facts.title(play.state.place[local.unit])} has {local.left}"
    )


MARCH = Kind(
    "march",
    "10.9a",
    verbs=(
        Verb("go", (PLACE,), "move the block in hand there by the cheapest route"),
        Verb("rail", (PLACE,), "move the block in hand there by rail"),
        Verb("sail", (PLACE,), "ship the block in hand to that port"),
        Verb("land", (PLACE,), "the Marine lands there from the sea"),
        Verb("drop", (PLACE,), "the Luftlande Division lands there from the air"),
        Verb("stop", (), "end the move of the block in hand", ends="hand"),
    ),
    prompt=ask_march,
    options=march_options,
    answer=answer_march,
)


def go(play: K41Play, local: March, goal: int) -> None:
    """One leg; the block stays in hand unless it has engaged."""
    state, facts = play.state, play.facts
    unit, here = local.unit, state.place[local.unit]
    found = legs_of(play, local)
    engaged = 0
    if found.free >> goal & 1:
        cost = found.cost(goal)
    else:
        one, two, _ = facts.costs[state.weather][facts.movers[unit]]
        cost = 1 if one >> goal & 1 else 2 if two >> goal & 1 else 3
        engaged = state.units_of(1 - facts.roster.side[unit]) >> goal & 1
    if engaged:
        note_crossing(play, unit, here, goal)
    if not arrive(play, unit, goal):
        return
    if engaged:
        end_march(play, unit)
        return
    play.again("leg", March(unit, local.left - cost, local.origin, local.legs + 1))


@implements("K41 2.4.7a", "K41 2.4.8")
def note_crossing(play: K41Play, unit: int, here: int, goal: int) -> None:
    """A blue cube for a block that engages across water in a newly contested area."""
    state, facts = play.state, play.facts
    if state.contested_before >> goal & 1:
        return
    wet = facts.strait[here] | (0 if frozen(state) else facts.rivers[here])
    if wet >> goal & 1:
        state.crossed |= 1 << unit


@implements("K41 2.4.7b")
def frozen(state: K41State) -> bool:
    """In snow and blizzard the rivers are ice."""
    return state.weather > RAIN


def arrive(play: K41Play, unit: int, goal: int) -> bool:
    """Put a block into an area, with what that does to control; False when the march is over with it."""
    state, facts = play.state, play.facts
    side = facts.roster.side[unit]
    here = state.place[unit]
    if play.events is not None:
        _tell_move(play, unit, here, goal)
    state.put(unit, goal)
    settle(play, here)
    if state.result is None and not state.units_of(1 - side) >> goal & 1 and state.place[unit] == goal:
        take(play, side, goal)
    if state.result is not None:
        return False
    if state.place[unit] != goal:
        play.leave()  # Budyonny left Kiev, which fell, and he with it
        return False
    return True


def _tell_move(play: K41Play, unit: int, here: int, goal: int) -> None:
    side = play.facts.roster.side[unit]
    if play.state.visible >> unit & 1:
        play.note("go", unit, here, goal)
        return
    play.note("go", unit, here, goal, to=(side,))
    play.note("moved", side, here, goal, to=(1 - side,))


def end_march(play: K41Play, unit: int) -> None:
    """The move is over: from now on it is one of the blocks where it is."""
    state = play.state
    area, side = state.place[unit], play.facts.roster.side[unit]
    play.leave()
    if state.visible >> unit & 1:
        if not state.units_of(1 - side) >> area & 1:
            fog.conceal(play, 1 << unit)
    else:
        fog.mingle(play.facts, state, area)


# ---- an HQ that is being activated (10.1) -----------------------------------------------------------


def next_approach(play: K41Play, local: March) -> None:
    """Asked even where it can only be revealed: until then its owner may think again."""
    play.ask("approach", play.facts.roster.side[local.unit])


def may_reveal(facts: Facts, state: K41State, local: March) -> bool:
    """10.1c: no enemy unit there, and room."""
    here = state.place[local.unit]
    enemies = state.units_of(1 - facts.roster.side[local.unit])
    return not enemies >> here & 1 and may_stop(facts, state, local)


def approach_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: March = state.top.local
    here = (facts.single["reveal"],) if may_reveal(facts, state, local) else ()
    return Options(here, ((facts.vocabulary.table("go"), legs_of(play, local).legs),))


def answer_approach(play: K41Play, _decision: Decision, action: Action) -> None:
    local: March = play.state.top.local
    if action.verb == "reveal":
        reveal(play, local.unit)
    else:
        assert isinstance(action.arg, int)
        go(play, local, action.arg)


def ask_approach(play: K41Play, _decision: Decision) -> str:
    movable = legs_of(play, play.state.top.local).legs
    return f"{_in_hand(play)} MP left: {'move it, then reveal it' if movable else 'reveal it'}."


APPROACH = Kind(
    "approach",
    "10.1b",
    verbs=("go", Verb("reveal", (), "reveal the HQ in hand here")),
    prompt=ask_approach,
    options=approach_options,
    answer=answer_approach,
)


@implements("K41 10.1b")
def reveal(play: K41Play, unit: int) -> None:
    """The HQ lies face up until it is deactivated."""
    state = play.state
    play.leave()
    state.active |= 1 << unit
    fog.show(play, 1 << unit)
    play.note("activated", unit, state.place[unit])


def can_be_revealed(facts: Facts, state: K41State, hq: int) -> bool:
    """Where it stands, or by disengaging to somewhere and living to be revealed there."""
    if not state.units_of(1 - facts.roster.side[hq]) >> state.place[hq] & 1:
        return True
    return not leaves_kiev_to_fall(facts, state, hq) and bool(
        ways(facts, state, hq, facts.allowance[hq], "approach").legs
    )


@implements("K41 10.1c")
def leaves_kiev_to_fall(facts: Facts, state: K41State, hq: int) -> bool:
    """Budyonny, the last Soviet unit in contested Kiev: it falls when he leaves, and he is removed (2.6, 10.6)."""
    if hq != facts.roster.budyonny or state.place[hq] != facts.kiev:
        return False
    return state.stacks[facts.kiev] & state.members[SOVIET] == 1 << hq and not state.lines_soviet >> facts.kiev & 1


COMPOUNDS = (
    Compound("move UNIT AREA...", (Part("pick UNIT"), Part("go AREA..."), Part("stop", maybe=True))),
    Compound("hq UNIT [AREA...]", (Part("pick UNIT"), Part("go AREA..."), Part("reveal", maybe=True))),
    *(
        Compound(f"{verb} UNIT AREA", (Part("pick UNIT"), Part(f"{verb} AREA")))
        for verb in ("rail", "sail", "land", "drop")
    ),
)

APPROACH_STEPS = Procedure("approach", (Step("leg", next_approach, "10.1b"),), March)

MARCH_STEPS = Procedure("march", (Step("leg", next_leg, "10.9a"),), March)
