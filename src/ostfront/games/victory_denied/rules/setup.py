"""Preparation for play (3), and what must hold at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Frame
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, SOVIET
from ostfront.games.victory_denied.state import VdState

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied


def set_up(rules: VictoryDenied) -> VdState:
    """Everything but the chits: VP chits are dealt, command chits selected, when the game begins."""
    state = rules.blank()
    state.turn = first_turn()
    for prepare in (
        place_units, fill_elite_cup, lay_out_pvos, fill_minsk_pocket, fill_reserve_box, fill_timoshenko_box,
        hand_out_support, hold_back_stars, line_up_germans,
    ):  # fmt: skip
        prepare(rules, state)
    state.top = Frame("game", 0, None, None)
    return state


def _put(rules: VictoryDenied, state: VdState, *boxes: str) -> None:
    """Put those units where they start whose place is one of these boxes."""
    wanted = {rules.boxes[box] for box in boxes}
    for unit, place in rules.setup:
        if place in wanted:
            state.put(unit, place)


@carries_out("AVD 3.2")
def place_units(rules: VictoryDenied, state: VdState) -> None:
    for unit, place in rules.setup:
        if place < rules.grid.size:
            state.put(unit, place)


@carries_out("AVD 3.3", otherwise=2)
def first_turn() -> int:
    return 1


@carries_out("AVD 3.8a")
def fill_elite_cup(rules: VictoryDenied, state: VdState) -> None:
    _put(rules, state, "elite-cup")


@carries_out("AVD 3.8b")
def lay_out_pvos(rules: VictoryDenied, state: VdState) -> None:
    """One for each turn of the track but the last."""
    for unit, place in rules.setup:
        if rules.roster.is_pvo[unit] and place >= rules.grid.size:
            state.put(unit, place)


@carries_out("AVD 3.9")
def fill_minsk_pocket(rules: VictoryDenied, state: VdState) -> None:
    _put(rules, state, "minsk-pocket-box")


@carries_out("AVD 3.10")
def fill_reserve_box(rules: VictoryDenied, state: VdState) -> None:
    _put(rules, state, "soviet-reserve")


@carries_out("AVD 3.11")
def fill_timoshenko_box(rules: VictoryDenied, state: VdState) -> None:
    _put(rules, state, "timoshenko")


@carries_out("AVD 3.12")
def hand_out_support(rules: VictoryDenied, state: VdState) -> None:
    """Stukas and bomber to their airfields, the rocket to the Soviet player."""
    air = rules.charts["air"]
    state.stukas = air["stukas"]
    state.bomber = bool(air["bombers"])
    state.rocket = bool(rules.charts["rockets"]["count"])


@carries_out("AVD 3.13")
def hold_back_stars(rules: VictoryDenied, state: VdState) -> None:
    _put(rules, state, "stavka-stars")


@carries_out("AVD 3.14")
def line_up_germans(rules: VictoryDenied, state: VdState) -> None:
    """Beside their entry hexes; the Blue Division waits on the turn track."""
    for unit, place in rules.setup:
        if rules.roster.side[unit] == GERMAN and rules.roster.enters[unit].isdigit():
            state.put(unit, place)


def faults(rules: VictoryDenied, state: VdState) -> list[str]:
    """What cannot be: stacks over the limits at rest, enemies in one hex, chits in two places."""
    roster, name = rules.roster, rules.board.name
    shared = state.occupied[ANY[GERMAN]] & state.occupied[ANY[SOVIET]] & rules.valid
    found = [f"Both sides are in {name(place)}." for place in bits(shared)]
    for place in bits((state.occupied[ANY[GERMAN]] | state.occupied[ANY[SOVIET]]) & rules.valid):
        combat = [u for u in state.at(place) if not roster.is_hq[u]]
        hqs = [u for u in state.at(place) if roster.is_hq[u]]
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
