"""The lines of a record: each is an action, an outcome or a mark, written and read."""

from __future__ import annotations

from ostfront.core.errors import BadFile, OstfrontError, cut, suggestion
from ostfront.core.play.conceding import AGREED, DRAW, OF_A_SEAT, TAKEBACK, takeback_mark
from ostfront.core.play.history import COPY
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Act, Entry, Mark, Outcome
from ostfront.core.play.view import HIDDEN


def entry_text(rules: Rules, entry: Entry) -> str:
    if isinstance(entry, Act):
        return f"{rules.seats[entry.seat].name}: {rules.vocabulary.text(entry.action)}"
    if isinstance(entry, Outcome):
        return rules.outcome_text(entry.noun, entry.value)
    if entry == HIDDEN:
        return "hidden"
    return f"{entry.word} {entry.value}".rstrip()


def parse_line(rules: Rules, line: str, file: str, number: int) -> Entry:
    """One line of the body: an action, an outcome or a mark."""
    who, colon, text = line.partition(":")
    word, _, rest = line.partition(" ")
    try:
        if word == "version":
            return Mark(word, rest.strip())
        if colon:
            return Act(_seat(rules, who), "", rules.vocabulary.parse(text))
        if word in OF_A_SEAT:
            return Mark(word, rules.seats[_seat(rules, rest)].name)
        if word == AGREED and rest.strip() == DRAW:
            return Mark(word, DRAW)
        if word == "roll":
            return Outcome("", _whole_number(rest), 0, "", 0)
        if word == "draw":
            return _drawn(rules, rest.strip())
        if word == TAKEBACK:
            salt, _, consent = rest.strip().partition(" ")
            return takeback_mark(rules, _whole_number(salt), consent.strip())
        if line == COPY.word:
            return COPY
        if word == "hidden":
            raise BadFile("this record leaves out hidden information; it cannot be replayed until the game is over.")
        raise BadFile(f"'{line[:40]}' is neither 'Seat: action' nor 'roll N' nor 'draw THING'.")
    except OstfrontError as wrong:
        raise BadFile(str(wrong), file=file, line=number) from None


def _seat(rules: Rules, name: str) -> int:
    for i, seat in enumerate(rules.seats):
        if seat.name.lower() == name.strip().lower():
            return i
    raise BadFile(f"there is no seat '{cut(name.strip())}'.{suggestion(name, [s.name for s in rules.seats])}")


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadFile(f"'{cut(text)}' is not a number.") from None


def _drawn(rules: Rules, name: str) -> Outcome:
    for kind, nouns in rules.vocabulary.nouns.items():
        if name in nouns.names:
            return Outcome(kind, nouns.names.index(name), 0, "", 0)
    raise BadFile(f"there is nothing called '{cut(name)}' to draw.")
