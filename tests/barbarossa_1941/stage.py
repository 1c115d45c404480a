"""Setting a stage: units where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.map.hexes import mask
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, SIDES, SOVIET
from ostfront.games.barbarossa_1941.rules import Barbarossa1941
from ostfront.games.barbarossa_1941.rules.setup import give_means, place_units
from ostfront.games.barbarossa_1941.state import B41State
from staging.asking import asked, place_of, rules_broken, steps_of, verdict
from staging.setting import act, begun, coming, put_units, set_fields

RULES = cast(Barbarossa1941, games.rules("barbarossa-1941"))
FACTS = RULES.facts

# where a stage begins: the step of "turn"; {} is Axis or Soviet
MOMENTS = {
    "turn": "begin",
    "phase": "begin {} phase",
    "isolation": "{} isolation",
    "replacements": "{} replacements",
    "reinforcements": "{} reinforcements",
    "rebase": "{} rebase",
    "rail": "{} rail",
    "forts": "{} forts",
    "movement": "{} movement",
    "combat": "{} combat",
    "end of combat": "begin {} exploitation",
    "exploitation": "{} exploitation",
    "rail markers": "rail markers",
    "partisans": "partisans",
    "railways cut": "railways cut",
    "victory": "victory",
}
SOVIET_MOMENTS = ("partisans", "railways cut", "victory")


def stage(
    moment: str,
    units: Mapping[str, str] | None = None,
    *,
    side: str = "axis",
    turn: int = 2,
    scenario: str = "historical",
    options: Mapping[str, bool] | None = None,
    reduced: Iterable[str] = (),
    steps: Mapping[str, int] | None = None,
    isolated: Iterable[str] = (),
    due: Mapping[str, int] | None = None,
    held: Iterable[str] = (),
    rolls: Iterable[str] = (),
    **fields: Any,
) -> Game:
    """A game at a moment. `units` maps unit names to hexes or boxes ("off-map", "waiting"); the rest is nowhere.

    The Axis holds the cities of its countries, those in `held` (names or hexes) and those in which it has units.
    `reduced` units have one step, `steps` gives any number. `rolls` are outcomes to come: "roll 4", or several dice
    as "1 6 3". Railways, pools and guns are as at the start; other fields of the state are set by name. A set-up
    ("set-up") has the units of its scenario.
    """
    rules = cast(Barbarossa1941, games.rules("barbarossa-1941", scenario, dict(options or {})))
    facts = rules.facts
    state = rules.blank()
    state.turn = turn
    state.side = SOVIET if moment in SOVIET_MOMENTS else SIDES.index(side)
    give_means(facts, state)
    if moment == "set-up":
        place_units(facts, state)
        state.turn = facts.deployment.first_turn
    put_units(rules, state, units or {})
    index = facts.roster.index
    for unit in reduced:
        state.set_steps(index[unit], 1)
    for unit, count in (steps or {}).items():
        state.set_steps(index[unit], count)
    for unit in isolated:
        state.isolated[index[unit]] = 1
    for unit, when in (due or {}).items():
        state.due[index[unit]] = when
    state.held |= mask(hex_of(facts, word) for word in held)
    set_fields(state, fields)
    state.held = (state.held | state.occupied[COMBAT[AXIS]] & facts.cities) & ~state.occupied[COMBAT[SOVIET]]
    if "manned" not in fields:
        state.manned = state.forts_axis & state.occupied[COMBAT[AXIS]]
        state.manned |= state.forts_soviet & state.occupied[COMBAT[SOVIET]]
    state.top = _frames(rules, moment, state)
    return begun(rules, state, rolls)


def hex_of(facts: Facts, word: str) -> int:
    """A hex by its number or by the name of its city."""
    return facts.board.index(word) if word[0].isdigit() else facts.city(word)


def hexes(*words: str) -> int:
    """A set of hexes, for fields of the state."""
    return mask(hex_of(FACTS, word) for word in words)


def units(*words: str) -> int:
    """A set of units, for fields of the state."""
    return FACTS.vocabulary.nouns["unit"].bits(words)


def _frames(rules: Barbarossa1941, moment: str, state: B41State) -> Frame:
    game = rules.procedures["game"].index
    if moment == "set-up":
        return Frame("game", game["set-up"], None, None)
    name = MOMENTS[moment].format("Axis" if state.side == AXIS else "Soviet")
    return Frame("turn", rules.procedures["turn"].index[name], None, Frame("game", game["turn"], None, None))


__all__ = [
    "AXIS", "FACTS", "RULES", "SOVIET", "act", "asked", "coming", "hex_of", "hexes", "place_of", "rules_broken",
    "stage", "steps_of", "units", "verdict",
]  # fmt: skip
