"""The errors of this package: bad words, ambiguous words, broken rules, bad files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from reprlib import Repr
from typing import Any, NamedTuple

LONGEST_WORD = 80
LONGEST_MESSAGE = 1000
_LONG_WORD = re.compile(r"\S{200,}")


class OstfrontError(Exception):
    """The base of all errors here; the text is one sentence for a person."""


class BadAction(OstfrontError, ValueError):
    """The words are not an action of this game."""

    def __init__(self, message: str) -> None:
        super().__init__(_brief(message))


class Ambiguous(BadAction):
    """The words could mean more than one thing."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"'{text}' could mean {either(candidates)}.")


class Objection(NamedTuple):
    """A rule that would be broken, and a sentence that explains it to a player."""

    rule: str
    text: str


class IllegalAction(OstfrontError, ValueError):
    """The rules do not allow it; `objections` says which and why."""

    def __init__(self, text: str, objections: Sequence[Objection]) -> None:
        self.objections = tuple(objections)
        reasons = " ".join(f"[{o.rule}] {o.text}" for o in objections)
        super().__init__(f"'{text}' is not allowed: {reasons}")


class NotYourTurn(OstfrontError, ValueError):
    """A seat acted on a decision that is not open to it."""


class BadFile(OstfrontError, ValueError):
    """A record, position or data file cannot be read; says where and what was expected."""

    def __init__(self, message: str, *, file: str = "", line: int = 0) -> None:
        self.file = file
        self.line = line
        where = f"{file}:{line}: " if file and line else f"{file}: " if file else f"line {line}: " if line else ""
        super().__init__(where + _brief(message))


def either(words: Iterable[str], limit: int = 6) -> str:
    """'a, b or c'."""
    some = list(words)
    if len(some) > limit:
        return ", ".join(some[:limit]) + f" or {len(some) - limit} more"
    return some[0] if len(some) == 1 else ", ".join(some[:-1]) + f" or {some[-1]}" if some else "nothing"


def cut(text: str) -> str:
    """A word that somebody wrote, short enough for a sentence."""
    return text if len(text) <= LONGEST_WORD else text[: LONGEST_WORD - 3] + "..."


def _brief(message: str) -> str:
    """A sentence that quotes what somebody wrote, however much that was."""
    found = _LONG_WORD.sub(lambda word: cut(word.group()), message)
    return found if len(found) <= LONGEST_MESSAGE else found[: LONGEST_MESSAGE - 3] + "..."


_repr = Repr()
_repr.maxstring = _repr.maxother = _repr.maxlong = LONGEST_WORD


def shown(value: Any) -> str:
    """A value that somebody wrote, as Python writes it, short enough for a sentence."""
    return _repr.repr(value)


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def counted(n: int, noun: str, plural: str = "") -> str:
    """'1 game', '2 games'; `plural` is for nouns that do not just add an s."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def suggestion(word: str, known: Iterable[str]) -> str:
    """' Did you mean X?' or nothing."""
    if len(word) > LONGEST_WORD:  # no name of ours is that long, and comparing takes its square
        return ""
    lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), lower, n=3, cutoff=0.6)
    return f" Did you mean {either(lower[name] for name in close)}?" if close else ""
