"""The nouns of the notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ostfront.core.map.board import Board
from ostfront.core.play.actions import Nouns, Verb, Vocabulary
from ostfront.core.play.rules import Seat
from ostfront.games.victory_awaits.facts.roster import Roster

UNIT, PLACE, CHIT, POINTS, SEAT = "unit", "place", "chit", "points", "seat"
HIGHEST_BID = 300


def vocabulary(
    verbs: Iterable[Verb], roster: Roster, board: Board, chits: Sequence[str], seats: Sequence[Seat]
) -> Vocabulary:
    return Vocabulary(
        verbs,
        (
            Nouns(UNIT, roster.ids),
            Nouns(PLACE, [_place_name(board, i) for i in range(board.places)], board.place_index),
            Nouns(CHIT, chits),
            Nouns(POINTS, [str(n) for n in range(HIGHEST_BID + 1)]),
            Nouns(SEAT, [seat.name.replace(" ", "-") for seat in seats]),
        ),
    )


def _place_name(board: Board, i: int) -> str:
    return board.place_name(i) if i >= board.grid.size or board.grid.valid >> i & 1 else ""
