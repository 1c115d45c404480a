"""What a die was worth to the attacker.

At 1:1: 1 DR, 2 BB, 3 BB, 4 AS, 5 AS, 6 AE. At 3:1: 1 DE, 2 DR, 3 DR, 4 BB, 5 BB, 6 AS.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from barbarossa_deluxe.battle import assault
from barbarossa_deluxe.stage import FACTS, stage
from ostfront.core.page.luck import throws
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_deluxe.facts.crt import step_of
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.luck import throw
from ostfront.games.barbarossa_deluxe.state import Battle

OPEN = "2308"
DUEL = {"3Pz": "2309", "6A": OPEN}  # 4 to 3, 1:1


def rank(column: str, die: int, side: int = GERMAN, target: str = OPEN, turn: int = 17, **fields: Any) -> Fraction:
    game = stage("assault", DUEL, turn=turn, side=SIDES[side], **fields)
    game.begin("battle", Battle(side, FACTS.board.index(target)))
    found = throw(game, Event(0, "result", (die, step_of(column), ""), None))
    assert found is not None and found.side == SIDES[side]
    return found.rank


@pytest.mark.parametrize(
    ("column", "die", "twelfths"), [("3:1", 1, 11), ("3:1", 2, 8), ("3:1", 4, 4), ("3:1", 6, 1), ("1:1", 5, 4)]
)
def test_the_order_of_results(column: str, die: int, twelfths: int) -> None:
    assert rank(column, die) == Fraction(twelfths, 12)


def test_a_bloodbath_that_may_become_a_retreat_is_as_good_as_one() -> None:
    """Turn 6 is in 1941: 2 to 5 are alike."""
    assert rank("3:1", 5, turn=6) == rank("3:1", 2, turn=6) == Fraction(3, 6)


def test_what_the_hex_makes_of_a_retreat() -> None:
    """A German city does not retreat: a stalled attack, worse than a bloodbath. A fortress: a bloodbath."""
    city = FACTS.board.name(FACTS.cities.bit_length() - 1)
    assert rank("3:1", 2, SOVIET, city) == Fraction(3, 12) and rank("3:1", 4, SOVIET, city) == Fraction(8, 12)
    fortress = FACTS.cities & -FACTS.cities
    name = FACTS.board.name(fortress.bit_length() - 1)
    assert rank("3:1", 2, SOVIET, name, fortress=fortress) == Fraction(6, 12)


@pytest.mark.parametrize("column", FACTS.crt.columns)
@pytest.mark.parametrize("turn", [1, 6, 17])
def test_every_column_is_even_on_average(column: str, turn: int) -> None:
    for side in (GERMAN, SOVIET):
        assert sum(rank(column, die, side, turn=turn) for die in range(1, 7)) == 3


def test_a_roll_in_a_game() -> None:
    [found] = throws(assault(DUEL, OPEN, turn=17, rolls=["4"]))
    assert (found.side, found.rank) == ("german", Fraction(4, 12))


def test_a_result_without_a_die_is_no_roll() -> None:
    positions = {"3Pz": "2309", "14Pz": "2309", "24Pz": "2309", "9RC": OPEN}
    assert throws(assault(positions, OPEN, "3Pz", "14Pz", "24Pz", turn=17)) == []
