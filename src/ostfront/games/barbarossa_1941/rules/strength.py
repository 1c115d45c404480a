"""Odds (6, with 8.1, 11.2, 12.3 to 12.13): strengths, columns, shifts, die modifiers and automatic losses.

Three channels that never mix: shifts move the column, modifiers change the die, automatic losses are added to the
result. Each has a function of its own; `reckoning` lists all that count in a battle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules.weather import weather_at
from ostfront.games.barbarossa_1941.state import B41State, Battle

COUP_SUCCEEDED, COUP_FAILED = 1, 2


class Item(NamedTuple):
    """Something that counts in a battle: the clause, what it is, and its value on its channel."""

    channel: str  # column, die, attacker or defender
    rule: str
    text: str
    value: int


def weather_chart(facts: Facts, state: B41State, place: int) -> dict[str, Any]:
    """What the charts say of the weather in a hex."""
    chart: dict[str, Any] = facts.charts["weather"][WEATHER[battle_weather(facts, state, place)].replace(" ", "_")]
    return chart


@implements("B41 12.3b")
def battle_weather(facts: Facts, state: B41State, target: int) -> int:
    """A combat has the weather of the defender's hex."""
    return weather_at(facts, state, target)


# ---- strengths and the column (6) -------------------------------------------------------------------


@implements("B41 6j")
def strength(facts: Facts, state: B41State, units: int) -> int:
    """Combat values by the steps left."""
    combat, steps = facts.roster.combat, state.steps
    return sum(combat[unit][steps[unit]] for unit in bits(units & ~facts.roster.airborne))


def attack_strength(facts: Facts, state: B41State, units: int) -> int:
    return strength(facts, state, units)


def defence_strength(facts: Facts, state: B41State, units: int) -> int:
    """All defenders together; the fortress adds its own value. An airborne corps alone has none (12.5d)."""
    fortress = fortress_among(facts, units)
    return strength(facts, state, units & ~fortress) + fortress_value(facts, state, fortress)


def fortress_among(facts: Facts, units: int) -> int:
    """The fortress of Sevastopol, if it is one of these."""
    roster = facts.roster
    found = 0
    for unit in bits(units & roster.static):
        if roster.type[unit] == "fort":
            found |= 1 << unit
    return found


@implements("B41 12.4a")
def fortress_value(facts: Facts, state: B41State, fortress: int) -> int:
    return strength(facts, state, fortress) if fortress else 0


def steps_of(state: B41State, units: int) -> int:
    steps = state.steps
    return sum(steps[unit] for unit in bits(units))


@implements("B41 6f")
def dice_count(facts: Facts, state: B41State, attackers: int, defenders: int) -> int:
    """One die or two: by the steps of the larger side."""
    larger = max(steps_of(state, attackers), steps_of(state, defenders))
    return 2 if larger >= facts.crt.two_dice_from else 1


@implements("B41 6j")
def ratio_column(facts: Facts, attack: int, defence: int) -> int:
    """The highest ratio that is fully reached; below the first one the first column (6l)."""
    column = 0
    for i, (attacking, defending) in enumerate(facts.crt.ratios):
        if attack * defending >= defence * attacking:
            column = i
    return column


@implements("B41 12.5d")
def undefended(defence: int) -> bool:
    """Nothing but airborne corps in the hex: the last column, whatever would shift it."""
    return defence == 0


def final_column(facts: Facts, state: B41State, local: Battle) -> int:
    defence = defence_strength(facts, state, local.defenders)
    if undefended(defence):
        return facts.crt.last
    column = ratio_column(facts, attack_strength(facts, state, local.attackers), defence)
    return shifted(facts, column, summed(SHIFTS, facts, state, local))


def summed(modifiers: tuple[Modifier, ...], facts: Facts, state: B41State, local: Battle) -> int:
    """All of these together, without the words."""
    total = 0
    for _, _, function in modifiers:
        total += function(facts, state, local) or 0
    return total


@implements("B41 6l")
def shifted(facts: Facts, column: int, shift: int) -> int:
    """All shifts are added first; beyond the table the end column counts."""
    return max(0, min(facts.crt.last, column + shift))


# ---- column shifts ----------------------------------------------------------------------------------


@implements("B41 6i")
def quality_shift(facts: Facts, state: B41State, local: Battle) -> int:
    """The difference of the lead units' qualities; none before both are named."""
    if local.lead_attack < 0 or local.lead_defence < 0:
        return 0
    quality = facts.roster.quality
    least, most = facts.crt.quality_shift
    return max(least, min(most, quality[local.lead_attack] - quality[local.lead_defence]))


@implements("B41 6k")
def ground_shift(facts: Facts, state: B41State, local: Battle) -> int:
    """A major city counts instead of the ground, a minor one if it helps the defender more."""
    chart, target = facts.charts["terrain"], local.target
    if facts.majors >> target & 1:
        return int(chart["major_city"]["shift"])
    kind = facts.board.terrain_at[target]
    ground = arctic_shift(facts) if kind == "arctic" else int(chart[kind].get("shift", 0))
    return min(ground, int(chart["minor_city"]["shift"])) if facts.minors >> target & 1 else ground


@implements("B41 12.10f")
def arctic_shift(facts: Facts) -> int:
    return int(facts.charts["terrain"]["arctic"]["shift"])


def river_shift(facts: Facts, state: B41State, local: Battle) -> int:
    """Only if every attacker is across a river that is not frozen, and no coup de main has taken the crossings."""
    if coup_succeeded(local) or not behind_river(facts, state, local):
        return 0
    return int(facts.charts["hexside"]["river"]["shift"])


@implements("B41 6k")
def behind_river(facts: Facts, state: B41State, local: Battle) -> bool:
    if WEATHER[battle_weather(facts, state, local.target)] not in facts.charts["hexside"]["river"]["weather"]:
        return False
    across, place = facts.across_river[local.target], state.place
    return bool(local.attackers) and all(across >> place[unit] & 1 for unit in bits(local.attackers))


@implements("B41 12.6a")
def coup_succeeded(local: Battle) -> bool:
    return local.coup == COUP_SUCCEEDED


@implements("B41 11.2a")
def air_shift(facts: Facts, state: B41State, local: Battle) -> int:
    """Both sides' air corps are set against each other."""
    attack = corps_shift(facts, state, local.target, local.side) if local.air_attack >= 0 else 0
    defence = corps_shift(facts, state, local.target, 1 - local.side) if local.air_defence >= 0 else 0
    return attack - defence


def corps_shift(facts: Facts, state: B41State, target: int, side: int) -> int:
    """What an air corps of a side is worth over a hex."""
    if side == SOVIET:
        return int(weather_chart(facts, state, target)["soviet_air"])
    return german_shift(facts, state, target)


@implements("B41 12.3h")
def german_shift(facts: Facts, state: B41State, target: int) -> int:
    """Halved in frost."""
    return int(weather_chart(facts, state, target)["german_air"])


# ---- modifiers of the die ---------------------------------------------------------------------------


def _drm(facts: Facts, name: str) -> int:
    return int(facts.charts["crt"]["drm"][name])


@implements("B41 12.8d")
def surprise(facts: Facts, state: B41State, local: Battle) -> int:
    """Turn 1: an attack led by a German unit."""
    german = local.lead_attack >= 0 and facts.roster.germans >> local.lead_attack & 1
    return _drm(facts, "surprise") if state.turn == 1 and german else 0


@implements("B41 8.1b")
def attacker_isolated(facts: Facts, state: B41State, local: Battle) -> int:
    """One attacker with a marker is enough."""
    return _drm(facts, "attacker_isolated") if any(state.isolated[u] for u in bits(local.attackers)) else 0


@implements("B41 8.1c")
def defender_isolated(facts: Facts, state: B41State, local: Battle) -> int:
    """One defender with a marker is enough."""
    return _drm(facts, "defender_isolated") if any(state.isolated[u] for u in bits(local.defenders)) else 0


@implements("B41 12.4c")
def campaign_fort(facts: Facts, state: B41State, local: Battle) -> int:
    forts = state.forts_soviet if local.side == AXIS else state.forts_axis
    return _drm(facts, "fort") if forts >> local.target & 1 else 0


@implements("B41 12.5b", "B41 12.5i", "B41 12.5m")
def airborne_attack(facts: Facts, state: B41State, local: Battle) -> int:
    return _drm(facts, "airborne_attack") if local.para_attack >= 0 else 0


@implements("B41 12.5b")
def airborne_defence(facts: Facts, state: B41State, local: Battle) -> int:
    return _drm(facts, "airborne_defence") if local.para_defence >= 0 else 0


@implements("B41 12.9a")
def fleet_modifier(facts: Facts, state: B41State, local: Battle) -> int:
    if not local.fleet:
        return 0
    return _drm(facts, "fleet_attack" if local.side == SOVIET else "fleet_defence")


@implements("B41 12.13b")
def joukov_modifier(facts: Facts, state: B41State, local: Battle) -> int:
    return _drm(facts, "joukov_attack") if local.joukov and local.side == SOVIET else 0


@implements("B41 12.3k")
def deep_freeze(facts: Facts, state: B41State, local: Battle) -> int:
    """Not if one unit in the battle, of either side, is used to it."""
    if WEATHER[battle_weather(facts, state, local.target)] != "deep freeze":
        return 0
    involved = local.attackers | local.defenders
    for unit in (local.para_attack, local.para_defence):
        if unit >= 0:
            involved |= 1 << unit
    return 0 if involved & facts.roster.winter_troops else _drm(facts, "deep_freeze")


# ---- automatic losses -------------------------------------------------------------------------------


def _automatic(facts: Facts, name: str) -> tuple[int, int]:
    attacker, defender = facts.charts["crt"]["automatic"][name]
    return int(attacker), int(defender)


NONE = (0, 0)  # steps of the attacker, steps of the defender


@implements("B41 12.12c")
def guns_attack(facts: Facts, local: Battle) -> tuple[int, int]:
    return _automatic(facts, "guns_attack") if local.guns_attack else NONE


@implements("B41 12.12c")
def guns_defence(facts: Facts, local: Battle) -> tuple[int, int]:
    return _automatic(facts, "guns_defence") if local.guns_defence else NONE


@implements("B41 12.13b")
def joukov_attack(facts: Facts, local: Battle) -> tuple[int, int]:
    return _automatic(facts, "joukov_attack") if local.joukov and local.side == SOVIET else NONE


@implements("B41 12.13c")
def joukov_defence(facts: Facts, local: Battle) -> tuple[int, int]:
    return _automatic(facts, "joukov_defence") if local.joukov and local.side == AXIS else NONE


# ---- all together -----------------------------------------------------------------------------------

Modifier = tuple[str, str, Callable[[Facts, B41State, Battle], int]]

SHIFTS: tuple[Modifier, ...] = (
    ("6i", "quality of the lead units", quality_shift),
    ("6k", "ground", ground_shift),
    ("6k", "river", river_shift),
    ("11.2a", "air support", air_shift),
)
MODIFIERS: tuple[Modifier, ...] = (
    ("12.8d", "surprise on turn 1", surprise),
    ("8.1b", "isolated attackers", attacker_isolated),
    ("8.1c", "isolated defenders", defender_isolated),
    ("12.4c", "fort", campaign_fort),
    ("12.5b", "airborne corps in attack", airborne_attack),
    ("12.5b", "airborne corps in defence", airborne_defence),
    ("12.9a", "Baltic Fleet", fleet_modifier),
    ("12.13b", "Joukov", joukov_modifier),
    ("12.3k", "deep freeze", deep_freeze),
)
AUTOMATIC: tuple[tuple[str, str, Callable[[Facts, Battle], tuple[int, int]]], ...] = (
    ("12.12c", "attacker's guns", guns_attack),
    ("12.12c", "defender's guns", guns_defence),
    ("12.13b", "Joukov in attack", joukov_attack),
    ("12.13c", "Joukov in defence", joukov_defence),
)


def column_shifts(facts: Facts, state: B41State, local: Battle) -> list[Item]:
    """Columns to the right; below 0 to the left."""
    found = ((rule, text, function(facts, state, local)) for rule, text, function in SHIFTS)
    return [Item("column", rule, text, value) for rule, text, value in found if value]


def die_modifiers(facts: Facts, state: B41State, local: Battle) -> list[Item]:
    found = ((rule, text, function(facts, state, local)) for rule, text, function in MODIFIERS)
    return [Item("die", rule, text, value) for rule, text, value in found if value]


def automatic_losses(facts: Facts, local: Battle) -> list[Item]:
    """Steps lost besides the table's result, by side."""
    out = []
    for rule, text, function in AUTOMATIC:
        attacker, defender = function(facts, local) or NONE
        if attacker:
            out.append(Item("attacker", rule, text, attacker))
        if defender:
            out.append(Item("defender", rule, text, defender))
    return out


def reckoning(facts: Facts, state: B41State, local: Battle) -> list[Item]:
    """Everything that counts in a battle, in the order it is worked out."""
    shifts = [] if undefended(defence_strength(facts, state, local.defenders)) else column_shifts(facts, state, local)
    return [*shifts, *die_modifiers(facts, state, local), *automatic_losses(facts, local)]


@implements("B41 6m")
def added_losses(facts: Facts, local: Battle) -> tuple[int, int]:
    """Automatic losses of attacker and defender, which are added to the table's result."""
    items = automatic_losses(facts, local)
    return (
        sum(item.value for item in items if item.channel == "attacker"),
        sum(item.value for item in items if item.channel == "defender"),
    )


# ---- lead units (6) ---------------------------------------------------------------------------------


def leads_attack(facts: Facts, state: B41State, attackers: int) -> int:
    """Who may lead an attack: a motorised unit, if there is one."""
    return motorised_among(facts, state, attackers) or attackers


@implements("B41 6h")
def motorised_among(facts: Facts, state: B41State, units: int) -> int:
    mobility, steps = facts.roster.mobility, state.steps
    found = 0
    for unit in bits(units):
        if mobility[unit][steps[unit]] == MOTORISED:
            found |= 1 << unit
    return found


def leads_defence(facts: Facts, defenders: int) -> int:
    """Any defender may lead; the fortress lends its quality too."""
    return defenders & ~fortress_among(facts, defenders) | fortress_leads(facts, defenders) or defenders


@implements("B41 12.4b")
def fortress_leads(facts: Facts, defenders: int) -> int:
    return fortress_among(facts, defenders)


def best(facts: Facts, units: int) -> int:
    """The unit of the highest quality, of equals the first."""
    quality = facts.roster.quality
    return max(bits(units), key=lambda unit: quality[unit], default=-1)
