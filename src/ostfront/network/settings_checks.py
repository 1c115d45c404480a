"""What settings must fulfil beyond their types. Nothing outside is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.utils import parseaddr
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from ostfront.network.settings import Settings


def faults_of(settings: Settings, place: Callable[[str], str]) -> list[str]:
    """A sentence for everything that is wrong; `place` says where a setting was given."""
    return [f"{place(key)}: {sentence}" for key, sentence in _faults(settings)]


def _faults(settings: Settings) -> Iterator[tuple[str, str]]:
    if settings.public_url:
        yield from _public_url(settings.public_url)
    yield from _database(settings)
    if not _is_address(settings.address):
        yield "address", "address is the address of a network interface, such as 127.0.0.1, 0.0.0.0 or ::1."
    for given in settings.proxies:
        if not _is_network(given):
            yield "proxies", f"'{given[:60]}' is neither an address nor a network such as 10.0.0.0/8."
    if settings.metrics and metrics_at(settings.metrics) is None:
        yield "metrics", "metrics is an address and a port, such as 127.0.0.1:9464."
    contact = settings.push_contact
    if contact and not contact.startswith(("mailto:", "https://")):
        yield "push_contact", "push_contact begins with mailto: or https://."
    yield from _mail(settings)


def _public_url(given: str) -> Iterator[tuple[str, str]]:
    try:
        found = urlsplit(given)
        whole = found.scheme in ("http", "https") and bool(found.hostname) and (found.port is None or found.port > 0)
    except ValueError:
        whole = False
    if not whole:
        yield "public_url", "public_url is a whole address, such as https://play.example.org."
    elif found.path not in ("", "/") or found.query or found.fragment or found.username:
        yield "public_url", "public_url ends with the name of the host: a site cannot lie in a folder."


def _database(settings: Settings) -> Iterator[tuple[str, str]]:
    if not settings.database:
        if settings.players == "workers":
            yield "players", 'players = "workers" needs PostgreSQL: a file has one server, which plays itself.'
        if settings.database_password_file:
            yield "database_password_file", "there is a password for the database, but no database."
        return
    try:
        url = make_url(settings.database)
    except ArgumentError:
        yield "database", "database is an address such as postgresql://USER@HOST/NAME."
        return
    if not url.drivername.startswith("postgres"):
        yield "database", f"{url.drivername} is not supported: use PostgreSQL, or leave it empty for SQLite."
    if url.password and settings.database_password_file:
        yield "database_password_file", "the password of the database is given twice."


def _mail(settings: Settings) -> Iterator[tuple[str, str]]:
    mail = settings.mail
    if not mail.server:
        if mail.user or mail.password or mail.password_file or mail.sender:
            yield "mail.server", "mail has settings, but no server."
        return
    if "@" not in parseaddr(mail.sender)[1]:
        yield "mail.sender", 'sender is missing: the address that letters come from, such as "games@example.org".'
    if mail.user and not (mail.password or mail.password_file):
        yield "mail.user", "user has no password: add password_file."
    if mail.user and mail.security == "none" and not _is_loopback(mail.server):
        yield "mail.security", "a password is not sent without TLS: use starttls or tls."


def metrics_at(given: str) -> tuple[str, int] | None:
    """Address and port; a port alone is on the loopback address."""
    address, _, port = given.rpartition(":")
    address = address.strip("[]") or "127.0.0.1"
    if not port.isdecimal() or not 0 < int(port) < 65536 or not _is_address(address):
        return None
    return address, int(port)


def password_in(database: str, password: str) -> str:
    """The address of the database with this password."""
    try:
        return make_url(database).set(password=password).render_as_string(hide_password=False)
    except ArgumentError:
        return database  # which is a fault of its own


def _is_address(given: str) -> bool:
    try:
        ip_address(given)
    except ValueError:
        return False
    return True


def _is_network(given: str) -> bool:
    try:
        ip_network(given, strict=False)
    except ValueError:
        return False
    return True


def _is_loopback(server: str) -> bool:
    return server == "localhost" or (_is_address(server) and ip_address(server).is_loopback)
