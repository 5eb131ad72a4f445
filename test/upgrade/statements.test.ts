import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '#src/platform/db/open-client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { findUnplannable, listRecorded, readStatements } from './statements.ts';

/** The previous version may run on the database of this one while processes are replaced: see README.md. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Plans the statements after a change of the schema that is rolled back. */
async function failuresAfter(change: string, statements: readonly string[]): Promise<string[]> {
  const client = await openClient(database.ownerUrl, 'test');
  try {
    await client.query('begin');
    await client.query(change);
    return [...(await findUnplannable(client, statements))].map(([text, problem]) => `${problem}: ${text}`);
  } finally {
    await client.end();
  }
}

describe.each(await listRecorded())('the statements of %s', (version) => {
  test('work with the current schema', async () => {
    const statements = await readStatements(version);
    expect(statements.length).toBeGreaterThan(200);
    expect(await failuresAfter('select 1', statements)).toEqual([]);
  });

  test.each([
    ['alter table tales rename excerpt to summary', 'column'],
    ['drop table daily_counts', 'relation "daily_counts" does not exist'],
    ['drop function normalize_text(text) cascade', 'function normalize_text'],
    ['alter table rate_limits drop constraint rate_limits_pkey', 'no unique or exclusion constraint'],
  ])('would fail after: %s', async (change, problem) => {
    const failures = await failuresAfter(change, await readStatements(version));
    expect(failures.filter((failure) => failure.includes(problem))).not.toEqual([]);
  });
});
