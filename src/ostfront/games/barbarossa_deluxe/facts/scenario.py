"""How a scenario begins and what it changes: a table of scenarios.toml, compiled (3, 12 to 15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.core.play.rules import Settings
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SIDES, SOVIET, Roster
from ostfront.games.barbarossa_deluxe.facts.track import Box

ADMINISTRATION, SOVIET_ASSAULT, SOVIET_PHASES = "administration", "soviet-assault", "soviet-phases"


class Zone(NamedTuple):
    """Where units of a zone may be set up."""

    hexes: int
    border: bool  # every hex that touches the other side's ground needs a unit (15.3)
    rvgk: int  # how many of them may begin in the RVGK box (15.3)


class Placement(NamedTuple):
    """A line of a set-up file."""

    unit: int
    place: int
    zone: str  # empty: fixed
    turn: int  # of arrival, 0: the one printed on the counter
    parent: int  # of a Tiger battalion


class Scenario:
    """One of the six scenarios, with the option of 3.7 laid over it."""

    def __init__(self, data: DataFolder, settings: Settings, roster: Roster, board: Board) -> None:
        self.name = settings.scenario
        self._data, self._roster, self._board = data, roster, board
        table: Mapping[str, Any] = data.toml("scenarios.toml")[self.name]
        changed = self._changed(table, settings)
        self.first_turn, self.last_turn = int(table["first_turn"]), int(table["last_turn"])
        self.start = str(table["start"])
        self.soviets_first = table["first"] == "soviet"
        self.vp = int(table["vp"])
        self.first_check = int(table["first_check"])  # 0: points do not decide
        self.markers: Mapping[str, Any] = table["markers"]
        self.victory: Mapping[str, Any] = table.get("victory", {})
        self.attached: Mapping[str, str] = table.get("attached", {})  # 14.7
        self._track: Mapping[str, Any] = table.get("track", {})
        self.sides = tuple(SIDES.index(name) for name in changed.get("sides", table["sides"]))
        self.german, self.neutral = self._control(table["control"], changed)
        self.placements = tuple(self._read(str(changed.get("setup", table["setup"]))))
        zoned = [(p.unit, p.zone) for p in self.placements if p.zone]
        self.zone_of = dict(reversed(zoned))  # the first line of a unit holds
        self.zoned = tuple([pair for pair in zoned if roster.side[pair[0]] == side] for side in (GERMAN, SOVIET))
        # by side and zone: its units
        self.zone_units = tuple(
            {name: mask(unit for unit, zone in pairs if zone == name) for _, name in pairs} for pairs in self.zoned
        )
        self.zones = {name: self._zone(rows) for name, rows in changed.get("zones", table.get("zones", {})).items()}
        self.dated_1941 = self.first_turn == 1  # rules of the first turns
        self.fight_fight_once = self.name == "what-if"  # 15.3
        self.heroic = self.name != "what-if"  # hero and fortress cities (15.8)

    @implements("BD 3.7e", "BD 15.3d")
    def _changed(self, table: Mapping[str, Any], settings: Settings) -> Mapping[str, Any]:
        """What the option of 3.7 puts in the place of the scenario's own."""
        found: Mapping[str, Any] = table.get("lithuania", {}) if settings.options.get("lithuania") else {}
        return found

    def _hexes(self, names: list[str]) -> int:
        return mask(self._board.index(name) for name in names)

    @implements("BD 3.6a", "BD 3.6b", "BD 3.7b", "BD 14.9b")
    def _control(self, table: Mapping[str, Any], changed: Mapping[str, Any]) -> tuple[int, int]:
        """German hexes (3.6), with those the option gives and takes, and neutral ones."""
        owners = self._board.hex_facts["control"]
        german = mask(i for i, owner in owners.items() if owner == "german") | self._hexes(table["german"])
        german |= self._hexes(changed.get("german", []))
        german &= ~self._hexes(changed.get("soviet", []))
        # 14.6, 14.7: a unit's set-up hex is its side's
        return german, self._hexes(table["neutral"])

    def _zone(self, rows: Mapping[str, Any]) -> Zone:
        hexes = self._hexes(rows["hexes"]) if "hexes" in rows else 0
        if rows.get("controlled"):
            closed = self._board.terrain.get("lake", 0) | self._board.terrain.get("sea", 0)
            ground = self._board.grid.valid & ~closed & ~self.neutral
            hexes = ground & (self.german if rows.get("side") == "german" else ground)
            if "rows" in rows:
                first, last = rows["rows"]
                hexes &= mask(i for i in bits(ground) if first <= int(self._board.name(i)[:2]) <= last)
        return Zone(hexes, bool(rows.get("border")), int(rows.get("rvgk", 0)))

    def _read(self, name: str) -> Iterator[Placement]:
        units, places = self._roster.index, self._board
        for line, row in self._data.raw_rows(name):
            try:
                yield Placement(
                    units[row["unit"]],
                    places.place_index(row["place"]),
                    row.get("zone", ""),
                    int(row.get("turn") or 0),
                    units[row["parent"]] if row.get("parent") else -1,
                )
            except (KeyError, ValueError) as wrong:
                raise BadFile(
                    f"no such unit or place: {wrong}.", file=f"{self._data.game}/{name}", line=line
                ) from None

    # ---- the first turn -----------------------------------------------------------------------------

    def administers(self, turn: int) -> bool:
        """Whether a turn has a Mutual Administrative Phase."""
        return turn > self.first_turn or self.start == ADMINISTRATION

    @implements("BD 14.3")
    def plays(self, turn: int, side: int) -> bool:
        """Whether a side has a player turn in a turn."""
        return turn > self.first_turn or self.start == ADMINISTRATION or side == SOVIET

    def only_assault(self, turn: int) -> bool:
        """12.2: a turn that is one Soviet Prepared Assault Phase."""
        return turn == self.first_turn and self.start == SOVIET_ASSAULT

    def starts_late(self, turn: int) -> bool:
        """12.2, 14.2: a turn without the phases before the first Soviet movement or assault."""
        return turn == self.first_turn and self.start != ADMINISTRATION

    # ---- the track ----------------------------------------------------------------------------------

    @implements("BD 1.7b")
    def movement(self, box: Box, side: int, mech: bool) -> int:
        """The movement factor of a class in a turn (15.6)."""
        changed = self._track.get("german_movement" if side == GERMAN else "soviet_movement")
        return int(changed[0 if mech else 1]) if changed else box.movement(side, mech)

    def replacements(self, box: Box, side: int) -> tuple[int, int]:
        """Replacement steps of a turn (12.4, 14.11, 15.6), before the Gambit and the Oder change them."""
        if box.turn == self.first_turn and self.starts_late(box.turn):
            return 0, 0
        if box.turn < int(self._track.get("first_replacements", 0)):
            return 0, 0
        mech, foot = box.replacements(side)
        more = int(self._track.get("more_replacements", 0))
        if side == GERMAN and "german_replacements" in self._track:
            mech, foot = self._track["german_replacements"]
        return mech + more, foot + more

    def luftwaffe(self, box: Box) -> int:
        """Luftwaffe counters of a turn (15.7)."""
        return int(self._track.get("luftwaffe", box.luftwaffe))
