"""Proposals: what all players of a game must agree on, a draw or taking something back.

One is open at a time. A draw stays on offer until it is answered; a takeback is overtaken when the game moves on. The
last one who agrees carries it out: his answer and the change of the game are one transaction. Computers agree to
every takeback and to no draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, get_args

import msgspec
from sqlalchemy import Connection, insert, select, update

from ostfront.core.play.conceding import NO_SEAT, Consent
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.network.company_messages import ProposalKind
from ostfront.network.matches import MatchRow
from ostfront.network.tables import proposals
from ostfront.network.turns import Turns
from ostfront.server import database as db
from ostfront.server.game_store import COMPUTER, MEMBER, GameMovedOn, SeatRow
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused

OPEN, AGREED, DECLINED, WITHDRAWN, OVERTAKEN = "open", "agreed", "declined", "withdrawn", "overtaken"
ADMINISTRATOR = -1  # instead of a seat
DRAW_EVERY = 10  # of one's own turns, after an offer was declined
TRIES = 5  # with other servers that change the game in the same instant


class Proposal(NamedTuple):
    """A row of the table; `answers` says by seat who agrees."""

    game: str
    n: int
    kind: str
    seat: int
    moment: int
    target: int
    answers: str
    state: str
    created: float

    @property
    def given(self) -> dict[int, bool]:
        return msgspec.json.decode(self.answers or "{}", type=dict[int, bool])


Told = Callable[[Connection, Proposal, Sequence[SeatRow]], None]
COLUMNS = [proposals.c[name] for name in Proposal._fields]


class Proposals:
    """The proposals of all games."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.made: list[Told] = []  # told, in the transaction, of what has to be answered

    def follow(self, base: Connection, match: MatchRow, game: Game) -> bool:
        """After each change of a match: whether a proposal is settled by it."""
        found = open_one(base, match.game)
        if found is None:
            return False
        moment = len(game.entries or ())
        moved = {"takeback": moment != found.moment, "rewind": moment <= found.target}
        if game.result is None and not moved.get(found.kind, False):
            return False
        _settle(base, found, OVERTAKEN)
        return True

    # ---- proposing -------------------------------------------------------------------------------------

    def propose(self, live: LiveGame, seat: int, kind: ProposalKind, target: int | None, now: float) -> None:
        """Propose something for a seat, or for the administrator."""
        try:
            self._propose(live, seat, kind, target, now)
        except GameMovedOn as wrong:
            raise Refused(409, "conflict", str(wrong)) from None

    def _propose(self, live: LiveGame, seat: int, kind: ProposalKind, target: int | None, now: float) -> None:
        with live.lock:
            game = live.game
            if game.result is not None:
                raise Refused(409, "conflict", "The game is over.")
            self._check_allowed(live, seat, kind)
            back = 0 if kind == "draw" else _checked_target(game, seat, target)
            new = Proposal(live.id, 0, kind, seat, live.moment, back, "{}", OPEN, now)

            def keep(base: Connection) -> None:
                _add(base, new._replace(state=AGREED))

            if waits_for(live.seats, new):
                with live.noting(), live.store.writing() as base:
                    live.store.count_change(base, live.id)  # others wait here
                    added = _add(base, new)
                    for tell in self.made:
                        tell(base, added, live.seats)
            else:
                self._carry_out(live, new, keep, now)

    def _check_allowed(self, live: LiveGame, seat: int, kind: ProposalKind) -> None:
        if (seat == ADMINISTRATOR) != (kind == "rewind") or kind not in get_args(ProposalKind):
            raise Refused(400, "malformed", "Propose to take something back, or a draw.")
        earlier = proposals_of(live)
        if any(one.state == OPEN for one in earlier):
            raise Refused(409, "conflict", "Another proposal is open; it must be answered or withdrawn first.")
        mine = [one for one in earlier if one.seat == seat and one.kind == kind and one.state == DECLINED]
        if kind == "draw" and any(row.player == COMPUTER for row in live.seats):
            raise Refused(409, "conflict", "A computer plays in this game, and computers agree to no draw.")
        if not mine or seat == ADMINISTRATOR:
            return
        turns = turns_since(live.game, seat, mine[-1].moment)
        if kind == "draw" and turns < DRAW_EVERY:
            wait = DRAW_EVERY - turns
            raise Refused(
                409, "often", f"Your last offer was declined; offer a draw again after {wait} of your turns."
            )
        if kind == "takeback" and not turns:
            raise Refused(409, "often", "Your last proposal was declined; propose again after you have played on.")

    # ---- answering -------------------------------------------------------------------------------------

    def answer(self, live: LiveGame, seat: int, n: int, agree: bool, now: float) -> None:
        """Agree or decline for a seat, and for all seats of its player."""
        for _ in range(TRIES):
            with live.lock:
                found = self._asked(live, seat, n, agree)
                if found is None:
                    return  # the same answer again
                account = live.seats[seat].account
                mine = {row.seat: agree for row in live.seats if row.account == account and row.player == MEMBER}
                answered = found._replace(answers=msgspec.json.encode({**found.given, **mine}).decode())
                try:
                    self._take_answer(live, found, answered, agree, now)
                except GameMovedOn:
                    live.forget()  # somebody else was quicker; look again
                    continue
                return
        raise Refused(503, "busy", "The game is changing all the time; try again in a moment.")

    def _take_answer(self, live: LiveGame, old: Proposal, new: Proposal, agree: bool, now: float) -> None:
        if agree and not waits_for(live.seats, new):
            self._carry_out(live, new, lambda base: _settle(base, old, AGREED, new.answers), now)
            return
        with live.noting(), live.store.writing() as base:
            live.store.count_change(base, live.id)
            _settle(base, old, OPEN if agree else DECLINED, new.answers)

    def withdraw(self, live: LiveGame, seat: int, n: int) -> None:
        with live.lock:
            found = _one(live, n)
            if found.state != OPEN:
                raise _settled(found)
            if found.seat != seat:
                raise Refused(403, "seat", "Only whoever made a proposal can withdraw it.")
            try:
                with live.noting(), live.store.writing() as base:
                    live.store.count_change(base, live.id)
                    _settle(base, found, WITHDRAWN)
            except GameMovedOn as wrong:
                raise Refused(409, "conflict", str(wrong)) from None

    @staticmethod
    def _asked(live: LiveGame, seat: int, n: int, agree: bool) -> Proposal | None:
        """The open proposal that this seat is to answer; None if it has given this answer already.

        Whoever has agreed may still decline while others are asked.
        """
        found = _one(live, n)
        agreed = found.given.get(seat, False)
        if agreed and agree and found.state in (OPEN, AGREED):
            return None
        if found.state != OPEN:
            raise _settled(found)
        if not agreed and seat not in waits_for(live.seats, found):
            raise Refused(409, "conflict", "This is your own proposal; you can only withdraw it.")
        return found

    # ---- carrying out ----------------------------------------------------------------------------------

    def _carry_out(self, live: LiveGame, agreed: Proposal, also: Callable[[Connection], None], now: float) -> None:
        def draw(game: Game) -> int:
            before = len(game.entries or ())
            game.agree_on_draw()
            return before

        def go_back(game: Game) -> int:
            _check_moment(game, agreed.target)
            game.rewind(agreed.target, _consent(game, agreed))
            for decision in game.state.pending:  # whoever decides anew does not want the same answer at once
                game.orders.pop((decision.seat, decision.kind), None)
            return agreed.target

        def fresh(base: Connection) -> None:
            also(base)
            drafts = update(db.seats).where(db.seats.c.game == live.id)
            base.execute(drafts.values(draft_after=-1, draft=""))
            self.turns.stop(base, live.id, now)

        if agreed.kind == "draw":
            live.settle(draw, also)
        else:
            live.settle(go_back, fresh)


def _consent(game: Game, agreed: Proposal) -> Consent:
    names = [seat.name for seat in game.rules.seats]
    if agreed.seat == ADMINISTRATOR:
        return Consent(NO_SEAT, tuple(names))
    return Consent(names[agreed.seat], tuple(name for name in names if name != names[agreed.seat]))


# ---- moments --------------------------------------------------------------------------------------------


def own_last_action(game: Game, seat: int) -> int | None:
    """The moment before the last thing a seat did."""
    entries = game.entries or []
    return next((at for at in range(len(entries) - 1, -1, -1) if _is_of(entries[at], seat)), None)


def turns_since(game: Game, seat: int, moment: int) -> int:
    """How many turns a seat has had since: unbroken rows of its own actions."""
    acts = [entry for entry in (game.entries or [])[moment:] if isinstance(entry, Act)]
    return sum(act.seat == seat and (at == 0 or acts[at - 1].seat != seat) for at, act in enumerate(acts))


def _is_of(entry: object, seat: int) -> bool:
    return isinstance(entry, Act) and entry.seat == seat


def _checked_target(game: Game, seat: int, target: int | None) -> int:
    if target is None:
        target = own_last_action(game, seat)
    if target is None:
        raise Refused(409, "conflict", "You have not done anything yet that could be taken back.")
    _check_moment(game, target)
    if seat != ADMINISTRATOR and target >= game.draft_start(seat) and game.draft(seat):
        raise Refused(409, "conflict", "You can take this back by yourself: undo it.")
    return target


def _check_moment(game: Game, target: int) -> None:
    entries = game.entries or []
    if not 0 <= target < len(entries) or not isinstance(entries[target], Act):
        raise Refused(409, "conflict", "No decision was open at that moment.")
    if game.snapshots[0][0] > target:
        raise Refused(409, "conflict", "Actions played under another version of the rules cannot be taken back.")


# ---- rows -----------------------------------------------------------------------------------------------


def proposals_of(live: LiveGame) -> list[Proposal]:
    """All proposals of a game, the oldest first."""
    chosen = select(*COLUMNS).where(proposals.c.game == live.id).order_by(proposals.c.n)
    with live.store.reader.begin() as base:
        return [Proposal(*row) for row in base.execute(chosen)]


def open_one(base: Connection, game: str) -> Proposal | None:
    row = base.execute(select(*COLUMNS).where(proposals.c.game == game, proposals.c.state == OPEN)).first()
    return None if row is None else Proposal(*row)


def _one(live: LiveGame, n: int) -> Proposal:
    found = next((one for one in proposals_of(live) if one.n == n), None)
    if found is None:
        raise Refused(404, "missing", "There is no such proposal in this game.")
    return found


def waits_for(seats: Sequence[SeatRow], proposal: Proposal) -> list[int]:
    """The seats of other people that have not agreed yet."""
    by = next((row.account for row in seats if row.seat == proposal.seat), None)
    given: Mapping[int, bool] = proposal.given
    return [
        row.seat for row in seats if row.player == MEMBER and row.account != by and not given.get(row.seat, False)
    ]


def _add(base: Connection, new: Proposal) -> Proposal:
    ids = base.execute(select(proposals.c.n, proposals.c.state).where(proposals.c.game == new.game)).all()
    if any(state == OPEN for _, state in ids):
        raise Refused(409, "conflict", "Another proposal is open; it must be answered or withdrawn first.")
    added = new._replace(n=max((n for n, _ in ids), default=0) + 1)
    base.execute(insert(proposals).values(**added._asdict()))
    return added


def _settle(base: Connection, found: Proposal, state: str, answers: str | None = None) -> None:
    """Change an open proposal that is still as it was found."""
    which = (
        proposals.c.game == found.game, proposals.c.n == found.n, proposals.c.state == OPEN,
        proposals.c.answers == found.answers,
    )  # fmt: skip
    values = {"state": state, "answers": found.answers if answers is None else answers}
    if base.execute(update(proposals).where(*which).values(**values)).rowcount != 1:
        raise GameMovedOn("This proposal has just been answered.")


def _settled(found: Proposal) -> Refused:
    words = {AGREED: "agreed on", DECLINED: "declined", WITHDRAWN: "withdrawn", OVERTAKEN: "overtaken by the game"}
    return Refused(409, "conflict", f"This proposal was {words[found.state]}.")
