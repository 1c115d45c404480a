"""The officer's view of finished games: of all of them, the same each time, and where it changed for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from ostfront import games
from ostfront.ai.review import COARSE, TURNING, Judged, _spread, _turns, review
from ostfront.core.files import record
from ostfront.core.play.game import Game

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = (
    "victory-denied-smolensk", "victory-awaits-leningrad", "kiev-41-southern-struggle", "barbarossa-1941-historical",
    "barbarossa-deluxe-citadel",
)  # fmt: skip


def played(name: str) -> Game:
    text = (GOLDEN / f"{name}.record").read_text(encoding="utf-8")
    return record.load(record.read(text, name), games.rules, file=name)


@pytest.mark.parametrize("name", RECORDS)
def test_every_game_has_a_review(name: str) -> None:
    game = played(name)
    found = review(game)
    assert found is not None and found.scale
    assert len(found.sides) == 2
    moments = [point.moment for point in found.points]
    assert 2 < len(moments) <= COARSE and moments == sorted(set(moments))
    assert found.points[-1].turn == game.state.turn, "it goes to the end"
    assert max(abs(point.value) for point in found.points) < 900, "the result itself is not judged"
    assert 0 < len(found.turning) <= TURNING
    stops = {n for n, entry in enumerate(game.entries or []) if hasattr(entry, "action")}
    assert all(one.before in stops and one.before < one.after for one in found.turning)


def test_the_same_game_has_the_same_review() -> None:
    first, second = (review(played(RECORDS[0])) for _ in range(2))
    assert first == second


def test_a_change_for_good_is_found_and_a_peak_is_not() -> None:
    values = [0.0] * 10 + [9.0] + [0.0] * 10 + [-8.0] * 10
    at, change = _turns(values)[0]
    assert at == 20 and change == -8.0


def test_positions_are_spread_over_the_whole_game() -> None:
    assert _spread(3, 5) == [0, 1, 2]
    assert _spread(1000, 5) == [0, 249, 499, 749, 999]
    assert _spread(0, 5) == []
    assert Judged(1, 1, 0.0) < Judged(2, 1, 0.0)
