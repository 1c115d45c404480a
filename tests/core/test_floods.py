"""Floods by whole runs and from known sources: the same hexes as ring by ring."""

from __future__ import annotations

from random import Random

import pytest

from core.random_maps import random_board
from ostfront.core.map.floods import Flood, FromSources
from ostfront.core.map.hexes import bits, mask


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_runs_and_rings_agree(seed: int, backwards: bool) -> None:
    rng = Random(seed)
    board = random_board(rng)
    grid = board.grid
    kinds = sorted(board.hexsides)
    allow = board.open_sides(rng.sample(kinds, min(2, len(kinds))), sorted(board.lines)[:1])
    flood = Flood(grid, allow, backwards)
    for share in (0.5, 0.8, 1.0):
        enter, through = (mask(i for i in grid.hexes if rng.random() < share) for _ in range(2))
        sources = mask(rng.sample(grid.hexes, min(3, len(grid.hexes))))
        assert bits(flood.fill(sources, enter, through)) == bits(grid.flood(sources, enter, through, allow))


@pytest.mark.parametrize("seed", range(40))
def test_sources_that_are_known_reach_as_far(seed: int) -> None:
    rng = Random(seed)
    board = random_board(rng)
    grid = board.grid
    kinds = sorted(board.hexsides)
    allow = board.open_sides(rng.sample(kinds, min(2, len(kinds))), sorted(board.lines)[:1])
    sources = mask(rng.sample(grid.hexes, min(3, len(grid.hexes))))
    ground = mask(i for i in grid.hexes if rng.random() < 0.9)
    flood = FromSources(grid, sources, ground, allow)
    for share in (0.5, 0.8, 0.95, 1.0):
        enter, through = (mask(i for i in bits(ground) if rng.random() < share) for _ in range(2))
        assert bits(flood.fill(enter, through)) == bits(grid.flood(sources, enter, through, allow))


def test_a_flood_goes_on_from_nowhere_to_nowhere() -> None:
    grid = random_board(Random(1)).grid
    assert Flood(grid, grid.everywhere()).fill(0, grid.valid, grid.valid) == 0
