"""Preparation for play (3), and what must hold at any time."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import Frame
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, SOVIET
from ostfront.games.victory_denied.state import VdState


def blank(facts: Facts) -> VdState:
    """Nothing on the map, nothing in the boxes."""
    return VdState(facts.roster, facts.board.places, facts.grid.size, facts.victory_hexes)


def set_up(facts: Facts) -> VdState:
    """Everything but the chits: VP chits are dealt, command chits selected, when the game begins."""
    state = blank(facts)
    state.turn = first_turn()
    for prepare in (
        place_units, fill_elite_cup, lay_out_pvos, fill_minsk_pocket, fill_reserve_box, fill_timoshenko_box,
        hand_out_support, hold_back_stars, line_up_germans,
    ):  # fmt: skip
        prepare(facts, state)
    state.top = Frame("game", 0, None, None)
    return state


def _put(facts: Facts, state: VdState, *boxes: str) -> None:
    """Put those units where they start whose place is one of these boxes."""
    wanted = {facts.boxes[box] for box in boxes}
    for unit, place in facts.setup:
        if place in wanted:
            state.put(unit, place)


@implements("AVD 3.2")
def place_units(facts: Facts, state: VdState) -> None:
    for unit, place in facts.setup:
        if place < facts.grid.size:
            state.put(unit, place)


@implements("AVD 3.3")
def first_turn() -> int:
    return 1


@implements("AVD 3.8a")
def fill_elite_cup(facts: Facts, state: VdState) -> None:
    _put(facts, state, "elite-cup")


@implements("AVD 3.8b")
def lay_out_pvos(facts: Facts, state: VdState) -> None:
    """One for each turn of the track but the last."""
    for unit, place in facts.setup:
        if facts.roster.is_pvo[unit] and place >= facts.grid.size:
            state.put(unit, place)


@implements("AVD 3.9")
def fill_minsk_pocket(facts: Facts, state: VdState) -> None:
    _put(facts, state, "minsk-pocket-box")


@implements("AVD 3.10")
def fill_reserve_box(facts: Facts, state: VdState) -> None:
    _put(facts, state, "soviet-reserve")


@implements("AVD 3.11")
def fill_timoshenko_box(facts: Facts, state: VdState) -> None:
    _put(facts, state, "timoshenko")


@implements("AVD 3.12")
def hand_out_support(facts: Facts, state: VdState) -> None:
    """Stukas and bomber to their airfields, the rocket to the Soviet player."""
    air = facts.charts["air"]
    state.stukas = air["stukas"]
    state.bomber = bool(air["bombers"])
    state.rocket = bool(facts.charts["rockets"]["count"])


@implements("AVD 3.13")
def hold_back_stars(facts: Facts, state: VdState) -> None:
    _put(facts, state, "stavka-stars")


@implements("AVD 3.14")
def line_up_germans(facts: Facts, state: VdState) -> None:
    """Beside their entry hexes; the Blue Division waits on the turn track."""
    for unit, place in facts.setup:
        if facts.roster.side[unit] == GERMAN and facts.roster.enters[unit].isdigit():
            state.put(unit, place)


def faults(facts: Facts, state: VdState) -> list[str]:
    """What cannot be: stacks over the limits at rest, enemies in one hex, chits in two places."""
    roster, name = facts.roster, facts.board.name
    shared = state.occupied[ANY[GERMAN]] & state.occupied[ANY[SOVIET]] & facts.valid
    found = [f"Both sides are in {name(place)}." for place in bits(shared)]
    top = state.top
    passing = top.local.unit if top is not None and top.procedure == "march" else -1  # no limit on the way (5.4)
    for place in bits((state.occupied[ANY[GERMAN]] | state.occupied[ANY[SOVIET]]) & facts.valid):
        stack = [u for u in state.at(place) if u != passing]
        combat = [u for u in stack if not roster.is_hq[u]]
        hqs = [u for u in stack if roster.is_hq[u]]
        if len(combat) > 2 or len(hqs) > 1 or sum(roster.tan[u] for u in combat) > 1:
            found.append(f"Too many units are in {name(place)}.")
    found += [
        f"{roster.ids[unit]} cannot have {steps} steps."
        for unit, steps in enumerate(state.steps)
        if steps > roster.steps[unit] or (not steps and not roster.is_hq[unit])
    ]
    chits = [chit for chit in state.vp if chit >= 0] + bits(state.box) + list(state.stolen)
    if len(chits) != len(set(chits)):
        found.append("A VP chit is in two places.")
    return found
