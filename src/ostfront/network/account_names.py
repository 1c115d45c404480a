"""The names of accounts: nothing that cannot be seen, nothing that looks like somebody else."""

from __future__ import annotations

import re
import unicodedata

from ostfront import ai
from ostfront.server.messages import Refused
from ostfront.server.names import clean_name

LONGEST = 40
SOMEBODY = "somebody who left"  # the name of those whose account is gone
MARKS_IN_A_ROW = 2  # accents on one letter
BETWEEN = " -_.'’"
UNSEEN = "\u115f\u1160\u3164\uffa0"  # letters of Hangul that show nothing

# letters of other alphabets by the Latin ones that they look like
ALIKE = {
    # Cyrillic
    "А": "A", "В": "B", "Е": "E", "Ѕ": "S", "І": "I", "Ј": "J", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P",
    "С": "C", "Т": "T", "У": "Y", "Х": "X", "Ү": "Y", "Һ": "H", "Ԛ": "Q", "Ԝ": "W", "Ӏ": "I", "Ѵ": "V", "З": "3",
    "а": "a", "в": "b", "г": "r", "е": "e", "ѕ": "s", "і": "i", "ј": "j", "к": "k", "м": "m", "н": "h", "о": "o",
    "п": "n", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x", "ү": "y", "һ": "h", "ԁ": "d", "ԛ": "q", "ԝ": "w",
    "ӏ": "l", "ѵ": "v", "з": "3", "б": "6", "ь": "b",
    # Greek
    "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P",
    "Τ": "T", "Υ": "Y", "Χ": "X", "α": "a", "β": "b", "γ": "y", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v",
    "ο": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "μ": "u",
    # Latin
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "ı": "i", "ɑ": "a", "ɡ": "g", "æ": "ae",
    "Æ": "AE", "œ": "oe", "Œ": "OE",
}  # fmt: skip
# and signs that are taken for each other, once capitals are gone
SAME_SHAPE = {"0": "o", "1": "l", "i": "l", "|": "l", "rn": "m", "vv": "w"}

RESERVED = (
    "admin", "administrator", "moderator", "root", "system", "support", "staff", "ostfront", "computer", "nobody",
    "somebody", "anonymous", "everybody", "guest", "owner", "me", "webmaster", "postmaster", SOMEBODY,
)  # fmt: skip
OFFICIAL = re.compile("^(admin|administrator|moderator|ostfront)[0-9]*$")


def name_key(name: str) -> str:
    """Names that a reader could take for each other have the same key."""
    # marks come off first: й is и with one
    bare = "".join(c for c in unicodedata.normalize("NFKD", clean_name(name)) if unicodedata.category(c) != "Mn")
    latin = "".join(ALIKE.get(c, c) for c in bare).casefold()
    key = "".join(c for c in latin if c.isalnum() or c == "|")
    for shape, same in SAME_SHAPE.items():
        key = key.replace(shape, same)
    return key[:160]


def checked_name(name: str) -> str:
    """A name as it is shown; refused if it cannot be one."""
    # digits and letters in disguise (full width, mathematical) are written plainly
    found = clean_name(unicodedata.normalize("NFKC", name[: 4 * LONGEST]))
    if not found or not name_key(found):
        raise Refused(400, "name", "Choose a name.")
    if len(found) > LONGEST:
        raise Refused(400, "name", f"Choose a name of at most {LONGEST} characters.")
    strange = {c for c in found if (unicodedata.category(c)[0] not in "LNM" and c not in BETWEEN) or c in UNSEEN}
    if strange:
        shown = " ".join(sorted(strange - set(UNSEEN))) or "what cannot be seen"
        raise Refused(400, "name", f"A name has letters, digits, spaces and - _ . ' but not {shown}")
    if _most_marks(found) > MARKS_IN_A_ROW:
        raise Refused(400, "name", "This name has too many accents on one letter.")
    if name_key(found) in _reserved() or OFFICIAL.match(found.casefold()):
        raise Refused(409, "taken", "This name is taken; choose another.")
    return found


def _reserved() -> set[str]:
    return {name_key(name) for name in (*RESERVED, *ai.levels())}


def _most_marks(name: str) -> int:
    most = here = 0
    for c in name:
        here = here + 1 if unicodedata.category(c)[0] == "M" else 0
        most = max(most, here)
    return most
