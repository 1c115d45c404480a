"""What the tests of battles share: a battle that is drawn up but not fought, and one that is fought to its result.

Open country in the south: 2308 with 2309 west, 2209 northwest, 2409 southwest, 2307 east, 2208 northeast and 2408
southeast of it, all clear and dry. On turn 17 (Jun 1943) nothing shifts a German prepared assault there; on turn 6
(Dec 1941) nothing shifts a Soviet one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from barbarossa_deluxe.stage import FACTS, act, asked, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.facts.crt import ratio
from ostfront.games.barbarossa_deluxe.rules import shifts, strength
from ostfront.games.barbarossa_deluxe.state import Battle

OFFERS = ("luftwaffe", "support", "aerial", "yield")
CRT = FACTS.crt


def drawn(game: Game, target: str, *attackers: str, **fields: Any) -> Battle:
    """A battle of the side to move, drawn up with these attackers."""
    place = FACTS.board.index(target)
    return strength.drawn_up(game.facts, game.state, Battle(game.state.side, place, units(*attackers), **fields))


class Plan(NamedTuple):
    """A battle that is drawn up on a stage but not fought."""

    game: Game
    battle: Battle

    def with_(self, **changes: Any) -> Battle:
        return self.battle._replace(**changes)


def laid(positions: Mapping[str, str], target: str, *attackers: str, moment: str = "assault", **more: Any) -> Plan:
    """Units, and a battle in mind: a prepared assault, or at the moment "movement" a mobile one."""
    game = stage(moment, positions, **more)
    fields = {"mobile": True, "launch": FACTS.board.index(positions[attackers[0]])} if moment == "movement" else {}
    return Plan(game, drawn(game, target, *attackers, **fields))


def attack(plan: Plan, **changes: Any) -> int:
    return strength.attack_strength(plan.game.facts, plan.game.state, plan.with_(**changes))


def defence(plan: Plan, **changes: Any) -> int:
    return strength.defence_strength(plan.game.facts, plan.game.state, plan.with_(**changes))


def odds(plan: Plan, **changes: Any) -> str:
    """The final odds, as a player writes them."""
    return ratio(strength.final_step(plan.game.facts, plan.game.state, plan.with_(**changes)))


def shift(plan: Plan, rule: str, **changes: Any) -> int:
    """The columns a rule shifts the battle, 0 if it does not."""
    found = shifts.shifts(plan.game.facts, plan.game.state, plan.with_(**changes))
    return sum(item.columns for item in found if item.rule == rule)


def assault(
    positions: Mapping[str, str],
    target: str,
    *attackers: str,
    answers: Iterable[str] = (),
    stop_at: str = "",
    **more: Any,
) -> Game:
    """A prepared assault with these units, fought to its first question that is no offer, or to one of a kind."""
    game = stage("assault", positions, **more)
    declare(game, target, *attackers)
    return settle(game, answers, stop_at)


def forced(positions: Mapping[str, str], target: str, *attackers: str, to: str, first: str = "", **more: Any) -> Game:
    """The same with the die that gives a result; `first` are dice of units without a printed factor."""
    for die in range(1, 7):
        game = assault(positions, target, *attackers, rolls=[*first.split(), str(die)], **more)
        if results(game)[-1:] == [to]:
            return game
    raise AssertionError(f"no die gives {to} at {told(game, 'odds')}")


def declare(game: Game, target: str, *attackers: str) -> None:
    act(game, f"attack {target}")
    for unit in attackers:
        if kind(game) == "commit" and f"with {unit}" in game.legal:
            act(game, f"with {unit}")
    if kind(game) == "commit":
        act(game, "resolve")


def settle(game: Game, answers: Iterable[str] = (), stop_at: str = "") -> Game:
    """Offers are passed, but for these answers, given as soon as they are on offer."""
    left = list(answers)
    while asked(game) and kind(game) != stop_at:
        wanted = next((answer for answer in left if answer in game.legal), None)
        if wanted is not None:
            left.remove(wanted)
            act(game, wanted)
        elif kind(game) in OFFERS:
            act(game, "pass")
        else:
            break
    assert not left, f"never on offer: {left}"
    return game


def kind(game: Game) -> str:
    found = asked(game)
    return found[0][1] if found else ""


def results(game: Game) -> list[str]:
    """The results of battles so far, as rolled and as converted."""
    found = []
    for event in game.events or ():
        if event.kind == "result":
            found.append(event.args[2])
        elif event.kind == "converted":
            found.append(event.args[1])
    return found


def told(game: Game, kind: str) -> list[tuple[Any, ...]]:
    """What events of a kind say."""
    return [event.args for event in game.events or () if event.kind == kind]


def on_map(game: Game, unit: str) -> bool:
    return bool(game.state.on_map >> FACTS.roster.index[unit] & 1)
