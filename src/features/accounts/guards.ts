/** Authentication and authorization of requests. Every request reads the database, so that revoked access ends immediately. */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { can, type Permission, type Role, rolesWith } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { bearerIn, bearerOf, hasBearer } from '#src/platform/http/same-origin.ts';
import { consumeForSubnet, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { hashToken, readSessionToken, sessionCookie } from './cookies.ts';

/** Wrong keys per network. Nobody can guess 256 bits; this limits the load of trying. */
const FAILURES: RateLimit = { points: 20, windowSeconds: 600 };

const KEY = /^tw_[A-Za-z0-9_-]{43}$/;

/** A signed-in user. `settings` are raw: parse them with `readSettings`. */
export type SessionUser = { id: string; sessionId: string; name: string; email: string; role: Role; settings: unknown };

/** The user of a connection that stays open. */
export type ConnectedUser = Pick<SessionUser, 'id' | 'name' | 'role'>;

/** Who edits the collection, in the browser or with an API key. */
export type Editor = { id: string; name: string };

export type Guards = {
  /** The signed-in user, or null. A request with an API key ignores the cookie and gets null. */
  find(c: Context<AppEnv>): Promise<SessionUser | null>;
  /** The signed-in user. @throws AppError 401 `signed_out` */
  person(c: Context<AppEnv>): Promise<SessionUser>;
  /** Returns a guard for signed-in users with a permission. It throws AppError 401 `signed_out` or 403 `not_allowed`. */
  require(permission: Permission): (c: Context<AppEnv>) => Promise<SessionUser>;
  /** Who edits the collection. @throws as `require`, or with an API key as `getKeyEditor` */
  editor(c: Context<AppEnv>): Promise<Editor>;
  /** The API key of the request with its owner, or null. */
  findKey(c: Context<AppEnv>): Promise<{ keyId: string; personId: string } | null>;
  /**
   * For connections that stay open: returns a function that finds their user now, without extending the session. An API key acts as an
   * editor while its owner is one.
   */
  identify(headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>): () => Promise<ConnectedUser | null>;
};

export function createGuards({ db, publicUrl }: { db: Db; publicUrl: string }): Guards {
  const cookie = sessionCookie(publicUrl);
  const find: Guards['find'] = async (c) => (hasBearer(c) ? null : findSessionUser(db, readSessionToken(c.req.header('cookie'), cookie)));
  const person: Guards['person'] = async (c) => {
    const found = await find(c);
    if (found === null) throw new AppError(401, 'signed_out', 'Please log in again');
    return found;
  };
  const requirePermission: Guards['require'] = (permission) => async (c) => {
    const found = await person(c);
    if (!can(found.role, permission)) throw new AppError(403, 'not_allowed', "You don't have permission to do that");
    return found;
  };
  const sessionEditor = requirePermission('editTales');
  const editor: Guards['editor'] = (c) => (hasBearer(c) ? getKeyEditor(db, c) : sessionEditor(c));
  const keyOf: Guards['findKey'] = async (c) => {
    const key = await findKey(db, bearerOf(c), { isUse: false });
    return key === undefined ? null : { keyId: key.id, personId: key.personId };
  };
  const identify: Guards['identify'] = ({ authorization, cookie: cookies }) => {
    const key = bearerIn(authorization);
    if (key !== undefined) {
      return async () => {
        const found = await findKey(db, key, { isUse: false });
        return found?.isEditor === true ? { id: found.personId, name: found.name, role: 'editor' } : null;
      };
    }
    const token = readSessionToken(cookies, cookie);
    return () => findSessionUser(db, token, { isVisit: false });
  };
  return { find, person, require: requirePermission, editor, findKey: keyOf, identify };
}

/** For `users`: whether the role may edit the collection. */
export const mayEdit = sql<boolean>`role in (${sql.join(rolesWith('editTales').map((role) => sql.lit(role)))})`;

/**
 * For `sessions` joined with `users`: whether the session is active, by the database's clock. A session ends 14 days after the
 * last visit and 90 days after the sign-in; for editors and administrators after 12 hours and 7 days.
 */
export const ACTIVE_SESSION = sql<boolean>`expires_at > now()
      and sessions.created_at > now() - case when ${mayEdit} then interval '7 days' else interval '90 days' end
      and sessions.updated_at > now() - case when ${mayEdit} then interval '12 hours' else interval '14 days' end`;

type Row = SessionUser & { isStale: boolean };

/**
 * Finds the user of a session token, with the current role. Null for an unknown or ended session, a disabled account, or an
 * unverified address. Visits are recorded at most every ten minutes; `isVisit: false` is for background requests, which do not
 * extend the session.
 */
export async function findSessionUser(db: Db, token: string | undefined, { isVisit = true } = {}): Promise<SessionUser | null> {
  if (token === undefined) return null;
  const { rows } = await sql<Row>`
    select users.id, sessions.id as "sessionId", name, email, role, settings, sessions.updated_at < now() - interval '10 minutes' as "isStale"
    from sessions join users on users.id = user_id
    where token = ${hashToken(token)} and email_verified and disabled_at is null and ${ACTIVE_SESSION} ${preparedStatement}`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const { isStale, ...person } = row;
  if (isStale && isVisit) await recordVisit(db, person.sessionId);
  return person;
}

async function recordVisit(db: Db, sessionId: string): Promise<void> {
  const until = sql<Date>`now() + interval '14 days'`;
  await db.updateTable('sessions').set({ updated_at: sql`now()`, expires_at: until }).where('id', '=', sessionId).execute();
}

/** `isEditor`: whether the owner of the key may edit the collection now. */
type LiveKey = { id: string; personId: string; name: string; scope: 'read' | 'write'; isEditor: boolean };

/** The stored form of a key: SHA-256, base64url. A fast hash is enough for 256 random bits. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Finds a key that has not expired or been revoked. `isUse: false` does not record its last use. */
export async function findKey(db: Db, key: string, { isUse = true } = {}): Promise<LiveKey | undefined> {
  if (!KEY.test(key)) return undefined;
  const { rows } = await sql<LiveKey & { isStale: boolean }>`
    select k.id, user_id as "personId", p.name, scope, ${mayEdit} and disabled_at is null and email_verified as "isEditor",
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
 * Returns the owner of the key that the request has.
 * @throws AppError 401 `bad_key`, 403 `not_allowed` when the owner may no longer edit the collection, 403 `read_only_key` for changes
 * with a read-only key, 429 `too_many` after many wrong keys from a network
 */
async function getKeyEditor(db: Db, c: Context<AppEnv>): Promise<{ id: string; name: string }> {
  const key = await findKey(db, bearerOf(c));
  if (key === undefined) throw await badKey(db, c);
  if (!key.isEditor) throw new AppError(403, 'not_allowed', 'The owner of this key may no longer edit the collection.');
  if (key.scope === 'read' && c.req.method !== 'GET' && c.req.method !== 'HEAD')
    throw new AppError(403, 'read_only_key', 'This key is read-only.');
  return { id: key.personId, name: key.name };
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
