"""Telling of battles: what the games' battle scripts have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ostfront.core.map.hexes import bits
from ostfront.core.page.battle_script import Opening, ToldBattle
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import View
from ostfront.kit.crt import spelled
from ostfront.kit.table.look import known_to


def stage_by_kind(
    told: Mapping[str, str],
    passed_over: Collection[str] = (),
    kind: Callable[[Event], str] = lambda event: event.kind,
) -> Callable[[Event, str], str | None]:
    """Each kind of event has its stage; anything that is neither told nor passed over ends the battle."""

    def stage(event: Event, _before: str) -> str | None:
        found = kind(event)
        return told.get(found, "" if found in passed_over else None)

    return stage


def under_way(*procedures: str) -> Callable[[View], bool]:
    """A battle is under way while one of these procedures is."""

    def going_on(view: View) -> bool:
        return any(frame[0] in procedures for frame in known_to(view)["stack"])

    return going_on


def attack(facts: Any, event: Event, sides: Sequence[str]) -> Opening:
    """The opening of an `attack` that notes its target and the set of its units."""
    target, attackers = event.args[:2]
    units = tuple(bits(attackers))
    return Opening(f"Attack on {facts.board.place_name(target)}", target, sides[facts.roster.side[units[0]]], units)


def table_result(_facts: Any, told: ToldBattle) -> tuple[int, str] | None:
    """The outcome of a battle whose `result` ends with a code of the combat results table."""
    event = told.last("result")
    return None if event is None else (event.entry, spelled(str(event.args[-1])))
