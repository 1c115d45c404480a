"""What Barbarossa Deluxe is without a clause of 11.7."""

from __future__ import annotations

from mutants import Mutants
from ostfront.games.barbarossa_deluxe import secrets
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import fog
from ostfront.games.barbarossa_deluxe.state import BDState


def _both_blind(facts: Facts, state: BDState, seat: int) -> int:
    """The Soviet player does not see German units either."""
    return facts.roster.of_side[GERMAN] & state.on_map if seat == SOVIET else fog.concealed(facts, state)


MUTANTS: Mutants = {
    "BD 11.7a": {fog.under_tops: 0},
    "BD 11.7c": {secrets.units_hidden: _both_blind},
    "BD 11.7d": {fog.boxed: 0},
}
