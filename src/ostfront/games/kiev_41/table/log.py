"""The log: events in plain sentences, with references the page can highlight."""

from __future__ import annotations

from ostfront.core.errors import counted
from ostfront.core.page.table import LogTable
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import SIDES
from ostfront.kit.table import log
from ostfront.kit.table.log import place, unit

SIDE = ("The Axis", "The Soviets")
SEAT = ("Axis", "Soviet")
BLOCK = ("An Axis block", "A Soviet block")
LINE = ("An Axis", "A Soviet")
MONTHS = ("", "July", "August", "September", "October", "November", "December")
SKY = dict(zip(WEATHER, ("The sun shines.", "It rains.", "It snows.", "A blizzard rages."), strict=True))
WEAPON = {
    "fleets": "The fleets fire",
    "artillery": "Artillery fires",
    "anti-air": "Anti-air fire",
    "bombers": "The bombers strike",
    "fleet flak": "The fleet fires at the bombers",
}


def verb(side: int, one: str, many: str) -> str:
    """The Axis does, the Soviets do."""
    return f"{SIDE[side]} {one if side == 0 else many}"


def hits(n: int) -> str:
    return f"{n} hit{'' if n == 1 else 's'}"


SENTENCES: log.Sentences = {
    "set up": lambda: ("The armies are set up.",),
    "turn": lambda n: (f"{MONTHS[n]} 1941.",),
    "join": lambda letter, n: (
        f"{counted(n, f'block marked {letter} joins', f'blocks marked {letter} join')} the Soviet pool.",
    ),
    "pause": lambda s: (f"{verb(s, 'declares', 'declare')} a Logistics Pause.",),
    "leader": lambda u, stars, s, n: (
        unit(u), f" is activated at {stars}: the Logistics Value of {SIDE[s][0].lower() + SIDE[s][1:]} is {n}.",
    ),
    "restored": lambda u: (unit(u), " regenerates a step."),
    "replaced": lambda u: (unit(u), " gains a step."),
    "called": lambda s, n: (f"{verb(s, 'calls', 'call')} {n} reinforcement{'' if n == 1 else 's'}.",),
    "arrive": lambda u, p: (unit(u), " arrives in ", place(p), "."),
    "arrival": lambda s, p: (f"{BLOCK[s]} arrives in ", place(p), "."),
    "no place": lambda u: (unit(u), " cannot be placed and returns to the pool."),
    "turned away": lambda s: (f"{BLOCK[s]} cannot be placed and returns to the pool.",),
    "impulse": lambda s, n: (f"Impulse {n}: {SIDE[s][0].lower() + SIDE[s][1:]}.",),
    "forecast": lambda n: (f"The forecast marker is on {n or 'the box without a number'}.",),
    "weather roll": lambda die, box: (f"Weather: a {die} against {box}.",),
    "weather": lambda w: (SKY[WEATHER[w]],),
    "cut off": lambda p: ("Units in ", place(p), " are cut off."),
    "siege": lambda die, n: (f"Sevastopol is cut off: a {die} against {counted(n, 'step')}.",),
    "starve": lambda s, p: (f"{BLOCK[s]} in ", place(p), " is cut off and loses a step."),
    "surrender": lambda u, p: (unit(u), " surrenders in ", place(p), "."),
    "pass": lambda s: (f"{verb(s, 'passes', 'pass')}.",),
    "tactical": lambda s: (f"{verb(s, 'plays', 'play')} a Tactical Impulse.",),
    "strategic": lambda s: (f"{verb(s, 'spends', 'spend')} the disc on a Strategic Impulse.",),
    "reinforce": lambda s: (f"{verb(s, 'spends', 'spend')} the disc on reinforcements.",),
    "exploit": lambda s: (f"{verb(s, 'spends', 'spend')} the disc on an Exploitation Move.",),
    "value": lambda s, n: (f"The Logistics Value is {n}.",),
    "disc": lambda s: (f"The disc goes to {SIDE[s][0].lower() + SIDE[s][1:]}.",),
    "activated": lambda u, p: (unit(u), " is activated in ", place(p), "."),
    "worn out": lambda u: (unit(u), " is worn out and destroyed."),
    "go": log.moves,
    "moved": lambda s, a, b: (f"{BLOCK[s]} moves from ", place(a), " to ", place(b), "."),
    "control": lambda s, p: (f"{verb(s, 'controls', 'control')} ", place(p), "."),
    "budyonny": lambda u: ("Kiev has fallen, and ", unit(u), " with it."),
    "sail": lambda u, p: (unit(u), " is sent to ", place(p), "."),
    "home": lambda u: (unit(u), " returns to its base."),
    "built": lambda s, p: (f"{LINE[s]} Defensive Line is built in ", place(p), "."),
    "disbanded": lambda s, p: (f"{LINE[s]} Defensive Line in ", place(p), " is removed."),
    "line lost": lambda s, p: (f"{LINE[s]} Defensive Line in ", place(p), " is lost."),
    "fire": lambda u, p: ("Artillery of ", unit(u), " supports the battle in ", place(p), "."),
    "bomb": lambda u, p: (unit(u), " supports the battle in ", place(p), "."),
    "guderian": lambda n, p: (f"Guderian rolls {hits(n)} and is now at ", place(p), "."),
    "disc lost": lambda colour: (f"The {colour} disc is turned over for good.",),
    "battle": lambda p, s: (f"{verb(s, 'attacks', 'attack')} in ", place(p), "."),
    "fire at": lambda what, n: (f"{WEAPON[what]}: {hits(n)}.",),
    "ground": lambda s, dice, n: (f"{verb(s, 'rolls', 'roll')} {dice} {'die' if dice == 1 else 'dice'}: {hits(n)}.",),
    "engage": lambda b, f: (unit(b), " attacks ", unit(f), "."),
    "strike": lambda f, n: (unit(f), f" takes {hits(n)}."),
    "sunk": lambda f: (unit(f), " is sunk."),
    "abort": lambda b: (unit(b), " turns back."),
    "down": lambda b: (unit(b), " is shot down."),
    "absorbed": lambda n: (f"{hits(n)} absorbed.",),
    "step": log.loses_a_step,
    "destroyed": lambda u, p: (unit(u), " is destroyed in ", place(p), "."),
    "blitz": lambda u, a, b: (unit(u), " goes on from ", place(a), " to ", place(b), "."),
    "victory": lambda s, a, b: (f"{verb(s, 'wins', 'win')}, {a} victory area{'' if a == 1 else 's'} to {b}.",),
}  # fmt: skip


tell = log.tell(SENTENCES)


LOG = LogTable(
    icons={
        **log.ICONS,
        **dict.fromkeys(
            ("join", "called", "restored", "replaced", "no place", "turned away", "reinforce"), "reinforcement"
        ),
        **dict.fromkeys(
            ("pause", "leader", "value", "disc", "disc lost", "strategic", "tactical", "exploit"), "command"
        ),
        **dict.fromkeys(("forecast", "weather roll", "weather"), "weather"),
        **dict.fromkeys(("siege", "surrender"), "supply"),
        **dict.fromkeys(("fire at", "absorbed"), "dice"),
        **dict.fromkeys(("strike", "sunk", "abort", "down", "guderian"), "air"),
        **dict.fromkeys(("worn out", "line lost", "budyonny"), "loss"),
        "home": "move",
        "pass": "command",
        "impulse": "command",
    },
    headings={"impulse": lambda s, n: ((f"Impulse {n}, {SEAT[s]}",), SIDES[s])},
)
