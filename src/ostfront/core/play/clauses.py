"""Which code implements which clause of a rulebook.

The referee's clauses register themselves here. So do the functions that carry out a clause, marked with
`@implements("AVD 9.5.2")`. A function of the kit knows no clause: the game that uses it marks it,
`implements("AVD 9.3.2")(Crt.column)`. What happens without a clause is in `tests/mutants`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Code(NamedTuple):
    """A function that implements a clause; `judges` if it is the referee's."""

    name: str
    file: str
    line: int
    judges: bool = False


_answering: dict[str, list[Code]] = {}
_functions: dict[str, list[Callable[..., Any]]] = {}


def answers_for(number: str, function: Callable[..., Any], judges: bool = False) -> None:
    """Register that a function implements a clause."""
    code = inspect.unwrap(function).__code__
    parts = Path(code.co_filename).parts
    start = len(parts) - 1 - parts[::-1].index("ostfront") if "ostfront" in parts else -1
    place = Code(function.__qualname__, "/".join(parts[start:]), code.co_firstlineno, judges)
    found = _answering.setdefault(number, [])
    if place not in found:
        found.append(place)


def code_for(number: str) -> list[Code]:
    return _answering.get(number, [])


def functions_for(number: str) -> list[Callable[..., Any]]:
    """The functions that carry out a clause."""
    return _functions.get(number, [])


def implements(*numbers: str) -> Callable[[F], F]:
    """Mark a function as carrying out clauses; the function itself is unchanged."""

    def mark(function: F) -> F:
        for number in numbers:
            answers_for(number, function)
            _functions.setdefault(number, []).append(function)
        return function

    return mark
