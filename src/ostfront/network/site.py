"""A site: the library of games, the people, and all that they do together."""

from __future__ import annotations

from collections.abc import Sequence
from time import time

from sqlalchemy import Connection

from ostfront.core.play.game import Game
from ostfront.network.accounts import Accounts
from ostfront.network.announcements import Announcements
from ostfront.network.audit import Audit
from ostfront.network.blocks import Blocks
from ostfront.network.challenges import Challenges
from ostfront.network.clocks import EVERY, Clocks
from ostfront.network.company import Company
from ostfront.network.courier import Courier
from ostfront.network.keeper import Chore
from ostfront.network.letter_box import LetterBox
from ostfront.network.limits import Limits
from ostfront.network.match_statistics import Statistics
from ostfront.network.matches import match_row, may_know
from ostfront.network.notices import Notices
from ostfront.network.passkeys import Passkeys
from ostfront.network.passwords import Passwords
from ostfront.network.proposals import Proposals
from ostfront.network.push import Push
from ostfront.network.reminders import remind
from ostfront.network.results import Results
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.network.turns import Turns
from ostfront.network.vacations import Vacations
from ostfront.network.watching import Watching
from ostfront.network.webhooks import Webhooks
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import SeatRow
from ostfront.server.live_game import LiveGame
from ostfront.server.routing import HttpRequest
from ostfront.server.visitors import Visitor

MOST_KNOWN = 10_000


class Site:
    """Everything behind the routes of a site."""

    def __init__(self, settings: Settings, library: GameLibrary) -> None:
        self.settings = settings
        self.library = library
        self.store = library.store
        self.store.beside = True  # the commands of administrators change games, too
        self._known: dict[tuple[str, int], float] = {}
        self.accounts = Accounts(self.store)
        self.sessions = Sessions(self.store)
        self.limits = Limits(self.store)
        self.blocks = Blocks(self.store)
        self.passwords = Passwords(settings.passwords)
        self.passkeys = Passkeys(self.store)
        self.letters = LetterBox(self.store, settings)
        self.audit = Audit(self.store)
        self.announcements = Announcements(self.store)
        self.turns = Turns()
        self.results = Results()
        self.challenges = Challenges(library, self.accounts, self.blocks)
        self.statistics = Statistics(self.store)
        self.notices = Notices(settings)
        self.webhooks = Webhooks(self.store, settings.origin, settings.webhooks_local)
        self.push = Push(self.store, settings.origin, settings.push_contact, settings.webhooks_local)
        self.courier = Courier(settings, library, self.webhooks, self.push)
        self.company = Company(library)
        library.beside, library.on_visit = self.company.trace, self.company.visit
        self.proposals = Proposals(self.turns)
        self.store.followers.append(self.follow)
        self.notices.listen(self.turns, self.results, self.challenges, self.proposals)
        self.vacations = Vacations(library)
        self.clocks = Clocks(library, self.vacations)
        self.watching = Watching(library)
        library.look, library.knows, library.unheard = self.watching.look, self.knows, self.unheard

    def knows(self, game: str, visitor: Visitor) -> bool:
        """Whether somebody may know that there is such a game; whoever may is not asked about again for a minute."""
        now = time()
        if self._known.get((game, visitor.account), 0.0) > now:
            return True
        with self.store.reader.begin() as base:
            found = may_know(base, game, visitor.account)
        if found:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[game, visitor.account] = now + 60
        return found

    def unheard(self, live: LiveGame, visitor: Visitor) -> list[int]:
        """The seats of those whom somebody has blocked."""
        if not visitor.account:
            return []
        blocked = self.blocks.blocked_by(visitor.account)
        return [row.seat for row in live.seats if row.account in blocked]

    def follow(self, base: Connection, id: str, game: Game, seats: Sequence[SeatRow], now: float) -> bool:
        """What follows from a change of a game, in its transaction, if the game is a match."""
        match = match_row(base, id)
        if match is None:
            return False
        self.turns.follow(base, match, game, seats, now)
        self.results.follow(base, match, game, seats, now)
        settled = self.proposals.follow(base, match, game)
        return settled or bool(match.ended) != (game.result is not None)  # the chat of those who watch, too

    def chores(self, *, worker: bool = False) -> list[Chore]:
        """What the keeper of a server does for this site, or that of a worker: it leaves the clocks to servers."""
        found = [
            Chore("letters", 1, self.letters.send_soon),
            Chore("sweeping", 3600, self.sweep),
            Chore("challenges", 600, lambda: self.challenges.expire(time())),
            Chore("reminders", 60, lambda: remind(self.store, self.notices, time())),
        ]
        if not self.store.several:
            found.append(Chore("changes beside the server", 1, self.library.look_beside))
        return found if worker else [*found, Chore("clocks", EVERY, lambda: self.clocks.look(time()))]

    def sweep(self) -> None:
        """Forget what is of no use any more."""
        now = time()
        for kept in (self.limits, self.sessions, self.passkeys, self.letters, self.audit):
            kept.sweep(now)


def site_of(request: HttpRequest) -> Site:
    site: Site = request.app.state.site
    return site
