/** What happens to a letter when it is due. */
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { queueDeliveries } from '../sending/queue-deliveries.ts';
import { hasNews } from './compose-issue.ts';
import type { Part } from './contract.ts';
import { frequenciesOf, type Issue, refreshIssue } from './issue-rows.ts';
import { type DrawLetter, letterContent } from './letter-content.ts';
import { letterSections, sentBefore } from './letter-sections.ts';
import { readSchedule } from './schedule.ts';
import { dayAt } from './zoned-time.ts';

/** `publicUrl` has no final slash. */
export type LetterTools = { publicUrl: string; drawLetter: DrawLetter };

export type Started = { outcome: 'sending'; readers: number } | { outcome: 'skipped' };

const WEEK_MS = 7 * 86_400_000;

type Going = { now: Date; actor: string | null };

/**
 * Lets a draft, which the caller has locked, go out: draws it once for all, with the tales that are public now, and gives every reader a
 * delivery. It is skipped where none of its tales is left, and, unless an editor has changed it or sends it, where nothing is new.
 */
export async function startSending(trx: Db, draft: Issue, { publicUrl, drawLetter }: LetterTools, going: Going): Promise<Started> {
  const { now, actor } = going;
  const fresh = await refreshIssue(trx, draft, now);
  const issue = { ...fresh, parts: await keepPublic(trx, fresh.parts), issue_date: await dayOf(trx, fresh, now) };
  const isWorthIt = issue.is_edited || actor !== null || (await hasNews(trx, now));
  if (issue.parts.length === 0 || !isWorthIt) return skipIssue(trx, issue, going);
  const frequencies = await frequenciesOf(trx, issue.issue_date);
  const sections = await letterSections(trx, issue.parts, { since: await sentBefore(trx, now), until: now });
  const said = { subject: issue.subject, day: issue.issue_date, opening: issue.opening, sections };
  const written = await drawLetter(letterContent(said, publicUrl));
  await trx
    .updateTable('newsletter_issues')
    .set({ status: 'sending', sending_at: now, issue_date: issue.issue_date, parts: JSON.stringify(issue.parts), ...written })
    .set({ version: issue.version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', issue.id)
    .execute();
  const readers = await queueDeliveries(trx, issue.id, frequencies);
  // Nobody to wait for: it is on the site, and that is all.
  if (readers === 0) await trx.updateTable('newsletter_issues').set({ status: 'sent', sent_at: now }).where('id', '=', issue.id).execute();
  await sql`select pg_notify('talewood_cache', '["letters"]')`.execute(trx);
  const details = { day: issue.issue_date, readers };
  await audit(trx, { actor, action: 'letter.started', subject: { kind: 'letter', id: issue.id }, details });
  return { outcome: 'sending', readers };
}

/**
 * A draft that does not go. An editor's word counts as a change: it is told apart by that from one that had nothing to tell. One that was
 * moved far ahead keeps no other from going until then.
 */
export async function skipIssue(trx: Db, issue: Issue, { now, actor }: Going): Promise<Started> {
  const { id, parts, issue_date: day, version } = issue;
  const send_at = new Date(Math.min(issue.send_at.getTime(), now.getTime() + WEEK_MS));
  await trx
    .updateTable('newsletter_issues')
    .set({ status: 'skipped', parts: JSON.stringify(parts), version: version + 1, updated_at: sql<Date>`now()` })
    .$if(actor !== null, (query) => query.set({ is_edited: true, send_at }))
    .where('id', '=', id)
    .execute();
  await audit(trx, { actor, action: 'letter.skipped', subject: { kind: 'letter', id }, details: { day } });
  return { outcome: 'skipped' };
}

async function keepPublic(trx: Db, parts: readonly Part[]): Promise<Part[]> {
  const ids = parts.map(({ taleId }) => taleId);
  const { rows } = await sql<{ id: string }>`select id from tales t where ${isPublic} and id = any(${ids}::uuid[])`.execute(trx);
  const there = new Set(rows.map(({ id }) => id));
  return parts.filter(({ taleId }) => there.has(taleId));
}

/** The day on which it really goes, where no other letter has that. */
async function dayOf(trx: Db, { id, issue_date }: Issue, now: Date): Promise<string> {
  const today = dayAt(now, (await readSchedule(trx)).time_zone);
  if (today === issue_date) return today;
  const other = trx.selectFrom('newsletter_issues').select('id').where('issue_date', '=', today).where('id', '<>', id);
  return (await other.executeTakeFirst()) === undefined ? today : issue_date;
}
