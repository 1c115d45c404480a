"""A seat's view of a game as bytes for the page, with its digest. Everything in it comes from the view."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from ostfront.core.page import lessons, questions
from ostfront.core.page.hides import hidden_between
from ostfront.core.page.public import PUBLIC, look_of, view_of
from ostfront.core.page.reference import present_step
from ostfront.core.page.table import Look
from ostfront.core.play.conceding import how_ended, takebacks
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.core.play.view import View
from ostfront.server.game_store import COMPUTER, SeatRow
from ostfront.server.messages import DraftInfo, OrderInfo, ResultInfo, SeatPlayer, SeatView
from ostfront.server.reference_sheets import sheet

NO_TAG = b'{"etag":""'


class EncodedView(NamedTuple):
    """A seat's view as it is sent."""

    body: bytes
    etag: str
    checkpoint: int = 0
    in_hand: str = ""
    over: bool = False


def draft_of(game: Game, seat: int, seats: Sequence[SeatRow]) -> tuple[int, list[Act]]:
    """Where a seat's draft begins, and its actions; for everybody, where anybody's does.

    The end of a game that people play from several screens is final: it has shown them every secret.
    """
    screens = {"" if row.here else row.account or row.token for row in seats if row.player != COMPUTER}
    if game.result is not None and len(screens) > 1:
        return len(game.entries or ()), []
    if seat == PUBLIC:
        return min(game.draft_start(one) for one in range(len(game.rules.seats))), []
    return game.draft_start(seat), game.draft(seat)


def encode_view(
    id: str,
    game: Game,
    seat: int,
    seats: Sequence[SeatRow],
    *,
    at: int | None = None,
    script: lessons.Script | None = None,
    notes: str = "",
    beside: str = "",
    watched: bool = False,
) -> EncodedView:
    """What a seat (or everybody) sees now, or saw at a past moment; with `watched` as somebody else may see it."""
    view = view_of(game, seat)
    look = look_of(view)
    live = at is None
    mine = live and not watched and seat != PUBLIC
    start, acts = draft_of(game, PUBLIC if watched else seat, seats) if live else (at or 0, [])
    names = game.rules.seats
    name = "" if seat == PUBLIC else names[seat].name
    players = tuple(SeatPlayer(names[s.seat].name, s.player, s.level, s.name) for s in seats)
    computers = {names[s.seat].name for s in seats if s.player == COMPUTER}
    asked = questions.asked(view, look) if mine and name not in computers else ()
    shown = SeatView(
        etag="",
        game=id,
        seat=name,
        moment=len(game.entries or ()) if at is None else at,
        live=live,
        turn=look.turn,
        phase=look.phase,
        headline=_headline(view, asked),
        awaited=view.awaited,
        players=players,
        thinking=next((name for name in view.awaited if name in computers), "") if live else "",
        pieces=look.pieces,
        tokens=look.tokens,
        gone=look.gone,
        panels=look.panels,
        tracks=look.tracks,
        score=look.score,
        step=present_step(view, sheet(game.rules).reference.sequence),
        reckoning=look.reckoning,
        declared=look.declared,
        asked=asked,
        draft=DraftInfo(start, tuple(game.text(act.action) for act in acts)),
        orders=_orders(game, seat) if mine else (),
        checkpoint=start,
        notes=notes,
        result=_result(game, view, look),
        hides=_hides(game, seat, seats) if mine else {},
        taken_back=takebacks(game.entries or ()),
        beside=beside,
        lesson=lessons.place(script, game, asked) if live and script is not None and script.seat == seat else None,
    )
    body = msgspec.json.encode(shown)
    etag = blake2b(body, digest_size=8).hexdigest()
    tagged = b'{"etag":"' + etag.encode() + b'"' + body[len(NO_TAG) :]
    return EncodedView(tagged, etag, start, look.in_hand if asked else "", shown.result is not None)


def _headline(view: View, asked: Sequence[questions.Asked]) -> str:
    """One sentence: who has to decide."""
    if view.result is not None:
        return _sentence(view.result.reason)
    if asked:
        return asked[0].prompt
    if not view.awaited:
        return ""
    return f"Waiting for the {' and '.join(view.awaited)} player{'s' if len(view.awaited) > 1 else ''}."


def _hides(game: Game, seat: int, seats: Sequence[SeatRow]) -> dict[str, str]:
    """Why the other people at this screen should not look now; those who may are left out."""
    people = [row.seat for row in seats if row.here]
    others = [n for n in people if n != seat] if seat in people else []
    found = {game.rules.seats[n].name: hidden_between(game, seat, n) for n in others}
    return {name: why for name, why in found.items() if why}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _orders(game: Game, seat: int) -> tuple[OrderInfo, ...]:
    found = sorted((window, order) for (who, window), order in game.orders.items() if who == seat)
    return tuple(OrderInfo(window, order.answer, order.when, bool(order.phase)) for window, order in found)


def _result(game: Game, view: View, look: Look) -> ResultInfo | None:
    result = view.result
    if result is None:
        return None
    rules = view.rules
    rule = result.rule if not result.rule or result.rule.startswith(rules.info.mark) else rules.rule(result.rule)
    sides = list(dict.fromkeys(seat.side for seat in rules.seats))
    score = dict(zip(sides, result.score, strict=True)) if len(result.score) == len(sides) else {}
    reason, clause = _sentence(result.reason), questions.clause(rules, rule)
    end = how_ended(game.entries or ())
    return ResultInfo(result.winner, end, reason, rule, clause, result.grade or "", score, look.reckoning)
