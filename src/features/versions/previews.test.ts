import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addPerson } from '#test/person.ts';
import { findPreview, listPreviews, makePreview, removeExpiredPreviews, withdrawPreviews } from './previews.ts';

let database: TestDatabase;
let editor: { id: string; name: string };
let tale: string;

beforeAll(async () => {
  database = await createTestDatabase();
  editor = await addPerson(database.pool, { role: 'admin', name: 'Marian Holt' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  tale = (await addTale(database.db, { status: 'draft' })).id;
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const make = () => makePreview(database.db, editor, tale);

test('a link opens its tale, and nothing in the table does', async () => {
  const { token, expires_at } = await make();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await findPreview(database.db, token)).toBe(tale);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  const [kept] = await rows('select * from tale_previews where tale_id = $1', [tale]);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(await findPreview(database.db, kept.hash)).toBeUndefined();
  expect(await findPreview(database.db, token.toLowerCase())).toBeUndefined();
});

test('living links are listed with who made them, newest first, without their tokens', async () => {
  const first = await make();
  const second = await make();
  await rows("update tale_previews set expires_at = now() - interval '1 second' where id = $1", [first.id]);
  const links = await listPreviews(database.db, tale);
  expect(links).toEqual([{ id: second.id, created_at: expect.any(String), expires_at: second.expires_at, made_by: 'Marian Holt' }]);
  expect(await findPreview(database.db, first.token)).toBeUndefined();
  expect(await removeExpiredPreviews(database.db)).toBe(1);
});

describe('withdrawn', () => {
  test('one opens nothing, the others still do', async () => {
    const [first, second] = [await make(), await make()];
    await withdrawPreviews(database.db, editor, tale, first.id);
    expect([await findPreview(database.db, first.token), await findPreview(database.db, second.token)]).toEqual([undefined, tale]);
  });

  test('all at once', async () => {
    const links = [await make(), await make()];
    await withdrawPreviews(database.db, editor, tale);
    for (const { token } of links) expect(await findPreview(database.db, token)).toBeUndefined();
  });

  test('none that is not there, nor one of another tale', async () => {
    const { id } = await make();
    const other = (await addTale(database.db)).id;
    for (const which of [id, undefined]) {
      await expect(withdrawPreviews(database.db, editor, other, which)).rejects.toMatchObject({ status: 404, code: 'unknown_link' });
    }
  });
});

test('of a tale in the bin, or of none, no link is made', async () => {
  await rows('update tales set deleted_at = now() where id = $1', [tale]);
  await expect(make()).rejects.toMatchObject({ status: 404 });
  await expect(makePreview(database.db, editor, editor.id)).rejects.toMatchObject({ status: 404 });
});

test('a tale has at most twenty, also when they are made at once', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 25 }, make));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(make()).rejects.toMatchObject({ status: 409, code: 'too_many_links' });
  expect(await rows('select from tale_previews where tale_id = $1', [tale])).toHaveLength(20);
});

test('links go with their tale, and stay when who made them goes', async () => {
  const leaving = await addPerson(database.pool, { role: 'admin' });
  const { token } = await makePreview(database.db, leaving, tale);
  await rows('delete from profiles where id = $1', [leaving.id]);
  expect((await listPreviews(database.db, tale))[0]?.made_by).toBeNull();
  expect(await findPreview(database.db, token)).toBe(tale);
  await rows('delete from tales where id = $1', [tale]);
  expect(await findPreview(database.db, token)).toBeUndefined();
});

test('making and withdrawing stand in the audit log', async () => {
  const { id } = await make();
  await withdrawPreviews(database.db, editor, tale, id);
  const entries = await rows('select action, actor, details from audit_log where subject_id = $1 order by id', [tale]);
  expect(entries).toEqual([
    { action: 'tale.preview-made', actor: editor.id, details: { title: expect.any(String) } },
    { action: 'tale.preview-withdrawn', actor: editor.id, details: { title: expect.any(String), links: 1 } },
  ]);
});
