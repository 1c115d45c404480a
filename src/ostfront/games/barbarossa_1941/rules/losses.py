"""Losses (6, 9.2): who takes them, the loss markers, and where destroyed units go.

Events: `step` (unit, steps left), `eliminated` (unit, the place it was in), `loss counted` (marker, its box).
Whoever calls `lose_step` or `eliminate` calls `control.left` afterwards, with the frame set; `take_step` does both.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.zoc import surrounded
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Losses
from ostfront.kit.losses import LOSE

# ---- the order of losses (6) ------------------------------------------------------------------------


def begin_losses(play: B41Play, side: int, units: int, steps: int, lead: int = -1) -> None:
    """Take so many steps off these units, the first off the lead unit."""
    if steps > 0 and units & play.state.on_map:
        play.begin("losses", Losses(side, units & play.state.on_map, steps, lead))


def next_loss(play: B41Play, local: Losses) -> None:
    """Take the losses that leave no choice, or ask for the next one."""
    state = play.state
    units = local.units & state.on_map
    total = sum(state.steps[unit] for unit in bits(units))
    if not local.steps or not units:
        play.leave()
    elif total <= local.steps:
        play.leave()
        destroy(play, units)
    elif local.lead >= 0 and units >> local.lead & 1 and lead_first():
        play.again("next loss", local._replace(steps=local.steps - 1, lead=-1))
        take_step(play, local.lead)
    elif units & (units - 1) == 0:
        play.again("next loss", local._replace(steps=local.steps - 1))
        take_step(play, units.bit_length() - 1)
    else:
        play.ask("loss", local.side)


@implements("B41 6g")
def lead_first() -> bool:
    """The lead unit takes its side's first loss."""
    return True


def take_step(play: B41Play, unit: int) -> None:
    """A step off a unit, and what follows if it was the last one."""
    place = play.state.place[unit]
    lose_step(play, unit)
    if play.state.place[unit] != place:
        control.left(play, 1 << place)


def destroy(play: B41Play, units: int) -> None:
    """All these units lose everything at once; what they count for is judged before the first one goes."""
    state = play.state
    places = 0
    for unit in bits(units):
        for _ in range(state.steps[unit]):
            count_loss(play, unit)
    for unit in bits(units):
        places |= 1 << state.place[unit]
        eliminate(play, unit)
    control.left(play, places)


def ask_loss(play: B41Play, _decision: Decision) -> str:
    steps = play.state.top.local.steps
    return f"Take {steps} step{'' if steps == 1 else 's'}: choose a unit."


def loss_options(play: B41Play, _decision: Decision) -> Options:
    local: Losses = play.state.top.local
    return Options((), ((play.facts.vocabulary.table("lose"), local.units & play.state.on_map),))


def answer_loss(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Losses = play.state.top.local
    play.again("next loss", local._replace(steps=local.steps - 1, lead=-1))
    take_step(play, action.arg)


LOSS = Kind(
    "loss",
    "6g",
    verbs=(LOSE,),
    prompt=ask_loss,
    options=loss_options,
    answer=answer_loss,
)


# ---- steps and loss markers (1, 9.2) ----------------------------------------------------------------


@implements("B41 1c")
def lose_step(play: B41Play, unit: int) -> None:
    """A unit loses a step, and with the last one it is destroyed."""
    state = play.state
    count_loss(play, unit)
    if state.steps[unit] > 1:
        state.set_steps(unit, state.steps[unit] - 1)
        play.note("step", unit, state.steps[unit])
    else:
        eliminate(play, unit)


def count_loss(play: B41Play, unit: int) -> None:
    """Advance the loss marker for a step about to be lost, if it counts."""
    marker = marker_of(play.facts, unit)
    if marker and not cut_off(play.facts, play.state, unit):
        advance_marker(play, marker)


@implements("B41 9.2m")
def marker_of(facts: Facts, unit: int) -> str:
    """The marker that counts a unit's steps; none for cavalry, militia, airborne corps, forts and allies."""
    track = facts.roster.track[unit]
    if track == "none":
        return ""
    if facts.roster.side[unit] == SOVIET:
        return "lost_soviet"
    return "lost_motorised" if track == "mot" else "lost_infantry"


@implements("B41 9.2j")
def cut_off(facts: Facts, state: B41State, unit: int) -> bool:
    """Isolated, or surrounded at this moment: the step does not count."""
    return bool(state.isolated[unit]) or surrounded(facts, state, unit)


@implements("B41 9.2i")
def advance_marker(play: B41Play, marker: str) -> None:
    state = play.state
    before: int = getattr(state, marker)
    box = min(before + 1, last_box(play.facts))
    if box != before:
        setattr(state, marker, box)
        play.note("loss counted", marker, box)


@implements("B41 9.2l")
def last_box(facts: Facts) -> int:
    return int(facts.charts["replacements"]["marker_limit"])


# ---- destroyed units --------------------------------------------------------------------------------


def eliminate(play: B41Play, unit: int) -> None:
    """A unit leaves the map for the box from which it may come back, or for good."""
    state, facts = play.state, play.facts
    play.note("eliminated", unit, state.place[unit])
    box, due = grave(facts, state, unit)
    state.put(unit, facts.boxes[box])
    state.set_steps(unit, facts.roster.start[unit])  # should it come back; a rebuilt unit is given its one step then
    state.isolated[unit] = 0
    state.due[unit] = due
    state.dropped &= ~(1 << unit)


def grave(facts: Facts, state: B41State, unit: int) -> tuple[str, int]:
    """The box of a destroyed unit, and the turn on which it comes back by itself."""
    roster = facts.roster
    if roster.is_air[unit]:
        return "waiting", air_back(facts, state)
    if roster.partisans >> unit & 1:
        return "off-map", partisan_back(state)
    if roster.militias >> unit & 1:
        return "eliminated", militia_back(state)
    return "eliminated" if can_come_back(facts, unit) else "removed", 0


@implements("B41 11.1c")
def air_back(facts: Facts, state: B41State) -> int:
    return state.turn + int(facts.charts["air"]["back_after_turns"])


@implements("B41 12.7e")
def partisan_back(state: B41State) -> int:
    return state.turn + 1


@implements("B41 12.11d")
def militia_back(state: B41State) -> int:
    return state.turn + 1


@implements("B41 9.2n", "B41 9.2o", "B41 12.11g")
def can_come_back(facts: Facts, unit: int) -> bool:
    """Armies, ersatz corps and what they replace, Finns and Romanians."""
    return facts.roster.rebuild[unit] in ("army", "ersatz", "is-ersatz", "finnish", "romanian")


PROCEDURES = (
    Procedure("losses", (
        Step("next loss", next_loss, "6g"),
    ), Losses),
)  # fmt: skip
