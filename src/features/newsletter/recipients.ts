/** Decides who receives newsletter emails: checked when an issue is queued, and again before each email is sent. Counts subscribers. */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Frequency } from './contract.ts';
import { SUBSCRIBER_PERIODS, type SubscriberHistory, type SubscriberPeriod } from './issues/contract.ts';

/** Email address, and the key of the subscriber's links. */
export type Recipient = { address: string; key: string };

/**
 * Returns the current address of a subscriber; undefined when unsubscribed, suppressed or with a disabled account. For accounts it is the
 * account's current email address.
 */
export async function findRecipient(trx: Db, subscriberId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`select ${RECIPIENT_EMAIL} as address, s.key ${FROM_RECIPIENTS} and s.id = ${subscriberId}`.execute(
    trx,
  );
  return rows[0];
}

/** Query for the ids of subscribers who receive an issue sent to these frequencies, each address once. For use as a subquery. */
export function selectRecipients(frequencies: readonly Frequency[]): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`select s.id ${FROM_RECIPIENTS} and s.frequency = any (${[...frequencies]}::text[])`;
}

const RECIPIENT_EMAIL = sql`coalesce(s.email, p.email)`;

/** The same hash as in `hashEmail`. */
const IS_SUPPRESSED = sql`exists (select from newsletter_suppressions where address_hash = sha256(convert_to(${RECIPIENT_EMAIL}, 'UTF8')))`;

/** The address also belongs to an account, whose settings take precedence. */
const HAS_ACCOUNT = sql`exists (select from users o left join newsletter_subscribers t on t.user_id = o.id
  where o.email = s.email and (o.disabled_at is not null or t.status = 'confirmed'))`;

const FROM_RECIPIENTS = sql`from newsletter_subscribers s left join users p on p.id = s.user_id
  where s.status = 'confirmed' and (s.user_id is null or (p.email_verified and p.disabled_at is null))
    and not ${IS_SUPPRESSED} and not ${HAS_ACCOUNT}`;

/** Recipients by frequency; `pending`: addresses that are not confirmed yet. */
type SubscriberCounts = Record<Frequency, number> & { pending: number };

export async function countSubscribers(db: Db): Promise<SubscriberCounts> {
  const { rows } = await sql<SubscriberCounts>`select count(*) filter (where frequency = 'weekly') as weekly,
      count(*) filter (where frequency = 'monthly') as monthly,
      (select count(*) from newsletter_subscribers where status = 'pending') as pending
    from newsletter_subscribers where id in (select s.id ${FROM_RECIPIENTS})`.execute(db);
  return rows[0] ?? { weekly: 0, monthly: 0, pending: 0 };
}

/** Stores today's number of confirmed subscribers (UTC, database clock), once a day. */
export async function recordSubscribers(db: Db): Promise<void> {
  await sql`insert into daily_subscribers (day, confirmed) select ${TODAY}, ${COUNT_CONFIRMED} on conflict (day) do nothing`.execute(db);
}

/** Returns the recorded numbers of the period, and the current one as the last. */
export async function listSubscriberHistory(db: Db, period: SubscriberPeriod): Promise<SubscriberHistory> {
  const { rows } = await sql<SubscriberHistory['days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, confirmed from daily_subscribers
    where day < ${TODAY} and day > ${TODAY} - ${period}::integer and (${TODAY} - day) % ${SUBSCRIBER_PERIODS[period]} = 0
    union all select to_char(${TODAY}, 'YYYY-MM-DD'), ${COUNT_CONFIRMED}
    order by day`.execute(db);
  return { days: rows };
}

const TODAY = sql`(clock_timestamp() at time zone 'UTC')::date`;
const COUNT_CONFIRMED = sql`(select count(*)::integer from newsletter_subscribers where status = 'confirmed')`;

/** `bounce`: the address does not exist. `complaint`: an issue was reported as spam. */
type SuppressionReason = 'bounce' | 'complaint';

/** Suppresses an address until its owner subscribes again. Stored as a hash. A complaint overrides a bounce. */
export async function suppress(trx: Db, address: string, reason: SuppressionReason): Promise<void> {
  await trx
    .insertInto('newsletter_suppressions')
    .values({ address_hash: hashEmail(address), reason })
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ reason, created_at: sql`now()` }).where(sql<boolean>`excluded.reason = 'complaint'`),
    )
    .execute();
}

/** Lifts the suppression of an address after a new opt-in. */
export async function endSuppression(trx: Db, address: string): Promise<void> {
  await trx.deleteFrom('newsletter_suppressions').where('address_hash', '=', hashEmail(address)).execute();
}

/** Returns the SHA-256 of the lower-case address. */
function hashEmail(address: string): Buffer {
  return createHash('sha256').update(address.trim().toLowerCase()).digest();
}
