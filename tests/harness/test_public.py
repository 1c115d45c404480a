"""What everybody may see of a game: the same in every world that any of its seats could be in."""

from __future__ import annotations

from itertools import chain, islice
from random import Random
from typing import Any

import msgspec
import pytest

from harness.cases import CASES, Case
from harness.positions import moments, sample
from ostfront.core.page.battle_script import told_battles
from ostfront.core.page.battles import card, forces
from ostfront.core.page.log import log
from ostfront.core.page.public import PUBLIC, look_of, view_of
from ostfront.core.page.reference import present_step, reference_of
from ostfront.core.page.table import Look
from ostfront.core.play.game import Game

TABLES = [case for case in CASES if case.rules.info.table is not None]
every_table = pytest.mark.parametrize("case", TABLES, ids=[case.name for case in TABLES])


def shown(game: Game) -> dict[str, Any]:
    """All that somebody who watches is shown now."""
    view = view_of(game, PUBLIC)
    told = list(told_battles(view))[-1:]
    return {
        "look": look_of(view),
        "step": present_step(view, reference_of(game.rules).sequence),
        "entries": view.entries(),
        "awaited": view.awaited,
        "asked": (view.decisions, view.pending, view.legal.texts),
        "log": log(view),
        "battles": [card(view, one, forces(game.twin(), PUBLIC, one)) for one in told if one.rolled < 0],
    }


@every_table
def test_it_is_the_same_in_every_world_that_a_seat_could_be_in(case: Case) -> None:
    random = Random(case.name)
    secret = any(kind.secrecy != "open" for kind in case.rules.kinds.values())
    differing = 0
    for n, game in enumerate(chain(sample(case, 8, "public"), sample(case, 80, "more"))):
        if n >= 8 and (differing or not secret):
            break
        truth = shown(game)
        for seat in range(len(case.rules.seats)):
            world = game.twin()
            world.state = game.view(seat).imagine(random.random().hex()).state
            differing += world.state != game.state
            found = shown(world)
            assert [name for name in truth if found[name] != truth[name]] == []
    assert differing or not secret, "every world was the real one: nothing was proven"


@every_table
def test_it_says_nothing_that_one_of_the_seats_is_not_told(case: Case) -> None:
    """But for what is told in place of a secret, which only those read who do not know it."""
    for game in islice(moments(case, "public lines"), 0, 400, 80):
        everybody, stand_ins = view_of(game, PUBLIC), game.rules.stand_ins
        told = [id(event) for event in everybody.events() if event.kind not in stand_ins]
        for seat in range(len(case.rules.seats)):
            assert set(told) <= {id(event) for event in game.view(seat).events()}


@every_table
def test_pieces_are_those_that_all_see_or_lie_face_down(case: Case) -> None:
    for game in islice(moments(case, "public pieces"), 0, 400, 80):
        looks: list[Look] = [look_of(game.view(seat)) for seat in range(len(case.rules.seats))]
        for piece in look_of(view_of(game, PUBLIC)).pieces:
            having = [look for look in looks if any(one.id == piece.id and one.at == piece.at for one in look.pieces)]
            assert len(having) == len(looks) or (piece.hidden and having)
        hidden = {piece.id for look in looks for piece in look.pieces if piece.hidden}
        assert hidden <= {piece.id for piece in look_of(view_of(game, PUBLIC)).pieces}


@every_table
def test_all_is_open_when_it_is_over(case: Case) -> None:
    game = next(islice(moments(case, "public end"), 30, 31))
    game.concede(0)
    look = look_of(view_of(game, PUBLIC))
    mine = look_of(game.view(0))
    assert {piece.id for piece in look.pieces} == {piece.id for piece in mine.pieces}
    assert not any(piece.hidden for piece in look.pieces)
    assert msgspec.json.encode(log(view_of(game, PUBLIC))) == msgspec.json.encode(log(game.view(0)))
