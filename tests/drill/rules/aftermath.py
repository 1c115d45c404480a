"""7.9 Losses and 7.10 retreats: what a battle leads to."""

from __future__ import annotations

from collections.abc import Iterator

from drill.facts import SIDE_OF, Facts
from drill.rules.movement import room, zoc
from drill.rules.victory import lose_step
from drill.state import Battle, DrillPlay, DrillState, Losses, Retreat
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision

# ---- losses -------------------------------------------------------------------------------------------


def attacker_loses(play: DrillPlay, local: Battle) -> None:
    if local.result in "AX":
        play.begin("losses", Losses(local.seat, local.attackers))


def defender_loses(play: DrillPlay, local: Battle) -> None:
    if local.result in "DX":
        units = play.state.at(local.target)
        play.begin("losses", Losses(play.facts.seat_of[units[0]], sum(1 << unit for unit in units)))


@implements("DRILL 7.9")
def ask_loss(play: DrillPlay, local: Losses) -> None:
    """The owner chooses, when there is a choice."""
    if local.units & local.units - 1:
        play.ask("loss", local.seat)
    else:
        lose_step(play, bits(local.units)[0])


def loss_options(play: DrillPlay, _decision: Decision) -> Options:
    return Options(among=[(play.facts.vocabulary.table("lose"), play.state.top.local.units)])


def loss(play: DrillPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    lose_step(play, action.arg)


LOSS = Kind(
    "loss",
    "7.9",
    verbs=(Verb("lose", ("unit",), "take a step loss"),),
    prompt="Choose a unit to lose a step.",
    options=loss_options,
    answer=loss,
)

LOSSES = Procedure("losses", (Step("step loss", ask_loss, "7.9"),), Losses)


# ---- retreats -----------------------------------------------------------------------------------------


def defender_retreats(play: DrillPlay, local: Battle) -> None:
    if local.result == "R":
        units = play.state.at(local.target)
        play.begin("retreat", Retreat(play.facts.seat_of[units[0]], local.target))


@implements("DRILL 7.10b", "DRILL 7.10c", "DRILL 7.10e")
def havens(facts: Facts, state: DrillState, local: Retreat) -> int:
    """Hexes with room for all who retreat, free of enemies, their ZOC and surprises."""
    free = room(facts, state, local.seat, len(state.at(local.place)))
    return free ^ (free & (zoc(facts, state, 1 - SIDE_OF[local.seat]) | state.covered))


@implements("DRILL 7.10a", "DRILL 7.10d")
def ways(facts: Facts, state: DrillState, local: Retreat) -> Iterator[tuple[int, int]]:
    """Every way over two hexes that ends two hexes away."""
    grid = facts.grid
    free = havens(facts, state, local)
    end = free & grid.ring(local.place, 2)
    for first in bits(free & grid.ring(local.place, 1)):
        for second in bits(end & grid.ring(first, 1)):
            yield first, second


def ask_path(play: DrillPlay, local: Retreat) -> None:
    if any(ways(play.facts, play.state, local)):
        play.ask("retreat", local.seat)
    else:
        cut_off(play, play.state.at(local.place))


@implements("DRILL 7.11")
def cut_off(play: DrillPlay, units: list[int]) -> None:
    """Each unit that cannot retreat loses a step."""
    for unit in units:
        lose_step(play, unit)


def retreat_prompt(play: DrillPlay, _decision: Decision) -> str:
    return f"Retreat from {play.facts.board.name(play.state.top.local.place)} by two hexes."


def retreat_options(play: DrillPlay, _decision: Decision) -> Options:
    return Options([Action("retreat", way) for way in ways(play.facts, play.state, play.state.top.local)])


def retreat(play: DrillPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, tuple)
    for unit in play.state.at(play.state.top.local.place):
        play.state.put(unit, action.arg[-1])
        play.note("retreats", unit, action.arg[-1])


RETREAT = Kind(
    "retreat",
    "7.10",
    verbs=(Verb("retreat", ("place*",), "go back over these hexes"),),
    prompt=retreat_prompt,
    options=retreat_options,
    answer=retreat,
)

RETREATING = Procedure("retreat", (Step("path", ask_path, "7.10"),), Retreat)
