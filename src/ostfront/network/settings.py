"""The settings of a site."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

import msgspec


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How letters are sent; without a server none are, and addresses are taken on trust."""

    server: str = ""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that an administrator chooses."""

    public_url: str  # as people type it; behind a proxy, that of the proxy
    database: str = ""  # of a PostgreSQL; empty: SQLite in the data folder
    data_folder: str = ""
    address: str = "127.0.0.1"
    port: int = 8000
    name: str = "ostfront"
    registration: Literal["open", "closed"] = "open"
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is believed
    players: Literal["here", "workers"] = "here"  # where the computer players run
    mail: MailSettings = MailSettings()

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
