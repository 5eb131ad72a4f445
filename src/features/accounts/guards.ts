/** Who may do what: asked of the database at each request, so that what was taken away is gone at once. */
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { findPerson, type Person } from './current-person.ts';
import { readToken, sessionCookie } from './session-cookie.ts';

export type Guards = {
  /** The person signed in, or null. */
  find(c: Context<AppEnv>): Promise<Person | null>;
  /** The person signed in. Throws 401 `signed_out`. */
  person(c: Context<AppEnv>): Promise<Person>;
  /** The administrator signed in. Throws 401 `signed_out` or 403 `not_allowed`. */
  admin(c: Context<AppEnv>): Promise<Person>;
};

export function createGuards({ db, publicUrl }: { db: Db; publicUrl: string }): Guards {
  const cookie = sessionCookie(publicUrl);
  const find: Guards['find'] = (c) => findPerson(db, readToken(c.req.header('cookie'), cookie));
  const person: Guards['person'] = async (c) => {
    const found = await find(c);
    if (found === null) throw new AppError(401, 'signed_out', 'Please log in again');
    return found;
  };
  return {
    find,
    person,
    async admin(c) {
      const found = await person(c);
      if (found.role !== 'admin') throw new AppError(403, 'not_allowed', "You don't have permission to do that");
      return found;
    },
  };
}
