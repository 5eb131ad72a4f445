import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';

/** Any number that is ours. */
const LOCK = 7_412_013;

/** Whoever makes or unmakes administrators does so one after the other, until the end of the transaction. */
export async function lockAdministrators(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
}

/**
 * For a transaction that deletes or disables a person or takes the role away: waits for all others of the kind, and throws 409
 * `last_admin` when nobody else could manage the site afterwards.
 */
export async function keepAnAdministrator(trx: Db, personId: string): Promise<void> {
  await lockAdministrators(trx);
  const { rows } = await sql<{ id: string }>`
    select id from profiles where role = 'admin' and disabled_at is null and email_verified
    order by (id = ${personId}::uuid) desc limit 2`.execute(trx);
  if (rows.length === 1 && rows[0]?.id === personId)
    throw new AppError(409, 'last_admin', 'This is the only administrator. Make someone else an administrator first.');
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .limit(1)
    .execute();
  return found.length > 0;
}
