"""Groups of pieces that cannot be told apart: many pieces, and one number for each group, that of its first."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from ostfront.kit import fog
from ostfront.kit.fog import Groups


def columns(count: int) -> list[Groups]:
    found: list[Groups] = [array("h", range(count))]
    if count <= 256:
        found.append(bytearray(range(count)))
    return found


@pytest.mark.parametrize("count", [6, 400])
def test_groups_are_what_a_list_of_sets_would_be(count: int) -> None:
    """At random against sets; the number of a group is always its lowest piece."""
    for groups in columns(count):
        random = Random(count)
        sets = [{piece} for piece in range(count)]
        for _ in range(200):
            a, b = random.sample(range(count), 2)
            change = random.randrange(3)
            if change == 0:
                fog.mingle(groups, (a, b))
                sets = united(sets, a, b)
            elif change == 1:
                fog.stand_alone(groups, a)
                sets = [*(some - {a} for some in sets if some != {a}), {a}]
            else:
                fog.take_over(groups, a, b)
                sets = replaced(sets, a, b)
            expected = {piece: min(some) for some in sets for piece in some}
            assert list(groups) == [expected[piece] for piece in range(count)]


def united(sets: list[set[int]], a: int, b: int) -> list[set[int]]:
    both = set[int]().union(*(some for some in sets if a in some or b in some))
    return [*(some for some in sets if not some & both), both]


def replaced(sets: list[set[int]], old: int, new: int) -> list[set[int]]:
    """The new piece is in the group of the old one, which is known."""
    others = next(some for some in sets if old in some) - {old, new}
    kept = [some - {new} for some in sets if old not in some]
    return [*(some for some in kept if some), {old}, *([others | {new}] if others else [{new}])]


def test_the_others_get_a_new_number_when_their_first_is_known() -> None:
    groups = array("h", range(5))
    fog.mingle(groups, (1, 3, 4))
    assert fog.stand_alone(groups, 3) == -1
    assert fog.stand_alone(groups, 1) == 4 and list(groups) == [0, 1, 2, 3, 4]
