"""Action values, the words they are written in, and sets of them.

An action is a verb and what it is done to, as numbers: `go` and the index of a hex. The vocabulary of a
game knows which nouns each verb takes, and converts actions to text and back. Actions are interned, one
table per verb, so that listing the options of a decision builds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ostfront.core.errors import Ambiguous, BadAction, cut, either, suggestion

Arg = int | tuple[int, ...] | None


class Action(NamedTuple):
    """A verb with what it takes: nothing, one index, or several."""

    verb: str
    arg: Arg = None


class Verb(NamedTuple):
    """A word of the notation. `takes` lists noun kinds; a last one ending in * may repeat.

    `ends` says what the word brings to an end: the move of what is in `hand`, a `segment` with all that could still
    be done in it, or an `offer`, which it declines. `label` is what a button says, where the word itself does not do.
    """

    name: str
    takes: tuple[str, ...] = ()
    help: str = ""
    ends: str = ""
    label: str = ""

    @property
    def button(self) -> str:
        """What players read: on buttons, in lists of answers."""
        return self.label or self.name.capitalize()

    @property
    def usage(self) -> str:
        return " ".join([self.name, *(t.upper().replace("*", "...") for t in self.takes)])


class Nouns:
    """The names of one kind of thing (units, places, chits), by index."""

    def __init__(self, kind: str, names: Sequence[str], parse: Callable[[str], int] | None = None) -> None:
        self.kind = kind
        self.names = tuple(names)
        self._exact = {name: i for i, name in enumerate(self.names) if name}
        self._folded: dict[str, list[int]] = {}
        for name, i in self._exact.items():
            self._folded.setdefault(name.lower(), []).append(i)
        self._parse = parse

    def index(self, word: str) -> int:
        """The thing of that name; upper or lower case, or any unique beginning, is accepted."""
        found = self._exact.get(word)
        if found is not None:
            return found
        folded = self._folded.get(word.lower(), [])
        if not folded and word:
            folded = [i for name, ids in self._folded.items() if name.startswith(word.lower()) for i in ids]
        if len(folded) == 1:
            return folded[0]
        if folded:
            raise Ambiguous(word, [self.names[i] for i in folded])
        if self._parse is not None:
            try:
                return self._parse(word)
            except ValueError as wrong:
                raise BadAction(str(wrong)) from None
        raise BadAction(f"There is no {self.kind} called '{cut(word)}'.{suggestion(word, self._exact)}")

    def has(self, index: int) -> bool:
        """Whether this is the index of something; maps leave gaps."""
        return 0 <= index < len(self.names) and bool(self.names[index])

    def bits(self, words: Iterable[str]) -> int:
        total = 0
        for word in words:
            total |= 1 << self.index(word)
        return total


NUMBERS = "number"


class Vocabulary:
    """The verbs and nouns of one game."""

    def __init__(self, verbs: Iterable[Verb], nouns: Iterable[Nouns]) -> None:
        self.verbs: Mapping[str, Verb] = {verb.name: verb for verb in verbs}
        self.nouns: Mapping[str, Nouns] = {noun.kind: noun for noun in nouns}
        self._tables: dict[str, tuple[Action, ...]] = {}
        self._single: dict[str, Action] = {}
        for verb in self.verbs.values():
            if not verb.takes:
                self._single[verb.name] = Action(verb.name)
            elif len(verb.takes) == 1 and verb.takes[0] in self.nouns:
                count = len(self.nouns[verb.takes[0]].names)
                self._tables[verb.name] = tuple(Action(verb.name, i) for i in range(count))
            elif verb.takes == (NUMBERS,):
                self._tables[verb.name] = tuple(Action(verb.name, i) for i in range(100))
        # the one action of a verb that takes nothing
        self.single: Callable[[str], Action] = self._single.__getitem__
        # the actions of a verb that takes one noun, by the noun's index
        self.table: Callable[[str], tuple[Action, ...]] = self._tables.__getitem__

    def text(self, action: Action) -> str:
        verb = self.verbs[action.verb]
        arg = action.arg
        if arg is None:
            return action.verb
        values = (arg,) if isinstance(arg, int) else arg
        words = [action.verb]
        for i, value in enumerate(values):
            words.append(self._word(verb.takes[min(i, len(verb.takes) - 1)].rstrip("*"), value))
        return " ".join(words)

    def checked(self, action: Action) -> Action:
        """The action, if it uses this game's words; a program may have built it wrongly."""
        verb = self.verbs.get(action.verb)
        if verb is None:
            raise BadAction(f"There is no action '{action.verb}'.{suggestion(str(action.verb), self.verbs)}")
        arg, takes = action.arg, verb.takes
        repeats = bool(takes) and takes[-1].endswith("*")
        several = len(takes) > 1 or repeats
        values: tuple[object, ...] = () if arg is None else arg if isinstance(arg, tuple) else (arg,)
        count = len(takes) - repeats <= len(values) and (repeats or len(values) == len(takes))
        if not count or isinstance(arg, tuple) != several:
            raise BadAction(f"'{action.verb}' does not take {arg!r}; write '{verb.usage}'.")
        for i, value in enumerate(values):
            kind = takes[min(i, len(takes) - 1)].rstrip("*")
            if not isinstance(value, int) or (kind != NUMBERS and not self.nouns[kind].has(value)):
                raise BadAction(f"'{action.verb}': there is no {kind} {value!r}.")
        return action

    def _word(self, kind: str, value: int) -> str:
        return str(value) if kind == NUMBERS else self.nouns[kind].names[value]

    def _value(self, kind: str, word: str) -> int:
        if kind != NUMBERS:
            return self.nouns[kind].index(word)
        try:
            return int(word)
        except ValueError:
            raise BadAction(f"'{cut(word)}' is not a number.") from None

    def parse(self, text: str) -> Action:
        """The action that a person wrote; raises only BadAction or Ambiguous."""
        words = text.split()
        if not words:
            raise BadAction("Give an action: a verb and what it applies to, such as 'pass'.")
        verb = self._verb(words[0])
        given = words[1:]
        takes = verb.takes
        repeats = bool(takes) and takes[-1].endswith("*")
        if len(given) < len(takes) - repeats or (len(given) > len(takes) and not repeats):
            raise BadAction(f"'{cut(text.strip())}': write it as '{verb.usage}'.")
        if not takes:
            return self._single[verb.name]
        kinds = [takes[min(i, len(takes) - 1)].rstrip("*") for i in range(len(given))]
        values = tuple(self._value(kind, word) for kind, word in zip(kinds, given, strict=True))
        if len(takes) == 1 and not repeats:
            table = self._tables.get(verb.name)
            return table[values[0]] if table and 0 <= values[0] < len(table) else Action(verb.name, values[0])
        return Action(verb.name, values)

    def _verb(self, word: str) -> Verb:
        exact = self.verbs.get(word) or self.verbs.get(word.lower())
        if exact is not None:
            return exact
        close = [name for name in self.verbs if name.startswith(word.lower())]
        if len(close) == 1:
            return self.verbs[close[0]]
        if close:
            raise Ambiguous(word, close)
        hint = suggestion(word, self.verbs) or f" The actions are {either(sorted(self.verbs), 40)}."
        raise BadAction(f"There is no action '{cut(word)}'.{hint}")


class Options:
    """The legal actions of a decision, as a set that is never materialised: some listed, some by bitboard.

    Iterate it, count it, ask `in`, choose at random; each is answered in the cheapest way.
    """

    __slots__ = ("among", "singles")

    def __init__(self, singles: Sequence[Action] = (), among: Sequence[tuple[Sequence[Action], int]] = ()) -> None:
        self.singles = singles
        self.among = among

    def __len__(self) -> int:
        n = len(self.singles)
        for _, members in self.among:
            n += members.bit_count()
        return n

    def __bool__(self) -> bool:
        return bool(self.singles) or any(members for _, members in self.among)

    def __iter__(self) -> Iterator[Action]:
        yield from self.singles
        for table, members in self.among:
            while members:
                low = members & -members
                yield table[low.bit_length() - 1]
                members ^= low

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, tuple) or len(action) != 2:
            return False
        verb, arg = action
        for table, members in self.among:
            if isinstance(arg, int) and arg >= 0 and members >> arg & 1 and table[arg].verb == verb:
                return True
        return action in self.singles

    def of(self, index: int) -> list[Action]:
        """The options that name this unit (or hex), alone or first among several."""
        return [a for a in self if a.arg == index or (isinstance(a.arg, tuple) and a.arg and a.arg[0] == index)]

    def choose(self, random: Callable[[], float]) -> Action:
        """One at random; `random` gives floats in [0, 1)."""
        singles, among = self.singles, self.among
        if not among:
            return singles[int(random() * len(singles))]
        if len(among) == 1:
            table, members = among[0]
            n = members.bit_count()
            k = int(random() * (len(singles) + n)) - len(singles)
            if k < 0:
                return singles[k]
            return table[_some(members, n, k, random)]
        total = len(singles)
        for _, members in among:
            total += members.bit_count()
        k = int(random() * total)
        if k < len(singles):
            return singles[k]
        k -= len(singles)
        for table, members in among:
            n = members.bit_count()
            if k < n:
                return table[_some(members, n, k, random)]
            k -= n
        raise IndexError("no options to choose from")

    def __repr__(self) -> str:
        return f"Options({', '.join(a.verb if a.arg is None else f'{a.verb} {a.arg}' for a in self)})"


def _some(members: int, count: int, k: int, random: Callable[[], float]) -> int:
    """A random member: the k-th of a few; in a dense set, by trying places; otherwise the k-th again."""
    if count <= 12:
        if not count:
            raise IndexError("no options to choose from")
        for _ in range(k):
            members &= members - 1
        return (members & -members).bit_length() - 1
    span = members.bit_length()
    if span > count * 16:
        return _nth(members, count, k)
    while True:
        at = int(random() * span)
        if members >> at & 1:
            return at


def _nth(members: int, count: int, k: int) -> int:
    """The k-th set bit, by halving: cheap at any density."""
    base = (members & -members).bit_length() - 1
    members >>= base
    width = members.bit_length()
    while width > 64:
        half = width >> 1
        upper = members >> half
        n = count - upper.bit_count()
        if k < n:
            members ^= upper << half
            count = n
        else:
            members = upper
            base += half
            count -= n
            k -= n
        width = members.bit_length()
    while k:
        members &= members - 1
        k -= 1
    return base + (members & -members).bit_length() - 1
