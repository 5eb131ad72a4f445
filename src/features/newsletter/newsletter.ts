/** The front door of the weekly letter: what a person with an account has said to it. */
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { NEWSLETTER_WORDS } from './components/newsletter-words.ts';
import type { Newsletter } from './contract.ts';
import { agree, decline, findConsent, isOwn } from './queries.ts';

const CONSENT_TEXT = `${NEWSLETTER_WORDS.offer} ${NEWSLETTER_WORDS.yes}`;

/** Whether the letter shall come to the person. */
export async function getNewsletter(db: Db, userId: string): Promise<Newsletter> {
  const since = await findConsent(db, userId);
  return { isOn: since !== undefined, since: since?.toISOString() ?? null };
}

/**
 * Notes a yes with its time and words, or a no, which keeps neither; the same said twice changes nothing. What had been said for
 * the address without the account is over with either. The person's address has to be confirmed.
 */
export async function saveNewsletter(db: Db, userId: string, isOn: boolean): Promise<Newsletter> {
  return transact(db, async (trx) => {
    await (isOn ? agree(trx, userId, CONSENT_TEXT) : decline(trx, userId));
    await forgetAddress(trx, userId);
    return getNewsletter(trx, userId);
  });
}

/** Removes what was said for the person's address without the account. What hangs on the account goes with it. */
export async function forgetAddress(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('email', '=', (eb) => eb.selectFrom('profiles').select('email').where('id', '=', userId))
    .execute();
}

/** What is kept, for the copy of all the person's data. */
export function exportNewsletter(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'status', 'consent_at', 'consent_text', 'created_at', 'updated_at'])
    .where(isOwn(userId))
    .orderBy('id')
    .execute();
}
