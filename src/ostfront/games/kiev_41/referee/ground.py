"""The map as the referee sees it: areas, their colours, cities, ports and coasts, and the off-map boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from ostfront.core.files.data import DataFolder
from ostfront.core.map.plain import PlainAreas
from ostfront.core.play.actions import Vocabulary
from ostfront.core.play.rules import Settings
from ostfront.games.kiev_41.facts.roster import Roster

LAND = ("land", "river")  # borders that lines of communication and railways cross; the strait is not one (9.2, 14.1)
STRAIT = "strait"


class Facts(Protocol):
    """What the referee uses from the compiled rules: data, no reasoning."""

    def __hash__(self) -> int: ...
    @property
    def areas(self) -> Any: ...
    @property
    def roster(self) -> Roster: ...
    @property
    def charts(self) -> Mapping[str, Any]: ...
    @property
    def data(self) -> DataFolder: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def vocabulary(self) -> Vocabulary: ...


class Ground:
    """What is printed on the map; made once for a game."""

    def __init__(self, facts: Facts) -> None:
        self.plain = PlainAreas(facts.areas)
        self.areas: Sequence[int] = range(facts.areas.size)
        self._facts: list[Mapping[str, str]] = [area.facts for area in facts.areas.areas]
        self._places = facts.vocabulary.nouns["place"]
        self._titles = {box["name"]: box["title"] for box in facts.data.toml("map/map.toml")["box"]}
        charts = facts.charts
        self.colour = [found["colour"] for found in self._facts]
        self.victory = {self.at(name) for name in charts["victory"]["areas"].values()}
        self.kiev = self.at(charts["victory"]["kiev"])
        self.sevastopol = self.at(charts["fleets"]["home"])
        self.cities = {i for i in self.areas if self._facts[i].get("city")}
        self.rumania = {i for i in self.areas if self._facts[i].get("rumania")}
        self.coast = {sea: self._of("sea", sea) for sea in ("black", "azov")}
        self.ports = {sea: self._of("port", sea) for sea in ("black", "azov")}
        self.staging = ({self.at("Axis")}, {self.at(name) for name in charts["supply"]["soviet_for_ever"]})
        self.tula = [self.at(f"tula-{n}") for n in range(1, len(charts["tula"]["boxes"]) + 1)]
        scenarios = facts.data.toml("scenarios.toml")
        self.scenario: Mapping[str, Any] = scenarios[facts.settings.scenario]
        optional = scenarios["options"]["optional"]["values"]
        chosen = facts.settings.options.get("optional", "none")
        self.optional = frozenset(optional[1 : optional.index(chosen) + 1])

    def _of(self, column: str, sea: str) -> set[int]:
        return {i for i in self.areas if sea in self._facts[i].get(column, "").split()}

    def at(self, name: str) -> int:
        """The area or box of that name."""
        return self._places.index(name)

    def all_at(self, names: Sequence[str]) -> set[int]:
        return {self.at(name) for name in names}

    def name(self, place: int) -> str:
        """The number of an area with its town, or the title of a box."""
        if not self._places.has(place):
            return "That"
        number = self._places.names[place]
        return f"{number} ({self._facts[place]['name']})" if self.is_area(place) else self._titles[number]

    def is_area(self, place: int) -> bool:
        return place in self.areas

    def plays(self, number: str) -> bool:
        """Whether an optional rule is in use."""
        return number in self.optional


@lru_cache(maxsize=16)
def ground_of(facts: Facts) -> Ground:
    return Ground(facts)
