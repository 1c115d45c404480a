"""The log: events in plain sentences, with references the page can light up; cities stand beside their hexes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ostfront.core.errors import counted
from ostfront.core.page.table import LogTable
from ostfront.core.play.rules import Line, Ref
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_1941.facts import AXIS, Facts
from ostfront.kit.table import log
from ostfront.kit.table.log import place, several, unit

WHO = ("The Axis", "The Soviets")
WHOSE = ("Axis", "Soviet")
MARKERS = {
    "lost_infantry": "German infantry",
    "lost_motorised": "German motorised",
    "lost_soviet": "Soviet infantry",
}
TRIGGERS = (
    "Hungary joins the war: its corps arrive on the next two turns.",
    "The motherland is in danger: militia may be raised.",
    "Mobilisation: the Soviets may build three forts a turn.",
    "The Stavka is reorganised: the Soviets may use Joukov.",
    "Partisans rise behind the front.",
)


def tell(facts: Facts, event: Event) -> Line:
    """What an event says."""
    if event.kind == "eliminated" and event.args[1] >= facts.grid.size:
        return (unit(event.args[0]), " is out of the game.")  # the fleet, which is in no hex
    return _with_cities(_cities(facts), SENTENCES[event.kind](*event.args))


@lru_cache(maxsize=8)
def _cities(facts: Facts) -> Mapping[int, str]:
    return {site.hex: site.name for kind in ("major", "minor") for site in facts.board.sites.of(kind)}


def _with_cities(cities: Mapping[int, str], line: Line) -> Line:
    found: list[str | Ref] = []
    for part in line:
        found.append(part)
        if isinstance(part, Ref) and part.noun == "place" and part.number in cities:
            found.append(f" ({cities[part.number]})")
    return tuple(found)


# ---- words -----------------------------------------------------------------------------------------------


def _all(units: tuple[int, ...]) -> Line:
    return several(unit(u) for u in units)


def _hexes(places: tuple[int, ...]) -> Line:
    return several(place(p) for p in places)


def _side(side: int, verb: str) -> str:
    """A side does something: the Axis takes, the Soviets take."""
    return f"{WHO[side]} {verb}{'s' if side == AXIS else ''}"


def _do(units: tuple[int, ...], one: str, many: str) -> Line:
    """Units, and what they do: moves or move."""
    return (*_all(units), f" {one if len(units) == 1 else many} ")


def _go(units: tuple[int, ...], a: int, b: int) -> Line:
    return (*_do(units, "moves", "move"), "from ", place(a), " to ", place(b), ".")


def _overrun(units: tuple[int, ...], a: int, target: int) -> Line:
    return (*_do(units, "overruns", "overrun"), place(target), " from ", place(a), ".")


def _follow(units: tuple[int, ...], _a: int, b: int) -> Line:
    return (*_do(units, "breaks", "break"), "through to ", place(b), ".")


def _attack(target: int, units: tuple[int, ...]) -> Line:
    return (*_do(units, "attacks", "attack"), place(target), ".")


def _retreat(units: tuple[int, ...], a: int, b: int) -> Line:
    return (*_do(units, "retreats", "retreat"), "from ", place(a), " to ", place(b), ".")


# ---- fighting --------------------------------------------------------------------------------------------


def _result(dice: tuple[int, ...], modifier: int, column: str, attacker: int, defender: int) -> Line:
    roll = "A " + " and a ".join(map(str, dice))
    if modifier:
        roll += f", modified by {modifier:+} to {sum(dice) + modifier},"
    return (f"{roll} on the {column} column: {losses(attacker, defender)}.",)


def losses(attacker: int, defender: int) -> str:
    if attacker and defender:
        return f"the attacker loses {counted(attacker, 'step')}, the defender {defender}"
    lost = max(attacker, defender)
    return f"the {'attacker' if attacker else 'defender'} loses {counted(lost, 'step')}" if lost else "no losses"


def _reaction(u: int, die: int, succeeded: int) -> Line:
    return (unit(u), f" tries to react: a {die}, ", "it may move." if succeeded else "it stays.")


def _coup(die: int, succeeded: int) -> Line:
    return (f"Coup de main: a {die}, " + ("the river does not count." if succeeded else "it fails."),)


def _strike(u: int, die: int, left: int) -> Line:
    if left:
        end = f"the fleet has {counted(left, 'step')} left."
    else:
        end = "the fleet is sunk."
    return (unit(u), f" flies against the Baltic Fleet: a {die}, {end}")


def _drop(u: int, p: int, die: int, survives: int) -> Line:
    return (unit(u), " drops on ", place(p), f": a {die}, ", "it lands." if survives else "it is lost.")


def _eliminated(u: int, p: int) -> Line:
    return (unit(u), " is eliminated in ", place(p), ".")


# ---- supply and railways ---------------------------------------------------------------------------------


def _isolation(side: int, new: tuple[int, ...], relieved: tuple[int, ...], still: tuple[int, ...]) -> Line:
    """Who is marked, who is free again, who stays cut off."""
    parts: list[str | Ref] = []
    for title, units in (("isolated", new), ("back in supply", relieved), ("still isolated", still)):
        if units:
            parts += [f"{'; ' if parts else f'{WHOSE[side]} units '}{title}: ", *_all(units)]
    return (*parts, ".")


def _railhead(_marker: int, a: int, b: int) -> Line:
    start: Line = ("A rail marker goes from ", place(a), " to ") if a >= 0 else ("A rail marker is placed in ",)
    return (*start, place(b), ".")


def _marker_back(_marker: int, a: int, b: int) -> Line:
    end: Line = (" falls back to ", place(b), ".") if b >= 0 else (" leaves the map.",)
    return ("The rail marker in ", place(a), *end)


def _rail(places: tuple[int, ...], side: str, again: str = "") -> Line:
    return ("The railway in ", *_hexes(places), f" is {side}{again}.")


# ---- coming back -----------------------------------------------------------------------------------------


def _rebuild(u: int, dead: int, p: int) -> Line:
    end: Line = (".",) if u == dead else (" in place of ", unit(dead), ".")
    return (unit(u), " is rebuilt with 1 step in ", place(p), *end)


def _murmansk(die: int) -> Line:
    return (f"Murmansk: a {die}, " + ("the town falls; Dietl's corps comes." if die == 6 else "it holds."),)


def _compulsory(die: int, n: int) -> Line:
    demand = f"the Soviets must attack {counted(n, 'hex', 'hexes')}" if n else "the Soviets need not attack"
    return (f"Compulsory attacks: a {die}, {demand} this turn.",)


def _missed(made: int, n: int) -> Line:
    attacked = counted(made, "hex", "hexes") if made else "no hex"
    demanded = f"{n} {'was' if n == 1 else 'were'} demanded"
    return (f"The Soviets attacked {attacked} where {demanded}: a point for the Axis.",)


SENTENCES: log.Sentences = {
    "arranged": lambda u, p: (unit(u), " is set up in ", place(p), "."),
    "turn": log.turn,
    "phase": lambda side: (f"{WHOSE[side]} operations phase.",),
    "go": _go,
    "overrun": _overrun,
    "follow": _follow,
    "sail": lambda u, a, b: (unit(u), " goes by sea from ", place(a), " to ", place(b), "."),
    "ride": lambda u, a, b: (unit(u), " goes by rail from ", place(a), " to ", place(b), "."),
    "rebase": lambda u, a, b: (unit(u), " rebases from ", place(a), " to ", place(b), "."),
    "drop": _drop,
    "drop over": lambda u: (unit(u), " has no more attack to support and is gone."),
    "airborne gone": lambda u: (unit(u), " leaves the game after turn 5."),
    "attack": _attack,
    "fly": lambda u, p: (unit(u), " flies over ", place(p), "."),
    "fleet": lambda p: ("The Baltic Fleet fires at ", place(p), "."),
    "guns": lambda side, left: (
        f"{_side(side, 'spend')} an artillery point; {left or 'none'} {'is' if left == 1 else 'are'} left.",
    ),
    "para": lambda u, p: (unit(u), " supports the combat in ", place(p), "."),
    "joukov": lambda p: ("Joukov takes a hand in the combat in ", place(p), "."),
    "coup": _coup,
    "reaction": _reaction,
    "reacts": lambda u, a, b: (unit(u), " reacts from ", place(a), " to ", place(b), "."),
    "lead": lambda u: (unit(u), " leads."),
    "result": _result,
    "step": lambda u, left: (unit(u), f" loses a step and has {left} left."),
    "loss counted": lambda marker, box: (f"The {MARKERS[marker]} loss marker moves to {box}.",),
    "eliminated": _eliminated,
    "retreat": _retreat,
    "stand": lambda p: ("The defenders of ", place(p), " stand."),
    "advance": lambda u, _a, b: (unit(u), " advances into ", place(b), "."),
    "strike": _strike,
    "mined": lambda: ("The Gulf of Finland is mined: the Baltic Fleet is shut in at Leningrad.",),
    "captured": lambda side, p: (f"{_side(side, 'take')} ", place(p), "."),
    "air lost": lambda u, p: (unit(u), " loses its base in ", place(p), " and comes back in two turns."),
    "scattered": lambda u, p: (unit(u), " is scattered in ", place(p), "."),
    "militia": lambda u, p: (unit(u), " is raised in ", place(p), "."),
    "partisans": lambda u, p: (unit(u), " appears in ", place(p), "."),
    "rising": lambda u, p: (unit(u), " frees ", place(p), ", which no longer counts for the Axis."),
    "partisans gone": lambda u, p: (unit(u), " is driven out of ", place(p), "."),
    "fortify": lambda side, p: (f"{_side(side, 'build')} a fort in ", place(p), "."),
    "dismantle": lambda side, p: (f"{_side(side, 'remove')} the fort in ", place(p), "."),
    "fort gone": lambda p: ("The fort in ", place(p), " is gone."),
    "fed": lambda p, units: (place(p), ", though cut off, supplies ", *_all(units), "."),
    "isolation": _isolation,
    "attrition": lambda u, p: (unit(u), ", still isolated in ", place(p), ", pays with a step."),
    "blitzkrieg": lambda u, p: (unit(u), ", cut off by panzers in ", place(p), ", loses a step at once."),
    "railhead": _railhead,
    "lay": lambda _marker, p: ("A rail marker moves to ", place(p), "."),
    "segment": lambda places: _rail(places, "Axis"),
    "railway cut": lambda places: _rail(places, "Soviet", " again"),
    "marker back": _marker_back,
    "refit": lambda u, steps: (unit(u), f" receives a step and has {steps}."),
    "rebuild": _rebuild,
    "shock": lambda u, army, p: (unit(u), " takes the place of ", unit(army), " in ", place(p), "."),
    "paratroop point": lambda u: (unit(u), " is broken up for an infantry replacement point."),
    "disband": lambda u, p: (unit(u), " in ", place(p), " is disbanded."),
    "arrival": lambda u, p: (unit(u), " arrives in ", place(p), "."),
    "at hand": lambda u: (unit(u), " is at hand for a drop."),
    "trigger": lambda i: (TRIGGERS[i],),
    "points": lambda n: (f"The Axis has {counted(n, 'victory point')}.",),
    "murmansk": _murmansk,
    "compulsory": _compulsory,
    "missed": _missed,
}


LOG = LogTable(
    icons={
        **log.ICONS,
        **dict.fromkeys(("arranged", "shock", "paratroop point", "at hand", "partisans", "rising"), "reinforcement"),
        **dict.fromkeys(("drop over", "para", "strike", "air lost", "scattered", "airborne gone"), "air"),
        **dict.fromkeys(("joukov", "lead"), "command"),
        **dict.fromkeys(("coup", "reaction", "murmansk", "compulsory"), "dice"),
        **dict.fromkeys(("blitzkrieg", "railhead", "lay", "segment", "railway cut", "marker back"), "supply"),
        **dict.fromkeys(("loss counted", "partisans gone", "fort gone", "dismantle"), "loss"),
        **dict.fromkeys(("trigger", "missed"), "victory"),
        "reacts": "move",
        "stand": "battle",
    },
)
