/** Who asks with a key: judged at each request, by the database's clock and the role of that moment. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { bearerOf } from '#src/platform/http/bearer.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { consumeForNetwork, type Limit } from '#src/platform/limits/limits.ts';

/** `isAdmin`: whether the person whose rights it has may work on the collection now. */
export type LiveKey = { id: string; personId: string; name: string; scope: 'read' | 'write'; isAdmin: boolean };

/** Wrong keys by network. Nobody guesses 256 bits; this keeps the trying cheap for us. */
const FAILURES: Limit = { points: 20, windowSeconds: 600 };

const KEY = /^tw_[A-Za-z0-9_-]{43}$/;

/** What the table holds for a key: SHA-256, base64url. A key is 256 random bits, so nothing slower is needed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The key that a request shows, when it is known, has not ended and was not revoked. `isUse` false: its last use is not written down. */
export async function findKey(db: Db, key: string, { isUse = true } = {}): Promise<LiveKey | undefined> {
  if (!KEY.test(key)) return undefined;
  const { rows } = await sql<LiveKey & { isStale: boolean }>`
    select k.id, person_id as "personId", p.name, scope, role = 'admin' and disabled_at is null and email_verified as "isAdmin",
      last_used_at is null or last_used_at < now() - interval '10 minutes' as "isStale"
    from api_keys k join profiles p on p.id = person_id
    where hash = ${hashKey(key)} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(db);
  const found = rows[0];
  if (found === undefined) return undefined;
  const { isStale, ...live } = found;
  if (isStale && isUse) await db.updateTable('api_keys').set({ last_used_at: sql<Date>`now()` }).where('id', '=', live.id).execute();
  return live;
}

/**
 * The administrator in whose name a program asks. Throws 401 `bad_key`, 403 `not_allowed` when the person is no administrator any more,
 * 403 `read_only_key` for a change with a key that may only read, 429 `too_many` after many wrong keys from a network.
 */
export async function getKeyEditor(db: Db, c: Context<AppEnv>): Promise<{ id: string; name: string }> {
  const key = await findKey(db, bearerOf(c));
  if (key === undefined) throw await refusal(db, c);
  if (!key.isAdmin) throw new AppError(403, 'not_allowed', 'The owner of this key is no administrator any more.');
  if (key.scope === 'read' && c.req.method !== 'GET' && c.req.method !== 'HEAD')
    throw new AppError(403, 'read_only_key', 'This key may read, but not change anything.');
  return { id: key.personId, name: key.name };
}

/** True while the key may be used as it was when it was shown. */
export async function isLiveKey(db: Db, key: string): Promise<boolean> {
  return (await findKey(db, key, { isUse: false }))?.isAdmin === true;
}

async function refusal(db: Db, c: Context<AppEnv>): Promise<AppError> {
  const { isAllowed, retryAfterSeconds } = await consumeForNetwork(db, 'wrong key network', exchangeOf(c).clientAddress(), FAILURES);
  if (!isAllowed) {
    const headers = { 'Retry-After': String(retryAfterSeconds) };
    return new AppError(429, 'too_many', 'That were many wrong keys. Please try again in a little while.', { headers });
  }
  const headers = { 'WWW-Authenticate': 'Bearer realm="Talewood", error="invalid_token"' };
  return new AppError(401, 'bad_key', 'This key is not known, has ended or was revoked.', { headers });
}
