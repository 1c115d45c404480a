"""Outcomes are checked against the committed secret."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from harness.cases import Case, every_case
from harness.positions import sample
from ostfront import games
from ostfront.core.errors import BadFile
from ostfront.core.files import record
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Outcome


def finished(case: Case, random: Random) -> Game:
    game = case.new(random.random().hex())
    while game.result is None:
        decision = random.choice(game.state.pending)
        game.push(game.options(decision).choose(random.random), decision)
    return game


@every_case
def test_a_finished_game_verifies(case: Case) -> None:
    text = record.write(finished(case, Random(case.name)))
    read = record.read(text)
    assert record.verify(read, record.replay(read, games.rules, check=False)) == []


@every_case
def test_a_saved_game_verifies_in_the_middle(case: Case) -> None:
    for game in sample(case, 2, "verify"):
        read = record.read(record.write(game, full=True))
        assert record.verify(read, record.replay(read, games.rules, check=False)) == []


@every_case
def test_a_changed_outcome_is_caught(case: Case) -> None:
    random = Random(case.name)
    game = finished(case, random)
    lines = record.write(game).splitlines()
    outcomes = [entry for entry in game.entries or () if isinstance(entry, Outcome)]
    numbers = [n for n, line in enumerate(lines) if line.startswith(("roll ", "draw "))]
    assert len(numbers) == len(outcomes)
    for n, outcome in random.sample(list(zip(numbers, outcomes, strict=True)), min(6, len(numbers))):
        if outcome.sides == 1:
            continue
        changed = list(lines)
        changed[n] = other_than(case, outcome, random)
        read = record.read("\n".join(changed) + "\n")
        with suppress(BadFile):  # the game could not have gone on like that
            assert record.verify(read, record.replay(read, games.rules, check=False))


def other_than(case: Case, outcome: Outcome, random: Random) -> str:
    if not outcome.noun:
        value = random.choice([v for v in range(1, outcome.sides + 1) if v != outcome.value])
    else:
        names = case.rules.vocabulary.nouns[outcome.noun].names
        value = random.choice([v for v, name in enumerate(names) if name and v != outcome.value])
    return case.rules.outcome_text(outcome.noun, value)


@every_case
def test_another_secret_is_caught(case: Case) -> None:
    lines = record.write(finished(case, Random(case.name))).splitlines()
    lines = [f"secret: {'00' * 32}" if line.startswith("secret:") else line for line in lines]
    read = record.read("\n".join(lines) + "\n")
    assert record.verify(read, record.replay(read, games.rules, check=False)) == [
        "The secret does not match the commitment made at the start."
    ]
