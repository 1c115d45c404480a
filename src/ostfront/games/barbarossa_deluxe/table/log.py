"""The log: events in plain sentences, with references the page can light up; towns stand beside their hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ostfront.core.errors import counted
from ostfront.core.page.table import LogTable
from ostfront.core.play.rules import Line, Ref
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.crt import ratio
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SIDES
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, MOVEMENT, NORTH, ODER
from ostfront.kit.table import log
from ostfront.kit.table.log import place, several, unit

WHO = ("The Germans", "The Soviets")
WHOSE = ("German", "Soviet")
ORDERS = {
    FIGHT_MOVE: "fight first, then move",
    MOVE_FIGHT: "move first, then fight",
    FIGHT_FIGHT: "fight twice and do not move",
}
RESULTS = {
    "AE": "all attackers are eliminated",
    "AS": "the attack stalls",
    "BB": "a bloodbath",
    "DR": "the defenders retreat",
    "DE": "all defenders are eliminated",
}
INSTEAD = {"BB": "bloodbath", "DR": "retreat"}
NUMBERS = ("No", "A", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
DEPOTS = "ABC"
SURRENDER = 5  # 4.15


def tell(facts: Facts, event: Event) -> Line:
    """What an event says."""
    return _with_towns(_towns(facts), SENTENCES[event.kind](*event.args))


@lru_cache(maxsize=8)
def _towns(facts: Facts) -> Mapping[int, str]:
    return {site.hex: site.name for kind in ("city", "oil", "industry") for site in facts.board.sites.of(kind)}


def _with_towns(towns: Mapping[int, str], line: Line) -> Line:
    found: list[str | Ref] = []
    for part in line:
        found.append(part)
        if isinstance(part, Ref) and part.noun == "place" and part.number in towns:
            found.append(f" ({towns[part.number]})")
    return tuple(found)


# ---- words -----------------------------------------------------------------------------------------------


def _all(units: tuple[int, ...]) -> Line:
    return several(unit(u) for u in units)


def _do(units: tuple[int, ...], one: str, many: str) -> Line:
    """Units, and what they do: moves or move."""
    return (*_all(units), f" {one if len(units) == 1 else many} ")


def _at(u: int, doing: str, p: int) -> Line:
    return (unit(u), f" {doing} ", place(p), ".")


def _from_to(u: int, doing: str, a: int, b: int) -> Line:
    return (unit(u), f" {doing} from ", place(a), " to ", place(b), ".")


def _points(n: int) -> str:
    return counted(n, "point")


# ---- moving ----------------------------------------------------------------------------------------------


def _go(units: tuple[int, ...], a: int, b: int) -> Line:
    return (*_do(units, "moves", "move"), "from ", place(a), " to ", place(b), ".")


def _mobile_assault(units: tuple[int, ...], a: int, target: int) -> Line:
    return (*_do(units, "assaults", "assault"), place(target), " on the move from ", place(a), ".")


def _retreat(units: tuple[int, ...], a: int, path: tuple[int, ...]) -> Line:
    way: Line = (" by ", *several(place(p) for p in path[:-1])) if len(path) > 1 else ()
    return (*_do(units, "retreats", "retreat"), "from ", place(a), " to ", place(path[-1]), *way, ".")


def _return(units: tuple[int, ...], p: int) -> Line:
    return (*_do(units, "enters", "enter"), "the map from Bulgaria in ", place(p), ".")


# ---- fighting --------------------------------------------------------------------------------------------


def _attack(target: int, units: tuple[int, ...]) -> Line:
    return (*_do(units, "attacks", "attack"), place(target), ".")


def _odds(attack: int, defence: int, step: int) -> Line:
    return (f"{attack} to {defence}; with all shifts the odds are {ratio(step)}.",)


def _result(die: int, step: int, result: str) -> Line:
    roll = f"A {die} at {ratio(step)}" if die else f"{ratio(step)} needs no die"
    return (f"{roll}: {RESULTS[result]}.",)


def _converted(old: int | str, new: int | str, *where: int) -> Line:
    """A result that becomes another, or a unit that becomes another."""
    if isinstance(old, int) and isinstance(new, int):
        return (unit(old), " becomes ", unit(new), " in ", place(where[0]), ".")
    return (f"Instead of a {INSTEAD[str(old)]}, {RESULTS[str(new)]}.",)


def _luftwaffe(target: int, side: int) -> Line:
    return ("The Luftwaffe flies in ", "the attack on " if side == GERMAN else "defence of ", place(target), ".")


def _moscow(die: int, modifier: int) -> Line:
    more = f" and {modifier} more" if modifier else ""
    return (
        f"Moscow has fallen: a {die}{more}. The Soviet Union ",
        "surrenders." if die + modifier >= 5 else "fights on.",
    )


# ---- what the German sees of the Soviets (11.7) -----------------------------------------------------------


def _unseen(kind: str, seen: tuple[int, ...], hidden: int, told: tuple[Any, ...]) -> Line:
    """Units are named as far as they are seen; the others are counted."""
    return UNSEEN[kind](_some(seen, hidden), len(seen) + hidden > 1, *told)


def _some(seen: tuple[int, ...], hidden: int) -> Line:
    number = NUMBERS[hidden] if hidden < len(NUMBERS) else str(hidden)
    others = f"{'another' if hidden == 1 else f'{number.lower()} more'} unit" if seen else f"{number} unit"
    return several([*(unit(u) for u in seen), others if hidden == 1 else f"{others}s"])


def _unseen_retreat(who: Line, many: bool, a: int, path: tuple[int, ...]) -> Line:
    way: Line = (" by ", *several(place(p) for p in path[:-1])) if len(path) > 1 else ()
    return (*who, f" {'retreat' if many else 'retreats'} from ", place(a), " to ", place(path[-1]), *way, ".")


def _between(one: str, several_do: str) -> Callable[..., Line]:
    return lambda who, many, a, b: (
        *who, f" {several_do if many else one} from ", place(a), " to ", place(b), ".",
    )  # fmt: skip


def _there(one: str, several_do: str) -> Callable[..., Line]:
    return lambda who, many, p: (*who, f" {several_do if many else one} ", place(p), ".")


UNSEEN: log.Sentences = {
    "arranged": _there("is set up in", "are set up in"),
    "attached": lambda _who, _many, p: ("A cavalry-mechanized group joins an army in ", place(p), "."),
    "converted": lambda _who, _many, old, new: (unit(old), " becomes ", unit(new), "."),
    "reserve": _there("goes to the RVGK box from", "go to the RVGK box from"),
    "deploy": _there("comes out of the RVGK box in", "come out of the RVGK box in"),
    "emergency": _there("is thrown in from the RVGK box in", "are thrown in from the RVGK box in"),
    "transfer": _between("is transferred", "are transferred"),
    "go": _between("moves", "move"),
    "halt": _there("stops in", "stop in"),
    "mobile assault": lambda who, many, a, target: (
        *who, f" {'assault' if many else 'assaults'} ", place(target), " on the move from ", place(a), ".",
    ),
    "attack": _there("attacks", "attack"),
    "guns": lambda _who, _many: ("An artillery corps doubles an attacking army.",),
    "wings": lambda _who, _many: ("An air army supports an attacking army.",),
    "retreat": _unseen_retreat,
    "advance": _between("advances", "advance"),
}  # fmt: skip


# ---- the administrative phase ----------------------------------------------------------------------------


def _withdrawn(u: int, _place: int, back: int) -> Line:
    return (unit(u), " is withdrawn" + (f" until turn {back}." if back else "."))


def _comb_out(die: int, units: int) -> Line:
    return (f"Rear-area comb-out: a {die}, {counted(units, 'unit')} may be rebuilt.",)


def _side_declines(side: int) -> Line:
    return (f"{WHO[side]} decline the withdrawal.",)


# ---- points ----------------------------------------------------------------------------------------------


def _points_change(change: int, total: int, clause: str) -> Line:
    doing = "gain" if change > 0 else "lose"
    return (f"The Germans {doing} {_points(abs(change))} [BD {clause}]: {total} in all.",)


def _forgiven(change: int, total: int) -> Line:
    return (f"The check does not end the game: {change:+} forgiveness points, {total:+} in all.",)


def _phase(side: int, phase: int) -> Line:
    return (f"{WHOSE[side]} {'movement' if phase == MOVEMENT else 'prepared assault'} phase.",)


SENTENCES: log.Sentences = {
    # the sequence
    "turn": log.turn,
    "player turn": lambda side: (f"{WHOSE[side]} player turn.",),
    "phase": _phase,
    "order": lambda side, order: (f"{WHO[side]} {ORDERS[order]}.",),
    "zone": lambda zone: (f"The German effort of 1942 is in the {'north' if zone == NORTH else 'south'}.",),
    "pause": lambda taken: (
        "The Germans take the Paulus Pause." if taken else "The Germans press on without a pause.",
    ),
    "offensive": lambda gambit: (
        "Manstein's Gambit: everything on one offensive."
        if gambit
        else "The German summer offensive of 1943 begins.",
    ),
    "offensive failed": lambda die: (f"There is no successful offensive in 1943: a {die}.",),
    "offensive succeeded": lambda: ("The summer offensive has succeeded.",),
    "chosen": lambda what: (f"You have chosen the {'Oder' if what == ODER else 'Rhine'}.",),
    "operation": lambda what: (f"The last German offensive: Watch on the {'Oder' if what == ODER else 'Rhine'}.",),
    "arranged": lambda u, p: _at(u, "is set up in", p),
    "unseen": _unseen,
    "shown": lambda u, p: _at(u, "is laid on top in", p),
    # coming and going
    "arrival": lambda u, p: _at(u, "arrives in", p),
    "forfeit": lambda u: (unit(u), " is not placed and is lost."),
    "held": lambda u: (unit(u), " goes to the RVGK box."),
    "called": lambda u: (unit(u), " is called up for this turn."),
    "attached": lambda u, p: (unit(u), " joins ", unit(p), "."),
    "rebuild": lambda u, p: _at(u, "is rebuilt in", p),
    "comb-out": _comb_out,
    "waits": lambda u: (unit(u), " waits to be converted."),
    "disbanded": lambda u, p: _at(u, "is disbanded in", p),
    "withdrawn": _withdrawn,
    "declined": _side_declines,
    "put off": lambda u: (unit(u), " is cut off and cannot be withdrawn yet."),
    "interceptors leave": lambda: ("The VI Interceptor Corps leaves.",),
    "poles": lambda u, p: _at(u, "takes the field in", p),
    "defection": lambda: ("Romania changes sides.",),
    "satellite": lambda u, turn: (unit(u), f" will join the Soviets on turn {turn}."),
    "return": _return,
    "returns": lambda u, turn: (unit(u), f" will be back on turn {turn}."),
    "wall": lambda p: ("An East Wall line is built in ", place(p), "."),
    "area": lambda p: ("A Fortified Area is built around ", place(p), "."),
    "area forfeit": lambda: ("There is no place for the Fortified Area.",),
    "area lost": lambda p: ("The Fortified Area around ", place(p), " is lost."),
    "broken": lambda p: ("The German line in ", place(p), " is broken."),
    # reserves and transport
    "reserve": lambda u, p: _at(u, "goes to the RVGK box from", p),
    "deploy": lambda u, p: _at(u, "comes out of the RVGK box in", p),
    "emergency": lambda u, p: _at(u, "is thrown in from the RVGK box in", p),
    "transfer": lambda u, a, b: _from_to(u, "is transferred", a, b),
    "sail": lambda u, a, b: _from_to(u, "sails", a, b),
    # supply
    "depot": lambda n, p: (f"Offensive supply {DEPOTS[n]} is placed in ", place(p), "."),
    "depots barred": lambda: ("Moscow is German: there is no Soviet offensive supply.",),
    "depots freed": lambda: ("Moscow is Soviet again: offensive supply flows.",),
    "airlift": lambda p: ("Aerial supply for ", place(p), "."),
    "airlift ready": lambda _turn: ("The German aerial supply marker is ready.",),
    "airlift over": lambda p: ("Aerial supply of ", place(p), " ends."),
    "airlift back": lambda turn: (f"Aerial supply can be flown again from turn {turn}.",),
    "crimea": lambda: ("The Germans supply the Crimea by sea.",),
    "coastal": lambda: ("The Germans draw coastal supply in the Black Sea.",),
    "coast declined": lambda: ("The Germans do without coastal supply in this battle.",),
    "fed": lambda u: (unit(u), " draws Crimea supply."),
    # moving
    "go": _go,
    "halt": lambda units, p: (*_do(units, "stops", "stop"), "in ", place(p), "."),
    "refit": lambda p, die: ("Worn tracks in ", place(p), f": a {die} off the movement of the mechanized units."),
    "leave": lambda u, p: (unit(u), " leaves the map into Bulgaria from ", place(p), "."),
    "control": lambda p, side: (f"{WHO[side]} take ", place(p), "."),
    "hero": lambda p: (place(p), " is a hero city."),
    "fortress": lambda p: (place(p), " is a fortress city."),
    # fighting
    "attack": _attack,
    "mobile assault": _mobile_assault,
    "drop": lambda u, p: _at(u, "drops on", p),
    "landed": lambda u, p: _at(u, "holds", p),
    "luftwaffe": _luftwaffe,
    "guns": lambda u: ("An artillery corps doubles ", unit(u), "."),
    "wings": lambda u: ("An air army supports ", unit(u), "."),
    "interceptors": lambda p: ("The VI Interceptor Corps supports the attack on ", place(p), "."),
    "partisans": lambda p: ("Partisans support the attack on ", place(p), "."),
    "airborne": lambda p: ("Paratroops support the attack on ", place(p), "."),
    "strength": lambda u, die: (unit(u), f" fights with {die}."),
    "odds": _odds,
    "yield": lambda p: ("The defenders of ", place(p), " fall back before the attack."),
    "result": _result,
    "converted": _converted,
    "lose": lambda u: (unit(u), " is given up."),
    "eliminated": lambda u, p: _at(u, "is eliminated in", p),
    "retreat": _retreat,
    "advance": lambda u, a, b: _from_to(u, "advances", a, b),
    "excess": lambda u: (unit(u), " is removed from a stack over the limit."),
    # the Caucasus
    "sent": lambda u, p: _at(u, "leaves for the Caucasus from", p),
    "expedition": lambda: ("The Caucasus expedition is under way.",),
    "answered": lambda u: (unit(u), " is sent against the expedition."),
    "caucasus roll": lambda die, more: (f"Caucasus expedition: a {die}{f' and {more} more' if more else ''}.",),
    "caucasus oil": lambda n: (f"Caucasian oil: {_points(n)}.",),
    "caucasus lost": lambda: ("The Caucasus expedition is destroyed.",),
    "recalled": lambda: ("The Caucasus expedition is recalled.",),
    "re-enter": lambda u, p: _at(u, "comes back from the Caucasus in", p),
    # victory
    "points": _points_change,
    "forgiven": _forgiven,
    "moscow": _moscow,
    "siege": lambda closed: ("Leningrad is under siege." if closed else "The siege of Leningrad is broken.",),
    "stand fast": lambda bound: (
        "The garrison of Stalingrad must stand fast." if bound else "The garrison of Stalingrad is free to move.",
    ),
}


LOG = LogTable(
    icons={
        **log.ICONS,
        **dict.fromkeys(
            ("arranged", "called", "attached", "comb-out", "poles", "satellite", "return"), "reinforcement"
        ),
        **dict.fromkeys(("reserve", "deploy", "emergency", "held", "re-enter", "shown"), "reinforcement"),
        **dict.fromkeys(("order", "zone", "pause", "offensive", "operation", "expedition", "recalled"), "command"),
        **dict.fromkeys(("depot", "depots barred", "depots freed", "airlift", "crimea", "coastal"), "supply"),
        **dict.fromkeys(("interceptors", "airborne", "landed", "interceptors leave"), "air"),
        **dict.fromkeys(("strength", "converted", "offensive failed", "caucasus roll"), "dice"),
        **dict.fromkeys(("lose", "forfeit", "excess", "withdrawn", "broken", "area lost", "defection"), "loss"),
        **dict.fromkeys(("hero", "fortress", "forgiven", "moscow", "siege", "caucasus oil"), "victory"),
        "yield": "retreat",
        "sent": "move",
        "refit": "move",
    },
    headings={"player turn": lambda side: ((f"{WHOSE[side]} player turn",), SIDES[side])},
)
