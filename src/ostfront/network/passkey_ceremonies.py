"""Adding passkeys and logging in with them. Each takes two steps: a challenge, and what the browser made of it.

A passkey comes beside the password, never instead of it: whoever adds one gives the password, so has one. The proofs
are imported when they are asked for: py_webauthn and all that it needs take some 14 MB of each server.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Any

from ostfront.network.account_changes import prove_again
from ostfront.network.accounts import Account
from ostfront.network.membership import check_suspension
from ostfront.network.passkey_messages import PasskeyRequest, SignedRequest
from ostfront.network.passkeys import MOST, Passkey
from ostfront.network.sessions import digest
from ostfront.network.site import Site
from ostfront.server.messages import Refused
from ostfront.server.plain_text import plain_text
from ostfront.server.visitors import Visitor

LONGEST = 60  # characters of a name
UNKNOWN = "This passkey is not known here; log in with your password."


def begin_adding(site: Site, account: Account, password: str, visitor: Visitor, now: float) -> dict[str, Any]:
    """What the browser is to make, for this session."""
    from ostfront.network.passkey_proofs import options_to_make

    _check_offered(site)
    if account.guest:
        raise Refused(409, "conflict", "Add an address and a password first.")
    prove_again(site, account, password, visitor, now)
    site.limits.check("new passkey", visitor, now)
    known = site.passkeys.of(account.id)
    if len(known) >= MOST:
        raise Refused(409, "limit", f"You can have at most {MOST} passkeys.")
    challenge = site.passkeys.challenge(visitor.session, "add", now)
    return options_to_make(site.settings, account.name, site.passkeys.handle(account.id), challenge, known)


def add(site: Site, account: Account, given: PasskeyRequest, visitor: Visitor, now: float) -> None:
    """Keep what the browser has made; the owner of the address gets a word."""
    from ostfront.network.passkey_proofs import NotProven, made

    _check_offered(site)
    name = plain_text(given.name, LONGEST, "The name of a passkey") or "Passkey"
    challenge = site.passkeys.take(visitor.session, "add", now)
    try:
        found = made(site.settings, challenge, given)
    except NotProven:
        raise Refused(400, "passkey", "This passkey cannot be used here.") from None
    with site.store.writing() as base:
        site.passkeys.add(base, Passkey(0, account.id, *found, name=name, created=now, used=0.0))
        site.letters.post(base, "passkey", account.email, now, account.id, {"name": account.name, "passkey": name})
        site.audit.note(base, account.name, "passkey added", account.name, now, name)


def remove(site: Site, account: Account, id: int, now: float) -> None:
    with site.store.writing() as base:
        name = site.passkeys.remove(base, account.id, id)
        site.audit.note(base, account.name, "passkey removed", account.name, now, name)


def begin_login(site: Site, visitor: Visitor, now: float) -> tuple[dict[str, Any], str]:
    """What the browser is to sign, and the secret of this attempt, which goes into a cookie."""
    from ostfront.network.passkey_proofs import options_to_sign

    _check_offered(site)
    site.limits.check("passkey", visitor, now)
    secret = secrets.token_urlsafe(32)
    challenge = site.passkeys.challenge(digest(secret), "login", now)
    return options_to_sign(site.settings, challenge), secret


def log_in(site: Site, secret: str, given: SignedRequest, visitor: Visitor, now: float) -> Account:
    """Whose passkey has signed. A stranger does not learn which ones are known."""
    from ostfront.network.passkey_proofs import NotProven, signed

    _check_offered(site)
    challenge = site.passkeys.take(digest(secret), "login", now)
    known = site.passkeys.find(given.id)
    if known is None:
        raise Refused(403, "passkey", UNKNOWN)
    key, handle = known
    account = site.accounts.account(key.account)
    try:
        if not compare_digest(given.handle.encode(), handle.encode()):
            raise NotProven("it says that it is somebody else's")
        count = signed(site.settings, challenge, given, key)
    except NotProven:
        site.audit.add(visitor.address, "passkey refused", account.name, now, key.name)
        raise Refused(403, "passkey", UNKNOWN) from None
    check_suspension(account, now)
    if not site.passkeys.signed(key, count, now):
        raise Refused(403, "passkey", UNKNOWN)
    site.limits.forgive("passkey", visitor)
    return account


def _check_offered(site: Site) -> None:
    if not site.settings.passkey_domain:
        raise Refused(409, "conflict", "This site takes no passkeys.")
