/** What a letter tells of when no editor has said otherwise. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { Part, type PartKind } from './contract.ts';
import { listNew, pickAny, pickBySearch, pickLong, pickPinned, pickShort } from './pick-tales.ts';
import { seasonWords } from './seasons.ts';

/** `hasNews`: whether anything was published since the last letter that went out. */
export type Composed = { subject: string; parts: Part[]; hasNews: boolean };

const MOST_NEW = 5;
/** What so many letters told of does not come again, half a year of them. */
const REMEMBERED = 26;
const MOST_TITLE = 90;

/**
 * Composes the letter of a day (2026-11-22): the tale of the week, what is new, one for the season, a short one and a long one. The same
 * tales and letters always give the same; a part for which there is none is left out.
 */
export async function composeIssue(db: Db, day: string, now: Date): Promise<Composed> {
  const last = await lastLetters(db);
  const fresh = await listNew(db, { since: last.since, until: now, most: MOST_NEW + 1 });
  const told = new Set(last.told);
  const wish = (kind: PartKind) => ({ seed: `${day} ${kind}`, told });
  const parts = new Map<PartKind, string[]>();
  const take = (kind: PartKind, ids: readonly (string | undefined)[]) => {
    const taken = ids.filter((id) => id !== undefined);
    parts.set(kind, taken);
    for (const id of taken) told.add(id);
  };
  const others = { ...wish('week'), told: new Set([...told, ...fresh]) };
  take('week', [(await pickPinned(db, wish('week'))) ?? (await pickAny(db, others)) ?? fresh.find((id) => !told.has(id))]);
  const ofWeek = parts.get('week') ?? [];
  take('new', fresh.filter((id) => !ofWeek.includes(id)).slice(0, MOST_NEW));
  // What is hardest to find is looked for first.
  take('season', [await pickBySearch(db, seasonWords(day), wish('season'))]);
  take('short', [await pickShort(db, wish('short'))]);
  take('long', [await pickLong(db, wish('long'))]);
  const inOrder = (['week', 'new', 'short', 'long', 'season'] as const).flatMap((kind) =>
    (parts.get(kind) ?? []).map((taleId): Part => ({ kind, taleId, note: '' })),
  );
  return {
    subject: await subjectOf(db, ofWeek[0], fresh.length > 0 ? 'what is new on the shelves' : 'other tales'),
    parts: inOrder,
    hasNews: fresh.length > 0,
  };
}

/** Whether anything was published since the last letter that went out. */
export async function hasNews(db: Db, now: Date): Promise<boolean> {
  const { since } = await lastLetters(db);
  return (await listNew(db, { since, until: now, most: 1 })).length > 0;
}

/** What the letters of the last half year told of, and when the last one went; before the first one everything is new. */
async function lastLetters(db: Db): Promise<{ told: string[]; since: Date }> {
  const letters = await db
    .selectFrom('newsletter_issues')
    .select(['parts', 'sending_at'])
    .where('status', 'in', ['sending', 'sent'])
    .orderBy('issue_date', 'desc')
    .limit(REMEMBERED)
    .execute();
  const times = letters.map(({ sending_at }) => sending_at?.getTime() ?? 0);
  return { told: letters.flatMap(({ parts }) => readParts(parts).map(({ taleId }) => taleId)), since: new Date(Math.max(0, ...times)) };
}

/** The parts as they are kept. */
export function readParts(kept: unknown): Part[] {
  return Part.array().parse(kept);
}

async function subjectOf(db: Db, taleId: string | undefined, others: string): Promise<string> {
  if (taleId === undefined) return 'Tales for this week';
  const { rows } = await sql<{ title: string }>`select title from tales where id = ${taleId}`.execute(db);
  const title = (rows[0]?.title ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const short =
    [...title].length > MOST_TITLE
      ? `${[...title]
          .slice(0, MOST_TITLE - 1)
          .join('')
          .trim()}…`
      : title;
  return `${short}, and ${others}`;
}
