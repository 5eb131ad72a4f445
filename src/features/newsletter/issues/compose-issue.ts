/** Composes an issue automatically. */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { IssuePart, type IssuePartKind } from './contract.ts';
import seasons from './season-words.json' with { type: 'json' };

/** Candidates read on either side of a random point: more than the issues of half a year can exclude. */
const CANDIDATES = 500;
const SEARCH_RESULTS = 24;

/** Reading time, and a range of word counts in the index that covers most of these tales. */
const SHORT = { minutes: sql`minutes <= 5`, from: 0, to: 1_000 };
const LONG = { minutes: sql`minutes >= 20`, from: 3_801, to: 12_000 };

/** `hasNews`: whether tales were published since the last sent issue. */
type ComposedIssue = { subject: string; parts: IssuePart[]; hasNews: boolean };

const MAX_NEW_TALES = 5;

/** Tales of this many past issues (half a year) are not repeated. */
const LOOKBACK_ISSUES = 26;
const MAX_SUBJECT_TITLE = 90;

/**
 * Composes the issue of a day (2026-11-22): tale of the week, new tales, one for the season, a short and a long one. Deterministic for the
 * same tales and issues. Sections without a tale are omitted.
 */
export async function composeIssue(db: Db, day: string, now: Date): Promise<ComposedIssue> {
  const last = await readRecentIssues(db);
  const fresh = await listNewTales(db, { since: last.since, until: now, limit: MAX_NEW_TALES + 1 });
  const exclude = new Set(last.exclude);
  const options = (kind: IssuePartKind) => ({ seed: `${day} ${kind}`, exclude });
  const parts = new Map<IssuePartKind, string[]>();
  const take = (kind: IssuePartKind, ids: readonly (string | undefined)[]) => {
    const taken = ids.filter((id) => id !== undefined);
    parts.set(kind, taken);
    for (const id of taken) exclude.add(id);
  };
  const others = { ...options('week'), exclude: new Set([...exclude, ...fresh]) };
  take('week', [(await pickPinned(db, options('week'))) ?? (await pickAny(db, others)) ?? fresh.find((id) => !exclude.has(id))]);
  const ofWeek = parts.get('week') ?? [];
  take('new', fresh.filter((id) => !ofWeek.includes(id)).slice(0, MAX_NEW_TALES));
  // Pick the section with the fewest candidates first.
  take('season', [await pickBySearch(db, seasonSearchTerms(day), options('season'))]);
  take('short', [await pickShort(db, options('short'))]);
  take('long', [await pickLong(db, options('long'))]);
  const inOrder = (['week', 'new', 'short', 'long', 'season'] as const).flatMap((kind) =>
    (parts.get(kind) ?? []).map((taleId): IssuePart => ({ kind, taleId, note: '' })),
  );
  return {
    subject: await composeSubject(db, ofWeek[0], fresh.length > 0 ? 'what is new on the shelves' : 'other tales'),
    parts: inOrder,
    hasNews: fresh.length > 0,
  };
}

/** Whether tales were published since the last sent issue. */
export async function hasNews(db: Db, now: Date): Promise<boolean> {
  const { since } = await readRecentIssues(db);
  return (await listNewTales(db, { since, until: now, limit: 1 })).length > 0;
}

/** Returns the tales of recent issues, and when the last one was sent; before the first issue all tales are new. */
async function readRecentIssues(db: Db): Promise<{ exclude: string[]; since: Date }> {
  const issues = await db
    .selectFrom('newsletter_issues')
    .select(['parts', 'sending_at'])
    .where('status', 'in', ['sending', 'sent'])
    .orderBy('issue_date', 'desc')
    .limit(LOOKBACK_ISSUES)
    .execute();
  const times = issues.map(({ sending_at }) => sending_at?.getTime() ?? 0);
  return { exclude: issues.flatMap(({ parts }) => parseParts(parts).map(({ taleId }) => taleId)), since: new Date(Math.max(0, ...times)) };
}

/** Parses the stored parts of an issue. */
export function parseParts(stored: unknown): IssuePart[] {
  return IssuePart.array().parse(stored);
}

async function composeSubject(db: Db, taleId: string | undefined, others: string): Promise<string> {
  if (taleId === undefined) return 'Tales for this week';
  const { rows } = await sql<{ title: string }>`select title from tales where id = ${taleId}`.execute(db);
  const title = (rows[0]?.title ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const short =
    [...title].length > MAX_SUBJECT_TITLE
      ? `${[...title]
          .slice(0, MAX_SUBJECT_TITLE - 1)
          .join('')
          .trim()}…`
      : title;
  return `${short}, and ${others}`;
}

type Season = { from: string; to: string; words: string[] };
const SEASONS: readonly Season[] = seasons;

/**
 * Returns search terms for the season of a day (2026-11-22) in the northern hemisphere, best first: holidays, then the month. The first
 * term rotates every `days` days.
 */
export function seasonSearchTerms(day: string, days = 7): string[] {
  const [, monthDay = ''] = /^\d{4}-(\d\d-\d\d)$/.exec(day) ?? [];
  const rotation = Math.floor(Date.parse(`${day}T00:00:00Z`) / (days * 86_400_000));
  const terms = SEASONS.filter((each) => isInSeason(monthDay, each)).flatMap((each) => rotate(each.words, rotation));
  return [...new Set(terms)];
}

function isInSeason(monthDay: string, { from, to }: Season): boolean {
  return from <= to ? from <= monthDay && monthDay <= to : monthDay >= from || monthDay <= to;
}

function rotate(terms: readonly string[], by: number): string[] {
  const at = by % terms.length;
  return [...terms.slice(at), ...terms.slice(0, at)];
}

/* Queries that pick tales for the sections. Each reads a bounded index range, so its cost does not grow with the library. */

/** `seed`: makes the choice reproducible. `exclude`: tales that are not picked. */
type PickOptions = { seed: string; exclude: ReadonlySet<string> };

/** Returns the first pinned tale that is not excluded. */
async function pickPinned(db: Db, { exclude }: PickOptions): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from tales t where ${isPublic} and featured_rank is not null order by featured_rank`.execute(db);
  return rows.find(({ id }) => !exclude.has(id))?.id;
}

/** Returns a tale published around a random time. */
async function pickAny(db: Db, wish: PickOptions): Promise<string | undefined> {
  const part = seedFraction(wish.seed);
  const near = sql`
    with bounds as materialized (
      select min(publish_date) as oldest, least(max(publish_date), now()) as newest from tales t where ${isPublic}
    ), point as materialized (select oldest + ${part}::float8 * (newest - oldest) as moment from bounds)
    (select id from tales t where ${isPublic} and publish_date <= (select moment from point) order by publish_date desc, id desc limit ${CANDIDATES})
    union all
    (select id from tales t where ${isPublic} and publish_date > (select moment from point) order by publish_date, id limit ${CANDIDATES})`;
  return pickFrom(db, near, wish);
}

/** Returns a tale of at most five minutes. */
function pickShort(db: Db, wish: PickOptions): Promise<string | undefined> {
  return pickOfLength(db, SHORT, wish);
}

/** Returns a tale of at least twenty minutes. */
function pickLong(db: Db, wish: PickOptions): Promise<string | undefined> {
  return pickOfLength(db, LONG, wish);
}

/** Returns the best result of the first term that has one. Spelling corrections are ignored, as they could be about another season. */
async function pickBySearch(db: Db, terms: readonly string[], { exclude }: PickOptions): Promise<string | undefined> {
  for (const q of terms) {
    const query = parseBrowseQuery(new URLSearchParams({ q }));
    const list = await searchTales(db, query, { size: SEARCH_RESULTS, hasPassages: false, hasSubstrings: false });
    const found = list?.corrected === null ? list.tales.find(({ id }) => !exclude.has(id)) : undefined;
    if (found !== undefined) return found.id;
  }
  return undefined;
}

/** Returns the newest tales published after `since`, up to `until`. */
async function listNewTales(db: Db, { since, until, limit }: { since: Date; until: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tales t where ${isPublic} and publish_date > ${since} and publish_date <= ${until}
    order by publish_date desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

type Length = { minutes: RawBuilder<unknown>; from: number; to: number };

/** Searches by word count, which is indexed, and filters by minutes, which editors can override. */
function pickOfLength(db: Db, { minutes, from, to }: Length, wish: PickOptions): Promise<string | undefined> {
  const point = Math.floor(from + seedFraction(wish.seed) * (to - from));
  const bound = from === 0 ? sql`and words <= ${to}` : sql``;
  const near = sql`
    select id from (
      (select id, minutes from tales t where ${isPublic} and words >= ${point} ${bound} order by words, id limit ${CANDIDATES})
      union all
      (select id, minutes from tales t where ${isPublic} and words < ${point} and words >= ${from} order by words desc, id desc limit ${CANDIDATES})
    ) near where ${minutes}`;
  return pickFrom(db, near, wish);
}

async function pickFrom(db: Db, near: RawBuilder<unknown>, { seed, exclude }: PickOptions): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (${near}) tales where id <> all(${[...exclude]}::uuid[]) order by md5(${seed}::text || id::text) limit 1`.execute(db);
  return rows[0]?.id;
}

/** Returns a number in [0, 1) derived from the seed. */
function seedFraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}
