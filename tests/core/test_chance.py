"""Streams of outcomes from a secret."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import ostfront
from drill.layout import active
from ostfront import Game
from ostfront.core.play.chance import Seeded, commitment
from ostfront.core.play.sequence import Outcome


def test_an_outcome_is_a_function_of_secret_stream_and_count() -> None:
    a, b, c = Seeded.of(1), Seeded.of(1), Seeded.of(2)
    wanted = [("turn 1 / cup", n, 6) for n in range(50)]
    assert [a.outcome(*w) for w in wanted] == [b.outcome(*w) for w in reversed(wanted)][::-1]
    assert [a.outcome(*w) for w in wanted] != [c.outcome(*w) for w in wanted]


def test_dice_are_fair() -> None:
    source = Seeded.of("fair")
    for sides in (6, 10, 7):
        rolls = Counter(source.outcome("dice", n, sides) for n in range(6000))
        expected = 6000 / sides
        assert set(rolls) == set(range(sides))
        assert sum((n - expected) ** 2 / expected for n in rolls.values()) < 30


def test_a_salt_changes_what_is_to_come() -> None:
    source = Seeded.of(1)
    before = [source.outcome("dice", n, 6) for n in range(30)]
    source.salt = 1
    assert before != [source.outcome("dice", n, 6) for n in range(30)]


def test_a_secret_is_made_when_first_needed_and_committed_to() -> None:
    source = Seeded()
    assert len(source.secret) == 32
    assert source.commitment == commitment(source.secret) != Seeded().commitment


def played(seed: int, choices: int) -> Game:
    random = Random(choices)
    game = ostfront.new("drill", "siege", seed=seed)
    while game.result is None:
        decision = random.choice(game.state.pending)
        game.push(game.options(decision).choose(random.random), decision)
    return game


def outcomes(game: Game) -> dict[tuple[str, int], Outcome]:
    return {(e.stream, e.nth): e for e in game.entries or () if isinstance(e, Outcome)}


def test_paired_seeds_stay_paired_after_different_decisions() -> None:
    """Two games with the same secret and other decisions: what is rolled under the same name comes out the same."""
    pairs = 0
    for seed in range(6):
        one, other = outcomes(played(seed, 1)), outcomes(played(seed, 2))
        for name in one.keys() & other.keys():
            if one[name].sides == other[name].sides:
                pairs += 1
                assert one[name].choice == other[name].choice
    assert pairs > 100


def test_a_clone_does_not_betray_the_dice_to_come() -> None:
    game = ostfront.new("drill", seed=5)
    streams = [("turn 1 / cup", n, 6) for n in range(40)]
    truth = [game.source.outcome(*s) for s in streams]
    assert truth != [game.clone().source.outcome(*s) for s in streams]
    assert truth != [game.clone(history=True).source.outcome(*s) for s in streams]
    assert truth != [game.view("Red").imagine("x").source.outcome(*s) for s in streams]


@pytest.mark.parametrize("stream", ["turn 2 / cup", "cup", "turn", "turn 10 / cup", "battle"])
def test_a_stream_of_another_turn_or_of_none_is_refused(stream: str) -> None:
    """Its counts would be forgotten with the turn, and its dice would repeat."""
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    assert game.state.turn == 1
    with pytest.raises(ValueError, match="a stream's name starts with 'set-up' or with 'turn 1'"):
        game.roll(6, stream)


def test_set_up_is_over_once_a_turn_has_rolled() -> None:
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    game.roll(6, "set-up / surprises")
    game.roll(6, "turn 1 / cup")
    with pytest.raises(ValueError, match="a stream's name starts with"):
        game.roll(6, "set-up / more surprises")
