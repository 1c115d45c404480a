"""What lies face down or in another team's cups is dealt anew in imagined worlds, and is never simply the truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harness.cases import Case
from harness.positions import moments
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.secrets import face_down
from rule import rule

WORLDS = 12


def several(case: Case, wanted: Callable[[Game], bool], count: int) -> list[Game]:
    """The first moments of a game where something holds."""
    found = []
    for game in moments(case, "dealt anew"):
        if wanted(game):
            found.append(game.clone())
            if len(found) == count:
                break
    assert len(found) == count
    return found


def all_face_down(game: Game) -> bool:
    """The command in progress has left the queue, and all that wait are face down."""
    state: Any = game.state
    return len(state.queue) > 1 and face_down(state) == list(state.queue)


@rule("AVA 19.4.3")
def test_the_face_down_chits_of_the_queue_are_dealt_anew() -> None:
    case = Case("victory-awaits", "campaign", (("players", "8"),))
    for game in several(case, all_face_down, 6):
        for seat in range(len(game.rules.seats)):
            worlds = [game.view(seat).imagine(seed).state for seed in range(WORLDS)]
            assert len({world.queue for world in worlds}) > 2
            assert all(sorted(bits_and_queue(world)) == sorted(set(bits_and_queue(world))) for world in worlds)


def bits_and_queue(state: Any) -> list[int]:
    """The chits in the cup and those in the queue."""
    return [i for i in range(state.cup.bit_length()) if state.cup >> i & 1] + list(state.queue)


@rule("AVA 20.2b")
@pytest.mark.parametrize("seat", [0, 5])
def test_the_chits_of_another_team_are_dealt_anew_and_pairs_stay_together(seat: int) -> None:
    case = Case("victory-awaits", "campaign", (("teams", "3-3"),))
    for game in several(case, lambda game: bool(game.state.masters), 4):
        facts: Any = game.facts
        real = game.state
        others = [i for i, side in enumerate(facts.seat_side) if side != facts.seat_side[seat]]
        sizes = [cup.bit_count() for cup in real.hq_cups]
        everything = sum(real.hq_cups[i] for i in others)
        pairs = [pair for pair in facts.twin_chits if not pair & ~everything]
        found: dict[int, set[int]] = {pair: set() for pair in pairs}
        for seed in range(WORLDS * 2):
            cups = game.view(seat).imagine(seed).state.hq_cups
            assert [cup.bit_count() for cup in cups] == sizes
            assert sum(cups[i] for i in others) == everything
            for pair in pairs:
                [owner] = [i for i in others if cups[i] & pair]
                found[pair].add(owner)
        roomy = sum(sizes[i] > 1 for i in others)
        assert all(len(owners) > 1 for owners in found.values()) or roomy < 2
