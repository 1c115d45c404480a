"""What a file or a request from outside may contain. It is measured before anything parses it.

A parser can be made to work for minutes, or to take gigabytes, by a small text: a key of 40,000 dots, brackets
nested 10,000 deep, a number of a million digits. No file of ours comes near these bounds.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from ostfront.core.errors import BadFile

LARGEST_FILE = 16 * 1024 * 1024  # bytes; a record of a long game has less than one
LARGEST_TABLE = 2 * 1024 * 1024  # characters of a TOML or CSV file
LONGEST_LINE = 100_000
LONGEST_CELL = 4_000
DOTS = 16  # in one key
DEPTH = 32
DIGITS = 18  # what fits into 64 bits

# Strings and comments. A string that is not closed ends with its line or the text, so the search never goes back.
_TOML_TEXT = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']++|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_JSON_TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NUMBER = re.compile(rf"(?<!\w)[0-9][0-9A-Fa-f_oxb]{{{DIGITS}}}")
_DIGITS = re.compile(rf"[0-9]{{{DIGITS + 1}}}")
_MARKS = re.compile(r"[][{}.=,\n]")


def read_file(path: str | Path) -> str:
    """The text of a file that the user named; one clear error if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            body = file.read(LARGEST_FILE + 1)
        if len(body) > LARGEST_FILE:
            raise BadFile(f"larger than {LARGEST_FILE // 1024**2} MB.", file=str(path))
        return body.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, UnicodeDecodeError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else "it is not UTF-8 text"
        raise BadFile(f"cannot be read: {reason}.", file=str(path)) from None


def read_toml(text: str, file: str) -> dict[str, Any]:
    """A TOML file from outside."""
    check_toml(text, file)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        found = re.search(r"line (\d+)", str(wrong))
        raise BadFile(f"not valid TOML: {wrong}.", file=file, line=int(found.group(1)) if found else 0) from None


def read_json(text: str, kind: Any = Any) -> Any:
    """JSON from outside, as a value of a kind."""
    check_json(text)
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError) as wrong:
        raise BadFile(f"{wrong}.") from None


def check_toml(text: str, file: str) -> None:
    """Refuse a TOML file that a parser should not see."""
    _check_lines(text, file)
    _check_structure(_TOML_TEXT.sub(_blank, text), file)


def check_json(text: str | bytes) -> None:
    """Refuse JSON that a parser should not see."""
    plain = text if isinstance(text, str) else text.decode("latin-1")  # all that is measured is ASCII
    _check_structure(_JSON_TEXT.sub('""', plain), "", dots=False)


def check_csv(text: str, file: str) -> None:
    """Refuse a CSV file with cells that no table of ours has."""
    _check_lines(text, file)
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if len(line) > LONGEST_CELL and max(map(len, line.split(","))) > LONGEST_CELL:
            raise BadFile(f"a cell of more than {LONGEST_CELL:,} characters.", file=file, line=number)
        if _DIGITS.search(line):
            raise BadFile(f"a number of more than {DIGITS} digits.", file=file, line=number)


def _check_lines(text: str, file: str) -> None:
    if len(text) > LARGEST_TABLE:
        raise BadFile(f"larger than {LARGEST_TABLE // 1024**2} MB.", file=file)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BadFile(f"a line of more than {LONGEST_LINE:,} characters.", file=file, line=number)


def _blank(found: re.Match[str]) -> str:
    """Nothing of a string or a comment but its lines."""
    return '""' + "\n" * found.group().count("\n")


def _check_structure(text: str, file: str, dots: bool = True) -> None:
    """Brackets, keys and numbers of a text without its strings."""
    depth = in_key = 0
    for found in _MARKS.finditer(text):
        mark = found.group()
        in_key = in_key + 1 if mark == "." else 0
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth = max(0, depth - 1)
        if depth > DEPTH:
            raise BadFile(f"nested more than {DEPTH} deep.", file=file, line=_line(text, found.start(), file))
        if dots and in_key > DOTS:
            raise BadFile(f"a key with more than {DOTS} dots.", file=file, line=_line(text, found.start(), file))
    number = _NUMBER.search(text)
    if number:
        message = f"a number of more than {DIGITS} digits."
        raise BadFile(message, file=file, line=_line(text, number.start(), file))


def _line(text: str, at: int, file: str) -> int:
    """The line of a place in a file; what is no file has one line."""
    return text.count("\n", 0, at) + 1 if file else 0
