"""Mail goes through a real mail server; what that refuses is told apart from what may be tried again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from network.mail_sink import MailSink, text_of
from network.real_site import free_port
from ostfront.network.mail import Mail, Mailer, MailFailed
from ostfront.network.settings import MailSettings

LETTER = Mail(
    "anna@example.org", "Your\r\nBcc: x@y turn", ("It is your turn, Ännchen <b>.", "Bye."), "Play", "https://h/#/x"
)


@pytest.fixture
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


def test_a_letter_arrives_as_text_and_as_html(sink: MailSink) -> None:
    Mailer(sink.settings, "Club Zug").send(LETTER._replace(unsubscribe="https://h/api/off/1"))
    (letter,) = sink.letters
    assert letter["From"] == "Club Zug <site@play.example>" and letter["Subject"] == "Your Bcc: x@y turn"
    assert "Bcc" not in letter and letter["List-Unsubscribe"] == "<https://h/api/off/1>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Ännchen <b>." in text_of(letter) and "https://h/#/x" in text_of(letter)
    html = letter.get_body(("html",))
    assert html is not None and "Ännchen &lt;b&gt;." in html.get_content() and "<img" not in html.get_content()


@pytest.mark.parametrize(("answer", "final"), [("550 unknown", True), ("451 later", False), ("421 closing", False)])
def test_a_refusal_is_final_or_not(sink: MailSink, answer: str, final: bool) -> None:
    sink.answers = [answer]
    with pytest.raises(MailFailed) as failed:
        Mailer(sink.settings, "x").send(LETTER)
    assert failed.value.final == final and not sink.letters
    Mailer(sink.settings, "x").send(LETTER)
    assert len(sink.letters) == 1


def test_a_server_that_is_not_there_may_come_back() -> None:
    with pytest.raises(MailFailed) as failed:
        Mailer(MailSettings(server="127.0.0.1", port=free_port(), security="none", sender="a@b"), "x").send(LETTER)
    assert not failed.value.final


def test_a_server_without_tls_gets_no_password(sink: MailSink) -> None:
    given = MailSettings(
        server="127.0.0.1", port=sink.port, security="starttls", user="u", password="p", sender="a@b"
    )
    with pytest.raises(MailFailed):
        Mailer(given, "x").send(LETTER)
    assert not sink.letters
