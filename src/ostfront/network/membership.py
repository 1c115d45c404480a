"""Becoming a member, and logging in. Nothing here tells a stranger whether an address has an account."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.exc import IntegrityError

from ostfront.network.account_names import checked_name
from ostfront.network.accounts import Account, change_account, checked_email, email_key, insert_account
from ostfront.network.letter_box import Redeemed
from ostfront.network.limits import FREE_TRIES
from ostfront.network.passwords import check_password
from ostfront.network.site import Site
from ostfront.server.messages import Refused
from ostfront.server.visitors import Visitor

TAKEN = "There is an account with this address already; log in."
AUDITED = FREE_TRIES  # every so many wrong passwords


def register(site: Site, name: str, email: str, password: str, visitor: Visitor, now: float) -> Account | None:
    """A new member; none yet where a letter is sent, which goes to members who forgot that they are, too."""
    _check_open(site)
    site.limits.check("register", visitor, now)
    name, email = checked_name(name), checked_email(email)
    check_password(password, name, email)
    if site.accounts.is_taken(name):
        raise Refused(409, "taken", "This name is taken; choose another.")
    site.limits.check("letter", visitor, now, email_key(email) or "")
    password = site.passwords.digest(password)
    known = site.accounts.of_email(email)
    if not site.letters.works:
        if known is not None:
            raise Refused(409, "email", TAKEN)
        return site.accounts.add(name, now, email=email, password=password, verified=now)
    with site.store.writing() as base:
        if known is not None:
            site.letters.post(base, "known", known.email, now, known.id, {"name": known.name})
        else:
            site.letters.post(base, "register", email, now, details={"name": name, "password": password})
    return None


def join(site: Site, guest: Account, email: str, password: str, visitor: Visitor, now: float) -> Account | None:
    """A guest becomes a member with all games; none yet where a letter is sent."""
    _check_open(site)
    if not guest.guest:
        raise Refused(409, "conflict", "You are a member already.")
    email = checked_email(email)
    check_password(password, guest.name, email)
    site.limits.check("letter", visitor, now, email_key(email) or "")
    password = site.passwords.digest(password)
    known = site.accounts.of_email(email)
    if not site.letters.works:
        if known is not None:
            raise Refused(409, "email", TAKEN)
        member = {"kind": "member", "email": email, "email_key": email_key(email), "password": password}
        site.accounts.change(guest.id, **member, verified=now)
        return site.accounts.account(guest.id)
    with site.store.writing() as base:
        if known is not None:
            site.letters.post(base, "known", known.email, now, known.id, {"name": known.name})
        else:
            site.letters.cancel(base, guest.id, "join")
            site.letters.post(base, "join", email, now, guest.id, {"name": guest.name, "password": password})
    return None


def verify(site: Site, token: str, name: str, now: float) -> tuple[Redeemed, Account]:
    """Do what the link of a letter is for. `name` is another one if the one that was chosen is taken by now."""
    found: Redeemed | None = None
    try:
        with site.store.writing() as base:
            found = site.letters.redeem(base, token, ("register", "join", "address"), now)
            account = found.account
            if found.purpose == "register":
                chosen = name or found.details["name"]
                password = found.details["password"]
                account = insert_account(base, chosen, now, "member", found.email, password, now)
            else:
                change_account(base, account, **_confirmed(found, now))
                site.letters.cancel(base, account, "reset", "join", "address")
                if found.purpose == "address":
                    site.audit.note(base, found.details["name"], "address changed", found.details["name"], now)
    except IntegrityError:
        if found is not None and site.accounts.of_email(found.email) is None:
            raise Refused(409, "taken", "This name is taken by now; choose another.") from None
        raise Refused(410, "link", TAKEN) from None
    member = site.accounts.account(account)
    check_suspension(member, now)
    return found, member


def _confirmed(found: Redeemed, now: float) -> dict[str, object]:
    """What changes about an account when its owner follows a link."""
    values: dict[str, object] = {"email": found.email, "email_key": email_key(found.email), "verified": now}
    if found.purpose == "join":
        values |= {"kind": "member", "password": found.details["password"]}
    return values


def log_in_with(site: Site, email: str, password: str, visitor: Visitor, now: float) -> Account:
    """Whose address and password these are."""
    account, digest = site.accounts.credentials(email)
    prove(site, email_key(email) or "", digest, password, visitor, now, account.name if account else "")
    if account is None:
        raise AssertionError("an empty digest fits no password")
    if site.passwords.is_outdated(digest):
        site.accounts.renew_password(account.id, digest, site.passwords.digest(password))
    check_suspension(account, now)
    return account


def prove(site: Site, login: str, digest: str, password: str, visitor: Visitor, now: float, name: str) -> None:
    """Refused unless the password is the one of this digest; wrong ones are counted."""
    before = site.limits.before_password(login, visitor, now)
    if not site.passwords.fits(digest, password):
        if (before + 1) % AUDITED == 0:
            site.audit.add(visitor.address, "wrong passwords", name, now, f"{before + 1} times")
        raise Refused(403, "login", "The address or the password is wrong.")
    site.limits.password_was_right(login, visitor, now)


def check_suspension(account: Account, now: float) -> None:
    if account.suspended_until > now:
        until = datetime.fromtimestamp(account.suspended_until, UTC).strftime("%d %B %Y")
        raise Refused(403, "suspended", f"This account is suspended until {until}: {account.suspension}")


def _check_open(site: Site) -> None:
    if site.settings.registration == "closed":
        raise Refused(403, "closed", "This site takes no new members; ask whoever runs it.")
