"""The program without a clause of a rulebook: its marked functions do something else, and the referee ignores it.

A test of a clause proves something only if it fails without the clause. `without("AVD 9.5.4")` switches the clause
off in this process:

    with without("AVD 9.5.4"):
        ...

Each game has a module here, `mutants/GAME.py`:

    MUTANTS = {
        "AVD 10.2.2a": {supply.blocked: 0},
        "AVD 9.5.1a": {retreat.passable: lambda facts: facts.board.terrain["clear"]},
    }
    PATCHES = {"K41 6.0b": without_the_supply_check}

MUTANTS says, for a clause and a function marked with it, what happens in place of the function: a callable is called
with its arguments, anything else is returned. A function not named returns None. A mutant that builds on the real
function takes it from `real(function)` when the module is imported. PATCHES has context managers for what is decided
when a module is imported, such as the steps of a procedure. The code object of the function is swapped, so that
every reference to it gets the mutant; compiled rules and caches are dropped before and after.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any, cast

from ostfront import games
from ostfront.core.play import clauses
from ostfront.core.play.referee import Referee

Mutants = Mapping[str, Mapping[Any, Any]]
Patches = Mapping[str, Callable[[], AbstractContextManager[None]]]

MODULES = {
    "AVD": "mutants.victory_denied",
    "AVA": "mutants.victory_awaits",
    "K41": "mutants.kiev_41",
    "B41": "mutants.barbarossa_1941",
    "BD": "mutants.barbarossa_deluxe",
    "DRILL": "mutants.drill",
}
NAME = "__mutants__"  # among the globals of a mutated function's module


@contextmanager
def without(number: str) -> Iterator[None]:
    """Everything as if the clause were not in the rulebook."""
    mark = number.partition(" ")[0]
    mutants, patches = _module(mark)
    functions = [_function(each) for each in clauses.functions_for(number)]
    unknown = [each for each in mutants.get(number, {}) if _function(each) not in functions]
    assert not unknown, f"{unknown} not marked with {number}"
    instead = {_function(each): mutant for each, mutant in mutants.get(number, {}).items()}
    with ExitStack() as stack:
        stack.callback(drop_caches)
        for referee in referees(mark):
            stack.enter_context(_silent(referee, number.partition(" ")[2]))
        for function in functions:
            stack.enter_context(_swapped(function, instead.get(function)))
        if number in patches:
            stack.enter_context(patches[number]())
        drop_caches()
        yield


def _module(mark: str) -> tuple[Mutants, Patches]:
    try:
        module = import_module(MODULES[mark])
    except ModuleNotFoundError:
        return {}, {}
    return module.MUTANTS, getattr(module, "PATCHES", {})


def referees(mark: str) -> list[Referee[Any]]:
    """The referees of a game."""
    names = [name for name in games.names() if games.info(name).mark == mark]
    return [games.rules(name).referee for name in names]


@contextmanager
def _silent(referee: Referee[Any], number: str) -> Iterator[None]:
    """A referee who does not judge a clause."""
    before = list(referee.clauses)
    referee.set_clauses([clause for clause in before if clause.number != number])
    try:
        yield
    finally:
        referee.set_clauses(before)


# ---- functions ----------------------------------------------------------------------------------------


def real(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it is now, whatever is put in its place later."""
    own = _function(function)
    copy = FunctionType(own.__code__, own.__globals__, own.__name__, own.__defaults__, own.__closure__)
    copy.__kwdefaults__ = own.__kwdefaults__
    return copy


def _function(function: Any) -> FunctionType:
    """The plain function behind a class method, a cached function or a property."""
    function = getattr(function, "fget", None) or getattr(function, "__func__", function)
    return cast(FunctionType, getattr(function, "__wrapped__", function))


@contextmanager
def _swapped(function: FunctionType, mutant: Any) -> Iterator[None]:
    """The function with another code object: one that calls the mutant, wherever the function is called from."""
    assert not function.__closure__, f"{function.__qualname__} is a closure: give its clause a patch"
    key = f"{function.__module__}.{function.__qualname__}"
    known = function.__globals__.setdefault(NAME, {})
    before = function.__code__, known.get(key)
    known[key] = mutant if callable(mutant) else lambda *_args, **_kwargs: mutant
    function.__code__ = _calling(key)
    try:
        yield
    finally:
        function.__code__, known[key] = before


def _calling(key: str) -> CodeType:
    made: dict[str, Any] = {}
    exec(f"def mutant(*args, **kwargs): return {NAME}[{key!r}](*args, **kwargs)", made)
    return cast(CodeType, made["mutant"].__code__)


# ---- caches -------------------------------------------------------------------------------------------


def drop_caches() -> None:
    """Drop compiled rules and everything computed from them."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("ostfront", "drill"):
            for each in list(vars(module).values()):
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()
