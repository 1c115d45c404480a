"""The rules index: reading it, and joining it with code and tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.calling import run
from ostfront.core.errors import BadFile
from ostfront.core.files.rules_index import Index, answers, load_index, marked_tests, strays
from ostfront.core.play.clauses import answers_for

HEAD = 'game = "toy"\nmark = "TOY"\ncomplete = false\n'
CLAUSE = '[[clause]]\nnumber = "1.1"\nkind = "engine"\nsummary = "White begins."\n'


def read(folder: Path, text: str) -> Index:
    (folder / "rules.toml").write_text(text)
    return load_index(folder)


def test_an_index_is_read(tmp_path: Path) -> None:
    lettered = CLAUSE.replace("1.1", "1.2a") + CLAUSE.replace("1.1", "1.2b").replace(
        "White begins.", "Black follows."
    )
    example = '[[example]]\nnumber = "1.2"\ntitle = "Opening"\nsummary = "White, then Black."\n'
    index = read(tmp_path, HEAD + CLAUSE + lettered + example)
    assert (index.game, index.mark, index.complete) == ("toy", "TOY", False)
    assert [clause.number for clause in index.clauses] == ["1.1", "1.2a", "1.2b"]
    assert index.examples[0].title == "Opening"
    assert index.summary("TOY 1.1") == "White begins."
    assert index.summary("1.2") == "White begins. Black follows."
    assert index.summary("1.2b") == "Black follows."
    assert index.summary("9") == ""


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 1, "expected game"),
        (HEAD, 1, "no [[clause]]"),
        (HEAD + CLAUSE + CLAUSE, 8, "is already in line 4"),
        (HEAD + CLAUSE.replace("engine", "engin"), 4, "kind must be engine, component or advice"),
        (HEAD + CLAUSE.replace("summary", "sumary"), 4, "has no 'sumary'"),
        (HEAD + CLAUSE.replace('summary = "White begins."\n', ""), 4, "summary must be a line, not nothing"),
        (HEAD + CLAUSE.replace('"1.1"', "1.1"), 4, "number must be a line, not 1.1"),
        (HEAD + CLAUSE.replace("1.1", "one one"), 4, "not a clause number"),
        (HEAD.replace("false", '"no"') + CLAUSE, 3, "expected complete = true or false"),
        (HEAD + "claus = 1\n" + CLAUSE, 4, "Did you mean clause?"),
        (HEAD + "clause = 1\n", 4, "starts with a line [[clause]]"),
        (HEAD + "[[clause\n", 4, "not valid TOML"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, text: str, line: int, part: str) -> None:
    with pytest.raises(BadFile) as wrong:
        read(tmp_path, text)
    assert part in str(wrong.value)
    assert (wrong.value.file, wrong.value.line) == ("rules.toml", line)


def test_a_missing_index_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        load_index(tmp_path)


TESTS = """
import pytest
from rule import rule

@rule("TOY 1.1", "TOY 1.2a")
def test_two(): ...

@pytest.mark.rule("TOY 1.1")
@pytest.mark.parametrize("x", [1])
async def test_one(x): ...

@rule("TOY 7.7")
class TestMany:
    @rule("TOY 1.2a")
    def test_inner(self): ...
    def helper(self): ...

@rule("TOY 1.1")
def not_a_test(): ...
"""


def test_tests_are_found_by_their_marks(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_toy.py").write_text(TESTS)
    (tmp_path / "deep" / "other.py").write_text(TESTS)
    (tmp_path / "test_all.py").write_text('pytestmark = [rule("TOY 8.8")]\ndef test_it(): ...\n')
    marks = marked_tests(tmp_path)
    assert {number: [test.name for test in tests] for number, tests in marks.items()} == {
        "TOY 1.1": ["test_two", "test_one"],
        "TOY 1.2a": ["test_two", "TestMany.test_inner"],
        "TOY 7.7": ["TestMany.test_inner"],
        "TOY 8.8": ["test_it"],
    }
    assert (marks["TOY 1.1"][0].file, marks["TOY 1.1"][0].line) == ("deep/test_toy.py", 6)


def test_a_broken_test_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text("def test_it(:\n")
    with pytest.raises(BadFile, match=r"test_toy\.py"):
        marked_tests(tmp_path)


def test_clauses_are_joined_with_code_and_tests(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text(TESTS)
    index = read(
        tmp_path,
        HEAD + CLAUSE + CLAUSE.replace("1.1", "1.3") + CLAUSE.replace("1.1", "0").replace("engine", "advice"),
    )
    answers_for("TOY 1.1", read)
    rows = {row.clause.number: row for row in answers(index, marked_tests(tmp_path))}
    assert rows["1.1"].missing == ""
    assert rows["1.1"].code[0].name == "read"
    assert rows["1.3"].missing == "code and tests"
    assert rows["0"].missing == ""
    assert strays(index, marked_tests(tmp_path)) == ["TOY 1.2a", "TOY 7.7"]


def test_the_command_shows_them(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text('@rule("AVD 9.5.4a")\ndef test_retreat(): ...\n')
    data = run("rules", "victory-denied", "--tests", tmp_path, "--json").json
    clause = next(clause for clause in data["clauses"] if clause["number"] == "AVD 9.5.4a")
    assert clause["tests"] == [{"name": "test_retreat", "file": "test_toy.py", "line": 2}]
    assert "test_toy.py:2" in run("rules", "victory-denied", "--tests", tmp_path).out


def test_one_command_answers_for_a_clause() -> None:
    out = run("rules", "victory-denied", "9.3.6b").out
    assert "ostfront/games/victory_denied/" in out or "ostfront/kit/" in out
    assert "tests    victory_denied/test_" in out
    assert "referee  ostfront/games/victory_denied/referee/" in run("rules", "victory-denied", "AVD 5.2").out
    data = run("rules", "victory-denied", "9.5", "--json").json
    numbers = [clause["number"] for clause in data["clauses"]]
    assert len(numbers) > 5 and all(number.startswith("AVD 9.5") for number in numbers)


def test_a_clause_that_is_not_there_is_said() -> None:
    answer = run("rules", "victory-denied", "9.99")
    assert (answer.code, "no clause '9.99'" in answer.sentence) == (2, True)
