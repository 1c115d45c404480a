"""The cases: every game with every scenario, its options as they are and each of them changed once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import pytest

from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import GameInfo, Option, Rules

SCALE = float(os.environ.get("OSTFRONT_SCALE", "1"))
EVERYWHERE = SCALE > 1 or "OSTFRONT_EVERYWHERE" in os.environ  # options are changed in every scenario
CAP = 50_000  # decisions; no game is as long as that
F = TypeVar("F", bound=Callable[..., Any])


class Case(NamedTuple):
    """One game as it is set up."""

    game: str
    scenario: str
    options: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        changed = [f"{option}-{value}".lower() for option, value in self.options]
        if len(changed) > 1:
            changed = ["all"]
        return "-".join([self.game, self.scenario, *changed])

    @property
    def rules(self) -> Rules:
        return games.rules(self.game, self.scenario, dict(self.options))

    def new(self, seed: int | str) -> Game:
        return Game.started(self.rules, Seeded.of(seed))


def all_games() -> list[GameInfo]:
    """The games that can be played; one whose package says no INFO is not that far yet."""
    found = []
    for name in games.names():
        module = games.MODULES.get(name)
        if module is None or hasattr(import_module(module), "INFO"):
            found.append(games.info(name))
    return found


def all_cases() -> Iterator[Case]:
    """Each option has its last value in the first scenario that offers it; in the soak all values in all scenarios.

    Those that are on or off are besides all on together, in the first scenario and in the soak in all.
    """
    for info in all_games():
        changed: set[str] = set()
        for scenario in info.scenarios:
            yield Case(info.name, scenario, ())
            switches = tuple((o.name, True) for o in info.options if _switch(o, scenario))
            if len(switches) > 1 and (EVERYWHERE or scenario == next(iter(info.scenarios))):
                yield Case(info.name, scenario, switches)
            for option in info.options:
                offered = not option.scenarios or scenario in option.scenarios
                if offered and (EVERYWHERE or option.name not in changed):
                    changed.add(option.name)
                    others = option.choices[1:]
                    for value in others if EVERYWHERE else others[-1:]:
                        yield Case(info.name, scenario, ((option.name, value),))


def _switch(option: Option, scenario: str) -> bool:
    return option.choices == (False, True) and (not option.scenarios or scenario in option.scenarios)


CASES = list(all_cases())


def as_printed(case: Case) -> bool:
    """Whether the options are those of the box."""
    return not case.options


def every_case(test: F) -> F:
    """Run a test for each case."""
    marked: F = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])(test)
    return marked


def every_game(test: F) -> F:
    """Run a test for each game."""
    found = all_games()
    marked: F = pytest.mark.parametrize("info", found, ids=[info.name for info in found])(test)
    return marked


def scaled(count: float) -> int:
    return max(1, round(count * SCALE))


def differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What two tables do not agree on: for messages people can read."""
    return {key: (a.get(key), b.get(key)) for key in {*a, *b} if a.get(key) != b.get(key)}
