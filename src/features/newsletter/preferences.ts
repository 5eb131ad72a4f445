/** Reads and changes a subscription by the subscriber key of the links in issues. Keys never expire. */
import { sql } from 'kysely';
import { revokeTokens } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { OPTED_OUT } from './account-subscription.ts';
import type { Frequency, SubscriberView } from './contract.ts';

const KEY = /^[0-9a-f]{64}$/;

/** Returns undefined for an unknown key. */
export async function findSubscriber(db: Db, key: string): Promise<SubscriberView | undefined> {
  if (!KEY.test(key)) return undefined;
  const row = await db
    .selectFrom('newsletter_subscribers as s')
    .leftJoin('users as p', 'p.id', 's.user_id')
    .select(['s.status', 's.frequency', 's.user_id', sql<string>`coalesce(s.email, p.email)`.as('address')])
    .where('s.key', '=', key)
    .executeTakeFirst();
  return (
    row && {
      address: maskAddress(row.address),
      isOn: row.status === 'confirmed',
      frequency: row.frequency as Frequency,
      hasAccount: row.user_id !== null,
    }
  );
}

/** Returns false for unknown keys and for subscribers who have unsubscribed. */
export async function updateFrequency(db: Db, key: string, frequency: Frequency): Promise<boolean> {
  if (!KEY.test(key)) return false;
  const { numUpdatedRows } = await db
    .updateTable('newsletter_subscribers')
    .set({ frequency, updated_at: sql`now()` })
    .where('key', '=', key)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Unsubscribes the row with this key and all other subscriptions of its address. Idempotent. Returns the subscriber id; undefined for an
 * unknown key.
 */
export async function unsubscribe(db: Db, key: string): Promise<string | undefined> {
  if (!KEY.test(key)) return undefined;
  return transact(db, async (trx) => {
    const row = await trx.selectFrom('newsletter_subscribers').select(['id', 'user_id', 'email']).where('key', '=', key).executeTakeFirst();
    if (row === undefined) return undefined;
    const { rows } = await sql<{ id: string }>`update newsletter_subscribers s
      set status = ${OPTED_OUT.status}, consent_at = null, consent_text = null, updated_at = now()
      where status <> ${OPTED_OUT.status} and (id = ${row.id}
        or user_id in (select id from users where email = ${row.email})
        or email in (select email from users where id = ${row.user_id}))
      returning id`.execute(trx);
    for (const { id } of rows) await revokeTokens(trx, id);
    return row.id;
  });
}

/** Masks an address as in "g…a@tales.example": recognisable for its owner only. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const end = local.length > 3 ? local.slice(-1) : '';
  return `${local.slice(0, 1)}…${end}${address.slice(at)}`;
}
