"""What a seat sees at one moment: on the map, beside it and in hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Battlefield, Commitment, Declared, Figure, Focus, Gone, Planner
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.kit.table.style import style

Known = Mapping[str, Any]  # what a seat knows of the position
PASS = "pass"


def known_to(view: View) -> Known:
    return cast(Known, view.known)


def kind_asked(view: View) -> str:
    """The kind of the seat's first decision; empty when it has nothing to decide."""
    return view.decisions[0].kind if view.decisions else ""


def locals_on_top(known: Known) -> Known:
    """The locals of the running procedure, as far as they are known."""
    local = known["stack"][-1][2] if known["stack"] else None
    return local if isinstance(local, dict) else {}


def under_way(known: Known, procedure: str) -> bool:
    """Whether this procedure is on the stack, on top or below another."""
    return any(name == procedure for name, *_ in known["stack"])


def flagged(known: Known, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """The units that have each flag; who is fighting at this moment does not look spent."""
    locals_ = [local for _, _, local, *_ in known["stack"] if isinstance(local, dict)]
    fighting = {unit for local in locals_ for unit in local.get("attackers", ())}
    return {name: frozenset(known[name]) - (fighting if name == "spent" else set()) for name in names}


def phase(rules: Rules, known: Known, chit_names: Mapping[str, str] | None = None) -> str:
    """Where in the sequence of play: the turn, the chit, the innermost procedure that has a name."""
    names: Mapping[str, str] = style(rules.facts)["phase"]
    chit, doing = "", ""
    for procedure, step, local in known["stack"]:
        if isinstance(local, dict) and local.get("chit"):
            chit = str(local["chit"])
        if procedure == "turn" and step:
            doing = names.get(rules.procedures[procedure].steps[step - 1].name, "")
        doing = names.get(procedure, doing)
    return " · ".join(word for word in (f"Turn {known['turn']}", (chit_names or {}).get(chit, chit), doing) if word)


# ---- on the map ------------------------------------------------------------------------------------------


def lowest_first(count: int, *layers: int) -> Iterator[int]:
    """The units in stacking order: each layer on the one before, all others on top."""
    below = 0
    for layer in layers:
        yield from bits(layer & ~below)
        below |= layer
    yield from (unit for unit in range(count) if not below >> unit & 1)


def marked(marks: Mapping[str, Collection[str]]) -> Mapping[str, tuple[str, ...]]:
    """The marks of each unit that has any."""
    found: dict[str, list[str]] = {}
    for name, members in marks.items():
        for unit in members:
            found.setdefault(unit, []).append(name)
    return {unit: tuple(names) for unit, names in found.items()}


def gone(known: Known, place: str, title: str) -> Iterator[Gone]:
    units = tuple(unit for unit, (at, *_) in known["units"].items() if at == place)
    if units:
        yield Gone(place, title, units)


# ---- deciding --------------------------------------------------------------------------------------------


def focus(
    local: Known, in_hand: str, units: Iterable[str], places: Iterable[str], *, at_most: int | None = None
) -> Focus:
    """The unit in hand, and what the locals hold under these names; not more than `at_most` units of a list."""
    found = [in_hand] if in_hand else []
    for key in units:
        named = local.get(key)
        if isinstance(named, list) and (at_most is None or len(named) <= at_most):
            found += named
    where = tuple(str(local[key]) for key in places if local.get(key))
    return Focus(tuple(dict.fromkeys(found)), where)


def units_by_place(known: Known) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for unit, (place, *_) in known["units"].items():
        found.setdefault(place, []).append(unit)
    return found


def offered(view: View, verb: str) -> Iterator[str]:
    """The nouns that the seat may use with a verb in its first decision."""
    for action in view.options(view.decisions[0]):
        if action.verb == verb:
            yield view.rules.vocabulary.text(action).partition(" ")[2]


def attack_planner(
    targets: Iterable[tuple[str, Iterable[str]]],
    defenders: Mapping[str, Sequence[str]],
    roll: str,
    *,
    joined: Sequence[str] | None = None,
    says: str = "",
    alone: bool = False,
    gain: Callable[[str], str] = lambda _place: "",
    commits: Sequence[Commitment] = (),
) -> Planner:
    """Hexes to attack, each with the units that could; with `joined`, the attack on the one target has begun.

    `commits` are what this seat is asked about next: it declines them by passing.
    """
    fields = tuple(
        Battlefield(place, tuple(able), tuple(defenders.get(place, ())), gain(place)) for place, able in targets
    )
    target = "" if joined is None else fields[0].place
    closes = (PASS,) if commits else ()
    return Planner(
        "attack {place}",
        "with {unit}",
        roll,
        fields,
        target,
        tuple(joined or ()),
        says,
        alone,
        closes,
        tuple(commits),
    )


def last_planner(
    view: View, battle: Known, defenders: Mapping[str, Sequence[str]], left: Callable[[str], int], says: str = ""
) -> Planner:
    """A battle that is complete but for what the seat is asked to commit to it; passing goes on without."""
    target = str(battle["target"])
    found = []
    for action in view.options(view.decisions[0]):
        text, verb = view.rules.vocabulary.text(action), action.verb
        if verb != PASS:
            found.append(Commitment(text, view.rules.vocabulary.verbs[verb].help, left(verb)))
    field = Battlefield(target, (), tuple(defenders.get(target, ())))
    joined = tuple(unit for unit in battle.get("attackers", ()) if unit in view_units(view))
    return Planner("", "", PASS, (field,), target, joined, says, commits=tuple(found))


def view_units(view: View) -> Known:
    """The units the seat sees, with where they are."""
    units: Known = known_to(view)["units"]
    return units


def declared(known: Known) -> Iterator[Declared]:
    """The battle in progress, by the locals of the innermost procedure that has one."""
    for _, _, local, *_ in reversed(known["stack"]):
        if isinstance(local, dict) and local.get("target") and local.get("attackers"):
            units = tuple(unit for unit in local["attackers"] if unit in known["units"])
            yield Declared(str(local["target"]), units)
            return


# ---- the charts ------------------------------------------------------------------------------------------


def by_side(id: str, title: str, sides: Sequence[str], values: Sequence[float]) -> list[Figure]:
    """A number to chart, for each side."""
    return [Figure(f"{id}-{side}", title, side, float(n)) for side, n in zip(sides, values, strict=True)]
