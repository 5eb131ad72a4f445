import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { ACCOUNT_HEADER, hashEmail } from '#src/api-client/account-header.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { matchesTag } from '#src/platform/http/cached-response.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { ChangeList } from './contract.ts';
import { getBookshelf } from './reader-library.ts';
import { saveChanges } from './save-changes.ts';

type BookshelfDeps = {
  db: Db;
  publicUrl: string;
  /** Returns the current user. @throws AppError 401 */
  person: (c: Context<AppEnv>) => Promise<{ id: string; email: string }>;
};

/**
 * Returns a function that finds the current user's id. It refuses requests meant for another account: a device whose session has changed
 * must not mix the data of two.
 */
export function bookshelfOwner(person: BookshelfDeps['person']): (c: Context<AppEnv>) => Promise<string> {
  return async (c) => {
    const { id, email } = await person(c);
    const expected = c.req.header(ACCOUNT_HEADER);
    if (expected !== undefined && expected !== hashEmail(email)) throw new AppError(403, 'other_account', 'Another account is logged in.');
    return id;
  };
}

/** Routes below /api/v1 for the current user's library: read everything, send changes. */
export function bookshelfRoutes({ db, publicUrl, person }: BookshelfDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const owner = bookshelfOwner(person);
  app.get('/bookshelf', async (c) => {
    const body = JSON.stringify(await getBookshelf(db, await owner(c)));
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const headers = { 'Cache-Control': 'no-store', ETag: tag };
    if (matchesTag(c.req.header('if-none-match') ?? '', [tag])) return c.body(null, 304, headers);
    return c.body(body, 200, { ...headers, 'Content-Type': 'application/json' });
  });
  app.post('/bookshelf/changes', sameOrigin(publicUrl), async (c) => {
    const id = await owner(c);
    const { changes } = await readBody(c, ChangeList);
    return c.json(await saveChanges(db, id, changes), 200, { 'Cache-Control': 'no-store' });
  });
  return app;
}
