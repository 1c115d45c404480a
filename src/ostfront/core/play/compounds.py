"""Compounds: one line for several steps, such as `move 7Pz 3622` for `pick 7Pz`, `go 3622`, `stop`.

A game lists its compounds as data; `Game.play` plays their steps one by one.

    Compound(
        "move UNIT HEX",
        (Part("pick UNIT"), Part("go HEX", instead="road HEX", again=True), Part("stop", maybe=True)),
    )
    Compound(
        "attack HEX with UNIT... [resolve]",
        (Part("attack HEX"), Part("with UNIT..."), Part("resolve", maybe=True)),
    )

Words in capitals stand for what is written there; one that ends in `...` stands for one or more, and its part is
played once for each. Words in brackets may be left out; then their part is left out too.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from ostfront.core.errors import BadAction, either


class Part(NamedTuple):
    """A step of a compound.

    instead: played if it is offered and the step is not. again: repeated while it is offered, so that an
    interrupted leg continues. maybe: left out if it does not answer the decision open by then.
    """

    text: str
    instead: str = ""
    again: bool = False
    maybe: bool = False


class Compound(NamedTuple):
    """How a compound is written, and its parts."""

    usage: str
    parts: tuple[Part, ...]

    @property
    def verb(self) -> str:
        return self.usage.partition(" ")[0]

    def steps(self, words: Sequence[str]) -> list[Part] | None:
        """The parts with the player's words filled in; None if the words do not fit."""
        found = self._fill(words)
        return None if found is None else list(self._filled(found))

    def _fill(self, words: Sequence[str]) -> dict[str, list[str]] | None:
        """The words for each name in the usage."""
        found: dict[str, list[str]] = {}
        left = list(words)
        slots = self.usage.split()
        if slots[-1].startswith("[") and slots[-1][1:-1].islower():
            last = slots.pop()[1:-1]
            found[last] = [left.pop()] if left[-1].lower() == last else []
        for slot in slots:
            name = slot.strip("[]")
            if name.endswith("..."):
                found[name], left = left, []
            else:
                found[name] = [left.pop(0)] if left else []
            if (not found[name] and name == slot) or (name.islower() and found[name][0].lower() != name):
                return None
        return None if left else found

    def _filled(self, found: dict[str, list[str]]) -> Iterator[Part]:
        for part in self.parts:
            words = part.text.split()
            if found.get(words[0]) == []:
                continue  # the optional words were left out
            several = next((word for word in words if word.endswith("...")), "")
            for value in found[several] if several else [""]:
                values = {name: given[0] for name, given in found.items() if given} | {several: value}
                text, instead = (
                    " ".join(values.get(word, word) if not word.islower() else word for word in line.split())
                    for line in (part.text, part.instead)
                )
                yield Part(text, instead, part.again, part.maybe)


def steps_of(compounds: Sequence[Compound], verbs: Container[str], text: str) -> list[Part]:
    """The steps of a text; a plain action is a single step."""
    words = text.split()
    meant = [compound for compound in compounds if words and compound.verb == words[0].lower()]
    for compound in meant:
        found = compound.steps(words)
        if found is not None:
            return found
    if meant and meant[0].verb not in verbs:
        raise BadAction(f"'{text}': write it as {either(repr(compound.usage) for compound in meant)}.")
    return [Part(text)]
