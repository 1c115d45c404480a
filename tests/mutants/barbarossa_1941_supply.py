"""What Barbarossa 1941 is without a clause of sections 2, 8 to 11, 13 to 15, or of those of 12 on other than ground."""

from __future__ import annotations

from mutants import Mutants, Patches

MUTANTS: Mutants = {}
PATCHES: Patches = {}
