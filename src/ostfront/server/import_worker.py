"""The process that reads files from outside: one text on standard input, one reply on standard output, in JSON lines.

It may take so much memory and no more, and is replaced after a file that took much of it.
"""

from __future__ import annotations

import os
import sys
import traceback

import msgspec

from ostfront.core.errors import BadFile, OstfrontError
from ostfront.core.files import record
from ostfront.server.imports import MEMORY_LIMIT, ImportReply, read_game

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment, unused-ignore]


def reply_to(text: str) -> ImportReply:
    try:
        game = read_game(text)
        return ImportReply(record=record.write(game, full=True), own_numbers=bool(game.rules.data.overlay))
    except MemoryError:
        raise
    except BadFile as wrong:
        return ImportReply(unreadable=str(wrong))
    except OstfrontError as wrong:
        return ImportReply(refused=str(wrong))
    except Exception as wrong:  # a bug of ours, unless the file is made to find one
        traceback.print_exception(wrong, file=sys.stderr)
        return ImportReply(unreadable="the file: not a game that can be played.")


def main() -> None:
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    decode = msgspec.json.Decoder(str).decode
    for line in sys.stdin.buffer:
        try:
            reply = reply_to(decode(line))
            reply.spent = _much_memory()
        except MemoryError:
            reply = ImportReply(unreadable="the file: reading it takes too much memory.", spent=True)
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


def _much_memory() -> bool:
    """Whether this process has taken half of what it may take."""
    return resource is not None and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > MEMORY_LIMIT // 2


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # the server is gone
