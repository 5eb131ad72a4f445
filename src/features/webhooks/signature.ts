/** Signatures of the Standard Webhooks specification, and the secrets they are made with. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new signing secret. */
export function generateSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export type Message = { id: string; sentAt: Date; body: string };

/** Returns the headers of a message, signed with each of the secrets. */
export function signedHeaders({ id, sentAt, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a signing secret for the database. `siteSecret`: SECRET. `webhookId`: the only webhook that can use the result. */
export function sealSecret(secret: string, siteSecret: string, webhookId: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(siteSecret), nonce).setAAD(Buffer.from(webhookId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a signing secret. Undefined when it was encrypted with another SECRET or for another webhook. */
export function openSealedSecret(sealed: string, siteSecret: string, webhookId: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey(siteSecret), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function encryptionKey(siteSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', siteSecret, '', 'talewood webhook secrets', 32));
}
