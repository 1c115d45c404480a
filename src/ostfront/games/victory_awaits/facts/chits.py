"""The command chits, as printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ostfront.core.files.data import DataFolder
from ostfront.core.map.hexes import mask
from ostfront.games.victory_awaits.facts.effects import okh_used, reserve_used
from ostfront.games.victory_awaits.facts.roster import AXIS, NATIONS, SOVIET, Roster

NAMES = {
    "AxisReinf": "Axis Reinforcement", "SovietReinf": "Soviet Reinforcement", "Supply": "Supply Check",
    "AxisMaster": "Axis Master", "SovietMaster": "Soviet Master",
}  # fmt: skip


class CommandChit(NamedTuple):
    """A command chit: whose it is (-1: both), what it does, the HQ it activates, when it is available."""

    id: str
    side: int
    nation: int
    kind: str
    hq: int
    map: str
    turn: int
    choice: bool


def load_chits(
    data: DataFolder, roster: Roster, maps: Sequence[str], scenario: str, options: Mapping[str, Any]
) -> tuple[CommandChit, ...]:
    """The chits of these maps that the options leave in play."""
    sides = {"axis": AXIS, "soviet": SOVIET, "both": -1}
    okh = okh_used(data.toml("scenarios.toml"), scenario)
    return tuple(
        CommandChit(
            id=row["id"],
            side=sides[row["side"]],
            nation=NATIONS.index(row["nation"]) if "nation" in row else -1,
            kind=row["kind"],
            hq=roster.index.get(row.get("hq", ""), -1),
            map=row.get("map", ""),
            turn=row["turn"],
            choice=row.get("choice", False),
        )
        for row in data.toml("chits.toml")["chit"]
        if row.get("map", "") in ("", *maps) and _used(row["kind"], okh, options)
    )


def _used(kind: str, okh: bool, options: Mapping[str, Any]) -> bool:
    teams = options["teams"] != "no"
    if kind in ("okh", "reserve"):
        return teams or (reserve_used(options) and (okh or kind == "reserve"))
    return kind not in ("master", "dummy") or teams


def of_kind(chits: Sequence[CommandChit], *kinds: str) -> int:
    return mask(i for i, chit in enumerate(chits) if chit.kind in kinds)


def equals(chits: Sequence[CommandChit]) -> list[int]:
    """For each chit those that are equal to it: the two of a Panzergruppe."""
    return [
        mask(j for j, other in enumerate(chits) if other.kind == chit.kind == "hq" and other.hq == chit.hq >= 0)
        or 1 << i
        for i, chit in enumerate(chits)
    ]


def there_by(chits: Sequence[CommandChit], side: int, turn: int) -> int:
    """The chits of a side that can be there on a turn."""
    return mask(
        i
        for i, chit in enumerate(chits)
        if chit.kind not in ("master", "dummy") and chit.side == side and chit.turn <= turn
    )


def name_of(chit: CommandChit, roster: Roster) -> str:
    """A chit as players call it: by its HQ, or what it does."""
    return roster.names[chit.hq] if chit.kind == "hq" and chit.hq >= 0 else NAMES.get(chit.id, chit.id)
