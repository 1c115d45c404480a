"""What the dice were worth to the attacker: steps the defender loses more than he does himself.

One die at 1:1: up to 1 -2, at 2 -1, from 3 to 6 0, at 7 +1, at 8 +2. Two dice at 1:1: 3 to 7 -1, at 8 0, 9 to 13 +1,
at 14 +2, at 2 or less -2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from barbarossa_1941.adversary import fight
from barbarossa_1941.stage import FACTS, stage
from ostfront.core.page.luck import throws
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_1941.luck import throw
from ostfront.games.barbarossa_1941.state import Battle

DUEL = {"DE-I": "2619", "SU-8A": "2519"}


def rank(dice: tuple[int, ...], modifier: int, column: str) -> Fraction:
    game = stage("combat", DUEL, turn=3)
    game.begin("battle", Battle(0, 0))
    found = throw(game, Event(0, "result", (dice, modifier, column, 0, 0), None))
    assert found is not None and found.side == "axis"
    return found.rank


@pytest.mark.parametrize(
    ("dice", "modifier", "expected"),
    [((3,), 0, Fraction(4, 6)), ((1,), 0, Fraction(1, 12)), ((5,), 2, Fraction(9, 12)), ((4,), -2, Fraction(7, 12)),
     ((2, 6), 0, Fraction(47, 72)), ((1, 1), 0, Fraction(1, 72)), ((6, 6), 2, Fraction(71, 72)),
     ((6, 6), 0, Fraction(31, 36))],
)  # fmt: skip
def test_one_die_and_two_with_modifiers(dice: tuple[int, ...], modifier: int, expected: Fraction) -> None:
    assert rank(dice, modifier, "1:1") == expected


@pytest.mark.parametrize("column", FACTS.crt.columns)
@pytest.mark.parametrize("modifier", [-3, 0, 2])
def test_every_column_is_even_on_average(column: str, modifier: int) -> None:
    for count in (1, 2):
        rolls = list(product(range(1, 7), repeat=count))
        assert sum(rank(dice, modifier, column) for dice in rolls) == Fraction(len(rolls), 2)


def test_a_roll_in_a_game() -> None:
    """At 2:1 by quality 1 to 4 are 1/1, 5 is 1/2 and 6 is 0/2."""
    game = fight(DUEL, "2519", "DE-I", turn=3, rolls=["roll 3"])
    [(dice, modifier, column, _, _)] = [event.args for event in game.events or () if event.kind == "result"]
    assert (dice, modifier, column) == ((3,), 0, "2:1")
    [found] = throws(game)
    assert (found.side, found.rank) == ("axis", Fraction(2, 6))


def test_a_strike_at_the_fleet_hits_or_misses() -> None:
    game = stage("combat", DUEL, turn=3)
    for die, expected in ((1, Fraction(3, 4)), (3, Fraction(3, 4)), (4, Fraction(1, 4))):
        found = throw(game, Event(0, "strike", (0, die, 1), None))
        assert found is not None and (found.side, found.rank) == ("axis", expected)
