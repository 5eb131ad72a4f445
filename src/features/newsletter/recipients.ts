/** Who gets letters now: asked when a letter begins to go out, and again when each reader's turn comes. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Frequency } from './contract.ts';

/** Where a letter goes, and the key of its reader's own links. */
export type Recipient = { address: string; key: string };

/**
 * Where the letters of a subscriber go now; undefined for one who wants none any more, has a closed account, or whose address takes none
 * (suppressions). The account's address is the one of this moment.
 */
export async function recipientOf(trx: Db, subscriberId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`select ${ADDRESS} as address, s.key ${FROM_RECIPIENTS} and s.id = ${subscriberId}`.execute(trx);
  return rows[0];
}

/**
 * A query of one column, `id`: the subscribers that get a letter which goes to those of these frequencies. For `insert … select` and
 * `where … in`; each address stands in it once.
 */
export function selectRecipients(frequencies: readonly Frequency[]): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`select s.id ${FROM_RECIPIENTS} and s.frequency = any (${[...frequencies]}::text[])`;
}

const ADDRESS = sql`coalesce(s.email, p.email)`;

/** Hashed as suppressions.ts does it. */
const IS_SUPPRESSED = sql`exists (select from newsletter_suppressions where address_hash = sha256(convert_to(${ADDRESS}, 'UTF8')))`;

/** An address that said yes by itself, and an account that has it by now: what holds for the account counts. */
const IS_OF_ACCOUNT = sql`exists (select from profiles o left join newsletter_subscribers t on t.user_id = o.id
  where o.email = s.email and (o.disabled_at is not null or t.status = 'confirmed'))`;

const FROM_RECIPIENTS = sql`from newsletter_subscribers s left join profiles p on p.id = s.user_id
  where s.status = 'confirmed' and (s.user_id is null or (p.email_verified and p.disabled_at is null))
    and not ${IS_SUPPRESSED} and not ${IS_OF_ACCOUNT}`;

/** Readers who get letters, by how often; addresses that were typed and not confirmed yet. */
export type SubscriberCounts = Record<Frequency, number> & { pending: number };

/** Counts at this moment. */
export async function countSubscribers(db: Db): Promise<SubscriberCounts> {
  const { rows } = await sql<SubscriberCounts>`select count(*) filter (where frequency = 'weekly') as weekly,
      count(*) filter (where frequency = 'monthly') as monthly,
      (select count(*) from newsletter_subscribers where status = 'pending') as pending
    from newsletter_subscribers where id in (select s.id ${FROM_RECIPIENTS})`.execute(db);
  return rows[0] ?? { weekly: 0, monthly: 0, pending: 0 };
}
