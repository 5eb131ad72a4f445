/** Sign-up without an account (double opt-in), and confirmation by the emailed link. */

import { sql } from 'kysely';
import {
  type AccountRouteDeps,
  canonicalEmail,
  consumeNetworkLimit,
  consumeToken,
  createEmailLink,
  issueToken,
  simulateMail,
  tokenError,
  tooManyAttempts,
  withMailLimit,
} from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { consumeForSubnet, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { optIn } from './account-subscription.ts';
import { SIGN_UP_TEXT } from './components/newsletter-text.ts';
import { SIGN_UP_OFFER } from './components/signup-text.ts';
import { endSuppression } from './recipients.ts';

type SignUpDeps = Pick<AccountRouteDeps, 'db' | 'publicUrl' | 'renderEmail' | 'log'>;

const { title, offer } = SIGN_UP_OFFER;
const { promise, yes } = SIGN_UP_TEXT;
/** The wording stored with the consent. */
export const CONSENT_TEXT = [title, offer, promise, yes].join('\n');

/**
 * Emails a confirmation link, or a note if the address is already subscribed. Response and work are the same for all addresses, so that
 * nobody can find out who is subscribed. `email`: canonical. `client`: IP address.
 * @throws AppError 429; then nothing has happened
 */
export async function subscribe(deps: SignUpDeps, email: string, client: string): Promise<void> {
  await consumeSignUpAttempt(deps.db, client);
  const known = await findSubscriberState(deps.db, email);
  const mail = await renderSignUpEmail(deps, email, known);
  const isAllowed = await withMailLimit(deps.db, { kind: 'newsletter', email }, async () => {
    if (known.isClosed) return simulateMail(deps.db, 'newsletter');
    await transact(deps.db, (trx) => mail.queue(trx));
  });
  if (!isAllowed) await simulateMail(deps.db, 'newsletter');
}

async function renderSignUpEmail(deps: SignUpDeps, email: string, { isOn, key }: SubscriberState) {
  if (isOn && key !== null) {
    const kind = 'newsletter-already';
    const mail = await deps.renderEmail({ kind, preferencesLink: deps.publicUrl + urls.newsletterPreferences(key) });
    return { queue: async (trx: Db) => void (await queueEmail(trx, { to: email, template: kind, ...mail })) };
  }
  const kind = 'newsletter-confirm';
  const { token, link } = createEmailLink(deps, urls.newsletterConfirm(), { email });
  const mail = await deps.renderEmail({ kind, link });
  return {
    async queue(trx: Db): Promise<void> {
      const subject = await addPending(trx, email, CONSENT_TEXT);
      await issueToken(trx, { subject, purpose: 'newsletter', email }, token);
      await queueEmail(trx, { to: email, template: kind, ...mail });
    },
  };
}

/**
 * Confirms a subscription with the token of the email and lifts a suppression. If an account has the address, the subscription becomes
 * the account's.
 * @throws AppError 400 or 410 for an invalid or expired link, 429
 */
export async function confirmSubscription(
  deps: SignUpDeps,
  { token, email: typed, client }: { token: string; email: string; client: string },
): Promise<void> {
  await consumeNetworkLimit(deps.db, 'use a link', client);
  const email = canonicalEmail(typed);
  const id = await transact(deps.db, async (trx) => {
    const used = await consumeToken(trx, token, { purpose: 'newsletter', email });
    if ('problem' in used) throw tokenError(used.problem);
    const { subject } = used.binding;
    if (!(await confirmPending(trx, subject, email))) throw tokenError(410);
    await endSuppression(trx, email);
    await optInAccount(trx, email);
    return subject;
  });
  deps.log.info({ event: 'newsletter_confirmed', subscriber: id }, 'Newsletter subscription confirmed');
}

/** Opts in the account that has this address, if there is one: its settings take precedence. */
async function optInAccount(trx: Db, email: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (account !== undefined) await optIn(trx, account.id, CONSENT_TEXT);
}

/** `isOn`: subscribed and not suppressed. `isClosed`: the address belongs to a disabled account. */
type SubscriberState = { id: string | null; key: string | null; isOn: boolean; isClosed: boolean };

/** `email`: canonical. The row of an account takes precedence over that of the address. */
async function findSubscriberState(db: Db, email: string): Promise<SubscriberState> {
  const { rows } = await sql<SubscriberState>`
    select s.id, s.key, s.status = 'confirmed' and p.disabled_at is null
        and not exists (select from newsletter_suppressions where address_hash = sha256(convert_to(${email}, 'UTF8'))) as "isOn",
      coalesce(p.disabled_at is not null, false) as "isClosed"
    from (select ${email}::text as email) requested
      left join users p on p.email = requested.email
      left join newsletter_subscribers s on s.email = requested.email or s.user_id = p.id
    order by s.status = 'confirmed' desc nulls last, s.user_id is null limit 1`.execute(db);
  return { id: null, key: null, isClosed: false, ...rows[0], isOn: rows[0]?.isOn ?? false };
}

/** Adds or renews a pending subscription and returns its id. A confirmed row stays unchanged: its address is suppressed, which a confirmation ends. */
async function addPending(trx: Db, email: string, consentText: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into newsletter_subscribers as stored (email, status, consent_at, consent_text) values (${email}, 'pending', now(), ${consentText})
    on conflict (email) do update set
      status = case when stored.status = 'confirmed' then stored.status else 'pending' end,
      consent_at = case when stored.status = 'confirmed' then stored.consent_at else now() end,
      consent_text = case when stored.status = 'confirmed' then stored.consent_text else excluded.consent_text end,
      created_at = case when stored.status = 'confirmed' then stored.created_at else now() end,
      updated_at = now()
    returning id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A subscriber was neither added nor found.');
  return row.id;
}

/** Confirms a pending subscription. Returns false if it was unsubscribed or deleted since. */
async function confirmPending(trx: Db, id: string, email: string): Promise<boolean> {
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

const RETENTION_LIMIT = sql`clock_timestamp() - interval '30 days'`;

/** Deletes addresses unconfirmed, unsubscribed or suppressed for 30 days; hashes of suppressed ones stay. Returns the number deleted. */
export async function removeOldSubscribers(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from newsletter_subscribers
    where (status = 'pending' and created_at <= ${RETENTION_LIMIT}) or (status = 'unsubscribed' and user_id is null and updated_at <= ${RETENTION_LIMIT})
      or (status = 'confirmed' and exists (select from newsletter_suppressions
        where address_hash = sha256(convert_to(email, 'UTF8')) and created_at <= ${RETENTION_LIMIT}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const HOUR = 3_600;

/** Schools and libraries share a network. Limits per address: accounts/rate-limits.ts. */
const NETWORK_LIMIT: RateLimit = { points: 30, windowSeconds: HOUR };

/** Counts a sign-up against the limit of the client's network. @throws AppError 429 `too_many` with Retry-After */
async function consumeSignUpAttempt(db: Db, client: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForSubnet(db, 'newsletter network', client, NETWORK_LIMIT);
  if (!isAllowed) throw tooManyAttempts(retryAfterSeconds);
}
