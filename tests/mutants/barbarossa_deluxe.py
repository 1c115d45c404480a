"""What Barbarossa Deluxe is without a clause; see the package for how it is read."""

from __future__ import annotations

from typing import Any

from mutants import (
    Mutants,
    Patches,
    barbarossa_deluxe_arrivals,
    barbarossa_deluxe_battle,
    barbarossa_deluxe_fog,
    barbarossa_deluxe_movement,
    barbarossa_deluxe_supply,
    barbarossa_deluxe_victory,
)

PARTS = (
    barbarossa_deluxe_arrivals,
    barbarossa_deluxe_battle,
    barbarossa_deluxe_fog,
    barbarossa_deluxe_movement,
    barbarossa_deluxe_supply,
    barbarossa_deluxe_victory,
)


def together() -> Mutants:
    """Functions of one clause may stand in several parts."""
    found: dict[str, dict[Any, Any]] = {}
    for part in PARTS:
        for number, mutants in part.MUTANTS.items():
            found.setdefault(number, {}).update(mutants)
    return found


MUTANTS: Mutants = together()
PATCHES: Patches = {number: patch for part in PARTS for number, patch in getattr(part, "PATCHES", {}).items()}
