"""Every legal action can be said word by word, and nothing else can."""

from __future__ import annotations

from random import Random

import pytest

from harness.cases import Case
from lab.scenarios import every_scenario
from ostfront.core.play.actions import Action, Nouns, Options, Verb, Vocabulary
from ostfront.envs.choices import Choice, Words

NAMES = Vocabulary(
    (
        Verb("pass"),
        Verb("go", ("place",)),
        Verb("road", ("place",)),
        Verb("pick", ("unit",)),
        Verb("retreat", ("unit", "place*")),
        Verb("call", ("number",)),
    ),
    (Nouns("unit", ["A", "B"]), Nouns("place", ["1", "2", "3"])),
)
WORDS = Words(NAMES)


def number(word: str) -> int:
    return WORDS.names.index(word)


def offered(choice: Choice) -> set[str]:
    return {name for i, name in enumerate(WORDS.names) if choice.bits >> i & 1}


def said(words: Words, options: Options) -> dict[Action, list[tuple[int, ...]]]:
    """Every way to say something, and what is said."""
    found: dict[Action, list[tuple[int, ...]]] = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        way = todo.pop()
        choice = Choice(words, options)
        action = None
        for n in way:
            action = choice.take(n)
        if action is not None:
            found.setdefault(action, []).append(way)
        else:
            assert len(options) == 1 or choice.bits.bit_count() > 1, "nothing is asked that is clear"
            todo += [(*way, n) for n in range(words.size) if choice.bits >> n & 1]
    return found


def test_a_thing_alone_is_enough() -> None:
    choice = Choice(WORDS, Options((Action("pass"),), ((NAMES.table("go"), 0b101),)))
    assert offered(choice) == {"pass", "place 1", "place 3"}
    assert choice.take(number("place 3")) == Action("go", 2)


def test_the_verb_comes_first_where_things_do_not_tell() -> None:
    options = Options((Action("pass"),), ((NAMES.table("go"), 0b101), (NAMES.table("road"), 0b100)))
    choice = Choice(WORDS, options)
    assert offered(choice) == {"pass", "go", "road"}
    assert choice.take(number("go")) is None
    assert offered(choice) == {"place 1", "place 3"}
    assert choice.take(number("place 3")) == Action("go", 2)
    assert Choice(WORDS, options).take(number("road")) == Action("road", 2), "there is only one place"


def test_a_path_is_said_place_by_place() -> None:
    paths = [Action("retreat", way) for way in ((0, 1), (0, 1, 2), (1, 0, 1), (1, 2, 1))]
    choice = Choice(WORDS, Options(paths))
    assert offered(choice) == {"unit A", "unit B"}
    assert choice.take(number("unit A")) is None
    assert choice.chosen == (0, 1), "the first place is clear"
    assert offered(choice) == {"end", "place 3"}
    assert choice.take(number("end")) == Action("retreat", (0, 1))
    choice = Choice(WORDS, Options(paths))
    choice.take(number("unit B"))
    assert offered(choice) == {"place 1", "place 3"}
    assert choice.take(number("place 3")) == Action("retreat", (1, 2, 1)), "there is only one way to go on"


def test_what_all_answers_begin_with_is_not_asked() -> None:
    choice = Choice(WORDS, Options([Action("retreat", (1, 0)), Action("retreat", (1, 2))]))
    assert offered(choice) == {"place 1", "place 3"}
    assert choice.take(number("place 1")) == Action("retreat", (1, 0))


def test_what_is_not_offered_is_refused() -> None:
    choice = Choice(WORDS, Options((Action("pass"),)))
    for n in (number("go"), -1, WORDS.size):
        with pytest.raises(ValueError, match="not offered"):
            choice.take(n)


def test_numbers_are_things_too() -> None:
    choice = Choice(WORDS, Options((), ((NAMES.table("call"), 0b111),)))
    assert offered(choice) == {"number 0", "number 1", "number 2"}
    assert choice.take(number("number 2")) == Action("call", 2)


@every_scenario
def test_every_option_can_be_said_in_one_way(case: Case) -> None:
    random = Random(f"choices {case.name}")
    words = Words(case.rules.vocabulary)
    game = case.new("choices")
    game.entries = game.events = None
    checked: dict[str, int] = {}
    for _ in range(600):
        if game.result is not None:
            break
        decision = game.state.pending[0]
        options = game.options(decision)
        if checked.get(decision.kind, 0) < 2 and len(options) < 400:
            checked[decision.kind] = checked.get(decision.kind, 0) + 1
            ways = said(words, options)
            assert set(ways) == set(options)
            assert all(len(way) == 1 for way in ways.values())
        game.push(options.choose(random.random), decision)
    assert checked
