/** The rows of who was asked about the letter without an account, and what turns them into a yes. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** What is known of an address: whether the letter comes to it, by which row, and whether nobody is to be written to there. */
export type KnownAddress = { id: string | null; key: string | null; isOn: boolean; isClosed: boolean };

/** `email`: canonical. The row of the account, where there is one, comes before that of the address alone. */
export async function findAddress(db: Db, email: string): Promise<KnownAddress> {
  const { rows } = await sql<KnownAddress>`
    select s.id, s.key, s.status = 'confirmed' and p.disabled_at is null
        and not exists (select from newsletter_suppressions where address_hash = sha256(convert_to(${email}, 'UTF8'))) as "isOn",
      coalesce(p.disabled_at is not null, false) as "isClosed"
    from (select ${email}::text as email) asked
      left join profiles p on p.email = asked.email
      left join newsletter_subscribers s on s.email = asked.email or s.user_id = p.id
    order by s.status = 'confirmed' desc nulls last, s.user_id is null limit 1`.execute(db);
  return { id: null, key: null, isClosed: false, ...rows[0], isOn: rows[0]?.isOn ?? false };
}

/**
 * Notes that someone asked for the letter at an address, with the words of the form. Returns the id of the row that a confirmation makes
 * good. One that was confirmed stays as it is: then letters are kept from the address, and the confirmation ends that.
 */
export async function addPending(trx: Db, email: string, words: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into newsletter_subscribers as kept (email, status, consent_at, consent_text) values (${email}, 'pending', now(), ${words})
    on conflict (email) do update set
      status = case when kept.status = 'confirmed' then kept.status else 'pending' end,
      consent_at = case when kept.status = 'confirmed' then kept.consent_at else now() end,
      consent_text = case when kept.status = 'confirmed' then kept.consent_text else excluded.consent_text end,
      created_at = case when kept.status = 'confirmed' then kept.created_at else now() end,
      updated_at = now()
    returning id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A subscriber was neither added nor found.');
  return row.id;
}

/** Makes a row good that waits for its address to be confirmed. False where there is none: it was left, or forgotten, meanwhile. */
export async function confirmPending(trx: Db, id: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('newsletter_subscribers')
    .set({
      status: 'confirmed',
      consent_at: sql`case when status = 'pending' then now() else consent_at end`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('status', '<>', 'unsubscribed')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const OLD = sql`clock_timestamp() - interval '30 days'`;

/**
 * Addresses that nobody confirmed in 30 days, those that left 30 days ago, and those that letters are kept from for 30 days, of which the
 * hash stays; for a job. Returns how many there were.
 */
export async function removeOldSubscribers(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from newsletter_subscribers
    where (status = 'pending' and created_at <= ${OLD}) or (status = 'unsubscribed' and user_id is null and updated_at <= ${OLD})
      or (status = 'confirmed' and exists (select from newsletter_suppressions
        where address_hash = sha256(convert_to(email, 'UTF8')) and created_at <= ${OLD}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
