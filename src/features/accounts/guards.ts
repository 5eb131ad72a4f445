/** Who may do what: asked of the database at each request, so that what was taken away is gone at once. */
import type { Context } from 'hono';
import { findKey, getKeyEditor, isLiveKey } from '#src/features/api-keys/api-keys.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { bearerOf, hasBearer } from '#src/platform/http/bearer.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { findPerson, type Person } from './current-person.ts';
import { readToken, sessionCookie } from './session-cookie.ts';

/** Who works on the collection: an administrator, at a screen or through a program. */
export type Editor = { id: string; name: string };

export type Guards = {
  /** The person signed in, or null. With a key in the request the cookie is not looked at: then nobody is. */
  find(c: Context<AppEnv>): Promise<Person | null>;
  /** The person signed in. Throws 401 `signed_out`. */
  person(c: Context<AppEnv>): Promise<Person>;
  /** The administrator signed in. Throws 401 `signed_out` or 403 `not_allowed`. */
  admin(c: Context<AppEnv>): Promise<Person>;
  /** Who may work on the collection, at a screen or with a key. Throws as `admin` does; with a key as `getKeyEditor` does. */
  editor(c: Context<AppEnv>): Promise<Editor>;
  /** The key of the request with its person, or null. */
  findKey(c: Context<AppEnv>): Promise<{ keyId: string; personId: string } | null>;
  /** For an answer that goes on: gives what tells whether who asked it may still work on the collection. It counts as no visit. */
  stays(c: Context<AppEnv>): () => Promise<boolean>;
};

export function createGuards({ db, publicUrl }: { db: Db; publicUrl: string }): Guards {
  const cookie = sessionCookie(publicUrl);
  const find: Guards['find'] = async (c) => (hasBearer(c) ? null : findPerson(db, readToken(c.req.header('cookie'), cookie)));
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
    const token = readToken(c.req.header('cookie'), cookie);
    return async () => (await findPerson(db, token, { isVisit: false }))?.role === 'admin';
  };
  return { find, person, admin, editor, findKey: keyOf, stays };
}
