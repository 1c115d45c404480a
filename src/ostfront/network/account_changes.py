"""What members change about their accounts: password, name, address."""

from __future__ import annotations

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from ostfront.network.account_names import checked_name, name_key
from ostfront.network.accounts import Account, change_account, checked_email, email_key
from ostfront.network.membership import TAKEN, check_suspension, prove
from ostfront.network.passwords import check_password
from ostfront.network.site import Site
from ostfront.server import database as db
from ostfront.server.messages import Refused
from ostfront.server.visitors import Visitor

RENAMED = "name changed"


def forgot(site: Site, email: str, visitor: Visitor, now: float) -> None:
    """A letter with a link to a new password, if somebody has this address."""
    if not site.letters.works:
        raise Refused(409, "mail", "This site sends no letters; ask whoever runs it for a new password.")
    email = checked_email(email)
    site.limits.check("letter", visitor, now, email_key(email) or "")
    found = site.accounts.of_email(email)
    site.passwords.fits("", "")  # takes as long as all else, whether there is an account or not
    with site.store.writing() as base:
        if found is not None:
            site.letters.post(base, "reset", found.email, now, found.id, {"name": found.name})


def reset(site: Site, token: str, password: str, now: float) -> Account:
    """A new password by the link of a letter; whoever had the old one is out, also if they added a passkey."""
    purposes = ("reset", "invite")
    account = site.accounts.account(site.letters.whose(token, purposes, now))
    check_password(password, account.name, account.email)
    digest = site.passwords.digest(password)
    with site.store.writing() as base:
        found = site.letters.redeem(base, token, purposes, now)
        # an address may have changed since the letter was sent: the link is proof of that address only
        verified = {"verified": now} if email_key(found.email) == email_key(account.email) else {}
        change_account(base, account.id, password=digest, **verified)
        site.sessions.end_all_in(base, account.id)
        site.passkeys.remove_all(base, account.id)
        site.letters.cancel(base, account.id, "reset", "invite", "address")
        site.letters.post(base, "changed", account.email, now, account.id, {"name": account.name})
        site.audit.note(base, account.name, "password reset", account.name, now)
    check_suspension(account, now)
    return account


def change_password(site: Site, account: Account, old: str, new: str, visitor: Visitor, now: float) -> None:
    """All other sessions end."""
    site.limits.check("password", visitor, now)
    check_password(new, account.name, account.email)
    prove_again(site, account, old, visitor, now)
    digest = site.passwords.digest(new)
    with site.store.writing() as base:
        change_account(base, account.id, password=digest)
        site.sessions.end_all_in(base, account.id, but=visitor.session)
        site.letters.cancel(base, account.id, "reset", "invite", "address")
        site.letters.post(base, "changed", account.email, now, account.id, {"name": account.name})
        site.audit.note(base, account.name, "password changed", account.name, now)


def change_address(
    site: Site, account: Account, email: str, password: str, visitor: Visitor, now: float
) -> Account | None:
    """Another address, once a link sent there was followed; the old one gets a word. At once without letters."""
    email = checked_email(email)
    if account.guest:
        raise Refused(409, "conflict", "Add an address and a password first.")
    prove_again(site, account, password, visitor, now)
    site.limits.check("letter", visitor, now, email_key(email) or "")
    known = site.accounts.of_email(email)
    if not site.letters.works:
        if known is not None and known.id != account.id:
            raise Refused(409, "email", TAKEN)
        site.accounts.change(account.id, email=email, email_key=email_key(email))
        site.audit.add(account.name, "address changed", account.name, now)
        return site.accounts.account(account.id)
    with site.store.writing() as base:
        site.letters.cancel(base, account.id, "address")
        if known is not None and known.id != account.id:
            site.letters.post(base, "known", known.email, now, known.id, {"name": known.name})
        else:
            site.letters.post(base, "address", email, now, account.id, {"name": account.name})
        site.letters.post(base, "moving", account.email, now, account.id, {"name": account.name, "other": email})
    return None


def change_name(site: Site, account: Account, name: str, visitor: Visitor, now: float) -> Account:
    """Another name, at the tables too where this account sits."""
    name = checked_name(name)
    if name == account.name:
        return account
    site.limits.check("name", visitor, now)
    try:
        with site.store.writing() as base:
            change_account(base, account.id, name=name, name_key=name_key(name))
            base.execute(update(db.seats).where(db.seats.c.account == account.id).values(name=name))
            games = site.store.count_changes(base, account.id)
            site.audit.note(base, name, RENAMED, account.name, now, f"to {name}")
    except IntegrityError:
        site.limits.forgive("name", visitor)
        raise Refused(409, "taken", "This name is taken; choose another.") from None
    for game in games:
        site.library.reread(game)
    return site.accounts.account(account.id)


def prove_again(site: Site, account: Account, password: str, visitor: Visitor, now: float) -> None:
    """Whoever sits at a browser that was left alone does not know the password."""
    digest = site.accounts.password(account.id)
    try:
        prove(site, email_key(account.email) or f"#{account.id}", digest, password, visitor, now, account.name)
    except Refused as wrong:
        raise Refused(403, "login", "The password is wrong.") if wrong.kind == "login" else wrong from None
