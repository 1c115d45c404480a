"""Decisions, reasons, odds and log lines of a view, as the page reads them: the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path

from ostfront.core.errors import BadFile, IllegalAction, Objection
from ostfront.core.files.rules_index import Index, load_index
from ostfront.core.page.table import Focus, Look, PageStruct, Planner, table_of
from ostfront.core.play.actions import Options, Vocabulary
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Odds, Part, Rules
from ostfront.core.play.view import View

Rows = Sequence[tuple[Fraction, str]]


class Group(PageStruct, frozen=True):
    """The legal actions of one verb; the contract says how their texts are built."""

    verb: str
    label: str
    help: str
    takes: tuple[str, ...]
    targets: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    text: str = ""


class Attempt(PageStruct, frozen=True):
    """What to ask `why` about when the player clicks something that is not offered."""

    place: str = ""
    unit: str = ""
    chit: str = ""


class Asked(PageStruct, frozen=True):
    """An open decision."""

    seat: str
    kind: str
    prompt: str
    rule: str
    clause: str
    window: bool
    secrecy: str
    in_hand: str
    focus: Focus
    groups: tuple[Group, ...]
    count: int
    only: str
    attempt: Attempt
    leads_to: dict[str, str]
    planner: Planner | None = None


class Reason(PageStruct, frozen=True):
    rule: str
    text: str
    clause: str


class Why(PageStruct, frozen=True):
    action: str
    legal: bool
    objections: tuple[Reason, ...]


class OddsShift(PageStruct, frozen=True):
    rule: str
    text: str
    value: str
    clause: str


class OddsRow(PageStruct, frozen=True):
    outcome: str
    chance: float
    fraction: str
    meaning: str
    ends: str = ""  # one of the few ways it can end; empty when rows are not grouped
    takes: bool = False  # no defender is left in the target


class OddsChange(PageStruct, frozen=True):
    rule: str
    text: str
    clause: str


class OddsPart(PageStruct, frozen=True):
    """What a unit, or without one whatever `text` says, adds to the strength of its side."""

    attacks: bool
    unit: str
    factor: str
    value: float
    changes: tuple[OddsChange, ...]
    text: str


class OddsAnswer(PageStruct, frozen=True):
    answer: str
    text: str
    rows: tuple[OddsRow, ...]


class OddsTable(PageStruct, frozen=True):
    title: str
    policy: str
    shifts: tuple[OddsShift, ...]
    rows: tuple[OddsRow, ...]
    answers: tuple[OddsAnswer, ...]
    parts: tuple[OddsPart, ...] = ()
    strengths: tuple[int, int] | None = None  # what the parts of attacker and defender add up to
    measure: str = ""  # in what they are counted, if not in factors
    column: str = ""
    taken: float = 0.0  # the chance that no defender is left in the target


class OddsEnd(PageStruct, frozen=True):
    """A way a battle can end, in short and in words."""

    text: str
    meaning: str
    chance: float
    takes: bool


class OddsBrief(PageStruct, frozen=True):
    """The odds of one of several actions, to compare them."""

    action: str
    title: str
    column: str
    strengths: tuple[int, int] | None
    taken: float
    ends: tuple[OddsEnd, ...]  # none if nothing is rolled


# ---- clauses ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _index(folder: str) -> Index | None:
    try:
        return load_index(Path(folder))
    except BadFile:
        return None  # a game without an index has no summaries


@lru_cache(maxsize=4096)
def _summary(folder: str, number: str) -> str:
    index = _index(folder)
    return "" if index is None else index.summary(number)


def clause(rules: Rules, number: str) -> str:
    """Our one line for a clause; empty when there is none."""
    return _summary(rules.info.data, number) if number else ""


# ---- decisions -------------------------------------------------------------------------------------------


def asked(view: View, look: Look) -> tuple[Asked, ...]:
    """The seat's open decisions, with every legal answer."""
    found = []
    for question, decision in zip(view.pending, view.decisions, strict=True):
        kind = view.rules.kinds[decision.kind]
        options = view.options(decision)
        groups = _groups(view.rules.vocabulary, options)
        count = len(options)
        found.append(
            Asked(
                question.seat, question.kind, question.prompt, question.rule, clause(view.rules, question.rule),
                kind.window, kind.secrecy_of(decision.seat), look.in_hand, look.focus, groups, count,
                view.rules.vocabulary.text(next(iter(options))) if count == 1 else "",
                _attempt(view.rules.vocabulary, kind.names, look.attempts), look.leads_to, look.planner,
            )
        )  # fmt: skip
    return tuple(found)


def _groups(words: Vocabulary, options: Options) -> tuple[Group, ...]:
    """Options by verb: bitboards give their targets at once, the rest is gathered."""
    targets: dict[str, list[str]] = {}
    paths: dict[str, list[tuple[str, ...]]] = {}
    for action in options:
        verb = words.verbs[action.verb]
        values = () if action.arg is None else action.arg if isinstance(action.arg, tuple) else (action.arg,)
        if len(verb.takes) == 1 and not verb.takes[0].endswith("*"):
            targets.setdefault(verb.name, []).append(words.text(action).partition(" ")[2])
        elif values:
            paths.setdefault(verb.name, []).append(tuple(words.text(action).split()[1:]))
        else:
            targets.setdefault(verb.name, [])
    return tuple(
        Group(
            name, words.verbs[name].button,
            words.verbs[name].help, words.verbs[name].takes, tuple(targets.get(name, ())),
            tuple(paths.get(name, ())), "" if words.verbs[name].takes else name,
        )
        for name in dict.fromkeys([*targets, *paths])
    )  # fmt: skip


def _attempt(words: Vocabulary, verbs: Sequence[str], given: Mapping[str, str]) -> Attempt:
    """What the game says, otherwise the first verb of the decision that fits a click on a place, a unit or a chit."""
    found = {"place": "", "unit": "", "chit": "", **given}
    for name in verbs:
        takes = [noun.rstrip("*") for noun in words.verbs[name].takes]
        last = takes[-1] if takes else ""
        if last in found and not found[last]:
            found[last] = " ".join([name, *(f"{{{noun}}}" for noun in takes)])
    return Attempt(**found)


# ---- reasons and odds ------------------------------------------------------------------------------------


def reasons(rules: Rules, objections: Sequence[Objection]) -> tuple[Reason, ...]:
    return tuple(Reason(o.rule, o.text, clause(rules, o.rule)) for o in objections)


def why(view: View, action: str) -> Why:
    """Every rule an action would break, with our summary; for a compound, of its first step that breaks any."""
    world = view.imagine("why")
    if len(world.parts(action)) > 1:
        try:
            world.play(action, view.seat)
        except IllegalAction as wrong:
            return Why(action, False, reasons(view.rules, wrong.objections))
        return Why(action, True, ())
    value = view.rules.vocabulary.parse(action)
    objections = reasons(view.rules, view.why_not(value))
    return Why(view.rules.vocabulary.text(value), not objections, objections)


def odds(view: View, actions: Sequence[str]) -> OddsTable | None:
    """The odds of the last action after the others are done, computed in a world this seat could be in."""
    *before, last = actions
    found: Odds | None
    if not before:
        found = view.odds(last)
    else:
        world = view.imagine("odds")
        for action in before:
            world.play(action, view.seat)
        if all(d.seat != view.seat for d in world.state.pending):
            return None
        found = world.odds(last, view.seat)
    if found is None:
        return None
    rules, taken, words = view.rules, found.taken, table_of(view.rules).answers
    rows = partial(_rows, rules, taken)
    answers = tuple(
        OddsAnswer(answer, words.get(answer) or answer[0].upper() + answer[1:], rows(given))
        for answer, given in found.answers
    )
    return OddsTable(
        found.title, found.policy,
        tuple(OddsShift(s.rule, s.text, s.value, clause(rules, s.rule)) for s in found.shifts),
        rows(found.rows), answers,
        tuple(_part(rules, part) for part in found.parts), found.strengths, found.measure, found.column,
        chance_to_take(found),
    )  # fmt: skip


def _rows(rules: Rules, taken: frozenset[str], given: Rows) -> tuple[OddsRow, ...]:
    table, facts = table_of(rules), rules.facts
    return tuple(
        OddsRow(code, float(p), str(p), table.meaning(facts, code), table.ends(facts, code), code in taken)
        for p, code in given
    )


def _part(rules: Rules, part: Part) -> OddsPart:
    unit = rules.vocabulary.nouns["unit"].names[part.unit] if part.unit >= 0 else ""
    changes = tuple(OddsChange(c.rule, c.text, clause(rules, c.rule)) for c in part.changes)
    return OddsPart(part.attacks, unit, part.factor, float(part.value), changes, part.text)


def chance_to_take(found: Odds) -> float:
    """The chance that no defender is left in the target."""
    return float(sum(chance for chance, code in found.rows if code in found.taken))


def compared(world: Game, seat: int, actions: Sequence[str]) -> tuple[OddsBrief, ...]:
    """The odds of several actions, each by itself, in a world the seat could be in; without those that have none."""
    found = ((action, world.odds(action, seat)) for action in actions)
    return tuple(_brief(world.rules, action, odds) for action, odds in found if odds is not None)


def _brief(rules: Rules, action: str, found: Odds) -> OddsBrief:
    """Outcomes are summed up by the way they end, where the game says so."""
    sums: dict[tuple[str, str, bool], float] = {}
    for row in _rows(rules, found.taken, found.rows):
        key = (row.ends or row.outcome, "" if row.ends else row.meaning, row.takes)
        sums[key] = sums.get(key, 0.0) + row.chance
    ends = tuple(OddsEnd(text, meaning, chance, takes) for (text, meaning, takes), chance in sums.items())
    return OddsBrief(action, found.title, found.column, found.strengths, chance_to_take(found), ends)
