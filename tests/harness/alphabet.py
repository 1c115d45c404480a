"""Everything that could be said in answer to a decision: each verb with each noun it takes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from harness.cases import SCALE
from ostfront.core.play.actions import Action, Vocabulary
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision

WHOLE = 400  # longer alphabets are sampled, unless in a soak


def letters(game: Game, decision: Decision, random: Random) -> list[Action]:
    """The whole alphabet of a decision; of verbs with several nouns what is offered, bent in many ways, and noise.

    Of a very long alphabet what is offered (some of it) and as much again that is not, outside of a soak.
    """
    found = list(dict.fromkeys([*_alphabet(game, decision, random)]))
    if len(found) <= WHOLE or SCALE > 1:
        return found
    options = game.options(decision)  # worked out each time it is asked for
    offered = [action for action in found if action in options]
    others = [action for action in found if action not in options]
    half = WHOLE // 2
    return random.sample(offered, min(half, len(offered))) + random.sample(others, min(half, len(others)))


def _alphabet(game: Game, decision: Decision, random: Random) -> Iterator[Action]:
    words = game.rules.vocabulary
    for name in game.rules.kinds[decision.kind].names:
        takes = words.verbs[name].takes
        if not takes:
            yield words.single(name)
        elif len(takes) == 1 and not takes[0].endswith("*"):
            nouns = words.nouns.get(takes[0])
            yield from (a for i, a in enumerate(words.table(name)) if nouns is None or nouns.has(i))
        else:
            yield from _several(game, decision, name, random)


def _several(game: Game, decision: Decision, verb: str, random: Random) -> Iterator[Action]:
    words = game.rules.vocabulary
    takes = words.verbs[verb].takes
    repeats = takes[-1].endswith("*")
    offered = [action.arg for action in game.options(decision) if action.verb == verb]
    for arg in offered:
        assert isinstance(arg, tuple)
        yield Action(verb, arg)
        for _ in range(4):
            yield Action(verb, _bent(words, takes, arg, random))
    for _ in range(60):
        count = random.randint(1, len(takes) + 2) if repeats else len(takes)
        yield Action(verb, tuple(_noun(words, takes, i, random) for i in range(count)))


def _bent(words: Vocabulary, takes: tuple[str, ...], arg: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """Like an offered one, but with a noun changed, added or left out, or two of them exchanged."""
    values = list(arg)
    fixed = len(takes) - takes[-1].endswith("*")  # from here on one kind of noun repeats
    tail = values[fixed:]
    way = random.choice(["change", "near"] if fixed == len(takes) else ["change", "near", "add", "drop", "swap"])
    at = random.randrange(len(values)) if values else 0
    if way == "add" or not values:
        values.append(_noun(words, takes, len(values), random))
    elif way == "change":
        values[at] = _noun(words, takes, at, random)
    elif way == "near":
        kind = takes[min(at, len(takes) - 1)].rstrip("*")
        beside = values[at] + random.choice((-2, -1, 1, 2))
        values[at] = beside if kind not in words.nouns or words.nouns[kind].has(beside) else values[at]
    elif way == "drop" and tail:
        del values[random.randrange(fixed, len(values))]
    elif way == "swap":
        random.shuffle(tail)
        values[fixed:] = tail
    return tuple(values)


def _noun(words: Vocabulary, takes: tuple[str, ...], at: int, random: Random) -> int:
    kind = takes[min(at, len(takes) - 1)].rstrip("*")
    if kind not in words.nouns:
        return random.randrange(100)
    return random.choice([i for i, name in enumerate(words.nouns[kind].names) if name])
