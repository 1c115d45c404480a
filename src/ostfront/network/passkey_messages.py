"""What the page and a site send each other about passkeys. Bytes are base64 of addresses, without padding."""

from __future__ import annotations

from typing import Any

import msgspec

from ostfront.core.page.table import PageStruct

# ---- what the page sends ---------------------------------------------------------------------------------


class ProvenRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The password, again, before something that only its owner may do."""

    password: str


class PasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey that the browser has made."""

    name: str
    id: str
    client_data: str
    attestation: str


class SignedRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a passkey has signed to log in, and whose it says it is."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str
    handle: str


# ---- what it receives ------------------------------------------------------------------------------------


class PasskeyOptions(PageStruct, frozen=True):
    """What the browser is to make or sign, in the JSON of WebAuthn."""

    options: dict[str, Any]


class PasskeyInfo(PageStruct, frozen=True):
    """A passkey of one's own; `used` is 0 if it was not yet."""

    id: int
    name: str
    created: float
    used: float


class PasskeysResponse(PageStruct, frozen=True):
    passkeys: list[PasskeyInfo]
