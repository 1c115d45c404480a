"""The decisions of any game as choices from one fixed list of numbers, small enough for a mask.

The list is the words of the game: its verbs, then `end`, then the things its verbs take (units, places, chits,
numbers). An action is chosen word by word, as a person would say it, and only where there is a choice:

- a verb that takes nothing is chosen by itself;
- a thing is chosen by itself if only one verb on offer takes such a thing; otherwise its verb comes first;
- in an action of several things (a retreat and its path) they are chosen one after another; `end` finishes it,
  where it could either stop or continue.
"""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.play.actions import NUMBERS, Action, Options, Vocabulary

MOST = 100  # numbers are 0 to 99, as in the vocabulary


class Words:
    """The fixed list of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.verbs = list(vocabulary.verbs)
        self.verb = {name: i for i, name in enumerate(self.verbs)}
        self.takes = {name: verb.takes for name, verb in vocabulary.verbs.items()}
        self.end = len(self.verbs)
        self.start: dict[str, int] = {}  # of each kind of thing, its first number
        self.count: dict[str, int] = {}
        self.names = [*self.verbs, "end"]
        used = {take.rstrip("*") for takes in self.takes.values() for take in takes}
        for kind, nouns in vocabulary.nouns.items():
            if kind in used:
                self._add(kind, nouns.names)
        if NUMBERS in used:
            self._add(NUMBERS, [str(i) for i in range(MOST)])
        self.size = len(self.names)

    def _add(self, kind: str, names: Sequence[str]) -> None:
        self.start[kind] = len(self.names)
        self.count[kind] = len(names)
        self.names += [f"{kind} {name}" for name in names]

    def kind_at(self, verb: str, position: int) -> str:
        """The kind of thing a verb takes at a position."""
        takes = self.takes[verb]
        return takes[min(position, len(takes) - 1)].rstrip("*")

    def thing(self, number: int) -> tuple[str, int]:
        """The kind and the index of a number."""
        for kind, start in self.start.items():
            if start <= number < start + self.count[kind]:
                return kind, number - start
        raise ValueError(f"{number} is not a thing in this game")


class Choice:
    """One decision being answered, word by word. `bits` are the numbers that may be chosen now."""

    __slots__ = ("_by_kind", "_members", "_paths", "_whole", "_words", "bits", "chosen", "verb")

    def __init__(self, words: Words, options: Options) -> None:
        self._words = words
        self._whole: dict[str, Action] = {}
        self._members: dict[str, int] = {}  # by verb: the things that may come first
        self._paths: dict[str, list[Action]] = {}  # by verb: its actions of several things
        self.verb = ""
        self.chosen: tuple[int, ...] = ()
        for action in options.singles:
            self._offer(action)
        for table, members in options.among:
            if members:
                one = table[members.bit_length() - 1]
                if isinstance(one.arg, int):
                    self._members[one.verb] = self._members.get(one.verb, 0) | members
                else:
                    for i in range(members.bit_length()):
                        if members >> i & 1:
                            self._offer(table[i])
        self._by_kind: dict[str, list[str]] = {}
        for verb in self._members:
            self._by_kind.setdefault(words.kind_at(verb, 0), []).append(verb)
        self.bits = self._first()
        if len(options) > 1 and not self.bits & (self.bits - 1):
            self.take(self.bits.bit_length() - 1)  # all begin alike

    def _offer(self, action: Action) -> None:
        verb, arg = action
        if arg is None:
            self._whole[verb] = action
            return
        first = arg if isinstance(arg, int) else arg[0]
        self._members[verb] = self._members.get(verb, 0) | 1 << first
        if not isinstance(arg, int):
            self._paths.setdefault(verb, []).append(action)

    def _first(self) -> int:
        words = self._words
        bits = 0
        for verb in self._whole:
            bits |= 1 << words.verb[verb]
        for kind, verbs in self._by_kind.items():
            if len(verbs) == 1:
                bits |= self._members[verbs[0]] << words.start[kind]
            else:
                for verb in verbs:
                    bits |= 1 << words.verb[verb]
        return bits

    def take(self, number: int) -> Action | None:
        """Choose a number; the action, once it is complete."""
        if not 0 <= number < self._words.size or not self.bits >> number & 1:
            raise ValueError(f"{number} is not offered")
        words = self._words
        if number < words.end:
            verb = words.verbs[number]
            if verb in self._whole:
                return self._whole[verb]
            self.verb = verb
            return self._next(self._members[verb] << words.start[words.kind_at(verb, 0)])
        if number == words.end:
            return next(action for action in self._paths[self.verb] if action.arg == self.chosen)
        kind, index = words.thing(number)
        self.verb = self.verb or self._by_kind[kind][0]
        if self.verb not in self._paths:
            return Action(self.verb, index)
        return self._go_on(index)

    def _go_on(self, index: int) -> Action | None:
        """One more thing of an action of several; if there is only one way to finish it, it is finished."""
        words = self._words
        self.chosen += (index,)
        at = len(self.chosen)
        left = [a for a in self._paths[self.verb] if isinstance(a.arg, tuple) and a.arg[:at] == self.chosen]
        self._paths[self.verb] = left
        if len(left) == 1:
            return left[0]
        bits = 0
        for action in left:
            assert isinstance(action.arg, tuple)
            if len(action.arg) == at:
                bits |= 1 << words.end
            else:
                bits |= 1 << words.start[words.kind_at(self.verb, at)] + action.arg[at]
        return self._next(bits)

    def _next(self, bits: int) -> Action | None:
        """What may be chosen now; a single word is chosen at once."""
        self.bits = bits
        return None if bits & (bits - 1) else self.take(bits.bit_length() - 1)
