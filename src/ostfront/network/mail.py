"""Sending mail through the mail server of a site."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid
from html import escape
from typing import NamedTuple

from ostfront.core.errors import OstfrontError
from ostfront.network.settings import MailSettings

SECONDS = 15.0  # for each word of the mail server


class Mail(NamedTuple):
    """A letter to one person, in plain text; the same as HTML is made from it."""

    to: str
    subject: str
    paragraphs: tuple[str, ...]
    button: str = ""  # what its link is called
    link: str = ""
    unsubscribe: str = ""  # an address that ends letters of this kind at one click (RFC 8058)


class MailFailed(OstfrontError):
    """A letter was not taken. `final` if it is of no use to try again, as with an address that does not exist;
    `unsure` if the mail server may have taken it before the connection broke.
    """

    def __init__(self, message: str, *, final: bool = False, unsure: bool = False) -> None:
        super().__init__(message)
        self.final = final
        self.unsure = unsure


class Mailer:
    """Sends letters, one connection for each."""

    def __init__(self, settings: MailSettings, site: str) -> None:
        self.settings = settings
        self.site = site

    def send(self, mail: Mail) -> None:
        message = written(mail, self.site, self.settings.sender)
        connected = taken = False
        try:
            with self._connected() as server:
                connected = True
                server.send_message(message)
                taken = True
        except smtplib.SMTPRecipientsRefused as wrong:
            code = max((code for code, _ in wrong.recipients.values()), default=450)
            raise MailFailed(f"The mail server refuses the address ({code}).", final=code >= 500) from None
        except smtplib.SMTPResponseException as wrong:
            if taken:  # only the farewell failed
                return
            # what it says may repeat the password or the address: the code is enough
            final = wrong.smtp_code >= 500 and not isinstance(wrong, smtplib.SMTPAuthenticationError)
            raise MailFailed(f"The mail server answers {wrong.smtp_code}.", final=final) from None
        except (smtplib.SMTPException, OSError) as wrong:
            if not taken:  # else only the farewell failed
                told = f"The mail server cannot be used ({type(wrong).__name__})."
                raise MailFailed(told, unsure=connected) from None

    def _connected(self) -> smtplib.SMTP:
        given = self.settings
        trusted = ssl.create_default_context()
        server: smtplib.SMTP
        if given.security == "tls":
            server = smtplib.SMTP_SSL(given.server, given.port, timeout=SECONDS, context=trusted)
        else:
            server = smtplib.SMTP(given.server, given.port, timeout=SECONDS)
        try:
            if given.security == "starttls":
                server.starttls(context=trusted)
            if given.user:
                server.login(given.user, given.password)
        except BaseException:
            server.close()
            raise
        return server


def written(mail: Mail, site: str, sender: str) -> EmailMessage:
    """A letter as it is sent."""
    message = EmailMessage()
    message["From"] = formataddr((_line(site), sender))
    message["To"] = mail.to
    message["Subject"] = _line(mail.subject)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or None)
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(_text(mail))
    message.add_alternative(_html(mail), subtype="html")
    return message


def _line(text: str) -> str:
    return " ".join(text.split())


def _text(mail: Mail) -> str:
    parts = [*mail.paragraphs]
    if mail.link:
        parts.insert(1, mail.link)
    if mail.unsubscribe:
        parts.append(f"No more letters of this kind: {mail.unsubscribe}")
    return "\n\n".join(parts) + "\n"


def _html(mail: Mail) -> str:
    parts = [f"<p>{escape(text)}</p>".replace("\n", "<br>") for text in mail.paragraphs]
    if mail.link:
        style = "background:#8a2b1d;color:#fff9ee;padding:8px 16px;border-radius:6px;text-decoration:none"
        parts.insert(
            1, f'<p><a href="{escape(mail.link)}" style="{style}">{escape(mail.button or mail.link)}</a></p>'
        )
    if mail.unsubscribe:
        parts.append(f'<p><a href="{escape(mail.unsubscribe)}">No more letters of this kind</a></p>')
    return '<html><body style="font-family:Georgia,serif;color:#2a251d">' + "".join(parts) + "</body></html>"
