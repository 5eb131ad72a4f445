/** Passkeys as browsers have them: options and answers travel as JSON (Web Authentication Level 3, 5.1.8 to 5.1.10). */
import { useSyncExternalStore } from 'react';

/** True where the browser can log in by passkey; on the server, and until the scripts run, it is taken for granted. */
export function usePasskeys(): boolean {
  return useSyncExternalStore(never, hasPasskeys, () => true);
}

/**
 * Lets the reader choose a passkey, and returns the browser's answer as JSON. `options`: as the server made them. Throws a
 * DOMException `NotAllowedError` when the reader would rather not, or took too long.
 */
export async function usedPasskey(options: RequestOptions, signal?: AbortSignal): Promise<unknown> {
  const credential = await navigator.credentials.get({
    publicKey: parseOptions(options),
    ...(signal && { signal, mediation: 'conditional' as const }),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey was chosen.', 'NotAllowedError');
  return typeof credential.toJSON === 'function' ? credential.toJSON() : writeAnswer(credential);
}

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

function never(): () => void {
  return () => {};
}

function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;
}

function parseOptions(options: RequestOptions): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function')
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { challenge, allowCredentials = [], extensions: _, ...rest } = options;
  const allowed = allowCredentials.map(({ id }) => ({ type: 'public-key' as const, id: readBytes(id) }));
  return { ...rest, challenge: readBytes(challenge), allowCredentials: allowed } as PublicKeyCredentialRequestOptions;
}

/** For browsers that cannot write the answer by themselves. */
function writeAnswer({ id, rawId, type, response }: PublicKeyCredential): unknown {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    ...{ id, type, rawId: writeBytes(rawId) },
    response: {
      clientDataJSON: writeBytes(clientDataJSON),
      authenticatorData: writeBytes(authenticatorData),
      signature: writeBytes(signature),
      ...(userHandle && { userHandle: writeBytes(userHandle) }),
    },
  };
}

/** Base64url as bytes. */
export function readBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** Bytes as base64url. */
export function writeBytes(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
