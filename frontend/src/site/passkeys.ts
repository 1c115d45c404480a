import { ask } from '../lib/api';
import type {
  EnterResponse,
  PasskeyInfo,
  PasskeyOptions,
  PasskeyRequest,
  PasskeysResponse,
  ProvenRequest,
  SignedRequest,
} from '../lib/types';
import { text } from './pwa';

const own = '/api/account/passkeys';
const login = '/api/login/passkey';

/** Whether this browser can have passkeys; without TLS none can. */
export const able = () => 'PublicKeyCredential' in window && 'credentials' in navigator;

export const passkeys = {
  list: () => ask<PasskeysResponse>('GET', own).then((found) => found.passkeys),
  remove: (id: number) => ask<PasskeysResponse>('DELETE', `${own}/${id}`).then((found) => found.passkeys),

  /** Have the browser make one; all there are then. */
  async add(name: string, password: string): Promise<PasskeyInfo[]> {
    const begun = await ask<PasskeyOptions>('POST', `${own}/begin`, { password } satisfies ProvenRequest);
    const made = await browser(() => navigator.credentials.create({ publicKey: toMake(begun.options) }));
    const response = made.response as AuthenticatorAttestationResponse;
    const given: PasskeyRequest = {
      name,
      id: made.id,
      client_data: text(response.clientDataJSON),
      attestation: text(response.attestationObject),
    };
    return (await ask<PasskeysResponse>('POST', own, given)).passkeys;
  },

  /** Log in with one that the owner chooses in the browser. */
  async enter(): Promise<EnterResponse> {
    const begun = await ask<PasskeyOptions>('POST', `${login}/begin`, {});
    const signed = await browser(() => navigator.credentials.get({ publicKey: toSign(begun.options) }));
    const response = signed.response as AuthenticatorAssertionResponse;
    const given: SignedRequest = {
      id: signed.id,
      client_data: text(response.clientDataJSON),
      authenticator_data: text(response.authenticatorData),
      signature: text(response.signature),
      handle: text(response.userHandle),
    };
    return ask<EnterResponse>('POST', login, given);
  },
};

/** What the browser answers; that it does not is told in a sentence. */
async function browser(asked: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let found: Credential | null;
  try {
    found = await asked();
  } catch (wrong) {
    throw new Error(sentence(wrong instanceof Error ? wrong.name : ''), { cause: wrong });
  }
  if (!found) throw new Error(sentence('NotAllowedError'));
  return found as PublicKeyCredential;
}

export function sentence(failure: string): string {
  if (failure === 'NotAllowedError' || failure === 'AbortError') return 'That was cancelled, or took too long.';
  if (failure === 'InvalidStateError') return 'This device has a passkey for your account already.';
  return 'This browser or device cannot do that.';
}

// ---- the JSON of WebAuthn, which not all browsers can read themselves -------------------------------------

export function toMake(options: Record<string, unknown>): PublicKeyCredentialCreationOptions {
  const told = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return {
    ...(told as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(told.challenge),
    user: { ...told.user, id: bytes(told.user.id) },
    excludeCredentials: (told.excludeCredentials ?? []).map(({ id }) => ({ id: bytes(id), type: 'public-key' })),
  };
}

/** Any passkey will do, so none is named. */
export function toSign(options: Record<string, unknown>): PublicKeyCredentialRequestOptions {
  const told = options as unknown as PublicKeyCredentialRequestOptions;
  return { ...told, challenge: bytes(options.challenge as string), allowCredentials: [] };
}

/** Base64 of addresses, without padding, as bytes. */
export function bytes(letters: string): Uint8Array<ArrayBuffer> {
  const plain = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
