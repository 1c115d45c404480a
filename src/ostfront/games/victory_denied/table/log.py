"""The log: events in plain sentences, with references the page can highlight."""

from __future__ import annotations

from ostfront.core.page.table import LogTable
from ostfront.core.play.rules import Line, Ref
from ostfront.kit.table import log
from ostfront.kit.table.log import chit, place, several, unit

SIDE = ("The Germans", "The Soviets")
DIRECTIVE = {
    "moscow": "Objective Moscow",
    "distracted": "Hitler Distracted",
    "distract": "Hitler Distracted",
    "choice": "Guderian's Choice",
}
WEAPON = ("Artillery fires at ", "Rockets are fired at ", "The bomber attacks ")


def _isolation(cut: tuple[int, ...]) -> Line:
    if not cut:
        return ("No unit is isolated.",)
    return ("Isolated: ", *several(unit(u) for u in cut), ".")


SENTENCES: log.Sentences = {
    "turn": log.turn,
    "select": lambda side, c: (f"{SIDE[side]} select ", chit(c), "."),
    "cup": lambda n, held: (
        f"{n} {'chit is' if n == 1 else 'chits are'} in the cup" + (", Guderian is in his box." if held else "."),
    ),
    "draw": log.is_drawn,
    "trump": lambda c: ("Guderian trumps ", chit(c), ", which goes back into the cup."),
    "guderian last": lambda: ("Guderian is played last.",),
    "no effect": log.has_no_effect,
    "activate": log.activates,
    "lead": lambda u: ("The corps is activated from ", unit(u), "."),
    "special combat": lambda: ("2nd Panzer Group attacks before the first chit.",),
    "first chit": lambda c: (chit(c), " is played first."),
    "go": log.moves,
    "road": log.moves_by_road,
    "enter": lambda u, p: (unit(u), " enters the map and stops in ", place(p), "."),
    "attack": log.attacks,
    "no attack": lambda targets: (
        "No attack is possible: the odds against ",
        *several(place(p) for p in targets),
        " are below 1-1 after terrain shifts (9.3.6).",
    ),
    "row 9": lambda die: (f"A {die} without a new division counts as a 9.",),
    "stuka": lambda p: ("A Stuka is committed over ", place(p), "."),
    "result": lambda die, column, code: log.roll_on_table(die, f"{column}-1", code),
    "elite": lambda u: (unit(u), " is drawn from the elite cup."),
    "no room": lambda u: (unit(u), " has no room and goes back to the cup."),
    "join": lambda u, p: (unit(u), " joins the attack in ", place(p), "."),
    "step": log.loses_a_step,
    "eliminated": log.is_eliminated,
    "retreat": log.retreats,
    "follow": lambda hq, p: (unit(hq), " goes along to ", place(p), "."),
    "advance": log.advances,
    "overrun": lambda u, hq, p: (unit(u), " overruns ", unit(hq), " in ", place(p), "."),
    "relocate": lambda hq, a, b: (unit(hq), " relocates from ", place(a), " to ", place(b), "."),
    "hq lost": lambda hq: (unit(hq), " cannot relocate and is lost."),
    "hq removed": lambda hq, p: (unit(hq), " in ", place(p), " has no unit in range and is removed."),
    "capture": lambda p: ("The Germans take the VP chit of ", place(p), "."),
    "recapture": lambda p, v: ("The Soviets retake ", place(p), " and place ", Ref("vp", v), " there."),
    "steal": lambda colour: (f"The Soviets take a {('gold', 'blue')[colour]} VP chit out of the German box.",),
    "guns": lambda die, n: (f"Artillery: a {die} gives {n} attack{'' if n == 1 else 's'}.",),
    "fire": lambda p, weapon: (WEAPON[weapon], place(p), "."),
    "stuka back": lambda n: (f"A Stuka returns; {n} {'is' if n == 1 else 'are'} ready.",),
    "starve": lambda u: (unit(u), " is out of supply."),
    "isolation": _isolation,
    "disband": lambda u, p: (unit(u), " in ", place(p), " is disbanded."),
    "timoshenko": lambda: ("Timoshenko's force enters the map.",),
    "chit added": lambda c: (chit(c), " is added to the cup."),
    "place": lambda u, p: (unit(u), " is placed in ", place(p), "."),
    "pvo lost": lambda u: (unit(u), " cannot be placed and is lost."),
    "stars": lambda die: (f"Star units: a {die}.",),
    "star": lambda u: (unit(u), " joins the Reserve Box."),
    "release": lambda u: (unit(u), " is released from the Minsk Pocket."),
    "escape roll": lambda die, n: (f"Minsk: a {die}, {n} Soviet unit{'' if n == 1 else 's'} may escape.",),
    "escape": lambda u: (unit(u), " escapes from the Minsk Pocket."),
    "pocket lost": lambda u: (unit(u), " is lost in the Minsk Pocket."),
    "directive": lambda die, word: (f"Hitler's directive: a {die}, {DIRECTIVE[word]}.",),
    "choice": lambda word: (f"The Germans choose: {DIRECTIVE[word]}.",),
    "withdraw": lambda u, p: (unit(u), " in ", place(p), " is withdrawn."),
}


tell = log.tell(SENTENCES)


LOG = LogTable(
    icons={
        **log.ICONS,
        **dict.fromkeys(
            ("elite", "release", "escape", "escape roll", "stars", "chit added", "timoshenko"), "reinforcement"
        ),
        **dict.fromkeys(("overrun", "special combat", "no attack"), "battle"),
        **dict.fromkeys(("relocate", "follow"), "command"),
        **dict.fromkeys(("hq lost", "hq removed", "pvo lost", "pocket lost"), "loss"),
        **dict.fromkeys(("first chit", "guderian last"), "chit"),
        "row 9": "dice",
        "stuka back": "air",
        "steal": "victory",
        "directive": "dice",
    },
    headings={
        "draw": lambda c: ((chit(c),), ""),
        "first chit": lambda c: ((chit(c),), ""),
        "trump": lambda _c: (("Guderian",), "german"),
        "guderian last": lambda: (("Guderian",), "german"),
    },
)
