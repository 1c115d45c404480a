"""Texts that people write for each other: plain, as long as they may be, and shown as they are."""

from __future__ import annotations

import unicodedata

from ostfront.server.messages import Refused

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # characters that turn the direction of a text


def plain_text(text: str, longest: int, what: str, *, lines: bool = False) -> str:
    """A text without the spaces around it, if it can be kept; `what` begins the sentence that refuses it."""
    text = text.strip()
    if len(text) > longest:
        raise Refused(400, "malformed", f"This text is too long: it may have {longest} characters.")
    allowed = "\n" if lines else ""
    if any((unicodedata.category(c) in ("Cc", "Cs") and c not in allowed) or c in TURNING for c in text):
        raise Refused(400, "malformed", f"{what} has no control characters.")
    return text
