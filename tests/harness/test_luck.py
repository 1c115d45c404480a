"""The luck of whole games: every roll of a battle counts once, for one side as much as against the other."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from harness.cases import CASES, Case, as_printed
from ostfront.core.page.battle_script import script_of
from ostfront.core.page.luck import luck_of, throws
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Outcome

# the streams of the dice of battles; those of one stream are one roll, unless each is a roll of its own
STREAMS = {
    "victory-denied": (r" / combat \d+$", True),
    "victory-awaits": (r" / combat \d+$", True),
    "barbarossa-1941": (r" / (battle \d+|fleet)$", False),
    "barbarossa-deluxe": (r" / battle \d+$", True),
    "kiev-41": (r" / battle \d+ / ", False),
}
PRINTED = [case for case in CASES if as_printed(case) and case.game in STREAMS]


def played(case: Case, seed: int) -> Game:
    game, random = case.new(seed), Random(seed)
    while game.result is None:
        game.push(random.choice(list(game.legal)))
    return game


def rolls_of_the_record(game: Game) -> int:
    stream, single = STREAMS[game.rules.info.name]
    dice = [
        e.stream for e in game.entries or () if isinstance(e, Outcome) and not e.noun and re.search(stream, e.stream)
    ]
    return len(dice) if single else len(set(dice))


@pytest.mark.parametrize("case", PRINTED, ids=[case.name for case in PRINTED])
def test_every_roll_of_a_game_counts(case: Case) -> None:
    game = played(case, 7)
    found = throws(game)
    for throw in found:
        assert 0 < throw.rank < 1
        even = sum(throw._replace(result=result).rank * ways for result, ways in throw.could.items())
        assert even * 2 == sum(throw.could.values())
    assert len(found) == rolls_of_the_record(game)
    first, second = luck_of(game).values()
    assert first.total == -second.total and first.rolls == second.rolls == len(found)
    assert float(first.total) == pytest.approx(
        sum(float(t.rank) - 0.5 if t.side == game.rules.seats[0].side else 0.5 - float(t.rank) for t in found)
    )


@pytest.mark.parametrize("case", PRINTED[:1], ids=[case.name for case in PRINTED[:1]])
def test_looking_leaves_the_game_as_it_is(case: Case) -> None:
    game = case.new(3)
    random = Random(3)
    for _ in range(300):
        game.push(random.choice(list(game.legal)))
    before = list(game.entries or ()), list(game.events or ()), list(game.snapshots), game.state.clone().__dict__
    luck_of(game)
    assert (list(game.entries or ()), list(game.events or ()), list(game.snapshots)) == before[:3]


@pytest.mark.parametrize("case", PRINTED[:3], ids=[case.name for case in PRINTED[:3]])
def test_a_game_that_went_on_under_other_rules_counts_from_there(case: Case) -> None:
    game = played(case, 7)
    found = throws(game)
    game.snapshots = game.snapshots[len(game.snapshots) // 2 :]
    later = throws(game)
    assert len(later) < len(found) and later == found[len(found) - len(later) :]


def test_a_game_that_tells_of_no_battles_has_no_luck() -> None:
    drill = next(case for case in CASES if case.game not in STREAMS)
    game = drill.new(1)
    assert script_of(game.rules) is None
    assert set(luck_of(game).values()) == {(Fraction(0), 0)}
