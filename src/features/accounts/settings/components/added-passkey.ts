import { readBytes, writeBytes } from '../../components/passkeys.ts';
import { send } from '../../components/send.ts';

/**
 * Has the browser make a passkey for options of the server, which asks for the password before. Resolves to the browser's answer as
 * JSON (Web Authentication Level 3, RegistrationResponseJSON), or to null when the reader would rather not.
 */
export async function addedPasskey(current: string): Promise<unknown> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>('POST', '/account/passkeys/options', { current });
  try {
    const credential = await navigator.credentials.create({ publicKey: parseOptions(options) });
    if (!(credential instanceof PublicKeyCredential)) return null;
    return typeof credential.toJSON === 'function' ? credential.toJSON() : writeAnswer(credential);
  } catch (error) {
    // Not allowed, too late, or the authenticator holds one already: the browser has told the reader.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function parseOptions(options: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function')
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { challenge, user, excludeCredentials = [], extensions: _, ...rest } = options;
  return {
    ...rest,
    challenge: readBytes(challenge),
    user: { ...user, id: readBytes(user.id) },
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key' as const, id: readBytes(id) })),
  } as PublicKeyCredentialCreationOptions;
}

/** For browsers that cannot write the answer by themselves. */
function writeAnswer({ id, rawId, type, response }: PublicKeyCredential): unknown {
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  return {
    ...{ id, type, rawId: writeBytes(rawId) },
    response: { clientDataJSON: writeBytes(clientDataJSON), attestationObject: writeBytes(attestationObject) },
  };
}
