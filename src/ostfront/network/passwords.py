"""Passwords: kept as argon2id, and never anywhere else."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ostfront.network.settings import PasswordSettings
from ostfront.server.messages import Refused

SHORTEST, LONGEST = 10, 256
OFTEN_GUESSED = ("password", "passwort", "1234567890", "qwertyuiop", "qwertzuiop", "ostfront")


class Passwords:
    """Makes digests and compares with them. Each takes memory and time; routes do it in the pool `passwords`."""

    def __init__(self, settings: PasswordSettings) -> None:
        self._hasher = PasswordHasher(time_cost=settings.rounds, memory_cost=settings.memory * 1024)
        self._nobody = ""

    def digest(self, password: str) -> str:
        return self._hasher.hash(password.encode("utf-8", "replace"))

    def fits(self, digest: str, password: str) -> bool:
        """Whether a password is the one of a digest. An empty digest fits none, in the same time."""
        if not digest:
            self._nobody = self._nobody or self.digest("")
        try:
            self._hasher.verify(digest or self._nobody, password[:LONGEST].encode("utf-8", "replace"))
        except (VerificationError, InvalidHashError):
            return False
        return bool(digest)

    def is_outdated(self, digest: str) -> bool:
        """Whether it was made with other settings than ours."""
        return self._hasher.check_needs_rehash(digest)


def check_password(password: str, *known: str) -> None:
    """Refuse a new password that is too short, too long, or what others would guess; `known` are name and address."""
    if len(password) < SHORTEST:
        raise Refused(400, "password", f"Choose a password of at least {SHORTEST} characters.")
    if len(password) > LONGEST:
        raise Refused(400, "password", f"Choose a password of at most {LONGEST} characters.")
    plain = password.casefold()
    guessed = any(len(word) > 3 and plain.replace(word.casefold(), "").strip("0123456789!.?") == "" for word in known)
    if guessed or len(set(plain)) < 4 or any(plain.startswith(word) and len(plain) < 14 for word in OFTEN_GUESSED):
        raise Refused(400, "password", "This password is easy to guess; choose another.")
