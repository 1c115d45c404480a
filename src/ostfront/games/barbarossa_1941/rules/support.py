"""Combat options (6): air (11.2), the fleet (12.9), guns (12.12), airborne corps (12.5), Joukov, coups (12.13, 12.6).

They are offered battle by battle in the order of `OPTIONS`, and only to those who could take them up.

Events: `fly` (air corps, target), `fleet` (target), `guns` (side, points left), `para` (corps, target),
`joukov` (target), `coup` (die, succeeded 0 or 1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIR, AIRBORNE, AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules.fleet import can_support
from ostfront.games.barbarossa_1941.rules.rail_network import friendly_rail
from ostfront.games.barbarossa_1941.rules.strength import (
    COUP_FAILED,
    COUP_SUCCEEDED,
    attack_strength,
    behind_river,
    defence_strength,
    die_modifiers,
    final_column,
    weather_chart,
)
from ostfront.games.barbarossa_1941.rules.victory import JOUKOV as JOUKOV_TRIGGER
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle


def standing(facts: Facts, state: B41State, local: Battle) -> str:
    """How an attack stands, for prompts."""
    name = facts.city_name(local.target)
    place = facts.board.place_name(local.target) + (f" ({name})" if name else "")
    attack, defence = attack_strength(facts, state, local.attackers), defence_strength(facts, state, local.defenders)
    die = sum(item.value for item in die_modifiers(facts, state, local))
    column = facts.crt.columns[final_column(facts, state, local)]
    if local.lead_attack < 0 or local.lead_defence < 0:
        column += " before quality"
    doing = "Overrun of" if local.overrun else "Attack on"
    return f"{doing} {place}: {attack} to {defence}, column {column}{f', {die:+} on the die' if die else ''}."


def battle_of(play: B41Play) -> Battle:
    local: Battle = play.state.top.local
    return local


def sides_taken(play: B41Play, decision: Decision) -> list[str]:
    """What a standing order may wait for: attack or defence, and overruns."""
    local = battle_of(play)
    return ["attack" if decision.seat == local.side else "defence", *(["overrun"] if local.overrun else [])]


def all_sides_taken(_facts: Facts) -> tuple[str, ...]:
    return ("attack", "defence", "overrun")


def asking(question: str) -> Callable[[B41Play, Decision], str]:
    def prompt(play: B41Play, _decision: Decision) -> str:
        return f"{standing(play.facts, play.state, battle_of(play))} {question}"

    return prompt


def yes_or_no(verb: str) -> Callable[[B41Play, Decision], Options]:
    def options(play: B41Play, _decision: Decision) -> Options:
        words = play.facts.single
        return Options((words["pass"], words[verb]))

    return options


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


def air_options(play: B41Play, decision: Decision) -> Options:
    found = flyers(play.facts, play.state, battle_of(play), decision.seat)
    return Options((play.facts.single["pass"],), ((play.facts.vocabulary.table("fly"), found),))


def answer_air(play: B41Play, decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    assert isinstance(action.arg, int)
    local = battle_of(play)
    play.state.flown |= 1 << action.arg
    play.note("fly", action.arg, local.target)
    if decision.seat == local.side:
        play.change(air_attack=action.arg)
    else:
        play.change(air_defence=action.arg)


AIR_SUPPORT = Kind(
    "air support",
    "11.2",
    verbs=(Verb("fly", (UNIT,), "send an air corps"), "pass"),
    prompt=asking("Send an air corps?"),
    options=air_options,
    answer=answer_air,
    window=True,
    conditions=sides_taken,
    words=all_sides_taken,
)


# ---- the fleet (12.9) -------------------------------------------------------------------------------


def can_sail(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return side == SOVIET and can_support(facts, state, local.target)


def answer_fleet(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "fleet":
        play.state.fleet_used = True
        play.change(fleet=True)
        play.note("fleet", battle_of(play).target)


NAVAL_SUPPORT = Kind(
    "naval support",
    "12.9",
    verbs=(Verb("fleet", (), "support with the Baltic Fleet"), "pass"),
    prompt=asking("Support with the Baltic Fleet?"),
    options=yes_or_no("fleet"),
    answer=answer_fleet,
    window=True,
    conditions=sides_taken,
    words=all_sides_taken,
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


def answer_guns(play: B41Play, decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    state = play.state
    if decision.seat == AXIS:
        state.guns_axis -= 1
        state.fired_axis += 1
        play.note("guns", AXIS, state.guns_axis)
    else:
        state.guns_soviet -= 1
        state.fired_soviet += 1
        play.note("guns", SOVIET, state.guns_soviet)
    if decision.seat == battle_of(play).side:
        play.change(guns_attack=True)
    else:
        play.change(guns_defence=True)


GUNS = Kind(
    "guns",
    "12.12",
    verbs=(Verb("guns", (), "spend an artillery point"), "pass"),
    prompt=asking("Spend an artillery point?"),
    options=yes_or_no("guns"),
    answer=answer_guns,
    window=True,
    conditions=sides_taken,
    words=all_sides_taken,
)


# ---- airborne corps (12.5) --------------------------------------------------------------------------


def supporters(facts: Facts, state: B41State, local: Battle, side: int) -> int:
    """Airborne corps of a side that may join a combat; the Fallschirmjaeger need not be asked."""
    if side != SOVIET or not state.occupied[AIRBORNE[SOVIET]] & facts.valid:
        return 0
    if side == local.side:
        return stacked_corps(facts, state, local.attackers) | dropped_corps(facts, state, local.target)
    return stacked_corps(facts, state, local.defenders)


@implements("B41 12.5b", "B41 12.5f")
def stacked_corps(facts: Facts, state: B41State, units: int) -> int:
    """Corps that share a hex with one of these units and were not dropped there."""
    found = 0
    combat = units & ~facts.roster.airborne
    for place in {state.place[unit] for unit in bits(combat)}:
        found |= state.units_at(place)
    return found & facts.roster.airborne & facts.roster.of_side[SOVIET] & ~state.dropped


@implements("B41 12.5i")
def dropped_corps(facts: Facts, state: B41State, target: int) -> int:
    """Guards corps that were dropped on the target or next to it."""
    near = facts.grid.disk(target, 1)
    corps = state.dropped & facts.roster.guards_airborne & state.on_map
    return mask(unit for unit in bits(corps) if near >> state.place[unit] & 1)


@implements("B41 12.5m")
def fallschirmjaeger(facts: Facts, state: B41State, local: Battle) -> int:
    """The 7th division, which supports every attack on its hex or a neighbour; -1 if it is not there."""
    unit = facts.roster.fallschirmjaeger
    if local.side != AXIS or local.overrun or unit < 0 or not state.dropped & state.on_map & 1 << unit:
        return -1
    return unit if facts.grid.disk(local.target, 1) >> state.place[unit] & 1 else -1


@implements("B41 12.5j")
def drop_zone(state: B41State, local: Battle) -> int:
    """The hex of a supporting drop, closed to retreats and reactions."""
    unit = local.para_attack
    return 1 << state.place[unit] if unit >= 0 and state.dropped >> unit & 1 else 0


def can_jump(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return supporters(facts, state, local, side) != 0


def para_options(play: B41Play, decision: Decision) -> Options:
    found = supporters(play.facts, play.state, battle_of(play), decision.seat)
    return Options((play.facts.single["pass"],), ((play.facts.vocabulary.table("para"), found),))


def answer_para(play: B41Play, decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    assert isinstance(action.arg, int)
    local = battle_of(play)
    play.note("para", action.arg, local.target)
    if decision.seat == local.side:
        play.change(para_attack=action.arg)
    else:
        play.change(para_defence=action.arg)


PARATROOPS = Kind(
    "paratroops",
    "12.5",
    verbs=(Verb("para", (UNIT,), "use up an airborne corps"), "pass"),
    prompt=asking("Use up an airborne corps?"),
    options=para_options,
    answer=answer_para,
    window=True,
    conditions=sides_taken,
    words=all_sides_taken,
)


@implements("B41 12.5c", "B41 12.5i")
def used_up(facts: Facts, local: Battle) -> int:
    """Airborne corps that are gone after this combat; the Fallschirmjaeger stay to the end of the phase."""
    corps = (unit for unit in (local.para_attack, local.para_defence) if unit >= 0)
    return mask(unit for unit in corps if unit != facts.roster.fallschirmjaeger)


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


def answer_joukov(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "joukov":
        play.state.joukov = True
        play.change(joukov=True)
        play.note("joukov", battle_of(play).target)


JOUKOV = Kind(
    "joukov",
    "12.13",
    verbs=(Verb("joukov", (), "use the Joukov option"), "pass"),
    prompt=asking("Use the Joukov option?"),
    options=yes_or_no("joukov"),
    answer=answer_joukov,
    window=True,
    conditions=sides_taken,
    words=all_sides_taken,
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


def answer_coup(play: B41Play, _decision: Decision, action: Action) -> None:
    """The die falls at once."""
    if action.verb == "pass":
        return
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


COUP = Kind(
    "coup",
    "12.6",
    verbs=(Verb("coup", (), "try a coup de main across the river"), "pass"),
    prompt=asking("Try a coup de main?"),
    options=yes_or_no("coup"),
    answer=answer_coup,
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
