import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { type LettersDeps, lookAfterLetters, watchLetters } from './look-after-letters.ts';
import { drawLetter } from './mails/render-issue.tsx';

let database: TestDatabase;
/** Sundays at eight, in Berlin. The letters of these tests go in December 2029, whenever they run. */
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
const deps = (about: Partial<LettersDeps> = {}): LettersDeps => ({
  ...{ db: database.db, publicUrl: 'https://tales.example', drawLetter, hasMailServer: true, log: openTestLog().log },
  ...about,
});
const look = (at: Date, about: Partial<LettersDeps> = {}) => lookAfterLetters(deps(about), at);
const issues = () => run('select issue_date::text as day, status, send_at, is_edited, parts from newsletter_issues order by issue_date');
const states = async () => (await issues()).map((issue) => [issue.day, issue.status]);
const deliveries = () =>
  run("select coalesce(s.email, 'account') as to from deliveries d join newsletter_subscribers s on s.id = d.subscriber_id order by 1");
/** What was done to the letters that are there. */
const deeds = () => run('select action, actor from audit_log where subject_id in (select id::text from newsletter_issues) order by id');
const subscribe = (email: string, frequency = 'weekly', status = 'confirmed') =>
  run("insert into newsletter_subscribers (email, status, frequency, consent_at, consent_text) values ($1, $2, $3, now(), 'yes')", [
    email,
    status,
    frequency,
  ]);

test('a letter is prepared three days before its hour, not earlier, and once', async () => {
  await addTale(database.db);
  await look(new Date(day(-3).getTime() - 1));
  expect(await issues()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => look(day(-3))));
  await look(day(-2));
  expect(await issues()).toMatchObject([{ day: '2029-12-09', status: 'draft', send_at: SUNDAY, is_edited: false }]);
  expect(await deeds()).toEqual([{ action: 'letter.prepared', actor: null }]);
});

test('at its hour it goes by itself, once, drawn, to those who want it', async () => {
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

test('with nobody to send it to it stands on the site all the same', async () => {
  await addTale(database.db);
  await look(day(-1));
  await look(SUNDAY);
  expect(await run('select status, sent_at from newsletter_issues')).toEqual([{ status: 'sent', sent_at: SUNDAY }]);
});

test('it is composed again as it goes: what has come since is in it, what has gone is not', async () => {
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

describe('what an editor has changed', () => {
  const edit = (subject: string) => run("update newsletter_issues set subject = $1, is_edited = true where status = 'draft'", [subject]);

  test('goes as it was left, save tales that are not public any more', async () => {
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

  test('goes also when nothing is new', async () => {
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

describe('no letter goes', () => {
  test('when nothing is new since the last one; the next week is looked at again', async () => {
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
    expect((await deeds()).filter(({ action }) => action === 'letter.skipped')).toHaveLength(1);
    await addTale(database.db, { publish_date: day(8).toISOString() });
    await run('update tales set publish_date = now() where publish_date > now()');
    await run("update newsletter_issues set sending_at = now() - interval '1 day' where status = 'sent'");
    await look(day(13));
    await look(day(14));
    expect((await states()).at(-1)).toEqual(['2029-12-23', 'sent']);
  });

  test('when none of its tales is there any more', async () => {
    await addTale(database.db);
    await look(day(-1));
    await run('update tales set deleted_at = now()');
    await look(SUNDAY);
    expect(await issues()).toMatchObject([{ status: 'skipped', parts: [] }]);
  });

  test('without a mail server: it waits, and goes once there is one', async () => {
    await addTale(database.db);
    await look(day(-1), { hasMailServer: false });
    await look(day(4), { hasMailServer: false });
    expect(await states()).toEqual([['2029-12-09', 'draft']]);
    await look(day(4));
    expect(await states()).toEqual([['2029-12-13', 'sent']]);
  });

  test('while the schedule is off, and what was due then is not made up for', async () => {
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

describe('after a time without the site', () => {
  test('a letter that was prepared goes late, and once', async () => {
    await addTale(database.db);
    await look(day(-2));
    await look(day(3));
    await look(day(3));
    expect(await states()).toEqual([['2029-12-12', 'sent']]);
  });

  test('of several that were missed one goes', async () => {
    await addTale(database.db);
    await Promise.all([look(day(23)), look(day(23))]);
    expect(await states()).toEqual([['2030-01-01', 'sent']]);
    await look(day(25));
    await look(day(28));
    expect((await states()).map(([when]) => when)).toEqual(['2030-01-01', '2030-01-06']);
  });

  test('a look that breaks off has done nothing, and the next one does all of it', async () => {
    await addTale(database.db);
    await subscribe('kai@tales.example');
    await look(day(-1));
    const broken = look(SUNDAY, { drawLetter: () => Promise.reject(new Error('cut off')) });
    await expect(broken).rejects.toThrow('cut off');
    expect([await states(), await deliveries()]).toEqual([[['2029-12-09', 'draft']], []]);
    await look(SUNDAY);
    expect([await states(), await deliveries()]).toEqual([[['2029-12-09', 'sending']], [{ to: 'kai@tales.example' }]]);
  });
});

test('the first letter of a month goes to those too who want one a month', async () => {
  await subscribe('each@tales.example');
  await subscribe('month@tales.example', 'monthly');
  for (const week of [0, 7, 14, 21, 28]) {
    await addTale(database.db, { daysAgo: 0 });
    // The tales of these tests are of today, their letters are not: so that there is something new each week.
    await run("update newsletter_issues set sending_at = now() - interval '1 hour' where sending_at is not null");
    await look(day(week - 1));
    await look(day(week));
  }
  const counts = await run(
    'select issue_date::text as day, count(*)::integer as readers from deliveries d join newsletter_issues i on i.id = d.issue_id group by 1 order by 1',
  );
  expect(counts).toEqual([
    { day: '2029-12-09', readers: 2 },
    { day: '2029-12-16', readers: 1 },
    { day: '2029-12-23', readers: 1 },
    { day: '2029-12-30', readers: 1 },
    { day: '2030-01-06', readers: 2 },
  ]);
});

test('the page cache hears of it', async () => {
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

test('it looks by itself, and a look that fails is told and ends nothing', async () => {
  const logs = openTestLog();
  const stopping = new AbortController();
  const prepare = vi.fn(() => Promise.reject(new Error('no database')));
  const broken = { isTransaction: false, transaction: () => ({ execute: prepare }) } as unknown as LettersDeps['db'];
  watchLetters(deps({ db: broken, log: logs.log }), stopping.signal);
  await expect.poll(() => prepare.mock.calls.length).toBe(1);
  await expect.poll(() => logs.events()).toContain('letters_not_looked_after');
  stopping.abort();
});
