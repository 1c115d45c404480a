"""What browsers are asked to make and sign with passkeys, and whether it is right: WebAuthn, by py_webauthn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
)

from ostfront.network.passkey_messages import PasskeyRequest, SignedRequest
from ostfront.network.passkeys import SOON, Passkey, decoded, encoded
from ostfront.network.settings import Settings

LONGEST = 1023  # bytes of the name of a credential
TIMEOUT = int(SOON * 1000)


class NotProven(Exception):
    """What came from the browser does not prove anything."""


class Made(NamedTuple):
    """A new key."""

    credential: str
    public_key: str
    sign_count: int


def options_to_make(
    settings: Settings, name: str, handle: str, challenge: bytes, known: Sequence[Passkey]
) -> dict[str, Any]:
    """A key that is found without asking who it is (discoverable), on no device that has one of the known ones."""
    return options_to_json_dict(
        generate_registration_options(
            rp_id=settings.passkey_domain,
            rp_name=settings.name,
            user_name=name,
            user_id=decoded(handle),
            challenge=challenge,
            timeout=TIMEOUT,
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=decoded(key.credential)) for key in known],
        )
    )


def options_to_sign(settings: Settings, challenge: bytes) -> dict[str, Any]:
    """Any passkey of this site will do: the browser lets its owner choose."""
    made = generate_authentication_options(rp_id=settings.passkey_domain, challenge=challenge, timeout=TIMEOUT)
    return options_to_json_dict(made)


def made(settings: Settings, challenge: bytes, given: PasskeyRequest) -> Made:
    """The key that the browser has made for this challenge."""
    try:
        found = verify_registration_response(
            credential=RegistrationCredential(
                id=given.id,
                raw_id=decoded(given.id),
                response=AuthenticatorAttestationResponse(
                    client_data_json=decoded(given.client_data), attestation_object=decoded(given.attestation)
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=settings.passkey_domain,
            expected_origin=settings.origin,
        )
    except Exception as wrong:  # it is a stranger's, and the parsers of the library fail in many ways
        raise NotProven(str(wrong)) from None
    if len(found.credential_id) > LONGEST:
        raise NotProven("the name of the credential is too long")
    return Made(encoded(found.credential_id), encoded(found.credential_public_key), found.sign_count)


def signed(settings: Settings, challenge: bytes, given: SignedRequest, key: Passkey) -> int:
    """How often the key has signed by now, if it has signed this challenge."""
    try:
        found = verify_authentication_response(
            credential=AuthenticationCredential(
                id=given.id,
                raw_id=decoded(given.id),
                response=AuthenticatorAssertionResponse(
                    client_data_json=decoded(given.client_data),
                    authenticator_data=decoded(given.authenticator_data),
                    signature=decoded(given.signature),
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=settings.passkey_domain,
            expected_origin=settings.origin,
            credential_public_key=decoded(key.public_key),
            credential_current_sign_count=key.sign_count,
        )
    except Exception as wrong:  # likewise
        raise NotProven(str(wrong)) from None
    return found.new_sign_count
