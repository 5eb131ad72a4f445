/** Letters that went out, as everyone may read them. */
import { sql } from 'kysely';
import { cardsByIds } from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { readParts } from './compose-issue.ts';
import type { LetterPage, LetterView } from './contract.ts';
import { letterSections, sentBefore } from './letter-sections.ts';

const PAGE = 12;
const TITLES = 4;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

type Row = { id: string; day: string; subject: string; opening: string; parts: unknown; sending_at: Date };

const columns = sql`id, issue_date::text as day, subject, opening, parts, sending_at`;
const wentOut = sql`status in ('sending', 'sent')`;

/** A page of letters, newest first. Throws a bad request for a foreign cursor. */
export async function listLetters(db: Db, after: string): Promise<LetterPage> {
  const { rows, next } = await readPage(db, after, PAGE);
  const firsts = rows.map(({ parts }) => readParts(parts).slice(0, 2 * TITLES));
  const ids = [...new Set(firsts.flat().map(({ taleId }) => taleId))];
  const titles = new Map((await cardsByIds(db, ids, [])).map(({ id, title }) => [id, title]));
  const letters = rows.map(({ day, subject, opening }, at) => ({
    ...{ slug: day, title: subject, opening },
    tales: (firsts[at] ?? []).flatMap(({ taleId }) => titles.get(taleId) ?? []).slice(0, TITLES),
  }));
  return { letters, next };
}

/** The letter of a day (2026-11-22); null when none went out. */
export async function findLetter(db: Db, day: string): Promise<LetterView | null> {
  if (!DAY.test(day)) return null;
  // 30 February is no day of Postgres either: compared as text.
  const { rows } = await sql<Row>`select ${columns} from newsletter_issues where ${wentOut} and issue_date::text = ${day}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const [letter, previous, next] = await Promise.all([
    viewOf(db, row),
    findNeighbour(db, sql`issue_date::text < ${day} order by issue_date desc`),
    findNeighbour(db, sql`issue_date::text > ${day} order by issue_date`),
  ]);
  return { ...letter, previous, next };
}

/** A page of whole letters, newest first, for feeds. */
export async function listWholeLetters(db: Db, after: string, size: number): Promise<{ letters: LetterView[]; next: string | null }> {
  const { rows, next } = await readPage(db, after, size);
  const letters = await Promise.all(rows.map((row) => viewOf(db, row)));
  return { letters: letters.map((letter) => ({ ...letter, previous: null, next: null })), next };
}

/** Days of all letters with the time when each went, newest first, for the sitemap. */
export async function letterDays(db: Db, most: number): Promise<{ day: string; at: Date }[]> {
  const { rows } = await sql<{ day: string; at: Date }>`
    select issue_date::text as day, sending_at as at from newsletter_issues where ${wentOut} order by issue_date desc limit ${most}`.execute(
    db,
  );
  return rows;
}

async function viewOf(db: Db, row: Row): Promise<Omit<LetterView, 'previous' | 'next'>> {
  const { id, day, subject, opening, parts, sending_at: until } = row;
  const sections = await letterSections(db, readParts(parts), { since: await sentBefore(db, until), until });
  return { id, slug: day, title: subject, opening, sentAt: until.toISOString(), sections };
}

async function findNeighbour(db: Db, which: ReturnType<typeof sql>): Promise<{ slug: string; title: string } | null> {
  const { rows } = await sql<{ slug: string; title: string }>`
    select issue_date::text as slug, subject as title from newsletter_issues where ${wentOut} and ${which} limit 1`.execute(db);
  return rows[0] ?? null;
}

async function readPage(db: Db, after: string, size: number): Promise<{ rows: Row[]; next: string | null }> {
  const from = after === '' ? null : readCursor(after, 'text').key;
  const { rows } = await sql<Row>`
    select ${columns} from newsletter_issues where ${wentOut} ${from === null ? sql`` : sql`and issue_date::text < ${from}`}
    order by issue_date desc limit ${size + 1}`.execute(db);
  const last = rows[size - 1];
  return { rows: rows.slice(0, size), next: rows.length > size && last ? writeCursor({ key: last.day, id: last.id }) : null };
}
