"""Where dice and draws come from.

An outcome is a function of a secret, the name of a stream ("turn 3 / activation 5 / combat 2") and a count
within the stream. Two games with the same secret therefore roll the same dice in the same battles even
after their players have decided differently. The secret's commitment is shown at the start, the secret itself
at the end, and every outcome can then be checked.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b, sha256
from typing import Any, Protocol


class Source(Protocol):
    """Says which of `sides` equally likely outcomes happened, 0 to sides - 1."""

    def outcome(self, stream: str, count: int, sides: int) -> int: ...


class Seeded:
    """Outcomes from a secret."""

    __slots__ = ("_keyed", "_secret", "salt")

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = secret
        self._keyed: Any = None  # a hash that has taken in the secret
        self.salt = 0

    @classmethod
    def of(cls, seed: int | str) -> Seeded:
        """The source of a repeatable game: anyone who knows the seed knows the dice."""
        return cls(sha256(f"ostfront seed {seed}".encode()).digest())

    @property
    def secret(self) -> bytes:
        if self._secret is None:
            self._secret = secrets.token_bytes(32)
        return self._secret

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def outcome(self, stream: str, count: int, sides: int) -> int:
        if sides == 1:
            return 0
        name = f"{stream}\n{count}\n{self.salt}" if self.salt else f"{stream}\n{count}"
        if self._keyed is None:
            self._keyed = blake2b(key=self.secret)
        keyed = self._keyed.copy()
        keyed.update(name.encode())
        digest = keyed.digest()
        limit = (1 << 64) - (1 << 64) % sides
        for at in range(0, 64, 8):
            value = int.from_bytes(digest[at : at + 8], "little")
            if value < limit:
                return value % sides
        raise AssertionError("eight rejections in a row")  # chance 2**-400 for any die of ours


def commitment(secret: bytes) -> str:
    return sha256(b"ostfront " + secret).hexdigest()
