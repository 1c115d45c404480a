"""Regular movement (10.1 to 10.7): the movement phase, and the units in hand, which go in legs.

A unit is taken in hand (`pick`). Others that began the phase in its hex and stand beside it now may join (`with`), or
be put down (`drop`) and taken up later. `stop` ends the move of the units in hand. As soon as a unit that began the
phase elsewhere is taken up, all that has moved before is done.

Kinds: `move`, `march`. Procedures: "movement", "march".

Events: `refit` (hex, die), `leave` (unit, from); those of a leg are in legs.py.
"""

from __future__ import annotations

from ostfront.core.errors import listed
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import PLACE, UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    caucasus,
    fog,
    interrupts,
    legs,
    mobile_assault,
    naval,
    stacking,
    triggers,
)
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.rules.ways import Ways, active, can_go, ways
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, March, Phase
from ostfront.kit import march as kit

# ---- the phase --------------------------------------------------------------------------------------


def begin(play: BDPlay, local: Phase) -> None:
    """Every unit of the side has its points anew, and remembers where it began."""
    facts, state = play.facts, play.state
    state.halved = state.shown = 0
    units = facts.roster.ground[local.side]
    there = units & (state.on_map | state.units_at(facts.caucasus) | state.units_at(facts.boxes["bulgaria"]))
    state.moved = units ^ there  # what appears in the course of the phase does not move in it
    place, began = state.place, state.began
    for unit in bits(there):
        began[unit] = place[unit]
    for unit in bits(state.moved):
        began[unit] = NOWHERE
    renew(state, units)
    if local.side == SOVIET:
        triggers.begin_movement(play)


@implements("BD 10.2a")
def renew(state: BDState, units: int) -> None:
    """What was not spent in the last phase is not saved."""
    used, slowed = state.used, state.slowed
    for unit in bits(units):
        used[unit] = slowed[unit] = 0


def next_move(play: BDPlay, local: Phase) -> None:
    """As long as there is something to move: the other side may interrupt, then the next unit is chosen."""
    offered = choices(play.facts, play.state, local.side)
    if not any(offered):
        play.pass_over("move", local.side)
        play.goto("expedition")
    elif not interrupts.point(play, "stack"):
        play.ask("move", local.side, prepared=offered)


def ask_move(play: BDPlay, local: Phase) -> None:
    """After an interruption."""
    offered = choices(play.facts, play.state, local.side)
    if any(offered):
        play.ask("move", local.side, prepared=offered)


def choices(facts: Facts, state: BDState, side: int) -> tuple[int, int, bool]:
    """Units to take in hand, units to send by sea, and whether an expedition can be recalled."""
    able = movers(facts, state, side)
    taken = active(facts, state, side, able)
    if side == SOVIET:
        taken |= caucasus.re_entering(facts, state)
        for unit in bits(able & state.standing(facts.bulgarian_exits & state.occupied[GROUND[SOVIET]]) & ~taken):
            if may_leave(facts, state, 1 << unit):
                taken |= 1 << unit  # with nowhere to go on the map
    return taken, naval.sailable(facts, state, side), side == GERMAN and caucasus.can_recall(facts, state)


@implements("BD 2.9b", "BD 10.1a", "BD 10.1c", "BD 10.2b", "BD 12.7a")
def movers(facts: Facts, state: BDState, side: int) -> int:
    """Units of a side on the map that may still move in this phase: not static, not done, not bound (12.7)."""
    units = state.on_map & facts.roster.ground[side]
    out = facts.roster.static | state.moved | state.bound
    if side == GERMAN:
        out |= state.stalingrad_bound
    return units ^ (units & out)


def move_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    side = state.top.local.side
    taken, sailing, recall = play.prepared or choices(facts, state, side)
    table = facts.vocabulary.table
    singles, among = interrupts.offers(facts, interrupts.own_powers(facts, state, side))
    found = [facts.single["done"], *singles]
    if recall:
        found.append(facts.single["recall"])
    among = [(table("pick"), taken), *among]
    if sailing:
        among.append((table("sail"), sailing))
    if side == SOVIET:
        among.append((table("show"), fog.showable(facts, state)))
    return Options(found, among)


def answer_move(play: BDPlay, _decision: Decision, action: Action) -> None:
    facts, state = play.facts, play.state
    side: int = state.top.local.side
    if action.verb == "done":
        play.goto("expedition")
        return
    play.goto("next")
    if action.verb == "show":
        assert isinstance(action.arg, int)
        fog.show(play, action.arg)
    elif action.verb == "recall":
        take_up(facts, state, side, facts.caucasus)
        caucasus.begin_recall(play)
    elif action.verb in ("pick", "sail"):
        assert isinstance(action.arg, int)
        take_up(facts, state, side, state.began[action.arg])
        if action.verb == "sail":
            play.begin("sail", Phase(side, action.arg))
        elif state.place[action.arg] == facts.caucasus:
            play.begin("recall", Phase(side, action.arg))
        else:
            play.begin("march", March(side, 1 << action.arg))
            points.roll_for_pause(play, 1 << action.arg)
    else:
        interrupts.use(play, side, action)


@implements("BD 10.6")
def take_up(facts: Facts, state: BDState, side: int, origin: int) -> None:
    """A unit that began the phase here is taken: whatever of another parent stack has moved is done."""
    if origin == state.parent_hex:
        return
    parent = state.parent_hex
    waiting = points.begun_at(state, parent) & facts.roster.ground[side] & state.on_map
    for unit in bits(waiting ^ (waiting & state.moved)):
        if state.used[unit] or state.place[unit] != parent:
            state.moved |= 1 << unit
    state.parent_hex = origin


MOVE = Kind(
    "move",
    "10.2",
    verbs=(
        "pick",
        Verb("sail", (UNIT,), "send a corps, or the Coastal Army, by sea"),
        Verb("recall", (), "call the Caucasus expedition back"),
        "done",
        "hero",
        "fortress",
        "airlift",
        "crimea",
        fog.SHOW,
    ),
    prompt="Take a unit in hand to move it, or finish the movement phase.",
    options=move_options,
    answer=answer_move,
    secrecy="secret",
    secret_of=(SOVIET,),
)


def offer_expedition(play: BDPlay, local: Phase) -> None:
    if local.side == GERMAN:
        caucasus.offer(play)


# ---- units in hand ----------------------------------------------------------------------------------


def next_leg(play: BDPlay, local: March) -> None:
    """Ask for the next leg as long as the units in hand, or one of them without the others, can do something."""
    facts, state = play.facts, play.state
    found = ways(facts, state, local.side, local.units)
    attacks = mobile_assault.targets(facts, state, local.side, local.units)
    leaving = may_leave(facts, state, local.units)
    if found.go or attacks or leaving or _one_could(facts, state, local):
        play.ask("march", local.side, prepared=(found, attacks, leaving))


def _one_could(facts: Facts, state: BDState, local: March) -> bool:
    """Whether a unit could go on if the slower ones were put down (10.7)."""
    units = local.units
    if not units & units - 1:
        return False
    return any(can_go(facts, state, local.side, 1 << unit) for unit in bits(units))


@implements("BD 10.5", "BD 10.27")
def companions(facts: Facts, state: BDState, local: March) -> int:
    """Units that may join those in hand: they began the phase in the same hex and stand in the same hex now."""
    units, side = local.units, local.side
    top = units.bit_length() - 1
    others = state.units_at(state.place[top]) & ~(units | local.dropped)
    if not others:
        return 0
    others &= movers(facts, state, side) & points.begun_at(state, state.began[top])
    for unit in bits(others):
        if not can_go(facts, state, side, units | 1 << unit):
            others ^= 1 << unit
    return others


@implements("BD 10.6", "BD 10.7")
def put_down(facts: Facts, state: BDState, local: March) -> int:
    """Units that may be left behind, to be taken up later; the last one only after a leg, while others wait."""
    units, side = local.units, local.side
    if units & units - 1:
        return units
    if local.fresh:
        return 0
    origin = state.began[units.bit_length() - 1]
    return units if movers(facts, state, side) & ~units & points.begun_at(state, origin) else 0


def ask_march(play: BDPlay, _decision: Decision) -> str:
    facts, state = play.facts, play.state
    local: March = state.top.local
    names = listed([facts.roster.names[unit] for unit in bits(local.units)])
    place = facts.where(state.place[local.units.bit_length() - 1])
    left = points.left(facts, state, local.units)
    return f"{names} in {place}: {left} movement point{'s' if left != 1 else ''} left."


def march_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: March = state.top.local
    found, attacks, leaving = _prepared(play, local)
    table, single = facts.vocabulary.table, facts.single
    among = [(table("go"), found.go)]
    if attacks:
        among.append((table("assault"), attacks))
    joining, dropping = companions(facts, state, local), put_down(facts, state, local)
    if joining:
        among.append((table("with"), joining))
    if dropping:
        among.append((table("drop"), dropping))
    return Options((single["stop"], single["leave"]) if leaving else (single["stop"],), among)


def _prepared(play: BDPlay, local: March) -> tuple[Ways, int, bool]:
    if play.prepared is None:
        facts, state, side, units = play.facts, play.state, local.side, local.units
        attacks = mobile_assault.targets(facts, state, side, units)
        play.prepared = (ways(facts, state, side, units), attacks, may_leave(facts, state, units))
    found: tuple[Ways, int, bool] = play.prepared
    return found


def answer_march(play: BDPlay, _decision: Decision, action: Action) -> None:
    local: March = play.state.top.local
    if action.verb == "stop":
        return
    if action.verb == "leave":
        leave(play, local)
        return
    assert isinstance(action.arg, int)
    bit = 1 << action.arg
    if action.verb == "go":
        legs.go(play, local, action.arg, _prepared(play, local)[0])
    elif action.verb == "assault":
        mobile_assault.announce(play, local, action.arg)
    elif action.verb == "with":
        play.again("leg", local._replace(units=local.units | bit))
        points.roll_for_pause(play, bit)
    elif local.units == bit:
        play.again("end", local._replace(units=0))
    else:
        play.again("leg", local._replace(units=local.units ^ bit, dropped=local.dropped | bit))


MARCH = Kind(
    "march",
    "10.5",
    verbs=(
        kit.GO,
        Verb("assault", (PLACE,), "make a mobile assault on an adjacent hex with the units in hand"),
        Verb("with", (UNIT,), "let a unit take part", label="Add"),
        Verb("drop", (UNIT,), "put a unit down, to take it up again later", label="Put down"),
        Verb("leave", (), "leave the map through Bulgaria", label="Leave the map"),
        kit.STOP,
    ),
    prompt=ask_march,
    options=march_options,
    answer=answer_march,
    secrecy="secret",
    secret_of=(SOVIET,),
)


def end_march(play: BDPlay, local: March) -> None:
    """The units in hand have moved, or stay where they are."""
    points.set_out(play.facts, play.state, local.units & play.state.on_map)
    play.state.moved |= local.units
    play.leave()


# ---- leaving by Bulgaria (8.26) ---------------------------------------------------------------------


@implements("BD 8.26a")
def may_leave(facts: Facts, state: BDState, units: int) -> bool:
    """One Soviet unit in a game may leave the map through Bulgaria, for a point; no other way off it is open here."""
    unit = units.bit_length() - 1
    if not facts.bulgarian_exits >> state.place[unit] & 1 or facts.roster.side[unit] != SOVIET:
        return False
    if state.bulgarian_exit or units & units - 1 or units & facts.roster.cavalry_groups:
        return False
    return points.left(facts, state, units) >= 1


@implements("BD 8.26a")
def leave(play: BDPlay, local: March) -> None:
    """The unit goes to fetch the Bulgarians; triggers.py brings them (8.26)."""
    facts, state = play.facts, play.state
    unit = local.units.bit_length() - 1
    place, units = state.place[unit], stacking.with_support(facts, state, local.units)
    play.note("leave", unit, place)
    play.again("end", local)
    state.bulgarian_exit = state.turn
    for gone in bits(units):
        state.put(gone, facts.boxes["bulgaria"])
    fog.removed(play, units, 1 << place)


PROCEDURES = (
    Procedure("movement", (
        Step("begin", begin, "10.1"),
        Step("next", next_move, "10.2"),
        Step("ask", ask_move, "10.2"),
        Step("expedition", offer_expedition, "4.11"),
    ), Phase),
    Procedure("march", (
        Step("leg", next_leg, "10.5"),
        Step("end", end_march, "10.2"),
        Step("announced", mobile_assault.announced, "10.24"),
        Step("after the assault", mobile_assault.after_assault, "10.28"),
    ), March),
)  # fmt: skip
