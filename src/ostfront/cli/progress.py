"""A progress bar for whatever takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any

PATIENCE = 2.0  # seconds before a bar appears


class Bar:
    """Counts finished pieces; appears on a terminal once it takes long, even before the first piece is done."""

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.done = 0
        self._drawn: Any = None
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._draw)
        self._timer.daemon = True
        if sys.stderr.isatty():
            self._timer.start()

    def tick(self, count: int = 1) -> None:
        self.at(self.done + count)

    def at(self, done: int, what: str = "") -> None:
        """Add finished pieces."""
        with self._lock:
            self.done = done
            self.what = what or self.what
            if self._drawn is not None:
                self._drawn.update(self._drawn.task_ids[0], completed=done, description=self.what)

    def _draw(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        with self._lock:
            bar.add_task(self.what, total=self.total, completed=self.done)
            bar.start()
            self._drawn = bar

    def stop(self) -> None:
        self._timer.cancel()
        with self._lock:
            if self._drawn is not None:
                self._drawn.stop()
                self._drawn = None


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Bar]:
    """A bar to tick after each piece of work."""
    bar = Bar(what, total)
    try:
        yield bar
    finally:
        bar.stop()
