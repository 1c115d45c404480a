"""Victory (13): points, what they set off, sudden death and the levels of the last turn.

Events:
    trigger(i)     one of the effects of 13 is reached, by its place in the chart: Hungary, militia, mobilisation,
                   Joukov, partisans
    points(n)      the Axis total in the victory phase
"""

from __future__ import annotations

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.state import B41Play, B41State

HUNGARY, MILITIA, MOBILISATION, JOUKOV, PARTISANS = range(5)  # the triggers, in the order of the chart


# ---- points -----------------------------------------------------------------------------------------------


def points(facts: Facts, state: B41State) -> int:
    """What the Axis has at this moment."""
    return city_points(facts, state) + finnish_point(facts, state) + state.bonus


@implements("B41 13a", "B41 13l")
def city_points(facts: Facts, state: B41State) -> int:
    """The points of all objectives that count."""
    counting = counting_cities(facts, state)
    total = 0
    for value, hexes in facts.worth.items():
        total += value * (counting & hexes).bit_count()
    return total


def counting_cities(facts: Facts, state: B41State) -> int:
    """Objectives of the Axis, without major cities that are empty or were freed by partisans."""
    held = taken(facts, state)
    return held ^ (held & (ungarrisoned(facts, state) | freed(state)))


@implements("B41 13c")
def taken(facts: Facts, state: B41State) -> int:
    """Objectives where an Axis unit was the last."""
    return state.held & facts.victory_hexes


@implements("B41 13b")
def ungarrisoned(facts: Facts, state: B41State) -> int:
    """Major cities without a garrison."""
    return facts.majors ^ (facts.majors & garrisons(state))


@implements("B41 12.2f")
def garrisons(state: B41State) -> int:
    """Any Axis combat unit is a garrison."""
    return state.occupied[COMBAT[AXIS]]


@implements("B41 12.7g")
def freed(state: B41State) -> int:
    """A city freed by partisans never counts again."""
    return state.liberated


@implements("B41 13m")
def finnish_point(facts: Facts, state: B41State) -> int:
    """A point while no Soviet unit is in Finland or north of the Finnish line."""
    soviets = state.occupied[COMBAT[SOVIET]] | state.occupied[AIRBORNE[SOVIET]]
    return 0 if soviets & facts.finnish_ground else int(facts.charts["victory"]["finnish_zone"])


# ---- what they set off ------------------------------------------------------------------------------------


def reckon(play: B41Play) -> None:
    """After any change of hands: triggers, and sudden death."""
    state, facts = play.state, play.facts
    if state.result is not None:
        return
    occupied, before = state.occupied, state.triggers
    garrisoned = occupied[COMBAT[AXIS]] & facts.majors
    in_finland = (occupied[COMBAT[SOVIET]] | occupied[AIRBORNE[SOVIET]]) & facts.finnish_ground
    position = (garrisoned, in_finland, state.held, before, state.turn, state.liberated, state.bonus)
    if state.memo.reckoned == position:  # it set nothing off the last time
        return
    total = points(facts, state)
    set_off(play, total)
    if is_sudden_death(facts, state, total):
        reason = f"The Axis has {counted(total, 'victory point')} on turn {state.turn}, before the winter."
        play.end("axis", reason, "13", (total,), "total")
    elif state.triggers == before:
        state.memo.reckoned = position


@implements("B41 13i")
def set_off(play: B41Play, total: int) -> None:
    """Effects begin the moment their points are there, and stay."""
    state = play.state
    if 0 not in state.triggers:
        return
    for i, trigger in enumerate(play.facts.charts["trigger"]):
        if not state.triggers[i] and total >= trigger["vp"]:
            state.triggers = (*state.triggers[:i], state.turn, *state.triggers[i + 1 :])
            play.note("trigger", i)
            if i == HUNGARY:
                call_hungary(play)


@implements("B41 13d")
def call_hungary(play: B41Play) -> None:
    """The Hungarians come on the next turn and the one after."""
    state, roster = play.state, play.facts.roster
    for unit in bits(roster.hungarians):
        if roster.after_hungary[unit]:
            state.due[unit] = state.turn + roster.after_hungary[unit]


@implements("B41 13e")
def militia_in_play(state: B41State) -> bool:
    return state.triggers[MILITIA] > 0


@implements("B41 13h")
def partisans_in_play(state: B41State) -> bool:
    return state.triggers[PARTISANS] > 0


# ---- the end ----------------------------------------------------------------------------------------------


@implements("B41 13j")
def is_sudden_death(facts: Facts, state: B41State, total: int) -> bool:
    chart = facts.charts["victory"]
    return bool(total >= chart["sudden_death"] and state.turn <= chart["sudden_death_last_turn"])


@implements("B41 13k")
def judge(play: B41Play) -> None:
    """The end of the last turn."""
    state, facts = play.state, play.facts
    total = points(facts, state)
    levels = facts.charts["victory"]["level"]
    level = next((level for level in levels if level["from"] <= total <= level["to"]), levels[-1])
    words = level["result"]
    article = "a" if words == "draw" or words[0] not in "aeiou" else "an"
    reason = f"The Axis has {counted(total, 'victory point')} after turn {state.turn}: {article} {words}."
    play.end(level["winner"], reason, "13", (total,), words.split()[0] if level["winner"] else None)
