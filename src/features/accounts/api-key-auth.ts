/** Authentication with API keys. Every request reads the database, so that revoked keys and roles end immediately. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { bearerOf } from '#src/platform/http/same-origin.ts';
import { consumeForSubnet, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';

/** `isAdmin`: whether the owner of the key may edit the collection now. */
type LiveKey = { id: string; personId: string; name: string; scope: 'read' | 'write'; isAdmin: boolean };

/** Wrong keys per network. Nobody can guess 256 bits; this limits the load of trying. */
const FAILURES: RateLimit = { points: 20, windowSeconds: 600 };

const KEY = /^tw_[A-Za-z0-9_-]{43}$/;

/** The stored form of a key: SHA-256, base64url. A fast hash is enough for 256 random bits. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Finds a key that has not expired or been revoked. `isUse: false` does not record its last use. */
export async function findKey(db: Db, key: string, { isUse = true } = {}): Promise<LiveKey | undefined> {
  if (!KEY.test(key)) return undefined;
  const { rows } = await sql<LiveKey & { isStale: boolean }>`
    select k.id, user_id as "personId", p.name, scope, role = 'admin' and disabled_at is null and email_verified as "isAdmin",
      last_used_at is null or last_used_at < now() - interval '10 minutes' as "isStale"
    from api_keys k join users p on p.id = user_id
    where hash = ${hashKey(key)} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(db);
  const found = rows[0];
  if (found === undefined) return undefined;
  const { isStale, ...live } = found;
  if (isStale && isUse) await db.updateTable('api_keys').set({ last_used_at: sql<Date>`now()` }).where('id', '=', live.id).execute();
  return live;
}

/**
 * Returns the administrator whose key the request has.
 * @throws AppError 401 `bad_key`, 403 `not_allowed` when the owner is no longer an administrator, 403 `read_only_key` for changes
 * with a read-only key, 429 `too_many` after many wrong keys from a network
 */
export async function getKeyEditor(db: Db, c: Context<AppEnv>): Promise<{ id: string; name: string }> {
  const key = await findKey(db, bearerOf(c));
  if (key === undefined) throw await badKey(db, c);
  if (!key.isAdmin) throw new AppError(403, 'not_allowed', 'The owner of this key is no longer an administrator.');
  if (key.scope === 'read' && c.req.method !== 'GET' && c.req.method !== 'HEAD')
    throw new AppError(403, 'read_only_key', 'This key is read-only.');
  return { id: key.personId, name: key.name };
}

/** Whether the key still has access. Does not record a use. */
export async function isLiveKey(db: Db, key: string): Promise<boolean> {
  return (await findKey(db, key, { isUse: false }))?.isAdmin === true;
}

async function badKey(db: Db, c: Context<AppEnv>): Promise<AppError> {
  const { isAllowed, retryAfterSeconds } = await consumeForSubnet(db, 'wrong key network', getRequestContext(c).clientAddress(), FAILURES);
  if (!isAllowed) {
    const headers = { 'Retry-After': String(retryAfterSeconds) };
    return new AppError(429, 'too_many', 'Too many requests with invalid keys. Please try again in a few minutes.', { headers });
  }
  const headers = { 'WWW-Authenticate': 'Bearer realm="Talewood", error="invalid_token"' };
  return new AppError(401, 'bad_key', 'This key is unknown, expired or revoked.', { headers });
}

/** Revokes all keys of a user after a password reset: whoever knew the old password may have created some. */
export async function revokeKeysOf(trx: Db, userId: string): Promise<void> {
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of revoked)
    await audit(trx, { actor: userId, action: 'key.revoked', subject: { kind: 'key', id }, details: { name, reason: 'password reset' } });
}
