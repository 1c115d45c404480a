"""A seat's view of a game as bytes for the page, with its digest. Everything in it comes from the view."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from ostfront.core.page import questions
from ostfront.core.page.table import Look, table_of
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.core.play.view import View
from ostfront.server.game_store import SeatRow
from ostfront.server.messages import DraftInfo, OrderInfo, ResultInfo, SeatPlayer, SeatView

NO_TAG = b'{"etag":""'


class EncodedView(NamedTuple):
    """A seat's view as it is sent."""

    body: bytes
    etag: str


def draft_of(game: Game, seat: int) -> tuple[int, list[Act]]:
    """Where a seat's draft begins, and its actions."""
    return game.draft_start(seat), game.draft(seat)


def encode_view(id: str, game: Game, seat: int, seats: Sequence[SeatRow], *, at: int | None = None) -> EncodedView:
    """What a seat sees now, or saw at a past moment."""
    view = game.view(seat)
    look = table_of(game.rules).look(view)
    live = at is None
    start, acts = draft_of(game, seat) if live else (at or 0, [])
    names = game.rules.seats
    players = tuple(SeatPlayer(names[s.seat].name, s.player, s.level, s.name) for s in seats)
    computers = {names[s.seat].name for s in seats if s.player == "computer"}
    asked = questions.asked(view, look) if live else ()
    shown = SeatView(
        etag="",
        game=id,
        seat=names[seat].name,
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
        asked=asked,
        draft=DraftInfo(start, tuple(game.text(act.action) for act in acts)),
        orders=_orders(game, seat) if live else (),
        checkpoint=start,
        result=_result(view, look),
    )
    body = msgspec.json.encode(shown)
    etag = blake2b(body, digest_size=8).hexdigest()
    return EncodedView(b'{"etag":"' + etag.encode() + b'"' + body[len(NO_TAG) :], etag)


def _headline(view: View, asked: Sequence[questions.Asked]) -> str:
    """One sentence: who has to decide."""
    if view.result is not None:
        return _sentence(view.result.reason)
    if asked:
        return asked[0].prompt
    return f"Waiting for {' and '.join(view.awaited)}." if view.awaited else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _orders(game: Game, seat: int) -> tuple[OrderInfo, ...]:
    found = sorted((window, order) for (who, window), order in game.orders.items() if who == seat)
    return tuple(OrderInfo(window, order.answer, order.when, bool(order.phase)) for window, order in found)


def _result(view: View, look: Look) -> ResultInfo | None:
    result = view.result
    if result is None:
        return None
    rules = view.rules
    rule = result.rule if not result.rule or result.rule.startswith(rules.info.mark) else rules.rule(result.rule)
    sides = list(dict.fromkeys(seat.side for seat in rules.seats))
    score = dict(zip(sides, result.score, strict=True)) if len(result.score) == len(sides) else {}
    reason, clause = _sentence(result.reason), questions.clause(rules, rule)
    return ResultInfo(result.winner, reason, rule, clause, result.grade or "", score, look.reckoning)
