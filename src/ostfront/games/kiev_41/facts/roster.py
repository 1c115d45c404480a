"""The blocks, bombers and fleets: what is printed on them, as columns by unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.play.clauses import implements
from ostfront.kit.roster import check_names, unit_set

T = TypeVar("T")

AXIS, SOVIET, NOBODY = 0, 1, 2
SIDES = ("axis", "soviet")
HEART = "heart"

# occupancy bitboards: the blocks of each side, and Rumanian blocks (1.4)
BLOCKS = (0, 1)
RUMANIANS = 2
GROUPS = 3

INFANTRY = ("infantry", "mountain", "jager", "airborne", "marine")
COMBAT = (*INFANTRY, "motorized", "cavalry", "tank")
TYPES = (*COMBAT, "hq", "luftwaffe", "leader", "bomber", "fleet")


class Piece(msgspec.Struct, frozen=True):
    """A line of units.csv."""

    id: str
    name: str
    side: str
    nation: str
    wood: str
    type: str
    source: str
    army: str = ""
    strength: str = ""
    fire: str = ""
    speed: str = ""
    move: int = 0
    commands: str = ""
    blitz: str = ""
    mark: str = ""
    remnant: str = ""
    note: str = ""


class Roster:
    """Static facts about units, by unit index; sets of units as bitboards."""

    def __init__(self, pieces: Sequence[Piece], hits_from: dict[str, int], replacement: dict[str, int]) -> None:
        self.pieces = tuple(pieces)
        self.ids = tuple(p.id for p in pieces)
        self.names = tuple(p.name for p in pieces)
        self.index = {p.id: i for i, p in enumerate(pieces)}
        self.count = len(pieces)
        self.side = bytes(SIDES.index(p.side) for p in pieces)
        self.type = tuple(p.type for p in pieces)
        self.nation = tuple(p.nation for p in pieces)
        self.wood = tuple(p.wood for p in pieces)
        self.army = tuple(p.army for p in pieces)
        self.commands = tuple(p.commands for p in pieces)
        self.mark = tuple(p.mark for p in pieces)
        self.move = bytes(p.move for p in pieces)
        self.remnant = tuple(bool(p.remnant) for p in pieces)
        # by steps left, which never are 0 on the map: strength, fire colour, the roll that hits, what a step costs
        self.strength = tuple(_by_steps([int(n) for n in p.strength.split()], 0) for p in pieces)
        self.fire = tuple(_by_steps(p.fire.split() or [HEART] * len(p.strength.split()), HEART) for p in pieces)
        self.hits_from = tuple(tuple(hits_from.get(colour, 7) for colour in fire) for fire in self.fire)
        self.replacement = tuple(tuple(replacement.get(colour, 0) for colour in fire) for fire in self.fire)
        self.full = bytes(len(p.strength.split()) for p in pieces)
        self._sets()
        self.owner = bytes(SIDES.index(p.side) if p.type not in ("bomber", "fleet") else NOBODY for p in pieces)
        self.groups_of = tuple(self._groups(u) for u in range(self.count))

    def _sets(self) -> None:
        pieces = self.pieces
        self.of_type = {kind: unit_set(p.type == kind for p in pieces) for kind in TYPES}
        self.of_side = tuple(unit_set(p.side == side for p in pieces) for side in SIDES)
        self.of_army = {
            (SIDES.index(side), army): unit_set(p.side == side and p.army == army for p in pieces)
            for side, army in dict.fromkeys((p.side, p.army) for p in pieces)
        }
        self.of_wood = {wood: unit_set(p.wood == wood for p in pieces) for wood in dict.fromkeys(self.wood)}
        self.combat = unit_set(p.type in COMBAT for p in pieces)
        self.infantry = unit_set(p.type in INFANTRY for p in pieces)
        self.tanks = self.of_type["tank"]
        self.afvs = self.of_type["tank"] | self.of_type["motorized"]
        self.fast = unit_set(is_fast(p) for p in pieces)
        self.leaders = self.of_type["leader"]
        self.hqs = self.of_type["hq"] | self.of_type["luftwaffe"]
        self.tactical = self.of_type["hq"]
        self.luftwaffe = self.of_type["luftwaffe"]
        self.blitz_hqs = unit_set(bool(p.blitz) for p in pieces)
        self.bombers, self.fleets = self.of_type["bomber"], self.of_type["fleet"]
        self.blocks = self.combat | self.hqs | self.leaders
        self.blocks_of = tuple(self.blocks & units for units in self.of_side)
        self.bombers_of = {
            hq: unit_set(p.type == "bomber" and p.army == self.ids[hq] for p in pieces)
            for hq in _bits(self.luftwaffe)
        }
        self.hq_of = tuple(self.index.get(p.army, -1) if p.type == "bomber" else -1 for p in pieces)
        self.guderian, self.kleist = self.index["Guderian"], self.index["Kleist"]
        self.budyonny, self.timoshenko = self.index["B"], self.index["T"]
        self.hungarian = self.nation.index("hungarian")
        self.rumanians = unit_set(p.nation == "rumanian" for p in pieces)
        self.marine, self.luftlande = self.index["M"], self.index["22LL"]
        self.leader_of = (self.index["Hitler"], self.index["Stalin"])
        self.hqs_of = tuple(tuple(_bits(self.hqs & units)) for units in self.of_side)
        self.commanders = self.tactical & ~(1 << self.guderian)
        self.movable = (self.combat | self.hqs) & ~(1 << self.guderian)

    def _groups(self, unit: int) -> tuple[int, ...]:
        if not self.blocks >> unit & 1:
            return ()
        side = self.side[unit]
        return (BLOCKS[side], RUMANIANS) if self.rumanians >> unit & 1 else (BLOCKS[side],)

    @classmethod
    def load(cls, data: DataFolder) -> Roster:
        fire = data.toml("charts.toml")["fire"]
        pieces = data.rows("units.csv", Piece)
        check_names(pieces)
        for piece in pieces:
            if piece.side not in SIDES:
                raise BadFile(f"{piece.id}: side is axis or soviet, not '{piece.side}'.", file="units.csv")
            if piece.type not in TYPES:
                raise BadFile(f"{piece.id}: there is no type '{piece.type}'.", file="units.csv")
        return cls(
            pieces,
            {colour: hit_on(colour, row["hits_from"]) for colour, row in fire.items()},
            {colour: row["replacement"] for colour, row in fire.items()},
        )


@implements("K41 4.2.2")
def hit_on(_colour: str, hits_from: int) -> int:
    """The lowest roll that hits, by the colour of dots or stars."""
    return hits_from


@implements("K41 4.2.5")
def is_fast(piece: Piece) -> bool:
    """Motorized infantry, cavalry, tanks, and the HQs printed dark."""
    return piece.speed == "fast"


def _by_steps(from_full_down: Sequence[T], nothing: T) -> tuple[T, ...]:
    return (nothing, *reversed(from_full_down))


def _bits(units: int) -> list[int]:
    return [i for i in range(units.bit_length()) if units >> i & 1]
