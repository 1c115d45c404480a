"""Laying out a position of the drill, for examples: units on hexes, an activation under way, dice that are rigged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ostfront import games
from ostfront.core.files import position
from ostfront.core.play.game import Game

GAME = 'procedure = "game"\nstep = "next turn"'


class Rigged:
    """Chance that gives the listed outcomes, then the lowest: rolls as they are, draws as 1 for the first left."""

    def __init__(self, *outcomes: int) -> None:
        self.outcomes = list(outcomes)

    def outcome(self, stream: str, count: int, sides: int) -> int:
        return self.outcomes.pop(0) - 1 if self.outcomes else 0


def lay_out(
    units: str,
    *stack: str,
    scenario: str = "siege",
    fog: bool = False,
    state: str = "",
    marks: Mapping[str, str] | None = None,
    dice: tuple[int, ...] = (),
) -> Game:
    """`units` as `L-Foot 0303, D-Tank 0504`; `marks` adds to a unit's line; `stack` the procedures under way."""
    lines = []
    for word in filter(None, (part.strip() for part in units.split(","))):
        name, place = word.split()
        more = (marks or {}).get(name, "")
        lines.append(f'{name} = {{ place = "{place}"{", " + more if more else ""} }}')
    text = "\n".join(
        [
            'format = "ostfront position 1"\ngame = "drill"',
            f'scenario = "{scenario}"\noptions = {{ fog = {str(fog).lower()} }}',
            f"[state]\n{state}",
            "[units]",
            *lines,
            *(f"[[stack]]\n{frame}" for frame in (GAME, *stack)),
        ]
    )
    return position.read(text, games.rules, source=Rigged(*dice))


def active(seat: str, units: str, **more: Any) -> Game:
    """An activation of a seat, before its first move."""
    turn = f'procedure = "turn"\nstep = "next"\nchit = "{seat}"\nseat = "{seat}"'
    return lay_out(units, turn, f'procedure = "activation"\nstep = "move"\nseat = "{seat}"', **more)


def fighting(seat: str, units: str, target: str, *attackers: str, **more: Any) -> Game:
    """An attack declared, with these units committed."""
    game = active(seat, units, **more)
    for action in ["done", f"attack {target}", *(f"with {unit}" for unit in attackers)]:
        game.play(action, seat)
    return game


def refused(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The numbers of the clauses an action breaks."""
    return [objection.rule.removeprefix("DRILL ") for objection in game.why_not(action, seat)]
