import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openPool } from '#src/platform/db/pool.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { listQueue, openTestLog } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { type Jobs, startJobs } from './start-jobs.ts';
import { defineTask } from './task.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const started: Jobs[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
});

const { log } = openTestLog();
const SWEEP = 'sweep';
const lastAdded = async () => {
  const [row] = await runSql<{ last_execution: Date | null }>(
    database.ownerUrl,
    'select last_execution from graphile_worker._private_known_crontabs where identifier = $1',
    [SWEEP],
  );
  return row?.last_execution;
};

test('a daily job runs once in one of all processes, also if none ran when it was due', async () => {
  const hourAgo = new Date(Date.now() - 60 * 60_000);
  const at = `${hourAgo.getUTCHours()}:${hourAgo.getUTCMinutes()}` as const;
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const task = defineTask({ name: SWEEP, payload: z.object({}), run });
  const start = async (count: number) => {
    const jobs = Array.from({ length: count }, () =>
      startJobs({ pool: database.pool, tasks: [task], daily: [{ task: SWEEP, at }], log, pollIntervalMs: 50 }),
    );
    started.push(...(await Promise.all(jobs)));
  };
  // New here: first due tomorrow.
  await start(2);
  await expect.poll(lastAdded).toBeNull();
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  expect(runs).toBe(0);

  const setKnown = `update graphile_worker._private_known_crontabs set known_since = now() - interval '3 days', last_execution = null`;
  await runSql(database.ownerUrl, setKnown);
  await start(3);
  await expect.poll(() => runs).toBe(1);
  expect(await lastAdded()).toEqual(new Date(Math.floor(hourAgo.getTime() / 60_000) * 60_000));
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  expect(await listQueue(database.ownerUrl)).toEqual([]);

  // A process that starts later, with a clock that is set back or not, finds the day's work done.
  await start(2);
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  expect([runs, await listQueue(database.ownerUrl)]).toEqual([1, []]);
});

test('a wrong clock of a process neither adds nor prevents a job', async () => {
  const identifier = 'sweep-by-clock';
  const known = `select last_execution, last_execution > now() as ahead from graphile_worker._private_known_crontabs where identifier = '${identifier}'`;
  const row = async () => (await runSql<{ last_execution: Date | null; ahead: boolean | null }>(database.ownerUrl, known))[0];
  await runSql(
    database.ownerUrl,
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('${identifier}', now() - interval '3 days', now() + interval '10 years')`,
  );
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const task = defineTask({ name: identifier, payload: z.strictObject({}), run });
  const start = async () => {
    started.push(
      await startJobs({ pool: database.pool, tasks: [task], daily: [{ task: identifier, at: '3:17' }], log, pollIntervalMs: 50 }),
    );
  };
  // A date stored with a wrong clock does not prevent due jobs.
  await start();
  await expect.poll(() => runs).toBe(1);
  expect((await row())?.ahead).toBe(false);
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  const before = await row();

  const timers = vi.spyOn(globalThis, 'setTimeout');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 365 * 86_400_000 });
  try {
    await start();
  } finally {
    vi.useRealTimers();
  }
  await runSql(database.ownerUrl, `select graphile_worker.add_job('${identifier}')`);
  await expect.poll(() => runs).toBe(2);
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  expect([runs, await row(), await listQueue(database.ownerUrl)]).toEqual([2, before, []]);
  // One that waits for ten years ends at once, again and again.
  expect(Math.max(...timers.mock.calls.map(([, ms = 0]) => ms))).toBeLessThan(2 ** 31);
  timers.mockRestore();
});

test('an unreachable database does not prevent a process with daily jobs from stopping', async () => {
  const pool = openPool('postgresql://nobody@localhost:1/none?host=/nowhere', { log: silent });
  const jobs = await startJobs({ pool, tasks: [], daily: [{ task: SWEEP, at: '3:17' }], log });
  const begun = performance.now();
  await jobs.stop();
  expect(performance.now() - begun).toBeLessThan(5_000);
  await pool.end();
});
