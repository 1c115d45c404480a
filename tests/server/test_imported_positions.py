"""A position that is accepted can be shown and played; any other is refused with a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import ostfront
from harness.cases import EVERYWHERE
from ostfront.core.files import position
from ostfront.server.local_client import ClientResponse, LocalClient, actions_of

GAMES = ("victory-denied", "kiev-41", "victory-awaits", "barbarossa-1941")
WRONG = (-1, 99, 10**17)
DOTTED = 'format = "ostfront position 1"\na' + ".a" * 40_000 + " = 1\n"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def under_way(name: str) -> str:
    game, choose = ostfront.new(name, seed=3), Random(2).random
    for _ in range(150):
        game.push(game.legal.options.choose(choose))
    return position.write(game)


def send(client: LocalClient, text: str) -> ClientResponse:
    return client.ask("POST", "/api/import", {"text": text})


def check_sentence(answer: ClientResponse) -> None:
    assert (answer.status, answer.json["error"]["kind"]) == (422, "file"), answer.body[:300]
    message = answer.json["error"]["message"]
    assert message.endswith(".") and len(message) < 600, message


def check_playable(client: LocalClient, answer: ClientResponse) -> None:
    """Each seat sees the game and can do the first thing it is offered."""
    for seat in answer.json["seats"]:
        path = f"/api/games/{answer.json['id']}"
        view = client.ask("GET", f"{path}/view", None, seat["token"])
        assert view.status == 200, view.body[:300]
        for action in actions_of(view.json)[:1]:
            draft = {"after": view.json["draft"]["after"], "actions": [action]}
            played = client.ask("PUT", f"{path}/draft", draft, seat["token"])
            assert played.status == 200, played.body[:300]


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_position(client: LocalClient, name: str) -> None:
    """One wrong value for each, in turn; in the long tests all of them."""
    lines = under_way(name).splitlines()
    check_playable(client, send(client, "\n".join(lines)))
    refused = 0
    for at, line in enumerate(lines):
        values = WRONG if EVERYWHERE else (WRONG[at % len(WRONG)],)
        for number in values if re.fullmatch(r"\w+ = -?\d+", line) else ():
            field = line.partition(" ")[0]
            answer = send(client, "\n".join([*lines[:at], f"{field} = {number}", *lines[at + 1 :]]))
            if answer.status == 201:
                check_playable(client, answer)
            else:
                check_sentence(answer)
                refused += 1
    assert refused


@pytest.mark.parametrize(
    "text",
    [DOTTED, "x = " + "[" * 5_000, "x = " + "9" * 5_000, "ostfront record 1\noption: a = " + "[" * 5_000 + "\n"],
    ids=["dots", "brackets", "digits", "record"],
)
def test_texts_for_no_parser(client: LocalClient, text: str) -> None:
    check_sentence(send(client, text))
    assert client.ask("GET", "/api/games").json == {"games": []}
