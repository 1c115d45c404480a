"""A game as rows of the database: the head of its record, a line for each entry, its state, its standing orders.

What is read here may be damaged, or may have been written under other rules. As long as the lines replay or the saved
state can be read, the game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.core.files import position, record
from ostfront.core.files.limits import read_json
from ostfront.core.play.game import Game
from ostfront.core.play.orders import Order
from ostfront.core.play.sequence import Mark
from ostfront.server.log import log
from ostfront.server.messages import SavedResult

FILE = "the saved game"


class OrderRow(NamedTuple):
    """A standing order."""

    seat: int
    window: str
    answer: str
    condition: str
    phase: str


class GameRows(NamedTuple):
    """All that makes a game, as it is stored."""

    head: str
    secret: str
    state: str
    moment: int
    awaited: str
    result: str
    lines: Sequence[str]
    orders: Sequence[OrderRow]


def entry_lines(game: Game, start: int = 0) -> list[str]:
    """The entries from there on, one per line, including reveals that a record leaves out, so that numbers agree."""
    rules = game.rules
    return [record.entry_text(rules, entry) for entry in (game.entries or [])[start:]]


def order_rows(game: Game) -> list[OrderRow]:
    return [OrderRow(seat, window, *order) for (seat, window), order in sorted(game.orders.items())]


def record_head(game: Game) -> str:
    """All of a record before its first entry."""
    fresh = game.clone(history=False)
    fresh.source = game.source
    fresh.entries = []
    text = record.write(fresh, full=True)
    return text.partition("\n---\n")[0]


def changing_columns(game: Game, now: float) -> dict[str, Any]:
    """The columns of a game that change."""
    result = game.result
    awaited = list(dict.fromkeys(game.rules.seats[d.seat].name for d in game.state.pending))
    told = "" if result is None else msgspec.json.encode(SavedResult(result.winner, result.reason)).decode()
    return {
        "moment": len(game.entries or ()),
        "turn": game.state.turn,
        "awaited": msgspec.json.encode(awaited).decode(),
        "result": told,
        "state": msgspec.json.encode(position.pack(game.state, game.rules)).decode(),
        "changed": now,
    }


# ---- restoring -------------------------------------------------------------------------------------------


def game_from_rows(head: str, lines: Sequence[str], secret: str) -> Game:
    """The game that these lines lead to."""
    return record.load(_record(head, lines, secret), register.rules, file=FILE)


def restored(rows: GameRows) -> tuple[Game, str]:
    """The game that these rows describe, and what had to be given up for it; nothing as a rule.

    If the lines do not lead to the saved state, as after a correction of the rules, the game continues from that.
    """
    told = _record(rows.head, rows.lines, rows.secret)
    try:
        snapshot = read_json(rows.state, dict[str, Any])
        rules = register.rules(told.game, told.scenario, told.options, told.overlay)
        position.unpack(snapshot, rules)
    except Exception:  # a damaged state is no loss while the lines replay
        game, given_up = record.load(told, register.rules, file=FILE), ""
    else:
        game, given_up = _replayed_or_continued(told._replace(snapshot=snapshot))
    lost = [row.window for row in rows.orders if not take_order(game, row)]
    if lost:
        given_up = f"{given_up} Standing orders that cannot be read were dropped: {', '.join(lost)}.".strip()
    return game, given_up


def _replayed_or_continued(told: record.Record) -> tuple[Game, str]:
    try:
        return record.load(told, register.rules, file=FILE), ""
    except MemoryError:
        raise
    except Exception as wrong:  # corrected rules may crash on what was played before
        if not isinstance(wrong, OstfrontError):
            log.error("corrected rules crash on a game", exc_info=wrong)
        game = record.continued(told, register.rules, file=FILE)
        return game, f"It continues from its saved position, because the rules do not replay it: {wrong}"


def take_order(game: Game, row: OrderRow) -> bool:
    """Whether a standing order can be read; if so, it stands."""
    try:
        game.orders[game.order_for(row.seat, row.window, row.answer)] = Order(row.answer, row.condition, row.phase)
    except (OstfrontError, TypeError):
        return False
    return True


def _record(head: str, lines: Sequence[str], secret: str) -> record.Record:
    body = [line for line in lines if line != Mark("reveal").word]
    return record.read("\n".join([head, "---", *body, "---", f"secret: {secret}"]) + "\n", FILE)


def record_text(rows: GameRows) -> str:
    """The rows as the text of a saved game, readable or not: for a game that cannot be opened."""
    names = dict(enumerate(seat_names(rows.head, 0)))
    body = [line for line in rows.lines if line != Mark("reveal").word]
    orders = [msgspec.json.encode([names.get(row.seat, str(row.seat)), *row[1:]]).decode() for row in rows.orders]
    tail = [f"secret: {rows.secret}", *(f"order: {order}" for order in orders), f"state: {rows.state}"]
    return "\n".join([rows.head, "---", *body, "---", *tail]) + "\n"


def seat_names(head: str, count: int) -> tuple[str, ...]:
    """The names of the seats; numbers for a game that is not known here."""
    try:
        return _seat_names(head)
    except OstfrontError:
        return tuple(f"Seat {i + 1}" for i in range(count))


@lru_cache(maxsize=256)
def _seat_names(head: str) -> tuple[str, ...]:
    told = record.read(head + "\n---\n---\n")
    rules = register.rules(told.game, told.scenario, told.options, told.overlay)
    return tuple(seat.name for seat in rules.seats)
