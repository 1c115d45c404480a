"""The computer players' own process: asked on standard input, answers on standard output, a line of JSON each.

It keeps the games it was asked about and is told only what is new. It ends when nobody asks any more.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

import msgspec

from ostfront import ai
from ostfront.core.files import record
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Entry
from ostfront.server.store import game_from

KEPT = 8
NO_SECRET = "00" * 32  # the players imagine their own dice; the real ones are none of their business


class Thought(msgspec.Struct):
    """What is asked: the game as far as it goes, and who is to decide."""

    game: str
    head: str
    keep: int  # how many lines of the last time still hold
    lines: list[str]
    seat: int
    level: str
    explained: bool = False  # with what decided


class Answer(msgspec.Struct):
    action: str = ""
    why: str = ""
    failure: str = ""
    known: int = 0  # lines this process has now


class Known(NamedTuple):
    """A game, and the players that have thought about it: they keep their plans."""

    game: Game
    lines: list[str]
    players: dict[tuple[int, str], ai.Player]


class Thinker:
    """Knows some games."""

    def __init__(self) -> None:
        self.games: dict[str, Known] = {}

    def answer(self, asked: Thought) -> Answer:
        known = self._catch_up(asked)
        game = known.game
        view = game.view(asked.seat)
        who = (asked.seat, asked.level)
        player = known.players.get(who)
        if player is None:
            player = known.players[who] = ai.player(asked.level, f"{asked.game} {asked.seat} {len(known.lines)}")
        action = player.choose(view, view.legal, view.imagine)
        explain = getattr(player, "explain", None) if asked.explained else None
        why = explain(view, view.legal, view.imagine) if explain is not None else ""
        return Answer(game.text(action), why, known=len(known.lines))

    def _catch_up(self, asked: Thought) -> Known:
        known = self.games.pop(asked.game, None)
        if known is None or asked.keep != len(known.lines):
            lines = ([] if known is None else known.lines[: asked.keep]) + asked.lines
            if len(lines) < asked.keep:
                raise LookupError("start again")  # it was forgotten here
            players = {} if known is None else known.players
            known = Known(game_from(asked.head, lines, NO_SECRET), lines, players)
        elif asked.lines:
            known.game.replay(_entries(known.game, asked.lines))
            known.lines.extend(asked.lines)
        self.games[asked.game] = known
        while len(self.games) > KEPT:
            del self.games[next(iter(self.games))]
        return known


def _entries(game: Game, lines: list[str]) -> list[Entry]:
    told = [line for line in lines if line != "reveal"]
    return [record.parse_line(game.rules, line, "", n) for n, line in enumerate(told)]


def main() -> None:
    thinker = Thinker()
    decode = msgspec.json.Decoder(Thought).decode
    for line in sys.stdin.buffer:
        try:
            answer = thinker.answer(decode(line))
        except Exception as wrong:
            thinker.games.clear()
            answer = Answer(failure=f"{type(wrong).__name__}: {wrong}")
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # the table is gone: there is nobody to tell
