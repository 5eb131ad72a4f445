/** Read-only links to readers' own lists: stored ones, which follow the list, and links that carry the list itself. */
import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { ACCOUNT_HEADER } from '#src/api-client/account-header.ts';
import { tooManyRequests } from '#src/features/accounts/accounts.ts';
import { ShelfName } from '#src/features/reader-library/contract.ts';
import { BadQuery } from '#src/features/tales/browse-query.ts';
import { Slug } from '#src/features/tales/contract.ts';
import { cardsByIds, isPublic } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { describeOperation, type Endpoint, endpoint, type Operation } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { parseUrl, urls } from '#src/urls.ts';
import { ListShare, MAX_SHOWN, type SharedListView } from './contract.ts';
import { MAX_LINK_TALES } from './list-link.ts';

/** 128 random bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** For `shared_lists l join shelves s join users u`: the list exists and its owner is not disabled. */
const isLive = sql<boolean>`s.named_at > coalesce(s.deleted_at, '-infinity') and u.disabled_at is null`;
const liveLists = sql`shared_lists l join shelves s on s.user_id = l.user_id and s.id = l.shelf_id join users u on u.id = l.user_id`;

/** Returns a shared list by its token; null if it is unknown, revoked or deleted. */
export async function findSharedList(db: Db, token: string): Promise<SharedListView | null> {
  if (!TOKEN.test(token)) return null;
  const { rows } = await sql<{ name: string; ids: string[]; count: number }>`
    select s.name, tales.count, coalesce(tales.ids, '{}') as ids from ${liveLists},
      lateral (select count(*)::integer as count, (array_agg(t.id order by h.at desc, t.id))[1:${sql.lit(MAX_SHOWN)}] as ids
        from shelf_tales h join tales t on t.id = h.tale_id
        where h.user_id = l.user_id and h.shelf_id = l.shelf_id and h.is_on and ${isPublic}) tales
    where l.token = ${token} and ${isLive}`.execute(db);
  const [list] = rows;
  return list === undefined ? null : { name: list.name, count: list.count, tales: await cardsByIds(db, list.ids) };
}

const LinkTales = z.array(Slug).min(1).max(MAX_LINK_TALES);

/**
 * Returns the list that a link carries: `name`, and `tales` as comma-separated slugs. Tales that are not public are left out; former slugs
 * are followed.
 * @throws BadQuery for anything but a valid name and 1 to MAX_LINK_TALES slugs
 */
export async function readListLink(db: Db, params: URLSearchParams): Promise<SharedListView> {
  const name = ShelfName.safeParse(params.get('name') ?? '');
  if (!name.success) throw new BadQuery('name', 'name must have 1 to 80 characters.');
  const slugs = LinkTales.safeParse((params.get('tales') ?? '').split(','));
  if (!slugs.success) throw new BadQuery('tales', `tales must be a comma-separated list of at most ${MAX_LINK_TALES} slugs.`);
  const { rows } = await sql<{ id: string }>`
    select min(wanted.place) as place, s.tale_id as id from unnest(${slugs.data}::text[]) with ordinality as wanted (slug, place)
      join tale_slugs s on s.slug = wanted.slug where s.tale_id is not null group by s.tale_id order by place`.execute(db);
  const tales = await cardsByIds(
    db,
    rows.map(({ id }) => id),
  );
  return { name: name.data, tales, count: tales.length };
}

/**
 * Finds the list of a page below `/lists`, given as path with query, for messages about it. `id`: of the stored link, by which it can be
 * revoked. Null for any other path, or a list that is no longer shared.
 */
export async function findListByPath(db: Db, path: string): Promise<{ path: string; name: string; id: string | null } | null> {
  const url = path.startsWith('/') ? parseUrl(path, 'https://any.example') : undefined;
  if (url === undefined || url.host !== 'any.example') return null;
  if (url.pathname === urls.sharedList()) {
    const list = await readListLink(db, url.searchParams).catch((error: unknown) => {
      if (error instanceof BadQuery) return null;
      throw error;
    });
    return list && { path: url.pathname + url.search, name: list.name, id: null };
  }
  const token = url.pathname.slice(urls.sharedList('/').length);
  if (url.pathname !== urls.sharedList(`/${token}`) || !TOKEN.test(token)) return null;
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, s.name from ${liveLists} where l.token = ${token} and ${isLive}`.execute(db);
  return rows[0] ? { path: url.pathname, ...rows[0] } : null;
}

type Owned = { userId: string; shelf: string };

/** Returns the link to a user's shelf. */
export async function getListShare(db: Db, { userId, shelf }: Owned): Promise<ListShare> {
  const { rows } = await sql<{ token: string; created_at: Date }>`
    select l.token, l.created_at from ${liveLists} where l.user_id = ${userId} and l.shelf_id = ${shelf} and ${isLive}`.execute(db);
  return toShare(rows[0]);
}

/** New links of a user; an account has at most one for each of its 100 shelves. */
const CREATE_LIMIT: RateLimit = { points: 60, windowSeconds: 3_600 };

/**
 * Returns the link to a user's shelf, and creates it if there is none.
 * @throws AppError 404 for a shelf that the user does not have, 429 `too_many`
 */
export async function createListShare(db: Db, { userId, shelf }: Owned): Promise<ListShare> {
  const { isAllowed, retryAfterSeconds } = await consume(db, `share list user ${userId}`, CREATE_LIMIT);
  if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
  const { rows } = await sql<{ token: string; created_at: Date }>`
    insert into shared_lists as l (user_id, shelf_id, token)
      select s.user_id, s.id, ${randomBytes(16).toString('base64url')} from shelves s
      where s.user_id = ${userId} and s.id = ${shelf} and s.named_at > coalesce(s.deleted_at, '-infinity') for update
    on conflict (user_id, shelf_id) do update set token = l.token returning token, created_at`.execute(db);
  if (rows.length === 0) throw notFound('This collection is not in your account yet.', 'unknown_shelf');
  return toShare(rows[0]);
}

/** Ends sharing; a no-op for a shelf that is not shared. */
export async function revokeListShare(db: Db, { userId, shelf }: Owned): Promise<void> {
  await db.deleteFrom('shared_lists').where('user_id', '=', userId).where('shelf_id', '=', shelf).execute();
}

function toShare(row: { token: string; created_at: Date } | undefined): ListShare {
  return { share: row === undefined ? null : { path: urls.sharedList(`/${row.token}`), at: row.created_at.toISOString() } };
}

/** Returns a user's shared lists for the data export. */
export async function exportSharedLists(db: Db, userId: string): Promise<object[]> {
  return db.selectFrom('shared_lists').select(['shelf_id', 'created_at']).where('user_id', '=', userId).orderBy('id').execute();
}

/** The endpoint by which administrators revoke a reported link. */
export function sharedListEndpoints({ db }: { db: Db }): Endpoint<{ id: string }>[] {
  return [
    endpoint({
      ...{
        id: 'revokeSharedList',
        method: 'DELETE',
        path: '/shared-lists/{id}',
        summary: 'Revoke a shared list',
        description: 'Ends the read-only link to the list of a reader, for example after a report. The list itself is not changed.',
        params: z.strictObject({ id: z.uuid() }),
      },
      run: async ({ caller, params: { id } }: { caller: { id: string }; params: { id: string } }) => {
        await transact(db, async (trx) => {
          const { numDeletedRows } = await trx.deleteFrom('shared_lists').where('id', '=', id).executeTakeFirstOrThrow();
          if (numDeletedRows === 0n) throw notFound('This list is no longer shared.', 'unknown_list');
          await audit(trx, { actor: caller.id, action: 'shared-list.revoked', subject: { kind: 'shared_list', id } });
        });
        return undefined;
      },
    }),
  ];
}

/** `owner`: returns the id of the current user. @throws AppError 401, 403 `other_account` */
type SharedListDeps = { db: Db; publicUrl: string; owner: (c: Context<AppEnv>) => Promise<string> };

const SHARE_PATH = '/bookshelf/shelves/{shelf}/share';

/** Routes below /api/v1 by which users get, create and revoke the links to their shelves. */
export function sharedListRoutes({ db, publicUrl, owner }: SharedListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const path = SHARE_PATH.replace('{shelf}', ':shelf');
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
  path: SHARE_PATH,
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
