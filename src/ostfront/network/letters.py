"""The letters about accounts: what they say, and how long their links hold."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.network.mail import Mail

HOUR, DAY = 3600.0, 24 * 3600.0


class Wording(NamedTuple):
    """A letter. The link follows the first paragraph; `page` is where it leads, with a secret behind it."""

    subject: str
    paragraphs: tuple[str, ...]
    page: str = ""
    button: str = ""
    lasts: float = 7 * DAY  # seconds that its link holds, once it was sent


NOT_YOU = "If that was not you, you need not do anything."
LETTERS = {
    "register": Wording(
        "Welcome to {site}",
        ("Somebody, we hope you, chose the name {name} at {site}. This link opens the account:",
         "It holds for three days. " + NOT_YOU),
        "verify", "Open the account", 3 * DAY,
    ),
    "known": Wording(
        "Your account at {site}",
        ("Somebody, maybe you, wanted to open an account at {site} with this address. You have one already; its name "
         "is {name}. Log in here:",
         "If you have forgotten your password, the page where you log in helps. " + NOT_YOU),
        "login", "Log in",
    ),
    "join": Wording(
        "Welcome to {site}",
        ("You play at {site} as {name}, and want to keep your games with this address and a password. This link does "
         "that:", "It holds for three days. " + NOT_YOU),
        "verify", "Keep my games", 3 * DAY,
    ),
    "reset": Wording(
        "A new password for {site}",
        ("Hello {name}, this link lets you choose a new password:",
         "It holds for an hour, and once. If you did not ask for it, your password stays as it is."),
        "reset", "Choose a password", HOUR,
    ),
    "invite": Wording(
        "Your account at {site}",
        ("An account was made for you at {site}; your name there is {name}. This link lets you choose a password:",
         "It holds for seven days. If you do not want the account, you need not do anything."),
        "reset", "Choose a password", 7 * DAY,
    ),
    "address": Wording(
        "Your new address at {site}",
        ("Hello {name}, this link makes this the address of your account:", "It holds for a day. " + NOT_YOU),
        "verify", "Use this address", DAY,
    ),
    "moving": Wording(
        "Your address at {site} is about to change",
        ("Hello {name}, somebody who knows your password has asked to make {other} the address of your account.",
         "If that was not you, change your password at once: that stops it."),
    ),
    "changed": Wording(
        "Your password at {site} was changed",
        ("Hello {name}, your password was changed just now, and all other sessions were ended.",
         "If that was not you, ask for a new password where you log in."),
    ),
    "passkey": Wording(
        "A new passkey at {site}",
        ("Hello {name}, a passkey was added to your account just now: {passkey}. Whoever has it can log in.",
         "If that was not you, ask for a new password where you log in: that removes all passkeys and ends all "
         "sessions."),
    ),
    "suspended": Wording(
        "Your account at {site} is suspended",
        ("Hello {name}, your account is suspended until {until}: {why}", "Answer this letter if you disagree."),
    ),
    "gone": Wording(
        "Your account at {site} is gone",
        ("Hello {name}, your account was deleted, as you wished. Thank you for playing.",),
    ),
}  # fmt: skip
WITHOUT_SECRET = {"login"}  # pages that a link leads to as they are


def needs_secret(purpose: str) -> bool:
    return bool(LETTERS[purpose].page) and LETTERS[purpose].page not in WITHOUT_SECRET


def link_of(public_url: str, purpose: str, secret: str) -> str:
    """The address of the page, with the secret behind the #, where no server sees it."""
    page = LETTERS[purpose].page
    if not page:
        return ""
    base = f"{public_url.rstrip('/')}/#/{page}"
    return f"{base}/{secret}" if needs_secret(purpose) else base


def letter(purpose: str, email: str, words: dict[str, str], link: str) -> Mail:
    """A letter to this address; `words` are what its text leaves open."""
    text = LETTERS[purpose]
    paragraphs = tuple(paragraph.format_map(words) for paragraph in text.paragraphs)
    return Mail(email, text.subject.format_map(words), paragraphs, text.button, link)
