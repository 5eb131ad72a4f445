import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { ACCOUNT_HEADER } from '#src/api-client/account-header.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { ListShare } from './contract.ts';
import { createListShare, getListShare, revokeListShare } from './shared-lists.ts';

/** `owner`: returns the id of the current user. @throws AppError 401, 403 `other_account` */
type SharedListDeps = { db: Db; publicUrl: string; owner: (c: Context<AppEnv>) => Promise<string> };

const PATH = '/bookshelf/shelves/{shelf}/share';

/** Routes below /api/v1 by which users get, create and revoke the links to their shelves. */
export function sharedListRoutes({ db, publicUrl, owner }: SharedListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const path = PATH.replace('{shelf}', ':shelf');
  const ours = sameOrigin(publicUrl);
  const readOwned = async (c: Context<AppEnv>) => {
    const userId = await owner(c);
    const shelf = z.uuid().toLowerCase().safeParse(c.req.param('shelf'));
    if (!shelf.success) throw notFound();
    c.header('Cache-Control', 'no-store');
    return { userId, shelf: shelf.data };
  };
  app.get(path, async (c) => c.json(await getListShare(db, await readOwned(c))));
  app.put(path, ours, async (c) => c.json(await createListShare(db, await readOwned(c))));
  app.delete(path, ours, async (c) => {
    await revokeListShare(db, await readOwned(c));
    return c.body(null, 204);
  });
  return app;
}

const common = {
  path: PATH,
  params: z.object({ shelf: z.string().describe('Id of the shelf.') }),
  headers: { [ACCOUNT_HEADER]: 'Checksum of the account for which the request is meant; 403 `other_account` if another one is logged in.' },
};

/** The same routes for the OpenAPI document. */
export const sharedListOperations: readonly Operation[] = [
  describeOperation({
    ...{ id: 'getShelfShare', method: 'GET', summary: 'Get the link to a shelf', ...common },
    ...{ description: 'The read-only link to one of your shelves, if it is shared.', response: ListShare },
  }),
  describeOperation({
    ...{ id: 'shareShelf', method: 'PUT', summary: 'Share a shelf', ...common },
    description: 'Creates a read-only link to a shelf, or returns the existing one. Everyone with the link sees its name and public tales.',
    ...{ response: ListShare, errors: { 429: 'More than 60 requests in an hour; see `Retry-After`' } },
  }),
  describeOperation({
    ...{ id: 'unshareShelf', method: 'DELETE', summary: 'Stop sharing a shelf', ...common },
    description: 'Revokes the link to a shelf. A link created later is a different one.',
  }),
];
