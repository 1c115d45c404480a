"""How firm supply is: what raiders could cut in an impulse, and which pockets only a battle would open.

There are no zones of control: whoever walks through an empty area takes it. So a front is a chain of blocks, and
supply that runs over ground the enemy could walk through hangs by a thread.
"""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.hexes import bits
from ostfront.games.kiev_41.muster import Muster
from ostfront.games.kiev_41.roster import SOVIET
from ostfront.games.kiev_41.supply import connected, sources, supplied

SLOW, FAST = 3, 5  # MP


def spread(links: Sequence[int], start: int, left: int, costs: tuple[int, int, int], free: int) -> int:
    """The areas of `free` that can be come to from the start with so many MP."""
    one, two, three = costs[0] & free, costs[1] & free, costs[2] & free
    found = last = start
    around = [0, 0]
    for _ in range(left):
        near = 0
        while last:
            low = last & -last
            near |= links[low.bit_length() - 1]
            last ^= low
        last = (near & one | around[-1] & two | around[-2] & three) & ~found
        around.append(near)
        found |= last
    return found


def raids(m: Muster, side: int) -> int:
    """The areas without enemies that blocks of a side could walk into in an impulse."""
    rules, state = m.look.rules, m.state
    foes = m.units[1 - side]
    free = rules.everywhere & ~foes & ~rules.staging_of[1 - side]
    slow = m.occupied[side] & ~foes
    fast = 0
    for area, stack in m.at[side].items():
        if stack.fast:
            fast |= 1 << area
    costs = rules.costs[state.weather][0]
    found = spread(rules.links, slow, SLOW, costs, free)
    fast &= slow
    return found | spread(rules.links, fast, FAST, costs, free) if fast else found


def supply(m: Muster, side: int, mine: int, theirs: int) -> float:
    """What a side fears for its supply; `mine` and `theirs` are the areas that raiders of both could walk into."""
    look, state = m.look, m.state
    rules, w = look.rules, look.weights["threads"]
    held, foes = state.controlled(side), m.units[1 - side]
    free = held & ~foes
    fed = supplied(rules, state, side)
    origins = sources(rules, state, side)
    flood, links = rules.areas.flood, rules.land_links
    firm = free & (m.units[side] | ~theirs)
    secure = flood(origins & firm, firm, firm, links)
    secure |= rules.areas.step(secure, links) & m.units[side]
    if side == SOVIET:
        secure |= fed & ~connected(rules, state, side)  # by sea
    total = w["open"] * (theirs & held & ~m.units[side] & ~rules.staging).bit_count()
    cut = m.occupied[side] & ~fed
    loose = 0
    if cut:
        way = (free | mine) & ~foes
        loose = flood(origins & way, way, way, links)
        loose |= rules.areas.step(loose, links)
    for area in bits(m.occupied[side] & ~(secure & fed)):
        worth = m.at[side][area].worth
        if fed >> area & 1:
            total += worth * w["thread"]
        else:
            total += worth * (w["cut"] if loose >> area & 1 else w["pocket"])
    for unit in bits(state.isolated & look.fighting[side] & state.on_map):
        known = m.moment.assumed.get(unit)
        total += w["cube"] * (look.worth[unit][state.steps[unit]] if known is None else known.worth)
    return float(total)


def last_stand(m: Muster, side: int) -> float:
    """The danger to a side's only victory area, whose loss ends the game: from all who stand beside it or in it."""
    area = m.last[side].bit_length() - 1
    if area < 0:
        return 0.0
    look, state, foe = m.look, m.state, 1 - side
    w, rules = look.weights["threads"], look.rules
    stacks = m.at[foe]
    near = [stacks[other] for other in bits((rules.links[area] | 1 << area) & m.occupied[foe])]
    if not near:
        return 0.0
    blocks = sum([stack.blocks for stack in near])
    attack = sum([stack.attack for stack in near]) * min(1.0, rules.limit[area] / blocks)
    own = m.at[side].get(area)
    line = state.lines(side) >> area & 1
    absorb = min(3, look.built[area] + line) + line
    return float(w["last"] * look.chance(attack * w["rounds"], absorb + (own.steps if own is not None else 0.0)))
