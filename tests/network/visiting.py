"""A browser without an account at a site in this process: it keeps its cookie, and reads its letters."""

from __future__ import annotations

from typing import Any

from network.mail_sink import MailSink, token_of
from network.site_client import SiteClient
from ostfront.server.local_client import ClientResponse

PASSWORD = "a horse in the rain"


class Browser:
    """Comes from an address of its own."""

    def __init__(self, client: SiteClient, cookie: str = "") -> None:
        self.client = client
        self.cookie = cookie

    def ask(self, method: str, path: str, data: Any = None) -> ClientResponse:
        answer = self.client.ask(method, path, data, headers={"cookie": self.cookie})
        if (found := answer.headers.get("set-cookie")) is not None:
            self.cookie = found.partition(";")[0] if "Max-Age=0" not in found else ""
        return answer

    def told(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.ask(method, path, data)
        assert answer.status == 200, (path, answer.status, answer.body)
        return answer.json

    def refused(self, method: str, path: str, data: Any = None) -> tuple[int, str]:
        """Status and sentence."""
        answer = self.ask(method, path, data)
        assert answer.status >= 400, (path, answer.body)
        return answer.status, str(answer.json["error"]["message"])

    def me(self) -> Any:
        return self.told("GET", "/api/me")["me"]

    def log_in(self, email: str, password: str = PASSWORD) -> ClientResponse:
        return self.ask("POST", "/api/login", {"email": email, "password": password})


def registered(client: SiteClient, sink: MailSink, name: str) -> Browser:
    """A new member, by the letter."""
    browser, email = Browser(client), f"{name.lower()}@example.org"
    browser.told("POST", "/api/register", {"name": name, "email": email, "password": PASSWORD})
    browser.told("POST", "/api/verify", {"token": newest(client, sink, email)})
    return browser


def newest(client: SiteClient, sink: MailSink, email: str) -> str:
    """The secret of the newest letter to this address."""
    client.site.letters.send_due()
    return token_of(sink.to(email)[-1])
