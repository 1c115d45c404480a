"""What whoever runs a server is told: lines on standard error. A site gives them another form."""

from __future__ import annotations

import logging
import sys
import traceback


class Plain(logging.Handler):
    """A sentence a line; a fault of ours with its traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"ostfront: {record.getMessage()}", file=sys.stderr)
        if record.exc_info and record.exc_info[1] is not None:
            traceback.print_exception(record.exc_info[1], file=sys.stderr)


log = logging.getLogger("ostfront")
if not log.handlers:
    log.addHandler(Plain())
    log.setLevel(logging.INFO)
    log.propagate = False
