"""Two independent answers: the generator offers an action if and only if the referee has no objection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from harness.alphabet import letters
from harness.cases import CASES, EVERYWHERE, Case, as_printed
from harness.positions import greedily, mutated, of_every_kind
from ostfront.core.play.game import Game

SOURCES: dict[str, Callable[[Case], Iterator[Game]]] = {
    "random": lambda case: of_every_kind(case, 6, "agreement"),
    "greedy": lambda case: of_every_kind(case, 1, "agreement", greedily),
    "mutated": lambda case: mutated(case, 6, "agreement"),
}


PAIRS = [
    pytest.param(case, source, id=f"{source}-{case.name}")
    for source in SOURCES
    for case in CASES
    if source != "greedy" or as_printed(case) or EVERYWHERE  # a game played greedily is weighed at every decision
]


@pytest.mark.parametrize(("case", "source"), PAIRS)
def test_generator_and_referee_agree(case: Case, source: str) -> None:
    random = Random(f"{case.name} {source}")
    looked_at = 0
    for game in SOURCES[source](case):
        for decision in game.state.pending:
            looked_at += 1
            options = game.options(decision)
            offered = set(options)
            assert len(offered) == len(options), "an action is offered twice"
            for action in letters(game, decision, random):
                objections = game.objections(decision, action)
                assert (action in offered) == (not objections), (
                    f"{game.text(action)}: {'offered' if action in offered else 'not offered'}, "
                    f"the referee says {objections or 'nothing'}; {game!r}"
                )
                assert (action in options) == (action in offered)
    assert looked_at
