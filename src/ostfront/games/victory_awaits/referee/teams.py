"""20.2 Team play: whose cup a chit goes into."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import side_of

section = Section[Case]("AVA")


@section.clause("20.2a", "assign", tier=Tier.STANDING)
def into_the_cup_of_a_player_of_the_team(case: Case) -> str | None:
    if side_of(case.position, case.number) == case.side:
        return None
    return "That player is on the other side; a team divides its chits among its own players."
