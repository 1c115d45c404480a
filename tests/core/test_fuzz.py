"""Spoiled files: whatever is in them, the answer is a game or one sentence. `make soak` tries for a minute each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic

import pytest

import ostfront
from core.mangled import mangled
from ostfront import OstfrontError, games
from ostfront.core.errors import LONGEST_MESSAGE
from ostfront.core.files import position, record
from ostfront.core.files.data import digest
from ostfront.core.play.game import Game

FEW = {"a_position": 300, "a_record": 300, "some_numbers": 12}  # inputs in `make test`
SECONDS = 60  # in `make soak`
NAMES = ("drill", "victory-denied", "kiev-41", "victory-awaits", "barbarossa-1941")


def under_way(name: str, actions: int) -> Game:
    game, choose = ostfront.new(name, seed=5), Random(actions).random
    for _ in range(actions):
        if game.result is None:
            game.push(game.legal.options.choose(choose))
    return game


@cache
def positions() -> list[str]:
    found = [position.write(under_way(name, actions)) for name in NAMES for actions in (3, 70)]
    return [*found, *(text.replace("\n[state]", f'\nunknown = ["{first_seat(text)}"]\n[state]', 1) for text in found)]


def first_seat(text: str) -> str:
    name = text.partition('game = "')[2].partition('"')[0]
    return games.rules(name).seats[0].name


@cache
def records() -> list[str]:
    return [record.write(under_way(name, actions), full=True) for name in NAMES for actions in (3, 70)]


@cache
def tables() -> list[tuple[str, str, str]]:
    """Game, file and text of every table of numbers."""
    return [
        (name, path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
        for name in NAMES
        for folder in [Path(games.info(name).data)]
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".toml", ".csv") and path.name != "rules.toml"
    ]


def a_position(random: Random) -> tuple[str, Callable[[], object]]:
    text = mangled(random, positions())
    return text, lambda: position.read(text, games.rules, file="spoiled.toml")


def a_record(random: Random) -> tuple[str, Callable[[], object]]:
    text = mangled(random, records())
    return text, lambda: record.load(record.read(text, "spoiled.game"), games.rules, file="spoiled.game")


def some_numbers(random: Random) -> tuple[str, Callable[[], object]]:
    """Laid over a game, once as a folder and once in a record."""
    name, file, ours = random.choice(tables())
    text = "\n".join(mangled(random, [ours]).splitlines()) + "\n"
    scenario = random.choice(list(games.info(name).scenarios))
    lines = [record.FORMAT, f"game: {name}", "rules: 1", f"scenario: {scenario}", f"digest: {digest({file: text})}"]
    block = [f"data {file}", *(f"| {line}" for line in text.splitlines())]
    whole = "\n".join([*lines, *block, "---", "---"]) + "\n"

    def read() -> None:
        games.rules(name, scenario, {}, {file: text})
        record.load(record.read(whole), games.rules)

    return f"{name} {scenario} {file}\n{text}", read


def seeds(few: int) -> Iterator[int]:
    """The same few, or new ones until the time is up."""
    if few:
        yield from range(few)
        return
    end = monotonic() + SECONDS
    while monotonic() < end:
        yield SystemRandom().getrandbits(60)


@pytest.mark.parametrize("make", [a_position, a_record, some_numbers])
@pytest.mark.parametrize("short", [True, pytest.param(False, marks=pytest.mark.soak)], ids=["short", "minute"])
def test_an_answer_or_a_sentence(
    make: Callable[[Random], tuple[str, Callable[[], object]]], short: bool, tmp_path: Path
) -> None:
    read_at_all = 0
    for seed in seeds(FEW[make.__name__] if short else 0):
        text, read = make(Random(seed))
        try:
            read()
            read_at_all += 1
        except OstfrontError as wrong:
            told = str(wrong)
            assert 0 < len(told) <= 2 * LONGEST_MESSAGE and "\n" not in told, (seed, told[:300])
        except Exception as wrong:
            (tmp_path / "spoiled.txt").write_text(text, encoding="utf-8", errors="surrogatepass")
            raise AssertionError(f"seed {seed}, see {tmp_path / 'spoiled.txt'}: {wrong!r}") from wrong
    assert read_at_all, "nothing was spoiled so little that it could be read"
