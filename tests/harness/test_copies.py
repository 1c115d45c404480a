"""Any moment of any phase can be copied, saved, taken back and written down, and is the same again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from harness.cases import CASES, EVERYWHERE, Case, differences, every_case
from harness.positions import at_random, sample
from ostfront import games
from ostfront.core.files import position, record
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Mark
from ostfront.core.play.state import State


def same(a: State, b: State) -> bool:
    assert a == b, differences(a.__dict__, b.__dict__)
    return True


def step(game: Game, random: Random) -> None:
    decision = random.choice(game.state.pending)
    game.push(at_random(game, decision, random), decision)


@every_case
def test_a_clone_is_equal_and_apart(case: Case) -> None:
    random = Random(case.name)
    for game in sample(case, 12, "clone"):
        before = game.state.clone()
        copy = game.clone()
        assert same(copy.state, game.state)
        for _ in range(5):
            if copy.result is None:
                step(copy, random)
        assert same(game.state, before)


@every_case
def test_packed_states_come_back(case: Case) -> None:
    for game in sample(case, 16, "pack"):
        packed = msgspec.json.decode(msgspec.json.encode(position.pack(game.state, game.rules)))
        assert same(position.unpack(packed, game.rules), game.state)


@every_case
def test_saved_games_come_back(case: Case) -> None:
    for game in sample(case, 6, "save"):
        text = record.write(game, full=True)
        again = record.load(record.read(text), games.rules)
        assert same(again.state, game.state)
        assert again.entries == game.entries
        assert again.events == game.events
        assert record.write(again, full=True) == text


# one option alone is replayed with its golden game, too
@pytest.mark.parametrize(
    "case", [case for case in CASES if EVERYWHERE or len(case.options) != 1], ids=lambda case: case.name
)
def test_a_checked_replay_comes_to_the_same(case: Case) -> None:
    """Every action of a random game passes the referee."""
    for game in sample(case, 1, "replay"):
        again = record.replay(record.read(record.write(game, full=True)), games.rules)
        assert same(again.state, game.state)
        assert [again.view(seat).log() for seat in range(len(case.rules.seats))] == [
            game.view(seat).log() for seat in range(len(case.rules.seats))
        ]


@every_case
def test_undo_returns_exactly(case: Case) -> None:
    random = Random(case.name)
    for found in sample(case, 5, "undo"):
        game = record.load(record.read(record.write(found, full=True)), games.rules)
        trail = []
        for _ in range(random.randint(1, 80)):
            if game.result is not None:
                break
            trail.append((game.state.clone(), list(game.entries or ()), list(game.events or ())))
            step(game, random)
        for state, entries, events in reversed(trail[-8:]):
            game.undo()
            assert same(game.state, state)
            assert without_takebacks(game) == entries
            assert game.events == events


def without_takebacks(game: Game) -> list[object]:
    return [e for e in game.entries or () if not (isinstance(e, Mark) and e.word == "takeback")]


@every_case
def test_derived_columns_equal_their_recomputation(case: Case) -> None:
    for game in sample(case, 30, "derive"):
        again = game.state.clone()
        again.derive()
        assert same(again, game.state)


@every_case
def test_positions_as_text_come_back(case: Case) -> None:
    for game in sample(case, 16, "position"):
        text = position.write(game)
        again = position.read(text, games.rules)
        assert same(again.state, game.state)
        assert position.write(again) == text


@every_case
def test_a_game_goes_on_from_a_position(case: Case) -> None:
    """What is played from a position file is saved with its beginning."""
    random = Random(case.name)
    for found in sample(case, 4, "go on"):
        game = position.read(position.write(found), games.rules)
        for _ in range(6):
            if game.result is None:
                step(game, random)
        again = record.load(record.read(record.write(game, full=True)), games.rules)
        assert same(again.state, game.state)
