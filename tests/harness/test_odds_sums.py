"""What the planner shows of a battle adds up: the parts of each side are its strength, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice

from harness.cases import Case, every_game
from harness.positions import moments
from ostfront.core.play.game import Game
from ostfront.core.play.rules import GameInfo, Odds

BATTLES = 200  # of each game, from as many games as it takes


def battles(game: Game) -> list[Odds]:
    """The odds of some of what may be done now, where they are those of a battle."""
    found = []
    for decision in game.state.pending:
        for action in list(game.options(decision))[:12]:
            odds = game.odds(action, decision.seat)
            if odds is not None and odds.strengths is not None:
                found.append(odds)
    return found


def found_in_play(case: Case) -> Iterator[Odds]:
    for number in count():
        for game in moments(case, f"sums {number}"):
            yield from battles(game)


@every_game
def test_the_parts_of_each_side_add_up_to_its_strength(info: GameInfo) -> None:
    if info.odds is None or info.table is None:
        return
    taken: set[str] = set()
    for odds in islice(found_in_play(Case(info.name, next(iter(info.scenarios)), ())), BATTLES):
        assert odds.strengths is not None
        for attacks, strength in zip((True, False), odds.strengths, strict=True):
            parts = [part for part in odds.parts if part.attacks == attacks]
            assert sum((part.value for part in parts), Fraction(0)) == strength, (odds.title, parts)
        assert all(part.unit >= 0 or part.text for part in odds.parts)
        taken |= odds.taken & {text for _, text in odds.rows}
    assert taken, "no battle takes its target"
