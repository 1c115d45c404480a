"""A device that keeps passkeys, and the browser around it: what a real pair of them would send."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any, NamedTuple

import cbor2
import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256

from ostfront.network.passkeys import decoded, encoded

PRESENT, VERIFIED, KEY_FOLLOWS = 0x01, 0x04, 0x40


class Kept(NamedTuple):
    """A key on the device."""

    id: bytes
    key: EllipticCurvePrivateKey
    handle: str
    domain: str


class Authenticator:
    """`origin` is where its browser is; `counts`: whether it counts what it signs."""

    def __init__(self, origin: str, counts: bool = True) -> None:
        self.origin = origin
        self.counts = counts
        self.count = 0
        self.kept: list[Kept] = []

    def make(self, options: dict[str, Any], name: str = "Key") -> dict[str, str]:
        """A new passkey as the page sends it, with attestation "none"."""
        kept = Kept(
            secrets.token_bytes(32), generate_private_key(SECP256R1()), options["user"]["id"], options["rp"]["id"]
        )
        assert kept.handle not in {one.handle for one in self.kept}, "a device keeps one passkey for an account"
        assert encoded(kept.id) not in {one["id"] for one in options["excludeCredentials"]}
        self.kept.append(kept)
        numbers = kept.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        about = bytes(16) + len(kept.id).to_bytes(2, "big") + kept.id + cbor2.dumps(public)
        data = self._data(kept, PRESENT | VERIFIED | KEY_FOLLOWS) + about
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", options["challenge"])
        return {"name": name, "id": encoded(kept.id), "client_data": encoded(client),
                "attestation": encoded(attestation)}  # fmt: skip

    def sign(self, options: dict[str, Any], kept: Kept | None = None) -> dict[str, str]:
        """What the page sends to log in, with the passkey that was made last."""
        kept = kept or self.kept[-1]
        self.count += self.counts
        data = self._data(kept, PRESENT | VERIFIED)
        client = self._client_data("webauthn.get", options["challenge"])
        signature = kept.key.sign(data + sha256(client).digest(), ECDSA(SHA256()))
        return {"id": encoded(kept.id), "client_data": encoded(client), "authenticator_data": encoded(data),
                "signature": encoded(signature), "handle": kept.handle}  # fmt: skip

    def _data(self, kept: Kept, flags: int) -> bytes:
        return sha256(kept.domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, deed: str, challenge: str) -> bytes:
        assert len(decoded(challenge)) >= 16
        told = {"type": deed, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return msgspec.json.encode(told)
