"""The Blitz Segment (10.17)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, UNIT, Facts
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.command import ranges
from ostfront.games.kiev_41.rules.control import contested, take
from ostfront.games.kiev_41.rules.movement import note_crossing
from ostfront.games.kiev_41.rules.stacking import closed
from ostfront.games.kiev_41.rules.support import possible_battles
from ostfront.games.kiev_41.state import Blitz, Combat, K41Play, K41State, Side, Support


def begin_blitz(play: K41Play, local: Side) -> None:
    """For the fast blocks that cleared a green area."""
    state = play.state
    state.to_fight = 0
    if state.blitzers:
        state.contested_before = contested(state)
        state.guns = ()
        play.begin("blitz", Blitz(local.side, state.contested_before))


@implements("K41 10.17b")
def in_command(facts: Facts, state: K41State, side: int) -> int:
    """Those in range of an activated Blitz HQ that commands them, or in its area."""
    place = state.place
    found = 0
    for hq, areas in ranges(facts, state, side):
        if facts.roster.blitz_hqs >> hq & 1:
            for unit in bits(state.blitzers):
                obeys = facts.obeying[hq] >> unit & 1 and areas >> place[unit] & 1
                if obeys or place[unit] == place[hq]:
                    found |= 1 << unit
    return found


def dashes(facts: Facts, state: K41State, local: Blitz) -> list[Action]:
    """Each block with each green area it may enter."""
    found = []
    open_areas = facts.green & ~local.contested
    for unit in bits(in_command(facts, state, local.side)):
        goals = facts.ways_of[unit][state.place[unit]] & open_areas & ~closed(facts, state, unit)
        found += [facts.pair("blitz", unit, area) for area in bits(goals)]
    return found


def next_dash(play: K41Play, local: Blitz) -> None:
    found = dashes(play.facts, play.state, local)
    if found:
        play.ask("blitz", local.side, prepared=found)


def blitz_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    found = play.prepared or dashes(facts, state, state.top.local)
    return Options((facts.single["done"], *found))


def answer_blitz(play: K41Play, decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, tuple)
    state, side = play.state, decision.seat
    unit, goal = action.arg
    here = state.place[unit]
    play.note("blitz", unit, here, goal)
    play.goto("move")
    state.crossed &= ~(1 << unit)
    state.blitzers &= ~(1 << unit)
    defended = state.units_of(1 - side) >> goal & 1
    if defended:
        note_crossing(play, unit, here, goal)
    state.put(unit, goal)
    if not defended:
        take(play, side, goal)
        fog.conceal(play, 1 << unit)


BLITZ = Kind(
    "blitz",
    "10.17a",
    verbs=(Verb("blitz", (UNIT, PLACE), "this block goes on into an adjacent area"), "done"),
    prompt="Send a block on into an adjacent green area, or finish.",
    options=blitz_options,
    answer=answer_blitz,
)


@implements("K41 10.13.3.1", "K41 10.17d")
def blitz_support(play: K41Play, local: Blitz) -> None:
    """Blitz HQs may fire once more."""
    state = play.state
    state.to_fight = possible_battles(play.facts, state, local.side) & ~state.contested_before
    if state.to_fight:
        play.begin("support", Support(local.side, True))


def blitz_combat(play: K41Play, local: Blitz) -> None:
    play.begin("combat", Combat(local.side, True))


def end_blitz(play: K41Play, local: Blitz) -> None:
    """Blocks that stayed are concealed."""
    state = play.state
    disputed = contested(state)
    stayed = mask(u for u in bits(state.blitzers) if not disputed >> state.place[u] & 1)
    state.blitzers = 0
    fog.conceal(play, stayed)


BLITZ_STEPS = Procedure(
    "blitz",
    (
        Step("move", next_dash, "10.17a"),
        Step("support", blitz_support, "10.13.3.1"),
        Step("combat", blitz_combat, "10.17d"),
        Step("end", end_blitz, "10.16c"),
    ),
    Blitz,
)
