"""Notices as letters: one for each, or one a day for all."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.network.mail import Mail
from ostfront.network.notice_texts import Text
from ostfront.network.summaries import plain

IN_DIGEST = 5  # lines of the summary of each game
WHY = "You get this letter because you play at {site}. When and how you are told, you choose here: {settings}"


def notice_letter(to: str, text: Text, site: str, address: str, unsubscribe: str) -> Mail:
    """A letter about one thing."""
    paragraphs = [text.sentence, *_more(text), _why(site, address)]
    return Mail(to, text.title, tuple(paragraphs), text.action, f"{address}/{text.link}", unsubscribe)


def digest_letter(to: str, texts: Sequence[Text], site: str, address: str, unsubscribe: str) -> Mail:
    """A letter about all that happened in a day."""
    paragraphs = ["This is what waits for you." if len(texts) > 1 else texts[0].sentence]
    for text in texts:
        if len(texts) > 1:
            paragraphs.append(f"{text.sentence}\n{address}/{text.link}")
        paragraphs += _more(text, IN_DIGEST)
    games = sum(text.title.startswith("Your turn") for text in texts)
    subject = f"Your turn in {games} games at {site}" if games > 1 else f"What happened at {site}"
    if len(texts) == 1:
        subject = texts[0].title
    return Mail(to, subject, (*paragraphs, _why(site, address)), "To the site", f"{address}/#/", unsubscribe)


def _more(text: Text, most: int = 0) -> list[str]:
    lines = plain(text.summary)
    if most and len(lines) > most:
        lines = [*lines[:most], "..."]
    found = [f"“{text.said}”"] if text.said else []
    if text.asked:
        found.append(f"You are asked: {text.asked}")
    if lines:
        found.append("\n".join(["Since you looked:", *lines]))
    return [*found, text.until] if text.until else found


def _why(site: str, address: str) -> str:
    return WHY.format(site=site, settings=f"{address}/#/account")
