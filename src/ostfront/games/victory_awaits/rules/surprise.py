"""The surprise attack before the first turn (15.1)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.rules.combat import begin_combat
from ostfront.games.victory_awaits.rules.command import end_activation
from ostfront.games.victory_awaits.rules.seats import seats_of, side_seat
from ostfront.games.victory_awaits.state import Command, VaPlay, VaState


@implements("AVA 15.1a")
def surprise_attack(play: VaPlay, _local: None) -> None:
    """All Panzergruppen attack before the first turn, without moving."""
    if play.state.turn == 1 and not attack_waits(play.facts):
        begin_surprise(play)


@implements("AVA 20.2f")
def surprise_of_teams(play: VaPlay, _local: None) -> None:
    """In team play they attack when the chits of turn 1 have been divided; the first Axis player leads."""
    if play.state.turn == 1 and attack_waits(play.facts):
        begin_surprise(play)


@implements("AVA 20.2f")
def attack_waits(facts: Facts) -> bool:
    return bool(facts.teams)


def begin_surprise(play: VaPlay) -> None:
    state, facts = play.state, play.facts
    state.active = surprisers(facts, state)
    state.surprise = True
    state.activation += 1
    play.note("surprise", state.active.bit_count())
    first = next(iter(seats_of(facts, state, state.active)), side_seat(facts, state, AXIS))
    play.begin("assault", Command(-1, AXIS, first))


@implements("AVA 15.1b")
def surprisers(facts: Facts, state: VaState) -> int:
    """The units of Panzergruppen whose HQ is on the map, with the HQ."""
    found = 0
    for group in facts.charts["surprise_attack"]["groups"]:
        if group in facts.roster.index and state.on_map >> facts.roster.index[group] & 1:
            found |= facts.roster.of_formation[group]
    return found & state.on_map


ASSAULT = Procedure(
    "assault",
    (
        Step("combat segment", begin_combat, "15.1"),
        Step("end", end_activation, "15.1"),
    ),
    Command,
)
