import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { renderIssue } from './emails/render-issue.tsx';
import { type IssueSchedulerDeps, runIssueScheduler, startIssueScheduler } from './issue-scheduler.ts';

let database: TestDatabase;
/** Sundays at eight, in Berlin. The issues of these tests are in December 2029, whenever they run. */
const SUNDAY = new Date('2029-12-09T07:00:00Z');
const day = (days: number, from = SUNDAY) => new Date(from.getTime() + days * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['newsletter_issues', 'newsletter_subscribers', 'tales']) await run(`delete from ${table}`);
  await run("update newsletter_schedule set is_on = true, weekday = 7, hour = 8, time_zone = 'Europe/Berlin', updated_at = '2029-12-04'");
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const deps = (about: Partial<IssueSchedulerDeps> = {}): IssueSchedulerDeps => ({
  ...{ db: database.db, publicUrl: 'https://tales.example', renderIssue, hasMailServer: true, log: openTestLog().log },
  ...about,
});
const look = (at: Date, about: Partial<IssueSchedulerDeps> = {}) => runIssueScheduler(deps(about), at);
const issues = () => run('select issue_date::text as day, status, send_at, is_edited, parts from newsletter_issues order by issue_date');
const states = async () => (await issues()).map((issue) => [issue.day, issue.status]);
const deliveries = () =>
  run(
    "select coalesce(s.email, 'account') as to from newsletter_deliveries d join newsletter_subscribers s on s.id = d.subscriber_id order by 1",
  );
/** Audit log entries of the issues. */
const audited = () => run('select action, actor from audit_log where subject_id in (select id::text from newsletter_issues) order by id');
const subscribe = (email: string, frequency = 'weekly', status = 'confirmed') =>
  run("insert into newsletter_subscribers (email, status, frequency, consent_at, consent_text) values ($1, $2, $3, now(), 'yes')", [
    email,
    status,
    frequency,
  ]);

test('an issue is prepared three days before its time, not earlier, and once', async () => {
  await addTale(database.db);
  await look(new Date(day(-3).getTime() - 1));
  expect(await issues()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => look(day(-3))));
  await look(day(-2));
  expect(await issues()).toMatchObject([{ day: '2029-12-09', status: 'draft', send_at: SUNDAY, is_edited: false }]);
  expect(await audited()).toEqual([{ action: 'letter.prepared', actor: null }]);
});

test('at its time it is rendered and sent once, to its recipients', async () => {
  const { slug } = await addTale(database.db, { title: 'The Frog King' });
  await subscribe('kai@tales.example');
  await subscribe('gerda@tales.example');
  await subscribe('wolf@tales.example', 'weekly', 'pending');
  await look(day(-3));
  await look(new Date(SUNDAY.getTime() - 1));
  expect(await states()).toEqual([['2029-12-09', 'draft']]);
  await Promise.all([1, 2, 3].map(() => look(SUNDAY)));
  await look(day(1));
  const [issue] = await run('select status, html, text, sending_at, sent_at from newsletter_issues');
  expect(issue).toMatchObject({ status: 'sending', sending_at: SUNDAY, sent_at: null });
  for (const part of [issue.html, issue.text]) expect(part).toContain(`https://tales.example/tale/${slug}`);
  expect(await deliveries()).toEqual([{ to: 'gerda@tales.example' }, { to: 'kai@tales.example' }]);
});

test('without recipients it is published on the site', async () => {
  await addTale(database.db);
  await look(day(-1));
  await look(SUNDAY);
  expect(await run('select status, sent_at from newsletter_issues')).toEqual([{ status: 'sent', sent_at: SUNDAY }]);
});

test('it is composed again when sent: with new tales, without removed ones', async () => {
  const { id: gone } = await addTale(database.db, { title: 'Gone' });
  await addTale(database.db, { title: 'Stays' });
  await look(day(-2));
  await run('update tales set deleted_at = now() where id = $1', [gone]);
  const { id: come } = await addTale(database.db, { title: 'Come', daysAgo: 0 });
  await look(SUNDAY);
  const [{ html, parts }] = await run('select html, parts from newsletter_issues');
  expect([html.includes('Gone'), html.includes('Stays'), html.includes('Come')]).toEqual([false, true, true]);
  const ids = parts.map(({ taleId }: { taleId: string }) => taleId);
  expect([ids.includes(gone), ids.includes(come)]).toEqual([false, true]);
});

describe('an edited draft', () => {
  const edit = (subject: string) => run("update newsletter_issues set subject = $1, is_edited = true where status = 'draft'", [subject]);

  test('is sent as edited, without tales that are no longer public', async () => {
    const { id: gone } = await addTale(database.db, { title: 'Gone' });
    await addTale(database.db, { title: 'Stays' });
    await look(day(-2));
    await edit('Mine');
    await addTale(database.db, { title: 'Come' });
    await run("update tales set status = 'draft' where id = $1", [gone]);
    await look(SUNDAY);
    const [{ subject, html }] = await run('select subject, html from newsletter_issues');
    expect([subject, html.includes('Gone'), html.includes('Stays'), html.includes('Come')]).toEqual(['Mine', false, true, false]);
  });

  test('is sent without new tales too', async () => {
    await addTale(database.db);
    await look(day(-1));
    await look(SUNDAY);
    await addTale(database.db, { daysAgo: 400 });
    await look(day(5));
    await edit('Mine');
    await look(day(7));
    expect((await states()).map(([, status]) => status)).toEqual(['sent', 'sent']);
  });
});

describe('no issue is sent', () => {
  test('without new tales since the last one; the next week is checked again', async () => {
    await addTale(database.db);
    await look(day(-1));
    await look(SUNDAY);
    await addTale(database.db, { daysAgo: 400 });
    await look(day(6));
    await look(day(7));
    expect(await states()).toEqual([
      ['2029-12-09', 'sent'],
      ['2029-12-16', 'skipped'],
    ]);
    expect((await audited()).filter(({ action }) => action === 'letter.skipped')).toHaveLength(1);
    await addTale(database.db, { publish_date: day(8).toISOString() });
    await run('update tales set publish_date = now() where publish_date > now()');
    await run("update newsletter_issues set sending_at = now() - interval '1 day' where status = 'sent'");
    await look(day(13));
    await look(day(14));
    expect((await states()).at(-1)).toEqual(['2029-12-23', 'sent']);
  });

  test('when none of its tales is left', async () => {
    await addTale(database.db);
    await look(day(-1));
    await run('update tales set deleted_at = now()');
    await look(SUNDAY);
    expect(await issues()).toMatchObject([{ status: 'skipped', parts: [] }]);
  });

  test('without a mail server: it waits for one', async () => {
    await addTale(database.db);
    await look(day(-1), { hasMailServer: false });
    await look(day(4), { hasMailServer: false });
    expect(await states()).toEqual([['2029-12-09', 'draft']]);
    await look(day(4));
    expect(await states()).toEqual([['2029-12-13', 'sent']]);
  });

  test('while the schedule is off, nor later for that time', async () => {
    await addTale(database.db);
    await run('update newsletter_schedule set is_on = false');
    await look(day(-1));
    await look(SUNDAY);
    expect(await issues()).toEqual([]);
    await run('update newsletter_schedule set is_on = true, updated_at = $1', [day(1)]);
    await look(day(1));
    expect(await issues()).toEqual([]);
  });
});

describe('after a downtime', () => {
  test('a prepared issue is sent late, and once', async () => {
    await addTale(database.db);
    await look(day(-2));
    await look(day(3));
    await look(day(3));
    expect(await states()).toEqual([['2029-12-12', 'sent']]);
  });

  test('of several missed issues one is sent', async () => {
    await addTale(database.db);
    await Promise.all([look(day(23)), look(day(23))]);
    expect(await states()).toEqual([['2030-01-01', 'sent']]);
    await look(day(25));
    await look(day(28));
    expect((await states()).map(([when]) => when)).toEqual(['2030-01-01', '2030-01-06']);
  });

  test('an interrupted run changes nothing, and the next one does all of it', async () => {
    await addTale(database.db);
    await subscribe('kai@tales.example');
    await look(day(-1));
    const broken = look(SUNDAY, { renderIssue: () => Promise.reject(new Error('cut off')) });
    await expect(broken).rejects.toThrow('cut off');
    expect([await states(), await deliveries()]).toEqual([[['2029-12-09', 'draft']], []]);
    await look(SUNDAY);
    expect([await states(), await deliveries()]).toEqual([[['2029-12-09', 'sending']], [{ to: 'kai@tales.example' }]]);
  });
});

test('the first issue of a month includes monthly subscribers', async () => {
  await subscribe('each@tales.example');
  await subscribe('month@tales.example', 'monthly');
  for (const week of [0, 7, 14, 21, 28]) {
    await addTale(database.db, { daysAgo: 0 });
    // The tales of these tests are from today, their issues are not: so there are new tales each week.
    await run("update newsletter_issues set sending_at = now() - interval '1 hour' where sending_at is not null");
    await look(day(week - 1));
    await look(day(week));
  }
  const counts = await run(
    'select issue_date::text as day, count(*)::integer as readers from newsletter_deliveries d join newsletter_issues i on i.id = d.issue_id group by 1 order by 1',
  );
  expect(counts).toEqual([
    { day: '2029-12-09', readers: 2 },
    { day: '2029-12-16', readers: 1 },
    { day: '2029-12-23', readers: 1 },
    { day: '2029-12-30', readers: 1 },
    { day: '2030-01-06', readers: 2 },
  ]);
});

test('the page cache is notified', async () => {
  await addTale(database.db);
  const client = await database.pool.connect();
  const heard: string[] = [];
  const hear = ({ payload = '' }) => void heard.push(payload);
  client.on('notification', hear);
  await client.query('listen talewood_cache');
  await look(day(-1));
  expect(heard).not.toContain('["letters"]');
  await look(SUNDAY);
  await expect.poll(() => heard).toContain('["letters"]');
  await client.query('unlisten *');
  client.off('notification', hear);
  client.release();
});

test('runs periodically; a failed run is logged and does not stop it', async () => {
  const logs = openTestLog();
  const stopping = new AbortController();
  const prepare = vi.fn(() => Promise.reject(new Error('no database')));
  const broken = { isTransaction: false, transaction: () => ({ execute: prepare }) } as unknown as IssueSchedulerDeps['db'];
  startIssueScheduler(deps({ db: broken, log: logs.log }), stopping.signal);
  await expect.poll(() => prepare.mock.calls.length).toBe(1);
  await expect.poll(() => logs.events()).toContain('issue_scheduler_failed');
  stopping.abort();
});
