import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_AREAS } from '#src/features/api-keys/pages/manage-keys-page.tsx';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addFileRows } from '#test/file-library.ts';
import { addUser } from '#test/users.ts';
import { type AdminApiDeps, adminEndpoints, editorEndpoints } from './admin-api.ts';

/** Rules for every endpoint of the admin API (S15, S17, S18, S38, S39). */

let database: TestDatabase;
let staff: AdminApi;
const ids: Record<string, string | number> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  staff = await openAdminApi(database);
  const { rows, call, admin } = staff;
  const { id } = await addTale(database.db, { title: '100% _wild_ \\ mill', tags: ['dark'] });
  await call('PATCH', `/tales/${id}`, { match: 1, body: { excerpt: 'Another mill.' } });
  const [author] = await rows('select id from authors limit 1');
  const collection = await call('POST', '/collections', { body: { title: 'Mills', tales: [id] } });
  const [picture] = await rows(
    "insert into media (hash, width, height, bytes, name, created_by, ready_at) values (repeat('a', 20), 9, 9, 9, 'mill', $1, now()) returning id",
    [admin.id],
  );
  const draft = randomUUID();
  await call('PUT', `/drafts/${draft}`, { body: { tale_id: null, base_version: null, fields: { title: 'Mill' } } });
  const imported = await call('POST', '/imports', { body: {} });
  const counts = { found: 1, made: 1, changed: 0, unchanged: 0, left_alone: 0, gone: 0, drafts: 1, doubtful: 0, duplicates: 0 };
  const tale = {
    title: 'The Mill',
    deed: 'new',
    is_draft: true,
    why: [],
    key: TALE_KEY,
    existing: { title: 'Mill', slug: 'mill', same: 'text' },
  };
  const book = { file: 'a.md', name: 'a', outcome: 'read', problem: null, ...counts, notes: [], problems: [], tales: [tale], columns: [] };
  await rows('insert into import_upload_books (upload_id, position, report, texts) values ($1, 0, $2, $3)', [
    imported.body.id,
    JSON.stringify(book),
    JSON.stringify({ [TALE_KEY]: { title: 'The Mill', content: '<p>Once.</p>' } }),
  ]);
  await staff.rows('update import_uploads set is_dry = true where id = $1', [imported.body.id]);
  const [message] = await rows("insert into contact_messages (topic, text) values ('question', 'Who is the miller?') returning id");
  const [letter] = await rows(
    "insert into newsletter_issues (issue_date, send_at, subject, parts) values ('2150-01-04', '2150-01-04', 'A letter', '[]') returning id",
  );
  const [suggestion] = await rows(
    "insert into suggestions (tale_id, tale_title, base_version, base_title, base_excerpt, base_content, title, excerpt, content, reason) values ($1, 'Mill', 1, 'Mill', '', '', 'Mills', '', '', 'There are two.') returning id",
    [id],
  );
  await rows(
    "insert into suggestion_changes (suggestion_id, number, field, start, before, after) values ($1, 0, 'title', 0, '{Mill}', '{Mills}')",
    [suggestion.id],
  );
  Object.assign(ids, await addFileRows(rows, admin.id), {
    suggestions: suggestion.id,
    webhooks: (await rows("insert into webhooks (url, events, sealed_secret) values ('https://x', '{y}', 'z') returning id"))[0].id,
    letters: letter.id,
    imports: imported.body.id,
    messages: message.id,
    tales: id,
    authors: author.id,
    categories: 1,
    collections: collection.body.id,
    media: picture.id,
    drafts: draft,
  });
});
afterAll(() => database.drop());

const deps = { db: undefined, log: undefined, hub: undefined } as unknown as AdminApiDeps;
const endpoints = [...adminEndpoints(deps), ...editorEndpoints(deps)];
const named = endpoints.map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }));
const changing = named.filter(({ body }) => body !== undefined);
const lists = named.filter(({ method, query }) => method === 'GET' && 'q' in query.shape);
const reading = named.filter(({ method, path, response }) => method === 'GET' && response !== undefined && !/presence|\{run\}/.test(path));

/** With the ids of things that are there. */
const TALE_KEY = 'abcdefghijklmnop';
const pathOf = (pattern: string) =>
  pattern
    .replace(/^\/([\w-]+)\/\{id\}/, (_, kind: string) => `/${kind}/${ids[kind] ?? (['users', 'mails'].includes(kind) ? randomUUID() : 1)}`)
    .replace('/newsletter/issues/{id}', `/newsletter/issues/${ids.letters}`)
    .replace('{key}', TALE_KEY)
    .replace('{name}', 'about')
    .replace('{night}', '2026-11-22')
    .replace('{version}', pattern.startsWith('/pages/') ? '0' : '1')
    .replace(/\{\w+\}/g, randomUUID());
const send = (method: string, path: string, { body, as }: { body?: string; as?: { cookie: string } } = {}) =>
  staff.app.request(`/api/v1/admin${path}`, {
    method,
    headers: { cookie: (as ?? staff.admin).cookie, origin: 'http://localhost:3000', 'content-type': 'application/json', 'if-match': '"1"' },
    ...(body !== undefined && { body }),
  });

describe('authorization', () => {
  test.each(named)('$name: rejects visitors, users, and administrators who have lost the role', async ({ method, path, body }) => {
    const sent = body === undefined ? {} : { body: '{}' };
    const kay = await addUser(database.pool, { role: 'admin' });
    const ask = async (as: { cookie: string }) => (await send(method, pathOf(path), { ...sent, as })).status;
    expect(await ask({ cookie: '' })).toBe(401);
    await staff.rows("update users set role = 'user' where id = $1", [kay.id]);
    expect(await ask(kay)).toBe(403);
    await staff.rows("update users set role = 'admin', disabled_at = now() where id = $1", [kay.id]);
    expect(await ask(kay)).toBe(401);
  });

  test('a role revoked between two requests of a session rejects the next one', async () => {
    const kay = await addUser(database.pool, { role: 'admin' });
    expect((await send('GET', '/tales', { as: kay })).status).toBe(200);
    await staff.rows("update users set role = 'user' where id = $1", [kay.id]);
    expect((await send('GET', '/tales', { as: kay })).status).toBe(403);
  });
});

describe('request bodies', () => {
  const FOREIGN = [
    'id',
    'created_at',
    'updated_at',
    'version',
    'edited_by',
    'featured_rank',
    'first_published_at',
    'deleted_at',
    'publish_date_is_manual',
    'words',
  ];
  const NOT_OURS = [
    ...FOREIGN,
    'minutes',
    'content_text',
    'content_source',
    'sanitizer_version',
    'author_id',
    'category_id',
    'facets',
    'search',
  ];
  const POLLUTING = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  test.each(['POST /tales', 'PATCH /tales/{id}'])("%s takes no field but an editor's, and names the one it refuses", async (name) => {
    const { method = '', path = '' } = named.find((each) => each.name === name) ?? {};
    const fields = { title: 'x', author: 'y', category: 'dark', excerpt: 'z' };
    await staff.rows('update tales set version = 1');
    const before = await staff.rows('select * from tales order by id');
    for (const field of [...NOT_OURS, ...POLLUTING, 'role']) {
      const body = JSON.stringify(fields).replace('{', `{${JSON.stringify(field)}:{"title":"x"},`);
      const answer = await send(method, pathOf(path), { body });
      expect([field, answer.status, Object.keys((await answer.json()).errors ?? {})]).toEqual([field, 422, [field]]);
    }
    expect(await staff.rows('select * from tales order by id')).toEqual(before);
  });

  test.each(changing)('$name rejects unknown fields, also JavaScript properties', async ({ method, path }) => {
    for (const field of ['zzz', 'edited_by', ...POLLUTING]) {
      const answer = await send(method, pathOf(path), { body: `{${JSON.stringify(field)}:{"polluted":true}}` });
      expect([field, answer.status]).toEqual([field, 422]);
    }
    for (const body of ['', 'null', '[]', '"x"', '7', '{"__proto__":', `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
      const { status } = await send(method, pathOf(path), { body });
      expect([body.slice(0, 20), [400, 422].includes(status)]).toEqual([body.slice(0, 20), true]);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    [
      'POST',
      '/tales',
      { title: 'x', author: 'y', category: '__proto__', excerpt: 'z', tags: ['constructor', 'toString'] },
      ['category', 'tags'],
    ],
    ['POST', '/tales/bulk', { action: 'constructor', ids: [randomUUID()] }, ['action']],
    ['POST', '/tales', { title: 'x', author: 'y', category: 'constructor', excerpt: 'z', slug: '__proto__' }, ['category', 'slug']],
    ['PUT', '/collections/order', { ids: ['__proto__'] }, ['ids.0']],
  ])('%s %s: %o', async (method, path, body, fields) => {
    const answer = await staff.call(method, path, { body, match: 1 });
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields]);
  });

  test('in the fields of a draft', async () => {
    for (const field of POLLUTING) {
      const body = `{"tale_id":null,"base_version":null,"fields":{${JSON.stringify(field)}:{"polluted":true}}}`;
      expect([field, (await send('PUT', `/drafts/${randomUUID()}`, { body })).status]).toEqual([field, 422]);
    }
  });

  test.each(named.filter(({ path }) => path.includes('{id}')))(
    '$name: ids that are none are of nothing',
    async ({ method, path, body }) => {
      for (const id of [
        ...POLLUTING,
        'null',
        '-1',
        '0',
        '1e9',
        '99999999999',
        '%27',
        'a%00',
        randomUUID().slice(1),
        `${randomUUID()}%20`,
      ]) {
        const { status } = await send(
          method,
          path
            .replace('{id}', id)
            .replace('{version}', '1')
            .replace(/\{\w+\}/g, randomUUID()),
          {
            ...(body !== undefined && { body: '{}' }),
          },
        );
        // Path parameters with fixed values return 400.
        expect([id, [400, 404].includes(status)]).toEqual([id, true]);
      }
    },
  );
});

describe('query parameters', () => {
  const WILD = [
    ...['%', '_', '\\', '%_'.repeat(100), '\\'.repeat(200), '%25', '((((', '.*.*.*', '$1'],
    "' or 1=1 --",
    "\\'; select pg_sleep(9); --",
    ...['\u0000', '\ud800'],
  ];

  test.each(lists)('$name: any search term is treated as text, within the statement timeout', async ({ path }) => {
    for (const q of WILD) {
      const { status } = await send('GET', `${pathOf(path)}?${new URLSearchParams({ q })}`);
      expect([q, [200, 400].includes(status)]).toEqual([q, true]);
    }
  });

  test.each(lists.filter(({ query }) => 'after' in query.shape))(
    '$name: a place in the list that was never ours is refused',
    async ({ path, query }) => {
      const forged = [
        ['2026-01-01', 1],
        ["'; drop table tales; --", randomUUID()],
        [{}, randomUUID()],
        [1e308, randomUUID()],
        ['__proto__', 'constructor'],
        [[[]]],
        {},
      ];
      const afters = [
        ...forged.map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')),
        '-',
        '__proto__',
        '1',
        'a'.repeat(700),
        "'",
        '\u0000',
      ];
      for (const after of afters) {
        for (const sort of 'sort' in query.shape ? ['created', 'title', 'status', 'category'] : ['']) {
          const { status } = await send('GET', `${pathOf(path)}?${new URLSearchParams({ after, ...(sort && { sort }) })}`);
          expect([after, sort, [200, 400].includes(status)]).toEqual([after, sort, true]);
        }
      }
    },
  );

  test.each(reading)('$name: unknown parameters are rejected, and the first of repeated ones counts', async ({ path, query }) => {
    const [known = 'x'] = Object.keys(query.shape);
    for (const wrong of [
      'zzz=1',
      `${known}[]=1`,
      `${known}[$ne]=`,
      '__proto__=1',
      '__proto__[x]=1',
      'constructor=1',
      'constructor[prototype][x]=1',
    ])
      expect([wrong, (await send('GET', `${pathOf(path)}?${wrong}`)).status]).toEqual([wrong, 400]);
    if ('q' in query.shape) {
      const both = await (await send('GET', `${pathOf(path)}?q=mill&q=zzzz`)).text();
      expect(both).toBe(await (await send('GET', `${pathOf(path)}?q=mill`)).text());
    }
  });
});

test('the API keys page names exactly the areas that a key has access to', () => {
  const areas = editorEndpoints({} as AdminApiDeps).map(({ path }) => path.split('/')[1]);
  expect(Object.keys(KEY_AREAS).toSorted()).toEqual([...new Set(areas)].toSorted());
});

test.each(reading)('$name returns exactly the described fields', async ({ path, response }) => {
  const given = await send('GET', path === '/calendar' ? `${path}?from=2026-11-23&to=2026-11-29` : pathOf(path));
  expect(given.status).toBe(200);
  const body = await given.json();
  expect(response?.parse(body)).toEqual(body);
});
