"""Reaction moves (5): one unit of the defender may try to come to the hex under attack, or to open a way out of it.

Events: `reaction` (unit, die, succeeded 0 or 1), `reacts` (unit, from, to).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE, MUD, UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import CAVALRY, COMBAT, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.combat_windows import combat_window
from ostfront.games.barbarossa_1941.rules.paratroops import drop_zone
from ostfront.games.barbarossa_1941.rules.stacking import room
from ostfront.games.barbarossa_1941.rules.ways import Ways, reach
from ostfront.games.barbarossa_1941.rules.weather import allowance, mobility, weather_at
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle, Reaction

# ---- who may try ------------------------------------------------------------------------------------


@implements("B41 6e")
def offer_reaction(play: B41Play, local: Battle) -> None:
    """After all options, before the dice are counted; not in an overrun (7.2)."""
    if local.overrun:
        return
    found = reacting(play.facts, play.state, local, 1 - local.side)
    if found:
        play.ask("reaction", 1 - local.side, prepared=found)


def reacting(facts: Facts, state: B41State, local: Battle, side: int) -> int:
    """Units of the defender that may try a reaction move, and have somewhere to go."""
    hexes = near_enough(facts, local.target) & state.occupied[COMBAT[side]]
    hexes ^= hexes & pinned(facts, state, local.target, side)
    found = 0
    for place in bits(hexes):
        if kept_in(facts, state, place):
            continue
        for unit in state.each_at(place):
            if not mobile(facts, state, unit) or worn_out(state) >> unit & 1:
                continue
            if destinations(facts, state, local, unit, half(facts, state, unit)):
                found |= 1 << unit
    return found


@implements("B41 5i")
def near_enough(facts: Facts, target: int) -> int:
    """Hexes from which a unit may react."""
    return facts.grid.disk(target, int(facts.charts["movement"]["reaction_range"]))


@implements("B41 5j")
def pinned(facts: Facts, state: B41State, target: int, side: int) -> int:
    """The hex under attack, and for Soviets all in enemy ZOC."""
    return 1 << target | (zoc(facts, state, 1 - side) if side == SOVIET else 0)


@implements("B41 12.3e", "B41 12.3j")
def kept_in(facts: Facts, state: B41State, place: int) -> bool:
    """No reaction out of mud or deep freeze."""
    return weather_at(facts, state, place) in (MUD, DEEP_FREEZE)


@implements("B41 5i")
def mobile(facts: Facts, state: B41State, unit: int) -> bool:
    """Motorised units and cavalry."""
    roster = facts.roster
    return roster.is_combat[unit] and not roster.is_static[unit] and mobility(state, unit) in (CAVALRY, MOTORISED)


@implements("B41 5h")
def worn_out(state: B41State) -> int:
    """A unit reacts once a combat phase."""
    return state.reacted


@implements("B41 5l")
def half(facts: Facts, state: B41State, unit: int) -> int:
    """Half of the current allowance, fractions up."""
    divisor = int(facts.charts["movement"]["reaction_divisor"])
    return -(-allowance(facts, state, unit) // divisor)


def react(play: B41Play, seat: int, unit: int) -> None:
    """The die falls at once."""
    state, facts = play.state, play.facts
    play.change(reacted=True)
    die = play.roll(6, f"turn {state.turn} / battle {state.battle} / reaction")
    passed = alert(facts, unit, die)
    play.note("reaction", unit, die, int(passed))
    if passed:
        state.reacted |= 1 << unit
        play.begin("reaction", Reaction(seat, unit, half(facts, state, unit)))


@implements("B41 5k")
def alert(facts: Facts, unit: int, die: int) -> bool:
    return die <= facts.roster.quality[unit]


REACTION = combat_window(
    "reaction",
    "5",
    Verb("react", (UNIT,), "try a reaction move with a unit"),
    "Try a reaction move?",
    react,
    reacting,
)


# ---- the move ---------------------------------------------------------------------------------------


def ways(facts: Facts, state: B41State, unit: int, points: int) -> Ways:
    return reach(facts, state, 1 << unit, points)


def destinations(facts: Facts, state: B41State, local: Battle, unit: int, points: int) -> int:
    """Where a reacting unit can go and stop."""
    if points <= 0:
        return 0
    found = ways(facts, state, unit, points)
    hexes = room(facts, state, 1 << unit, found.reach)
    shut = drop_zone(state, local) & found.reach
    if shut:
        for place in bits(hexes):
            if any(shut >> i & 1 for i in found.path(place, shut)):
                hexes ^= 1 << place
    return hexes


def battle_below(play: B41Play) -> Battle:
    """The combat that a reaction move belongs to."""
    frame = play.state.top
    while frame.procedure != "battle":
        frame = frame.below
    local: Battle = frame.local
    return local


def next_leg(play: B41Play, local: Reaction) -> None:
    if destinations(play.facts, play.state, battle_below(play), local.unit, local.left):
        play.ask("reaction move", local.side)


def ask_leg(play: B41Play, _decision: Decision) -> str:
    local: Reaction = play.state.top.local
    facts = play.facts
    place = facts.board.place_name(play.state.place[local.unit])
    return f"{facts.roster.names[local.unit]} in {place} reacts with {local.left} MP."


def leg_options(play: B41Play, _decision: Decision) -> Options:
    local: Reaction = play.state.top.local
    hexes = destinations(play.facts, play.state, battle_below(play), local.unit, local.left)
    return Options((play.facts.single["stop"],), ((play.facts.vocabulary.table("go"), hexes),))


def answer_leg(play: B41Play, _decision: Decision, action: Action) -> None:
    """A leg, as far as the first hex where entering does something; an enemy ZOC ends the move."""
    if action.verb == "stop":
        return
    assert isinstance(action.arg, int)
    facts, state = play.facts, play.state
    local: Reaction = state.top.local
    unit, start = local.unit, state.place[local.unit]
    found = ways(facts, state, unit, local.left)
    shut = drop_zone(state, battle_below(play))
    doing = room(facts, state, 1 << unit, control.interesting(facts, state, local.side) & found.reach)
    path = found.path(action.arg, shut or doing)
    goal = next((i for i in path[1:-1] if doing >> i & 1), action.arg)
    play.again("leg", local._replace(left=0 if halted(facts, state, unit, goal) else local.left - found.cost(goal)))
    play.note("reacts", unit, start, goal)
    state.put(unit, goal)
    control.left(play, 1 << start)
    if state.result is None:
        control.entered(play, 1 << unit, goal)


@implements("B41 5l")
def halted(facts: Facts, state: B41State, unit: int, place: int) -> bool:
    """Whether a reacting unit has come into an enemy ZOC."""
    return bool(zoc(facts, state, 1 - facts.roster.side[unit]) >> place & 1)


REACTION_MOVE = Kind(
    "reaction move",
    "5",
    verbs=("go", "stop"),
    prompt=ask_leg,
    options=leg_options,
    answer=answer_leg,
)

PROCEDURES = (
    Procedure("reaction", (
        Step("leg", next_leg, "5"),
    ), Reaction),
)  # fmt: skip
