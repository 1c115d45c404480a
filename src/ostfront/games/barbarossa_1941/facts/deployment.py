"""How a scenario begins (14, 15): the ready placement, and what a player may change of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SIDES, SOVIET, Roster


class Deployment:
    """One scenario of scenarios.toml, compiled."""

    def __init__(self, data: DataFolder, scenario: str, roster: Roster, board: Board) -> None:
        self._data, self._roster, self._board = data, roster, board
        table: Mapping[str, Any] = data.toml("scenarios.toml")[scenario]
        self.first_turn = int(table["first_turn"])
        self.sides = tuple(SIDES.index(name) for name in table["sides"])  # in the order in which they place
        self.setup: tuple[tuple[int, int], ...] = tuple(self._read(str(table["setup"])))
        self.free = "zones" in table  # 14.2: units are set up freely, within limits
        # by unit: the hexes it may be set up in; units that are not here keep their place
        self.choices: dict[int, int] = dict(self._free(table) if self.free else self._listed(table))
        self.movable = tuple(mask(u for u in self.choices if roster.side[u] == side) for side in (AXIS, SOVIET))
        # 14.2, Soviets: hexes that must be covered, cities that must be garrisoned
        self.frontier = mask(board.index(name) for names in table.get("frontier", {}).values() for name in names)
        cities = [row for rows in table.get("cities", {}).values() for row in rows]
        self.garrisons = mask(board.index(row[1]) for row in cities)
        self.city_points = int(table["soviet"]["city_points"]) if self.free else 0
        # 14.2, Germans: steps at most, by the hexes of a country
        self.limits: tuple[tuple[int, int], ...] = tuple(
            (self._country(name), int(most)) for name, most in table.get("limits", {}).items()
        )

    def _read(self, name: str) -> Iterator[tuple[int, int]]:
        for line, row in self._data.raw_rows(name):
            try:
                yield self._roster.index[row["unit"]], self._board.place_index(row["place"])
            except (KeyError, ValueError) as wrong:
                raise BadFile(
                    f"no such unit or place: {wrong}.", file=f"{self._data.game}/{name}", line=line
                ) from None

    def _listed(self, table: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
        for unit, names in table["choices"].items():
            yield self._roster.index[unit], mask(self._board.index(name) for name in names)

    def _free(self, table: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
        roster = self._roster
        closed = self._board.terrain.get("lake", 0) | self._board.terrain.get("sea", 0)
        soviet = self._country(table["soviet"]["country"])
        zones = {
            nation: mask(i for name in names for i in bits(self._country(name)))
            for nation, names in national_zones(table).items()
        }
        for unit, _ in self.setup:
            if roster.side[unit] == SOVIET:
                hexes = 0 if roster.type[unit] in table["soviet"]["fixed"] else soviet
            else:
                hexes = zones[roster.nation[unit]]
            if hexes:
                yield unit, hexes & ~closed

    def _country(self, name: str) -> int:
        return mask(i for i, country in self._board.hex_facts["country"].items() if country == name)


@implements("B41 14.2c")
def national_zones(table: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """By nation: the countries in which its units may be set up, the own one for the minor ones."""
    return dict(table["zones"])
