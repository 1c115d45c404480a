"""Signed links that end the letters about games at one click, without logging in."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import new

import msgspec
from sqlalchemy import select

from ostfront.network.facts import fact
from ostfront.network.notice_wishes import keep_wishes, wishes_of
from ostfront.network.tables import accounts
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused
from ostfront.server.visitors import same

SECRET = "unsubscribe"


def unsubscribe_token(store: GameStore, account: int) -> str:
    """What the link holds; it does nothing but end letters, so it lasts."""
    key = fact(store, SECRET, lambda: secrets.token_hex(32))
    return f"{account}-{new(bytes.fromhex(key), f'{SECRET} {account}'.encode(), sha256).hexdigest()[:40]}"


def unsubscribe(store: GameStore, token: str) -> None:
    """No more letters about games; refused if the link is not ours."""
    account = token.partition("-")[0]
    if not account.isdecimal() or len(account) > 12 or not same(unsubscribe_token(store, int(account)), token):
        raise Refused(404, "missing", "This link is not valid.")
    with store.writing() as base:
        if base.execute(select(accounts.c.id).where(accounts.c.id == int(account))).first() is None:
            return  # who left gets no letters
        wishes = wishes_of(base, int(account))
        keep_wishes(base, int(account), msgspec.structs.replace(wishes, mail="never"))
