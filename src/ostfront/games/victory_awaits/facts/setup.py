"""Where units may be set up, and where they were historically (4.0.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import mask
from ostfront.games.victory_awaits.facts.effects import filled_kinds
from ostfront.games.victory_awaits.facts.roster import Roster


class Zone(NamedTuple):
    """A deployment zone: its hexes, those that must receive a unit besides HQs, HQ hexes by unit, the units."""

    id: str
    hexes: int
    must: int
    hq_hexes: Mapping[int, int]
    members: tuple[int, ...]


def load_zones(data: DataFolder, roster: Roster, board: Board) -> dict[str, Zone]:
    """The zones that units of this scenario start in."""
    found: dict[str, Zone] = {}
    for row in data.toml("setup/zones.toml").get("zone", []):
        members = tuple(i for i, c in enumerate(roster.counters) if c.start == row["id"])
        if not members:
            continue
        hexes = mask(board.index(name) for name in row["hexes"])
        must = hexes if row["kind"] in filled_kinds() else 0
        hqs = {roster.index[hq]: board.index(spot) for hq, spot in row.get("hqs", {}).items() if hq in roster.index}
        if not row.get("hq_company"):
            must &= ~mask(hqs.values())  # the HQ itself fills its hex
        found[row["id"]] = Zone(row["id"], hexes, must, hqs, members)
    return found


def load_historical(data: DataFolder, roster: Roster, board: Board) -> tuple[tuple[int, int], ...]:
    """Units with the hexes they stood in; those of other maps are left out."""
    found = []
    for line, row in data.raw_rows("setup/historical.csv"):
        if row["unit"] not in roster.index:
            continue
        try:
            found.append((roster.index[row["unit"]], board.index(row["hex"])))
        except ValueError as wrong:
            raise BadFile(str(wrong), file="victory-awaits/setup/historical.csv", line=line) from None
    return tuple(found)
