"""Setting a stage: units where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.rules import VictoryAwaits
from ostfront.games.victory_awaits.state import Command
from staging.asking import active, asked, legs, place_of, points, rules_broken, steps_of, verdict
from staging.setting import Steps, begun, coming, put_units, set_fields, stack

# where a stage begins: the frames above "turn", and the step of "turn" that waits below them
MOMENTS: dict[str, tuple[str, Steps]] = {
    "selection": ("selection", []),
    "draw": ("declare", []),
    "rest": ("play the rest", []),
    "movement": ("declare", [("activation", "movement segment")]),
    "combat": ("declare", [("activation", "combat segment")]),
    "surprise": ("selection", [("assault", "combat segment")]),
    "supply": ("declare", [("supply check", "Soviet units")]),
    "recall": ("declare", [("supply check", "recall")]),
    "fortresses": ("declare", [("supply check", "fortresses")]),
    "stand fast": ("declare", [("supply check", "Stand Fast")]),
    "reinforcements": ("declare", [("reinforcements", "by rail")]),
    "strategic reserve": ("declare", [("reinforcements", "Strategic Reserve")]),
    "end of turn": ("end phase", []),
}


def rules_of(
    scenario: str = "campaign", *, overlay: Mapping[str, str] | None = None, **options: Any
) -> VictoryAwaits:
    """The rules with some options, written with underscores; `overlay` is an owner's data over ours."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return cast(VictoryAwaits, games.rules("victory-awaits", scenario, chosen, overlay))


def facts_of(scenario: str = "campaign", **options: Any) -> Facts:
    return rules_of(scenario, **options).facts


def stage(
    moment: str,
    units: Mapping[str, str],
    *,
    scenario: str = "campaign",
    options: Mapping[str, Any] | None = None,
    overlay: Mapping[str, str] | None = None,
    side: str = "axis",
    turn: int = 5,
    active: Iterable[str] | None = None,
    reduced: Iterable[str] = (),
    held: Iterable[str] | None = None,
    chit: str = "",
    rolls: Iterable[str] = (),
    **fields: Any,
) -> Game:
    """A game at a moment. `units` maps unit names to hexes or boxes; the rest is nowhere, but
    fortress markers, which wait to be built.

    `active` defaults to every unit of the side that is on the map but fortresses. `held` are the hexes the Axis
    controls, by default those of the start. `rolls` are outcomes to come, as a record would write them:
    "roll 4", "draw 18A". `chit` is the one being carried out. Other fields of the state are set by name.
    """
    chosen = {name.replace("-", "_"): value for name, value in (options or {}).items()}
    rules = rules_of(scenario, overlay=overlay, **chosen)
    facts = rules.facts
    state = rules.blank()
    names = facts.vocabulary.nouns
    put_units(rules, state, units)
    for fort in bits(facts.roster.forts):
        if state.place[fort] < 0:
            state.put(fort, facts.boxes["fortresses"])
    for unit in reduced:
        state.steps[facts.roster.index[unit]] = 1
    state.turn = turn
    state.target = facts.victory
    state.stand_fast = facts.stand_fast
    state.axis_held = facts.axis_start if held is None else names["place"].bits(held)
    number = SIDES.index(side)
    mine = facts.roster.of_side[number] & state.on_map & ~facts.roster.forts
    state.active = mine if active is None else names["unit"].bits(active)
    state.surprise = moment == "surprise"
    set_fields(state, fields)
    state.top = _frames(rules, moment, number, facts.chit_index[chit] if chit else -1)
    return begun(rules, state, rolls)


def _frames(rules: VictoryAwaits, moment: str, side: int, chit: int) -> Frame | None:
    below, above = MOMENTS[moment]
    command = Command(chit, side, rules.facts.lead_seat[side])
    local = {name: command for name, procedure in rules.procedures.items() if procedure.local is Command}
    return stack(rules, [("game", "turn"), ("turn", below), *above], local)


__all__ = [
    "AXIS", "SOVIET", "active", "asked", "coming", "facts_of", "legs", "place_of", "points", "rules_broken",
    "rules_of", "stage", "steps_of", "verdict",
]  # fmt: skip
