"""Logistics (7): the Logistics Value, Leaders, regeneration, replacement."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import UNIT, Facts
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import discs
from ostfront.games.kiev_41.rules.fire import part
from ostfront.games.kiev_41.rules.victory import points
from ostfront.games.kiev_41.state import Arrival, K41Play, K41State, Logistics

LOST = ("axis-lost", "soviet-lost")


# ---- the Logistics Value (7.2.1) --------------------------------------------------------------------


def value(facts: Facts, state: K41State, side: int) -> int:
    """What a side may regenerate, replace, call or move."""
    total = sum(parts(facts, state, side).values())
    return part(total, 2) if hampered(facts, state, side) else total


@implements("K41 7.2.1a", "K41 7.2.1b")
def parts(facts: Facts, state: K41State, side: int) -> dict[str, int]:
    """Where the value comes from."""
    roster = facts.roster
    leader = roster.leader_of[side]
    found = {
        "leader": roster.strength[leader][state.steps[leader]],
        "headquarters": sum(
            1 for hq in roster.hqs_of[side] if state.steps[hq] > 1 and in_play(facts, state.place[hq])
        ),
        "areas": points(facts, state, side),
        "eliminated": eliminated(facts, state, 1 - side) // facts.charts["logistics"]["eliminated_per_point"],
    }
    if side == SOVIET:
        found["discs"] = discs(facts, state)
    return found


def in_play(facts: Facts, place: int) -> bool:
    """In an area or on the Road to Tula."""
    return 0 <= place < facts.area_count or place in facts.tula


def eliminated(facts: Facts, state: K41State, side: int) -> int:
    """The blocks (and fleets) of a side that are out for good."""
    return state.stacks[facts.boxes[LOST[side]]].bit_count()


@implements("K41 7.2.1.1")
def hampered(facts: Facts, state: K41State, side: int) -> bool:
    """Whether weather halves the value."""
    return ("axis", "soviet")[side] in facts.charts["weather"][WEATHER[state.weather]].get("logistics_halved", ())


# ---- Leaders (7.1, 7.2) -----------------------------------------------------------------------------


def begin_logistics(play: K41Play, _local: None) -> None:
    """Not in the first turn; the side without the initiative first (3.2.1)."""
    state = play.state
    if state.turn != play.facts.scenario.first_turn:
        first, second = logistics_order(state.initiative)
        play.begin("logistics", Logistics(second))
        play.begin("logistics", Logistics(first))


@implements("K41 7.0", "K41 3.2.1a")
def logistics_order(initiative: int) -> tuple[int, int]:
    return 1 - initiative, initiative


def choose(play: K41Play, local: Logistics) -> None:
    play.ask("logistics", local.side)


def choose_options(play: K41Play, _decision: Decision) -> Options:
    words = play.facts.single
    return Options((words["activate"], words["pause"]))


def answer_choose(play: K41Play, decision: Decision, action: Action) -> None:
    state, facts = play.state, play.facts
    leader = facts.roster.leader_of[decision.seat]
    if action.verb == "pause":
        rest(play, leader)
        play.leave()
        return
    fog.show(play, 1 << leader)
    fog.perhaps_stronger(facts, state, decision.seat)
    found = value(facts, state, decision.seat)
    play.note("leader", leader, facts.roster.strength[leader][state.steps[leader]], decision.seat, found)
    play.change(value=found)


CHOOSE = Kind(
    "logistics",
    "7.0",
    verbs=(
        Verb("activate", (), "activate the Leader", label="Activate the Leader"),
        Verb("pause", (), "declare a Logistics Pause", label="Logistics Pause"),
    ),
    prompt="Activate your Leader, or declare a Logistics Pause.",
    options=choose_options,
    answer=answer_choose,
)


@implements("K41 7.1")
def rest(play: K41Play, leader: int) -> None:
    """A pause restores the Leader."""
    play.state.steps[leader] = play.state.seen[leader] = play.facts.roster.full[leader]
    play.note("pause", play.facts.roster.side[leader])


@implements("K41 7.2b")
def reduce_leader(play: K41Play, local: Logistics) -> None:
    """A heart stays a heart."""
    state, leader = play.state, play.facts.roster.leader_of[local.side]
    if state.steps[leader] > 1:
        state.steps[leader] -= 1
    fog.conceal(play, 1 << leader)


# ---- regeneration and replacement (7.2.2) -----------------------------------------------------------


def begin_restoring(play: K41Play, local: Logistics) -> None:
    play.change(points=local.value)


def next_restore(play: K41Play, local: Logistics) -> None:
    if local.points > 0:
        play.ask("restore", local.side)


def restorable(facts: Facts, state: K41State, side: int) -> int:
    """HQs on the map without cube and below full strength."""
    full, steps = facts.roster.full, state.steps
    return mask(
        hq
        for hq in facts.roster.hqs_of[side]
        if steps[hq] < full[hq] and not state.isolated >> hq & 1 and in_play(facts, state.place[hq])
    )


def restore_options(play: K41Play, decision: Decision) -> Options:
    facts = play.facts
    units = restorable(facts, play.state, decision.seat)
    return Options((facts.single["done"],), ((facts.vocabulary.table("restore"), units),))


def answer_restore(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.state.steps[action.arg] += 1
    cost = play.facts.charts["regeneration"]["step"]
    play.change(points=play.state.top.local.points - cost)
    play.note("restored", action.arg, to=(play.facts.roster.side[action.arg],))
    play.goto("restore")


def _points_left(number: int, what: str) -> str:
    return f"{number} {what} Point{'' if number == 1 else 's'} left"


def ask_restore(play: K41Play, _decision: Decision) -> str:
    return f"{_points_left(play.state.top.local.points, 'Regeneration')}: restore a step of an HQ, or finish."


RESTORE = Kind(
    "restore",
    "7.2.2a",
    verbs=(
        Verb("restore", (UNIT,), "regenerate a step of an HQ"),
        Verb("done", (), "finish this segment", ends="segment"),
    ),
    prompt=ask_restore,
    options=restore_options,
    answer=answer_restore,
    secrecy="secret",
)


def begin_replacing(play: K41Play, local: Logistics) -> None:
    play.change(points=local.value)


def next_replace(play: K41Play, local: Logistics) -> None:
    if local.points > 0:
        play.ask("replace", local.side)


def step_cost(facts: Facts, state: K41State, unit: int) -> int:
    """Points for the step a block would gain, by its colour."""
    return facts.roster.replacement[unit][state.steps[unit] + 1]


def replaceable(facts: Facts, state: K41State, side: int, points_left: int) -> int:
    """Combat blocks on the map without cube, below full strength, whose next step is affordable."""
    full, steps = facts.roster.full, state.steps
    units = facts.roster.combat & facts.roster.of_side[side] & state.on_map & ~state.isolated
    found = 0
    for unit in bits(units):
        if steps[unit] < full[unit] and step_cost(facts, state, unit) <= points_left:
            found |= 1 << unit
    return found


def replace_options(play: K41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = replaceable(facts, state, decision.seat, state.top.local.points)
    return Options((facts.single["done"],), ((facts.vocabulary.table("replace"), units),))


def answer_replace(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, unit = play.state, action.arg
    local: Logistics = state.top.local
    left = local.points - step_cost(play.facts, state, unit)
    state.steps[unit] += 1
    play.note("replaced", unit, to=(play.facts.roster.side[unit],))
    play.again("replace", Logistics(local.side, local.value, left))


def ask_replace(play: K41Play, _decision: Decision) -> str:
    return f"{_points_left(play.state.top.local.points, 'Replacement')}: replace a step of a block, or finish."


REPLACE = Kind(
    "replace",
    "7.2.2b",
    verbs=(Verb("replace", (UNIT,), "replace a step of a combat block"), "done"),
    prompt=ask_replace,
    options=replace_options,
    answer=answer_replace,
    secrecy="secret",
)


def begin_reinforcing(play: K41Play, local: Logistics) -> None:
    play.begin("arrival", Arrival(local.side, local.value))


LOGISTICS_STEPS = Procedure(
    "logistics",
    (
        Step("choose", choose, "7.0"),
        Step("begin restoring", begin_restoring, "7.2.2a"),
        Step("restore", next_restore, "7.2.2a"),
        Step("begin replacing", begin_replacing, "7.2.2b"),
        Step("replace", next_replace, "7.2.2b"),
        Step("reinforce", begin_reinforcing, "5.0a"),
        Step("reduce leader", reduce_leader, "7.2b"),
    ),
    Logistics,
)
