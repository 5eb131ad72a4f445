/** Checks of WebAuthn level 3 (sections 7.1 and 7.2) that @simplewebauthn/server, which better-auth calls, leaves to others. */

/** What both kinds of answers have: RegistrationResponseJSON and AuthenticationResponseJSON. */
type Answer = { id: string; rawId: string; response: { clientDataJSON: string } };

/** The longest credential id in bytes. */
const MAX_ID_BYTES = 1_023;

/** Passkeys that were added before handles were account ids have a random one, which is stored nowhere. */
const RANDOM_HANDLE = /^[a-z0-9]{32}$/;

/**
 * True for an answer whose id is written in one way only and has 1 to 1,023 bytes, and which was not asked for by a page of another
 * origin that holds ours in a frame.
 */
export function isPlausible({ id, rawId, response }: Answer): boolean {
  const bytes = Buffer.from(id, 'base64url');
  if (id !== rawId || bytes.length === 0 || bytes.length > MAX_ID_BYTES || bytes.toString('base64url') !== id) return false;
  try {
    const { crossOrigin = false, topOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) ?? {};
    return crossOrigin === false && topOrigin === undefined;
  } catch {
    return false;
  }
}

/** The user handle that an authenticator stores with a passkey of this account, base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** False for the handle of another account. Authenticators may leave it out. */
export function isHandleOf(handle: string | null | undefined, userId: string): boolean {
  if (handle === null || handle === undefined) return true;
  return handle === userHandleOf(userId) || RANDOM_HANDLE.test(Buffer.from(handle, 'base64url').toString());
}
