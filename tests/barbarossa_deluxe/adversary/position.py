"""Positions written from the rulebook by somebody who had not seen the program, and what is asked of them.

A position lists its units by hex ("1708": "5A 20A"); nothing else is on the map. The numbers in the names of the
tests are those of the positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from barbarossa_deluxe import battle
from barbarossa_deluxe.battle import Plan, kind, told
from barbarossa_deluxe.marching import left
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, place_of, stage
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT

Spots = Mapping[str, str]
ORDERS = {"fight-move": FIGHT_MOVE, "move-fight": MOVE_FIGHT, "fight-fight": FIGHT_FIGHT}


def units_in(spots: Spots) -> dict[str, str]:
    """Each unit with its hex."""
    return {unit: place for place, ids in spots.items() for unit in ids.split()}


def at(moment: str, spots: Spots, order: str = "fight-move", **more: Any) -> Game:
    """The position at a moment of a turn, in the order that was declared."""
    nth = 2 if (moment == "movement") == (order == "fight-move") else 1
    return stage(moment, units_in(spots), order=ORDERS[order], **{"nth": nth, **more})


def refused(game: Game, action: str, seat: str | None = None) -> bool:
    """It is not offered, and the referee names a rule."""
    asks = seat is None or seat in [asker for asker, _ in asked(game)]
    offered, broken = asks and action in game.legal_of(seat), [said.rule for said in game.why_not(action, seat)]
    assert offered != bool(broken), f"{action}: offered {offered}, referee {broken}"
    return not offered


def allowed(game: Game, action: str, seat: str | None = None) -> bool:
    """It is offered, and the referee has nothing against it."""
    return not refused(game, action, seat)


def goes(game: Game, unit: str, *way: str) -> bool:
    """Whether a unit can go through these hexes one by one."""
    if not allowed(game, f"pick {unit}"):
        return False
    act(game, f"pick {unit}")
    for place in way:
        if kind(game) != "march" or not allowed(game, f"go {place}"):
            return False
        act(game, f"go {place}")
    return True


def take(game: Game, *ids: str) -> Game:
    """Units in hand."""
    act(game, f"pick {ids[0]}", *(f"with {unit}" for unit in ids[1:]))
    return game


def odds(
    spots: Spots, target: str, attackers: str, moment: str = "assault", order: str = "fight-move", **more: Any
) -> str:
    return battle.odds(plan(spots, target, attackers, moment, order, **more))


def plan(
    spots: Spots, target: str, attackers: str, moment: str = "assault", order: str = "fight-move", **more: Any
) -> Plan:
    """A battle in mind."""
    nth = 2 if (moment == "movement") == (order == "fight-move") else 1
    return battle.laid(
        units_in(spots), target, *attackers.split(), moment=moment, **{"order": ORDERS[order], "nth": nth, **more}
    )


def attack(spots: Spots, target: str, attackers: str, **more: Any) -> int:
    """The factors of an attack."""
    return battle.attack(plan(spots, target, attackers, **more))


def defence(spots: Spots, target: str, attackers: str, **more: Any) -> int:
    return battle.defence(plan(spots, target, attackers, **more))


def factor(spots: Spots, unit: str, **more: Any) -> int:
    """The movement factor of a unit where it stands."""
    return left(at("movement", spots, **more), unit)


def depots(*places: str) -> tuple[int, ...]:
    """Offensive supply markers A, B and C."""
    return tuple(FACTS.board.index(place) for place in places) + (NOWHERE,) * (3 - len(places))


def fought(spots: Spots, target: str, attackers: str, to: str, order: str = "fight-move", **more: Any) -> Game:
    """A prepared assault with the die that gives a result."""
    nth = 2 if order == "move-fight" else 1
    return battle.forced(
        units_in(spots), target, *attackers.split(), to=to, order=ORDERS[order], **{"nth": nth, **more}
    )


def killed(spots: Spots, target: str, attackers: str, unit: str, then: str = "", **more: Any) -> Game:
    """A prepared assault in which a defender dies; then come these dice."""
    for die in range(1, 7):
        game = battle.assault(units_in(spots), target, *attackers.split(), rolls=[f"{die} {then}".strip()], **more)
        if battle.results(game)[-1:] in (["DE"], ["BB"]):
            while place_of(game, unit) == target:
                act(game, next(iter(game.legal.texts)))
            return game
    raise AssertionError("nobody dies")


def points(game: Game, *clauses: str) -> int:
    """What the German total has changed, in all or by some clauses."""
    return sum(args[0] for args in told(game, "points") if not clauses or args[2] in clauses)


def until(game: Game, *kinds: str) -> Game:
    """Other questions are answered with as little as possible."""
    while asked(game) and kind(game) not in kinds:
        texts = list(game.legal.texts)
        act(game, next((word for word in ("done", "pass", "decline", "lower") if word in texts), texts[0]))
    return game


def ring(*places: str) -> list[str]:
    """The land hexes around some hexes."""
    near = FACTS.grid.neighbours(hexes(*places)) & FACTS.land & ~hexes(*places)
    return [FACTS.place_names[site] for site in bits(near)]


def winner(game: Game) -> str | None:
    return None if game.result is None else game.result.winner
