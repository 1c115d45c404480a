"""What people agree on before a game: which game it is, the clock, whether it counts, and who may watch."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

ClockKind = Literal["none", "move", "bank"]
Watching = Literal["nobody", "public", "after", "delay"]

SHORTEST, LONGEST = 60, 90 * 24 * 3600  # seconds on a clock


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a game.

    A clock gives `seconds` for each move, or for the whole game. Others may watch what both sides may see (`public`),
    everything once the game is over (`after`), or everything as it was `delay` turns ago.
    """

    game: str
    scenario: str = ""
    options: dict[str, Any] = {}
    clock: ClockKind = "none"
    seconds: int = 0
    rated: bool = False
    watch: Watching = "public"
    delay: int = 0
