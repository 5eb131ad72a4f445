/** What the links of letters open: the key of one subscriber stands for a person, without an account and for good. */
import { sql } from 'kysely';
import { burnTokens } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Frequency, SubscriberView } from './contract.ts';
import { NO } from './queries.ts';

const KEY = /^[0-9a-f]{64}$/;

/** Undefined for a key that is none, or of someone who was forgotten. */
export async function findSubscriber(db: Db, key: string): Promise<SubscriberView | undefined> {
  if (!KEY.test(key)) return undefined;
  const row = await db
    .selectFrom('newsletter_subscribers as s')
    .leftJoin('profiles as p', 'p.id', 's.user_id')
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

/** Returns whether there was someone to save it for; who has left stays away. */
export async function saveFrequency(db: Db, key: string, frequency: Frequency): Promise<boolean> {
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
 * Ends all letters to the person: of the row with this key, and of what else its address has said. Said twice it changes nothing. Returns
 * the id of the subscriber, undefined for a key that nobody has.
 */
export async function unsubscribe(db: Db, key: string): Promise<string | undefined> {
  if (!KEY.test(key)) return undefined;
  return transact(db, async (trx) => {
    const row = await trx.selectFrom('newsletter_subscribers').select(['id', 'user_id', 'email']).where('key', '=', key).executeTakeFirst();
    if (row === undefined) return undefined;
    const { rows } = await sql<{ id: string }>`update newsletter_subscribers s
      set status = ${NO.status}, consent_at = null, consent_text = null, updated_at = now()
      where status <> ${NO.status} and (id = ${row.id}
        or user_id in (select id from profiles where email = ${row.email})
        or email in (select email from profiles where id = ${row.user_id}))
      returning id`.execute(trx);
    for (const { id } of rows) await burnTokens(trx, id);
    return row.id;
  });
}

/** "g…a@tales.example": enough for the owner, too little for anyone else. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const end = local.length > 3 ? local.slice(-1) : '';
  return `${local.slice(0, 1)}…${end}${address.slice(at)}`;
}
