"""What a volley was worth to the side that fired it, by its hits."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from kiev_41.stage import stage
from ostfront import games
from ostfront.core.page.battle_script import Throw
from ostfront.core.page.luck import throws
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Outcome
from ostfront.games.kiev_41.chances import counts, pool_of, ways
from ostfront.games.kiev_41.luck import fired


def battle(blocks: dict[str, str], *rolls: str, **more: Any) -> list[Throw]:
    return throws(stage("combat", blocks, rolls=rolls, **more))


def test_dice_that_hit_alike() -> None:
    """A block of one step hits on 5: a miss is one of two in three, so it ranks 1/3. Of three, 8 in 27."""
    defence, attack = battle({"44AK": "16", "8MC": "16"}, "1 1 1", "1", strength={"44AK": 1})
    assert (defence.side, defence.rank) == ("soviet", Fraction(4, 27))
    assert (attack.side, attack.rank) == ("axis", Fraction(1, 3))


def test_dice_of_several_classes() -> None:
    """The fleets' red die hits on 4, their two white ones on 5: no hit 2/9, one 4/9; one hit ranks 4/9."""
    blocks = {"BB": "86", "CA": "86", "5A": "86", "44AK": "86"}
    for rolls, rank in (("1 1 1", Fraction(1, 9)), ("4 1 1", Fraction(4, 9)), ("4 5 5", Fraction(35, 36))):
        fleets = battle(blocks, rolls, "1 1 1 1", "1 1 1", soviet=("86",))[0]
        assert (fleets.side, fleets.rank) == ("soviet", rank)


@pytest.mark.parametrize("pool", [((4, 1),), ((6, 5),), ((4, 2), (5, 7), (6, 1)), ((5, 40), (6, 20))])
def test_every_volley_is_even_on_average(pool: tuple[tuple[int, int], ...]) -> None:
    could = dict(enumerate(counts(ways(pool_of(pool)).slots)))
    average = sum(Throw("axis", hits, could).rank * number for hits, number in could.items()) / sum(could.values())
    assert average == Fraction(1, 2)


class Recounted(Game):
    """Counts the dice of every volley again, from the record."""

    __slots__ = ("volleys",)

    volleys: int

    def note(self, kind: str, *args: Any, to: tuple[int, ...] | None = None) -> None:
        super().note(kind, *args, to=to)
        assert self.events is not None and self.entries is not None
        found = fired(self, self.events[-1])
        if found is None:
            return
        dice = [needed for needed, _, number in sorted(found[1]) for _ in range(number)]
        rolled = [entry for entry in self.entries[len(self.entries) - len(dice) :] if isinstance(entry, Outcome)]
        assert len(rolled) == len(dice) and len({entry.stream for entry in rolled}) < 2
        assert (
            sum(die >= needed for die, needed in zip([entry.value for entry in rolled], dice, strict=True))
            == args[-1]
        ), kind
        self.volleys += bool(dice)


@pytest.mark.parametrize("scenario", ["southern-struggle", "the-river", "the-snow"])
def test_the_dice_of_a_volley_are_those_that_were_rolled(scenario: str) -> None:
    for seed in range(4):
        game, random = Recounted(games.rules("kiev-41", scenario), Seeded.of(seed)), Random(seed)
        game.volleys = 0
        game.advance()
        while game.result is None:
            game.push(random.choice(list(game.legal)))
        assert len(throws(game)) == game.volleys > 0
