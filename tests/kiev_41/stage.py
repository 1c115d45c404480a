"""Setting a stage: blocks where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.rules.fog import mingle
from ostfront.games.kiev_41.state import Combat, Command, Impulse, K41State, Side

if INFO.name not in games.names():
    games.register(INFO)

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
    for unit, piece in enumerate(rules.facts.roster.pieces):
        default = OUT_OF_SIGHT.get(piece.type, ("axis-pool", "soviet-pool"))[SIDES.index(piece.side)]
        where = units.get(piece.id, "tula-1" if piece.id == "Guderian" else default)
        state.put(unit, place(rules, where))
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
    for name, value in fields.items():
        if not hasattr(state, name):
            raise AttributeError(name)
        setattr(state, name, value)
    for area in range(rules.facts.area_count):
        mingle(rules.facts, state, area)
    state.top = _frames(rules, moment, SIDES.index(side), left)
    game = Game(rules, Seeded.of("stage"), state)
    coming(game, *rolls)
    assert not rules.check(state), rules.check(state)
    game.advance()
    return game


def place(rules: Kiev41, name: str) -> int:
    return rules.facts.boxes[name] if name in rules.facts.boxes else rules.facts.areas.index(name)


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


def _frames(rules: Kiev41, moment: str, side: int, left: int) -> Frame:
    def frame(name: str, step: str, local: Any, below: Frame | None) -> Frame:
        return Frame(name, rules.procedures[name].index[step], local, below)

    game = frame("game", "next month", None, None)
    if moment == "logistics":
        return frame("turn", "logistics", None, game)
    turn = frame("turn", "final phase", None, game)
    if moment == "impulse":
        return frame("impulse", "begin", Impulse(side), turn)
    kind = "strategic" if moment == "combat" else moment
    impulse = frame("impulse", "isolation check", Impulse(side, kind), turn)
    if moment == "tactical":
        return frame("tactical", "headquarters", Side(side), impulse)
    if moment == "combat":
        return frame("combat", "begin", Combat(side), impulse)
    if moment == "strategic":
        impulse = frame("combat", "begin", Combat(side), impulse)
    return frame("command", "pick", Command(side, moment, left), impulse)


def coming(game: Game, *rolls: str) -> None:
    """Outcomes to come, first first: "4", or several as "1 6 3", or "draw 3Pz"."""
    words: list[tuple[str, int]] = []
    for text in rolls:
        if text.startswith("draw "):
            words.append(("unit", game.rules.vocabulary.nouns["unit"].index(text.removeprefix("draw "))))
        else:
            words += [("", int(die)) for die in text.split()]
    game.scripted = words[::-1]


def act(game: Game, *actions: str) -> None:
    """Play actions that are offered and that the referee lets pass."""
    for action in actions:
        if len(game.parts(action)) == 1:
            assert action in game.legal, f"{action} is not offered"
        game.play(action)


def asked(game: Game) -> str:
    """Who is asked what: "Axis loss"."""
    return f"{game.pending[0].seat} {game.pending[0].kind}" if game.pending else ""


def place_of(game: Game, unit: str) -> str:
    facts = cast(Facts, game.facts)
    at: int = game.state.place[facts.roster.index[unit]]
    return facts.place_names[at]


def strength_of(game: Game, unit: str) -> int:
    facts = cast(Facts, game.facts)
    number = facts.roster.index[unit]
    steps: int = game.state.steps[number]
    return facts.roster.strength[number][steps]


def marked(game: Game, field: str, *units: str) -> list[bool]:
    """Whether units are in a set of the state, such as visible or isolated."""
    facts = cast(Facts, game.facts)
    return [bool(getattr(game.state, field) >> facts.roster.index[unit] & 1) for unit in units]


def holds(game: Game, side: str, area: str) -> bool:
    facts = cast(Facts, game.facts)
    return bool(game.state.controlled(SIDES.index(side)) >> facts.areas.index(area) & 1)


def line_in(game: Game, area: str) -> bool:
    facts = cast(Facts, game.facts)
    return bool((game.state.lines_axis | game.state.lines_soviet) >> facts.areas.index(area) & 1)


def rules_broken(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The numbers of the rules an action would break."""
    return [objection.rule for objection in game.why_not(action, seat)]
