"""The process that judges finished games: one game on standard input, one review on standard output, in JSON lines.

It has the lowest priority, takes so much memory and no more, and ends after each game.
"""

from __future__ import annotations

import os
import sys
import traceback

import msgspec

from ostfront.ai.review import review
from ostfront.server.game_rows import game_from_rows
from ostfront.server.player_worker import NO_SECRET
from ostfront.server.reviews import MEMORY_LIMIT, ReviewReply, ReviewRequest

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment, unused-ignore]


def reply_to(request: ReviewRequest) -> ReviewReply:
    try:
        return ReviewReply(review(game_from_rows(request.head, request.lines, NO_SECRET)))
    except Exception as wrong:
        traceback.print_exception(wrong, file=sys.stderr)
        return ReviewReply(None, f"{type(wrong).__name__}: {wrong}")


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    request = msgspec.json.decode(sys.stdin.buffer.readline(), type=ReviewRequest)
    sys.stdout.buffer.write(msgspec.json.encode(reply_to(request)) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # the server is gone
