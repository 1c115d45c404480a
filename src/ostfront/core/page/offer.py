"""What the lobby says about a scenario before anything is compiled: its name, its story, how long it takes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ostfront.core.files.data import DataFolder
from ostfront.core.page.table import PageStruct
from ostfront.core.play.rules import GameInfo

FILE = "reference.toml"
SECONDS_A_DECISION = 5  # our own estimate, with looking and thinking; against the computer half of them are its own
PLAYERS = (2, 2)


class Offer(PageStruct, frozen=True):
    """A scenario to choose. `minutes`: against a computer, and between people; `begins`: a side, if not the first."""

    id: str
    title: str
    name: str
    line: str  # its story in one sentence
    story: str
    turns: str
    minutes: tuple[int, int] | None
    players: tuple[int, int]
    begins: str
    image: str = ""


def offers(info: GameInfo) -> tuple[Offer, ...]:
    """The scenarios of a game, the shortest first; without an estimate they keep their order."""
    words = _words(info.name, info.data)
    every = words.get("all", {})
    found = [_offer(title, name, {**every, **words.get(name, {})}) for name, title in info.scenarios.items()]
    return tuple(sorted(found, key=lambda one: one.minutes or (0, 0)))


def _offer(title: str, name: str, words: Mapping[str, Any]) -> Offer:
    most = words.get("decisions", 0) * SECONDS_A_DECISION / 60
    fewest, many = words.get("players", PLAYERS)
    return Offer(
        id=name,
        title=title,
        name=words.get("name", title),
        line=words.get("line", ""),
        story=words.get("story", ""),
        turns=words.get("turns", ""),
        minutes=(_rounded(most / 2), _rounded(most)) if most else None,
        players=(fewest, many),
        begins=words.get("begins", ""),
    )


def _rounded(minutes: float) -> int:
    """To five minutes, from two hours on to half an hour."""
    step = 5 if minutes < 120 else 30
    return max(5, round(minutes / step) * step)


@lru_cache(maxsize=16)
def _words(name: str, folder: str) -> Mapping[str, Mapping[str, Any]]:
    if not (Path(folder) / FILE).is_file():
        return {}
    found: Mapping[str, Mapping[str, Any]] = DataFolder(name, Path(folder)).toml(FILE).get("briefing", {})
    return found
