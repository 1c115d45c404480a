"""What is available: games, their rules, and where their numbers come from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import FOUND_WRONG, Data, GameName, Json, Scenario, app, print_json, print_table
from ostfront.core.errors import BadFile

if TYPE_CHECKING:
    from ostfront.core.files.rules_index import Index, Row
    from ostfront.core.play.rules import GameInfo


# ---- games --------------------------------------------------------------------------------------------


@app.command()
def games(json: Json = False) -> None:
    """List the games, their scenarios and options.

    Shows whether each is complete.

    \b
    Examples:
      ostfront games
      ostfront games --json
    """
    from ostfront import games as register

    entries = [_game_entry(name) for name in register.names()]
    if json:
        print_json({"games": entries})
        return
    for entry in entries:
        _print_game(entry)


def _game_entry(name: str) -> dict[str, Any]:
    from ostfront import games as register

    info = register.info(name)
    return {
        "name": info.name,
        "title": info.title,
        "mark": info.mark,
        "rules": info.version,
        "playable": True,
        "complete": info.complete,
        "scenarios": dict(info.scenarios),
        "options": [_option_entry(info, i) for i in range(len(info.options))],
    }


def _option_entry(info: GameInfo, at: int) -> dict[str, Any]:
    option = info.options[at]
    return {
        "name": option.name,
        "summary": option.summary,
        "choices": list(option.choices),
        "default": option.default,
        "rule": f"{info.mark} {option.rule}" if option.rule else "",
        "scenarios": list(option.scenarios or info.scenarios),
    }


def _print_game(entry: dict[str, Any]) -> None:
    state = "complete" if entry["complete"] else "incomplete"
    typer.echo(f"{entry['name']}  {entry['title']} ({entry['mark']}), rules version {entry['rules']}, {state}")
    for name, title in entry["scenarios"].items():
        typer.echo(f"  --scenario {name}  {title}")
    for option in entry["options"]:
        values = "|".join(str(choice).lower() for choice in option["choices"])
        rule = f" [{option['rule']}]" if option["rule"] else ""
        typer.echo(f"  --option {option['name']}={values}  {option['summary']}{rule}")
    typer.echo()


# ---- rules --------------------------------------------------------------------------------------------

TestsFolder = Annotated[
    Path | None,
    typer.Option("--tests", metavar="DIR", help="The folder of tests (default: `tests` here)."),
]


@app.command()
def rules(
    game: GameName,
    number: Annotated[str | None, typer.Argument(metavar="[CLAUSE]", help="Show this clause and its parts.")] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Show engine clauses without code or tests.")] = False,
    tests: TestsFolder = None,
    json: Json = False,
) -> None:
    """Show the clauses of a rulebook: code, referee, tests.

    A section names all its clauses: 9.5 shows 9.5.1, 9.5.2a and so on. The index summarises each clause in our own
    words; for the full text see the printed rulebook. With --missing the exit code is 1 if an engine clause lacks
    code or tests, or a test names a clause that is not in the index.

    \b
    Examples:
      ostfront rules victory-denied
      ostfront rules victory-denied 9.5.4
      ostfront rules victory-denied --missing
    """
    from ostfront import games as register
    from ostfront.core.files.rules_index import answers, load_index, marked_tests, strays

    index = load_index(Path(register.info(game).data), f"{game}/rules.toml")
    register.rules(game)  # compiled, so that its clauses are known
    folder = _tests_folder(tests)
    marks = marked_tests(folder) if folder else {}
    asked = index.within(number) if number else index.clauses
    rows = [row for row in answers(index, marks) if row.clause in asked and (row.missing or not missing)]
    unknown = strays(index, marks)
    if json:
        print_json(_rules_data(index, rows, unknown, folder is not None))
    else:
        _print_rows(index, rows)
        if not number:
            _print_total(index, rows, unknown, folder)
    if missing and (rows or unknown):
        raise typer.Exit(FOUND_WRONG)


def _tests_folder(given: Path | None) -> Path | None:
    if given is not None:
        if not given.is_dir():
            raise BadFile("there is no such folder.", file=str(given))
        return given
    source = Path(__file__).parents[3] / "tests"
    return next((folder for folder in (Path("tests"), source) if folder.is_dir()), None)


def _rules_data(index: Index, rows: list[Row], unknown: list[str], searched: bool) -> dict[str, Any]:
    clauses = [
        {
            "number": f"{index.mark} {row.clause.number}",
            "kind": row.clause.kind,
            "summary": row.clause.summary,
            "code": [code._asdict() for code in row.code],
            "tests": [test._asdict() for test in row.tests],
            "missing": row.missing,
        }
        for row in rows
    ]
    return {
        "game": index.game,
        "complete": index.complete,
        "tests_searched": searched,
        "clauses": clauses,
        "unknown": unknown,
    }


def _print_rows(index: Index, rows: list[Row]) -> None:
    for row in rows:
        typer.echo(f"{index.mark} {row.clause.number:8} {row.clause.kind:9}  {row.clause.summary}")
        code = ", ".join(f"{c.file}:{c.line} {c.name}" for c in row.code if not c.judges)
        referee = ", ".join(f"{c.file}:{c.line} {c.name}" for c in row.code if c.judges)
        tests = ", ".join(f"{t.file}:{t.line} {t.name}" for t in row.tests)
        for word, places in (("code", code), ("referee", referee), ("tests", tests)):
            if places or word in row.missing:
                typer.echo(f"{'':13}{word:7}  {places or 'none yet'}")


def _print_total(index: Index, rows: list[Row], unknown: list[str], folder: Path | None) -> None:
    engine = sum(clause.kind == "engine" for clause in index.clauses)
    lacking = sum(bool(row.missing) for row in rows)
    typer.echo(f"{len(index.clauses)} clauses, {engine} enforced by the engine; without code or tests: {lacking}.")
    if folder is None:
        typer.echo("No folder of tests found; give one with --tests DIR.")
    for number in unknown:
        typer.echo(f"A test is marked with {number}, which is not in the index.")


# ---- provenance ---------------------------------------------------------------------------------------


@app.command()
def provenance(game: GameName, scenario: Scenario = None, data: Data = None, json: Json = False) -> None:
    """List where the numbers of a game come from.

    A source is a section of the rulebook, a published fact, or a note that the table is reconstructed. With
    --data DIR (or the variable OSTFRONT_DATA) the tables your folder overrides are marked as changed.

    \b
    Examples:
      ostfront provenance victory-denied
      ostfront provenance victory-denied --data my-numbers
    """
    from ostfront import games as register
    from ostfront.ai.weights import sources as sources_of_weights

    rules = register.rules(game, scenario, None, register.overlay(game, data))
    folder = rules.data
    sources = list(dict.fromkeys([*folder.sources, *sources_of_weights(rules)]))
    if json:
        tables = [source._asdict() for source in sources]
        print_json({"game": game, "digest": folder.digest, "tables": tables})
        return
    rows = [(s.file, s.table or "-", "changed" if s.changed else "", s.source) for s in sources]
    print_table(("file", "table", "", "source"), rows)
    if folder.digest:
        typer.echo(f"Changed numbers: digest {folder.digest}, included in the record of every game that uses them.")
