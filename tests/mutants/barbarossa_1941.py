"""What Barbarossa 1941 is without a clause; see the package for how it is read."""

from __future__ import annotations

from mutants import Mutants, Patches, barbarossa_1941_field, barbarossa_1941_supply

MUTANTS: Mutants = {**barbarossa_1941_field.MUTANTS, **barbarossa_1941_supply.MUTANTS}
PATCHES: Patches = {**getattr(barbarossa_1941_field, "PATCHES", {}), **barbarossa_1941_supply.PATCHES}
