"""Advice in a sentence: an action, with those that belong to it, in the names that players use.

`SAYS` has a sentence for words that several games share; a game's own are in its verbs' help. What the officer would
do next belongs to it where a choice leads on (a unit is picked up, and goes somewhere) or an attack is being put
together. Everything comes from a view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ostfront.core.errors import listed
from ostfront.core.page.questions import OddsTable, odds
from ostfront.core.page.table import Look, PageStruct, table_of
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View

MOST = 24  # actions that belong together
JOINS = "with"  # lets another unit take part
SAYS = {
    "pick with go": "Move {units} to {place}", "with go": "Take {units} along and go to {place}",
    "pick with assault": "Assault {place} with {units}", "pick with overrun": "Overrun {place} with {units}",
    "pick go": "Move {unit} to {place}", "pick road": "Move {unit} to {place} by road",
    "pick rail": "Move {unit} to {place} by rail", "pick place": "Set {unit} up in {place}",
    "pick at": "Set {unit} up in {place}", "pick reveal": "Reveal {unit} where it is",
    "pick overrun": "Overrun {place} with {unit}", "pick assault": "Assault {place} with {unit}",
    "pick stop": "Leave {unit} where it is", "call place": "Bring {unit} in at {place}",
    "call go": "Bring {unit} in and move it to {place}", "enter road": "Bring {unit} in by road, to {place}",
    "rebuild at": "Rebuild {unit} in {place}", "bring at": "Bring {unit} onto the map in {place}",
    "base at": "Base {unit} in {place}", "entrain ride": "Take {unit} by rail to {place}",
    "sail at": "Send {unit} by sea to {place}", "drop at": "Drop {unit} on {place}",
    "react go": "React with {unit} to {place}", "transfer at": "Transfer {unit} to {place}",
    "deploy at": "Bring {unit} out of reserve in {place}", "railhead lay": "Lay rail to {place}",
    "attack": "Attack {place} with {units}", "fight": "Fight for {place}", "resolve": "Resolve the attack on {place}",
    "ready": "Declare the attack on {target}",
    "overrun": "Overrun {place} with {hand}", "assault": "Assault {place} with {hand}",
    "go": "Move {hand} to {place}", "road": "Move {hand} to {place} by road",
    "rail": "Move {hand} to {place} by rail",
    "at": "Put {hand} in {place}", "place": "Put {hand} in {place}", "ride": "Take {hand} by rail to {place}",
    "stop": "Leave {hand} where it is", "with": "Add {units} to the attack on {target}",
    "with alone": "Take {units} along",
    "pass": "Commit nothing more at {target}", "relocate": "Relocate {unit} to {place}",
    "pick relocate": "Relocate {unit} to {place}", "send": "Send {unit} to {place}",
    "fire": "Support the battle of {place} with the artillery of {unit}",
    "bomb": "Support the battle of {place} with {unit}", "blitz": "Go on into {place} with {unit}",
    "fly": "Send {unit} to the battle of {target}", "fortify": "Fortify {place}", "withdraw": "Withdraw {unit}",
    "rockets": "Fire the rockets at {place}", "bombard": "Bombard {place}",
    "lose": "Take the loss with {unit}", "retreat": "Retreat {unit} to {place}",
    "advance": "Advance {unit} to {place}",
    "advance alone": "Advance {unit}", "select": "Put {chit} into the cup", "lead": "Let {unit} lead",
}  # fmt: skip


class Hint(PageStruct, frozen=True):
    """Advice: the sentence, what to light on the board, and the actions that carry it out."""

    says: str
    line: tuple[str, ...]
    units: tuple[str, ...]
    places: tuple[str, ...]


# ---- names -----------------------------------------------------------------------------------------------


class Names(NamedTuple):
    """The words of actions as players read them, by noun."""

    pieces: Mapping[str, str]
    places: Mapping[str, str]
    chits: Mapping[str, str]
    sides: Mapping[str, str]  # of pieces

    def of(self, noun: str, word: str) -> str:
        found = {"unit": self.pieces, "place": self.places, "chit": self.chits}.get(noun, {})
        return found.get(word) or word


@lru_cache(maxsize=8)
def names(rules: Rules) -> Names:
    table = table_of(rules).table(rules)
    numbered = {p.id for p in table.places if p.kind == "hex" or (p.kind == "area" and p.id.isdigit())}
    places = {p.id: f"{p.name} ({p.id})" if p.name and p.id in numbered else p.name for p in table.places}
    return Names(
        {piece.id: piece.name for piece in table.pieces}, places, {chit.id: chit.name for chit in table.chits},
        {piece.id: piece.side for piece in table.pieces},
    )  # fmt: skip


# ---- what belongs together -------------------------------------------------------------------------------


def whole_line(view: View, first: Action, choose: Callable[[View], Action]) -> list[Action]:
    """The action and what the same player would do after it, as long as that belongs to it."""
    world = view.imagine("hint")
    look, line = table_of(view.rules).look, [first]
    before = look(view)
    while len(line) < MOST:
        world.push(line[-1], world.decision_of(view.seat))
        if not any(d.seat == view.seat for d in world.state.pending):
            break
        there = world.view(view.seat)
        now = look(there)
        kind = view.rules.kinds[there.decisions[0].kind]
        if not _goes_on(before, now, line[-1].verb, kind.names):
            break
        line.append(choose(there))
        before = now
    return line


def _goes_on(before: Look, now: Look, verb: str, offered: Sequence[str]) -> bool:
    """Whether the choice has led on to another, or a march or an attack is still being put together."""
    if before.leads_to.get(verb) in offered or (verb == JOINS and now.in_hand):
        return True
    return now.planner is not None and bool(now.planner.target and now.planner.add)


# ---- the sentence ----------------------------------------------------------------------------------------


def hint(view: View, line: Sequence[Action]) -> Hint:
    """A line of actions as advice."""
    words = view.rules.vocabulary
    known, look = names(view.rules), table_of(view.rules).look(view)
    texts = [words.text(action) for action in line]
    found: dict[str, list[str]] = {"unit": [], "place": [], "chit": []}
    for action, text in zip(line, texts, strict=True):
        takes = words.verbs[action.verb].takes
        for at, word in enumerate(text.split()[1:]):
            found.setdefault(takes[min(at, len(takes) - 1)].rstrip("*"), []).append(word)
    target = look.planner.target if look.planner else ""
    says = _words(view, line, found, look, known) + _odds_words(view, texts, target, look, known)
    says += "" if says.endswith("!") else "."
    units = tuple(dict.fromkeys([*found["unit"], *([look.in_hand] if look.in_hand else [])]))
    return Hint(says, tuple(texts), units, tuple(dict.fromkeys([*found["place"], *([target] if target else [])])))


def _words(view: View, line: Sequence[Action], found: Mapping[str, list[str]], look: Look, known: Names) -> str:
    verbs = list(dict.fromkeys(action.verb for action in line))
    units = [known.of("unit", unit) for unit in found["unit"]]
    target = look.planner.target if look.planner else ""
    if verbs[0] == "attack" and not units and look.planner:
        # the only one who can joins without being named
        field = next((one for one in look.planner.targets if one.place in found["place"]), None)
        units = [known.of("unit", unit) for unit in field.units] if field else []
    values = {
        "unit": units[0] if units else "", "units": listed(units),
        "place": known.of("place", found["place"][-1] if found["place"] else target),
        "chit": known.of("chit", found["chit"][0]) if found["chit"] else "",
        "hand": known.of("unit", look.in_hand) if look.in_hand else "",
        "target": known.of("place", target) if target else "",
    }  # fmt: skip
    for key in (" ".join(verbs[:3]), " ".join(verbs[:2]), verbs[0], f"{verbs[0]} alone"):
        if key in SAYS and all(value or f"{{{name}}}" not in SAYS[key] for name, value in values.items()):
            return SAYS[key].format(**values)
    return _help(view, line, known)


def _help(view: View, line: Sequence[Action], known: Names) -> str:
    """What the verbs say of themselves, with the names of what they are about."""
    words, told = view.rules.vocabulary, []
    for action in line[:2]:
        verb = words.verbs[action.verb]
        about = [
            known.of(verb.takes[min(at, len(verb.takes) - 1)].rstrip("*"), word)
            for at, word in enumerate(words.text(action).split()[1:])
        ]
        told.append(verb.help + (f": {listed(about)}" if about else ""))
    text = ", then ".join(told)
    return text[:1].upper() + text[1:]


def _odds_words(view: View, texts: Sequence[str], target: str, look: Look, known: Names) -> str:
    """The odds of a battle: the column, and the chance to take the place."""
    planner = look.planner
    if planner is None or not (target or any(known.places.keys() & text.split()[1:] for text in texts)):
        return ""  # an air strike on a fleet takes no place
    asked = list(texts)
    if len(asked) > 1 and asked[-1] == planner.roll:
        asked = asked[:-1]  # it only closes what the ones before it have put together
    found: OddsTable | None = odds(view, asked)
    if found is None or not found.rows:
        return ""
    attackers = planner.joined
    mine = view.rules.seats[view.seat].side
    column = f"{found.column}, " if found.column else ""
    if attackers and known.sides.get(attackers[0], mine) != mine:
        return f": {column}{chance(found.taken)} that {known.of('place', target)} falls"
    return f": {column}{chance(found.taken)} to take it"


def chance(taken: float) -> str:
    """A chance as it is said."""
    percent = round(taken * 100)
    if percent in (0, 100):
        return "no chance" if percent == 0 else "certain"
    article = "an" if percent in (8, 11, 18) or 80 <= percent < 90 else "a"
    return f"{article} {percent} % chance"
