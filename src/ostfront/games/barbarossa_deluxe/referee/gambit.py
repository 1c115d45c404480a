"""4.4 The German summer offensive of 1943, with Manstein's Gambit (4.16), and 8.16: declared once."""

from __future__ import annotations

from ostfront.core.play.referee import Section
from ostfront.games.barbarossa_deluxe.referee.case import Case

section = Section[Case]("BD")

SUMMER = (17, 18, 19)


def _not_now(case: Case) -> str | None:
    if case.state.turn not in SUMMER:
        return "The summer offensive of 1943 begins on turn 17, 18 or 19."
    return "The summer offensive of 1943 has been declared." if case.state.offensive else None


@section.clause("4.4a", "offensive", verbs=("offensive",))
def one_offensive_in_the_summer_of_1943(case: Case) -> str | None:
    return _not_now(case)


@section.clause("4.16a", "offensive", verbs=("gambit",))
def the_gambit_is_part_of_the_offensive(case: Case) -> str | None:
    return _not_now(case)
