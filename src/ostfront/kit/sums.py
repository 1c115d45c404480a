"""How the strengths of a battle come about: parts of a sum, for games that add factors up and round them down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from ostfront.core.play.rules import Change, Part

Rows = Sequence[tuple[Fraction, str]]
FRACTIONS = {2: "halved", 4: "quartered"}


def outcomes(rows: Rows, answers: Iterable[tuple[str, Rows]], wanted: Callable[[str], bool]) -> frozenset[str]:
    """The outcomes of these rows, and of all answers, that are wanted."""
    return frozenset(text for some in (rows, *(given for _, given in answers)) for _, text in some if wanted(text))


def halved(times: int) -> Fraction:
    """What so many halvings leave of one."""
    return Fraction(1, 1 << times)


def unit_part(attacks: bool, unit: int, factor: int, value: Fraction | int, changes: Iterable[Change] = ()) -> Part:
    return Part(attacks, Fraction(value), unit, str(factor), tuple(changes))


def rounded(attacks: bool, parts: Sequence[Part], total: int, rule: str, where: str = "") -> Iterator[Part]:
    """These parts, and what rounding takes off their sum or adds to it."""
    yield from parts
    rest = total - sum(part.value for part in parts)
    if rest:
        words = f"rounded {'down' if rest < 0 else 'up'}{where}"
        yield Part(attacks, Fraction(rest), changes=(Change(rule, words),), text="Fractions")
