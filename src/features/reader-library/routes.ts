import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { ACCOUNT_HEADER, DEVICE_HEADER, hashEmail } from '#src/api-client/account-header.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { matchesTag } from '#src/platform/http/cached-response.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { type Bookshelf, ChangeList, type ChangesAnswer } from './contract.ts';
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

const DeviceName = z.string().regex(/^[a-z0-9]{1,20}$/);

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
    const device = DeviceName.safeParse(c.req.header(DEVICE_HEADER)).data;
    return c.json(await saveChanges(db, id, changes, device), 200, { 'Cache-Control': 'no-store' });
  });
  return app;
}

/* Favourites, shelves and reading positions, as the OpenAPI document describes them. */

const ShelvedTale = z.object({ tale: z.string(), at: z.string().describe('When it was added, ISO 8601 in UTC.') }).meta({
  id: 'ShelvedTale',
  description: 'A tale on a shelf or among the favourites.',
});

const Shelf = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['read_later', 'own']),
    at: z.string().describe('When it was named, ISO 8601 in UTC.'),
    tales: z.array(ShelvedTale),
  })
  .meta({ id: 'Shelf', description: 'A shelf, the newest tale first.' });

const ReadingPosition = z
  .object({
    tale: z.string(),
    place: z.string().describe('Number of the block in the text, a dot, characters into the block.'),
    quote: z.string().exactOptional().describe('Text at the place, by which it is found after the tale was edited.'),
    progress: z.number().describe('From 0 to 1.'),
    finished: z.boolean(),
    at: z.string(),
  })
  .meta({ id: 'ReadingPosition', description: 'How far a tale has been read.' });

const Shelves = z
  .object({ favorites: z.array(ShelvedTale), shelves: z.array(Shelf), positions: z.array(ReadingPosition) })
  .meta({ id: 'Bookshelf', description: 'All favourites, shelves and reading positions of a person; each list has its newest first.' });
/** The schemas and the types of the routes must agree. */
Shelves satisfies z.ZodType<Bookshelf>;

const Changes = z
  .object({
    bookshelf: Shelves,
    refused: z.array(
      z.object({
        index: z.int().describe('Position of the change in the request.'),
        reason: z.enum(['unknown_tale', 'full', 'fixed_shelf']),
      }),
    ),
  })
  .meta({ id: 'BookshelfChangesResult', description: 'Everything after the changes, and the changes that were not made.' });
Changes satisfies z.ZodType<ChangesAnswer>;

const ACCOUNT = {
  [ACCOUNT_HEADER]: 'Checksum of the account for which the request is meant; 403 `other_account` if another one is logged in.',
};

const DEVICE = 'Any name of the device, as `by` in the event `library` of the realtime channel: it need not fetch its own changes.';

/** Operations of the logged-in person on what they have saved. */
export const bookshelfOperations: readonly Operation[] = [
  describeOperation({
    ...{ id: 'getBookshelf', method: 'GET', path: '/bookshelf', summary: 'Get your bookshelf' },
    description: 'All favourites, shelves and reading positions, with an `ETag`; 304 if `If-None-Match` names it.',
    headers: { 'If-None-Match': 'The `ETag` of the last response.', ...ACCOUNT },
    response: Shelves,
  }),
  describeOperation({
    ...{ id: 'changeBookshelf', method: 'POST', path: '/bookshelf/changes', summary: 'Change your bookshelf' },
    description:
      'Applies at most 200 changes, for example adding favourites or moving tales to a shelf. Changes may arrive late, repeatedly and in any order: of two changes to the same thing the later one (`at`) wins.',
    headers: { ...ACCOUNT, [DEVICE_HEADER]: DEVICE },
    ...{ body: ChangeList.meta({ id: 'BookshelfChanges', description: 'Changes of a bookshelf.' }), response: Changes },
  }),
];
