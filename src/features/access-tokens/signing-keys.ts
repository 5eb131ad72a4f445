/**
 * The keys that sign access tokens, shared by all processes. jose loads on first use: it takes 15 MB, which a site without tokens saves.
 */

import { hkdfSync } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Log } from '#src/platform/log.ts';

/** ES256 rather than EdDSA: every JWT library verifies it, while EdDSA is missing in some (.NET, older Java and PHP). */
export const ALGORITHM = 'ES256';

const ROTATION_DAYS = 30;
/**
 * How long a key is published before it signs, and after the next one has taken over. Services cache the key set for 10 minutes, a
 * CDN before them for another 10, and tokens last 5.
 */
const OVERLAP = sql`interval '1 hour'`;

/** Always the clock of the statement: that of the transaction has stopped before the lock was obtained. */
const NOW = sql`clock_timestamp()`;

/** Condition: another key has taken over, and no valid token is signed with this one. */
const RETIRED = sql<boolean>`active_from < coalesce(
  (select max(active_from) from access_token_keys where active_from <= ${NOW} - ${OVERLAP}), '-infinity')`;

export type KeyDeps = { db: Db; secret: string; log: Pick<Log, 'info' | 'warn'> };

/** `now`: Unix time of the database in seconds. */
export type SigningKey = { kid: string; privateKey: CryptoKey | Uint8Array; now: number };

/** Returns the key that signs now. Creates one on first need, or when SECRET has changed. */
export async function getSigningKey({ db, secret, log }: KeyDeps): Promise<SigningKey> {
  return (await findSigningKey(db, secret)) ?? transact(db, (trx) => createFirstKey({ db: trx, secret, log }));
}

/** Returns the public keys that tokens may be signed with, now and in the next hour. */
export async function listPublicKeys(deps: KeyDeps): Promise<JWK[]> {
  // Otherwise services would cache a key set without the key of the first token.
  await getSigningKey(deps);
  const { rows } = await sql<{ kid: string; public_key: JWK }>`
    select kid, public_key from access_token_keys where not ${RETIRED} order by active_from desc`.execute(deps.db);
  return rows.map(({ kid, public_key: { kty, crv, x, y } }) => ({ kty, crv, x, y, kid, use: 'sig', alg: ALGORITHM }) as JWK);
}

/** Deletes retired keys. When the newest key has been used for 30 days, publishes the next one, which signs in an hour. */
export async function rotateKeys({ db, secret, log }: KeyDeps): Promise<void> {
  await transact(db, async (trx) => {
    await lockKeys(trx);
    await sql`delete from access_token_keys where ${RETIRED}`.execute(trx);
    const { rows } = await sql`
      select from access_token_keys having max(active_from) <= ${NOW} - ${ROTATION_DAYS} * interval '1 day'`.execute(trx);
    if (rows.length === 0) return;
    const kid = await insertKey(trx, secret, sql`${NOW} + ${OVERLAP}`);
    log.info({ event: 'access_token_key_published', kid }, 'Published the next key for access tokens; it signs in an hour');
  });
}

/** Deletes all keys at once. Returns how many. The next request creates another one. */
export async function withdrawKeys(db: Db): Promise<number> {
  return transact(db, async (trx) => {
    await lockKeys(trx);
    const { numDeletedRows } = await trx.deleteFrom('access_token_keys').executeTakeFirstOrThrow();
    const keys = Number(numDeletedRows);
    await audit(trx, { actor: null, action: 'signing-keys.withdrawn', subject: { kind: 'signing-keys', id: 'all' }, details: { keys } });
    return keys;
  });
}

/** Serializes changes, so that concurrent requests create one key. */
async function lockKeys(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412081)`.execute(trx);
}

async function createFirstKey({ db: trx, secret, log }: KeyDeps): Promise<SigningKey> {
  await lockKeys(trx);
  const created = await findSigningKey(trx, secret);
  if (created !== undefined) return created;
  // Only unreadable keys are left. Those published for later would take over from the new one.
  await sql`delete from access_token_keys where active_from > ${NOW}`.execute(trx);
  const { rows: unreadable } = await sql`select from access_token_keys where not ${RETIRED}`.execute(trx);
  const kid = await insertKey(trx, secret, NOW);
  if (unreadable.length > 0)
    log.warn(
      { event: 'access_token_key_replaced', kid },
      'Replaced the key for access tokens, which cannot be decrypted: SECRET has changed, or differs between processes',
    );
  const key = await findSigningKey(trx, secret);
  if (key === undefined) throw new Error('The new key for access tokens is missing.');
  return key;
}

/** Finds the newest active key that this secret decrypts. */
async function findSigningKey(db: Db, secret: string): Promise<SigningKey | undefined> {
  const { rows } = await sql<{ kid: string; private_key: string; now: number }>`
    select kid, private_key, floor(extract(epoch from ${NOW}))::float8 as now from access_token_keys
    where active_from <= ${NOW} and not ${RETIRED} order by active_from desc`.execute(db);
  for (const { kid, private_key, now } of rows) {
    const privateKey = await decrypt(private_key, secret);
    if (privateKey !== undefined) return { kid, privateKey, now };
  }
  return undefined;
}

/** Returns the id of the new key. */
async function insertKey(trx: Db, secret: string, activeFrom: RawBuilder<unknown>): Promise<string> {
  const { CompactEncrypt, calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const privateKey = new TextEncoder().encode(JSON.stringify(await exportJWK(pair.privateKey)));
  const sealed = await new CompactEncrypt(privateKey).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(encryptionKey(secret));
  const kid = await calculateJwkThumbprint(publicKey);
  await sql`insert into access_token_keys (kid, public_key, private_key, active_from)
    values (${kid}, ${JSON.stringify(publicKey)}, ${sealed}, ${activeFrom})`.execute(trx);
  return kid;
}

/** Returns the private key; undefined when it was encrypted with another secret. */
async function decrypt(sealed: string, secret: string): Promise<SigningKey['privateKey'] | undefined> {
  const { compactDecrypt, errors, importJWK } = await import('jose');
  try {
    const { plaintext } = await compactDecrypt(sealed, encryptionKey(secret));
    return await importJWK(JSON.parse(new TextDecoder().decode(plaintext)) as JWK, ALGORITHM);
  } catch (error) {
    if (error instanceof errors.JWEDecryptionFailed) return undefined;
    throw error;
  }
}

/** Derived, so that the secret itself has one purpose: signing cookies. */
function encryptionKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'talewood access token keys', 32));
}
