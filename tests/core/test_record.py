"""Records: written, read, replayed, continued under other rules; and what is wrong with a wrong one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ostfront
from drill import INFO
from drill.layout import lay_out
from drill.rules import DrillRules
from ostfront import BadFile, Game, games
from ostfront.core.files import record
from ostfront.core.files.data import DataFolder
from ostfront.core.play.rules import Rules, Settings
from ostfront.core.play.sequence import Mark


@lru_cache
def played(seed: int, actions: int = 120) -> Game:
    random = Random(seed)
    game = ostfront.new("drill", "siege", seed=seed)
    for _ in range(actions):
        if game.result is None:
            decision = random.choice(game.state.pending)
            game.push(game.options(decision).choose(random.random), decision)
    return game


def load(text: str) -> Game:
    return record.load(record.read(text), games.rules)


# ---- written by hand ----------------------------------------------------------------------------------


HAND = """\
ostfront record 1
game: drill
rules: 1.0
scenario: skirmish

# a game on a real table, as it was typed in
---
draw mine-1
draw blank-1
draw fuel-1
draw fuel-2
Red: deploy D-Tank   # the tank to the mill
red: at 0702
---
"""


def test_a_record_is_typed_by_hand() -> None:
    game = load(HAND)
    assert game.pending[0].kind == "deploy"
    assert list(game.view("Red").known["units"]) == ["D-Tank"]


def test_the_last_dice_may_still_be_rolled() -> None:
    game = load(HAND.replace("draw fuel-2\nRed: deploy D-Tank   # the tank to the mill\nred: at 0702\n", ""))
    assert len(game.state.face_down) == 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ostfront record 1", "my game", "my.game:1: a record starts with 'ostfront record 1', found 'my game'"),
        ("rules: 1.0\n", "", "the head of the record has no 'rules:' line"),
        ("rules: 1.0", "rule: 1.0", "my.game:3: 'rule: 1.0' is not part of a record's head. Did you mean rules?"),
        ("game: drill", "game: dril", "There is no game 'dril'"),
        ("skirmish", "skirmis", "has no scenario 'skirmis'"),
        ("skirmish", "skirmish\noption: fog = maybe", "my.game:5: write an option as 'option: name = value'"),
        ("skirmish", "skirmish\noption: fog = 3", "Option 'fog' is one of"),
        ("skirmish", "skirmish\ndigest: 12", "the changed tables are not those"),
        ("0702\n---\n", "0702\n", "the record ends before its closing '---'"),
        ("---\n", "", "'draw mine-1' is not part of a record's head"),
        ("draw mine-1", "draw mine-9", "my.game:8: there is nothing called 'mine-9' to draw"),
        ("draw mine-1", "draw D-Tank", "cannot have the outcome 'draw D-Tank'"),
        ("draw mine-1", "roll six", "my.game:8: 'six' is not a number"),
        ("draw mine-1", "roll 6", "'set-up / surprises' cannot have the outcome 'roll 6'"),
        ("draw blank-1", "draw mine-1", "cannot have the outcome 'draw mine-1'"),
        ("draw fuel-2", "draw fuel-2\nroll 3", "'roll 3' is not expected here"),
        ("draw fuel-2\n", "", "a line such as 'draw .*' is missing here"),
        ("Red: deploy", "Rad: deploy", "my.game:12: there is no seat 'Rad'. Did you mean Red?"),
        ("Red: deploy", "Left: deploy", "my.game:12: Not the Left player's turn"),
        ("D-Tank", "L-Tank", r"my.game:12: 'deploy L-Tank' is not allowed: \[DRILL 3.1\]"),
        ("deploy D-Tank", "fly", "my.game:12: There is no action 'fly'"),
        ("at 0702", "at 0101", r"my.game:13: 'at 0101' is not allowed: \[DRILL 3.2\]"),
        ("Red: deploy D-Tank", "deploy D-Tank", "is neither 'Seat: action' nor 'roll N' nor 'draw THING'"),
        ("Red: deploy D-Tank", "hidden", "this record leaves out hidden information"),
        ("Red: deploy D-Tank", "takeback x", "'x' is not a number"),
        ("0702\n---\n", "0702\n---\nsecret: xyz\n", "'secret: xyz' is not understood here"),
        ("0702\n---\n", "0702\n---\nstate: {}\n", "This is not a saved state of The Drill"),
        ("0702\n---\n", '0702\n---\norder: ["Red"]\n', "a standing order cannot be read"),
        ("0702\n---\n", '0702\n---\norder: ["Rad", "reserve", "pass", "", ""]\n', "There is no seat 'Rad'"),
        ("0702\n---\n", '0702\n---\norder: ["Red", "move", "done", "", ""]\n', "'move' is not a window"),
    ],
)
def test_what_is_wrong_with_a_record(old: str, new: str, message: str) -> None:
    assert old in HAND
    with pytest.raises(BadFile, match=message) as wrong:
        record.load(record.read(HAND.replace(old, new), "my.game"), games.rules, file="my.game")
    assert wrong.value.file == "my.game"
    assert str(wrong.value).startswith("my.game:")


# ---- fuzz ---------------------------------------------------------------------------------------------


SEED = next(seed for seed in range(50) if "\nroll " in record.write(played(seed)))
FULL = record.write(played(SEED), full=True)
LINES = FULL.splitlines()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(FULL)))
def test_a_truncated_record_is_one_clear_error(end: int) -> None:
    loads_or_says_why(FULL[:end])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(FULL) - 1), st.characters(codec="utf-8"))
def test_a_record_with_another_character(at: int, other: str) -> None:
    loads_or_says_why(FULL[:at] + other + FULL[at + 1 :])


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1), st.booleans())
def test_a_record_with_lines_left_out_or_exchanged(a: int, b: int, exchange: bool) -> None:
    lines = list(LINES)
    if exchange:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        del lines[a]
    loads_or_says_why("\n".join(lines) + "\n")


STATE = next(n for n, line in enumerate(LINES) if line.startswith("state:"))


@settings(max_examples=150, deadline=None)
@given(st.integers(7, len(LINES[STATE]) - 1), st.sampled_from('0123456789-[]{}",:atx'))
def test_a_saved_state_with_another_character(at: int, other: str) -> None:
    line = LINES[STATE]
    lines = [*LINES[:STATE], line[:at] + other + line[at + 1 :], *LINES[STATE + 1 :]]
    loads_or_says_why("\n".join(lines) + "\n")


def loads_or_says_why(text: str) -> None:
    try:
        game = load(text)
    except BadFile as wrong:
        assert str(wrong) and "\n" not in str(wrong)
    else:
        assert game.pending or game.result


# ---- takebacks ----------------------------------------------------------------------------------------


def test_a_game_with_takebacks_verifies() -> None:
    random = Random(3)
    game = ostfront.new("drill", "siege", seed=3)
    taken_back = 0
    while game.result is None:
        decision = random.choice(game.state.pending)
        game.push(game.options(decision).choose(random.random), decision)
        if random.random() < 0.05:
            for _ in range(random.randint(1, 3)):
                game.undo()
            taken_back += 1
    assert taken_back
    assert [e for e in game.entries or () if isinstance(e, Mark) and e.word == "takeback"]
    read = record.read(record.write(game))
    again = record.replay(read, games.rules)
    assert record.verify(read, again) == []
    assert again.state == game.state


# ---- rules versions -----------------------------------------------------------------------------------


class Later(DrillRules):
    """The drill in a later version; `three` says in how many towns Blue must be."""

    def __init__(self, settings: Settings, data: DataFolder, version: str, changed: bool) -> None:
        super().__init__(INFO, settings, data)
        self.info = INFO._replace(version=version)
        if changed:
            chart = self.facts.crt
            self.facts.crt = type(chart)(chart.lead, [["A"] * 4] * 6)


def later(version: str, changed: bool) -> Any:
    def find(name: str, scenario: str, options: Mapping[str, Any], overlay: Mapping[str, str] | None = None) -> Rules:
        settings = games.rules(name, scenario, options).settings
        return Later(settings, DataFolder(name, Path(INFO.data)), version, changed)

    return find


def test_a_version_that_changes_nothing_here_carries_on() -> None:
    game = record.load(record.read(FULL), later("1.1", changed=False))
    assert game.state == played(SEED).state
    assert game.entries == played(SEED).entries
    assert "rules: 1.1" in record.write(game)


def test_a_version_under_which_it_would_have_gone_otherwise_goes_on_from_the_saved_state() -> None:
    find = later("2.0", changed=True)
    game = record.load(record.read(FULL), find)
    assert game.state == played(SEED).state
    assert (game.entries or [])[-1].word == "version"  # type: ignore[union-attr]
    before = len(game.entries or ())
    action = game.legal.options.choose(Random(1).random)
    game.push(action)
    text = record.write(game, full=True)
    # saved and loaded again, it does not look back beyond the change
    again = record.load(record.read(text), find)
    assert again.state == game.state
    assert again.entries == game.entries
    assert record.verify(record.read(text), again) == []
    again.undo()
    assert again.state == played(SEED).state
    with pytest.raises(ostfront.NotYourTurn, match="under another version of the rules"):
        again.rewind(before - 2)


def test_the_line_of_a_version_shows_no_secrets() -> None:
    game = record.load(record.read(FULL), later("2.0", changed=True))
    for seat in (None, 0, 2):
        text = record.write(game, seat)
        assert "version 2.0\n" in text
        assert "draw mine" not in text and "draw blank" not in text


# ---- changed numbers ----------------------------------------------------------------------------------


def test_a_game_on_changed_numbers_carries_them(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("# source: my own box\nname,seat,kind,attack,defence,steps,move\n"
                                        "L-Tank,Left,tank,9,2,2,5\n")  # fmt: skip
    game = ostfront.new("drill", seed=1, data=[tmp_path])
    assert game.rules.facts.units[0].attack == 9
    assert ostfront.new("drill", seed=1).rules.facts.units[0].attack == 4
    game.save(tmp_path / "my.game")
    text = (tmp_path / "my.game").read_text()
    assert f"digest: {game.rules.data.digest}" in text
    again = ostfront.load(tmp_path / "my.game")
    assert again.rules.facts.units[0].attack == 9
    with pytest.raises(BadFile, match="digest"):
        record.read(text.replace("tank,9", "tank,8"))


# ---- files --------------------------------------------------------------------------------------------


def test_saving_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    game = played(SEED)
    game.save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["my.game"]
    assert ostfront.load(path).state == game.state


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        ostfront.load(tmp_path / "nothing.game")
    (tmp_path / "bytes.game").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="it is not UTF-8 text"):
        ostfront.load(tmp_path / "bytes.game")


def test_a_game_from_a_position_is_saved_with_its_beginning(tmp_path: Path) -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.play("select Dig-in", "Red")
    game.save(tmp_path / "my.game")
    assert ostfront.load(tmp_path / "my.game").state == game.state
