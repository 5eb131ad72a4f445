import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';

let database: TestDatabase;
let listener: pg.Client;
let notices: string[][] = [];
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  await listener.query('listen talewood_cache');
  listener.on('notification', ({ payload }) => notices.push(JSON.parse(payload ?? '') as string[]));
});
afterAll(async () => {
  await listener.end();
  await database.drop();
});
beforeEach(async () => {
  ({ id } = await addTale(database.db));
});

/** Number of withdrawal notices sent by a statement. */
async function withdrawalsOf(statement: string, values: unknown[] = [id]): Promise<number> {
  await listener.query('select');
  notices = [];
  await database.pool.query(statement, values);
  // Notices arrive before the result of a later query on the listening connection.
  await listener.query('select');
  const counts = notices.flat().filter((tag) => /^withdrawn:\d+$/.test(tag));
  expect(notices.length).toBeGreaterThan(0);
  return counts.length;
}

test.each([
  ['unpublished', "update tales set status = 'draft' where id = $1"],
  ['moved to the trash', 'update tales set deleted_at = now() where id = $1'],
  ['rescheduled', "update tales set publish_date = now() + interval '1 day' where id = $1"],
  ['deleted', 'delete from tales where id = $1'],
])('sends a withdrawal notice for a published tale that is %s', async (_, statement) => {
  expect(await withdrawalsOf(statement)).toBe(1);
});

test('sends none for changed tales and deleted drafts', async () => {
  expect(await withdrawalsOf("update tales set title = 'Another title' where id = $1")).toBe(0);
  await database.pool.query("update tales set publish_date = now() + interval '1 day' where id = $1", [id]);
  expect(await withdrawalsOf('delete from tales where id = $1')).toBe(0);
});

test('sends one for a deleted author, none for a changed one', async () => {
  const { rows } = await database.pool.query(
    "insert into authors (slug, name, sort_name) values ('nobody', 'Nobody', 'Nobody') returning id",
  );
  expect(await withdrawalsOf("update authors set name = 'No One' where id = $1", [rows[0].id])).toBe(0);
  expect(await withdrawalsOf('delete from authors where id = $1', [rows[0].id])).toBe(1);
});
