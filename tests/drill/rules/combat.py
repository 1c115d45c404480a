"""7.0 Combat: an attack is declared, units are committed, a die is rolled, losses and retreats follow."""

from __future__ import annotations

from collections.abc import Iterable

from drill.facts import RESULTS, SIDE_OF, Facts
from drill.rules.aftermath import attacker_loses, defender_loses, defender_retreats
from drill.rules.fog import show
from drill.state import Activation, Battle, DrillPlay, DrillState
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision

LEAST = 3  # 7.3: the strength an attack needs

# ---- strengths ----------------------------------------------------------------------------------------


@implements("DRILL 7.5")
def strength(facts: Facts, state: DrillState, target: int, units: Iterable[int]) -> int:
    """A reduced unit attacks with half, rounded down; so does one across a river without a bridge."""
    total = 0
    for unit in units:
        side = facts.grid.direction(state.place[unit], target)
        halved = state.steps[unit] < facts.units[unit].steps
        across = not facts.bridged_sides[side] >> state.place[unit] & 1
        total += facts.units[unit].attack >> halved + across
    return total


@implements("DRILL 7.3")
def is_enough(facts: Facts, state: DrillState, target: int, units: Iterable[int]) -> bool:
    return strength(facts, state, target, units) >= LEAST


@implements("DRILL 7.6")
def defence(facts: Facts, state: DrillState, target: int, units: Iterable[int]) -> int:
    """Wood and town add one, and so does digging in (4.4)."""
    total = sum(facts.units[unit].defence for unit in units)
    dug_in = state.dug_in and state.occupied[4] >> target & 1
    return total + (facts.cover >> target & 1) + bool(dug_in)


# ---- declaring ----------------------------------------------------------------------------------------


@implements("DRILL 7.4")
def eligible(facts: Facts, state: DrillState, seat: int, target: int) -> list[int]:
    """The seat's units next to the target that have not fought."""
    near = facts.grid.disk(target, 1)
    units = state.living(facts.units_of[seat])
    return [unit for unit in units if near >> state.place[unit] & 1 and not state.fought[unit]]


@implements("DRILL 7.1", "DRILL 7.2")
def targets(facts: Facts, state: DrillState, local: Activation) -> int:
    """Enemy hexes not attacked yet that could be attacked with enough."""
    found = 0
    enemies = state.occupied[4 - SIDE_OF[local.seat]]
    for target in bits(enemies ^ (enemies & local.attacked)):
        if is_enough(facts, state, target, eligible(facts, state, local.seat, target)):
            found |= 1 << target
    return found


def ask_target(play: DrillPlay, local: Activation) -> None:
    if targets(play.facts, play.state, local):
        play.ask("attack", local.seat)
    else:
        play.leave()


def attack_options(play: DrillPlay, _decision: Decision) -> Options:
    words = play.facts.vocabulary
    hexes = targets(play.facts, play.state, play.state.top.local)
    return Options((words.single("done"),), [(words.table("attack"), hexes)])


def attack(play: DrillPlay, decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    play.change(attacked=play.state.top.local.attacked | 1 << action.arg)
    play.note("attacks", decision.seat, action.arg)
    play.state.battle += 1
    play.begin("battle", Battle(decision.seat, action.arg))


ATTACK = Kind(
    "attack",
    "7.1",
    verbs=(Verb("attack", ("place",), "declare an attack on a hex"), "done"),
    prompt="Attack a hex, or be done.",
    options=attack_options,
    answer=attack,
)


# ---- committing ---------------------------------------------------------------------------------------


def ask_attackers(play: DrillPlay, local: Battle) -> None:
    play.ask("commit", local.seat)


def commit_prompt(play: DrillPlay, _decision: Decision) -> str:
    facts, local = play.facts, play.state.top.local
    committed = strength(facts, play.state, local.target, bits(local.attackers))
    return f"Who attacks {facts.board.name(local.target)}? Strength {committed} so far, {LEAST} are needed."


def commit_options(play: DrillPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Battle = state.top.local
    actions = facts.vocabulary.table("with")
    able = eligible(facts, state, local.seat, local.target)
    units = [actions[unit] for unit in able if not local.attackers >> unit & 1]
    enough = is_enough(facts, state, local.target, bits(local.attackers))
    return Options([*units, facts.vocabulary.single("resolve")] if enough else units)


def commit(play: DrillPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "with":
        assert isinstance(action.arg, int)
        play.change(attackers=play.state.top.local.attackers | 1 << action.arg)
        play.goto("attackers")


COMMIT = Kind(
    "commit",
    "7.4",
    verbs=(Verb("with", ("unit",), "commit a unit to the attack"), Verb("resolve", (), "roll for the attack")),
    prompt=commit_prompt,
    options=commit_options,
    answer=commit,
    secrecy="secret",
)


# ---- rolling ------------------------------------------------------------------------------------------


def roll(play: DrillPlay, local: Battle) -> None:
    state = play.state
    for unit in [*bits(local.attackers), *state.at(local.target)]:
        show(play, unit)  # 10.2
    for unit in bits(local.attackers):
        state.fought[unit] = 1
    throw(play, local)


def throw(play: DrillPlay, local: Battle) -> None:
    state = play.state
    die = play.roll(6, f"turn {state.turn} / segment {state.segment} / battle {state.battle}")
    code = result(play.facts, state, local, die)
    play.change(die=die, result=code)
    play.note("rolls", local.seat, die, code)


@implements("DRILL 7.7")
def result(facts: Facts, state: DrillState, local: Battle, die: int) -> str:
    """The lead gives the column, the die the line."""
    attacking = strength(facts, state, local.target, bits(local.attackers))
    return facts.crt.result(attacking - defence(facts, state, local.target, state.at(local.target)), die)


@implements("DRILL 7.8")
def ask_reroll(play: DrillPlay, local: Battle) -> None:
    if not play.state.rerolled[SIDE_OF[local.seat]]:
        play.ask("re-roll", local.seat)


def reroll_prompt(play: DrillPlay, _decision: Decision) -> str:
    local: Battle = play.state.top.local
    return f"The die shows {local.die} ({RESULTS[local.result]}). Roll again? Once a turn."


def reroll_options(play: DrillPlay, _decision: Decision) -> Options:
    words = play.facts.vocabulary
    return Options((words.single("reroll"), words.single("accept")))


def reroll(play: DrillPlay, decision: Decision, action: Action) -> None:
    if action.verb == "reroll":
        side = SIDE_OF[decision.seat]
        play.state.rerolled = tuple(done or i == side for i, done in enumerate(play.state.rerolled))
        throw(play, play.state.top.local)


REROLL = Kind(
    "re-roll",
    "7.8",
    verbs=(Verb("reroll", (), "roll again, once a turn"), Verb("accept", (), "let the roll stand")),
    prompt=reroll_prompt,
    options=reroll_options,
    answer=reroll,
)

BATTLE = Procedure(
    "battle",
    (
        Step("attackers", ask_attackers, "7.4"),
        Step("roll", roll, "7.7"),
        Step("re-roll", ask_reroll, "7.8"),
        Step("attacker's losses", attacker_loses, "7.9"),
        Step("defender's losses", defender_loses, "7.9"),
        Step("retreat", defender_retreats, "7.10"),
    ),
    Battle,
)
