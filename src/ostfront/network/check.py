"""`ostfront serve --check`: what a site would do with its settings, and whether the others it needs answer."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ostfront.core.errors import OstfrontError
from ostfront.network.settings import MailSettings, Settings
from ostfront.server import database, database_file

PATIENCE = 10.0  # seconds


class Finding(NamedTuple):
    """A sentence, and whether a site could start like this."""

    sentence: str
    good: bool = True


def findings(settings: Settings) -> Iterator[Finding]:
    """Look at everything that the settings name."""
    behind = f"It listens at {settings.address}, port {settings.port}, and is {settings.public_url} for people."
    yield Finding(behind)
    yield from _doors(settings)
    yield _database(settings)
    if settings.players == "here":
        yield Finding(f"Computer players think in this process, {settings.thinking} at once.")
    else:
        yield Finding('Computer players are workers: run "ostfront worker" with the same settings.')
    yield _mail(settings.mail)
    if settings.metrics:
        yield Finding(f"Prometheus finds figures at http://{settings.metrics}/metrics.")


def _doors(settings: Settings) -> Iterator[Finding]:
    if not settings.secure:
        yield Finding("Without https whoever is on the way can read and change everything; use it at home only.")
    if settings.proxies:
        yield Finding(f"It believes X-Forwarded-For from {', '.join(settings.proxies)} and nobody else.")
    elif settings.secure:
        told = "No proxies are named: all people would seem to come from the proxy, and share its limits."
        yield Finding(f"{told} Set proxies.")
    if settings.secure and settings.address not in ("127.0.0.1", "::1"):
        yield Finding(f"{settings.address} speaks plain HTTP: let nobody but the proxy reach it.")


def _database(settings: Settings) -> Finding:
    try:
        if settings.database:
            return Finding(_postgresql(settings.database))
        folder = Path(settings.data_folder) if settings.data_folder else database.data_folder()
        file = folder / database.FILE
        if not file.exists():
            return Finding(f"The database will be a new file, {file}.")
        with database_file.in_one_sentence(file):
            version = database_file.check(file)
        return Finding(f"The database is {file}{_to_migrate(version)}.")
    except OstfrontError as wrong:
        return Finding(str(wrong), good=False)


def _postgresql(address: str) -> str:
    from ostfront.server import database_server

    version, server = database_server.look(address)
    shown = f"{database_server.shown(address)}, PostgreSQL {server}"
    if not version:
        return f"The database {shown} is empty; its tables will be made."
    return f"The database is {shown}{_to_migrate(version)}."


def _to_migrate(version: str) -> str:
    newest = database.newest_version()
    return "" if version == newest else f"; it will be migrated from {version} to {newest}"


def _mail(mail: MailSettings) -> Finding:
    if not mail.server:
        return Finding("No mail: addresses are not verified, and nobody can reset a password.")
    at = f"{mail.server}, port {mail.port}"
    try:
        with _connected(mail) as server:
            if mail.user:
                server.login(mail.user, mail.password)
    except (OSError, smtplib.SMTPException) as wrong:
        said = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else _answer(wrong)
        return Finding(f"The mail server {at}, does not answer as it should: {said.rstrip('.')}.", good=False)
    who = f", and lets {mail.user} in" if mail.user else ""
    return Finding(f"The mail server {at}, answers{who}; letters come from {mail.sender}.")


def _connected(mail: MailSettings) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if mail.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(mail.server, mail.port, timeout=PATIENCE, context=context)
    else:
        server = smtplib.SMTP(mail.server, mail.port, timeout=PATIENCE)
    try:
        server.ehlo_or_helo_if_needed()
        if mail.security == "starttls":
            server.starttls(context=context)
            server.ehlo()
    except BaseException:
        server.close()
        raise
    return server


def _answer(wrong: Exception) -> str:
    if isinstance(wrong, smtplib.SMTPResponseException):
        said = wrong.smtp_error
        told = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        return f"{wrong.smtp_code} {' '.join(told.split())}"
    return " ".join(str(wrong).split()) or type(wrong).__name__
