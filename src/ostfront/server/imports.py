"""Files from outside become games: read and tried out, in a process with limits of time and memory."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence

import msgspec

from ostfront import games as register
from ostfront.core.errors import BadFile, OstfrontError
from ostfront.core.files import position, record
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.server.map_drawing import draw_map, fit_table, map_kind
from ostfront.server.seat_view import encode_view
from ostfront.server.worker_process import WorkerDied, WorkerProcess, WorkerTimeout

COMMAND = (sys.executable, "-m", "ostfront.server.import_worker")
TIME_LIMIT = 60.0  # seconds; the longest games take two or three
MEMORY_LIMIT = 1536 * 1024**2  # bytes of address space; all games together take a third of it


class ImportReply(msgspec.Struct):
    """The record of a game that can be played, or why there is none."""

    record: str = ""
    unreadable: str = ""  # what is wrong with the file
    refused: str = ""  # what is wrong otherwise
    own_numbers: bool = False  # the file lays numbers of its own over ours
    spent: bool = False  # the process has taken much memory: start another one


class ImportProcess(WorkerProcess):
    """Where files are read."""

    def __init__(self, time_limit: float = TIME_LIMIT, command: Sequence[str] = COMMAND) -> None:
        super().__init__("The reader of files", command, time_limit)

    def game(self, text: str, own_numbers: bool = True) -> Game:
        """The game in a file. What comes back has been read and tried out within the limits.

        `own_numbers`: whether the file may lay numbers of its own over ours; those stay in memory for long.
        """
        try:
            with self.lock:
                reply = msgspec.json.decode(self.exchange(msgspec.json.encode(text)), type=ImportReply)
                if reply.spent:
                    self.end_process()
        except WorkerTimeout:
            raise BadFile(f"reading it takes longer than {self.time_limit:g} seconds.", file="the file") from None
        except WorkerDied as wrong:
            raise BadFile("its reader ended without an answer.", file="the file") from wrong
        if reply.unreadable:
            raise BadFile(reply.unreadable)
        if reply.refused:
            raise OstfrontError(reply.refused)
        if reply.own_numbers and not own_numbers:
            raise BadFile("it has numbers of its own, which only a table of one's own can show.", file="the file")
        return record.load(record.read(reply.record, "the record"), register.rules, file="the record")


def read_game(text: str) -> Game:
    """The game in a record or a position, if it can be shown and played; an error names the line that is wrong."""
    if text.lstrip().startswith("ostfront record"):
        game = record.load(record.read(text.lstrip(), "the record"), register.rules, file="the record")
    else:
        game = position.read(text, register.rules, file="the position", source=Seeded(), seed=secrets.token_hex(8))
    _set_table(game.rules)
    # a game that was recorded from its beginning has been played already
    steps = position.TRIAL_STEPS if game.began else 1
    position.try_out(game, lambda trial, seat: encode_view("", trial, seat, ()), steps, file="the position")
    return game


def _set_table(rules: Rules) -> None:
    """Refuse numbers of somebody's own that a table cannot show."""
    table = table_of(rules)
    if not rules.data.overlay:
        return
    try:
        places = table.table(rules)
        if map_kind(rules) == "hexes":
            fit_table(places, rules, draw_map(rules)[1])
    except OstfrontError as wrong:
        raise BadFile(str(wrong), file="the record") from None
    except Exception as inner:
        raise BadFile("its numbers make no map that can be drawn.", file="the record") from inner
