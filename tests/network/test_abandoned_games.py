"""Games without a clock in which whoever is awaited stays away: the others may call them off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time

import pytest
from sqlalchemy import update

from network.playing import Seat, play
from network.site_client import SiteClient
from network.test_calling_off import acted, call_off, pair, refusal, rows, seats_played
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Outcome
from ostfront.network.calling_off import LONG_DAYS
from ostfront.network.tables import accounts, ratings, turns
from ostfront.network.vacations import DAY
from server.conftest import same_dice as same_dice

LONG = (LONG_DAYS + 1) * DAY


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def long_ago(client: SiteClient, game: str, **columns: float) -> None:
    """Whoever is awaited in this game has been so for long, and has not been there since."""
    values = {"since": time() - LONG, "visited": time() - LONG, **columns}
    with client.site.store.writing() as base:
        base.execute(update(turns).where(turns.c.game == game, turns.c.since > 0).values(**values))


def test_an_abandoned_game_can_be_called_off_by_whoever_waits(client: SiteClient) -> None:
    seats, random = pair(client, rated=True), Random(8)
    acted(seats, random)
    while sum(bool(seat.view["asked"]) for seat in seats) != 1:
        play(seats, random, 1)
    away, waits = sorted(seats, key=lambda seat: not seat.view["asked"])
    assert refusal(waits) == (
        "Everybody has played already, and nobody has kept you waiting for 60 days: offer a draw, or concede."
    )
    long_ago(client, away.game)
    assert "Everybody has played already" in refusal(away), "nobody abandons a game by himself"
    for lately in ({"visited": time() - LONG + 2 * DAY}, {"since": time() - DAY}, {"since": time() + DAY}):
        long_ago(client, away.game, **lately)
        assert "nobody has kept you waiting" in refusal(waits), lately
    long_ago(client, away.game)
    with client.site.store.writing() as base:
        mine = accounts.c.id == away.person.account.id
        base.execute(update(accounts).where(mine).values(vacation_until=time() + DAY))
    assert "nobody has kept you waiting" in refusal(waits), "on vacation"
    with client.site.store.writing() as base:
        base.execute(update(accounts).where(mine).values(vacation_until=time() - DAY))
    assert waits.company["may_call_off"] is True
    assert call_off(waits).status == 200
    assert rows(client, ratings) == []
    assert away.view["result"]["end"] == "called off"


def test_dice_make_a_beginning_count_until_somebody_has_not_come_for_a_week(client: SiteClient) -> None:
    """Kiev '41: chits are drawn before the other player does anything."""
    seats = pair(client, game="kiev-41")
    live, random = client.library.live_game(seats[0].game), Random(11)
    anna, boris = sorted(seats, key=lambda seat: not seat.view["asked"])
    while not any(isinstance(entry, Outcome) for entry in (live.game.entries or ())[1:]):
        assert [seat.company["may_call_off"] for seat in seats] == [True, True]
        assert anna.play(random)
    while not boris.view["asked"]:
        assert anna.play(random)
    assert len(seats_played(live.game)) == 1
    says = "The dice have been rolled already, and nobody has kept you waiting for 7 days: offer a draw, or concede."
    assert [refusal(seat) for seat in seats] == [says, says]
    long_ago(client, anna.game, since=time() - 6 * DAY)
    assert refusal(anna) == says
    long_ago(client, anna.game, since=time() - 8 * DAY)
    assert refusal(boris) == says, "he is the one who is waited for"
    assert call_off(anna).status == 200


def test_a_visit_at_another_seat_is_one(client: SiteClient) -> None:
    """Somebody plays two seats, is awaited in one, and was here lately in the other."""
    anna, boris = client.member("Anna"), client.member("Boris")
    terms = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
    game = client.match(anna, anna, boris, boris, **terms)
    live, random = client.library.live_game(game), Random(9)
    played: set[int] = set()
    while not (played & {0, 1} and played & {2, 3} and {d.seat for d in live.game.state.pending} <= {0, 1}):
        decision = live.game.state.pending[0]
        live.put_draft(decision.seat, *_next_draft(live.game, decision.seat, random))
        played = seats_played(live.game)
    waits = Seat(boris, game)
    long_ago(client, game)
    with client.site.store.writing() as base:
        others = (turns.c.game == game, turns.c.account == anna.account.id, turns.c.since == 0)
        assert base.execute(update(turns).where(*others).values(visited=time() - DAY)).rowcount
    assert "nobody has kept you waiting" in refusal(waits)
    with client.site.store.writing() as base:
        base.execute(update(turns).where(*others).values(visited=0.0))
    assert call_off(waits).status == 200


def _next_draft(game: Game, seat: int, random: Random) -> tuple[int, list[str]]:
    """The draft of a seat with one action more."""
    decision = game.decision_of(seat)
    drafted = [game.text(act.action) for act in game.draft(seat)]
    return game.draft_start(seat), [*drafted, game.text(game.options(decision).choose(random.random))]


def test_a_game_with_a_clock_ends_by_the_clock(client: SiteClient) -> None:
    seats, random = pair(client, clock="move", seconds=90 * 86400), Random(10)
    acted(seats, random)
    long_ago(client, seats[0].game)
    for seat in seats:
        assert refusal(seat) == "Everybody has played already: offer a draw, or concede."
