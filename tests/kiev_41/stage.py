"""Setting a stage: blocks where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.rules.fog import mingle
from ostfront.games.kiev_41.state import Combat, Command, Impulse, K41State, Side
from staging.asking import marked, place_of, rules_broken
from staging.setting import Steps, act, begun, coming, put_units, set_fields, stack

if INFO.name not in games.names():
    games.register(INFO)

# where a stage begins: the frames above "game"
IMPULSE: Steps = [("turn", "final phase"), ("impulse", "isolation check")]
MOMENTS: dict[str, Steps] = {
    "logistics": [("turn", "logistics")],
    "impulse": [("turn", "final phase"), ("impulse", "begin")],
    "pass": [*IMPULSE, ("command", "pick")],
    "strategic": [*IMPULSE, ("combat", "begin"), ("command", "pick")],
    "tactical": [*IMPULSE, ("tactical", "headquarters")],
    "exploitation": [*IMPULSE, ("command", "pick")],
    "combat": [*IMPULSE, ("combat", "begin")],
}
OUT_OF_SIGHT = {
    "leader": ("rastenburg", "moscow"), "bomber": ("bombers-available", ""), "fleet": ("", "fleet-staging"),
}  # fmt: skip


def rules_of(optional: str = "none", scenario: str = "southern-struggle") -> Kiev41:
    return cast(Kiev41, games.rules(INFO.name, scenario, {"optional": optional}))


def stage(
    moment: str,
    units: Mapping[str, str],
    *,
    side: str = "axis",
    optional: str = "none",
    scenario: str = "southern-struggle",
    turn: int = 2,
    strength: Mapping[str, int] | None = None,
    axis: Iterable[str] = (),
    soviet: Iterable[str] = (),
    lines: Mapping[str, str] | None = None,
    isolated: Iterable[str] = (),
    left: int = 1,
    rolls: Iterable[str] = (),
    **fields: Any,
) -> Game:
    """A game at a moment: logistics, impulse, pass, strategic, tactical, exploitation or combat.

    `units` maps unit names to areas or boxes; blocks that are not named wait in their pools. Areas belong to who is
    there alone, else as at the campaign's start, unless `axis` or `soviet` names them. `lines` maps areas to the side
    whose Defensive Line stands there; `isolated` names blocks, or areas of lines, with a cube. `left` is how many
    blocks may act. Other fields of the state are set by name.
    """
    rules = rules_of(optional, scenario)
    state = rules.blank()
    state.turn = turn
    put_units(rules, state, {**_waiting(rules), **units})
    for name, value in (strength or {}).items():
        unit = rules.facts.roster.index[name]
        state.steps[unit] = rules.facts.roster.strength[unit].index(value, 1)
    _lay_lines(rules, state, lines or {})
    _hand_out_areas(rules, state, axis, soviet)
    for name in isolated:
        if name in rules.facts.roster.index:
            state.isolated |= 1 << rules.facts.roster.index[name]
        else:
            state.isolated_lines |= 1 << rules.facts.areas.index(name)
    set_fields(state, fields)
    for area in range(rules.facts.area_count):
        mingle(rules.facts, state, area)
    state.top = _frames(rules, moment, SIDES.index(side), left)
    assert not rules.check(state), rules.check(state)
    return begun(rules, state, rolls)


def _waiting(rules: Kiev41) -> dict[str, str]:
    """Where units are that a test does not name."""
    pools = ("axis-pool", "soviet-pool")
    pieces = rules.facts.roster.pieces
    places = {piece.id: OUT_OF_SIGHT.get(piece.type, pools)[SIDES.index(piece.side)] for piece in pieces}
    return {**places, "Guderian": "tula-1"}


def _lay_lines(rules: Kiev41, state: K41State, lines: Mapping[str, str]) -> None:
    for name, side in lines.items():
        if side == "axis":
            state.lines_axis |= 1 << rules.facts.areas.index(name)
        else:
            state.lines_soviet |= 1 << rules.facts.areas.index(name)


def _hand_out_areas(rules: Kiev41, state: K41State, axis: Iterable[str], soviet: Iterable[str]) -> None:
    mine, theirs = state.units_of(AXIS), state.units_of(SOVIET)
    state.axis = rules.facts.control & ~(theirs & ~mine) | (mine & ~theirs)
    state.axis |= rules.facts.named(axis)
    state.axis &= ~rules.facts.named(soviet)


def _frames(rules: Kiev41, moment: str, side: int, left: int) -> Frame | None:
    kind = {"combat": "strategic"}.get(moment, moment)
    local = {
        "impulse": Impulse(side) if moment == "impulse" else Impulse(side, kind),
        "tactical": Side(side),
        "combat": Combat(side),
        "command": Command(side, moment, left),
    }
    return stack(rules, [("game", "next month"), *MOMENTS[moment]], local)


def asked(game: Game) -> str:
    """The open decision: "Axis loss"."""
    return f"{game.pending[0].seat} {game.pending[0].kind}" if game.pending else ""


def strength_of(game: Game, unit: str) -> int:
    facts = cast(Facts, game.facts)
    number = facts.roster.index[unit]
    steps: int = game.state.steps[number]
    return facts.roster.strength[number][steps]


def holds(game: Game, side: str, area: str) -> bool:
    facts = cast(Facts, game.facts)
    return bool(game.state.controlled(SIDES.index(side)) >> facts.areas.index(area) & 1)


def line_in(game: Game, area: str) -> bool:
    facts = cast(Facts, game.facts)
    return bool((game.state.lines_axis | game.state.lines_soviet) >> facts.areas.index(area) & 1)


__all__ = [
    "act", "asked", "coming", "holds", "line_in", "marked", "place_of", "rules_broken", "rules_of", "stage",
    "strength_of",
]  # fmt: skip
