"""What must not be seen by another person at the same screen, in one sentence.

Two seats that know the same have nothing to hide. The game's words for it are in `reference.toml`: by the part of the
view that differs, or by the kind of a decision that is made in secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from ostfront.core.page.offer import FILE
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules

UNNAMED = "One side knows something that the other must not see."
IN_SECRET = "A choice is made in secret."
_WORDS: WeakKeyDictionary[Rules, Mapping[str, str]] = WeakKeyDictionary()


def hidden_between(game: Game, seat: int, other: int) -> str:
    """Why one of these seats must not look at the other's table now; empty if it may."""
    rules = game.rules
    if game.result is not None or rules.seats[seat].team == rules.seats[other].team:
        return ""
    words = _words(rules)
    parts = _differing(rules.seen(game.state, seat), rules.seen(game.state, other))
    if parts:
        return next((text for part, text in words.items() if part in parts), UNNAMED)
    for decision in game.state.pending:
        if decision.seat in (seat, other) and rules.kinds[decision.kind].secrecy_of(decision.seat) != "open":
            return words.get(decision.kind, IN_SECRET)
    return ""


def _differing(mine: Any, theirs: Any) -> set[str]:
    """The parts of what two seats know that are not the same."""
    if not (isinstance(mine, Mapping) and isinstance(theirs, Mapping)):
        return set() if mine == theirs else {""}
    return {key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)}


def _words(rules: Rules) -> Mapping[str, str]:
    found = _WORDS.get(rules)
    if found is None:
        known = (rules.data.folder / FILE).is_file()
        found = _WORDS[rules] = dict(rules.data.toml(FILE).get("hides", {})) if known else {}
    return found
