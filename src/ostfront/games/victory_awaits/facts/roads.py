"""How far roads lead: pure geometry of the map, with cached answers."""

from __future__ import annotations

from typing import NamedTuple, cast

from ostfront.core.map.hexes import Grid, Sides, lowest

KEPT = 4096  # answers about roads


class Ride(NamedTuple):
    """Where a road leads: all its hexes but the first, and those that cost 1, 2 ... half points.

    The rings are shifted down by `low`: short ints are fast ints.
    """

    reach: int
    low: int
    rings: list[int]

    def cost(self, goal: int) -> int:
        """The half points it takes to a hex; 0 for the first one."""
        if self.reach >> goal & 1:
            bit = 1 << goal - self.low
            for cost, ring in enumerate(self.rings, 1):
                if ring & bit:
                    return cost
        return 0


NO_RIDE = Ride(0, 0, [])


class RoadNet:
    """The roads of the map with the hexsides that one side may cross."""

    def __init__(self, grid: Grid, hexes: int, sides: Sides) -> None:
        self.grid = grid
        self.hexes = hexes
        self.sides = sides
        self.steps = [grid.step(1 << i, sides) if hexes >> i & 1 else 0 for i in range(grid.size)]
        # kept by start and points, with those hexes in reach that were open: all that an answer depends on
        self._whole: dict[tuple[int, int], Ride] = {}
        self._rides: dict[tuple[int, int, int], Ride] = {}
        self._windows: dict[tuple[int, int], tuple[int, int, Sides]] = {}

    def ride(self, start: int, points: int, free: int) -> Ride:
        """The road from a hex on, as far as it is free."""
        whole = self._whole.get((start, points))
        if whole is None:
            if len(self._whole) >= KEPT:
                self._whole.clear()
            whole = self._whole[start, points] = self.follow(start, points, self.hexes)
        reach = whole.reach
        open_ = reach & free
        if open_ == reach:
            return whole
        found = self._rides.get((start, points, open_))
        if found is None:
            if len(self._rides) >= KEPT:
                self._rides.clear()
            found = self._rides[start, points, open_] = self.follow(start, points, open_)
        return found

    def follow(self, start: int, points: int, free: int) -> Ride:
        """The same, ring by ring, in a window as wide as the points."""
        low, whole, (n0, n1, n2, n3, n4, n5) = self._window(start, points)
        s = self.grid.stride
        t = s - 1
        new = 1 << start - low
        ahead = free >> low & whole
        todo = ahead = ahead ^ (ahead & new)
        rings = []
        for _ in range(points):
            new = (
                (new & n0) >> 1
                | (new & n1) << t
                | (new & n2) << s
                | (new & n3) << 1
                | (new & n4) >> t
                | (new & n5) >> s
            ) & todo
            if not new:
                break
            todo ^= new
            rings.append(new)
        return Ride((ahead ^ todo) << low, low, rings)

    def _window(self, start: int, points: int) -> tuple[int, int, Sides]:
        """The part of the map within this many steps of a hex: its lowest bit, its bits, its hexsides."""
        band = self.grid.band(start, points)
        found = self._windows.get(band)
        if found is None:
            low, high = band
            whole = (1 << high - low) - 1
            sides = cast(Sides, tuple(hexes >> low & whole for hexes in self.sides))
            found = self._windows[band] = (low, whole, sides)
        return found

    def way(self, goal: int, ride: Ride) -> int:
        """The hexes that a shortest route along the road enters."""
        low, steps = ride.low, self.steps
        passed, at = 1 << goal, goal
        for ring in reversed(ride.rings[: max(0, ride.cost(goal) - 1)]):
            at = lowest(steps[at] >> low & ring) + low
            passed |= 1 << at
        return passed
