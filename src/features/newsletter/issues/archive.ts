/** Published issues, for the archive pages, the API and the feeds. */
import { sql } from 'kysely';
import { cardsByIds } from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { parseParts } from './compose-issue.ts';
import type { PublishedIssue, PublishedIssuePage } from './contract.ts';
import { issueSections, previousSentAt } from './issue-content.ts';

const PAGE_SIZE = 12;
const TITLES_PER_ISSUE = 4;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

type Row = { id: string; day: string; subject: string; opening: string; parts: unknown; sending_at: Date };

const columns = sql`id, issue_date::text as day, subject, opening, parts, sending_at`;
const isPublished = sql`status in ('sending', 'sent')`;

/** Lists published issues, newest first, 12 per page. @throws AppError 400 for an invalid cursor */
export async function listPublishedIssues(db: Db, after: string): Promise<PublishedIssuePage> {
  const { rows, next } = await readPage(db, after, PAGE_SIZE);
  const firsts = rows.map(({ parts }) => parseParts(parts).slice(0, 2 * TITLES_PER_ISSUE));
  const ids = [...new Set(firsts.flat().map(({ taleId }) => taleId))];
  const titles = new Map((await cardsByIds(db, ids)).map(({ id, title }) => [id, title]));
  const issues = rows.map(({ day, subject, opening }, at) => ({
    ...{ slug: day, title: subject, opening },
    tales: (firsts[at] ?? []).flatMap(({ taleId }) => titles.get(taleId) ?? []).slice(0, TITLES_PER_ISSUE),
  }));
  return { letters: issues, next };
}

/** Returns the issue of a day (2026-11-22); null if none was sent. */
export async function findPublishedIssue(db: Db, day: string): Promise<PublishedIssue | null> {
  if (!DAY.test(day)) return null;
  // Compared as text, as Postgres rejects dates such as 30 February.
  const { rows } = await sql<Row>`select ${columns} from newsletter_issues where ${isPublished} and issue_date::text = ${day}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const [issue, previous, next] = await Promise.all([
    toPublishedIssue(db, row),
    findNeighbour(db, sql`issue_date::text < ${day} order by issue_date desc`),
    findNeighbour(db, sql`issue_date::text > ${day} order by issue_date`),
  ]);
  return { ...issue, previous, next };
}

/** Lists issues with their sections, newest first, for feeds. */
export async function listIssuesForFeed(db: Db, after: string, size: number): Promise<{ issues: PublishedIssue[]; next: string | null }> {
  const { rows, next } = await readPage(db, after, size);
  const issues = await Promise.all(rows.map((row) => toPublishedIssue(db, row)));
  return { issues: issues.map((issue) => ({ ...issue, previous: null, next: null })), next };
}

/** Lists the days of issues with their sending times, newest first, for the sitemap. */
export async function listIssueDays(db: Db, limit: number): Promise<{ day: string; at: Date }[]> {
  const { rows } = await sql<{ day: string; at: Date }>`
    select issue_date::text as day, sending_at as at from newsletter_issues where ${isPublished} order by issue_date desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

async function toPublishedIssue(db: Db, row: Row): Promise<Omit<PublishedIssue, 'previous' | 'next'>> {
  const { id, day, subject, opening, parts, sending_at: until } = row;
  const sections = await issueSections(db, parseParts(parts), { since: await previousSentAt(db, until), until });
  return { id, slug: day, title: subject, opening, sentAt: until.toISOString(), sections };
}

async function findNeighbour(db: Db, which: ReturnType<typeof sql>): Promise<{ slug: string; title: string } | null> {
  const { rows } = await sql<{ slug: string; title: string }>`
    select issue_date::text as slug, subject as title from newsletter_issues where ${isPublished} and ${which} limit 1`.execute(db);
  return rows[0] ?? null;
}

async function readPage(db: Db, after: string, size: number): Promise<{ rows: Row[]; next: string | null }> {
  const from = after === '' ? null : readCursor(after, 'text').key;
  const { rows } = await sql<Row>`
    select ${columns} from newsletter_issues where ${isPublished} ${from === null ? sql`` : sql`and issue_date::text < ${from}`}
    order by issue_date desc limit ${size + 1}`.execute(db);
  const last = rows[size - 1];
  return { rows: rows.slice(0, size), next: rows.length > size && last ? writeCursor({ key: last.day, id: last.id }) : null };
}
