"""How sending something can end when it does not succeed."""

from __future__ import annotations


class NotSent(Exception):
    """It was not accepted, so it may be sent again; not if that is useless (`final`)."""

    def __init__(self, reason: str, *, final: bool = False, after: float = 0.0) -> None:
        super().__init__(reason)
        self.final = final
        self.after = after  # seconds that the other side asks to wait


class Unsure(Exception):
    """Nobody can tell whether it was accepted."""
