"""Places on the maps that have what a test needs, found by what they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ostfront.games.victory_awaits.facts import Facts
from victory_awaits.stage import facts_of


class Spots:
    """Steps from hex to hex on the map of a scenario."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._sides: dict[frozenset[int], set[str]] = {}
        for row in facts.board.hexside_rows:
            self._sides.setdefault(frozenset((row.a, row.b)), set()).add(row.kind)

    def ground(self, i: int) -> str:
        return self.facts.board.terrain_at[i]

    def sides(self, a: int, b: int) -> set[str]:
        """What lies along a hexside: minor, major, start-line, prohibited."""
        return self._sides.get(frozenset((a, b)), set())

    def road(self, a: int, b: int) -> bool:
        return self._line("road", a, b)

    def rail(self, a: int, b: int) -> bool:
        return self._line("rail", a, b)

    def _line(self, kind: str, a: int, b: int) -> bool:
        return bool(self.facts.grid.step(1 << a, self.facts.board.lines[kind]) >> b & 1)

    def dull(self, i: int) -> bool:
        """Plains without road or city, and no river or border around it."""
        facts = self.facts
        if self.ground(i) != "plains" or (facts.road_hexes | facts.contested) >> i & 1:
            return False
        return len(facts.grid.adjacent(i)) == 6 and not any(self.sides(i, n) for n in facts.grid.adjacent(i))

    def find(self, wanted: Callable[[int, int], bool]) -> tuple[int, int]:
        """The first step over land that is as wanted."""
        facts = self.facts
        return next(
            (a, b)
            for a in facts.grid.hexes
            for b in facts.grid.adjacent(a)
            if facts.land >> a & 1 and facts.land >> b & 1 and wanted(a, b)
        )

    def behind(self, a: int, b: int) -> str:
        """A land hex next to the first and not next to the second: whoever stands there has a zone in one of them."""
        near = self.facts.grid.adjacent(b)
        return self.name(
            next(n for n in self.facts.grid.adjacent(a) if self.facts.land >> n & 1 and n not in near and n != b)
        )

    def name(self, i: int) -> str:
        return self.facts.board.name(i)

    def names(self, wanted: Callable[[int, int], bool]) -> tuple[str, str]:
        a, b = self.find(wanted)
        return self.name(a), self.name(b)


@cache
def spots(scenario: str) -> Spots:
    return Spots(facts_of(scenario))
