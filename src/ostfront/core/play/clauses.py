"""Which code answers for which clause of a rulebook, and switching a clause off.

The referee's clauses register themselves here. So do functions that carry out a clause, marked with
`@carries_out("AVD 9.5.2")`. With OSTFRONT_SWITCH_OFF naming a clause, its referee clause is not judged and
the functions that carry it out do nothing (or what they name instead): the tests marked with that clause
must then fail. Without the variable the marks cost nothing.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

VARIABLE = "OSTFRONT_SWITCH_OFF"
F = TypeVar("F", bound=Callable[..., Any])


class Code(NamedTuple):
    """A function that answers for a clause."""

    name: str
    file: str
    line: int


_answering: dict[str, list[Code]] = {}


def switched_off(number: str) -> bool:
    return number in os.environ.get(VARIABLE, "").split(",")


def answers_for(number: str, function: Callable[..., Any]) -> None:
    code = inspect.unwrap(function).__code__
    parts = Path(code.co_filename).parts
    start = len(parts) - 1 - parts[::-1].index("ostfront") if "ostfront" in parts else -1
    place = Code(function.__qualname__, "/".join(parts[start:]), code.co_firstlineno)
    found = _answering.setdefault(number, [])
    if place not in found:
        found.append(place)


def code_for(number: str) -> list[Code]:
    return _answering.get(number, [])


def carries_out(*numbers: str, otherwise: Any = None) -> Callable[[F], F]:
    """Mark a function as carrying out clauses; with one of them off it is replaced.

    `otherwise` is what happens then: a function to call in its place, or a value to return.
    """

    def mark(function: F) -> F:
        for number in numbers:
            answers_for(number, function)
        if not any(switched_off(number) for number in numbers):
            return function
        if callable(otherwise):
            return otherwise  # type: ignore[no-any-return]
        return lambda *_args, **_kwargs: otherwise  # type: ignore[return-value]

    return mark
