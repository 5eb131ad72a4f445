import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { ACCOUNT_HEADER, markOf } from '#src/features/accounts/components/mark-of.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { matchesTag } from '#src/platform/http/negotiate.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { getBookshelf } from './bookshelf.ts';
import { ChangeList } from './contract.ts';
import { saveChanges } from './save-changes.ts';

type BookshelfDeps = {
  db: Db;
  publicUrl: string;
  /** Who asks. Throws 401. */
  person: (c: Context<AppEnv>) => Promise<{ id: string; email: string }>;
};

/** A reader's own things, below /api/v1: all of them, and what changed on a device. Nobody reaches another's. */
export function bookshelfRoutes({ db, publicUrl, person }: BookshelfDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  // A device whose session has changed meanwhile must not send one person's things to another's account, or take another's for them.
  const owner = async (c: Context<AppEnv>): Promise<string> => {
    const { id, email } = await person(c);
    const meant = c.req.header(ACCOUNT_HEADER);
    if (meant !== undefined && meant !== markOf(email)) throw new AppError(403, 'other_account', 'Another account is logged in.');
    return id;
  };
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
