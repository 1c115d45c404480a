"""Texts that somebody spoiled: lines lost, doubled and exchanged, words and numbers that do not belong there."""

from __future__ import annotations

import re
from random import Random

TOKEN = re.compile(r'"[^"\n]*"|[\w.-]+|[^\w\s]')
ODD = (
    "", "-1", "0", "1", "2", "99", "255", "256", "65536", "-9223372036854775808", "999999999999999999", "9" * 40,
    "1.5", "1e9", "1e400", "nan", "inf", "0x7f", "true", "null", '""', '"x"', "[]", "{}", "[[]]", "[1, 2]",
    "{ a = 1 }", "1941-06-22", '"\\u0000"', '"\\ud800"', "\x00", "\ufeff", "\u2028", "\x85", "é", "½", "٣",
    "x" * 300, "." * 30, "[" * 40, '"', "'''", '"""', "#", "=", ":", ",", "|", "---", "| ", "\n", "\r", "\t", ";",
    "..", "../x", "pass", "roll 7", "hidden", "begins", "data x.csv", "version 1", "takeback 3", "secret: 00",
    "state: {}", "[state]", "[units]", "[[stack]]", "[[asked]]",
)  # fmt: skip


def mangled(random: Random, texts: list[str]) -> str:
    """One of the texts after a few accidents."""
    text = random.choice(texts)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        text = random.choice(ACCIDENTS)(random, text, texts)
    return text


def odd_token(random: Random, text: str, texts: list[str]) -> str:
    """A word or number is another one, from the text itself or from nowhere."""
    found = list(TOKEN.finditer(text))
    if not found:
        return text
    old = random.choice(found)
    new = random.choice(ODD) if random.random() < 0.5 else random.choice(found).group()
    return text[: old.start()] + new + text[old.end() :]


def changed_number(random: Random, text: str, texts: list[str]) -> str:
    found = list(re.finditer(r"-?\d+", text))
    if not found:
        return text
    old = random.choice(found)
    value = random.choice((-1, 1, -int(old.group()[:18]), int(old.group()[:18]) * 2 + 1, 10**17))
    return text[: old.start()] + str(int(old.group()[:18]) + value) + text[old.end() :]


def line_lost(random: Random, text: str, texts: list[str]) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return "\n".join(lines[:at] + lines[at + random.choice((1, 1, 1, 5, 50)) :])


def line_moved(random: Random, text: str, texts: list[str]) -> str:
    """A line, perhaps of another text, at another place; the old one may stay."""
    lines, others = text.split("\n"), random.choice((text, random.choice(texts))).split("\n")
    lines.insert(random.randrange(len(lines) + 1), random.choice(others))
    return "\n".join(lines)


def line_repeated(random: Random, text: str, texts: list[str]) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return "\n".join(lines[:at] + [lines[at]] * random.choice((2, 3, 40)) + lines[at + 1 :])


def torn(random: Random, text: str, texts: list[str]) -> str:
    at = random.randrange(len(text) + 1)
    rest = random.choice(("", random.choice(texts)[random.randrange(100) :]))
    return text[:at] + rest


def odd_letter(random: Random, text: str, texts: list[str]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(ODD) + text[at + random.choice((0, 1)) :]


ACCIDENTS = (odd_token, odd_token, changed_number, line_lost, line_moved, line_repeated, torn, odd_letter)
