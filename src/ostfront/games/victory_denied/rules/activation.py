"""Activation (7.2.2 to 7.5): HQs and what they command, panzer corps; then all move and all fight."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT, Facts
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN
from ostfront.games.victory_denied.rules.combat import end_activation
from ostfront.games.victory_denied.rules.movement import begin_movement, next_move
from ostfront.games.victory_denied.state import Activation, Leads, VdPlay, VdState

# ---- HQs (7.2.2, 7.3) ------------------------------------------------------------------------------


def headquarters_options(play: VdPlay, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    there = state.on_map & facts.roster.hqs & facts.roster.of_side[GERMAN]
    return Options((), ((facts.vocabulary.table("activate"), there),))


def answer_headquarters(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    activate_hq(play, play.state.top.local.chit, action.arg)


HEADQUARTERS = Kind(
    "headquarters",
    "7.2.2",
    verbs=(Verb("activate", (UNIT,), "activate this HQ with the 9th Army chit"),),
    prompt="Choose the HQ that the 9th Army chit activates.",
    options=headquarters_options,
    answer=answer_headquarters,
)


def activate_hq(play: VdPlay, chit: int, hq: int) -> None:
    state, facts = play.state, play.facts
    side = facts.roster.side[hq]
    hqs = awakened_hqs(facts, state, hq)
    state.active = mask(hqs) | commanded(facts, state, side, hqs)
    state.timoshenko = timoshenko_shift(play, chit)
    play.note("activate", hq, state.active.bit_count())
    play.begin("activation", Activation(chit, side))


@implements("AVD 7.5.1")
def timoshenko_shift(play: VdPlay, chit: int) -> bool:
    return play.facts.chits[chit].kind == "timoshenko"


@implements("AVD 7.2.2a")
def awakened_hqs(facts: Facts, state: VdState, hq: int) -> list[int]:
    """The HQ and the friendly HQs in its range, one level (7.2.2)."""
    roster = facts.roster
    reach, place = in_range(facts, state, hq), state.place
    friends = state.on_map & roster.hqs & roster.of_side[roster.side[hq]]
    return [friend for friend in bits(friends) if reach >> place[friend] & 1]


@implements("AVD 7.3.4", "AVD 7.3.6")
def in_range(facts: Facts, state: VdState, hq: int) -> int:
    """The hexes an HQ commands: counted in hexes, over enemies, rivers and zones of control."""
    return facts.grid.disk(state.place[hq], facts.roster.range[hq])


@implements("AVD 7.3.2a", "AVD 7.3.5")
def commanded(facts: Facts, state: VdState, side: int, hqs: list[int]) -> int:
    """The combat units within range of these HQs, as they stand now, that they can activate."""
    roster = facts.roster
    reach = 0
    for hq in hqs:
        reach |= in_range(facts, state, hq)
    found = state.standing(reach & state.occupied[COMBAT[side]])
    return found & roster.combat_units[side] & ~beyond_hqs(facts, side)


@implements("AVD 7.0", "AVD 7.3.3")
def beyond_hqs(facts: Facts, side: int) -> int:
    """HQs do not activate German motorized units of the Panzer Groups."""
    return facts.roster.panzers["2PzG"] | facts.roster.panzers["3PzG"] if side == GERMAN else 0


# ---- panzer corps (7.4) ----------------------------------------------------------------------------


@implements("AVD 7.2.2c", "AVD 7.4.1")
def activate_group(play: VdPlay, chit: int, group: str) -> None:
    """Its motorized units, corps by corps, without an HQ."""
    play.state.active = 0
    play.state.timoshenko = False
    play.begin("activation", Activation(chit, GERMAN))
    play.begin("panzer corps", Leads(chit, play.facts.roster.corps_of_group[group]))


def next_corps(play: VdPlay, local: Leads) -> None:
    """7.4.2: give each corps its chain; ask only where the choice matters."""
    state, facts = play.state, play.facts
    corps = local.corps
    while corps:
        there = facts.roster.corps_units[corps[0]] & state.on_map
        if there:
            units = bits(there)
            chain = chain_from(facts, state, units[0], units)
            if chain != there:
                play.local(Leads(local.chit, corps))
                play.ask("lead", GERMAN)
                return
            state.active |= chain
        corps = corps[1:]
    play.leave()


@implements("AVD 7.4.2b")
def chain_from(facts: Facts, state: VdState, lead: int, units: list[int]) -> int:
    """All units of a corps that are connected to this one by steps of three hexes."""
    step: int = facts.charts["command"]["panzer_chain"]
    found = 1 << lead
    todo = [lead]
    while todo:
        near = facts.grid.disk(state.place[todo.pop()], step)
        for unit in units:
            if not found >> unit & 1 and near >> state.place[unit] & 1:
                found |= 1 << unit
                todo.append(unit)
    return found


def ask_lead(play: VdPlay, _decision: Decision) -> str:
    return f"Choose the unit from which {play.state.top.local.corps[0]} Panzer Corps is activated."


def lead_options(play: VdPlay, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    corps = facts.roster.corps_units[state.top.local.corps[0]]
    return Options((), ((facts.vocabulary.table("lead"), corps & state.on_map),))


def answer_lead(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Leads = state.top.local
    units = bits(facts.roster.corps_units[local.corps[0]] & state.on_map)
    state.active |= chain_from(facts, state, action.arg, units)
    play.note("lead", action.arg)
    play.again("each corps", Leads(local.chit, local.corps[1:]))


LEAD = Kind(
    "lead",
    "7.4.2",
    verbs=(Verb("lead", (UNIT,), "start a panzer corps' chain at this unit", label="Begin with"),),
    prompt=ask_lead,
    options=lead_options,
    answer=answer_lead,
)


# ---- moving and fighting (4.1.2) -------------------------------------------------------------------


@implements("AVD 7.3.2c")
def begin_segment(play: VdPlay, here: Activation) -> None:
    """When all have moved, all may fight."""
    play.begin("combat segment", here)


PROCEDURES = (
    Procedure("panzer corps", (
        Step("each corps", next_corps, "7.4.2"),
    ), Leads),
    Procedure("activation", (
        Step("movement segment", begin_movement, "4.1.2"),
        Step("next unit", next_move, "8.1.1"),
        Step("combat segment", begin_segment, "4.1.2"),
        Step("end", end_activation, "7.2.1"),
    ), Activation),
)  # fmt: skip
