"""Copies of a game: they keep their history, can be taken back, saved and verified, and roll dice of their own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ostfront
from ostfront import Game
from ostfront.core.files import record
from ostfront.core.play.history import COPY
from ostfront.core.play.sequence import Act, Outcome


def midway(seed: int = 1, outcomes: int = 6) -> Game:
    """A drill after some dice."""
    random = Random(seed)
    game = ostfront.new("drill", "siege", seed=seed)
    while sum(isinstance(entry, Outcome) for entry in game.entries or ()) < outcomes:
        play_on(game, random, 1)
    return game


def play_on(game: Game, random: Random, actions: int = 40) -> None:
    for _ in range(actions):
        if game.result is None:
            decision = random.choice(game.state.pending)
            game.push(game.options(decision).choose(random.random), decision)


def test_a_copy_is_saved_and_loaded(tmp_path: Path) -> None:
    copy = midway().clone()
    play_on(copy, Random(2))
    copy.save(tmp_path / "copy.game")
    again = ostfront.load(tmp_path / "copy.game")
    assert again.state == copy.state
    assert again.entries == copy.entries


def test_a_copy_is_taken_back() -> None:
    game = midway()
    before = game.state.clone()
    copy = game.clone()
    copy.undo()
    assert copy.state != before == game.state
    game.undo()
    assert copy.state == game.state


def test_a_copy_says_where_its_own_dice_begin_and_is_verified_from_there(tmp_path: Path) -> None:
    for seed in range(50):
        copy = midway().clone()
        play_on(copy, Random(seed), 200)
        text = record.write(copy, full=True)
        if "\nroll " in text:
            break
    assert (copy.entries or []).count(COPY) == 1
    assert "\ncopy\n" in text
    read = record.read(text)
    again = record.replay(read, ostfront.games.rules)
    assert record.verify(read, again) == []
    assert record.borrowed(again) == 6
    altered = text.splitlines()
    last = max(i for i, line in enumerate(altered) if line.startswith("roll "))
    assert last > altered.index("copy"), "it has rolled dice of its own"
    altered[last] = f"roll {int(altered[last].split()[1]) % 6 + 1}"
    forged = record.read("\n".join([*altered[: last + 1], "---", *(x for x in altered if x.startswith("secret"))]))
    assert record.verify(forged, record.replay(forged, ostfront.games.rules)) != []


def test_a_takeback_in_the_game_does_not_salt_the_dice_of_its_copy() -> None:
    game = midway()
    while not isinstance((game.entries or [])[-1], Outcome):
        play_on(game, Random(9), 1)
    game.undo()  # across dice: the game rolls new ones
    copy = game.clone()
    play_on(copy, Random(4))
    read = record.read(record.write(copy, full=True))
    assert record.verify(read, record.replay(read, ostfront.games.rules)) == []


def test_a_copy_before_any_dice_needs_no_mark() -> None:
    game = ostfront.new("drill", "siege", seed=1, options={"fog": False})
    first = [entry for entry in game.entries or () if isinstance(entry, Outcome)]
    assert (COPY in (game.clone().entries or ())) == bool(first)


def test_the_draft_of_a_copy_can_be_taken_back_by_its_seat() -> None:
    game = midway()
    while not isinstance((game.entries or [])[-1], Act) or len(game.state.pending) != 1:
        play_on(game, Random(5), 1)
    seat = (game.entries or [])[-1].seat
    copy = game.clone()
    copy.undo(seat)
    game.undo(seat)
    assert copy.state == game.state
    assert (copy.entries or [])[-1] == COPY


def test_a_game_without_history_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(ostfront.OstfrontError, match="keeps no history"):
        midway().clone(history=False).save(tmp_path / "no.game")
    assert not (tmp_path / "no.game").exists()
