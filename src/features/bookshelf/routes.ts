import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
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
  person: (c: Context<AppEnv>) => Promise<{ id: string }>;
};

/** A reader's own things, below /api/v1: all of them, and what changed on a device. Nobody reaches another's. */
export function bookshelfRoutes({ db, publicUrl, person }: BookshelfDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/bookshelf', async (c) => {
    const body = JSON.stringify(await getBookshelf(db, (await person(c)).id));
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const headers = { 'Cache-Control': 'no-store', ETag: tag };
    if (matchesTag(c.req.header('if-none-match') ?? '', [tag])) return c.body(null, 304, headers);
    return c.body(body, 200, { ...headers, 'Content-Type': 'application/json' });
  });
  app.post('/bookshelf/changes', sameOrigin(publicUrl), async (c) => {
    const { id } = await person(c);
    const { changes } = await readBody(c, ChangeList);
    return c.json(await saveChanges(db, id, changes), 200, { 'Cache-Control': 'no-store' });
  });
  return app;
}
