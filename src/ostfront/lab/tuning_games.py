"""Games of the tuning, scored for one side, each written to disk as soon as it is over."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from ostfront import games
from ostfront.ai.weights import own_text
from ostfront.core.errors import BadFile
from ostfront.lab.ladder import margin_of, score_of, sides_of
from ostfront.lab.observe import Trial, observe
from ostfront.lab.pools import spread


class SideResult(NamedTuple):
    """How a game went for a side: its score, and its margin when the game was counted."""

    score: float
    margin: float | None


class TuningGame(NamedTuple):
    """A game played to measure one side."""

    trial: Trial
    number: int
    side: str

    @property
    def key(self) -> str:
        """Identifies everything that determines the game, except the code."""
        rules = self.trial.rules
        words = (*self, rules.info.version, own_text(rules))
        return sha256(msgspec.json.encode(words, order="sorted")).hexdigest()[:24]


def play(game: TuningGame) -> SideResult:
    own = sides_of(game.trial.simulation).index(game.side)
    one = observe(game.trial, game.number)
    return SideResult(score_of(one, game.side), margin_of(one, own))


class TuningGames(Protocol):
    """Games by number from 1; workers get this, not the list of them."""

    def tuning_game(self, number: int, /) -> TuningGame: ...


class PlayByNumber(NamedTuple):
    """A piece of work for the pool."""

    games_to_play: TuningGames

    def __call__(self, number: int, /) -> SideResult:
        return play(self.games_to_play.tuning_game(number))


class JournalLine(msgspec.Struct, frozen=True):
    """What the journal says about a game."""

    game: str
    score: float
    margin: float | None


class Journal:
    """Finished games, a line each. A game in the journal is not played again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, SideResult] = {}
        self.played = 0
        whole, _, torn = path.read_bytes().rpartition(b"\n") if path.exists() else (b"", b"", b"")
        if torn:
            os.truncate(path, len(whole) + 1 if whole else 0)
        for number, text in enumerate(whole.splitlines(), 1):
            try:
                line = msgspec.json.decode(text, type=JournalLine)
            except msgspec.MsgspecError as wrong:
                raise BadFile(f"{wrong}.", file=str(path), line=number) from None
            self.found[line.game] = SideResult(line.score, line.margin)

    def add(self, key: str, outcome: SideResult) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(JournalLine(key, *outcome)) + b"\n")
        self.found[key] = outcome
        self.played += 1

    def play(
        self, games_to_play: TuningGames, count: int, workers: int, tick: Callable[[], None]
    ) -> Sequence[SideResult]:
        """The games 1 to `count`, in this order; missing ones are played."""
        keys = {number: games_to_play.tuning_game(number).key for number in range(1, count + 1)}
        missing = []
        for number, key in keys.items():
            if key in self.found:
                tick()
            else:
                missing.append(number)
        if missing:
            info = games.info(games_to_play.tuning_game(1).trial.simulation.game)
            for number, outcome in spread(PlayByNumber(games_to_play), missing, workers, info=info):
                self.add(keys[number], outcome)
                tick()
        return [self.found[key] for key in keys.values()]
