import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { findPublishedIssue, listIssueDays, listIssuesForFeed, listPublishedIssues } from './archive.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from newsletter_issues');
  await database.pool.query('delete from tales');
});

type About = { subject?: string; opening?: string; status?: string; taleIds?: string[] };

/** An issue of a day that is sent at eight, or one that is not sent. */
async function addIssue(day: string, { subject = `Issue of ${day}`, opening = '', status = 'sent', taleIds = [] }: About = {}) {
  const isSent = status === 'sent' || status === 'sending';
  const content = isSent ? 'x' : null;
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into newsletter_issues (issue_date, status, send_at, subject, opening, parts, html, text, sending_at, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) returning id`,
    [
      ...[day, status, `${day}T08:00:00Z`, subject, opening],
      JSON.stringify(taleIds.map((taleId) => ({ kind: 'week', taleId, note: 'A note' }))),
      ...[content, isSent ? `${day}T08:00:00Z` : null, status === 'sent' ? `${day}T08:05:00Z` : null],
    ],
  );
  return rows[0]?.id ?? '';
}
const add = async (title: string) => (await addTale(database.db, { title })).id;
const unpublish = (id: string) => database.pool.query('update tales set deleted_at = now() where id = $1', [id]);
const slugs = ({ letters }: { letters: { slug: string }[] }) => letters.map(({ slug }) => slug);

describe('the list', () => {
  test('has the issues that are sent or being sent, newest first, with their first public tales', async () => {
    const taleIds = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) taleIds.push(await add(title));
    await unpublish(taleIds[1] ?? '');
    await addIssue('2026-11-15', { subject: 'The first', opening: 'Hello.', taleIds });
    await addIssue('2026-11-22', { subject: 'The second', status: 'sending', taleIds: taleIds.slice(0, 1) });
    await addIssue('2026-11-29', { status: 'draft' });
    await addIssue('2026-11-08', { status: 'skipped' });
    expect(await listPublishedIssues(database.db, '')).toEqual({
      letters: [
        { slug: '2026-11-22', title: 'The second', opening: '', tales: ['One'] },
        { slug: '2026-11-15', title: 'The first', opening: 'Hello.', tales: ['One', 'Three', 'Four', 'Five'] },
      ],
      next: null,
    });
  });

  test('is paged by twelve, and rejects an invalid cursor', async () => {
    const days = Array.from({ length: 25 }, (_, at) => `2026-11-${String(25 - at).padStart(2, '0')}`);
    for (const day of days.slice(0, 24)) await addIssue(day);
    const first = await listPublishedIssues(database.db, '');
    const second = await listPublishedIssues(database.db, first.next ?? '');
    expect([slugs(first), slugs(second), second.next]).toEqual([days.slice(0, 12), days.slice(12, 24), null]);
    await addIssue(days[24] ?? '');
    const { next } = await listPublishedIssues(database.db, first.next ?? '');
    expect(await listPublishedIssues(database.db, next ?? '')).toMatchObject({ letters: [{ slug: '2026-11-01' }], next: null });
    await expect(listPublishedIssues(database.db, 'never')).rejects.toMatchObject({ status: 400, code: 'unknown_cursor' });
  });
});

describe('an issue by its date', () => {
  test('has its sections, and links to the issues before and after', async () => {
    const tale = await add('The Frog King');
    for (const day of ['2026-10-24', '2026-11-07', '2026-11-14']) await addIssue(day);
    await addIssue('2026-10-30', { status: 'skipped' });
    const id = await addIssue('2026-10-31', { subject: 'The frog', opening: 'Hello.', taleIds: [tale] });
    expect(await findPublishedIssue(database.db, '2026-10-31')).toEqual({
      ...{ id, slug: '2026-10-31', title: 'The frog', opening: 'Hello.', sentAt: '2026-10-31T08:00:00.000Z' },
      sections: [
        { kind: 'week', tales: [{ tale: expect.objectContaining({ id: tale, title: 'The Frog King' }), note: 'A note' }], more: null },
      ],
      previous: { slug: '2026-10-24', title: 'Issue of 2026-10-24' },
      next: { slug: '2026-11-07', title: 'Issue of 2026-11-07' },
    });
  });

  test.each(['2026-01-01', '2026-09-09', '2026-10-10', '2026-12-29', '2026-06-30', '2026-12-31'])('is found on %s', async (day) => {
    await addIssue(day);
    expect(await findPublishedIssue(database.db, day)).toMatchObject({ slug: day, previous: null, next: null });
  });

  test('is not found when it is not sent, on another day, or for an invalid date', async () => {
    await addIssue('2026-11-22', { status: 'draft' });
    await addIssue('2026-11-15', { status: 'skipped' });
    await addIssue('2026-11-08');
    const invalid = [
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-11-00',
      '2026-11-32',
      '2026-11-8',
      ' 2026-11-08',
      '2026-11-08 ',
      '',
      'x',
    ];
    for (const day of ['2026-11-22', '2026-11-15', '2026-11-09', ...invalid])
      expect(await findPublishedIssue(database.db, day), day).toBeNull();
  });
});

test('issues for feeds have sections and no links, in pages of the requested size', async () => {
  const tale = await add('The Frog King');
  for (const day of ['2026-11-08', '2026-11-15', '2026-11-22']) await addIssue(day, { taleIds: [tale] });
  await addIssue('2026-11-29', { status: 'draft' });
  const { issues, next } = await listIssuesForFeed(database.db, '', 2);
  expect(issues).toMatchObject(
    ['2026-11-22', '2026-11-15'].map((slug) => ({ slug, previous: null, next: null, sections: [{ tales: [{ tale: { id: tale } }] }] })),
  );
  expect(await listIssuesForFeed(database.db, next ?? '', 2)).toMatchObject({ issues: [{ slug: '2026-11-08' }], next: null });
});

test('the days for the sitemap are those of the newest published issues, with their sending times', async () => {
  for (const day of ['2026-11-08', '2026-11-22', '2026-11-15']) await addIssue(day);
  await addIssue('2026-11-29', { status: 'draft' });
  expect(await listIssueDays(database.db, 2)).toEqual(
    ['2026-11-22', '2026-11-15'].map((day) => ({ day, at: new Date(`${day}T08:00:00Z`) })),
  );
});
