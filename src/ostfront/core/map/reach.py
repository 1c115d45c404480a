"""Movement range on bitboards: one set of hexes per cost, ints in and ints out.

A compiled kernel could replace this module. `core/map/plain.py` gives the same answers slowly.
The search works on a window, the rows of hexes that the allowance can reach: short ints are fast ints.
"""

from __future__ import annotations

from collections.abc import Callable

from ostfront.core.map.hexes import Sides, bits
from ostfront.core.map.profile import ALL, BOTH, EITHER, ENTERED, Profile, Step, Window

__all__ = ["Profile", "Range", "cheapest_path", "move_range"]

SHORT = 6  # moves up to this allowance often meet no enemy
KEPT = 8192  # ranges without enemies
KEPT_BESIDE = 2048  # ranges beside enemies


class Range:
    """Where a move can go. A hex reached cheapest by a crossing that ends the move is in `stops`.

    `onward` holds the hexes reached by ordinary steps alone, from which (except stop hexes) the move can continue;
    `cost` and `path` take `onward=True` to use that path even where a crossing is cheaper.
    """

    __slots__ = (
        "_crossed", "_layers", "_low", "_stop", "_zoc", "_zoc_in", "_zoc_out",
        "onward", "profile", "reach", "start", "stops",
    )  # fmt: skip

    def __init__(
        self,
        profile: Profile,
        start: int,
        low: int,
        layers: list[int],
        onward: int,
        crossed: dict[int, int],
        zoc: tuple[int, int, int],
        stop: int,
    ) -> None:
        self.profile = profile
        self.start = start
        self._low = low  # the layers are shifted down by this much
        self._layers = layers
        self._stop = stop
        self._zoc, self._zoc_in, self._zoc_out = zoc
        self.onward = onward
        self.reach = onward
        self.stops = onward & stop
        self._crossed: dict[int, int] = {}
        for i, cost in crossed.items():
            other = self.cost(i, onward=True)
            if other < 0 or cost < other:
                self._crossed[i] = cost
                self.reach |= 1 << i
                self.stops |= 1 << i

    def __repr__(self) -> str:
        return f"<Range of {self.reach.bit_count()} hexes>"

    def cost(self, i: int, *, onward: bool = False) -> int:
        """The cheapest cost of going to a hex, -1 if it cannot be reached."""
        if not onward and i in self._crossed:
            return self._crossed[i]
        if self.onward >> i & 1:
            bit = 1 << i - self._low
            layers = self._layers
            cost = len(layers) - 1  # most hexes lie far out
            while not layers[cost] & bit:
                cost -= 1
            return cost
        return -1

    def nearer(self, cost: int) -> int:
        """The hexes reached by ordinary steps for less than so much, the start among them."""
        found = 0
        for layer in self._layers[:cost]:
            found |= layer
        return found << self._low

    def costs(self) -> dict[int, int]:
        """The cost of every hex reached."""
        out = {i: cost for cost, layer in enumerate(self._layers) for i in bits(layer << self._low)}
        out.update(self._crossed)
        return out

    def path(self, i: int, *, avoid: int = 0, onward: bool = False) -> list[int]:
        """A cheapest path from the start to a hex, both included; [] if it cannot be reached.

        Of several, one with the fewest hexes of `avoid`, then, from the end, the first by direction back.
        """
        if not onward and i in self._crossed:
            return [self.start, i]
        cost = self.cost(i, onward=True)
        if cost < 0:
            return []
        return cheapest_path(self.start, i, cost, self._before, avoid)

    def _before(self, i: int, cost: int) -> list[tuple[int, int]]:
        """The hexes from which a cheapest path can step to a hex, with their costs."""
        low, layers, zoc, stop = self._low, self._layers, self._zoc, self._stop
        steps = self.profile.steps_into(i)
        if not zoc and not stop:
            return [
                (o, cost - step)
                for o, _, step in steps
                if step <= cost and o >= low and layers[cost - step] >> o - low & 1
            ]
        entered = zoc >> i & 1
        if entered:
            cost -= self._zoc_in
        out = []
        for o, bar, step in steps:
            if o < low or stop >> o & 1:
                continue
            left = zoc >> o & 1
            if bar and ((entered and (left or bar >= ENTERED)) or (left and bar == EITHER)):
                continue
            before = cost - step - (self._zoc_out if left else 0)
            if before >= 0 and layers[before] >> o - low & 1:
                out.append((o, before))
        return out


Before = Callable[[int, int], list[tuple[int, int]]]


def cheapest_path(start: int, i: int, cost: int, before: Before, avoid: int = 0) -> list[int]:
    """A path from the start to a hex that costs so much, both included; of several, one with the fewest of `avoid`.

    `before` gives the hexes from which a cheapest path can step to a hex at its cost, with their costs; of equal ones
    the first is taken.
    """
    out = [i]
    n, left = i, cost
    while n != start:
        n, left = before(n, left)[0]
        out.append(n)
    out.reverse()
    if not avoid or not any(avoid >> n & 1 for n in out[1:-1]):
        return out  # the first of all, and none has fewer
    burden = _burdens(start, i, cost, before, avoid)
    out = [i]
    while i != start:
        i, cost = min(before(i, cost), key=lambda step: burden[step[0]])
        out.append(i)
    out.reverse()
    return out


def _burdens(start: int, i: int, cost: int, before: Before, avoid: int) -> dict[int, int]:
    """The fewest hexes of `avoid` on a cheapest path to each hex that could be on it."""
    steps: dict[int, list[tuple[int, int]]] = {}
    costs = {i: cost}
    todo = [i]
    while todo:
        n = todo.pop()
        steps[n] = before(n, costs[n]) if n != start else []
        for o, c in steps[n]:
            if o not in costs:
                costs[o] = c
                todo.append(o)
    burden: dict[int, int] = {}
    for n in sorted(costs, key=costs.__getitem__):
        burden[n] = (avoid >> n & 1) + min((burden[o] for o, _ in steps[n]), default=0)
    return burden


def move_range(
    profile: Profile,
    start: int,
    allowance: int,
    *,
    zoc: int = 0,
    closed: int = 0,
    stop: int = 0,
    zoc_in: int = 2,
    zoc_out: int = 2,
    fresh: bool = True,
) -> Range:
    """Where a unit can go with so many movement points (in the profile's scale).

    `zoc`: hexes in enemy ZOC, with what it costs to enter and leave them. `closed`: hexes not to be entered.
    `stop`: hexes that end the move. `fresh`: the unit has not moved yet, so it may use start-only crossings.
    """
    if not stop and allowance <= SHORT:
        free = profile.unhindered.get((start, allowance, fresh))
        if free is None:
            free = _unhindered(profile, start, allowance, fresh)
        near, shut = free.reach & zoc, free.reach & closed
        if not (near or shut):
            return free
        key = (start, allowance, fresh, near, shut, zoc_in, zoc_out)
        found = profile.hindered.get(key)
        if found is None:
            if len(profile.hindered) >= KEPT_BESIDE:
                profile.hindered.clear()
            found = _search(profile, start, max(0, allowance), near, shut, 0, zoc_in, zoc_out, fresh)
            profile.hindered[key] = found
        return found
    return _search(profile, start, max(0, allowance), zoc, closed, stop, zoc_in, zoc_out, fresh)


def _unhindered(profile: Profile, start: int, allowance: int, fresh: bool) -> Range:
    """The range of a short move where there is no enemy; recent ones are cached."""
    if len(profile.unhindered) >= KEPT:
        profile.unhindered.clear()
    found = _search(profile, start, max(0, allowance), 0, 0, 0, 0, 0, fresh)
    profile.unhindered[start, allowance, fresh] = found
    return found


def _search(
    profile: Profile,
    start: int,
    allowance: int,
    zoc: int,
    closed: int,
    stop: int,
    zoc_in: int,
    zoc_out: int,
    fresh: bool,
) -> Range:
    here = 1 << start
    stop ^= stop & here
    window, opening = profile.around(start, allowance)
    low, valid, *_ = window
    todo = valid ^ (valid & closed >> low) | here >> low
    layers = [here >> low]
    reached = here
    if allowance:
        rest = _spread(profile, window, opening, allowance, zoc >> low, todo, stop >> low, zoc_in, zoc_out, layers)
        reached = (todo ^ rest) << low
    crossed: dict[int, int] = {}
    if fresh and start in profile.first:
        left = zoc & here
        for n, bar, cost in profile.first[start]:
            entered = zoc >> n & 1
            if closed >> n & 1 or (bar and ((entered and (left or bar >= ENTERED)) or (left and bar == EITHER))):
                continue
            if cost == ALL:
                cost = max(1, allowance)
            else:
                cost += (zoc_out if left else 0) + (zoc_in if entered else 0)
            if cost <= allowance:
                crossed[n] = cost
    return Range(profile, start, low, layers, reached, crossed, (zoc, zoc_in, zoc_out), stop)


def _spread(
    profile: Profile,
    window: Window,
    opening: tuple[Step, ...],
    allowance: int,
    zoc: int,
    todo: int,
    stop: int,
    zoc_in: int,
    zoc_out: int,
    layers: list[int],
) -> int:
    """Add to `layers` the hexes at each cost from 1 on; returns the part of `todo` that was not reached."""
    low, _, touch, plain, base, classes = window
    room = allowance + profile.longest + zoc_in + zoc_out + 1  # beyond the allowance, to save bounds tests
    stepped = [0] * room  # the entered hex not yet paid
    arrived = [0] * room  # ZOC entry not yet paid
    settled = [0] * room  # paid in full
    leaving = [0] * room  # ZOC exit paid too
    here = layers[0]
    todo ^= here
    in_zoc = here & zoc
    for found, bar, cost in opening:
        found >>= low
        if bar:
            if in_zoc and bar == EITHER:
                continue
            if in_zoc or bar >= ENTERED:
                found ^= found & zoc
        arrived[cost + zoc_out if in_zoc else cost] |= found
    s = profile.grid.stride
    t = s - 1
    p0, p1, p2, p3, p4, p5 = plain
    for cost in range(1, allowance):
        new = arrived[cost]
        for k, hexes in base:
            if k > cost:
                break
            new |= stepped[cost - k] & hexes
        in_zoc = new & zoc
        if in_zoc:
            settled[cost + zoc_in] |= in_zoc
            new ^= in_zoc
        new = (new | settled[cost]) & todo
        layers.append(new)
        if new:
            todo ^= new
            in_zoc = new & zoc
            if in_zoc:
                leaving[cost + zoc_out] |= in_zoc
                new ^= in_zoc
            new |= leaving[cost]
        else:
            new = leaving[cost]
        if stop:
            new ^= new & stop
        if not new:
            continue
        x = new & touch
        if x:
            n0, n1, n2, n3, n4, n5 = new >> 1, new << t, new << s, new << 1, new >> t, new >> s
            out = n0 & p0 | n1 & p1 | n2 & p2 | n3 & p3 | n4 & p4 | n5 & p5
            for bar, fixed, k, concerned, sides in classes:
                u = x & concerned
                if u:
                    if bar:
                        found = _cross(s, u, sides, zoc, bar) & todo
                    else:
                        c0, c1, c2, c3, c4, c5 = sides
                        found = (n0 & c0 | n1 & c1 | n2 & c2 | n3 & c3 | n4 & c4 | n5 & c5) & todo
                    if fixed:
                        arrived[cost + k] |= found
                    else:
                        stepped[cost + k] |= found
        else:
            h = new | new << 1
            out = new >> 1 | h | h << t | h >> s
        stepped[cost] |= out & todo
    last = arrived[allowance]
    for k, hexes in base:
        if k > allowance:
            break
        last |= stepped[allowance - k] & hexes
    if zoc_in:
        last ^= last & zoc
    last = (last | settled[allowance]) & todo
    layers.append(last)
    return todo ^ last


def _shift(s: int, x: int, sides: Sides) -> int:
    """The neighbours through these hexsides, not yet cut to the map."""
    a, b, c, d, e, f = sides
    t = s - 1
    return (x & a) >> 1 | (x & b) << t | (x & c) << s | (x & d) << 1 | (x & e) >> t | (x & f) >> s


def _cross(s: int, x: int, sides: Sides, zoc: int, bar: int) -> int:
    """As `_shift`, less the hexsides that enemy ZOC closes."""
    inside = x & zoc
    if bar == EITHER:
        x ^= inside
    elif bar == BOTH and inside:
        found = _shift(s, inside, sides)
        return found ^ (found & zoc) | _shift(s, x ^ inside, sides)
    found = _shift(s, x, sides)
    return found ^ (found & zoc) if bar >= ENTERED else found
