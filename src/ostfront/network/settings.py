"""The settings of a site: everything that an administrator chooses. `settings_file.py` reads and checks them."""

from __future__ import annotations

from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

Network = IPv4Network | IPv6Network
Port = Annotated[int, Meta(ge=1, le=65535)]
Count = Annotated[int, Meta(ge=1, le=100_000)]


def about(text: str) -> Meta:
    """What the example of a settings file says of a setting."""
    return Meta(description=text)


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How letters are sent; without a server none are, and addresses are taken on trust."""

    server: Annotated[str, about("the mail server; without one no letters are sent")] = ""
    port: Annotated[Port, about("587 as a rule, 465 with tls")] = 587
    security: Annotated[Literal["starttls", "tls", "none"], about("starttls, tls or none")] = "starttls"
    user: Annotated[str, about("who logs in at the mail server; empty: nobody does")] = ""
    password: Annotated[str, about("the password; better in a file of its own")] = ""
    password_file: Annotated[str, about("a file with nothing but the password")] = ""
    sender: Annotated[str, about("the address that letters come from")] = ""

    def __repr__(self) -> str:
        return f"MailSettings({self.server!r})"  # no secrets in logs


class PasswordSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it costs to compare a password: those who guess pay the same."""

    memory: Annotated[Count, about("MiB of memory")] = 64
    rounds: Annotated[Count, about("how often the memory is gone through")] = 3


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything that an administrator chooses."""

    public_url: Annotated[str, about("the address that people type; behind a proxy, that of the proxy")]
    name: Annotated[str, about("what the site is called"), Meta(min_length=1, max_length=80)] = "ostfront"
    registration: Annotated[Literal["open", "closed"], about("open: anybody may make an account; or closed")] = "open"
    database: Annotated[
        str, about("postgresql://USER@HOST/NAME; empty: SQLite in the data folder, for one server only")
    ] = ""
    database_password_file: Annotated[str, about("a file with the password of the database's user")] = ""
    data_folder: Annotated[str, about("for drawn maps, and the games if they are in SQLite")] = ""
    address: Annotated[str, about("where to listen; leave the rest to a proxy with TLS")] = "127.0.0.1"
    port: Annotated[Port, about("each server has one of its own")] = 8000
    connections: Annotated[Count, about("the most at once, for each server; the idle make room")] = 1500
    games_in_memory: Annotated[
        Count, about("for each server; more are read again when somebody comes, at 0.2 MB and a few ms each")
    ] = 200
    proxies: Annotated[
        tuple[str, ...], about("addresses and networks (10.0.0.0/8) whose X-Forwarded-For is believed")
    ] = ()
    players: Annotated[
        Literal["here", "workers"], about('here: this server plays for the computer; workers: "ostfront worker" does')
    ] = "here"
    thinking: Annotated[Count, about("how many computer players think at once, in each process that has them")] = 1
    metrics: Annotated[
        str, about('figures for Prometheus at this address and port, such as "127.0.0.1:9464"; empty: none')
    ] = ""
    logs: Annotated[Literal["plain", "json"], about("plain lines or JSON, on stderr")] = "plain"
    access_log: Annotated[bool, about("a line for each request, without tokens and whole addresses")] = True
    push_contact: Annotated[
        str, about('whom a push service may write to, "mailto:you@example.org"; empty: no push messages')
    ] = ""
    webhooks_local: Annotated[bool, about("whether webhooks may lead into this machine's own network")] = False
    mail: MailSettings = MailSettings()
    passwords: PasswordSettings = PasswordSettings()

    def __repr__(self) -> str:
        return f"Settings({self.public_url!r})"  # no secrets in logs

    @property
    def origin(self) -> str:
        found = urlsplit(self.public_url)
        return f"{found.scheme}://{found.netloc}".lower()

    @property
    def host(self) -> str:
        return urlsplit(self.public_url).netloc.lower()

    @property
    def secure(self) -> bool:
        return self.origin.startswith("https://")

    @property
    def passkey_domain(self) -> str:
        """The domain that passkeys are for (their RP ID); empty where browsers make none: without TLS, or a name."""
        name = urlsplit(self.public_url).hostname or ""
        if name == "localhost":
            return name
        try:
            ip_address(name)
        except ValueError:
            return name if self.secure else ""
        return ""

    @cached_property
    def trusted(self) -> tuple[Network, ...]:
        """The proxies that are believed."""
        return tuple(ip_network(given, strict=False) for given in self.proxies)
