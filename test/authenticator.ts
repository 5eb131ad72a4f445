/** A software authenticator with passkeys (WebAuthn level 3). */
import { createHash, createPrivateKey, createPublicKey, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Challenge = { challenge: string; origin: string; rpId: string };
type Signing = Challenge & { counter?: number; isUserVerified?: boolean; clientData?: object; userHandle?: string };

/** Differences of a forged registration. */
type Changes = {
  id?: string;
  rawId?: string;
  credentialId?: Buffer;
  point?: { x: Buffer; y: Buffer };
  clientData?: object;
  isUserVerified?: boolean;
};

export type Passkey = {
  id: string;
  /** COSE key (RFC 9053, ES256) as base64, as better-auth stores it. */
  publicKey: string;
  /** PEM. */
  privateKey: string;
  /** Returns the AuthenticationResponseJSON for a challenge. */
  sign(signing: Signing): object;
};

/** Creates a passkey, or restores a saved one. */
export function createPasskey(saved?: Pick<Passkey, 'id' | 'privateKey'>): Passkey {
  const key = saved === undefined ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : createPrivateKey(saved.privateKey);
  const id = saved?.id ?? randomBytes(32).toString('base64url');
  const publicKey = coseOf(createPublicKey(key)).toString('base64');
  return {
    id,
    publicKey,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    sign: (signing) => answer(id, key, signing),
  };
}

function answer(
  id: string,
  key: KeyObject,
  { challenge, origin, rpId, counter = 0, isUserVerified = true, clientData: changes, userHandle }: Signing,
): object {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false, ...changes }));
  const authenticatorData = headOf({ rpId, counter, flags: isUserVerified ? PRESENT | VERIFIED : PRESENT });
  const signature = createSign('sha256').update(authenticatorData).update(createHash('sha256').update(clientData).digest()).sign(key);
  const text = (bytes: Buffer) => bytes.toString('base64url');
  return {
    ...{ id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} },
    response: { clientDataJSON: text(clientData), authenticatorData: text(authenticatorData), signature: text(signature), userHandle },
  };
}

const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64];

/** Returns the hash of the RP id, flags and counter. */
function headOf({ rpId, flags, counter = 0 }: { rpId: string; flags: number; counter?: number }): Buffer {
  const flagsAndCounter = Buffer.alloc(5);
  flagsAndCounter[0] = flags;
  flagsAndCounter.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), flagsAndCounter]);
}

/** Returns the RegistrationResponseJSON for a challenge, without attestation (format `none`). */
export function registerPasskey({ challenge, origin, rpId }: Challenge, changes: Changes = {}): object {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { credentialId = randomBytes(32), isUserVerified = true, point } = changes;
  const id = changes.id ?? credentialId.toString('base64url');
  const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false, ...changes.clientData };
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const head = headOf({ rpId, flags: PRESENT | ATTESTED | (isUserVerified ? VERIFIED : 0) });
  const authData = Buffer.concat([
    head,
    Buffer.alloc(16),
    length,
    credentialId,
    point === undefined ? coseOf(publicKey) : coseOfPoint(point),
  ]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(authData.length);
  // A CBOR map: {"fmt": "none", "attStmt": {}, "authData": bytes}.
  const attestation = Buffer.concat([
    ...[Buffer.from('a3'.concat('63', '666d74', '64', '6e6f6e65', '67', '61747453746d74', 'a0', '68', '6175746844617461', '59'), 'hex')],
    ...[size, authData],
  ]);
  return {
    ...{ id, rawId: changes.rawId ?? id, type: 'public-key' },
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    },
  };
}

/** A CBOR map: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return coseOfPoint({ x: bytes(x), y: bytes(y) });
}

function coseOfPoint({ x, y }: { x: Buffer; y: Buffer }): Buffer {
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]);
}
