"""Sharing a table in the local network: the address others reach it by, and links to single seats.

A link holds the invitation to one seat. Whoever opens it first takes the seat: the invitation becomes a token that
only that browser knows, so the link that lies on the screen is worth nothing afterwards.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Sequence

import segno

from ostfront.core.errors import OstfrontError
from ostfront.server.game_store import GUEST, SeatRow
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Invitation, Refused
from ostfront.server.names import clean_name
from ostfront.server.visitors import same

INVITATION = "invitation-"
NOWHERE = ("192.0.2.1", 9)  # reserved for documentation; nothing is sent there
EXPOSED = (
    "People in your network who have a seat link can play that seat and see what it sees, nothing else. "
    "The connection is not encrypted: share a table at home, not in a café."
)


def network_address() -> str:
    """The address of this machine in its local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)  # only chooses the interface
            found = str(probe.getsockname()[0])
        except OSError:
            found = ""
    if not found or found.startswith("127."):
        raise OstfrontError(
            "This machine has no address in a local network. Connect it, or name the address with --address."
        )
    return found


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_invitation() -> str:
    return INVITATION + new_token()


def is_invitation(token: str) -> bool:
    return token.startswith(INVITATION)


def invite(live: LiveGame, seat: str) -> None:
    """Give a seat to whoever opens its link; whoever had it loses it."""
    row = _row(live, seat)
    if row.player == "computer":
        raise Refused(409, "conflict", "The computer plays this seat.")
    live.reseat(row._replace(player=GUEST, token=new_invitation(), name=""))


def take_back(live: LiveGame, seat: str) -> None:
    """Play a guest's seat on this screen."""
    row = _row(live, seat)
    if row.player != GUEST:
        raise Refused(409, "conflict", "No guest plays this seat.")
    live.reseat(row._replace(player="friend", token=new_token()))


def join(live: LiveGame, invitation: str, name: str) -> SeatRow:
    """Take the seat of an invitation, once."""
    with live.lock:
        for row in live.seats:
            if is_invitation(row.token) and same(row.token, invitation):
                taken = row._replace(token=new_token(), name=clean_name(name))
                live.reseat(taken)
                return taken
    raise Refused(403, "seat", "This link has been used or withdrawn. Ask for a new one.")


def invitations(live: LiveGame, names: Sequence[str], address: str) -> list[Invitation]:
    """The seats that are played by link."""
    found = []
    for row in live.seats:
        if row.player == GUEST:
            link = f"{address}/#/join/{live.id}/{row.token}" if is_invitation(row.token) and address else ""
            found.append(Invitation(names[row.seat], row.name, not is_invitation(row.token), link, qr_code(link)))
    return found


def qr_code(link: str) -> list[str]:
    """The QR code of a link: a row of ones and zeros for each line."""
    if not link:
        return []
    return ["".join(map(str, line)) for line in segno.make_qr(link, error="m").matrix]


def _row(live: LiveGame, seat: str) -> SeatRow:
    for row, of_game in zip(live.seats, live.game.rules.seats, strict=True):
        if of_game.name == seat:
            return row
    raise Refused(404, "missing", "This game has no such seat.")
