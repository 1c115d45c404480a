"""What people agree on before a game: which game it is, the clock, whether it counts, and who may watch."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ostfront.server.messages import Refused

ClockKind = Literal["none", "move", "bank"]
Watching = Literal["nobody", "public", "after", "delay"]

SHORTEST, LONGEST = 60, 90 * 24 * 3600  # seconds on a clock for each move
LONGEST_BANK = 2 * 365 * 24 * 3600  # seconds on a clock for the game
LONGEST_DELAY = 20  # turns


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


def check_terms(terms: Terms) -> None:
    """Whether clock and watching can be as they are said to be; the rules look at the game themselves."""
    longest = LONGEST_BANK if terms.clock == "bank" else LONGEST
    if terms.clock == "none":
        if terms.seconds:
            raise Refused(400, "words", "A game without a clock has no time limit.")
    elif not SHORTEST <= terms.seconds <= longest:
        per = "the game" if terms.clock == "bank" else "a move"
        raise Refused(400, "words", f"A clock gives from one minute to {longest // (24 * 3600)} days for {per}.")
    if terms.watch == "delay":
        if not 1 <= terms.delay <= LONGEST_DELAY:
            raise Refused(400, "words", f"Others can watch 1 to {LONGEST_DELAY} turns later.")
    elif terms.delay:
        raise Refused(400, "words", "A delay is for games that others watch later.")
