"""The parts of a record as text: its head, its lines, its secret, and what a saved game adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ostfront.core.errors import BadFile, suggestion
from ostfront.core.files.data import digest
from ostfront.core.files.limits import LARGEST_FILE, read_json

FORMAT = "ostfront record 1"
LONGEST_SECRET = 64  # bytes; the hash behind the dice takes no more
KEYS = ("game", "rules", "scenario", "option", "commitment", "digest")


class Record(NamedTuple):
    """A record as read, before it is replayed."""

    game: str
    version: str
    scenario: str
    options: Mapping[str, Any]
    commitment: str
    overlay: Mapping[str, str]
    begins: str  # the position the game began from, if not that of its scenario
    lines: tuple[tuple[int, str], ...]
    secret: bytes | None
    snapshot: Mapping[str, Any] | None
    orders: tuple[str, ...]


def read(text: str, file: str = "") -> Record:
    """The parts of a record; raises BadFile with the line that is wrong."""
    if len(text) > LARGEST_FILE:
        raise BadFile(f"larger than {LARGEST_FILE // 1024**2} MB.", file=file)
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        found = lines[0][:40] if lines else "nothing"
        raise BadFile(f"a record starts with '{FORMAT}', found '{found}'.", file=file, line=1)
    reader = _Reader(lines, file)
    return reader.record()


class _Reader:
    def __init__(self, lines: Sequence[str], file: str) -> None:
        self.lines = lines
        self.file = file
        self.at = 1
        self.head: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.blocks: dict[str, str] = {}

    def wrong(self, message: str, line: int | None = None) -> BadFile:
        return BadFile(message, file=self.file, line=self.at + 1 if line is None else line)

    def record(self) -> Record:
        while self.at < len(self.lines) and self.lines[self.at].strip() != "---":
            self.header_line(self.lines[self.at])
            self.at += 1
        if self.at == len(self.lines):
            raise self.wrong("the record ends before its '---'; it has been cut off.", len(self.lines))
        for key in ("game", "rules", "scenario"):
            if key not in self.head:
                raise self.wrong(f"the head of the record has no '{key}:' line.")
        body: list[tuple[int, str]] = []
        self.at += 1
        while self.at < len(self.lines) and self.lines[self.at].strip() != "---":
            line = self.lines[self.at].strip()
            if not line.startswith("version"):
                line = line.partition("#")[0].strip()
            if line:
                body.append((self.at + 1, line))
            self.at += 1
        if self.at == len(self.lines):
            raise self.wrong("the record ends before its closing '---'; it has been cut off.", len(self.lines))
        return self.tail(tuple(body))

    def header_line(self, line: str) -> None:
        line = line.strip()
        if not line or line.startswith("#"):
            return
        if line == "begins" or line.startswith("data "):
            self.block(line)
            return
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise self.wrong(f"'{line[:40]}' is not part of a record's head.{suggestion(key, KEYS)}")
        if key == "option":
            name, equals, given = value.partition("=")
            try:
                self.options[name.strip()] = read_json(given.strip())
            except BadFile:
                equals = ""
            if not equals:
                raise self.wrong("write an option as 'option: name = value'.")
        else:
            self.head[key] = value.strip()

    def block(self, title: str) -> None:
        content = []
        while self.at + 1 < len(self.lines) and self.lines[self.at + 1].startswith("|"):
            self.at += 1
            content.append(self.lines[self.at][2:])
        self.blocks[title] = "\n".join(content) + "\n"

    def tail(self, body: tuple[tuple[int, str], ...]) -> Record:
        secret: bytes | None = None
        snapshot: Mapping[str, Any] | None = None
        orders: list[str] = []
        for number in range(self.at + 1, len(self.lines)):
            key, _, value = self.lines[number].partition(":")
            try:
                if key == "secret":
                    secret = bytes.fromhex(value.strip())
                    if not 0 < len(secret) <= LONGEST_SECRET:
                        raise ValueError
                elif key == "state":
                    snapshot = read_json(value.strip(), dict[str, Any])
                elif key == "order":
                    orders.append(value.strip())
                elif key.strip():
                    raise ValueError
            except ValueError:  # a BadFile is one
                raise self.wrong(f"'{self.lines[number][:40]}' is not understood here.", number + 1) from None
        overlay = {title[5:].strip(): text for title, text in self.blocks.items() if title.startswith("data ")}
        head = self.head
        if head.get("digest", "") != digest(overlay):
            raise self.wrong("the changed tables are not those the game was played with (the digest differs).", 1)
        return Record(
            head["game"], head["rules"], head["scenario"], self.options, head.get("commitment", ""), overlay,
            self.blocks.get("begins", ""), body, secret, snapshot, tuple(orders),
        )  # fmt: skip
