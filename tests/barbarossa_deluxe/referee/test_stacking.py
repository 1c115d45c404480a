"""A stack over the limit (6.2): the opponent removes the fewest units that mend it."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.stage import FACTS, asked, stage
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.barbarossa_deluxe.state import Excess
from rule import rule
from staging.asking import rules_broken


def too_high(side: str, hex: str, *stack: str, with_: dict[str, str] | None = None) -> Game:
    """A stack that is too high, and the question to its owner's opponent; the referee alone is asked."""
    game = stage("movement", {"1C": "2217", "4A": "1502"}, turn=20, side=side)
    state, index = game.state, FACTS.roster.index
    for unit in stack:
        state.put(index[unit], FACTS.board.index(hex))
    for unit, parent in (with_ or {}).items():
        state.put(index[unit], FACTS.board.index(hex))
        state.parent[index[unit]] = index[parent]
    owner = ("german", "soviet").index(side)
    state.top = Frame("excess", 0, Excess(owner, FACTS.board.index(hex)), state.top)
    state.pending = (state.pending[0]._replace(kind="excess", seat=1 - owner),)
    assert asked(game) == [(("Soviet", "German")[owner], "excess")]
    return game


def removable(game: Game, *units: str) -> set[str]:
    return {unit for unit in units if not rules_broken(game, f"remove {unit}")}


@rule("BD 6.2b")
def test_any_unit_of_six() -> None:
    stack = ("2C", "4C", "5C", "6C", "7C", "FCSE", "8C")
    assert removable(too_high("german", "2023", *stack), *stack, "1C", "4A") == set(stack) - {"FCSE"}


@rule("BD 6.2b")
def test_a_satellite_mends_both() -> None:
    stack = ("2C", "4C", "5C", "6C", "3R", "2H")
    assert removable(too_high("german", "2820", *stack), *stack) == {"3R", "2H"}


@rule("BD 6.2b")
@pytest.mark.parametrize(
    ("stack", "with_", "found"),
    [
        (("2C", "4C"), {"502TB": "2C", "503TB": "4C"}, {"502TB", "503TB"}),
        (("BCG", "DVCG", "5A"), {}, {"BCG", "DVCG"}),
    ],
)
def test_support_units_and_cavalry_groups(stack: tuple[str, ...], with_: dict[str, str], found: set[str]) -> None:
    side = "german" if with_ else "soviet"
    assert removable(too_high(side, "1710" if with_ else "1803", *stack, with_=with_), *stack, *with_) == found
