"""Sentences with numbers: nouns and verbs agree with them, in prompts, refusals, odds, logs and results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from harness.alphabet import letters
from harness.cases import Case, every_case, scaled
from harness.positions import moments
from ostfront.core.play.game import Game

COUNTED = (
    "area", "attack", "block", "chit", "city", "fleet", "fortress", "game", "hex", "hit", "HQ", "point",
    "reinforcement", "step", "unit",
)  # fmt: skip
ALONE = "(?<![-\\w.:,/+])1"  # a number, not the end of one
KIND = "(?:(?:more|other|star|victory|German|Soviet|motorized|mechanized|reinforcement|fortress|artillery) )*"
ONE = re.compile(rf"{ALONE} {KIND}(?:dice|are|have|were|cities|{'|'.join(f'{noun}e?s' for noun in COUNTED)})\b")
SEVERAL = re.compile(
    rf"(?<![-\w.:,/+])(?:0|[2-9]|[1-9]\d+) {KIND}(?:die|{'|'.join(COUNTED)})\b(?! (?:points|steps|attacks)\b)"
)
THE_VERB = re.compile(r"^(?:1|[2-9]|[1-9]\d+) attacks? ")  # a division called 1 attacks a hex; 1Pz and 121 attack it


def wrong_numbers(text: str) -> list[str]:
    return [
        found[0]
        for found in (*ONE.finditer(text), *SEVERAL.finditer(text))
        if not THE_VERB.match(text[found.start() :] + " ") or text[: found.start()].rstrip().endswith("gives")
    ]


def sentences(game: Game, random: Random) -> Iterator[str]:
    """What is asked now; sometimes refusals and odds."""
    yield from (question.prompt for question in game.pending)
    if random.random() < 0.02:
        decision = random.choice(game.state.pending)
        said = letters(game, decision, random)
        for action in random.sample(said, min(30, len(said))):
            yield from (objection.text for objection in game.why_not(action, decision.seat))
    if random.random() < 0.01:
        decision = random.choice(game.state.pending)
        for action in [*game.options(decision)][:3]:
            odds = game.odds(action, decision.seat)
            if odds is not None:
                yield from (odds.title, odds.policy, *(text for _, text in odds.rows))
                yield from (f"{shift.text} {shift.value}" for shift in odds.shifts)


@every_case
def test_numbers_and_nouns_agree(case: Case) -> None:
    random = Random(f"numbers {case.name}")
    for seed in range(scaled(1)):
        for game in moments(case, f"numbers {seed}"):
            for text in sentences(game, random):
                assert not wrong_numbers(text), text
        for seat in range(len(case.rules.seats)):
            for line in game.view(seat).log():
                assert not wrong_numbers(line), line
        assert game.result is not None and not wrong_numbers(game.result.reason)


@pytest.mark.parametrize(
    "text",
    [
        "29A activates 1 units.", "1 star units join the Reserve Box: choose one.", "1 are ready.", "lose 1 steps",
        "The Axis rolls 1 dice: 0 hits.", "The Soviets win, 1 victory areas to 6.", "Artillery: a 6 gives 3 attack.",
        "a hex 2 hex away", "2 victory area", "Artillery: a 3 gives 1 attacks.",
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(text: str) -> None:
    assert wrong_numbers(text)


@pytest.mark.parametrize(
    "text",
    [
        "1Pz and 121 attack L0832 with 11.", "1 attacks L0528 with 3.", "Artillery: a 3 gives 1 attack.",
        "4 reinforcement points left.", "K3121 units", "A 1 on the 4-1 column: no effect.", "1 victory area to 6",
    ],
)  # fmt: skip
def test_what_is_right_is_let_pass(text: str) -> None:
    assert not wrong_numbers(text)
