import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openPool } from '#src/platform/db/pool.ts';
import { captureConsole } from '#src/platform/log.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { listQueue, openTestLog, retryJobsNow } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { addJob } from './add-job.ts';
import { listFailedJobs } from './failed-jobs.ts';
import { migrateJobs } from './migrate-jobs.ts';
import { type Jobs, startJobs } from './start-jobs.ts';
import { defineTask, type JobFacts } from './task.ts';
import { startHeartbeat, workerIsAlive } from './worker-heartbeat.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const started: Jobs[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  await runSql(database.ownerUrl, 'delete from graphile_worker._private_jobs');
});

const { log, text, events } = openTestLog();

/** Runs a task "note" in a number of workers. Returns the notes it received. */
async function work(
  note: (text: string, job: JobFacts) => Promise<void> | void,
  { workers = 1, drainMs = 8_000, freeEveryMs = 5_000 } = {},
) {
  const notes: string[] = [];
  const task = defineTask({
    name: 'note',
    payload: z.strictObject({ text: z.string() }),
    run: async ({ text }, job) => {
      notes.push(text);
      await note(text, job);
    },
  });
  for (let n = 0; n < workers; n += 1) {
    started.push(await startJobs({ pool: database.pool, tasks: [task], log, pollIntervalMs: 50, drainMs, freeEveryMs }));
  }
  return notes;
}
const add = (text: string, tries?: number) => addJob(database.db, 'note', { text }, tries === undefined ? {} : { tries });
const queue = () => listQueue(database.ownerUrl);
const emptyQueue = () => expect.poll(queue).toEqual([]);

describe('jobs', () => {
  test('of a rolled back transaction never run; those of a committed one run once', async () => {
    const notes = await work(() => {}, { workers: 2 });
    const failing = database.db.transaction().execute(async (trx) => {
      await addJob(trx, 'note', { text: 'undone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 20; n += 1) await addJob(trx, 'note', { text: `done ${n}` });
      expect(notes).toEqual([]);
    });
    await emptyQueue();
    expect(notes.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `done ${n}`).toSorted());
  });

  test('whose completion cannot be stored do not end the process, and run again', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const failure = new Error('timeout exceeded when trying to connect');
    const notes = await work(
      () => {
        if (notes.length > 1) return;
        const connect = vi.spyOn(database.pool, 'connect').mockImplementation(((done?: (error: Error) => void) => {
          if (done === undefined) return Promise.reject(failure);
          done(failure);
        }) as typeof database.pool.connect);
        setTimeout(() => connect.mockRestore(), 500);
      },
      { freeEveryMs: 50 },
    );
    await add('a');
    await expect.poll(() => notes).toEqual(['a', 'a']);
    await emptyQueue();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('that fail are retried with backoff, and fail permanently after the last attempt', async () => {
    const notes = await work((_, { attempt }) => {
      throw new Error(`try ${attempt} failed`);
    });
    await add('a', 3);
    const failed = (attempts: number) =>
      expect.poll(queue).toMatchObject([{ attempts, max_attempts: 3, locked_by: null, last_error: `try ${attempts} failed` }]);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await failed(attempt);
      waits.push((await queue())[0]?.wait_s ?? 0);
      await retryJobsNow(database.ownerUrl);
    }
    expect(waits[0]).toBeGreaterThan(2);
    expect(waits[1]).toBeGreaterThan(2 * (waits[0] ?? 0));
    expect(await listFailedJobs(database.db)).toMatchObject([{ task: 'note', tries: 3, lastError: 'try 3 failed' }]);
    expect(notes).toEqual(['a', 'a', 'a']);
    expect(events().filter((event) => event === 'job_failed' || event === 'job_dead')).toEqual(['job_failed', 'job_failed', 'job_dead']);
  });

  test('with an invalid payload fail without logging it', async () => {
    const notes = await work(() => {});
    await addJob(database.db, 'note', { text: 1, hidden: 'hush' }, { tries: 1 });
    await expect.poll(() => listFailedJobs(database.db)).toMatchObject([{ lastError: expect.stringContaining(': text') }]);
    expect(notes).toEqual([]);
    expect(text()).not.toContain('hush');
  });

  test('with a key replace one another while they wait', async () => {
    for (const text of ['old', 'new']) await addJob(database.db, 'note', { text }, { key: 'k', queue: 'q' });
    await addJob(database.db, 'note', { text: 'tomorrow' }, { runAt: new Date(Date.now() + 86_400_000) });
    const notes = await work(() => {});
    await expect.poll(queue).toHaveLength(1);
    expect(notes).toEqual(['new']);
  });
});

describe('a stop', () => {
  test('waits for the running job', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await work(() => {
      begun.resolve();
      return go.promise;
    });
    await add('a');
    await begun.promise;
    const stopping = Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    go.resolve();
    await stopping;
    expect(await queue()).toEqual([]);
  });

  test('releases a job that takes too long, and another process runs it', async () => {
    const begun = Promise.withResolvers<void>();
    await work(
      () => {
        begun.resolve();
        return new Promise(() => {});
      },
      { drainMs: 100 },
    );
    await add('a');
    await begun.promise;
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    expect(await queue()).toMatchObject([{ attempts: 1, locked_by: null }]);
    const notes = await work(() => {});
    await retryJobsNow(database.ownerUrl);
    await emptyQueue();
    expect(notes).toEqual(['a']);
  });
});

test('jobs continue after all connections were lost', async () => {
  const notes = await work(() => {});
  const { rows } = await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user and datname = current_database()',
  );
  expect(rows.length).toBeGreaterThan(0);
  await runSql(database.ownerUrl, `select graphile_worker.add_job('note', '{"text":"a"}')`);
  await emptyQueue();
  expect(notes).toEqual(['a']);
});

describe('a job running in another process', () => {
  const LOOKS_MS = 50;
  const take = async (ago = '0 s') => {
    await add('taken');
    await runSql(
      database.ownerUrl,
      `update graphile_worker._private_jobs set attempts = 1, locked_by = 'another', locked_at = now() - interval '${ago}'`,
    );
  };
  const lookOften = () => work(() => {}, { freeEveryMs: LOOKS_MS });
  /** Number of checks so far: each queries the locks. */
  const passLooks = async (count: number) => {
    const asked = vi.spyOn(database.pool, 'query');
    const looks = () => asked.mock.calls.filter(([text]) => String(text).includes('pg_locks')).length;
    await expect.poll(looks).toBeGreaterThanOrEqual(count);
    asked.mockRestore();
  };

  test('stays locked while its process is alive, and runs in another one after that was killed', async () => {
    const alive = startHeartbeat(database.pool, 'another', log);
    await alive.held;
    await take();
    const notes = await lookOften();
    await passLooks(5);
    expect(await queue()).toMatchObject([{ locked_by: 'another' }]);
    await alive.end();
    await emptyQueue();
    expect(notes).toEqual(['taken']);
  });

  test('stays locked if its process briefly loses all connections', async () => {
    const own = openPool(database.url, { log: silent });
    const alive = startHeartbeat(own, 'another', log);
    await alive.held;
    await take();
    const notes = await work(() => {}, { freeEveryMs: 1_000 });
    const told = () => events().filter((event) => event === 'worker_lock_lost').length;
    const before = told();
    const ours = "locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())";
    await runSql(database.url, `select pg_terminate_backend(pid) from pg_locks where ${ours}`);
    await expect.poll(told).toBeGreaterThan(before);
    await passLooks(3);
    expect(await queue()).toMatchObject([{ locked_by: 'another' }]);
    expect(notes).toEqual([]);
    await alive.end();
    await own.end();
  });

  test('is released after 15 minutes in any case', async () => {
    const alive = startHeartbeat(database.pool, 'another', log);
    await alive.held;
    await take('14 minutes');
    const notes = await lookOften();
    await passLooks(5);
    expect(notes).toEqual([]);
    await runSql(database.ownerUrl, "update graphile_worker._private_jobs set locked_at = now() - interval '16 minutes'");
    await emptyQueue();
    expect(notes).toEqual(['taken']);
    await alive.end();
  });

  test('does not start before the heartbeat of its process is stored', async () => {
    const held: unknown[] = [];
    await work(async () => {
      const [job] = await queue();
      const taken = await runSql(database.ownerUrl, `select from (select $1::text as worker) own where ${workerIsAlive('own.worker')}`, [
        job?.locked_by,
      ]);
      held.push(taken.length);
    });
    await add('a');
    await emptyQueue();
    expect(held).toEqual([1]);
  });
});

test('an unreachable database is reported, and jobs can be stopped', async () => {
  const pool = openPool('postgresql://nobody@localhost:1/none?host=/nowhere', { log: silent });
  const own = openTestLog();
  const jobs = await startJobs({ pool, tasks: [], log: own.log });
  expect(own.events()).toContain('jobs_interrupted');
  await jobs.stop();
  await pool.end();
});

test('the queue is set up once, however many processes start at the same time', async () => {
  const bare = await createTestDatabase({ migrated: false });
  await Promise.all(Array.from({ length: 4 }, () => migrateJobs(bare.ownerUrl, { log: silent })));
  await addJob(bare.db, 'note', { text: 'a' });
  expect(await listQueue(bare.ownerUrl)).toHaveLength(1);
  await bare.drop();
});

test.skipIf(process.env.TEST_DATABASE_URL !== undefined)(
  'the role that serves may not touch the record of the queue’s schema',
  async () => {
    await expect(database.pool.query('delete from graphile_worker.migrations')).rejects.toMatchObject({ code: '42501' });
    await expect(database.pool.query('alter table graphile_worker._private_jobs disable row level security')).rejects.toMatchObject({
      code: '42501',
    });
  },
);

test('errors of the job runner are logged, one line each', async () => {
  const undo = captureConsole(log);
  const printed = vi.spyOn(process.stderr, 'write');
  // The library acquires connections with a callback, and our hook awaits one.
  const pool = openPool(database.url, { log: silent, max: 5 });
  vi.spyOn(pool, 'connect').mockImplementation(() => Promise.reject(new Error('connect EAGAIN')) as never);
  const query = vi.spyOn(pool, 'query').mockResolvedValue({ rows: [] } as never);
  try {
    started.push(await startJobs({ pool, tasks: [], log }));
    await expect.poll(() => text()).toContain('connect EAGAIN');
    expect(query).toHaveBeenCalled();
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    expect(events()).toContain('console');
    expect(printed).not.toHaveBeenCalled();
  } finally {
    undo();
    printed.mockRestore();
    vi.restoreAllMocks();
    await pool.end();
  }
});
