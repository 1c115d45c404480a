"""Texts that would keep a parser busy are refused before it sees them, everywhere they can come in."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import perf_counter

import pytest

import ostfront
from cli.calling import game_under_way, run
from ostfront import BadFile, games
from ostfront.core.errors import suggestion
from ostfront.core.files import limits, position, record
from ostfront.core.files.data import digest
from ostfront.lab.weights import as_toml

HEAD = 'format = "ostfront position 1"\ngame = "drill"\nscenario = "siege"\n'
DOTTED = "a" + ".a" * 40_000 + " = 1\n"
BAD_TOML = {
    "dots in a key": (DOTTED, "a key with more than 16 dots"),
    "quoted dots": ("'a'." * 40 + "a = 1\n", "a key with more than 16 dots"),
    "dots in a header": ("[a" + ".a" * 40 + "]\n", "a key with more than 16 dots"),
    "dots after a string with many quotes": ('x = { s = """a""""", ' + "b." * 40 + "b = 1 }\n", "more than 16 dots"),
    "deep lists": ("x = " + "[" * 5_000 + "]" * 5_000 + "\n", "nested more than 32 deep"),
    "deep tables": ("x = " + "{ a = " * 5_000 + "1" + " }" * 5_000 + "\n", "nested more than 32 deep"),
    "a list over many lines": ("x = " + "[\n" * 5_000 + "]" * 5_000 + "\n", "nested more than 32 deep"),
    "digits": ("x = " + "9" * 5_000 + "\n", "a number of more than 18 digits"),
    "digits below zero": ("x = -" + "9" * 5_000 + "\n", "a number of more than 18 digits"),
    "digits in base 16": ("x = 0x" + "f" * 5_000 + "\n", "a number of more than 18 digits"),
    "a long line": ("# " + "x" * 200_000 + "\n", "a line of more than 100,000 characters"),
    "a large file": ("# x\n" * 600_000, "larger than 2 MB"),
    "quotes that never close": ('x = "' + '\\"' * 40_000 + "\n", "not valid TOML"),
}


@pytest.mark.parametrize(("text", "message"), BAD_TOML.values(), ids=BAD_TOML)
def test_a_position(text: str, message: str, tmp_path: Path) -> None:
    start = perf_counter()
    with pytest.raises(BadFile, match=message):
        position.read(HEAD + text, games.rules, file="my.toml")
    file = tmp_path / "my.toml"
    file.write_text(HEAD + text)
    assert message in run("show", file).sentence
    assert perf_counter() - start < 5


@pytest.mark.parametrize("case", ["dots in a key", "deep lists", "digits", "a long line"])
def test_numbers_of_ones_own(case: str, tmp_path: Path) -> None:
    text, message = BAD_TOML[case]
    (tmp_path / "charts.toml").write_text(text)
    (tmp_path / "weights.toml").write_text(text)
    assert message in run("new", "kiev-41", "--data", tmp_path, "-o", tmp_path / "my.game").sentence
    with pytest.raises(BadFile, match=message):
        as_toml({}, "test", over=text)


def changed(name: str, text: str) -> str:
    """A record with one file laid over the drill."""
    text = "\n".join(text.splitlines()) + "\n"
    lines = [record.FORMAT, "game: drill", "rules: 1", "scenario: siege", f"digest: {digest({name: text})}"]
    return "\n".join([*lines, f"data {name}", *(f"| {line}" for line in text.splitlines()), "---", "---"]) + "\n"


@pytest.mark.parametrize("case", ["dots in a key", "deep lists", "digits", "a long line"])
def test_numbers_in_a_record(case: str) -> None:
    text, message = BAD_TOML[case]
    with pytest.raises(BadFile, match=message):
        record.load(record.read(changed("charts.toml", text)), games.rules)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("x" * 200_000, "a line of more than 100,000 characters"),
        ("x" * 5_000, "a cell of more than 4,000 characters"),
        ("9" * 5_000, "a cell of more than 4,000"),
        ("9" * 30, "a number of more than 18 digits"),
    ],
    ids=["line", "cell", "number in a cell", "number"],
)
def test_cells(row: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        record.load(record.read(changed("chits.csv", f"name\n{row}\n")), games.rules)


def test_a_record_cannot_ask_for_files() -> None:
    """The same sentence whether the file is there or not."""
    here = Path(__file__)
    away = "../" * 20
    for name in (
        str(here),
        f"{here}.none",
        away + str(here)[1:],
        f"{away}none.toml",
        "../facts.py",
        "./hexes.csv",
        "\0",
    ):
        with pytest.raises(BadFile, match="drill has no data file of this name"):
            record.load(record.read(changed(name, "source = 'x'")), games.rules)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("option: fog = true", "option: fog = " + "[" * 5_000),
        ("option: fog = true", "option: fog = " + "9" * 5_000),
        ("secret: ", "secret: " + "00" * 5_000),
        ("state: {", 'state: {"x":' + "[" * 5_000 + "]" * 5_000 + ","),
        ("state: {", 'state: {"x":' + "9" * 5_000 + ","),
        ("state: {", 'order: ["Red","reserve","pass",' + "[" * 5_000 + "\nstate: {"),
        ("---\n", "---\nversion 9 " + "[" * 5_000 + "\n"),
        ("---\n", "---\nroll " + "9" * 5_000 + "\n"),
    ],
    ids=["deep option", "long option", "secret", "deep state", "long state", "order", "version", "roll"],
)
def test_a_record(old: str, new: str, tmp_path: Path) -> None:
    file = game_under_way(tmp_path, 5)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert len(run("show", file).sentence) < 400


def test_a_bitboard_is_no_larger_than_its_board(tmp_path: Path) -> None:
    game = ostfront.load(game_under_way(tmp_path, 5))
    packed = position.pack(game.state, game.rules)
    start = perf_counter()
    with pytest.raises(BadFile, match="names something that does not exist"):
        position.unpack({**packed, "cup": "f" * 200_000}, game.rules)
    assert perf_counter() - start < 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + '[[stack]]\nprocedure = "game"\n' * 60_000, r"\[\[stack\]\]: 60,000 entries, and at most 100"),
        (HEAD + '[[asked]]\nseat = "Left"\nkind = "a"\n' * 50_000, r"\[\[asked\]\]: 50,000 entries, and at most 100"),
        ("unknown = [\n" + '"Left",\n' * 100_000 + "]\n" + HEAD, "unknown: 100,000 entries, and at most 3"),
        (
            HEAD + "[state]\nface_down = [\n" + "{},\n" * 100_000 + "]",
            "face_down: 100,000 entries, and at most 10,000",
        ),
        (HEAD + "[state]\ncup = [\n" + '"Left",\n' * 9_000 + "]", "9,000 names, but there are only"),
        (HEAD + "[units]\n" + "".join(f"u{n} = 1\n" for n in range(90_000)), r"\[units\]: 90,000 entries"),
    ],
    ids=["frames", "decisions", "unknown", "list", "names", "units"],
)
def test_too_much_of_everything(text: str, message: str) -> None:
    start = perf_counter()
    with pytest.raises(BadFile, match=message):
        position.read(text, games.rules)
    assert perf_counter() - start < 10


def test_no_suggestion_for_a_long_name() -> None:
    names = [f"{n:060}" for n in range(2_000)]
    start = perf_counter()
    assert suggestion("0" * 100_000, names) == ""
    assert perf_counter() - start < 0.2
    with pytest.raises(BadFile) as wrong:
        position.read(HEAD + f'[units]\n{"x" * 50_000} = "0404"\n', games.rules)
    assert len(str(wrong.value)) < 300


def test_a_set_up_of_what_is_not_there(tmp_path: Path) -> None:
    """Found only when the pieces are set up, which the rules of a game do not do by themselves."""
    (tmp_path / "setup").mkdir()
    rows = "row,side,unit,nation,army,type,count,place,strength,unmarked,historical\n900,axis,nobody,,,,1,15,4,,\n"
    (tmp_path / "setup" / "campaign.csv").write_text(f"# source: x\n{rows}")
    told = run("new", "kiev-41", "--data", tmp_path, "-o", tmp_path / "my.game").sentence
    assert told.startswith("setup/campaign.csv: ") and "do not fit the rest of its data" in told


def test_a_decision_that_is_asked_twice(tmp_path: Path) -> None:
    game = ostfront.load(game_under_way(tmp_path, 5))
    text = position.write(game)
    twice = text + "\n[[asked]]" + text.rpartition("[[asked]]")[2]
    with pytest.raises(BadFile, match="the same decision is asked of a seat twice"):
        position.read(twice, games.rules)


@pytest.mark.parametrize("words", ["9" * 900_000, "9 " * 400_000, "x" * 50_000], ids=["number", "words", "name"])
def test_a_long_line_is_not_repeated(words: str, tmp_path: Path) -> None:
    file = game_under_way(tmp_path, 5)
    for verb in ("go", words):
        text = file.read_text().replace("---\n", f"---\nRed: {verb} {words}\n", 1)
        (tmp_path / "long.game").write_text(text)
        assert len(run("show", tmp_path / "long.game").sentence) < 700


def test_a_large_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LARGEST_FILE", 1024 * 1024)
    (tmp_path / "my.game").write_bytes(b"x" * (1024 * 1024 + 1))
    assert run("show", tmp_path / "my.game").sentence.endswith("larger than 1 MB.")


def test_what_we_write_is_within_the_limits() -> None:
    """Strings and comments may contain anything."""
    limits.check_toml(f'a = "{"." * 100}{"[" * 100}{"9" * 100}" # {"[" * 100}{"1.1" * 100}\nb.c = 1.5\n', "x")
    limits.check_toml("a = '''\n" + "[[.\n" * 100 + "'''\nb = 1\n", "x")
    limits.check_json('{"a": "' + "[" * 100 + '\\"' + "9" * 100 + '", "b": 12345678901234567}')


def test_a_position_from_which_nothing_can_go_on(tmp_path: Path) -> None:
    """Without the frame of the game itself, play would fall off the end of the turn."""
    game, choose = ostfront.new("kiev-41", "the-pocket", seed=5), Random(3).random
    for _ in range(60):
        game.push(game.legal.options.choose(choose))
    head, first, *frames = position.write(game).split("[[stack]]\n")
    assert 'procedure = "game"' in first
    (tmp_path / "end.toml").write_text("[[stack]]\n".join([head, *frames]))
    assert "the first procedure must be 'game'" in run("show", tmp_path / "end.toml").sentence
