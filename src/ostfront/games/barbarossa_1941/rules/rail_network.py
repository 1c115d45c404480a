"""The two rail networks (10.2): which rail hexes belong to whom, and how far trains go on them."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, COMBAT, PARTISANS
from ostfront.games.barbarossa_1941.rules.ground import closed_countries
from ostfront.games.barbarossa_1941.rules.zoc import uncancelled
from ostfront.games.barbarossa_1941.state import B41State

KEPT = 256  # networks


def own_rail(facts: Facts, state: B41State, side: int) -> int:
    """The rail hexes that belong to a side, enemies on them or not."""
    if side == AXIS:
        return home_rail(facts, state) | laid_rail(facts, state)
    soviet = facts.railways.hexes & facts.ussr
    return soviet ^ (soviet & laid_rail(facts, state))


@implements("B41 10.2a")
def home_rail(facts: Facts, state: B41State) -> int:
    """The railways within the borders of the Axis countries that are in the war."""
    home = facts.railways.hexes & facts.axis_home
    return home ^ (home & closed_countries(facts, state))


@implements("B41 10.2b")
def laid_rail(facts: Facts, state: B41State) -> int:
    """The railways of the USSR between an Axis source and the rail markers."""
    return state.axis_rail & facts.ussr


def enemy_units(facts: Facts, state: B41State, side: int) -> int:
    """Hexes with units of the other side, airborne corps too."""
    enemy = 1 - side
    return (state.occupied[COMBAT[enemy]] | state.occupied[AIRBORNE[enemy]]) & facts.valid


@implements("B41 8c", "B41 10.1d")
def blocked(facts: Facts, state: B41State, side: int) -> int:
    """Hexes no supply line and no train comes through: enemy units, and enemy ZOCs not cancelled."""
    return enemy_units(facts, state, side) | uncancelled(facts, state, side)


@implements("B41 8d", "B41 10.1c")
def free_rail(facts: Facts, state: B41State, side: int) -> int:
    """The rail hexes of a side's own network that nothing blocks."""
    rail = own_rail(facts, state, side)
    return rail ^ (rail & blocked(facts, state, side))


def friendly_rail(facts: Facts, state: B41State, side: int) -> int:
    """Own rail hexes without enemies; ZOCs do not matter here."""
    rail = own_rail(facts, state, side)
    return rail ^ (rail & enemy_units(facts, state, side))


def connected(facts: Facts, sources: int, through: int) -> int:
    """The hexes of `through` that are linked by rail to the sources among them; recent answers are kept."""
    kept = facts.links
    found = kept.get((sources, through))
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[sources, through] = facts.grid.flood(sources, through, through, facts.railways.sides)
    return found


@implements("B41 12.7d")
def slow_rail(facts: Facts, state: B41State) -> int:
    """The rail hexes with partisans, which cost more than one point."""
    return state.occupied[PARTISANS] & facts.railways.hexes


def rail_range(facts: Facts, starts: int, through: int, slow: int, points: int) -> int:
    """The hexes that these rail points reach by rail, the starts among them; the hexes entered are paid."""
    grid, sides = facts.grid, facts.railways.sides
    slow &= through
    if not slow:
        return grid.flood(starts, through | starts, through | starts, sides, points)
    price = int(facts.charts["rail"]["partisan_cost"])
    layers = [starts]
    todo = through ^ (through & starts)
    quick = todo ^ (todo & slow)
    for spent in range(1, points + 1):
        new = grid.step(layers[-1], sides) & quick
        if spent >= price:
            new |= grid.step(layers[spent - price], sides) & slow & todo
        todo ^= new
        quick ^= quick & new
        layers.append(new)
    return (through | starts) ^ todo
