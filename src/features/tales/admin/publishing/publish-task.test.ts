import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Jobs, startJobs } from '#src/platform/jobs/start-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { updateTale } from '../../tales.ts';
import { publishTaleTask } from './publish-task.ts';

let database: TestDatabase;
let logs: ReturnType<typeof openTestLog>;
const started: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  logs = openTestLog();
  await rows('delete from tales');
  await rows('delete from graphile_worker._private_jobs');
});
afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())));

// As the owner, who can read the tables of the job queue.
const rows = (text: string, values: unknown[] = []) => runSql<Record<string, unknown>>(database.ownerUrl, text, values);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const addScheduled = (hours = 5) => addTale(database.db, { title: 'The Clock', publish_date: inHours(hours) });
const jobs = () => rows('select key, run_at from graphile_worker.jobs order by id');
const wentPublic = async (id: string) => (await rows('select first_published_at from tales where id = $1', [id]))[0]?.first_published_at;
const audited = (id: string) => rows("select actor_kind from audit_log where action = 'tale.went-public' and subject_id = $1", [id]);
const run = (id: string) =>
  publishTaleTask({ db: database.db, log: logs.log }).run({ id }, { attempt: 1, signal: AbortSignal.timeout(5_000) });

/** Moves the times of a tale and its job into the past without firing triggers. */
async function pass(id: string, hours: number): Promise<void> {
  await rows(`begin; alter table tales disable trigger user;
    update tales set publish_date = publish_date - interval '${hours} hours' where id = '${id}';
    alter table tales enable trigger user;
    update graphile_worker._private_jobs set run_at = run_at - interval '${hours} hours'; commit`);
}

const work = async () => {
  const tasks = [publishTaleTask({ db: database.db, log: logs.log })];
  started.push(await startJobs({ pool: database.pool, tasks, log: logs.log, pollIntervalMs: 50 }));
};
const emptyQueue = () => expect.poll(jobs).toEqual([]);

describe('a future date', () => {
  test('adds a job in the transaction that saves the tale', async () => {
    await database.db
      .transaction()
      .execute(async (trx) => {
        await addTale(trx, { publish_date: inHours(1) });
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await jobs()).toEqual([]);
    const date = inHours(5);
    const { id } = await addTale(database.db, { publish_date: date });
    expect(await jobs()).toEqual([{ key: `publish:${id}`, run_at: new Date(date) }]);
    expect(await wentPublic(id)).toBeNull();
  });

  test('is marked once when it has come, by concurrent and repeated jobs, with one audit entry', async () => {
    const { id, version } = await addScheduled();
    await pass(id, 6);
    await Promise.all([run(id), run(id), run(id)]);
    await Promise.all([work(), work()]);
    await emptyQueue();
    expect(await wentPublic(id)).toBeInstanceOf(Date);
    expect(await audited(id)).toEqual([{ actor_kind: 'site' }]);
    expect(logs.events().filter((event) => event === 'tale_went_public')).toHaveLength(1);
    // Editors who have the tale open are not notified of a change.
    expect(await rows('select version from tales where id = $1', [id])).toEqual([{ version }]);
  });

  test('that came while no worker ran is marked afterwards', async () => {
    const { id } = await addScheduled();
    await pass(id, 100);
    expect(await wentPublic(id)).toBeNull();
    await work();
    await emptyQueue();
    expect(await audited(id)).toHaveLength(1);
  });

  test('is not marked by an early job', async () => {
    const { id } = await addScheduled();
    await run(id);
    expect([await wentPublic(id), await audited(id)]).toEqual([null, []]);
  });

  test('that is moved moves its job; the old job does nothing', async () => {
    const { id, version } = await addScheduled(5);
    const date = inHours(50);
    await updateTale(database.db, id, version, taleInput({ publish_date: date }));
    expect(await jobs()).toEqual([{ key: `publish:${id}`, run_at: new Date(date) }]);
    await pass(id, 10);
    await run(id);
    expect(await audited(id)).toEqual([]);
    await pass(id, 41);
    await work();
    await emptyQueue();
    expect(await audited(id)).toHaveLength(1);
  });

  test.each(["update tales set status = 'draft'", 'update tales set deleted_at = now()', 'delete from tales'])(
    'means nothing any more after: %s',
    async (change) => {
      const { id } = await addScheduled();
      await rows(change);
      await rows('update graphile_worker._private_jobs set run_at = now()');
      await work();
      await emptyQueue();
      expect([(await wentPublic(id)) ?? null, await audited(id)]).toEqual([null, []]);
    },
  );

  test('is scheduled again when a tale is restored or published again', async () => {
    const { id } = await addScheduled();
    for (const [away, back] of [
      ['deleted_at = now()', 'deleted_at = null'],
      ["status = 'draft'", "status = 'published'"],
    ]) {
      await rows(`update tales set ${away}`);
      await rows('delete from graphile_worker._private_jobs');
      await rows(`update tales set ${back}`);
      expect(await jobs()).toMatchObject([{ key: `publish:${id}` }]);
    }
  });
});

describe('a past date', () => {
  test('needs no job: the tale is public on saving and on restoring', async () => {
    const { id } = await addTale(database.db);
    expect(await wentPublic(id)).toBeInstanceOf(Date);
    await rows("update tales set status = 'draft'");
    expect(await wentPublic(id)).toBeNull();
    await rows("update tales set status = 'published'");
    expect(await wentPublic(id)).toBeInstanceOf(Date);
    expect([await jobs(), await audited(id)]).toEqual([[], []]);
  });

  test('moved to the future hides the tale until then', async () => {
    const { id, version } = await addTale(database.db);
    await updateTale(database.db, id, version, taleInput({ publish_date: inHours(2) }));
    expect(await wentPublic(id)).toBeNull();
    await pass(id, 3);
    await work();
    await emptyQueue();
    expect([await wentPublic(id), await audited(id)]).toEqual([expect.any(Date), [{ actor_kind: 'site' }]]);
  });

  test('other changes leave the mark to the job', async () => {
    const { id } = await addScheduled();
    await pass(id, 6);
    await rows("update tales set excerpt = 'Another one.'");
    expect(await wentPublic(id)).toBeNull();
  });
});

test('a job without an id fails and changes nothing', async () => {
  await expect(run('')).rejects.toThrow('publish-tale');
});
