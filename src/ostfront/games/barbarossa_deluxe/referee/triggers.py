"""8.26 The Bulgarians: where they come onto the map with the army that called them."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import ground_at, territory
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")


@section.clause("8.26b", "return", verbs=("at",), tier=Tier.WORDS)
def returns_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("8.26b", "return", verbs=("at",))
def through_a_free_hex_of_bulgaria(case: Case) -> str | None:
    if territory(case.position, case.hex) != "Bulgaria":
        return f"{case.where(case.hex)} is not in Bulgaria."
    return f"{case.where(case.hex)} holds enemy units." if ground_at(case.position, case.hex, GERMAN) else None
