"""The planner on a field of its own: a road of ten hexes, units that go along it, enemies at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ostfront.ai.planner import POSITION, Allowance, Plan, Posts, plan_activation
from ostfront.core.map.hexes import bits, mask

PLENTY = 1_000_000
LENGTH = 10


class Road:
    """Ten hexes in a row. Units go up to three, two may share a hex, enemies wait at 7 and 9."""

    targets: Sequence[int] = (7, 9)

    def __init__(self) -> None:
        self.start = {0: 1, 1: 2, 2: 3, 3: 5, 4: 5, 5: 6, 6: 8}
        self.movers: Sequence[int] = list(self.start)
        self.reach: Mapping[int, int] = {
            unit: mask(h for h in range(LENGTH) if abs(h - at) <= 3 and h not in self.targets)
            for unit, at in self.start.items()
        }
        self.gains = self.worths = 0  # how often each was asked

    def spots(self, target: int) -> int:
        return mask(h for h in (target - 1, target + 1) if h < LENGTH)

    def strength(self, unit: int, _spot: int, _target: int) -> float:
        return 1.0 + unit % 3

    def gain(self, target: int, force: Posts, _posts: Posts) -> float:
        self.gains += 1
        return min(4.0, sum(self.strength(u, spot, target) for u, spot in force.items())) - 1.0

    def price(self, _unit: int, spot: int) -> float:
        return spot / 20

    def room(self, unit: int, place: int, posts: Posts) -> bool:
        return sum(at == place for u, at in posts.items() if u != unit) < 2

    def places(self, unit: int) -> Sequence[int]:
        here = self.start[unit]
        return [here, *(h for h in bits(self.reach[unit]) if h != here)]

    def worth(self, posts: Posts) -> float:
        """As far forward as can be, and side by side."""
        self.worths += 1
        return sum(posts.values()) + len(posts) / len(set(posts.values()))


def made(thoughts: int) -> tuple[Plan, Allowance, Road]:
    road, allowance = Road(), Allowance(thoughts)
    return plan_activation(road, allowance, (0.0, 0.5)), allowance, road


def test_an_allowance_gives_no_more_than_it_has() -> None:
    allowance = Allowance(5)
    assert allowance.take() and allowance.take(4)
    assert not allowance.take()
    assert allowance.spent == 5
    assert not Allowance(5).take(6)


def test_with_plenty_of_thoughts_the_units_attack_and_go_forward() -> None:
    found, _, road = made(PLENTY)
    assert {assault.target for assault in found.assaults} == {7, 9}
    assert road.worth(found.posts) > road.worth(road.start)


@pytest.mark.parametrize("thoughts", [0, 1, 3, 10, 25, 60, 150, 400, PLENTY])
def test_a_plan_is_complete_and_legal_with_any_allowance(thoughts: int) -> None:
    found, _, road = made(thoughts)
    assert found.posts.keys() == set(road.movers)
    for unit, place in found.posts.items():
        assert road.reach[unit] >> place & 1
        assert road.room(unit, place, found.posts)
    for assault in found.assaults:
        assert assault.force
        for unit, spot in assault.force.items():
            assert found.posts[unit] == spot
            assert road.spots(assault.target) >> spot & 1


@pytest.mark.parametrize("thoughts", [0, 1, 3, 10, 25, 60, 150, 400])
def test_the_work_stays_within_the_allowance(thoughts: int) -> None:
    """Except for the attacks of the plan itself: each is valued again when all units are in place."""
    found, allowance, road = made(thoughts)
    assert allowance.spent <= thoughts
    attacks = road.gains - len(found.assaults) * (road.worths + 1)
    assert attacks + road.worths * POSITION == allowance.spent


def test_without_a_thought_everybody_stays() -> None:
    found, _, road = made(0)
    assert found == Plan(road.start, [])


def test_a_plan_that_is_not_cut_short_is_the_same_with_more() -> None:
    whole, allowance, _ = made(PLENTY)
    exact, again, _ = made(allowance.spent)
    assert exact == whole
    assert again.spent == again.thoughts
    assert made(allowance.spent - 1)[1].spent < allowance.spent
