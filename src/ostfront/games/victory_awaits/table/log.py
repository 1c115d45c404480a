"""The log: events in plain sentences, with references the page can light up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Line, Ref
from ostfront.core.play.sequence import Event
from ostfront.games.victory_awaits.facts import Facts

SIDE = ("The Axis", "The Soviets")
SELECTS = ("The Axis selects ", "The Soviets select ")


def unit(i: int) -> Ref:
    return Ref("unit", i)


def place(i: int) -> Ref:
    return Ref("place", i)


def chit(i: int) -> Ref:
    return Ref("chit", i)


def several(refs: list[Ref]) -> Line:
    line: list[str | Ref] = []
    for i, ref in enumerate(refs):
        if i:
            line.append(" and " if i == len(refs) - 1 else ", ")
        line.append(ref)
    return tuple(line)


def _units(members: int) -> list[Ref]:
    return [unit(u) for u in bits(members)]


def _attack(target: int, attackers: int, strength: int) -> Line:
    units = _units(attackers)
    return (*several(units), " attack " if len(units) > 1 else " attacks ", place(target), f" with {strength}.")


def _path(u: int, verb: str, path: tuple[int, ...]) -> Line:
    return (unit(u), f" {verb} to ", *several([place(p) for p in path]), ".")


def _supply(side: int, cut: tuple[int, ...]) -> Line:
    who = ("Axis", "Soviet")[side]
    if not cut:
        return (f"Every {who} unit is in supply.",)
    return (f"{who} units without a line: ", *several([unit(u) for u in cut]), ".")


def _score(*parts: int) -> Line:
    names = ("major cities", "Stand Fast", "breakthrough", "bonus hexes", "German armor", "Soviet armor")
    found = [f"{name} {value}" for name, value in zip(names, parts, strict=True) if value]
    return (f"Victory points: {sum(parts)} ({', '.join(found) or 'none'}).",)


SENTENCES: dict[str, Callable[..., Line]] = {
    "turn": lambda n: (f"Turn {n}.",),
    "bid": lambda _seat, n: (f"The bid is {n}.",),
    "bids": lambda a, b: (f"The bids are {a} and {b}.",),
    "station": lambda u, p: (unit(u), " is set up in ", place(p), "."),
    "surprise": lambda n: (f"The Panzergruppen attack by surprise: {n} units.",),
    "raise": lambda c: (chit(c), " becomes available."),
    "select": lambda side, c: (SELECTS[side], chit(c), "."),
    "hold": lambda c: (chit(c), " is held in hand."),
    "cup": lambda n, held: (f"{n} chits are in the cup" + (", others are held in hand." if held else "."),),
    "draw": lambda c: (chit(c), " is drawn."),
    "queue": lambda: ("The Controller lays a chit face down.",),
    "assign": lambda c, seat: (chit(c), " goes into the cup of ", Ref("seat", seat), "."),
    "trump": lambda c, by: (chit(c), " goes back into the cup: ", chit(by), " is played instead."),
    "last": lambda c: (chit(c), " is played last."),
    "zhukov": lambda: ("Zhukov takes command at Leningrad.",),
    "no effect": lambda c: (chit(c), " has no effect."),
    "activate": lambda hq, n: (unit(hq), f" activates {n} units."),
    "reserve": lambda c, die, n: (chit(c), f": a {die} activates {n} unit{'' if n == 1 else 's'}."),
    "wake": lambda u: (unit(u), " is activated."),
    "transfer": lambda u: (unit(u), " goes to the next turn of the track."),
    "gate": lambda p: ("19th Army enters at ", place(p), "."),
    "go": lambda u, a, b: (unit(u), " moves from ", place(a), " to ", place(b), "."),
    "road": lambda u, a, b: (unit(u), " moves by road from ", place(a), " to ", place(b), "."),
    "enter": lambda u, p: (unit(u), " enters the map and goes to ", place(p), "."),
    "declare": lambda p, units: ("An attack on ", place(p), " is declared: ", *several(_units(units)), "."),
    "cancelled": lambda p: ("The attack on ", place(p), " has fallen below 1:1 and is cancelled."),
    "attack": _attack,
    "result": lambda die, column, code: (f"A {die} on the {column}:1 column: {code}.",),
    "step": lambda u: (unit(u), " loses a step."),
    "eliminated": lambda u, p: (unit(u), " is eliminated in ", place(p), "."),
    "retreat": lambda u, path: _path(u, "retreats", path),
    "advance": lambda u, path: _path(u, "advances", path),
    "supply": _supply,
    "recall": lambda u, p: (unit(u), " in ", place(p), " is sent to the Available Box."),
    "withdraw": lambda u: (unit(u), " is withdrawn."),
    "fortify": lambda p: ("A fortress step is built in ", place(p), "."),
    "abandon": lambda p: ("The Stand Fast marker of ", place(p), " is removed."),
    "arrive": lambda u, p: (unit(u), " arrives by rail in ", place(p), "."),
    "score": _score,
}


def tell(_facts: Facts, event: Event) -> Line:
    sentence: Callable[..., Line] = SENTENCES[event.kind]
    args: tuple[Any, ...] = event.args
    return sentence(*args)
