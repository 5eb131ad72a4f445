import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Frequency, Newsletter } from './contract.ts';

/** Whether a row is the person's: that of the account, or one made for its address without signing in. */
export function isOwn(userId: string) {
  return sql<boolean>`(user_id = ${userId} or email = (select email from profiles where id = ${userId}))`;
}

/** What holds for the person now; the account's own row comes before one of its address alone. */
export async function findNewsletter(db: Db, userId: string): Promise<Newsletter> {
  const { rows } = await sql<{ since: Date | null; frequency: Frequency | null; stopped: Newsletter['stopped'] }>`
    select s.since, s.frequency, x.reason as stopped from profiles p
      left join newsletter_suppressions x on x.address_hash = sha256(convert_to(p.email, 'UTF8'))
      left join lateral (select min(consent_at) as since, (array_agg(frequency order by user_id is null))[1] as frequency
        from newsletter_subscribers where (user_id = p.id or email = p.email) and status = 'confirmed') s on true
    where p.id = ${userId}`.execute(db);
  const { since = null, frequency = null, stopped = null } = rows[0] ?? {};
  return { isOn: since !== null, since: since?.toISOString() ?? null, frequency: frequency ?? 'weekly', stopped };
}

/** Keeps the first yes. For an account that is being deleted it waits, and then does nothing. */
export async function agree(db: Db, userId: string, words: string): Promise<void> {
  await adopt(db, userId);
  await sql`insert into newsletter_subscribers as kept (user_id, status, consent_at, consent_text)
    select id, 'confirmed', now(), ${words} from profiles where id = ${userId} for key share
    on conflict (user_id) do update set status = excluded.status, consent_at = excluded.consent_at,
      consent_text = excluded.consent_text, updated_at = now() where kept.status <> 'confirmed'`.execute(db);
}

/** Says no, for the account and for its address. */
export async function decline(db: Db, userId: string): Promise<void> {
  await adopt(db, userId);
  await db.updateTable('newsletter_subscribers').set(NO).where('user_id', '=', userId).where('status', '<>', 'unsubscribed').execute();
}

/** What a row says that keeps neither the time nor the words of a yes. */
export const NO = { status: 'unsubscribed', consent_at: null, consent_text: null, updated_at: sql<Date>`now()` };

/**
 * Makes the row of the person's address that of the account: the links in letters that it got go on working. Where the account has one
 * of its own, that of the address goes.
 */
async function adopt(db: Db, userId: string): Promise<void> {
  await sql`update newsletter_subscribers set user_id = ${userId}, email = null, updated_at = now(),
      status = case status when 'pending' then 'unsubscribed' else status end,
      consent_at = case status when 'pending' then null else consent_at end,
      consent_text = case status when 'pending' then null else consent_text end
    where email = (select email from profiles where id = ${userId})
      and not exists (select from newsletter_subscribers where user_id = ${userId})`.execute(db);
  await forgetAddress(db, userId);
}

/** Removes what was said for the person's address without the account. What hangs on the account goes with it. */
export async function forgetAddress(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('email', '=', (eb) => eb.selectFrom('profiles').select('email').where('id', '=', userId))
    .execute();
}
