"""The company in a game: who plays, whose clock runs, who is here, what they agree on."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from threading import Lock
from time import time
from typing import Any, cast

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Select, String, bindparam, func, literal, select, update

from ostfront.network import chat
from ostfront.network.calling_off import why_not
from ostfront.network.chat import Reader
from ostfront.network.company_messages import CompanyResponse, PlayerInfo, ProposalInfo
from ostfront.network.matches import MatchRow, match_row
from ostfront.network.proposals import (
    ADMINISTRATOR,
    OPEN,
    Proposal,
    own_last_action,
    proposals_of,
    waits_for,
)
from ostfront.network.tables import accounts, proposals, turns
from ostfront.network.terms import ClockKind, Watching
from ostfront.network.turns import Turn, turns_of
from ostfront.server import database as db
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import COMPUTER, SeatRow
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused

VISIT_EVERY = 60.0  # seconds: how exactly it is known when a player was here last
ONLINE = 150.0  # whoever was here since then is online
LATEST = 3  # proposals that are shown besides the open one
VISITS_KEPT = 20_000


def _trace(watching: bool) -> Select[Any]:
    """What is beside a game, in one statement: it is asked for each view that is made."""
    game: ColumnElement[str] = bindparam("game")
    seat = select(turns.c.account).where(turns.c.game == game, turns.c.seat == bindparam("seat"))
    account = literal(0) if watching else seat.scalar_subquery()
    over = select(db.games.c.result != "").where(db.games.c.id == game).scalar_subquery()
    people = select(turns.c.account).where(turns.c.game == game, turns.c.over == 0)
    until = accounts.c.vacation_until.cast(BigInteger)  # a sum of whole numbers: its order does not matter
    away = select(func.sum(until).cast(BigInteger)).where(accounts.c.id.in_(people)).scalar_subquery()
    last = proposals.c.n.cast(String) + " " + proposals.c.state + " " + proposals.c.answers
    proposed = select(last).where(proposals.c.game == game).order_by(proposals.c.n.desc()).limit(1).scalar_subquery()
    return chat.trace(game, account, over, watching).add_columns(away, *([] if watching else [proposed]))


TRACES = {watching: _trace(watching) for watching in (True, False)}


class Company:
    """What is kept beside the games of a site."""

    def __init__(self, library: GameLibrary) -> None:
        self.library = library
        self.store = library.store
        self._visits: dict[tuple[str, int], float] = {}  # when they were written last
        self._lock = Lock()

    # ---- visits ----------------------------------------------------------------------------------------

    def visit(self, live: LiveGame, seat: int) -> None:
        """A player's page has asked for something; written at most once a minute."""
        now, key = time(), (live.id, seat)
        with self._lock:
            if self._visits.get(key, 0.0) > now - VISIT_EVERY:
                return
            if len(self._visits) >= VISITS_KEPT:
                self._visits.clear()
            self._visits[key] = now
        with self.store.writing() as base:
            here = update(turns).where(turns.c.game == live.id, turns.c.seat == seat)
            base.execute(here.values(visited=now, seen=live.moment))

    # ---- a trace of changes ----------------------------------------------------------------------------

    def trace(self, id: str, seat: int) -> str:
        """It changes with what a seat, or whoever watches, may know of what is kept beside a game."""
        with self.store.glance.connect() as base:
            row = base.execute(TRACES[seat < 0], {"game": id, "seat": seat}).one()
        return blake2b(msgspec.json.encode(tuple(row)), digest_size=6).hexdigest()

    # ---- telling ---------------------------------------------------------------------------------------

    def told(
        self, live: LiveGame, who: Reader, watching: int, shows: str = "", seats: Sequence[int] = ()
    ) -> CompanyResponse:
        """The company as a player sees it, or somebody who watches."""
        now = time()
        with live.lock, self.store.reader.begin() as base:
            match = match_row(base, live.id)
            if match is None:
                raise Refused(404, "missing", "This game has no company.")
            game, names = live.game, [seat.name for seat in live.game.rules.seats]
            rows = live.players()
            players = tuple(self._player(row, names[row.seat], who, now, *self._here(match, row)) for row in rows)
            last = None if who.watching or game.result is not None else own_last_action(game, who.seat)
            alone = last is not None and bool(game.draft(who.seat))
            wrong = who.watching or game.result is not None or why_not(base, match, game, rows, who.seat, now)
            return CompanyResponse(
                now=now,
                seat="" if who.watching else names[who.seat],
                over=game.result is not None,
                rated=bool(match.rated),
                clock=cast(ClockKind, match.clock),
                seconds=match.seconds,
                watch=cast(Watching, match.watch),
                delay=match.delay,
                watching=watching,
                players=players,
                proposals=() if who.watching else self._proposals(live, who.seat),
                draws=game.result is None and all(row.player != COMPUTER for row in rows),
                may_call_off=not wrong,
                takeback=None if alone else last,
                unread=0 if who.watching else chat.unread(base, live.id, who),
                shows=shows,
                seats=tuple(names[seat] for seat in seats),
            )

    def _here(self, match: MatchRow, row: SeatRow) -> tuple[Turn | None, float, float, str]:
        """A seat's turn, when its player was here last, until when he is away, and what kind of account it is."""
        with self.store.reader.begin() as base:
            turn = next((turn for turn in turns_of(base, match.game) if turn.seat == row.seat), None)
            if turn is None:
                return None, 0.0, 0.0, row.player
            if match.clock == "move" and not turn.since:
                turn = turn._replace(left=float(match.seconds))  # of the next move
            seen = base.execute(select(func.max(turns.c.visited)).where(turns.c.account == row.account)).scalar()
            chosen = select(accounts.c.kind, accounts.c.vacation_until).where(accounts.c.id == row.account)
            found = base.execute(chosen).first()
        kind, away = (found.kind, found.vacation_until) if found is not None else ("", 0.0)
        return turn, float(seen or 0.0), float(away), str(kind)

    @staticmethod
    def _player(
        row: SeatRow, seat: str, who: Reader, now: float, turn: Turn | None, seen: float, away: float, kind: str
    ) -> PlayerInfo:
        since, left, deadline = (turn.since, turn.left, turn.deadline) if turn else (0.0, 0.0, 0.0)
        mine = bool(who.account) and row.account == who.account and not who.watching
        return PlayerInfo(
            seat, row.name, kind, row.level, mine, seen > now - ONLINE, seen, away if away > now else 0.0,
            bool(since), since, left, deadline,
        )  # fmt: skip

    @staticmethod
    def _proposals(live: LiveGame, seat: int) -> tuple[ProposalInfo, ...]:
        """The latest, the open one among them; the newest first."""
        names = [one.name for one in live.game.rules.seats]
        begun = live.turn_history().turns

        def told(one: Proposal) -> ProposalInfo:
            waits = waits_for(live.seats, one) if one.state == OPEN else []
            turn = next((turn for turn, moment in reversed(begun) if moment <= one.target), begun[0][0])
            by = "" if one.seat == ADMINISTRATOR else names[one.seat]
            return ProposalInfo(
                one.n, one.kind, by, one.moment, one.target, turn, one.state, one.seat == seat, seat in waits,
                tuple(names[other] for other in waits), one.created,
            )  # fmt: skip

        return tuple(told(one) for one in proposals_of(live)[::-1][:LATEST])
