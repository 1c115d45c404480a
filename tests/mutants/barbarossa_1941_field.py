"""What Barbarossa 1941 is without a clause of sections 1, 3 to 7, 12.2, 12.3, 12.8 or 12.10."""

from __future__ import annotations

from mutants import Mutants, Patches

MUTANTS: Mutants = {}
PATCHES: Patches = {}
