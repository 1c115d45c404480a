"""Combat options (6): air (11.2), the fleet (12.9), guns (12.12), Joukov and coups (12.13, 12.6); airborne corps
(12.5) are in paratroops.py.

They are offered battle by battle in the order of `OPTIONS`, and only to those who could take them up.

Events: `fly` (air corps, target), `fleet` (target), `guns` (side, points left), `joukov` (target),
`coup` (die, succeeded 0 or 1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Verb
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIR, AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules.combat_windows import battle_of, combat_window
from ostfront.games.barbarossa_1941.rules.fleet import can_support
from ostfront.games.barbarossa_1941.rules.paratroops import can_jump
from ostfront.games.barbarossa_1941.rules.rail_network import friendly_rail
from ostfront.games.barbarossa_1941.rules.strength import COUP_FAILED, COUP_SUCCEEDED, behind_river, weather_chart
from ostfront.games.barbarossa_1941.rules.victory import JOUKOV as JOUKOV_TRIGGER
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle

# ---- air support (11.2) -----------------------------------------------------------------------------


def flyers(facts: Facts, state: B41State, local: Battle, side: int) -> int:
    """Air corps of a side that can take part."""
    bases = in_range(facts, local.target, side) & state.occupied[AIR[side]]
    if not bases or grounded(facts, state, local.target):
        return 0
    idle = facts.roster.air & facts.roster.of_side[side] & state.on_map & ~worn_out(state)
    return mask(unit for unit in bits(idle) if bases >> state.place[unit] & 1)


@implements("B41 11.2a")
def in_range(facts: Facts, target: int, side: int) -> int:
    """Hexes from which an air corps of a side reaches the target."""
    return facts.grid.disk(target, int(facts.charts["air"]["axis_range" if side == AXIS else "soviet_range"]))


@implements("B41 12.3f")
def grounded(facts: Facts, state: B41State, target: int) -> bool:
    """No air support over mud."""
    return not weather_chart(facts, state, target)["air"]


@implements("B41 11.2b")
def worn_out(state: B41State) -> int:
    """An air corps is used once a turn."""
    return state.flown


def can_fly(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return flyers(facts, state, local, side) != 0


def fly(play: B41Play, seat: int, unit: int) -> None:
    local = battle_of(play)
    play.state.flown |= 1 << unit
    play.note("fly", unit, local.target)
    if seat == local.side:
        play.change(air_attack=unit)
    else:
        play.change(air_defence=unit)


AIR_SUPPORT = combat_window(
    "air support",
    "11.2",
    Verb("fly", (UNIT,), "send an air corps", label="Air corps"),
    "Send an air corps?",
    fly,
    flyers,
)


# ---- the fleet (12.9) -------------------------------------------------------------------------------


def can_sail(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return side == SOVIET and can_support(facts, state, local.target)


def send_fleet(play: B41Play, _seat: int, _unit: int) -> None:
    play.state.fleet_used = True
    play.change(fleet=True)
    play.note("fleet", battle_of(play).target)


NAVAL_SUPPORT = combat_window(
    "naval support",
    "12.9",
    Verb("fleet", (), "support with the Baltic Fleet", label="Baltic Fleet"),
    "Support with the Baltic Fleet?",
    send_fleet,
)


# ---- guns (12.12) -----------------------------------------------------------------------------------


def can_fire(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    """Whether a side has a point left for this combat, and a railway for it."""
    supply = german_guns(facts, state) if side == AXIS else soviet_guns(facts, state)
    units = local.attackers if side == local.side else local.defenders
    return supply > 0 and by_rail(facts, state, units, side)


@implements("B41 12.12a")
def german_guns(facts: Facts, state: B41State) -> int:
    """Points the Axis can still spend this turn."""
    return min(state.guns_axis, int(facts.charts["artillery"]["german_per_turn"]) - state.fired_axis)


@implements("B41 12.12b")
def soviet_guns(facts: Facts, state: B41State) -> int:
    """Points the Soviets can still spend this turn."""
    chart = facts.charts["artillery"]
    if state.turn < int(chart["soviet_first_turn"]):
        return 0
    return min(state.guns_soviet, int(chart["soviet_per_turn"]) - state.fired_soviet)


@implements("B41 12.12d")
def by_rail(facts: Facts, state: B41State, units: int, side: int) -> bool:
    """One of the units is on or next to a railway of its side, without enemies on it."""
    near = facts.grid.closed(mask(state.place[unit] for unit in bits(units)))
    return bool(near & friendly_rail(facts, state, side))


def fire(play: B41Play, seat: int, _unit: int) -> None:
    state = play.state
    if seat == AXIS:
        state.guns_axis -= 1
        state.fired_axis += 1
        play.note("guns", AXIS, state.guns_axis)
    else:
        state.guns_soviet -= 1
        state.fired_soviet += 1
        play.note("guns", SOVIET, state.guns_soviet)
    if seat == battle_of(play).side:
        play.change(guns_attack=True)
    else:
        play.change(guns_defence=True)


GUNS = combat_window(
    "guns",
    "12.12",
    Verb("guns", (), "spend an artillery point", label="Artillery point"),
    "Spend an artillery point?",
    fire,
)


# ---- Joukov (12.13) ---------------------------------------------------------------------------------


def can_call_joukov(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return side == SOVIET and joukov_in_command(state) and not joukov_spent(state)


@implements("B41 13g")
def joukov_in_command(state: B41State) -> bool:
    return state.triggers[JOUKOV_TRIGGER] > 0


@implements("B41 12.13a")
def joukov_spent(state: B41State) -> bool:
    """Once a turn."""
    return state.joukov


def call_joukov(play: B41Play, _seat: int, _unit: int) -> None:
    play.state.joukov = True
    play.change(joukov=True)
    play.note("joukov", battle_of(play).target)


JOUKOV = combat_window(
    "joukov",
    "12.13",
    Verb("joukov", (), "use the Joukov option", label="Joukov option"),
    "Use the Joukov option?",
    call_joukov,
)


# ---- coups de main (12.6) ---------------------------------------------------------------------------


def can_coup(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return (
        side == AXIS
        and coups_left(facts, state) > 0
        and bool(local.attackers & facts.roster.germans)
        and state.occupied[COMBAT[SOVIET]] >> local.target & 1 == 1  # an airborne corps alone has no river to help it
        and behind_river(facts, state, local)
    )


@implements("B41 12.6b")
def coups_left(facts: Facts, state: B41State) -> int:
    """Attempts left this turn."""
    return int(facts.charts["coup_de_main"]["per_turn"][state.turn - 1]) - state.coups


def try_coup(play: B41Play, _seat: int, _unit: int) -> None:
    """The die falls at once."""
    state = play.state
    state.coups += 1
    die = play.roll(6, f"turn {state.turn} / battle {state.battle} / coup")
    won = coup_wins(play.facts, die)
    play.change(coup=COUP_SUCCEEDED if won else COUP_FAILED)
    play.note("coup", die, int(won))


@implements("B41 12.6a")
def coup_wins(facts: Facts, die: int) -> bool:
    least, most = facts.charts["coup_de_main"]["success"]
    return bool(least <= die <= most)


COUP = combat_window(
    "coup",
    "12.6",
    Verb("coup", (), "try a coup de main across the river", label="Coup de main"),
    "Try a coup de main?",
    try_coup,
    orders=False,
)


# ---- in their order (6) -----------------------------------------------------------------------------


class Option(NamedTuple):
    """An option of 6: the kind of decision, whether it is the attacker's, and who could take it up."""

    kind: str
    attacker: bool
    ready: Callable[[Facts, B41State, Battle, int], bool]


OPTIONS = (
    Option("air support", True, can_fly),
    Option("naval support", True, can_sail),
    Option("air support", False, can_fly),
    Option("naval support", False, can_sail),
    Option("guns", False, can_fire),
    Option("guns", True, can_fire),
    Option("paratroops", True, can_jump),
    Option("paratroops", False, can_jump),
    Option("joukov", True, can_call_joukov),
    Option("joukov", False, can_call_joukov),
    Option("coup", True, can_coup),
)


def open_options(facts: Facts, state: B41State, local: Battle) -> list[tuple[int, Option]]:
    """What can still be announced in a battle, with its place in the order."""
    found = []
    for n in range(local.asked, len(OPTIONS)):
        option = OPTIONS[n]
        side = local.side if option.attacker else 1 - local.side
        if not (local.overrun and barred_in_overruns(option.kind)) and option.ready(facts, state, local, side):
            found.append((n, option))
    return found


@implements("B41 7.2a")
def barred_in_overruns(kind: str) -> bool:
    """An overrun has air support and nothing else."""
    return kind != "air support"


@implements("B41 6d")
def next_option(play: B41Play, local: Battle) -> None:
    """Ask for the next option that somebody can take up."""
    facts, state = play.facts, play.state
    for n in range(local.asked, len(OPTIONS)):
        kind, attacker, ready = OPTIONS[n]
        if local.overrun and barred_in_overruns(kind):
            continue
        side = local.side if attacker else 1 - local.side
        if ready(facts, state, local, side):
            play.again("options", local._replace(asked=n + 1))
            play.ask(kind, side)
            return
    play.change(asked=len(OPTIONS))
