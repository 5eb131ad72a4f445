/** Daily deletion of expired account data. Each function returns how many rows it deleted. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { ACTIVE_SESSION } from './guards.ts';

export async function removeEndedSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions using users where users.id = user_id and not (${ACTIVE_SESSION})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Challenges of second factors and passkeys. */
export async function removeEndedVerifications(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('verifications')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Accounts not confirmed within 30 days, with their data. Keeps accounts with a valid link, and disabled accounts, whose address
 * must not be registered again.
 */
export async function removeUnconfirmedAccounts(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from users where not email_verified and disabled_at is null and created_at <= clock_timestamp() - interval '30 days'
      and not exists (select from one_time_tokens where subject = users.id::text and expires_at > clock_timestamp())`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Invitations that expired 30 days ago. Until then they can be resent. */
export async function removeExpiredInvitations(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('expires_at', '<=', sql<Date>`clock_timestamp() - interval '30 days'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
