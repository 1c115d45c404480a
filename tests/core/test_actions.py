"""Words to actions and back; sets of actions that are never built."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ostfront
from ostfront.core.errors import Ambiguous, BadAction, IllegalAction, NotYourTurn
from ostfront.core.play.actions import Action, Nouns, Options, Verb, Vocabulary

WORDS = Vocabulary(
    [
        Verb("pass"),
        Verb("go", ("place",)),
        Verb("give", ("unit", "place")),
        Verb("retreat", ("place*",)),
        Verb("bid", ("number",)),
    ],
    [Nouns("unit", ["7Pz", "7Mot", "20Mot"]), Nouns("place", ["0101", "", "0102", "Minsk"])],
)


@pytest.mark.parametrize("text", ["pass", "go 0102", "give 20Mot Minsk", "retreat 0101 0102", "retreat", "bid 7"])
def test_text_and_value(text: str) -> None:
    assert WORDS.text(WORDS.parse(text)) == text


def test_letter_case_and_beginnings_are_free() -> None:
    assert WORDS.parse("GO minsk") == WORDS.parse("go Min") == Action("go", 3)
    assert WORDS.parse("give 20 0101") == Action("give", (2, 0))


@pytest.mark.parametrize("text", ["g 0101", "give 7 0101", "go 010"])
def test_ambiguity_names_the_candidates(text: str) -> None:
    with pytest.raises(Ambiguous) as wrong:
        WORDS.parse(text)
    assert len(wrong.value.candidates) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Give an action"),
        ("fly 0101", "There is no action 'fly'"),
        ("passs", "Did you mean pass?"),
        ("go", "write it as 'go PLACE'"),
        ("go 0101 0102", "write it as 'go PLACE'"),
        ("go 9999", "There is no place called '9999'"),
        ("bid seven", "'seven' is not a number"),
    ],
)
def test_bad_words_are_explained(text: str, message: str) -> None:
    with pytest.raises(BadAction, match=message.replace("?", r"\?")):
        WORDS.parse(text)


@given(st.text(max_size=40))
def test_any_text_is_an_action_or_one_clear_error(text: str) -> None:
    try:
        action = WORDS.parse(text)
    except BadAction as wrong:
        assert "\n" not in str(wrong)
    else:
        assert WORDS.parse(WORDS.text(action)) == action


def test_actions_are_interned() -> None:
    assert WORDS.parse("go 0102") is WORDS.table("go")[2]
    assert WORDS.parse("pass") is WORDS.single("pass")


@pytest.mark.parametrize(
    "action",
    [Action("fly"), Action("pass", 1), Action("go"), Action("go", 99), Action("go", -1), Action("go", 1),
     Action("go", (0,)), Action("give", 0), Action("give", (0,)), Action("retreat", (0, 9))],
)  # fmt: skip
def test_values_put_together_wrongly_are_no_actions(action: Action) -> None:
    with pytest.raises(BadAction):
        WORDS.checked(action)


def test_options_answer_each_by_its_cheapest_way() -> None:
    go = WORDS.table("go")
    options = Options([WORDS.single("pass")], [(go, 0b1101)])
    assert len(options) == 4 and options
    assert list(options) == [WORDS.single("pass"), go[0], go[2], go[3]]
    assert go[2] in options and go[1] not in options and Action("bid", 2) not in options
    assert Action("go", -1) not in options
    assert options.of(3) == [go[3]]
    assert not Options() and not Options(among=[(go, 0)])


def test_choosing_is_fair() -> None:
    table = tuple(Action("go", i) for i in range(300))
    members = 1 << 7 | 1 << 150 | 1 << 299
    options = Options([Action("pass")], [(table, members)])
    random = Random(1)
    chosen = [options.choose(random.random) for _ in range(4000)]
    assert {action.arg for action in chosen} == {None, 7, 150, 299}
    assert all(900 < sum(a.arg == arg for a in chosen) < 1100 for arg in (None, 7, 150, 299))


def test_syntax_illegality_and_turn_are_told_apart() -> None:
    game = ostfront.new("drill", seed=1)
    with pytest.raises(BadAction):
        game.play("fly D-Tank")
    with pytest.raises(Ambiguous):
        game.play("deploy D-Foot")
    with pytest.raises(IllegalAction) as refused:
        game.play("deploy L-Tank")
    assert refused.value.objections[0].rule == "DRILL 3.1"
    with pytest.raises(IllegalAction, match=r"\[DRILL 3.1\] 'at' does not answer this"):
        game.play("at 0504")
    with pytest.raises(NotYourTurn):
        game.play("deploy D-Tank", "Left")
    with pytest.raises(NotYourTurn):
        game.play("deploy D-Tank", "Nobody")
    assert game.entries is not None and not [entry for entry in game.entries if hasattr(entry, "action")]
