"""Pockets: a hex with a ring of units around it."""

from __future__ import annotations

from barbarossa_deluxe.stage import FACTS
from ostfront.core.map.hexes import bits

ARMIES = ("16A", "19A", "20A", "21A", "22A", "24A")
MORE_ARMIES = ("28A", "29A", "30A", "31A", "32A", "33A")
CORPS = ("26C", "27C", "28C", "29C", "30C", "34C")


def around(place: str, *units: str) -> dict[str, str]:
    """One of these units in each hex next to a place."""
    near = [FACTS.place_names[site] for site in bits(FACTS.near[FACTS.board.index(place)])]
    return dict(zip(units, near, strict=False))
