"""The end of a turn and of the game (5.0, 16)."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, GERMAN, SOVIET
from ostfront.games.victory_awaits.rules.seats import winner
from ostfront.games.victory_awaits.rules.supply_lines import supplied
from ostfront.games.victory_awaits.state import VaPlay, VaState


class Score(NamedTuple):
    """Where victory points come from."""

    cities: int
    stand_fast: int
    breakthrough: int
    stars: int
    german_mech: int
    soviet_mech: int

    @property
    def total(self) -> int:
        return sum(self)


def score(facts: Facts, state: VaState) -> Score:
    """The Axis player's victory points as things stand."""
    fed = supplied(facts, state, AXIS)
    held = state.axis_held
    values = facts.charts["victory"]
    return Score(
        _hexes(cities(facts) & held, fed, values["major_city"]),
        _hexes(markers(state) & held, fed, values["stand_fast"]),
        breakthrough(facts, held, fed),
        _hexes(stars(facts) & held, fed, values["smolensk_star"]),
        whole_armor(facts, state) * values["german_mech"],
        lost_armor(facts, state) * values["soviet_mech"],
    )


def _hexes(hexes: int, fed: int, value: dict[str, int]) -> int:
    """Points for each hex with a line of communications, fewer for each without."""
    return (hexes & fed).bit_count() * value["connected"] + (hexes & ~fed).bit_count() * value["cut_off"]


@implements("AVA 16.1a")
def cities(facts: Facts) -> int:
    return facts.major_cities


@implements("AVA 16.2a")
def markers(state: VaState) -> int:
    return state.stand_fast


@implements("AVA 18.2h")
def stars(facts: Facts) -> int:
    return facts.stars


@implements("AVA 16.3a")
def breakthrough(facts: Facts, held: int, fed: int) -> int:
    """Once for any Soviet source, and once more for one that leads from Moscow."""
    values = facts.charts["victory"]
    total = _once(facts.sources[SOVIET] & held, fed, values["breakthrough"])
    return total + _once(from_moscow(facts) & held, fed, values["from_moscow"])


@implements("AVA 16.3b")
def from_moscow(facts: Facts) -> int:
    return facts.moscow_gates


def _once(hexes: int, fed: int, value: dict[str, int]) -> int:
    return 0 if not hexes else value["connected"] if hexes & fed else value["cut_off"]


@implements("AVA 16.1b")
def whole_armor(facts: Facts, state: VaState) -> int:
    """German mechanized units at full strength on the map."""
    roster = facts.roster
    units = roster.of_nation[GERMAN] & roster.mechs & state.on_map
    return sum(state.steps[unit] == roster.steps[unit] for unit in bits(units))


@implements("AVA 16.1c")
def lost_armor(facts: Facts, state: VaState) -> int:
    """Soviet mechanized units that were eliminated."""
    roster = facts.roster
    mine = roster.of_side[SOVIET] & roster.mechs
    return sum(mine >> unit & 1 for unit in state.each_at(facts.boxes["eliminated"]))


# ---- the end ----------------------------------------------------------------------------------------


@implements("AVA 16.4a")
def end_game(play: VaPlay, _local: None) -> None:
    """The Supply Check of the last turn ends the game."""
    if play.state.turn >= play.facts.last_turn:
        decide(play)


def decide(play: VaPlay) -> None:
    state, facts = play.state, play.facts
    found = score(facts, state)
    target = state.target
    won = found.total >= target
    play.note("score", *found)
    play.end(
        winner(facts, state, AXIS if won else SOVIET),
        f"the Axis has {found.total} victory points of {target}",
        facts.victory_clause,
        (found.total, target),
    )


@implements("AVA 5.0.5a")
def end_turn(play: VaPlay, _local: None) -> None:
    """5.0 (5): the marker advances; Axis units in the space it reaches become available."""
    state, facts = play.state, play.facts
    if state.turn >= facts.last_turn:
        decide(play)  # the Supply Check chit was not drawn: it always is, but for a game loaded without it
        return
    state.turn += 1
    play.note("turn", state.turn)
    free_arrivals(play)


@implements("AVA 5.0.5b")
def free_arrivals(play: VaPlay) -> None:
    state, facts = play.state, play.facts
    for unit in state.at(facts.boxes[f"turn-{state.turn}"]):
        if facts.roster.side[unit] == AXIS and not facts.roster.is_hq[unit]:
            state.put(unit, facts.boxes["axis-available"])
            state.transferred |= 1 << unit
