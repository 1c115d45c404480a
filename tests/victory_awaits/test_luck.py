"""What a die was worth to the attacker. At 4:1: 1 -, 2 -, 3 R, 4 RR, 5 RR, 6 1RR; at 1:1: A2, A1, A1, A1, -, -."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ostfront.core.page.luck import throws
from ostfront.core.play.sequence import Event
from ostfront.games.victory_awaits.luck import throw
from ostfront.games.victory_awaits.state import Battle
from victory_awaits.stage import facts_of, stage

UNITS = {"9Pz": "K3526", "S-45": "K3527"}
CRT = facts_of("kiev").crt


def rank(column: str, die: int) -> Fraction:
    game = stage("combat", UNITS, scenario="kiev")
    game.begin("battle", Battle(0, 0, 0, 0))
    found = throw(game, Event(0, "result", (die, column, ""), None))
    assert found is not None and found.side == "axis"
    return found.rank


@pytest.mark.parametrize(
    ("column", "die", "twelfths"),
    [("4", 1, 2), ("4", 2, 2), ("4", 3, 5), ("4", 4, 8), ("4", 6, 11), ("1", 1, 1), ("1", 3, 5), ("1", 6, 10)],
)
def test_the_share_of_worse_dice_and_half_of_those_as_good(column: str, die: int, twelfths: int) -> None:
    assert rank(column, die) == Fraction(twelfths, 12)


@pytest.mark.parametrize("column", CRT.columns)
def test_every_column_is_even_on_average(column: str) -> None:
    assert sum(rank(column, die) for die in range(1, 7)) == 3


def test_a_fortress_leaves_the_order_as_it_is() -> None:
    """There hexes of retreat are steps."""
    for column in range(len(CRT.columns)):
        cells = [CRT.result(die, column) for die in range(1, 7)]
        assert sorted(cells, key=lambda cell: cell.defender + cell.retreat - cell.attacker) == sorted(
            cells, key=lambda cell: cell.worth
        )


def test_a_roll_in_a_game() -> None:
    game = stage("combat", UNITS, scenario="kiev", rolls=["roll 6"])
    while not any(event.kind == "result" for event in game.events or ()):
        game.play(
            next(text for text in ("resolve K3527", "with 9Pz", "resolve", "attack K3527") if text in game.legal)
        )
    [found] = throws(game)
    [(die, column, _)] = [event.args for event in game.events or () if event.kind == "result"]
    assert (found.side, found.rank) == ("axis", rank(column, die))
