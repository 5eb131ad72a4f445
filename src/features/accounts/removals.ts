/** What of accounts is removed once a day. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { LIVING_SESSION } from './current-person.ts';

/** Sessions that open nothing any more, by the rule by which they are judged at each request. */
export async function removeEndedSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions using profiles where profiles.id = user_id and not (${LIVING_SESSION})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Challenges of second factors and passkeys that are over. */
export async function removeEndedVerifications(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('verifications')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Accounts whose address nobody has confirmed in 30 days, with all that is theirs. One whose newest link still opens stays a
 * little longer, and so does one that was disabled: it is to keep its address from coming back.
 */
export async function removeUnconfirmedAccounts(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from profiles where not email_verified and disabled_at is null and created_at <= clock_timestamp() - interval '30 days'
      and not exists (select from one_time_tokens where subject = profiles.id::text and expires_at > clock_timestamp())`.execute(db);
  return Number(numAffectedRows ?? 0);
}
