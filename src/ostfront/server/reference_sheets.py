"""The references of the games at this table, made once for each rules and kept as bytes."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from ostfront.core.page.reference import Reference, reference_of
from ostfront.core.play.rules import Rules


class Sheet(NamedTuple):
    """A reference, and how it is sent."""

    reference: Reference
    body: bytes
    etag: str


_SHEETS: WeakKeyDictionary[Rules, Sheet] = WeakKeyDictionary()


def sheet(rules: Rules) -> Sheet:
    found = _SHEETS.get(rules)
    if found is None:
        made = reference_of(rules)
        body = msgspec.json.encode(made)
        found = _SHEETS[rules] = Sheet(made, body, blake2b(body, digest_size=8).hexdigest())
    return found
