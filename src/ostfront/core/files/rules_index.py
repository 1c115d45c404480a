"""The rules index of a game: every clause of its rulebook, with the code and tests that cover it.

The index is `rules.toml` in the game's data folder: a `[[clause]]` for each clause, with its number, its kind
(engine: the program does or enforces it; component: it describes pieces or map; advice: history and notes)
and a one-line summary in our words. Worked examples of the rulebook are listed as `[[example]]`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from ostfront.core.errors import BadAction, BadFile, either, suggestion
from ostfront.core.files.data import line_of
from ostfront.core.play.clauses import Code, code_for

FILE = "rules.toml"
TOP_KEYS = ("game", "mark", "complete", "source", "clause", "example")
ClauseKind = Literal["engine", "component", "advice"]
KINDS = ("engine", "component", "advice")


class IndexClause(NamedTuple):
    """A clause of the rulebook in one line of our words."""

    number: str
    kind: ClauseKind
    summary: str


class IndexExample(NamedTuple):
    """A worked example of the rulebook."""

    number: str
    title: str
    summary: str


class Index(NamedTuple):
    """The clauses of one rulebook, in its order."""

    game: str
    mark: str
    complete: bool
    clauses: tuple[IndexClause, ...]
    examples: tuple[IndexExample, ...] = ()

    def summary(self, number: str) -> str:
        """Our summary of a clause, written '9.5.4' or 'AVD 9.5.4'; of all its lettered parts if it has any."""
        bare = number.removeprefix(f"{self.mark} ")
        exact = [c.summary for c in self.clauses if c.number == bare]
        parts = [c.summary for c in self.clauses if re.fullmatch(re.escape(bare) + "[a-z]", c.number)]
        return " ".join(exact or parts)

    def within(self, number: str) -> tuple[IndexClause, ...]:
        """A clause with its parts, or all clauses of a section; written '9.5.4' or 'AVD 9.5.4'."""
        bare = number.removeprefix(f"{self.mark} ").strip()
        found = tuple(c for c in self.clauses if re.fullmatch(re.escape(bare) + r"([a-z]|\..*)?", c.number))
        if not found:
            numbers = [clause.number for clause in self.clauses]
            raise BadAction(f"{self.game} has no clause '{number}'.{suggestion(bare, numbers)}")
        return found


# ---- reading ------------------------------------------------------------------------------------------


def load_index(folder: Path, label: str = "") -> Index:
    """The index in a game's data folder; every mistake is reported with file and line."""
    file = label or FILE
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as wrong:
        raise BadFile(f"the rules index cannot be read: {wrong.strerror}.", file=file) from None
    except UnicodeDecodeError:
        raise BadFile("the rules index is not UTF-8 text.", file=file) from None
    except tomllib.TOMLDecodeError as wrong:
        found = re.search(r"line (\d+)", str(wrong))
        raise BadFile(f"not valid TOML: {wrong}.", file=file, line=int(found[1]) if found else 0) from None
    return _Reader(text, table, file).index()


class _Reader:
    def __init__(self, text: str, table: Mapping[str, Any], file: str) -> None:
        self.text = text
        self.table = table
        self.file = file

    def index(self) -> Index:
        for key in self.table:
            if key not in TOP_KEYS:
                hint = suggestion(key, TOP_KEYS)
                raise self.wrong(f"'{key}' is not part of a rules index.{hint}", line_of(self.text, key))
        game, mark = self.value("game", str), self.value("mark", str)
        complete = self.value("complete", bool)
        clauses = [self.clause(entry, line) for line, entry in self.entries("clause")]
        if not clauses:
            raise self.wrong("there is no [[clause]].", 1)
        examples = [self.example(entry, line) for line, entry in self.entries("example")]
        return Index(game, mark, complete, tuple(clauses), tuple(examples))

    def value(self, key: str, kind: type) -> Any:
        found = self.table.get(key)
        if not isinstance(found, kind) or found == "":
            wanted = "text in quotes" if kind is str else "true or false"
            raise self.wrong(f"expected {key} = {wanted}, found {_shown(found)}.", line_of(self.text, key) or 1)
        return found

    def entries(self, key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The entries of an array of tables, each with the line it begins on; numbers may not repeat in clauses."""
        found = self.table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise self.wrong(f"each {key} starts with a line [[{key}]].", line_of(self.text, key))
        header = re.compile(rf"\s*\[\[\s*{key}\s*\]\]")
        lines = [n for n, line in enumerate(self.text.splitlines(), 1) if header.match(line)]
        lines += [0] * (len(found) - len(lines))
        seen: dict[Any, int] = {}
        for line, entry in zip(lines, found, strict=False):
            number = entry.get("number")
            if key == "clause" and number in seen:
                raise self.wrong(f"clause {number} is already in line {seen[number]}.", line)
            seen[number] = line
            yield line, entry

    def clause(self, entry: Mapping[str, Any], line: int) -> IndexClause:
        number, kind, summary = self.words(entry, ("number", "kind", "summary"), "clause", line)
        if kind not in KINDS:
            raise self.wrong(f"clause {number}: kind must be {either(KINDS)}, not '{kind}'.", line)
        if not re.fullmatch(r"[0-9A-Z][\w.]*", number):
            raise self.wrong(f"'{number}' is not a clause number such as 9.5.4 or 9.5.4b.", line)
        return IndexClause(number, cast(ClauseKind, kind), summary)

    def example(self, entry: Mapping[str, Any], line: int) -> IndexExample:
        return IndexExample(*self.words(entry, ("number", "title", "summary"), "example", line))

    def words(self, entry: Mapping[str, Any], keys: tuple[str, ...], what: str, line: int) -> list[str]:
        for key in entry:
            if key not in keys:
                raise self.wrong(f"a {what} has no '{key}'; it has {either(keys)}.", line)
        for key in keys:
            value = entry.get(key)
            if not isinstance(value, str) or not value.strip() or "\n" in value:
                raise self.wrong(
                    f"{what} {entry.get('number', '')}: {key} must be a line, not {_shown(value)}.", line
                )
        return [str(entry[key]) for key in keys]

    def wrong(self, message: str, line: int) -> BadFile:
        return BadFile(message, file=self.file, line=line)


def _shown(value: Any) -> str:
    return "nothing" if value is None else repr(value)


# ---- what covers a clause -----------------------------------------------------------------------------


class MarkedTest(NamedTuple):
    """A test that is marked with clauses."""

    name: str
    file: str
    line: int


class Row(NamedTuple):
    """A clause with the code and the tests that cover it."""

    clause: IndexClause
    code: tuple[Code, ...]
    tests: tuple[MarkedTest, ...]

    @property
    def missing(self) -> str:
        """What an engine clause still lacks: 'code', 'tests', 'code and tests', or nothing."""
        if self.clause.kind != "engine":
            return ""
        return " and ".join(name for name, have in (("code", self.code), ("tests", self.tests)) if not have)


def answers(index: Index, tests: Mapping[str, Iterable[MarkedTest]]) -> list[Row]:
    """Each clause with its code (the game must have been imported) and its tests."""
    rows = []
    for clause in index.clauses:
        number = f"{index.mark} {clause.number}"
        rows.append(Row(clause, tuple(code_for(number)), tuple(tests.get(number, ()))))
    return rows


def strays(index: Index, tests: Mapping[str, Iterable[MarkedTest]]) -> list[str]:
    """Clause numbers of this rulebook that tests name but the index does not have."""
    known = {c.number for c in index.clauses} | {e.number for e in index.examples}
    ours = f"{index.mark} "
    return [number for number in tests if number.startswith(ours) and number.removeprefix(ours) not in known]


def marked_tests(folder: Path) -> dict[str, list[MarkedTest]]:
    """The tests below a folder by the clauses they are marked with: @rule("AVD 9.5.4", ...) or pytest.mark.rule."""
    found: dict[str, list[MarkedTest]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        file = str(path.relative_to(folder))
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError) as wrong:
            raise BadFile(f"its rule marks cannot be read: {wrong}.", file=file) from None
        for number, test in _marks_in(tree, file):
            found.setdefault(number, []).append(test)
    return found


def _marks_in(tree: ast.Module, file: str) -> Iterator[tuple[str, MarkedTest]]:
    """Marks of functions, of classes (for each of their tests) and of the whole module (pytestmark)."""
    for_all = [number for node in tree.body for number in _pytestmark(node)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            of_class = [*for_all, *_numbers(node.decorator_list)]
            for inner in node.body:
                yield from _marks_of(inner, of_class, file, f"{node.name}.")
        else:
            yield from _marks_of(node, for_all, file, "")


def _marks_of(node: ast.stmt, more: list[str], file: str, prefix: str) -> Iterator[tuple[str, MarkedTest]]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test"):
        return
    test = MarkedTest(f"{prefix}{node.name}", file, node.lineno)
    for number in dict.fromkeys([*more, *_numbers(node.decorator_list)]):
        yield number, test


def _numbers(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = node.func
        if (isinstance(name, ast.Name) and name.id == "rule") or (
            isinstance(name, ast.Attribute) and name.attr == "rule"
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _pytestmark(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets):
        values = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
        yield from _numbers(values)
