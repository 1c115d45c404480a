"""What a die was worth to whoever rolled it.

The first column: 1 A2, 2 to 4 A1, 5 and 6 -, 7 DR, 8 and 9 DR2. At 4-1: 1 and 2 -, 3 DR, 4 and 5 DR2, 6 1DR2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from ostfront.core.page.luck import luck_of, throws
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Event
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.luck import throw
from ostfront.games.victory_denied.state import Battle
from victory_denied.battle import fight
from victory_denied.stage import FACTS, stage

TARGET, WEST = "2541", "2540"
SOVIET = {"KV-1": WEST, "1Cav": TARGET}
CUP = {"64ID": "elite-cup"}


def rank(units: dict[str, str], column: str, die: int, minsk: bool = False) -> Fraction:
    """Of a modified die of the unit named first."""
    unit = FACTS.roster.index[next(iter(units))]
    side = "german" if FACTS.roster.side[unit] == GERMAN else "soviet"
    game = stage("combat", units, side=side, minsk_bonus=minsk)
    game.begin("battle", Battle(FACTS.board.index(TARGET), 1 << unit))
    game.note("result", die, column, "")
    found = throw(game, game.events[-1]) if game.events else None
    assert found is not None and found.side == side
    return found.rank


@pytest.mark.parametrize(("column", "die", "twelfths"), [("4", 3, 5), ("4", 1, 2), ("4", 5, 8), ("1", 2, 5)])
def test_a_german_die(column: str, die: int, twelfths: int) -> None:
    assert rank({"3Pz": WEST, "1Cav": TARGET}, column, die) == Fraction(twelfths, 12)


@pytest.mark.parametrize(("die", "cup", "empty"), [(1, 1, 1), (3, 5, 5), (9, 16, 17)])
def test_a_soviet_die_with_and_without_divisions_in_the_cup(die: int, cup: int, empty: int) -> None:
    """Without one a ten is a nine."""
    assert rank({**SOVIET, **CUP}, "1", die) == Fraction(cup, 20)
    assert rank(SOVIET, "1", die) == Fraction(empty, 20)


def test_the_die_of_a_released_pocket() -> None:
    """2 to 11: three A1, two -, a DR, two DR2, and two that draw."""
    assert rank({**SOVIET, **CUP}, "1", 2, minsk=True) == Fraction(3, 20)
    assert rank({**SOVIET, **CUP}, "1", 9, minsk=True) == Fraction(14, 20)


@pytest.mark.parametrize("column", FACTS.crt.columns)
def test_every_column_is_even_on_average(column: str) -> None:
    assert sum(rank({"3Pz": WEST, "1Cav": TARGET}, column, die) for die in range(1, 7)) == 3
    assert sum(rank(SOVIET, column, die) for die in range(1, 11)) == 5
    assert sum(rank({**SOVIET, **CUP}, column, die) for die in range(1, 10)) + Fraction(19, 20) == 5


def test_a_ten_that_draws_a_division_is_a_roll_and_so_is_the_next() -> None:
    game = stage("combat", {**SOVIET, **CUP}, side="soviet")
    fight(game, TARGET, "KV-1", rolls=["roll 10", "draw 64ID", "roll 4"])
    game.play(f"join {WEST}")
    first, second = throws(game)
    assert (first.side, first.rank, second.side) == ("soviet", Fraction(19, 20), "soviet")
    assert luck_of(game)["soviet"] == (first.rank + second.rank - 1, 2)
    assert luck_of(game)["german"].total == -luck_of(game)["soviet"].total


def test_a_division_without_room_was_drawn_all_the_same_and_counts_once() -> None:
    full = {"KV-1": WEST, "KV-2": WEST, "1Cav": TARGET, **CUP}
    game = stage("combat", full, side="soviet")
    fight(game, TARGET, "KV-1", rolls=["roll 10", "draw 64ID"])
    assert [event.kind for event in game.events or () if event.kind in ("elite", "no room", "result")] == [
        "elite", "no room", "result",
    ]  # fmt: skip
    assert [found.rank for found in throws(game)] == [Fraction(19, 20)]


def fired(game: Game, weapon: int, column: str, die: int) -> Fraction:
    game.note("fire", FACTS.board.index(TARGET), weapon)
    game.note("result", die, column, "")
    assert game.events is not None
    found = throw(game, game.events[-1])
    assert found is not None and found.side == ("soviet", "soviet", "german")[weapon]
    return found.rank


def test_guns_lose_nothing_and_bombs_drive_nobody_back() -> None:
    game = stage("combat", SOVIET, side="soviet")
    assert fired(game, 0, "4", 3) == Fraction(5, 12)
    assert fired(game, 2, "4", 3) == Fraction(5, 12) and fired(game, 2, "4", 6) == Fraction(11, 12)
    assert {fired(game, 1, "1", die) for die in range(1, 7)} == {Fraction(1, 2)}
    for weapon in range(3):
        for column in FACTS.crt.columns:
            assert sum(fired(game, weapon, column, die) for die in range(1, 7)) == 3


def test_what_is_no_roll() -> None:
    game = stage("combat", SOVIET, side="soviet")
    assert throw(game, Event(0, "elite", (0,), None)) is None, "bought, not drawn in a battle"
