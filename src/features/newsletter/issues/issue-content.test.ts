import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import type { IssuePart, IssuePartKind } from './contract.ts';
import { issueContent, issueSections, previousSentAt } from './issue-content.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['newsletter_issues', 'tales']) await database.pool.query(`delete from ${table}`);
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const part = (kind: IssuePartKind, taleId: string, note = ''): IssuePart => ({ kind, taleId, note });
const sectionsOf = (parts: IssuePart[], since = daysAgo(7)) => issueSections(database.db, parts, { since, until: new Date() });

test('consecutive tales of one kind are a section, without those that are not public', async () => {
  const [one, two, three, draft] = await Promise.all([
    addTale(database.db, { daysAgo: 90 }),
    addTale(database.db, { daysAgo: 90 }),
    addTale(database.db, { daysAgo: 90 }),
    addTale(database.db, { status: 'draft' }),
  ]);
  const parts = [part('short', one.id, 'A note'), part('short', draft.id), part('short', two.id), part('long', three.id)];
  const sections = await sectionsOf(parts);
  expect(sections.map(({ kind, tales }) => [kind, ...tales.map(({ tale, note }) => [tale.id, note])])).toEqual([
    ['short', [one.id, 'A note'], [two.id, '']],
    ['long', [three.id, '']],
  ]);
  expect(sections.map(({ more }) => more)).toEqual([null, null]);
});

test('the last section of new tales counts the others since the issue before', async () => {
  const [first, second] = [await addTale(database.db, { daysAgo: 1 }), await addTale(database.db, { daysAgo: 2 })];
  await addTale(database.db, { daysAgo: 3 });
  await addTale(database.db, { daysAgo: 4 });
  await addTale(database.db, { daysAgo: 8 });
  await addTale(database.db, { daysAgo: -1 });
  const sections = await sectionsOf([part('new', first.id), part('short', second.id), part('new', second.id)]);
  expect(sections.map(({ more }) => more)).toEqual([null, null, { count: 2, atLeast: false }]);
  expect((await sectionsOf([part('new', first.id)], daysAgo(1.5))).map(({ more }) => more)).toEqual([null]);
  expect((await sectionsOf([part('short', first.id)])).map(({ more }) => more)).toEqual([null]);
});

test('all addresses are absolute', async () => {
  const { id, slug } = await addTale(database.db, { title: 'The Frog King', author: 'Grimm', daysAgo: 1 });
  await addTale(database.db, { daysAgo: 2 });
  const sections = await sectionsOf([part('new', id, 'Read it aloud.')]);
  const content = issueContent({ subject: 'Frogs', day: '2026-11-22', opening: 'Hello', sections }, 'https://tales.example');
  expect(content).toMatchObject({
    ...{ subject: 'Frogs', day: '2026-11-22', opening: 'Hello' },
    sections: [
      {
        kind: 'new',
        tales: [
          { title: 'The Frog King', author: 'Grimm', language: 'en', note: 'Read it aloud.', href: `https://tales.example/tale/${slug}` },
        ],
        more: { count: 1, atLeast: false, href: 'https://tales.example/recent' },
      },
    ],
    links: { site: 'https://tales.example/', web: 'https://tales.example/newsletter/2026-11-22' },
  });
});

test('the issue before is the last one that was sent or is being sent, however it ends', async () => {
  const add = (status: string, days: number) =>
    database.pool.query(
      `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at, sent_at)
       values ($2::timestamptz::date, $1::text, $2, 'x', '[]', 'x', 'x', $2, case when $1::text = 'sent' then $2::timestamptz end)`,
      [status, daysAgo(days)],
    );
  expect(await previousSentAt(database.db, new Date())).toEqual(new Date(0));
  await add('sent', 14);
  await add('sending', 7);
  const at = async (days: number) => Math.round((Date.now() - (await previousSentAt(database.db, daysAgo(days))).getTime()) / DAY_MS);
  expect([await at(0), await at(10)]).toEqual([7, 14]);
});
