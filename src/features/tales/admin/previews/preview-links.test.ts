import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';
import {
  createPreviewLink,
  deleteExpiredPreviewLinks,
  findPreviewedTaleId,
  listPreviewLinks,
  revokePreviewLinks,
} from './preview-links.ts';

let database: TestDatabase;
let editor: { id: string; name: string };
let tale: string;

beforeAll(async () => {
  database = await createTestDatabase();
  editor = await addUser(database.pool, { role: 'admin', name: 'Marian Holt' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  tale = (await addTale(database.db, { status: 'draft' })).id;
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const make = () => createPreviewLink(database.db, editor, tale);

test('a token finds its tale; the table does not contain the token', async () => {
  const { token, expires_at } = await make();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await findPreviewedTaleId(database.db, token)).toBe(tale);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  const [kept] = await rows('select * from preview_links where tale_id = $1', [tale]);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(await findPreviewedTaleId(database.db, kept.hash)).toBeUndefined();
  expect(await findPreviewedTaleId(database.db, token.toLowerCase())).toBeUndefined();
});

test('active links are listed newest first, with creator and without token', async () => {
  const first = await make();
  const second = await make();
  await rows("update preview_links set expires_at = now() - interval '1 second' where id = $1", [first.id]);
  const links = await listPreviewLinks(database.db, tale);
  expect(links).toEqual([{ id: second.id, created_at: expect.any(String), expires_at: second.expires_at, made_by: 'Marian Holt' }]);
  expect(await findPreviewedTaleId(database.db, first.token)).toBeUndefined();
  expect(await deleteExpiredPreviewLinks(database.db)).toBe(1);
});

describe('revoking', () => {
  test('disables one link and keeps the others', async () => {
    const [first, second] = [await make(), await make()];
    await revokePreviewLinks(database.db, editor, tale, first.id);
    expect([await findPreviewedTaleId(database.db, first.token), await findPreviewedTaleId(database.db, second.token)]).toEqual([
      undefined,
      tale,
    ]);
  });

  test('disables all links at once', async () => {
    const links = [await make(), await make()];
    await revokePreviewLinks(database.db, editor, tale);
    for (const { token } of links) expect(await findPreviewedTaleId(database.db, token)).toBeUndefined();
  });

  test('fails for unknown links and links of another tale', async () => {
    const { id } = await make();
    const other = (await addTale(database.db)).id;
    for (const which of [id, undefined]) {
      await expect(revokePreviewLinks(database.db, editor, other, which)).rejects.toMatchObject({ status: 404, code: 'unknown_link' });
    }
  });
});

test('no link is created for a trashed or unknown tale', async () => {
  await rows('update tales set deleted_at = now() where id = $1', [tale]);
  await expect(make()).rejects.toMatchObject({ status: 404 });
  await expect(createPreviewLink(database.db, editor, editor.id)).rejects.toMatchObject({ status: 404 });
});

test('a tale has at most 20 links, also if created concurrently', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 25 }, make));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(make()).rejects.toMatchObject({ status: 409, code: 'too_many_links' });
  expect(await rows('select from preview_links where tale_id = $1', [tale])).toHaveLength(20);
});

test('links are deleted with their tale, but not with their creator', async () => {
  const leaving = await addUser(database.pool, { role: 'admin' });
  const { token } = await createPreviewLink(database.db, leaving, tale);
  await rows('delete from users where id = $1', [leaving.id]);
  expect((await listPreviewLinks(database.db, tale))[0]?.made_by).toBeNull();
  expect(await findPreviewedTaleId(database.db, token)).toBe(tale);
  await rows('delete from tales where id = $1', [tale]);
  expect(await findPreviewedTaleId(database.db, token)).toBeUndefined();
});

test('creating and revoking are in the audit log', async () => {
  const { id } = await make();
  await revokePreviewLinks(database.db, editor, tale, id);
  const entries = await rows('select action, actor, details from audit_log where subject_id = $1 order by id', [tale]);
  expect(entries).toEqual([
    { action: 'tale.preview-made', actor: editor.id, details: { title: expect.any(String) } },
    { action: 'tale.preview-withdrawn', actor: editor.id, details: { title: expect.any(String), links: 1 } },
  ]);
});

describe('over HTTP', () => {
  let staff: AdminApi;
  beforeAll(async () => {
    staff = await openAdminApi(database);
  });
  const links = () => staff.ask(`/tales/${tale}/preview-links`);

  test('links are created, listed without their URLs, and revoked', async () => {
    const made = await staff.call('POST', `/tales/${tale}/preview-links`);
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(/^http:\/\/localhost:3000\/preview\/[\w-]{43}$/);
    const { body } = await links();
    expect(body.links).toEqual([
      { id: made.body.id, created_at: expect.any(String), expires_at: made.body.expires_at, made_by: 'The Snow Queen' },
    ]);
    expect(staff.logs.text()).not.toContain(made.body.url.split('/').at(-1));
    expect((await staff.call('DELETE', `/tales/${tale}/preview-links/${made.body.id}`)).status).toBe(204);
    expect((await staff.call('DELETE', `/tales/${tale}/preview-links/${made.body.id}`)).status).toBe(404);
    expect((await links()).body).toEqual({ links: [] });
    expect((await staff.call('DELETE', `/tales/${tale}/preview-links`)).status).toBe(404);
  });

  test('answers 404 for an unknown tale', async () => {
    await staff.rows('delete from tales');
    expect([(await links()).status, (await staff.call('POST', `/tales/${tale}/preview-links`)).status]).toEqual([404, 404]);
  });

  test('is for administrators only', async () => {
    const reader = await addUser(database.pool);
    for (const [method, path] of [
      ['GET', `/tales/${tale}/preview-links`],
      ['POST', `/tales/${tale}/preview-links`],
      ['DELETE', `/tales/${tale}/preview-links`],
      ['DELETE', `/tales/${tale}/preview-links/${tale}`],
    ] as const) {
      expect((await staff.call(method, path, { as: reader })).status).toBe(403);
      expect((await staff.call(method, path, { as: { ...reader, cookie: '' } })).status).toBe(401);
    }
  });
});
