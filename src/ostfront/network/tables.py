"""What a site keeps beside the games: people and their sessions, what they agreed on, and what they are told.

They are in the database of every table too, and stay empty there. Times are seconds since 1970; 0 means never.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from ostfront.server.database import metadata


def _time(name: str) -> Column[Any]:
    return Column(name, Float, nullable=False, server_default="0")


def _text(name: str, length: int = 0) -> Column[Any]:
    return Column(name, String(length) if length else Text, nullable=False, server_default="")


def _number(name: str, default: int = 0) -> Column[Any]:
    return Column(name, Integer, nullable=False, server_default=str(default))


def _account(name: str = "account", key: bool = False) -> Column[Any]:
    return Column(name, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=key, nullable=False)


def _game(key: bool = False) -> Column[Any]:
    return Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=key, nullable=False)


# ---- people ----------------------------------------------------------------------------------------------

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),  # never that of somebody who left
    _text("kind", 16),  # member, guest (somebody who came by a link and gave no address)
    _text("name", 80),
    Column("name_key", String(160), nullable=False, unique=True),  # names that look alike have the same
    _text("email", 320),
    Column("email_key", String(320), nullable=True, unique=True),  # null for guests
    _text("password"),  # argon2id; empty for guests
    _time("verified"),
    _time("created"),
    _time("seen"),
    _time("suspended_until"),
    _text("suspension"),  # why
    _time("vacation_until"),
    _text("settings"),  # as JSON
    _text("passkey_handle", 64),  # what passkeys call the account: random, once there were any
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the digest of what the cookie holds
    _account(),
    _time("created"),
    _time("seen"),
    _time("expires"),
    _text("browser", 120),
    Index("sessions_of_account", "account"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Integer, primary_key=True),
    _account(),
    Column("credential", String(1400), nullable=False, unique=True),  # what the browser calls it, as base64
    _text("public_key"),  # likewise
    Column("sign_count", BigInteger, nullable=False, server_default="0"),  # how often it signed, if it counts
    _text("name", 80),
    _time("created"),
    _time("used"),
    Index("passkeys_of_account", "account"),
)

passkey_challenges = Table(  # what a passkey is to sign: once, soon, and by this browser
    "passkey_challenges",
    metadata,
    Column("holder", String(64), primary_key=True),  # a session, or the digest of the cookie of a login attempt
    _text("purpose", 8),  # add, login
    _text("challenge", 64),
    _time("expires"),
)

letters = Table(  # letters about accounts, and what the links in them are good for
    "letters",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=True, unique=True),  # the digest of what its link holds, once it was sent
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=True),  # null: nobody's yet
    _text("purpose", 16),  # the name of the letter
    _text("email", 320),
    _text("details"),  # as JSON; a password only as its digest
    _time("created"),
    _time("expires"),
    _text("state", 16),  # waiting, sent, failed
    _time("due"),
    _time("lease_until"),
    _number("attempts"),
    Index("letters_due", "state", "due"),
)

limits = Table(  # how often something was tried
    "limits",
    metadata,
    Column("id", String(200), primary_key=True),  # what, and by whom
    _number("count"),
    _time("until"),
)

blocks = Table("blocks", metadata, _account(key=True), _account("other", key=True))

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account", Integer, nullable=False),  # who reports
    Column("other", Integer, nullable=False),
    _text("game", 32),
    _text("text"),
    _time("created"),
    _time("settled"),
    _text("verdict"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    _time("at"),
    _text("actor", 80),  # the name of a member, or of whoever runs a command
    _text("deed", 40),
    _text("subject", 120),
    _text("details"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    _text("text"),
    _time("created"),
    _time("until"),
)

# what the site knows of itself, such as the keys of its push messages
facts = Table("facts", metadata, Column("name", String(64), primary_key=True), _text("value"))

# ---- finding a game --------------------------------------------------------------------------------------

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    _account(),
    Column("other", Integer, nullable=False, server_default="0"),  # whom it is for; 0: whoever accepts
    _text("link", 64),  # the digest of what its link holds; empty: no link
    _text("terms"),  # as JSON: game, scenario, options, clock, rated, who may watch
    _text("places"),  # as JSON: who has which seat so far
    _text("game", 64),
    _text("match", 32),  # the game that came of it
    _text("state", 16),  # open, accepted, declined, withdrawn, expired
    _time("created"),
    _time("expires"),
    Index("open_challenges", "state", "created"),
    Index("challenges_of_account", "account", "state"),
    Index("challenges_for_account", "other", "state"),
)

matches = Table(  # a game between members of the site, and what they agreed on
    "matches",
    metadata,
    _game(key=True),
    _number("rated"),  # 1: it counts
    _text("clock", 16),  # none, move (seconds for each move), bank (seconds for the game)
    _number("seconds"),
    _text("watch", 16),  # nobody, public (what both sides may see), after (all, once it is over), delay
    _number("delay"),  # turns
    _text("challenge", 32),
    _text("names"),  # of the seats, as JSON
    _time("begun"),
    _time("ended"),
    _text("end", 16),  # how: played, conceded, time, agreed, called off
    Index("matches_ended", "ended"),
    Index("matches_to_watch", "watch", "ended", "begun"),
)

turns = Table(  # a seat that somebody plays at a site: since when it is awaited, and until when
    "turns",
    metadata,
    _game(key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Integer, nullable=False),
    _time("since"),  # awaited since then; 0: not awaited
    _time("left"),  # seconds on the clock, without those since then
    _time("deadline"),  # 0: no clock, or not awaited
    _time("visited"),  # when the player last looked at the game
    _number("seen"),  # how many entries there were then
    _number("read"),  # how many messages of the chat the player has read
    _time("claimed"),  # until then somebody sees to the clock that ran out
    _number("told"),  # how many notices of this kind of waiting were given
    _number("moment", -1),  # when it began to be awaited; later that of the last action of another seat before it
    _number("over"),  # 1: so is the game
    Index("turns_of_account", "account", "since"),
    Index("turns_of_games", "account", "over", "since"),
    Index("turns_due", "deadline"),
)

results = Table(  # games that are over, for profiles, statistics and ratings; kept when the game is removed
    "results",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Integer, nullable=False),  # 0: a computer, or somebody whose account is gone
    _text("title", 64),  # the name of the game
    _text("scenario", 64),
    _text("name", 80),  # of the seat
    _text("side", 40),
    _text("level", 32),  # of a computer
    _text("outcome", 8),  # won, lost, drew, off (called off: it counts for nothing)
    _text("end", 16),
    _number("rated"),  # 1: it counts
    _number("people"),  # 1: only people played
    _number("lead"),  # 1: the first seat of its side
    _time("ended"),
    _number("moves"),
    Column("luck", Float, nullable=False, server_default="0"),  # of its side, over so many rolls of both
    _number("rolls"),
    Column("change", Float, nullable=True),  # of the rating in this game
    _text("rating"),  # as JSON, for each rating it changed: what it was and is
    Index("results_of_account", "account", "ended"),
    Index("results_of_title", "title", "scenario"),
)

ratings = Table(
    "ratings",
    metadata,
    _account(key=True),
    Column("title", String(64), primary_key=True),  # the name of a game; empty: of all games
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("shown", Float, nullable=False),
    _number("games"),
    _time("changed"),
    Index("ratings_by_title", "title", "shown"),
)

# ---- in a game -------------------------------------------------------------------------------------------

vacations = Table(
    "vacations",
    metadata,
    Column("id", Integer, primary_key=True),
    _account(),
    _time("begun"),
    _time("until"),
    Index("vacations_of_account", "account", "until"),
)

proposals = Table(  # something that all players of a game must agree on
    "proposals",
    metadata,
    _game(key=True),
    Column("n", Integer, primary_key=True),
    _text("kind", 16),  # takeback, draw, rewind (by an administrator)
    _number("seat"),  # who proposes; -1: an administrator
    _number("moment"),  # when
    _number("target"),  # of a takeback: the moment to go back to
    _text("answers"),  # as JSON: by seat, whether it agrees
    _text("state", 16),  # open, agreed, declined, withdrawn, overtaken
    _time("created"),
)

messages = Table(  # the chat of a game
    "messages",
    metadata,
    _game(key=True),
    Column("watching", Integer, primary_key=True),  # 1: among those who watch
    Column("n", Integer, primary_key=True),
    Column("account", Integer, nullable=False),
    _number("seat", -1),  # -1: somebody who watches
    _text("name", 80),
    _text("text"),
    _time("at"),
    _number("hidden"),  # 1: by an administrator
)

# ---- notices ---------------------------------------------------------------------------------------------

notices = Table(  # what somebody is to be told, by one way
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    _account(),
    _text("way", 16),  # mail, digest (many in one mail), webhook, push
    _text("kind", 16),  # turn, reminder, challenge, proposal, over, chat
    Column("mark", String(160), nullable=False, unique=True),  # nothing is told twice
    _text("game", 32),
    _text("body"),  # as JSON
    _time("due"),
    _text("state", 16),  # waiting, going, sent, dropped, failed
    _number("attempts"),
    _time("lease_until"),
    _time("sent"),
    _text("failure"),
    Index("notices_due", "state", "due"),
    Index("notices_of_game", "game", "account", "state"),
)

subscriptions = Table(  # browsers that take push messages
    "subscriptions",
    metadata,
    Column("id", Integer, primary_key=True),
    _account(),
    Column("session", ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),  # it ends with it
    Column("endpoint", String(1000), nullable=False, unique=True),
    _text("keys"),  # as JSON
    _text("browser", 120),
    _time("created"),
    Index("subscriptions_of_account", "account"),
    Index("subscriptions_of_session", "session"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Integer, primary_key=True),
    _account(),
    _text("kind", 16),  # discord, json
    _text("url"),
    _text("secret", 64),  # what plain JSON is signed with
    _text("failure"),  # what went wrong last
    _number("failures"),  # one after the other
    _time("created"),
    Index("webhooks_of_account", "account"),
)

# when and how somebody wants to be told, as JSON; without a row as is usual
notice_wishes = Table("notice_wishes", metadata, _account(key=True), _text("value"))
