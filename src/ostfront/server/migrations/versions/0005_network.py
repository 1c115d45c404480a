"""What a site on the network keeps: people, challenges, clocks, results, notices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), server_default="", nullable=False),
        sa.Column("name", sa.String(80), server_default="", nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("email", sa.String(320), server_default="", nullable=False),
        sa.Column("email_key", sa.String(320), nullable=True),
        sa.Column("password", sa.Text, server_default="", nullable=False),
        sa.Column("verified", sa.Float, server_default="0", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("seen", sa.Float, server_default="0", nullable=False),
        sa.Column("suspended_until", sa.Float, server_default="0", nullable=False),
        sa.Column("suspension", sa.Text, server_default="", nullable=False),
        sa.Column("vacation_until", sa.Float, server_default="0", nullable=False),
        sa.Column("settings", sa.Text, server_default="", nullable=False),
        sa.Column("passkey_handle", sa.String(64), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email_key"),
        sa.UniqueConstraint("name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("until", sa.Float, server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, server_default="0", nullable=False),
        sa.Column("actor", sa.String(80), server_default="", nullable=False),
        sa.Column("deed", sa.String(40), server_default="", nullable=False),
        sa.Column("subject", sa.String(120), server_default="", nullable=False),
        sa.Column("details", sa.Text, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "passkey_challenges",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(8), server_default="", nullable=False),
        sa.Column("challenge", sa.String(64), server_default="", nullable=False),
        sa.Column("expires", sa.Float, server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("holder"),
    )
    op.create_table(
        "limits",
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("count", sa.Integer, server_default="0", nullable=False),
        sa.Column("until", sa.Float, server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), server_default="", nullable=False),
        sa.Column("text", sa.Text, server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("settled", sa.Float, server_default="0", nullable=False),
        sa.Column("verdict", sa.Text, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("title", sa.String(64), server_default="", nullable=False),
        sa.Column("scenario", sa.String(64), server_default="", nullable=False),
        sa.Column("name", sa.String(80), server_default="", nullable=False),
        sa.Column("side", sa.String(40), server_default="", nullable=False),
        sa.Column("level", sa.String(32), server_default="", nullable=False),
        sa.Column("outcome", sa.String(8), server_default="", nullable=False),
        sa.Column("end", sa.String(16), server_default="", nullable=False),
        sa.Column("rated", sa.Integer, server_default="0", nullable=False),
        sa.Column("people", sa.Integer, server_default="0", nullable=False),
        sa.Column("lead", sa.Integer, server_default="0", nullable=False),
        sa.Column("ended", sa.Float, server_default="0", nullable=False),
        sa.Column("moves", sa.Integer, server_default="0", nullable=False),
        sa.Column("luck", sa.Float, server_default="0", nullable=False),
        sa.Column("rolls", sa.Integer, server_default="0", nullable=False),
        sa.Column("change", sa.Float, nullable=True),
        sa.Column("rating", sa.Text, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("results_of_account", "results", ["account", "ended"])
    op.create_index("results_of_title", "results", ["title", "scenario"])
    op.create_table(
        "blocks",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "other"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, server_default="0", nullable=False),
        sa.Column("link", sa.String(64), server_default="", nullable=False),
        sa.Column("terms", sa.Text, server_default="", nullable=False),
        sa.Column("places", sa.Text, server_default="", nullable=False),
        sa.Column("game", sa.String(64), server_default="", nullable=False),
        sa.Column("match", sa.String(32), server_default="", nullable=False),
        sa.Column("state", sa.String(16), server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("expires", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("challenges_for_account", "challenges", ["other", "state"])
    op.create_index("challenges_of_account", "challenges", ["account", "state"])
    op.create_index("open_challenges", "challenges", ["state", "created"])
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=True),
        sa.Column("account", sa.Integer, nullable=True),
        sa.Column("purpose", sa.String(16), server_default="", nullable=False),
        sa.Column("email", sa.String(320), server_default="", nullable=False),
        sa.Column("details", sa.Text, server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("expires", sa.Float, server_default="0", nullable=False),
        sa.Column("state", sa.String(16), server_default="", nullable=False),
        sa.Column("due", sa.Float, server_default="0", nullable=False),
        sa.Column("lease_until", sa.Float, server_default="0", nullable=False),
        sa.Column("attempts", sa.Integer, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index("letters_due", "letters", ["state", "due"])
    op.create_table(
        "matches",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rated", sa.Integer, server_default="0", nullable=False),
        sa.Column("clock", sa.String(16), server_default="", nullable=False),
        sa.Column("seconds", sa.Integer, server_default="0", nullable=False),
        sa.Column("watch", sa.String(16), server_default="", nullable=False),
        sa.Column("delay", sa.Integer, server_default="0", nullable=False),
        sa.Column("challenge", sa.String(32), server_default="", nullable=False),
        sa.Column("names", sa.Text, server_default="", nullable=False),
        sa.Column("begun", sa.Float, server_default="0", nullable=False),
        sa.Column("ended", sa.Float, server_default="0", nullable=False),
        sa.Column("end", sa.String(16), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_index("matches_ended", "matches", ["ended"])
    op.create_index("matches_to_watch", "matches", ["watch", "ended", "begun"])
    op.create_table(
        "messages",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("watching", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, server_default="-1", nullable=False),
        sa.Column("name", sa.String(80), server_default="", nullable=False),
        sa.Column("text", sa.Text, server_default="", nullable=False),
        sa.Column("at", sa.Float, server_default="0", nullable=False),
        sa.Column("hidden", sa.Integer, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "watching", "n"),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("way", sa.String(16), server_default="", nullable=False),
        sa.Column("kind", sa.String(16), server_default="", nullable=False),
        sa.Column("mark", sa.String(160), nullable=False),
        sa.Column("game", sa.String(32), server_default="", nullable=False),
        sa.Column("body", sa.Text, server_default="", nullable=False),
        sa.Column("due", sa.Float, server_default="0", nullable=False),
        sa.Column("state", sa.String(16), server_default="", nullable=False),
        sa.Column("attempts", sa.Integer, server_default="0", nullable=False),
        sa.Column("lease_until", sa.Float, server_default="0", nullable=False),
        sa.Column("sent", sa.Float, server_default="0", nullable=False),
        sa.Column("failure", sa.Text, server_default="", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("mark"),
    )
    op.create_index("notices_due", "notices", ["state", "due"])
    op.create_index("notices_of_game", "notices", ["game", "account", "state"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.Text, server_default="", nullable=False),
        sa.Column("sign_count", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("name", sa.String(80), server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("used", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("credential"),
    )
    op.create_index("passkeys_of_account", "passkeys", ["account"])
    op.create_table(
        "proposals",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), server_default="", nullable=False),
        sa.Column("seat", sa.Integer, server_default="0", nullable=False),
        sa.Column("moment", sa.Integer, server_default="0", nullable=False),
        sa.Column("target", sa.Integer, server_default="0", nullable=False),
        sa.Column("answers", sa.Text, server_default="", nullable=False),
        sa.Column("state", sa.String(16), server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "n"),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("shown", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, server_default="0", nullable=False),
        sa.Column("changed", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "title"),
    )
    op.create_index("ratings_by_title", "ratings", ["title", "shown"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.Column("seen", sa.Float, server_default="0", nullable=False),
        sa.Column("expires", sa.Float, server_default="0", nullable=False),
        sa.Column("browser", sa.String(120), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("sessions_of_account", "sessions", ["account"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("keys", sa.Text, server_default="", nullable=False),
        sa.Column("browser", sa.String(120), server_default="", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("endpoint"),
    )
    op.create_index("subscriptions_of_account", "subscriptions", ["account"])
    op.create_index("subscriptions_of_session", "subscriptions", ["session"])
    op.create_table(
        "turns",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, server_default="0", nullable=False),
        sa.Column("left", sa.Float, server_default="0", nullable=False),
        sa.Column("deadline", sa.Float, server_default="0", nullable=False),
        sa.Column("visited", sa.Float, server_default="0", nullable=False),
        sa.Column("seen", sa.Integer, server_default="0", nullable=False),
        sa.Column("read", sa.Integer, server_default="0", nullable=False),
        sa.Column("claimed", sa.Float, server_default="0", nullable=False),
        sa.Column("told", sa.Integer, server_default="0", nullable=False),
        sa.Column("moment", sa.Integer, server_default="-1", nullable=False),
        sa.Column("over", sa.Integer, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("turns_of_games", "turns", ["account", "over", "since"])
    op.create_index("turns_due", "turns", ["deadline"])
    op.create_index("turns_of_account", "turns", ["account", "since"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("begun", sa.Float, server_default="0", nullable=False),
        sa.Column("until", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("vacations_of_account", "vacations", ["account", "until"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), server_default="", nullable=False),
        sa.Column("url", sa.Text, server_default="", nullable=False),
        sa.Column("secret", sa.String(64), server_default="", nullable=False),
        sa.Column("failure", sa.Text, server_default="", nullable=False),
        sa.Column("failures", sa.Integer, server_default="0", nullable=False),
        sa.Column("created", sa.Float, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("webhooks_of_account", "webhooks", ["account"])
    op.create_table(
        "notice_wishes",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("value", sa.Text, server_default="", nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account"),
    )
    op.add_column("seats", sa.Column("account", sa.Integer, server_default="0", nullable=False))
    op.create_index("seats_of_account", "seats", ["account"])


def downgrade() -> None:
    op.drop_index("seats_of_account", "seats")
    op.drop_column("seats", "account")
    for name in (
        "notice_wishes",
        "webhooks",
        "vacations",
        "turns",
        "subscriptions",
        "sessions",
        "ratings",
        "proposals",
        "passkeys",
        "notices",
        "messages",
        "matches",
        "letters",
        "challenges",
        "blocks",
        "results",
        "reports",
        "limits",
        "passkey_challenges",
        "facts",
        "audit",
        "announcements",
        "accounts",
    ):
        op.drop_table(name)
