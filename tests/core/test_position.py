"""Position files: any moment as text, and what is wrong with a wrong one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ostfront
from ostfront import BadFile, Game, games
from ostfront.core.files import position

TEXT = """\
format = "ostfront position 1"
game = "drill"
scenario = "siege"
options = { fog = true }

[state]
turn = 2
face_down = [{ place = "0303", chit = "mine-1" }]

[units]
L-Tank = "0404"
L-Foot = { place = "0204", moved = 1 }
D-Foot1 = { place = "0504", steps = 1, known = 1 }
D-Foot2 = "0504"
D-Gun1 = "0706"

[[stack]]
procedure = "game"
step = "next turn"

[[stack]]
procedure = "turn"
step = "next"
chit = "Left"
seat = "Left"

[[stack]]
procedure = "activation"
step = "next"
seat = "Left"

[[asked]]
seat = "Left"
kind = "attack"
"""


def read(text: str) -> Game:
    return position.read(text, games.rules, file="my.toml")


def test_a_position_is_written_by_hand() -> None:
    game = read(TEXT)
    assert game.legal.texts == ["done", "attack 0504"]
    assert position.read(position.write(game), games.rules).state == game.state


def test_without_an_open_decision_the_top_step_is_run() -> None:
    """`step` is what comes next: after the decision, or the step that asks for it."""
    unasked = TEXT.partition("[[asked]]")[0].replace('"activation"\nstep = "next"', '"activation"\nstep = "combat"')
    assert read(unasked).state == read(TEXT).state


def test_without_a_stack_the_game_stands_before_its_first_step() -> None:
    game = read('format = "ostfront position 1"\ngame = "drill"\nscenario = "siege"\n')
    assert game.pending[0].kind == "deploy"
    assert game.entries == []  # what was dealt on the way is part of the position


def test_what_is_unknown_is_dealt_anew() -> None:
    """A position as Blue knows it: it does not say which Red block is which."""
    text = 'unknown = ["Left"]\n' + TEXT
    found = set()
    for seed in range(12):
        game = position.read(text, games.rules, seed=seed)
        found.add((game.state.place[8], game.state.place[10], game.state.face_down[0].chit))
        assert game.view("Left").known == read(TEXT).view("Left").known
    assert len(found) > 3


def test_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(TEXT)
    assert ostfront.position(tmp_path / "p.toml").state == read(TEXT).state


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ostfront position 1", "ostfront position 9", "a position starts with format"),
        ("[state]", "[stat]", "'stat' is not part of a position. Did you mean state?"),
        ("[state]", "[state", "not valid TOML"),
        ('game = "drill"', 'game = "dril"', "There is no game 'dril'"),
        ('game = "drill"', "game = 3", "game: expected text, found 3"),
        ("fog = true", "frog = true", "has no option 'frog'"),
        ("turn = 2", "turm = 2", r"\[state\]: unknown field 'turm'. Did you mean turn?"),
        ("turn = 2", 'turn = "two"', "turn: expected a whole number, found 'two'"),
        ("mine-1", "mine-7", "There is no surprise called 'mine-7'"),
        ("L-Tank", "L-Tink", "There is no unit called 'L-Tink'. Did you mean L-Tank"),
        ('"0404"', '"4404"', "there is no hex 4404"),
        ("moved = 1", "mowed = 1", r"\[units\] L-Foot: unknown field 'mowed'; expected"),
        ("moved = 1", "moved = 300", r"\[units\] L-Foot moved: "),
        ("moved = 1", "moved = true", "expected a whole number, found True"),
        ("steps = 1", "steps = 7", "not a possible position of this game: D-Foot1 cannot have 7 steps"),
        ('procedure = "turn"', 'procedure = "turm"', "there is no procedure 'turm'. Did you mean turn"),
        ('"activation"\nstep = "next"', '"activation"\nstep = "nex"', "activation: unknown step 'nex'"),
        ('seat = "Left"\n\n[[asked]]', "saet = 1\n\n[[asked]]", "unknown field 'saet'"),
        ('chit = "Left"\nseat = "Left"', 'chit = "Left"\nseat = "Lift"', "There is no seat called 'Lift'"),
        ('chit = "Left"', 'chit = "Lift"', "There is no chit called 'Lift'"),
        ('[[asked]]\nseat = "Left"', '[[asked]]\nseat = "Lift"', r"\[\[asked\]\]: unknown seat 'Lift'"),
        ('kind = "attack"', 'kind = "atack"', "there is no decision 'atack'. Did you mean attack"),
        ('kind = "attack"', 'kind = "retreat"', "its parts contradict each other"),
        ('place = "0303"', 'place = ""', "its parts contradict each other"),
        ('kind = "attack"', "", r"\[\[asked\]\] kind: expected text, found nothing"),
    ],
)
def test_what_is_wrong_with_a_position(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(BadFile, match=message) as wrong:
        read(TEXT.replace(old, new, 1))
    assert str(wrong.value).startswith(("my.toml: ", "my.toml:6: "))
    assert "\n" not in str(wrong.value)


def middle(seed: int) -> str:
    random = Random(seed)
    game = ostfront.new("drill", "siege", seed=seed)
    for _ in range(60 + 7 * seed):
        if game.result is None:
            decision = random.choice(game.state.pending)
            game.push(game.options(decision).choose(random.random), decision)
    return position.write(game)


TEXTS = [TEXT, *(middle(seed) for seed in range(6))]
AnyText = st.sampled_from(TEXTS)


@settings(max_examples=150, deadline=None)
@given(AnyText, st.data())
def test_a_truncated_position_is_read_or_one_clear_error(text: str, data: st.DataObject) -> None:
    reads_or_says_why(text[: data.draw(st.integers(0, len(text)))])


@settings(max_examples=300, deadline=None)
@given(AnyText, st.data())
def test_a_position_with_a_line_left_out_or_doubled(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    if data.draw(st.booleans()):
        del lines[at]
    else:
        lines.insert(data.draw(st.integers(0, len(lines))), lines[at])
    reads_or_says_why("\n".join(lines))


@settings(max_examples=300, deadline=None)
@given(AnyText, st.data())
def test_a_position_with_a_word_exchanged(text: str, data: st.DataObject) -> None:
    words = text.split(" ")
    a, b = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
    words[a] = words[b]
    reads_or_says_why(" ".join(words))


@settings(max_examples=200, deadline=None)
@given(AnyText, st.data())
def test_a_position_with_another_character(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    reads_or_says_why(text[:at] + data.draw(st.characters(codec="utf-8")) + text[at + 1 :])


def reads_or_says_why(text: str) -> None:
    try:
        game = position.read(text, games.rules)
    except BadFile as wrong:
        assert str(wrong)
    else:
        assert game.pending or game.result
        for decision in game.state.pending:
            list(game.options(decision))
