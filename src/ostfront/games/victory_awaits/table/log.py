"""The log: events in plain sentences, with references the page can highlight."""

from __future__ import annotations

from ostfront.core.page.table import LogTable
from ostfront.core.play.rules import Line, Ref
from ostfront.kit.table import log
from ostfront.kit.table.log import chit, place, several, unit, units

SELECTS = ("The Axis selects ", "The Soviets select ")


def _supply(side: int, cut: tuple[int, ...]) -> Line:
    who = ("Axis", "Soviet")[side]
    if not cut:
        return (f"Every {who} unit is in supply.",)
    return (f"{who} units without a line: ", *several(unit(u) for u in cut), ".")


def _score(*parts: int) -> Line:
    names = ("major cities", "Stand Fast", "breakthrough", "bonus hexes", "German armor", "Soviet armor")
    found = [f"{name} {value}" for name, value in zip(names, parts, strict=True) if value]
    return (f"Victory points: {sum(parts)} ({', '.join(found) or 'none'}).",)


SENTENCES: log.Sentences = {
    "turn": log.turn,
    "bid": lambda _seat, n: (f"The bid is {n}.",),
    "bids": lambda a, b: (f"The bids are {a} and {b}.",),
    "station": lambda u, p: (unit(u), " is set up in ", place(p), "."),
    "surprise": lambda n: (f"The Panzergruppen attack by surprise: {n} unit{'' if n == 1 else 's'}.",),
    "raise": lambda c: (chit(c), " becomes available."),
    "select": lambda side, c: (SELECTS[side], chit(c), "."),
    "hold": lambda c: (chit(c), " is held in hand."),
    "cup": lambda n, held: (
        f"{n} chit{' is' if n == 1 else 's are'} in the cup" + (", others are held in hand." if held else "."),
    ),
    "draw": log.is_drawn,
    "queue": lambda: ("The Controller places a chit face down.",),
    "assign": lambda c, seat: (chit(c), " goes into the cup of ", Ref("seat", seat), "."),
    "trump": lambda c, by: (chit(c), " goes back into the cup: ", chit(by), " is played instead."),
    "last": lambda c: (chit(c), " is played last."),
    "zhukov": lambda: ("Zhukov takes command at Leningrad.",),
    "no effect": log.has_no_effect,
    "activate": log.activates,
    "reserve": lambda c, die, n: (chit(c), f": a {die} activates {n} unit{'' if n == 1 else 's'}."),
    "wake": lambda u: (unit(u), " is activated."),
    "transfer": lambda u: (unit(u), " goes to the next turn of the track."),
    "gate": lambda p: ("19th Army enters at ", place(p), "."),
    "go": log.moves,
    "road": log.moves_by_road,
    "enter": lambda u, p: (unit(u), " enters the map and goes to ", place(p), "."),
    "declare": lambda p, found: ("An attack on ", place(p), " is declared: ", *several(units(found)), "."),
    "cancelled": lambda p: ("The attack on ", place(p), " has fallen below 1:1 and is cancelled."),
    "attack": log.attacks,
    "result": lambda die, column, code: log.roll_on_table(die, f"{column}:1", code),
    "step": log.loses_a_step,
    "eliminated": log.is_eliminated,
    "retreat": log.retreats,
    "advance": log.advances,
    "supply": _supply,
    "recall": lambda u, p: (unit(u), " in ", place(p), " is sent to the Available Box."),
    "withdraw": lambda u: (unit(u), " is withdrawn."),
    "fortify": lambda p: ("A fortress step is built in ", place(p), "."),
    "abandon": lambda p: ("The Stand Fast marker of ", place(p), " is removed."),
    "arrive": lambda u, p: (unit(u), " arrives by rail in ", place(p), "."),
    "score": _score,
}


tell = log.tell(SENTENCES)


LOG = LogTable(
    icons={
        **log.ICONS,
        **dict.fromkeys(("raise", "queue", "assign", "bid", "bids"), "chit"),
        **dict.fromkeys(("station", "gate", "transfer"), "reinforcement"),
        **dict.fromkeys(("reserve", "zhukov"), "command"),
        **dict.fromkeys(("surprise", "cancelled"), "battle"),
        **dict.fromkeys(("recall", "withdraw", "abandon"), "supply"),
    },
    headings={
        "draw": lambda c: ((chit(c),), ""),
        "trump": lambda _c, by: ((chit(by),), ""),
        "last": lambda c: ((chit(c),), ""),
    },
)
