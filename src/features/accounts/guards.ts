/** Authentication and authorization of requests. Every request reads the database, so that revoked access ends immediately. */
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { bearerOf, hasBearer } from '#src/platform/http/same-origin.ts';
import { findKey, getKeyEditor, isLiveKey } from './api-key-auth.ts';
import { hashToken, readSessionToken, sessionCookie } from './cookies.ts';

/** A signed-in user. `settings` are raw: parse them with `readSettings`. */
export type Person = { id: string; sessionId: string; name: string; email: string; role: 'user' | 'admin'; settings: unknown };

/** An administrator who edits the collection, in the browser or with an API key. */
export type Editor = { id: string; name: string };

export type Guards = {
  /** The signed-in user, or null. A request with an API key ignores the cookie and gets null. */
  find(c: Context<AppEnv>): Promise<Person | null>;
  /** The signed-in user. @throws AppError 401 `signed_out` */
  person(c: Context<AppEnv>): Promise<Person>;
  /** The signed-in administrator. @throws AppError 401 `signed_out`, 403 `not_allowed` */
  admin(c: Context<AppEnv>): Promise<Person>;
  /** The administrator who edits the collection. @throws as `admin`, or with an API key as `getKeyEditor` */
  editor(c: Context<AppEnv>): Promise<Editor>;
  /** The API key of the request with its owner, or null. */
  findKey(c: Context<AppEnv>): Promise<{ keyId: string; personId: string } | null>;
  /** For streaming responses: returns a function that checks whether the client is still an editor. Does not extend the session. */
  stays(c: Context<AppEnv>): () => Promise<boolean>;
};

export function createGuards({ db, publicUrl }: { db: Db; publicUrl: string }): Guards {
  const cookie = sessionCookie(publicUrl);
  const find: Guards['find'] = async (c) => (hasBearer(c) ? null : findPerson(db, readSessionToken(c.req.header('cookie'), cookie)));
  const person: Guards['person'] = async (c) => {
    const found = await find(c);
    if (found === null) throw new AppError(401, 'signed_out', 'Please log in again');
    return found;
  };
  const admin: Guards['admin'] = async (c) => {
    const found = await person(c);
    if (found.role !== 'admin') throw new AppError(403, 'not_allowed', "You don't have permission to do that");
    return found;
  };
  const editor: Guards['editor'] = (c) => (hasBearer(c) ? getKeyEditor(db, c) : admin(c));
  const keyOf: Guards['findKey'] = async (c) => {
    const key = await findKey(db, bearerOf(c), { isUse: false });
    return key === undefined ? null : { keyId: key.id, personId: key.personId };
  };
  const stays: Guards['stays'] = (c) => {
    if (hasBearer(c)) return () => isLiveKey(db, bearerOf(c));
    const token = readSessionToken(c.req.header('cookie'), cookie);
    return async () => (await findPerson(db, token, { isVisit: false }))?.role === 'admin';
  };
  return { find, person, admin, editor, findKey: keyOf, stays };
}

/**
 * For `sessions` joined with `users`: whether the session is active, by the database's clock. A session ends 14 days after the
 * last visit and 90 days after the sign-in; for administrators after 12 hours and 7 days.
 */
export const ACTIVE_SESSION = sql<boolean>`expires_at > now()
      and sessions.created_at > now() - case role when 'admin' then interval '7 days' else interval '90 days' end
      and sessions.updated_at > now() - case role when 'admin' then interval '12 hours' else interval '14 days' end`;

type Row = Person & { isStale: boolean };

/**
 * Finds the user of a session token, with the current role. Null for an unknown or ended session, a disabled account, or an
 * unverified address. Visits are recorded at most every ten minutes; `isVisit: false` is for background requests, which do not
 * extend the session.
 */
export async function findPerson(db: Db, token: string | undefined, { isVisit = true } = {}): Promise<Person | null> {
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
