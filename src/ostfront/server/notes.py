"""Notes and arrows on the map, private to a seat or shown to all seats: kept with the game, in the same file.

A seat numbers its own notes, so that the numbers say nothing about notes of others that it may not see.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from ostfront.core.play.rules import Rules
from ostfront.server import database as db
from ostfront.server.game_store import GameStore
from ostfront.server.messages import NoteChange, NoteInfo, NoteRequest, NotesResponse, Refused
from ostfront.server.plain_text import plain_text

MOST = 60  # of a seat
LONGEST = {"arrow": 80, "note": 200, "game": 2000}  # characters, by kind


class NoteRow(NamedTuple):
    """A note of a seat: an arrow from place to target, a note on a place, or one for the game as a whole."""

    seat: int
    n: int
    kind: str
    place: str
    target: str
    text: str
    shared: bool


COLUMNS = [db.notes.c[name] for name in NoteRow._fields]


class Notes:
    """The notes of one game. Every change is one transaction."""

    def __init__(self, store: GameStore, game: str) -> None:
        self.store = store
        self.game = game
        with store.reader.begin() as base:
            self.rows = self._read(base)

    def _read(self, base: Connection) -> tuple[NoteRow, ...]:
        chosen = select(*COLUMNS).where(db.notes.c.game == self.game).order_by(db.notes.c.seat, db.notes.c.n)
        return tuple(NoteRow(*row) for row in base.execute(chosen).all())

    # ---- reading ---------------------------------------------------------------------------------------

    def seen(self, seat: int) -> tuple[NoteRow, ...]:
        return tuple(row for row in self.rows if row.shared or row.seat == seat)

    def digest(self, seat: int) -> str:
        """It changes when what this seat may see of the notes changes; empty if it sees none."""
        seen = self.seen(seat)
        return blake2b(msgspec.json.encode(seen), digest_size=6).hexdigest() if seen else ""

    def told(self, rules: Rules, seat: int, unheard: Collection[int] = ()) -> NotesResponse:
        """The notes that a seat may see, but for those of seats that its player does not want to hear."""
        return NotesResponse(
            tuple(
                NoteInfo(rules.seats[row.seat].name, *row[1:], mine=row.seat == seat)
                for row in self.seen(seat)
                if row.seat < len(rules.seats) and row.seat not in unheard
            )
        )

    # ---- writing ---------------------------------------------------------------------------------------

    def add(self, rules: Rules, seat: int, given: NoteRequest) -> None:
        text = _checked(given.kind, given.text)
        _check_places(rules, given)
        with self.store.writing() as base:
            mine = [row for row in self._read(base) if row.seat == seat]
            if len(mine) >= MOST:
                raise Refused(409, "conflict", f"A seat keeps at most {MOST} notes and arrows; remove one first.")
            if given.kind == "game" and any(row.kind == "game" for row in mine):
                raise Refused(409, "conflict", "There is a note for this game already; change that one.")
            if base.execute(select(db.games.c.id).where(db.games.c.id == self.game)).first() is None:
                raise Refused(404, "missing", f"There is no saved game '{self.game}'.")
            n = max((row.n for row in mine), default=0) + 1
            row = NoteRow(seat, n, given.kind, given.place, given.target, text, given.shared)
            base.execute(insert(db.notes).values(game=self.game, **row._asdict()))
            self.store.count_change(base, self.game)
            rows = self._read(base)
        self.rows = rows

    def change(self, seat: int, n: int, given: NoteChange) -> None:
        row = next((row for row in self.rows if (row.seat, row.n) == (seat, n)), None)
        if row is None:
            raise _missing(n)
        new = {"text": _checked(row.kind, given.text), "shared": given.shared}
        with self.store.writing() as base:
            if base.execute(update(db.notes).where(*self._one(seat, n)).values(**new)).rowcount != 1:
                raise _missing(n)
            self.store.count_change(base, self.game)
            rows = self._read(base)
        self.rows = rows

    def remove(self, seat: int, n: int) -> None:
        with self.store.writing() as base:
            if base.execute(delete(db.notes).where(*self._one(seat, n))).rowcount != 1:
                raise _missing(n)
            self.store.count_change(base, self.game)
            rows = self._read(base)
        self.rows = rows

    def _one(self, seat: int, n: int) -> Sequence[ColumnElement[bool]]:
        return (db.notes.c.game == self.game, db.notes.c.seat == seat, db.notes.c.n == n)


def _missing(n: int) -> Refused:
    return Refused(404, "missing", f"You have no note {n}.")


def _checked(kind: str, text: str) -> str:
    """The text of a note without the spaces around it, if it can be kept."""
    if kind not in LONGEST:
        raise Refused(400, "malformed", "A note is an arrow, a note on a place or one for the game.")
    text = plain_text(text, LONGEST[kind], "A note", lines=kind == "game")
    if not text and kind != "arrow":
        raise Refused(400, "malformed", "A note needs a text.")
    return text


def _check_places(rules: Rules, given: NoteRequest) -> None:
    wanted = {"arrow": (given.place, given.target), "note": (given.place,), "game": ()}[given.kind]
    for place in wanted:
        if place not in rules.vocabulary.nouns["place"].names:
            raise Refused(400, "words", f"There is no place '{place[:40]}'.")
    if given.kind == "arrow" and given.place == given.target:
        raise Refused(400, "words", "An arrow goes from one place to another.")
    if (given.kind != "arrow" and given.target) or (given.kind == "game" and given.place):
        raise Refused(400, "malformed", "Only an arrow goes somewhere, and a note for the game lies nowhere.")
