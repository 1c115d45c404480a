"""A page for each game, made from its data: scenarios, options, clauses of the rules, sources of the numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from ostfront import games
from ostfront.core.files.rules_index import load_index

KINDS = {
    "engine": "the program does or enforces it",
    "component": "it describes pieces or map",
    "advice": "history, notes and headings",
}


def write(folder: Path) -> None:
    """The pages of all games; pages of removed games are deleted."""
    folder.mkdir(exist_ok=True)
    pages = {f"{name}.md": page(name) for name in games.names()}
    for old in folder.iterdir():
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        file = folder / name
        # unchanged pages are not rebuilt
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def page(name: str) -> str:
    info = games.info(name)
    finished = "complete" if info.complete else "not complete yet"
    lines = [f"# {plain(info.title)}", "", f"Rules version {info.version}, {finished}: `{name}` on the command line."]
    return "\n".join([*lines, *_scenarios(name), *_options(name), *_clauses(name), *_sources(name)]) + "\n"


def plain(text: str) -> str:
    """Text escaped for Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(header)
    yield ""
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _scenarios(name: str) -> Iterator[str]:
    yield from ("", "## Scenarios")
    yield from table(("name", "title"), ((f"`{s}`", plain(title)) for s, title in games.info(name).scenarios.items()))


def _options(name: str) -> Iterator[str]:
    options = games.info(name).options
    if not options:
        return
    yield from ("", "## Options", "", "Chosen before a game; the first value is the usual one.")
    rows = (
        (
            f"`{option.name}`",
            ", ".join(f"`{_value(choice)}`" for choice in option.choices),
            plain(option.summary),
            plain(option.rule),
            ", ".join(f"`{s}`" for s in option.scenarios) or "all",
        )
        for option in options
    )
    yield from table(("name", "values", "meaning", "rule", "scenarios"), rows)


def _value(choice: object) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _clauses(name: str) -> Iterator[str]:
    """Our one-line summary of every clause, by section of the rulebook; then its worked examples."""
    index = load_index(Path(games.info(name).data))
    yield from ("", "## Clauses", "")
    yield f"The rulebook in our words, cited as {index.mark} with the number. Kinds of clauses:"
    yield ""
    yield from (f"- *{kind}*: {meaning}" for kind, meaning in KINDS.items())
    for section, clauses in groupby(index.clauses, key=lambda clause: clause.number.partition(".")[0]):
        yield from ("", f"### Section {section}" if section.isdigit() else f"### {section}")
        yield from table(
            ("clause", "summary", "kind"), ((c.number, plain(c.summary), f"*{c.kind}*") for c in clauses)
        )
    if index.examples:
        yield from ("", "### Worked examples")
        rows = ((e.number, plain(e.title), plain(e.summary)) for e in index.examples)
        yield from table(("clause", "example", "summary"), rows)


def _sources(name: str) -> Iterator[str]:
    """As `ostfront provenance` lists them, for all scenarios."""
    found = {s: None for scenario in games.info(name).scenarios for s in games.rules(name, scenario).data.sources}
    yield from ("", "## Where the numbers come from", "")
    yield f"`ostfront provenance {name}` lists them too."
    yield from table(
        ("file", "table", "source"), ((f"`{s.file}`", plain(s.table) or "-", plain(s.source)) for s in found)
    )
