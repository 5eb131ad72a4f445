import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '#src/platform/db/transact.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { audit } from './audit.ts';

let database: TestDatabase;
let gerda: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { rows } = await database.pool.query(
    "insert into users (name, email) values ('Gerda', gen_random_uuid() || '@tales.example') returning id",
  );
  gerda = rows[0].id;
});

const entryOf = (actor: string | null) => ({
  actor,
  action: 'user.disabled',
  subject: { kind: 'user', id: 'kai' },
  details: { sessions: 2 },
});
const entries = async () => (await database.pool.query('select actor, actor_kind, subject_id, details from audit_log order by id')).rows;

test('an entry is written in the transaction of its action', async () => {
  const before = (await entries()).length;
  await transact(database.db, async (trx) => {
    await audit(trx, entryOf(gerda));
    throw new Error('the deed failed');
  }).catch(() => {});
  expect(await entries()).toHaveLength(before);
  await transact(database.db, (trx) => audit(trx, entryOf(gerda)));
  expect((await entries()).at(-1)).toEqual({ actor: gerda, actor_kind: 'person', subject_id: 'kai', details: { sessions: 2 } });
});

test('details with names of secrets are rejected', async () => {
  await expect(audit(database.db, { ...entryOf(gerda), details: { newPassword: 'x' } })).rejects.toThrow(/looks like a secret/);
});

test('entries of a deleted administrator keep only the action', async () => {
  await audit(database.db, entryOf(gerda));
  await database.pool.query('delete from users where id = $1', [gerda]);
  expect((await entries()).at(-1)).toMatchObject({ actor: null, actor_kind: 'person' });
});

describe('the audit log is added to and read, by', () => {
  const changes = ["update audit_log set action = 'other'", 'update audit_log set actor = null', 'delete from audit_log'];
  test.each(changes)('the role of the site: %s is denied', async (statement) => {
    await audit(database.db, entryOf(gerda));
    const isRefused = { code: '42501' };
    // With a single role, the trigger allows only the change of the foreign key.
    if (statement.includes('actor = null') && process.env.TEST_DATABASE_URL !== undefined) return;
    await expect(database.pool.query(statement)).rejects.toMatchObject(isRefused);
  });

  test.each([...changes.filter((statement) => !statement.includes('actor')), 'truncate audit_log'])(
    'the owner, where there is no other role: %s is refused',
    async (statement) => {
      await audit(database.db, entryOf(gerda));
      await expect(runSql(database.ownerUrl, statement)).rejects.toThrow('the audit log is not changed');
    },
  );
});
