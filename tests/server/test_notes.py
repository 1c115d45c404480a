"""Notes and arrows: private ones are never sent to another seat, shared ones reach it, all of them are bounded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ostfront.server.local_client import LocalClient
from ostfront.server.notes import LONGEST, MOST
from server.seated import Seated

ARROW = {"kind": "arrow", "place": "3327", "target": "3328"}
SECRET = "zebra at dawn"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def sent(game: Seated, seat: int) -> dict[str, bytes]:
    """Everything of a game that could tell a seat about the other's notes; ids, tokens and times differ anyway."""
    found = {}
    for path in ("view", "notes", "log?from=0", "record", "history", "charts", "changes?wait=0"):
        answer = game.ask("GET", path, seat)
        assert answer.status == 200, answer.body
        found[path] = answer.body
    return found


def test_what_is_private_is_never_sent_to_another_seat(client: LocalClient) -> None:
    """Byte for byte: the other seat is sent the same before and after."""
    game = Seated(client)
    before = sent(game, 1)
    for body in ({"kind": "note", "place": "3327", "text": SECRET}, ARROW, {"kind": "game", "text": SECRET}):
        answer = game.ask("POST", "notes", 0, body)
        assert answer.status == 200, answer.body
    assert sent(game, 1) == before
    assert SECRET.encode() in sent(game, 0)["notes"]
    # nor do the numbers of the other seat's own notes say anything
    theirs = game.ask("POST", "notes", 1, ARROW).json["notes"]
    assert [(note["seat"], note["n"]) for note in theirs] == [("Soviet", 1)]
    # what was shown for a while is taken back
    game.ask("PUT", "notes/1", 0, {"text": SECRET, "shared": True})
    assert SECRET.encode() in sent(game, 1)["notes"]
    game.ask("PUT", "notes/1", 0, {"text": SECRET, "shared": False})
    assert all(SECRET.encode() not in body for body in sent(game, 1).values())


def test_the_listing_of_games_says_nothing_about_notes(client: LocalClient) -> None:
    game = Seated(client)
    before = client.ask("GET", f"/api/games/{game.id}").body
    game.ask("POST", "notes", 0, {"kind": "note", "place": "3327", "text": SECRET})
    assert client.ask("GET", f"/api/games/{game.id}").body == before


def test_a_shared_note_changes_the_view_of_the_others(client: LocalClient) -> None:
    game = Seated(client)
    etags = [game.view(seat)["etag"] for seat in (0, 1)]
    game.ask("POST", "notes", 0, {**ARROW, "shared": True})
    answer = game.ask("GET", f"changes?etag={etags[1]}&wait=0", 1)
    assert answer.json["changed"]
    shown = game.ask("GET", "notes", 1).json["notes"]
    assert [(note["seat"], note["kind"], note["mine"]) for note in shown] == [("German", "arrow", False)]
    game.ask("DELETE", "notes/1", 0)
    assert [game.view(seat)["etag"] for seat in (0, 1)] == etags


def test_notes_survive_a_restart_and_go_with_their_game(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        game.ask("POST", "notes", 0, {"kind": "note", "place": "3327", "text": "  hold  ", "shared": True})
        kept = game.ask("GET", "notes", 0).body
        view = game.view(1)
    with LocalClient(tmp_path) as client:
        game.client = client
        assert game.ask("GET", "notes", 0).body == kept
        assert b'"hold"' in kept
        assert game.view(1) == view
        assert client.ask("DELETE", f"/api/games/{game.id}").status == 204
        with client.library.engine.connect() as base:
            assert base.exec_driver_sql("SELECT count(*) FROM notes").scalar() == 0


def note(text: str, place: str = "3327") -> dict[str, Any]:
    return {"kind": "note", "place": place, "text": text}


CONTROL = "A note has no control characters."
REFUSED: list[tuple[dict[str, Any], str]] = [
    (note("x" * (LONGEST["note"] + 1)), "This text is too long: it may have 200 characters."),
    ({"kind": "game", "text": "x" * (LONGEST["game"] + 1)}, "This text is too long: it may have 2000 characters."),
    (note("a\u0007b"), CONTROL),
    (note("a\nb"), CONTROL),
    (note("a\u202eb"), CONTROL),
    (note("  "), "A note needs a text."),
    (note("a", "9999"), "There is no place '9999'."),
    ({**ARROW, "target": "3327"}, "An arrow goes from one place to another."),
    ({"kind": "song", "text": "a"}, "A note is an arrow, a note on a place or one for the game."),
    ({**note("a"), "kind": "game"}, "Only an arrow goes somewhere, and a note for the game lies nowhere."),
]


@pytest.mark.parametrize(("body", "message"), REFUSED)
def test_what_cannot_be_kept_is_refused(client: LocalClient, body: dict[str, Any], message: str) -> None:
    game = Seated(client)
    answer = game.ask("POST", "notes", 0, body)
    assert (answer.status, answer.json["error"]["message"]) == (400, message)
    assert game.ask("GET", "notes", 0).json == {"notes": []}


def test_their_number_is_bounded(client: LocalClient) -> None:
    game = Seated(client)
    for _ in range(MOST):
        assert game.ask("POST", "notes", 0, ARROW).status == 200
    answer = game.ask("POST", "notes", 0, ARROW)
    assert answer.status == 409
    assert answer.json["error"]["message"] == "A seat keeps at most 60 notes and arrows; remove one first."
    assert game.ask("POST", "notes", 1, ARROW).status == 200
    assert game.ask("DELETE", "notes/7", 0).status == 200
    assert game.ask("POST", "notes", 0, ARROW).status == 200
    assert game.ask("POST", "notes", 1, {"kind": "game", "text": "one"}).status == 200
    assert game.ask("POST", "notes", 1, {"kind": "game", "text": "two"}).status == 409


def test_nobody_changes_the_notes_of_another_seat(client: LocalClient) -> None:
    game = Seated(client)
    game.ask("POST", "notes", 0, {**ARROW, "shared": True})
    kept = game.ask("GET", "notes", 0).body
    assert game.ask("DELETE", "notes/1", 1).status == 404
    assert game.ask("PUT", "notes/1", 1, {"text": "mine", "shared": True}).status == 404
    assert game.ask("DELETE", "notes/one", 0).status == 400
    assert client.ask("GET", f"/api/games/{game.id}/notes", None, "no token").status == 403
    assert game.ask("GET", "notes", 0).body == kept
