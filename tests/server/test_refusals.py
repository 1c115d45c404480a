"""Every action that is not offered is refused, from the wrong seat too, and leaves no trace."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ostfront import games
from ostfront.core.play.actions import Vocabulary
from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated

TRIES = 4000
SCALE = int(os.environ.get("OSTFRONT_SCALE", "1"))


def anything(words: Vocabulary, random: Random) -> str:
    """Some action of the whole alphabet, sensible or not."""
    verb = random.choice(list(words.verbs.values()))
    parts = [verb.name]
    for noun in verb.takes:
        names = [name for name in words.nouns[noun.rstrip("*")].names if name]
        parts += [random.choice(names) for _ in range(random.randint(1, 3) if noun.endswith("*") else 1)]
    return " ".join(parts)


def near_miss(view: Any, words: Vocabulary, random: Random) -> str:
    """An offered verb with another target."""
    group = random.choice(view["asked"][0]["groups"])
    nouns = [words.nouns[noun.rstrip("*")].names for noun in group["takes"]]
    return " ".join([group["verb"], *(random.choice([n for n in names if n]) for names in nouns)])


@pytest.mark.parametrize("seed", range(SCALE))
def test_what_is_not_offered_is_refused(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    words = games.rules("victory-denied").vocabulary
    tried = 0
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        while tried < TRIES:
            seat, view = game.asked()
            if seat < 0:
                game = Seated(client)
                continue
            offered = set(actions_of(view))
            after, draft = view["draft"]["after"], view["draft"]["actions"]
            for _ in range(6):
                action = near_miss(view, words, random) if random.random() < 0.5 else anything(words, random)
                if action in offered:
                    continue
                answer = game.put(seat, after, [*draft, action])
                assert answer.status == 422, (action, answer.body[:300])
                assert answer.json["error"]["objections"], action
                tried += 1
            other = game.view(1 - seat)
            if not other["asked"]:
                for action in random.sample(sorted(offered), min(3, len(offered))):
                    answer = game.put(1 - seat, other["draft"]["after"], [*other["draft"]["actions"], action])
                    assert answer.status == 409, (action, answer.body[:300])
                    tried += 1
            assert game.view(seat) == view
            assert game.view(1 - seat) == other
            game.act(seat, view, random.choice(actions_of(view)))


def test_a_seat_is_opened_by_its_token_only(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game, other = Seated(client), Seated(client)
        computer = Seated(client, ("", "random"))
        assert computer.tokens[1] == ""
        paths = ("view", "log", "history", "charts", "record", "position", "report", "verify", "changes?wait=0")
        for token in ("", "x", other.tokens[0], "\u2603"):
            for path in paths:
                answer = client.ask(
                    "GET", f"/api/games/{game.id}/{path}", headers={"seat-token": token.encode().decode("latin-1")}
                )
                assert answer.status == 403, (path, token)
                assert answer.json["error"]["kind"] == "seat"
            assert client.ask("PUT", f"/api/games/{game.id}/draft", {"after": 0, "actions": []}, "x").status == 403
