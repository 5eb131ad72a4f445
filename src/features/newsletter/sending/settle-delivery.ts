/** What becomes of a delivery, and of its issue once all of them are settled. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';

export type Settled = 'sent' | 'failed' | 'dropped';

/** Seconds in which a database that restarts is back. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** A delivery whose try has begun. */
export type Tried = { id: string; issueId: string; subscriberId: string };

/** Counts the try before it is made, so that one which ends the process counts too. Undefined when there is nothing to send. */
export async function startTry(db: Db, id: string): Promise<Tried | undefined> {
  const { rows } = await sql<Tried>`update deliveries set attempts = attempts + 1 where id = ${id} and status = 'waiting'
    returning id, issue_id as "issueId", subscriber_id as "subscriberId" ${keptPlan}`.execute(db);
  return rows[0];
}

/** Settles a delivery that waits. `reason`: codes, 200 characters at most, of what went wrong. */
export async function settle(trx: Db, id: string, status: Settled, reason: string | null = null): Promise<void> {
  await sql`update deliveries set status = ${status}, settled_at = now(), last_error = ${reason}
    where id = ${id} and status = 'waiting' ${keptPlan}`.execute(trx);
}

/** The same, for a letter that has gone: it goes again unless this is written, so a database that is away for a moment is waited for. */
export async function settleSent(db: Db, id: string, signal: AbortSignal): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await settle(db, id, 'sent');
    } catch {
      await wait(pauseMs, undefined, { signal });
    }
  }
  await settle(db, id, 'sent');
}

/**
 * Makes an issue that is being sent 'sent' when no delivery of it waits. To be called after each is settled and committed: then the
 * last one of all processes closes it, also when two are settled at the same moment.
 */
export async function closeIssue(db: Db, issueId: string): Promise<void> {
  await sql`update newsletter_issues set status = 'sent', sent_at = now(), updated_at = now()
    where id = ${issueId} and status = 'sending'
      and not exists (select from deliveries where issue_id = ${issueId} and status = 'waiting') ${keptPlan}`.execute(db);
}
