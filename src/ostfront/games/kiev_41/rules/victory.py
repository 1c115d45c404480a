"""Victory (2.4.4): points, sudden death, and how each scenario ends."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.state import K41Play, K41State

DECISIVE, MARGINAL = "decisive", "marginal"
CLAUSE = {"les-preludes": "SC.1b", "the-river": "SC.2b", "the-pocket": "SC.3b", "the-snow": "SC.4b"}


@implements("K41 2.4.4.1")
def points(facts: Facts, state: K41State, side: int) -> int:
    """A point for each victory area under control (2.4.4.1)."""
    return (facts.victory_areas & state.controlled(side)).bit_count()


def finish(play: K41Play, side: int, reason: str, clause: str, grade: str) -> None:
    facts, state = play.facts, play.state
    score = points(facts, state, AXIS), points(facts, state, SOVIET)
    play.note("victory", side, *score)
    play.end(SIDES[side], f"{reason}: a {grade} victory", play.rules.rule(clause), score, grade)


def control_changed(play: K41Play) -> None:
    """An area has changed hands: the game may be over at once."""
    if play.state.result is None:
        sudden_death(play)
    if play.state.result is None and play.facts.scenario.victory.kind == "axis-takes":
        seized(play)


@implements("K41 2.4.4.2a")
def sudden_death(play: K41Play) -> None:
    """All seven victory areas win the game."""
    needed = play.facts.charts["victory"]["sudden_death"]
    held_by = ("the Axis holds", "the Soviets hold")
    for side in (AXIS, SOVIET):
        if points(play.facts, play.state, side) >= needed:
            finish(play, side, f"{held_by[side]} all seven victory areas", "2.4.4.2a", DECISIVE)


@implements("K41 SC.1b")
def seized(play: K41Play) -> None:
    """Les Preludes: one of three cities is enough."""
    wanted = play.facts.named(play.facts.scenario.victory.areas)
    if play.state.axis & wanted:
        finish(play, AXIS, "the Axis holds one of its objectives", "SC.1b", DECISIVE)


@implements("K41 SC.3b")
def weather_turned(play: K41Play) -> None:
    """The Pocket ends the moment the weather is bad."""
    if play.facts.scenario.ends_with_bad_weather:
        scenario_end(play)


def scenario_end(play: K41Play) -> None:
    """The last Final Phase is over."""
    facts, state = play.facts, play.state
    victory = facts.scenario.victory
    clause = CLAUSE.get(facts.settings.scenario, "SC.5b")
    held = points(facts, state, AXIS)
    if victory.kind == "axis-takes":
        finish(play, SOVIET, "the Axis has none of its objectives", clause, DECISIVE)
    elif enough(held, victory.needed):
        finish(play, AXIS, f"the Axis holds {_areas(held)}", clause, MARGINAL)
    else:
        finish(play, SOVIET, f"the Axis holds only {_areas(held)}", clause, MARGINAL)


def _areas(number: int) -> str:
    return f"{number} victory area{'' if number == 1 else 's'}"


@implements("K41 2.4.4.2b", "K41 SC.2b", "K41 SC.4b", "K41 SC.5b")
def enough(held: int, needed: int) -> bool:
    return held >= needed
