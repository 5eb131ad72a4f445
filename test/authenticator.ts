/** A device with passkeys (WebAuthn level 3), as people hold it in their hands. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Signing = { challenge: string; origin: string; rpId: string; counter?: number; isOwnerChecked?: boolean };

export type Passkey = {
  id: string;
  /** COSE key (RFC 9053, ES256) as base64, the way better-auth keeps it. */
  publicKey: string;
  /** AuthenticationResponseJSON for a challenge. */
  sign(signing: Signing): object;
};

export function makePasskey(): Passkey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32).toString('base64url');
  return { id, publicKey: coseOf(publicKey).toString('base64'), sign: (signing) => answer(id, privateKey, signing) };
}

function answer(id: string, key: KeyObject, { challenge, origin, rpId, counter = 0, isOwnerChecked = true }: Signing): object {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
  const flagsAndCounter = Buffer.alloc(5);
  // User present, user verified.
  flagsAndCounter[0] = 1 | (isOwnerChecked ? 4 : 0);
  flagsAndCounter.writeUInt32BE(counter, 1);
  const authenticatorData = Buffer.concat([createHash('sha256').update(rpId).digest(), flagsAndCounter]);
  const signature = createSign('sha256').update(authenticatorData).update(createHash('sha256').update(clientData).digest()).sign(key);
  const text = (bytes: Buffer) => bytes.toString('base64url');
  return {
    ...{ id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} },
    response: { clientDataJSON: text(clientData), authenticatorData: text(authenticatorData), signature: text(signature) },
  };
}

/** A CBOR map: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytes(x), Buffer.from('225820', 'hex'), bytes(y)]);
}
