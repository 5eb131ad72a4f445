/** Composes an issue automatically. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { IssuePart, type IssuePartKind } from './contract.ts';
import { listNewTales, pickAny, pickBySearch, pickLong, pickPinned, pickShort } from './pick-tales.ts';
import seasons from './season-words.json' with { type: 'json' };

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
