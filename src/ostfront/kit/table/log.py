"""The log: references the page can highlight, and sentences that several games use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Line, Ref
from ostfront.core.play.sequence import Event
from ostfront.kit.crt import spelled

# the icon of a kind of event that several games have; a game adds its own
ICONS: Mapping[str, str] = {
    **dict.fromkeys(("go", "road", "enter", "ride", "moved", "halt", "transfer", "rebase", "sail"), "move"),
    **dict.fromkeys(("attack", "declare", "battle", "overrun", "mobile assault", "engage"), "battle"),
    **dict.fromkeys(("result", "odds", "ground"), "dice"),
    **dict.fromkeys(("step", "eliminated", "destroyed", "disband", "disbanded"), "loss"),
    "retreat": "retreat",
    **dict.fromkeys(("advance", "follow", "blitz"), "advance"),
    **dict.fromkeys(("fire", "guns", "fleet"), "artillery"),
    **dict.fromkeys(("fly", "bomb", "stuka", "luftwaffe", "drop", "wings"), "air"),
    **dict.fromkeys(("supply", "isolation", "starve", "cut off", "attrition", "fed"), "supply"),
    **dict.fromkeys(("arrive", "arrival", "place", "join", "rebuild", "refit", "star", "militia"), "reinforcement"),
    **dict.fromkeys(("draw", "select", "cup", "trump", "hold", "last", "no effect"), "chit"),
    **dict.fromkeys(("activate", "activated", "lead", "wake"), "command"),
    **dict.fromkeys(("capture", "recapture", "captured", "control", "points", "score", "victory"), "victory"),
    **dict.fromkeys(("fortify", "built", "wall", "area"), "works"),
}

Sentences = Mapping[str, Callable[..., Line]]  # by the kind of event; each takes what the event notes


def tell(sentences: Sentences) -> Callable[[Any, Event], Line]:
    """The log of a game that has these sentences."""

    def log(_facts: Any, event: Event) -> Line:
        return sentences[event.kind](*event.args)

    return log


# ---- references ------------------------------------------------------------------------------------------


def unit(i: int) -> Ref:
    return Ref("unit", i)


def place(i: int) -> Ref:
    return Ref("place", i)


def chit(i: int) -> Ref:
    return Ref("chit", i)


def several(refs: Iterable[Ref | str]) -> Line:
    """One, two and three."""
    found = list(refs)
    line: list[str | Ref] = []
    for i, ref in enumerate(found):
        if i:
            line.append(" and " if i == len(found) - 1 else ", ")
        line.append(ref)
    return tuple(line)


def units(members: int) -> list[Ref]:
    """The members of a set."""
    return [unit(u) for u in bits(members)]


# ---- sentences -------------------------------------------------------------------------------------------


def turn(n: int) -> Line:
    return (f"Turn {n}.",)


def is_drawn(c: int) -> Line:
    return (chit(c), " is drawn.")


def has_no_effect(c: int) -> Line:
    return (chit(c), " has no effect.")


def activates(hq: int, n: int) -> Line:
    return (unit(hq), f" activates {counted(n, 'unit')}.")


def moves(u: int, a: int, b: int) -> Line:
    return (unit(u), " moves from ", place(a), " to ", place(b), ".")


def moves_by_road(u: int, a: int, b: int) -> Line:
    return (unit(u), " moves by road from ", place(a), " to ", place(b), ".")


def attacks(target: int, attackers: int, strength: int) -> Line:
    found = units(attackers)
    return (*several(found), " attack " if len(found) > 1 else " attacks ", place(target), f" with {strength}.")


def roll_on_table(die: int, column: str, code: str) -> Line:
    """A roll on the combat results table: its code, and what that means."""
    return (f"A {die} on the {column} column: {spelled(code)}.",)


def loses_a_step(u: int) -> Line:
    return (unit(u), " loses a step.")


def is_eliminated(u: int, p: int) -> Line:
    return (unit(u), " is eliminated in ", place(p), ".")


def retreats(u: int, path: tuple[int, ...]) -> Line:
    return (unit(u), " retreats to ", *several(place(p) for p in path), ".")


def advances(u: int, path: tuple[int, ...]) -> Line:
    return (unit(u), " advances to ", *several(place(p) for p in path), ".")
