"""Barbarossa Deluxe at the table: what lies under the top of a Soviet stack is in no byte the German is sent."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from harness.cases import Case
from harness.positions import moments
from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import fog
from ostfront.server.file_routes import position_text
from ostfront.server.seat_view import encode_view

EVERY = 40  # decisions


def answers_to(game: Game, seat: int) -> list[bytes]:
    """All that a page may ask for."""
    view = game.view(seat)
    page = table_of(game.rules)
    found: list[Any] = []
    for unit in ("3Pz", "9A", "1T"):
        found += [page.overlay(view, one.id, unit if one.needs else "") for one in page.table(game.rules).overlays]
    found += list(page.figures(view))
    if view.pending:
        found += [questions.odds(view, [action]) for action in view.legal.texts[:3]]
        found += [questions.why(view, action) for action in ("go 2015", "pick 3Pz", "pick 9A", "show 9A", "done")]
    return [msgspec.json.encode(item) for item in found]


def check_fog(game: Game) -> int:
    """No concealed unit lies face up, and none is offered. How many there are."""
    facts: Any = game.facts
    view = msgspec.json.decode(encode_view("g", game, 0, ()).body)
    concealed = fog.concealed(facts, game.state)
    hidden = {unit for i, unit in enumerate(facts.roster.ids) if concealed >> i & 1}
    faces = {piece["id"] for piece in view["pieces"] if not piece["hidden"]}
    assert not hidden & faces
    assert sum(piece["hidden"] for piece in view["pieces"]) == len(hidden)
    for asked in view["asked"]:
        assert not hidden & {word for group in asked["groups"] for word in group["targets"]}
    return len(hidden)


@pytest.mark.parametrize("scenario", ["grand-campaign", "citadel"])
def test_every_byte_is_the_same_in_a_world_that_looks_the_same(scenario: str) -> None:
    random = Random(scenario)
    most = differing = 0
    for count, game in enumerate(moments(Case("barbarossa-deluxe", scenario, ()), "stacks")):
        if count % EVERY:
            continue
        most = max(most, check_fog(game))
        for seat in (0, 1):
            world = game.twin()
            world.state = game.rules.imagine(game.state.clone(), seat, Random(count))
            differing += world.state != game.state
            assert encode_view("g", game, seat, ()).body == encode_view("g", world, seat, ()).body
            seed = random.random().hex()
            assert position_text(game, seat, seed) == position_text(world, seat, seed)
            assert answers_to(game, seat) == answers_to(world, seat)
    assert most > 10 and differing > 3
