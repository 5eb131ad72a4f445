import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  staff = await openAdminApi(database);
  await addTale(database.db);
});

/** Starts requests while another transaction writes, commits it when `waiting` requests are blocked, and returns the responses. */
async function meet(write: string, waiting: number, requests: () => Promise<{ status: number; body: { code?: string } }>[]) {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(write);
    const answers = Promise.all(requests());
    await expect
      .poll(async () => {
        const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        return (await staff.rows(waits)).length;
      })
      .toBe(waiting);
    await other.query('commit');
    return await answers;
  } finally {
    await other.end();
  }
}

test('returns 409 to the slower of two concurrent creations', async () => {
  const add = () => staff.call('POST', '/authors', { body: { name: 'Marie de France' } });
  const write = "insert into authors (slug, name, sort_name) values ('marie-de-france', 'Marie de France', 'Marie de France')";
  const answers = await meet(write, 6, () => Array.from({ length: 6 }, add));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(6).fill([409, 'conflict']));
  expect(staff.logs.text()).not.toContain('request_failed');
  expect((await staff.rows("select 1 from authors where name = 'Marie de France'")).length).toBe(1);
});

test.each([
  ['/authors', { name: 'Giambattista Basile' }],
  ['/categories', { name: 'Winter nights' }],
  ['/collections', { title: 'Winter nights', slug: 'winter-nights' }],
  ['/tales', { title: 'The flea', slug: 'the-flea', author: 'Giambattista Basile', category: 'dark', excerpt: 'A flea grows.' }],
])('creates one of 12 concurrent identical requests to %s, rejects the others', async (path, body) => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => staff.call('POST', path, { body })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![201, 409, 422].includes(status))).toEqual([]);
});
