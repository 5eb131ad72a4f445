/** The newsletter subscription of an account. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { ACCOUNT_TEXT } from './components/signup-text.ts';
import type { Frequency, Newsletter } from './contract.ts';
import { endSuppression } from './recipients.ts';

const ACCOUNT_CONSENT = `${ACCOUNT_TEXT.offer} ${ACCOUNT_TEXT.yes}`;

/** Omitted fields keep their value. */
type NewsletterChange = { on?: boolean | undefined; frequency?: Frequency | undefined };

/**
 * Saves the newsletter settings of an account with a confirmed email address. Opting in stores time and wording of the consent and lifts a
 * suppression; opting out deletes both. A subscription of the email address becomes the account's. Idempotent.
 */
export async function saveNewsletter(db: Db, userId: string, { on, frequency }: NewsletterChange): Promise<Newsletter> {
  return transact(db, async (trx) => {
    if (on === true) await optInWithConsent(trx, userId);
    if (on === false) await optOut(trx, userId);
    if (frequency !== undefined) await trx.updateTable('newsletter_subscribers').set({ frequency }).where(isOwnedBy(userId)).execute();
    return getNewsletter(trx, userId);
  });
}

async function optInWithConsent(trx: Db, userId: string): Promise<void> {
  await optIn(trx, userId, ACCOUNT_CONSENT);
  const person = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (person !== undefined) await endSuppression(trx, person.email);
}

/** Returns the stored subscriptions of an account, for the data export. */
export function exportNewsletter(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'status', 'frequency', 'consent_at', 'consent_text', 'created_at', 'updated_at'])
    .where(isOwnedBy(userId))
    .orderBy('id')
    .execute();
}

/** SQL condition: the row belongs to the account, directly or by its email address. */
export function isOwnedBy(userId: string) {
  return sql<boolean>`(user_id = ${userId} or email = (select email from users where id = ${userId}))`;
}

/** Returns the newsletter settings of an account. Its own row takes precedence over one of its email address. */
export async function getNewsletter(db: Db, userId: string): Promise<Newsletter> {
  const { rows } = await sql<{ since: Date | null; frequency: Frequency | null; stopped: Newsletter['stopped'] }>`
    select s.since, s.frequency, x.reason as stopped from users p
      left join newsletter_suppressions x on x.address_hash = sha256(convert_to(p.email, 'UTF8'))
      left join lateral (select min(consent_at) as since, (array_agg(frequency order by user_id is null))[1] as frequency
        from newsletter_subscribers where (user_id = p.id or email = p.email) and status = 'confirmed') s on true
    where p.id = ${userId}`.execute(db);
  const { since = null, frequency = null, stopped = null } = rows[0] ?? {};
  return { isOn: since !== null, since: since?.toISOString() ?? null, frequency: frequency ?? 'weekly', stopped };
}

/** Opts an account in; the first consent is kept. `consentText`: the wording shown. Waits for a concurrent deletion, and then does nothing. */
export async function optIn(db: Db, userId: string, consentText: string): Promise<void> {
  await linkToAccount(db, userId);
  await sql`insert into newsletter_subscribers as stored (user_id, status, consent_at, consent_text)
    select id, 'confirmed', now(), ${consentText} from users where id = ${userId} for key share
    on conflict (user_id) do update set status = excluded.status, consent_at = excluded.consent_at,
      consent_text = excluded.consent_text, updated_at = now() where stored.status <> 'confirmed'`.execute(db);
}

/** Opts an account and its email address out. */
async function optOut(db: Db, userId: string): Promise<void> {
  await linkToAccount(db, userId);
  await db
    .updateTable('newsletter_subscribers')
    .set(OPTED_OUT)
    .where('user_id', '=', userId)
    .where('status', '<>', 'unsubscribed')
    .execute();
}

/** Column values of an unsubscribed row: no consent time or text. */
export const OPTED_OUT = { status: 'unsubscribed', consent_at: null, consent_text: null, updated_at: sql<Date>`now()` };

/** Turns the row of the email address into that of the account, so that links in sent issues keep working; deletes it if the account has one. */
async function linkToAccount(db: Db, userId: string): Promise<void> {
  await sql`update newsletter_subscribers set user_id = ${userId}, email = null, updated_at = now(),
      status = case status when 'pending' then 'unsubscribed' else status end,
      consent_at = case status when 'pending' then null else consent_at end,
      consent_text = case status when 'pending' then null else consent_text end
    where email = (select email from users where id = ${userId})
      and not exists (select from newsletter_subscribers where user_id = ${userId})`.execute(db);
  await deleteByAddress(db, userId);
}

/** Deletes the subscription of the account's email address. The account's own row is deleted with the account. */
export async function deleteByAddress(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute();
}
