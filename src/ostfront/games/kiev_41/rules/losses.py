"""Losses (10.14, 10.15): absorption, the Defensive Line, the strongest block."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import UNIT, Facts
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.control import holder, remove, settle
from ostfront.games.kiev_41.rules.supply import remove_line, strongest
from ostfront.games.kiev_41.state import Battle, K41Play, K41State, Losses

# ---- absorption (10.14) -----------------------------------------------------------------------------


def absorption(facts: Facts, state: K41State, area: int, defender: int) -> int:
    """Hits that a defender ignores in this battle."""
    total = ground_absorb(facts, area) + built_up(facts, state, area, defender)
    total += line_absorb(facts, state, area, defender)
    return min(total, most_absorbed(facts))


@implements("K41 10.14a")
def most_absorbed(facts: Facts) -> int:
    return int(facts.charts["absorb"]["most"])


@implements("K41 2.3")
def ground_absorb(facts: Facts, area: int) -> int:
    """Rough ground helps any defender."""
    colour = facts.colour[area]
    return 0 if colour == "victory" else facts.terrain[colour].absorb


@implements("K41 2.4.6", "K41 10.14b")
def built_up(facts: Facts, state: K41State, area: int, defender: int) -> int:
    """Cities and victory areas help the side that controls them."""
    if holder(state, area) != defender:
        return 0
    if facts.victory_areas >> area & 1:
        return facts.terrain["victory"].absorb
    return int(facts.charts["absorb"]["city"]) if facts.cities >> area & 1 else 0


@implements("K41 4.1d")
def line_absorb(facts: Facts, state: K41State, area: int, defender: int) -> int:
    return int(facts.charts["absorb"]["line"]) if state.lines(defender) >> area & 1 else 0


# ---- hits (10.15) -----------------------------------------------------------------------------------


def suffer(play: K41Play, side: int, hits: int) -> None:
    """Hits on a side in the battle on top of the stack: absorbed, taken by the line, then by blocks."""
    local: Battle = play.state.top.local
    if not hits:
        return
    if shielded(local, side):
        hits = absorb(play, hits)
        if hits and play.state.top.local.line:
            hits = line_falls(play, side, hits)
    if hits:
        play.begin("losses", Losses(side, local.area, hits))


@implements("K41 10.14c")
def shielded(local: Battle, side: int) -> bool:
    """The defender absorbs, the attacker never."""
    return side != local.side


@implements("K41 10.14a")
def absorb(play: K41Play, hits: int) -> int:
    """The defender ignores what is left of his bonus, once for all hits of the battle."""
    left: int = play.state.top.local.absorb
    ignored = min(left, hits)
    if ignored:
        play.change(absorb=left - ignored)
        play.note("absorbed", ignored)
    return hits - ignored


@implements("K41 10.15b")
def line_falls(play: K41Play, side: int, hits: int) -> int:
    """Nobody is hit before the Defensive Line is gone."""
    area = play.state.top.local.area
    play.change(line=False)
    remove_line(play, side, area)
    play.note("line lost", side, area)
    settle(play, area, fighting=True)
    return hits - 1


def blocks_at(state: K41State, area: int, side: int) -> int:
    return state.stacks[area] & state.members[side]


def next_loss(play: K41Play, local: Losses) -> None:
    """The strongest block, determined again for every hit; among equals its owner chooses."""
    facts, state = play.facts, play.state
    side, area, hits = local
    steps = _steps(state, area, side)
    hits = taken(hits, steps)
    while hits:
        candidates = weakened(facts, state, blocks_at(state, area, side))
        if candidates & (candidates - 1) and hits < steps:
            play.local(Losses(side, area, hits))
            play.ask("loss", side, prepared=candidates)
            return
        hit(play, (candidates & -candidates).bit_length() - 1)
        if state.result is not None:
            return
        hits -= 1
        steps -= 1


@implements("K41 10.15.2")
def taken(hits: int, steps: int) -> int:
    """Hits beyond the last step of the last block are lost."""
    return min(hits, steps)


def _steps(state: K41State, area: int, side: int) -> int:
    steps = state.steps
    total = 0
    for unit in bits(blocks_at(state, area, side)):
        total += steps[unit]
    return total


@implements("K41 10.15a", "K41 10.15.1")
def weakened(facts: Facts, state: K41State, blocks: int) -> int:
    return strongest(facts, state, blocks)


def loss_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Losses = state.top.local
    units = play.prepared or weakened(facts, state, blocks_at(state, local.area, local.side))
    return Options((), ((facts.vocabulary.table("lose"), units),))


def answer_loss(play: K41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Losses = play.state.top.local
    hit(play, action.arg)
    play.again("lose", Losses(local.side, local.area, local.hits - 1))


def ask_loss(play: K41Play, _decision: Decision) -> str:
    local: Losses = play.state.top.local
    hits = f"{local.hits} hit{'' if local.hits == 1 else 's'}"
    return f"{hits} in {play.facts.title(local.area)}: which block takes the next?"


LOSS = Kind(
    "loss",
    "10.15a",
    verbs=(Verb("lose", (UNIT,), "this block takes the hit", label="Take the hit"),),
    prompt=ask_loss,
    options=loss_options,
    answer=answer_loss,
)


@implements("K41 4.2.3.1")
def hit(play: K41Play, unit: int) -> None:
    """A step less; without one the block is destroyed: Soviets to their pool, Axis for good."""
    state, facts = play.state, play.facts
    area, side = state.place[unit], facts.roster.side[unit]
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        play.note("step", unit)
        return
    play.note("destroyed", unit, area)
    remove(play, unit, facts.boxes[grave(side)])
    settle(play, area, fighting=True)


@implements("K41 10.15.3b", "K41 10.15.3c")
def grave(side: int) -> str:
    return "axis-lost" if side == AXIS else "soviet-pool"


LOSSES_STEPS = Procedure("losses", (Step("lose", next_loss, "10.15a"),), Losses)
