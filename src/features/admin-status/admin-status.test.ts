import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '#src/platform/config.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { operationsDeps } from '#test/admin-deps.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { listQueue } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { addUser, PASSWORD } from '#test/users.ts';
import { readStatus } from './admin-status.ts';
import { AdminStatus } from './contract.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await owner('delete from graphile_worker._private_jobs');
  await owner('delete from backup_log');
  staff = await openAdminApi(database);
});

const owner = (text: string, values: unknown[] = []) => runSql<Record<string, unknown>>(database.ownerUrl, text, values);
const read = async () => AdminStatus.parse((await staff.ask('/operations')).body);

/** A job without attempts left. */
async function addDeadJob(task = 'publish-tale', error = 'The mill stood still.'): Promise<number> {
  await addJob(database.db, task, { id: 1 });
  const [job] = await owner(
    'update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1 where id = (select max(id) from graphile_worker._private_jobs) returning id',
    [error],
  );
  return Number(job?.id);
}

test('reads all panels', async () => {
  const figures = await read();
  expect(Object.entries(figures).filter(([, panel]) => panel === null)).toEqual([]);
  const { database: ofDatabase, disk, process: ofProcess, settings, counts } = figures;
  expect(counts?.days).toHaveLength(30);
  expect(ofDatabase).toMatchObject({ is_embedded: true, version: expect.stringMatching(/^\d+\.\d+/), longest_seconds: expect.any(Number) });
  expect(ofDatabase?.last_migration).toMatch(/^\d{4}_.*\.sql$/);
  expect(ofDatabase?.tables.length).toBe(8);
  expect(ofDatabase?.connections).toBeGreaterThan(0);
  expect(ofDatabase?.most_connections).toBeGreaterThanOrEqual(ofDatabase?.connections ?? 0);
  expect(disk?.folder.bytes).toBeGreaterThan(disk?.folder.free ?? 0);
  expect(disk?.archive).toBeNull();
  expect(ofProcess).toMatchObject({ pid: process.pid, node: process.versions.node, talewood: VERSION });
  expect(settings).toEqual(['no_smtp', 'no_public_url', 'no_archive']);
});

test('counts emails by status', async () => {
  const mail = { to: 'kai@tales.example', subject: 'A letter', html: '<p>x', text: 'x' };
  const [, dead, sent] = [await queueEmail(database.db, mail), await queueEmail(database.db, mail), await queueEmail(database.db, mail)];
  await owner('delete from graphile_worker._private_jobs where key = $1', [`mail:${dead}`]);
  await owner("update outbound_emails set sent_at = now() - interval '2 days', html = null, text = null where id = $1", [sent]);
  expect((await read()).mails).toEqual({ waiting: 1, failed: 1, sent_day: 0, sent_month: 1, letter: null });
});

test('counts the deliveries of the last newsletter issue', async () => {
  await owner(
    "insert into newsletter_subscribers (email, status) select n || '@tales.example', 'unsubscribed' from generate_series(1, 3) n",
  );
  await owner(
    "insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at) values ('2026-01-04', 'sending', now(), 'x', '[]', 'x', 'x', now())",
  );
  await owner(
    'insert into newsletter_deliveries (issue_id, subscriber_id) select i.id, s.id from newsletter_issues i, newsletter_subscribers s',
  );
  await owner(
    "update newsletter_deliveries set status = 'sent', completed_at = now() where id = (select min(id::text)::uuid from newsletter_deliveries)",
  );
  expect((await read()).mails?.letter).toEqual({ day: '2026-01-04', waiting: 2, sent: 1, failed: 0, dropped: 0 });
  await owner('delete from newsletter_issues');
  await owner('delete from newsletter_subscribers');
});

test('a panel that cannot be read is null and logged; the others are returned', async () => {
  await owner('alter table media rename to media_away');
  const figures = await read();
  await owner('alter table media_away rename to media');
  expect(Object.entries(figures).flatMap(([name, panel]) => (panel === null ? [name] : []))).toEqual(['disk']);
  expect(staff.logs.lines()).toContainEqual(expect.objectContaining({ event: 'panel_not_read', panel: 'disk' }));
});

test('current problems come first; if they cannot be found the rest is returned', async () => {
  const deps = { ...operationsDeps(), db: database.db, log: staff.logs.log };
  const { settings } = await readStatus({ ...deps, findProblems: async () => ['disk_full', 'separate_stores'] });
  expect(settings.slice(0, 3)).toEqual(['disk_full', 'separate_stores', 'no_smtp']);
  const failing = await readStatus({ ...deps, findProblems: () => Promise.reject(new Error('the bucket is away')) });
  expect(failing.settings).toEqual(['no_smtp', 'no_public_url', 'no_archive']);
});

test('event loop delay is returned from the second request on', async () => {
  expect((await read()).process?.delay).toBeNull();
  await expect.poll(async () => (await read()).process?.delay?.p50_ms).toBeGreaterThanOrEqual(0);
});

test('returns the last backup of each kind', async () => {
  expect((await read()).backups).toEqual({ file: null, base: null });
  await owner(
    "insert into backup_log (at, kind, bytes, tales, verified_at) values ('2026-01-02', 'file', 10, 3, null), ('2026-01-03', 'file', 20, 4, '2026-01-04')",
  );
  expect((await read()).backups).toMatchObject({
    file: { at: '2026-01-03T00:00:00.000Z', bytes: 20, tales: 4, verified_at: expect.stringMatching(/^2026-01-0[34]T/) },
    base: null,
  });
});

describe('a dead job', () => {
  test('is listed with its last error and the counts of its task', async () => {
    await addJob(database.db, 'publish-tale', { id: 2 });
    const id = await addDeadJob('publish-tale', 'x'.repeat(1_000));
    expect((await read()).jobs).toEqual({
      tasks: [{ task: 'publish-tale', waiting: 1, running: 0, dead: 1 }],
      is_all: true,
      dead: [{ id, task: 'publish-tale', tries: 10, added_at: expect.any(String), last_error: 'x'.repeat(300) }],
    });
  });

  test('is retried once with all its attempts, and audited', async () => {
    const id = await addDeadJob();
    expect((await staff.call('POST', `/jobs/${id}/retry`)).status).toBe(204);
    expect(await listQueue(database.ownerUrl)).toMatchObject([{ id, attempts: 0, max_attempts: 10, locked_by: null }]);
    expect(await staff.call('POST', `/jobs/${id}/retry`)).toMatchObject({ status: 404, body: { code: 'unknown_job' } });
    expect(await audited(id)).toEqual([{ actor: staff.admin.id, action: 'job.retried', details: { task: 'publish-tale' } }]);
  });

  test('is removed once, and audited', async () => {
    const id = await addDeadJob();
    const answers = await Promise.all([staff.call('DELETE', `/jobs/${id}`), staff.call('DELETE', `/jobs/${id}`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await listQueue(database.ownerUrl)).toEqual([]);
    expect(await audited(id)).toEqual([{ actor: staff.admin.id, action: 'job.removed', details: { task: 'publish-tale' } }]);
  });
});

const audited = (id: number) =>
  staff.rows("select actor, action, details from audit_log where subject_kind = 'job' and subject_id = $1 order by id", [String(id)]);

test('a waiting or running job is neither retried nor removed', async () => {
  await addJob(database.db, 'publish-tale', { id: 1 });
  const [job] = await listQueue(database.ownerUrl);
  for (const state of ['locked_at = null', "locked_at = now(), locked_by = 'x', attempts = max_attempts"]) {
    await owner(`update graphile_worker._private_jobs set ${state}`);
    expect((await staff.call('POST', `/jobs/${job?.id}/retry`)).status).toBe(404);
    expect((await staff.call('DELETE', `/jobs/${job?.id}`)).status).toBe(404);
  }
  expect(await listQueue(database.ownerUrl)).toHaveLength(1);
});

test.each(['0', 'x', '-1', '99999999999999999999', "1'; select 1"])('job %s does not exist', async (id) => {
  expect((await staff.call('DELETE', `/jobs/${encodeURIComponent(id)}`)).status).toBe(404);
});

test('is for administrators only, without API keys', async () => {
  const id = await addDeadJob();
  const user = await addUser(database.pool);
  const { body: key } = await staff.call('POST', '/keys', { body: { name: 'Import', scope: 'write', current: PASSWORD } });
  for (const [method, path] of [
    ['GET', '/operations'],
    ['POST', `/jobs/${id}/retry`],
    ['DELETE', `/jobs/${id}`],
  ] as const) {
    expect((await staff.call(method, path, { as: user })).status).toBe(403);
    expect((await staff.call(method, path, { as: { ...user, cookie: '' } })).status).toBe(401);
    const asProgram = { method, headers: { authorization: `Bearer ${key.secret}` } };
    expect((await staff.app.request(`/api/v1/admin${path}`, asProgram)).status).toBeGreaterThanOrEqual(401);
  }
  expect(await audited(id)).toEqual([]);
});
