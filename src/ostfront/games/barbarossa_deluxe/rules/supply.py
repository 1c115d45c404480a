"""Supply states and what they do (7). The lines are in supply_lines.py, offensive supply in offensive_supply.py."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import offensive_supply
from ostfront.games.barbarossa_deluxe.rules.supply_lines import crimea_reach, overland, overland_apart
from ostfront.games.barbarossa_deluxe.state import CRIMEA as CRIMEA_USED
from ostfront.games.barbarossa_deluxe.state import DECLINED, Battle, BDState

OVERLAND, CRIMEA, GARRISON, COASTAL, AERIAL, OUT, ALWAYS = range(7)
NAMES = ("overland", "Crimea", "garrison", "coastal", "aerial", "out of supply", "always in supply")
MOBILE = (OVERLAND, CRIMEA, GARRISON, ALWAYS)  # states with all factors (7.3, 7.4, 7.6, 7.13)
OFFENSIVE_FROM = 7  # 7.9: the turn from which Soviet attacks need offensive supply


# ---- states (7.2, 7.8) ------------------------------------------------------------------------------


@implements("BD 7.16a")
def status(facts: Facts, state: BDState, unit: int) -> int:
    """The supply state of a unit on the map, as its hex has it now; it may keep any state as long as it likes."""
    place = state.place[unit]
    if overland(facts, state, facts.roster.side[unit]) >> place & 1:
        return OVERLAND
    return status_at(facts, state, unit, place)


def status_at(facts: Facts, state: BDState, unit: int, place: int, ignored: int = 0) -> int:
    """The state a unit has in a hex, as if these enemy units were not on the map."""
    side = facts.roster.side[unit]
    if overland_apart(facts, state, side, ignored) >> place & 1:
        return OVERLAND
    if side == SOVIET:
        return soviet_state(facts, state, unit, place)
    return german_state(facts, state, unit, place, ignored)


@implements("BD 7.2")
def german_state(facts: Facts, state: BDState, unit: int, place: int, ignored: int = 0) -> int:
    """The best state open to a unit of the German side without overland supply."""
    if drawing_crimea(state) >> unit & 1 and crimea_reach(facts, state, ignored) >> place & 1:
        return CRIMEA
    bit = 1 << place
    if german_garrisons(facts, state) & bit:
        return GARRISON
    if coast(facts, state) & bit:
        return COASTAL
    return AERIAL if under_airlift(state, place) else OUT


@implements("BD 7.8")
def soviet_state(facts: Facts, state: BDState, unit: int, place: int) -> int:
    """The state of a unit of the Soviet side without overland supply."""
    if always_supplied(facts) >> unit & 1:
        return ALWAYS
    return GARRISON if soviet_garrisons(state) >> place & 1 else OUT


@implements("BD 8.30c", "BD 10.34c")
def always_supplied(facts: Facts) -> int:
    """The early cavalry groups and the Independent Coastal Army."""
    army = facts.roster.unit("ICA")
    return facts.roster.cavalry_groups | (1 << army if army >= 0 else 0)


def drawing_crimea(state: BDState) -> int:
    """Units named for Crimea supply, while it is on (7.4)."""
    return state.fed if state.crimea_on else 0


@implements("BD 7.6a", "BD 7.6c", "BD 9.5")
def german_garrisons(facts: Facts, state: BDState) -> int:
    """Fortress cities in Greater Germany, the General Government and Hungary, nowhere else."""
    return state.fortress & (facts.germany | facts.general_government | facts.hungary)


@implements("BD 7.13a", "BD 9.4")
def soviet_garrisons(state: BDState) -> int:
    """Hero cities."""
    return state.hero


def under_airlift(state: BDState, place: int) -> bool:
    return state.airlift == place


# ---- coastal supply (7.5) ---------------------------------------------------------------------------


@implements("BD 7.5a")
def coast(facts: Facts, state: BDState) -> int:
    """Where units of the German side can draw coastal supply."""
    return facts.coast["Baltic"] | southern_coast(facts, state)


@implements("BD 7.4d")
def southern_coast(facts: Facts, state: BDState) -> int:
    """The Black Sea and the Azov, in a game turn without Crimea supply."""
    if state.sea_supply in (CRIMEA_USED, DECLINED):
        return 0
    return facts.coast["Black"] | azov_coast(facts, state)


@implements("BD 7.5b")
def azov_coast(facts: Facts, state: BDState) -> int:
    """The Azov, if both sides of the Kerch Strait are German."""
    return facts.coast["Azov"] if all(state.german >> place & 1 for place in facts.kerch) else 0


# ---- sets of units ----------------------------------------------------------------------------------


def supplied_overland(facts: Facts, state: BDState, units: int) -> int:
    """Those of the units on the map that are in regular overland supply."""
    found = 0
    place = state.place
    for side in (GERMAN, SOVIET):
        own = units & facts.roster.of_side[side] & state.on_map
        if own:
            hexes = overland(facts, state, side)
            found |= mask(unit for unit in bits(own) if hexes >> place[unit] & 1)
    return found


def out_of_supply(facts: Facts, state: BDState, units: int) -> int:
    """Those of the units on the map that have no supply of any kind."""
    return mask(unit for unit in bits(units & state.on_map) if status(facts, state, unit) == OUT)


# ---- effects (7.3 to 7.7, 7.16, 7.17) ---------------------------------------------------------------


@implements("BD 7.3b", "BD 7.5a", "BD 7.7b", "BD 7.16b", "BD 7.17a")
def slowed(facts: Facts, state: BDState, unit: int) -> bool:
    """Whether a unit that begins to move has half its movement factor."""
    return status(facts, state, unit) not in MOBILE


def may_mobile(facts: Facts, state: BDState, units: int, launch: int) -> bool:
    """Whether the supply of all these units allows a mobile assault from a hex (10.26)."""
    return all(mobile_state(status_at(facts, state, unit, launch)) for unit in bits(units))


@implements("BD 7.6b", "BD 7.13b", "BD 10.26a")
def mobile_state(found: int) -> bool:
    """Coastal and aerial supply give no mobile assault, garrison and Crimea supply do."""
    return found in MOBILE


@implements("BD 7.17b")
def attack_divisor(facts: Facts, state: BDState, unit: int, launch: int, battle: Battle | None = None) -> int:
    """By what supply divides the attack factor of a unit that attacks from a hex: 1, 2 or 4."""
    if (whatever_supply(facts) | always_supplied(facts)) >> unit & 1:
        return 1
    found = status_at(facts, state, unit, launch)
    if facts.roster.side[unit] == GERMAN:
        return german_attack(found)
    if not offensive_supply.asked_for(facts, state):
        return general_supply(found)
    return offensive_attack(facts, state, found, launch)


@implements("BD 7.3b", "BD 7.4c", "BD 7.6a", "BD 7.16b")
def german_attack(found: int) -> int:
    return 1 if found in MOBILE else 2


@implements("BD 7.9c", "BD 7.22b", "BD 15.8h")
def general_supply(found: int) -> int:
    """Turns 1 to 6, and all of What If: overland or garrison supply is enough."""
    return 1 if found in MOBILE else 2


@implements("BD 7.9c", "BD 7.11c", "BD 7.22c", "BD 7.22d")
def offensive_attack(facts: Facts, state: BDState, found: int, launch: int) -> int:
    """From turn 7: overland supply alone halves, garrison supply alone too; nothing at all quarters."""
    if found == OVERLAND:
        return 1 if offensive_supply.in_range(facts, state, launch) else 2
    return 2 if found == GARRISON else 4


@implements("BD 7.17b", "BD 7.16b", "BD 10.26b")
def defence_divisor(facts: Facts, state: BDState, unit: int, ignored: int = 0) -> int:
    """By what supply divides the defence factor of a unit, the attackers of a mobile assault not being there."""
    if whatever_supply(facts) >> unit & 1:
        return 1
    return 2 if status_at(facts, state, unit, state.place[unit], ignored) == OUT else 1


@implements("BD 8.35c")
def whatever_supply(facts: Facts) -> int:
    """The Counter-Fire Corps, whose die counts in full."""
    return facts.roster.rolled & facts.roster.of_side[SOVIET]


__all__ = [
    "AERIAL", "ALWAYS", "COASTAL", "CRIMEA", "GARRISON", "NAMES", "OUT", "OVERLAND", "attack_divisor", "crimea_reach",
    "defence_divisor", "may_mobile", "out_of_supply", "overland", "overland_apart", "slowed", "southern_coast",
    "status", "status_at", "supplied_overland",
]  # fmt: skip
