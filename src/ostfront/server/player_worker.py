"""The computer players' own process: reads requests on standard input and replies on standard output, in JSON lines.

It remembers the games it was asked about and is sent only what is new. It ends when its input does.
"""

from __future__ import annotations

import os
import sys
import traceback
from typing import NamedTuple

import msgspec

from ostfront import ai
from ostfront.core.errors import OstfrontError
from ostfront.core.files import record
from ostfront.core.page.hints import Hint, hint, whole_line
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Entry
from ostfront.server.game_rows import game_from_rows

GAMES_IN_MEMORY = 8
NO_SECRET = "00" * 32  # the players imagine their own dice; they must not know the real ones


class ActionRequest(msgspec.Struct):
    """Choose an action for a seat of a game that has come this far."""

    game: str
    head: str
    keep: int  # how many of the lines sent before are still valid
    lines: list[str]
    seat: int
    level: str
    explain: bool = False


class ActionReply(msgspec.Struct):
    action: str = ""
    why: str = ""
    hint: Hint | None = None  # the action as advice; only when an explanation was asked for
    failure: str = ""
    forgotten: bool = False  # the lines to keep are no longer here: send them all


class LoadedGame(NamedTuple):
    """A game and its players, which remember their plans from one request to the next."""

    game: Game
    lines: list[str]
    players: dict[tuple[int, str], ai.Player]


class PlayerWorker:
    """Chooses actions in the games it has loaded."""

    def __init__(self) -> None:
        self.games: dict[str, LoadedGame] = {}

    def choose(self, request: ActionRequest) -> ActionReply:
        loaded = self._catch_up(request)
        if loaded is None:
            return ActionReply(forgotten=True)
        game = loaded.game
        view = game.view(request.seat)
        key = (request.seat, request.level)
        player = loaded.players.get(key)
        if player is None:
            seed = f"{request.game} {request.seat} {len(loaded.lines)}"
            player = loaded.players[key] = ai.player(request.level, seed)
        action = player.choose(view, view.legal, view.imagine)
        if not request.explain:
            return ActionReply(game.text(action))
        explain = getattr(player, "explain", None)
        why = explain(view, view.legal, view.imagine) if explain is not None else ""
        line = whole_line(view, action, lambda there: player.choose(there, there.legal, there.imagine))
        return ActionReply(game.text(action), why.removeprefix(f"{game.text(action)}.").strip(), hint(view, line))

    def _catch_up(self, request: ActionRequest) -> LoadedGame | None:
        """The game of the request; None if the lines it builds on were dropped."""
        loaded = self.games.pop(request.game, None)
        present = [] if loaded is None else loaded.lines
        if len(present) < request.keep:
            return None
        if loaded is None or request.keep < len(present):
            lines = present[: request.keep] + request.lines
            players = {} if loaded is None else loaded.players
            loaded = LoadedGame(game_from_rows(request.head, lines, NO_SECRET), lines, players)
        elif request.lines:
            loaded.game.replay(_entries(loaded.game, request.lines))
            loaded.lines.extend(request.lines)
        self.games[request.game] = loaded
        while len(self.games) > GAMES_IN_MEMORY:
            del self.games[next(iter(self.games))]
        return loaded


def _entries(game: Game, lines: list[str]) -> list[Entry]:
    kept = [line for line in lines if line != "reveal"]
    return [record.parse_line(game.rules, line, "", n) for n, line in enumerate(kept)]


def main() -> None:
    worker = PlayerWorker()
    decode = msgspec.json.Decoder(ActionRequest).decode
    for line in sys.stdin.buffer:
        try:
            reply = worker.choose(decode(line))
        except Exception as wrong:
            worker.games.clear()
            reply = ActionReply(failure=f"{type(wrong).__name__}: {wrong}")
            if not isinstance(wrong, OstfrontError):
                traceback.print_exception(wrong, file=sys.stderr)
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # the server is gone
