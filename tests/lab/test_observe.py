"""Games that are measured are the same games."""

from __future__ import annotations

import pytest

import ostfront
from harness.cases import every_game
from ostfront.core.play.rules import GameInfo
from ostfront.lab.observe import Trial, observe, rebuild
from ostfront.lab.simulate import Simulation, play_one


@every_game
def test_watching_changes_nothing(info: GameInfo) -> None:
    simulation = Simulation(info.name, seed="watched")
    seen, unseen = observe(Trial(simulation), 1), play_one(simulation, 1)
    assert (seen.ending, seen.winner, seen.decisions) == (unseen.ending, unseen.winner, unseen.decisions)


def test_a_game_is_rebuilt_from_its_number(tmp_path: object) -> None:
    trial = Trial(Simulation("victory-denied", seed="again"))
    one = observe(trial, 3)
    game = rebuild(trial, 3)
    assert game.result is not None
    assert game.result.winner == one.winner
    assert game.result.score == one.score
    path = f"{tmp_path}/again.game"
    game.save(path)
    assert ostfront.load(path).state == game.state


def test_turns_add_up() -> None:
    one = observe(Trial(Simulation("victory-denied", seed="turns")), 1)
    assert [turn.turn for turn in one.turns] == list(range(1, one.last_turn + 1))
    assert all(turn.decisions >= turn.choices for turn in one.turns)
    assert all(turn.options >= 2 * turn.choices for turn in one.turns)
    assert one.turns[-1].values[:2] == one.score  # the count at the end is the last turn's


def test_what_fell_is_known_by_turn() -> None:
    """The snow begins with five areas taken; what is reached at the start fell in the first turn."""
    one = observe(Trial(Simulation("kiev-41", seed="snow", scenario="the-snow")), 1)
    assert [turn for turn in one.fell if turn is not None].count(5) >= 5
    assert len(one.kept) == len(one.fell) == 7


@pytest.mark.parametrize("cap", [5, 40])
def test_capped_games_are_measured_so_far(cap: int) -> None:
    one = observe(Trial(Simulation("drill", seed="cap", cap=cap)), 1)
    assert (one.ending, one.winner, one.decisions) == ("capped", "", cap)
