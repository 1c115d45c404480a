"""The legal actions of a decision, as people and programs query them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ostfront.core.errors import BadAction
from ostfront.core.play.actions import Action, Options, Vocabulary
from ostfront.core.play.sequence import Play


class Legal:
    """The legal actions of a decision: a live view to iterate, count, or ask `in`."""

    __slots__ = ("_words", "options")

    def __init__(self, game: Play[Any, Any], options: Options) -> None:
        self._words: Vocabulary = game.rules.vocabulary
        self.options = options

    def __len__(self) -> int:
        return len(self.options)

    def __bool__(self) -> bool:
        return bool(self.options)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.options)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._words.parse(action)
            except BadAction:
                return False
        return action in self.options

    def of(self, name: str | int) -> list[Action]:
        """The options about one unit or place."""
        if isinstance(name, int):
            return self.options.of(name)
        nouns = self._words.nouns
        found: list[Action] = []
        for action in self.options:
            verb = self._words.verbs[action.verb]
            first = action.arg[0] if isinstance(action.arg, tuple) and action.arg else action.arg
            noun = nouns.get(verb.takes[0].rstrip("*")) if verb.takes else None
            if noun is not None and isinstance(first, int) and noun.names[first].lower() == name.lower():
                found.append(action)
        return found

    @property
    def texts(self) -> list[str]:
        return [self._words.text(action) for action in self.options]

    def __repr__(self) -> str:
        texts = self.texts
        return f"<{len(texts)} legal: {', '.join(texts[:12])}{', ...' if len(texts) > 12 else ''}>"
