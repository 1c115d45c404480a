"""What the adversary's positions share: asking for a verdict, marching, fighting a battle to its first real question.

One die: row (die and modifiers, 0 to 8) and column (0 is 1:4, then 1:3, 1:2, 1:1, 3:2, 2:1, 3:1; 11 is 8:1) give
    0-1 3/0, 2-4 2/0, 5 1/0, 6-9 1/1, 10 1/2, 11-14 0/2, from 15 0/3 (attacker/defender).
Two dice: row (1 to 14) and twice the column give
    to 6 3/0, 7-8 2/0, 9-13 2/1, 14 1/1, 15-19 1/2, 20-22 1/3, 23-24 0/3, 25-29 0/4, from 30 0/5.
Comments write column + row, such as "3 + 2 + 6 = 11: 0/2" for 1:1, two columns of quality and a die of 6.
"""

from __future__ import annotations

from typing import Any

from barbarossa_1941.stage import act, asked, stage, verdict
from ostfront.core.play.game import Game

OFFERS = ("air support", "naval support", "guns", "paratroops", "joukov", "coup", "reaction")


def no(game: Game, action: str) -> str:
    """The first rule that forbids an action."""
    broken = verdict(game, action)
    assert broken, f"{action} is allowed"
    return broken[0].removeprefix("B41 ")


def yes(game: Game, action: str) -> bool:
    return verdict(game, action) == []


def marching(units: dict[str, str], unit: str, *way: str, moment: str = "movement", **more: Any) -> Game:
    """A unit in hand that has gone some way."""
    game = stage(moment, units, **more)
    act(game, f"pick {unit}", *(f"go {place}" for place in way))
    return game


def attacking(units: dict[str, str], target: str, *attackers: str, **more: Any) -> Game:
    """An attack declared with these units, at its first option or result; without a choice nobody is asked."""
    game = stage("combat", units, **more)
    act(game, f"attack {target}")
    for unit in attackers:
        if asked(game)[0][1] == "commit":
            act(game, f"with {unit}")
    if asked(game) and asked(game)[0][1] == "commit":
        act(game, "resolve")
    return game


def settle(game: Game, *answers: str) -> Game:
    """Offers passed and leads named, up to the first other question; an answer is given as soon as it is on offer."""
    left = list(answers)
    while asked(game):
        kind = asked(game)[0][1]
        wanted = next((answer for answer in left if answer in game.legal), None)
        if wanted is not None:
            left.remove(wanted)
            act(game, wanted)
        elif kind in OFFERS:
            act(game, "pass")
        elif kind == "lead":
            act(game, game.legal.texts[0])
        else:
            break
    assert not left, f"never on offer: {left}"
    return game


def fight(units: dict[str, str], target: str, *attackers: str, answers: tuple[str, ...] = (), **more: Any) -> Game:
    """A battle fought up to its first question about the result."""
    return settle(attacking(units, target, *attackers, **more), *answers)


def gone(game: Game, unit: str) -> bool:
    """Whether a unit is off the map."""
    at: int = game.state.place[game.facts.roster.index[unit]]
    return not 0 <= at < game.state.hexes


def seen_kinds(game: Game) -> list[str]:
    """The offers of a battle in their order, each passed."""
    kinds: list[str] = []
    while asked(game) and asked(game)[0][1] in OFFERS:
        kinds.append(" ".join(asked(game)[0]))
        act(game, "pass")
    return kinds
