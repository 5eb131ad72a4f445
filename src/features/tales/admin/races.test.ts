import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

/** Concurrent actions on the same tale (requirement R20), 500 rounds each. */

let database: TestDatabase;
let { admin, rows, call } = {} as AdminApi;

const ROUNDS = 500;
/** Rounds per batch, so that both sides have a database connection. */
const AT_ONCE = 4;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ admin, rows, call } = await openAdminApi(database));
  await rows("insert into authors (slug, name, sort_name) values ('the-miller', 'The Miller', 'Miller')");
});
afterAll(() => database.drop());

/** Drafts that can be published, each with a favourite. */
async function addDrafts(): Promise<string[]> {
  await rows('delete from tales');
  await rows('delete from tale_slugs');
  const made = await rows(
    `with slugs as (insert into tale_slugs (slug, tale_id) select 'race-' || n, uuidv7() from generate_series(1, $1::int) n returning slug, tale_id)
     insert into tales (id, slug, title, author, author_id, category_id, excerpt, source, rights)
     select tale_id, slugs.slug, 'As it was', a.name, a.id, 1, 'e', 'A source', 'Public domain' from slugs, authors a returning id`,
    [ROUNDS],
  );
  await rows('insert into favorites (user_id, tale_id, is_on, at) select $1, id, true, now() from tales', [admin.id]);
  return made.map(({ id }: { id: string }) => id);
}

/** Runs both actions concurrently for every tale and returns the statuses. */
async function race(ids: string[], one: (id: string) => Promise<{ status: number }>, other: typeof one): Promise<[string, string][]> {
  const ended: [string, string][] = [];
  for (let n = 0; n < ids.length; n += AT_ONCE) {
    const round = ids.slice(n, n + AT_ONCE).map(async (id, at): Promise<[string, string]> => {
      // Alternates which one starts first.
      const both = at % 2 === 0 ? [one(id), other(id)] : [other(id), one(id)].toReversed();
      const answers = await Promise.all(both);
      return [id, answers.map(({ status }) => status).join(' ')];
    });
    ended.push(...(await Promise.all(round)));
  }
  return ended;
}

const edit = (id: string) => call('PATCH', `/tales/${id}`, { match: 1, body: { title: 'Edited' } });

test('delete and edit: the tale and its favourites are deleted, whichever came first', { timeout: 120_000 }, async () => {
  const ended = await race(await addDrafts(), edit, (id) => call('DELETE', `/tales/${id}`));
  expect(ended.filter(([, statuses]) => statuses !== '200 204' && statuses !== '404 204')).toEqual([]);
  expect(await rows('select id from tales')).toEqual([]);
  expect(await rows('select from favorites')).toEqual([]);
  expect(await rows('select from tale_slugs where tale_id is not null')).toEqual([]);
});

test('publish and edit: exactly one is saved completely, the other gets an error', { timeout: 120_000 }, async () => {
  const ended = await race(await addDrafts(), edit, (id) => call('PATCH', `/tales/${id}`, { match: 1, body: { status: 'published' } }));
  const kept = new Map((await rows('select id, title, status, version from tales')).map((row) => [row.id, row]));
  for (const [id, statuses] of ended) {
    expect(['200 412', '412 200']).toContain(statuses);
    const taken = statuses === '200 412' ? { title: 'Edited', status: 'draft' } : { title: 'As it was', status: 'published' };
    expect(kept.get(id)).toEqual({ id, version: 2, ...taken });
  }
});
