/** Passkeys in the browser. Options and responses are JSON (Web Authentication Level 3, 5.1.8 to 5.1.10). */
import { useSyncExternalStore } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** Whether the browser supports passkeys. True on the server and until hydration. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined,
    () => true,
  );
}

/**
 * Lets the user choose a passkey for options of the server. Resolves to the browser's response as JSON.
 * @throws DOMException `NotAllowedError` when the user cancels or takes too long
 */
export async function getPasskey(options: RequestOptions): Promise<unknown> {
  const credential = await navigator.credentials.get({ publicKey: parseRequestOptions(options) });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey was chosen.', 'NotAllowedError');
  return typeof credential.toJSON === 'function' ? credential.toJSON() : serializeAssertion(credential);
}

/**
 * Creates a passkey with options of the server, which checks the current password first. Resolves to the browser's response as
 * JSON (RegistrationResponseJSON), or to null when the user cancels.
 */
export async function createPasskey(current: string): Promise<unknown> {
  const options = await apiRequest<PublicKeyCredentialCreationOptionsJSON>('POST', '/account/passkeys/options', { current });
  try {
    const credential = await navigator.credentials.create({ publicKey: parseCreationOptions(options) });
    if (!(credential instanceof PublicKeyCredential)) return null;
    return typeof credential.toJSON === 'function' ? credential.toJSON() : serializeAttestation(credential);
  } catch (error) {
    // Cancelled, timed out, or already registered: the browser has informed the user.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function parseRequestOptions(options: RequestOptions): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function')
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { challenge, allowCredentials = [], extensions: _, ...rest } = options;
  const allowed = allowCredentials.map(({ id }) => ({ type: 'public-key' as const, id: decodeBase64Url(id) }));
  return { ...rest, challenge: decodeBase64Url(challenge), allowCredentials: allowed } as PublicKeyCredentialRequestOptions;
}

function parseCreationOptions(options: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function')
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { challenge, user, excludeCredentials = [], extensions: _, ...rest } = options;
  return {
    ...rest,
    challenge: decodeBase64Url(challenge),
    user: { ...user, id: decodeBase64Url(user.id) },
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key' as const, id: decodeBase64Url(id) })),
  } as PublicKeyCredentialCreationOptions;
}

/** For browsers without `PublicKeyCredential.toJSON`. */
function serializeAssertion({ id, rawId, type, response }: PublicKeyCredential): unknown {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    ...{ id, type, rawId: encodeBase64Url(rawId) },
    response: {
      clientDataJSON: encodeBase64Url(clientDataJSON),
      authenticatorData: encodeBase64Url(authenticatorData),
      signature: encodeBase64Url(signature),
      ...(userHandle && { userHandle: encodeBase64Url(userHandle) }),
    },
  };
}

/** For browsers without `PublicKeyCredential.toJSON`. */
function serializeAttestation({ id, rawId, type, response }: PublicKeyCredential): unknown {
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  return {
    ...{ id, type, rawId: encodeBase64Url(rawId) },
    response: { clientDataJSON: encodeBase64Url(clientDataJSON), attestationObject: encodeBase64Url(attestationObject) },
  };
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

function encodeBase64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
