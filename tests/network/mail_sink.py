"""A real mail server on the loopback address that keeps what it gets."""

from __future__ import annotations

import re
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from network.real_site import free_port
from ostfront.network.settings import MailSettings


class MailSink:
    """Letters that were delivered; `answers` are what the server says to the next ones instead of taking them."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answers: list[str] = []
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    @property
    def settings(self) -> MailSettings:
        return MailSettings(server="127.0.0.1", port=self.port, security="none", sender="site@play.example")

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]

    def wait_for(self, address: str, number: int = 1) -> EmailMessage:
        """The letter to this address that comes as this number."""
        until = time.monotonic() + 30
        while len(self.to(address)) < number:
            assert time.monotonic() < until, f"no letter to {address}"
            time.sleep(0.05)
        return self.to(address)[number - 1]

    def __enter__(self) -> MailSink:
        self._controller.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _wrong: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._controller.stop()


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def token_of(letter: EmailMessage) -> str:
    """The secret in the link of a letter."""
    found = re.search(r"#/\w+/([\w-]+)", text_of(letter))
    assert found, text_of(letter)
    return found[1]
