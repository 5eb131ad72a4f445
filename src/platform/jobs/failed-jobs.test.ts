import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { listQueue } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { addJob } from './add-job.ts';
import { countJobs, listFailedJobs, removeFailedJob, retryFailedJob } from './failed-jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const add = (text: string, tries: number) => addJob(database.db, 'note', { text }, { tries });

describe('failed jobs', () => {
  let ids: Record<string, number>;
  beforeEach(async () => {
    await runSql(database.ownerUrl, 'delete from graphile_worker._private_jobs');
    for (const text of ['failed', 'failed too', 'waiting', 'running', 'last attempt']) await add(text, 2);
    await addJob(database.db, 'other', { text: 'scheduled' }, { runAt: new Date(Date.now() + 86_400_000) });
    const set = (text: string, values: string) =>
      runSql(database.ownerUrl, `update graphile_worker._private_jobs set ${values} where payload->>'text' = $1`, [text]);
    await set('failed', "attempts = 2, last_error = 'no'");
    await set('failed too', 'attempts = 2');
    await set('running', "attempts = 1, locked_at = now(), locked_by = 'x'");
    await set('last attempt', "attempts = 2, locked_at = now(), locked_by = 'x'");
    const rows = await runSql<{ id: string; text: string }>(
      database.ownerUrl,
      "select id, payload->>'text' as text from graphile_worker._private_jobs",
    );
    ids = Object.fromEntries(rows.map(({ id, text }) => [text, Number(id)]));
  });

  test('are listed newest first, without jobs that wait or run', async () => {
    const list = await listFailedJobs(database.db);
    expect(list).toMatchObject([
      { task: 'note', tries: 2, lastError: null },
      { task: 'note', tries: 2, lastError: 'no' },
    ]);
    expect(list.map(({ id }) => Number(id))).toEqual([ids['failed too'], ids.failed]);
    expect(await listFailedJobs(database.db, ids['failed too'])).toEqual(list.slice(1));
    expect(await listFailedJobs(database.db, ids.failed)).toEqual([]);
  });

  test('are counted apart from those that wait or run', async () => {
    expect(await countJobs(database.db)).toEqual({
      tasks: [
        { task: 'note', waiting: 1, running: 2, dead: 2 },
        { task: 'other', waiting: 1, running: 0, dead: 0 },
      ],
      isAll: true,
    });
  });

  test('are the only ones to be retried or removed', async () => {
    for (const text of ['waiting', 'running', 'last attempt', 'scheduled'])
      for (const change of [retryFailedJob, removeFailedJob]) expect(await change(database.db, ids[text] ?? 0), text).toBeUndefined();
    expect(await listQueue(database.ownerUrl)).toHaveLength(6);
    expect(await retryFailedJob(database.db, ids.failed ?? 0)).toBe('note');
    expect(await removeFailedJob(database.db, ids['failed too'] ?? 0)).toBe('note');
    expect(await listFailedJobs(database.db)).toEqual([]);
    expect(await countJobs(database.db)).toMatchObject({ tasks: [{ task: 'note', waiting: 2, running: 2, dead: 0 }, { task: 'other' }] });
  });
});
