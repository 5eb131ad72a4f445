import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openStaff, type Staff } from '#test/staff.ts';

let database: TestDatabase;
let staff: Staff;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  staff = await openStaff(database);
  await addTale(database.db);
});

/** Starts requests while somebody else writes, commits when `waiting` of them wait for that, and gives the answers. */
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

test('authors of one name, added at the same moment: who comes too late gets 409', async () => {
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
])('twelve times the same to %s: one is added, the others are told', async (path, body) => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => staff.call('POST', path, { body })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![201, 409, 422].includes(status))).toEqual([]);
});
