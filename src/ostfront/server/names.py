"""Names that people give themselves."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 80


def clean_name(name: str) -> str:
    """A name on one line, without characters that cannot be seen or that turn the direction of the text."""
    seen = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in name)
    return " ".join(seen.split())[:LONGEST_NAME].strip()
