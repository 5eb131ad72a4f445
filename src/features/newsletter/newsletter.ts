/** The front door of the weekly letter: what a person with an account has said to it, and what commands need. */
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { NEWSLETTER_WORDS } from './components/newsletter-words.ts';
import type { Frequency, Newsletter } from './contract.ts';
import { agree, decline, findNewsletter, isOwn } from './queries.ts';
import { endSuppression } from './suppressions.ts';

export { OPENING_SOON } from './components/newsletter-words.ts';
export { takeMail } from './incoming/take-mail.ts';
export { findLetter, letterDays, listLetters, listWholeLetters } from './letters/archive.ts';
export { letterDay, minutesWords, moreWords, PART_NAMES, paragraphsOf } from './letters/components/letter-words.ts';
export { type IssueDeps, issueEndpoints } from './letters/issue-endpoints.ts';
export { loadDrawLetter } from './letters/load-draw-letter.ts';
export { watchLetters } from './letters/look-after-letters.ts';
export { readSchedule } from './letters/schedule.ts';
export { seasonWords } from './letters/seasons.ts';
export { addDays, dayAt, momentAt } from './letters/zoned-time.ts';
export { forgetAddress } from './queries.ts';
export { exportLetters } from './sending/export-letters.ts';
export { removeOldSubscribers } from './subscribers.ts';
export { suppress } from './suppressions.ts';

const CONSENT_TEXT = `${NEWSLETTER_WORDS.offer} ${NEWSLETTER_WORDS.yes}`;

/** Whether the letter shall come to the person, and how often. */
export function getNewsletter(db: Db, userId: string): Promise<Newsletter> {
  return findNewsletter(db, userId);
}

/** What is left out stays as it is. */
export type NewsletterChange = { on?: boolean | undefined; frequency?: Frequency | undefined };

/**
 * Notes a yes with its time and words, or a no, which keeps neither; the same said twice changes nothing. What had been said for the
 * address without the account is the account's from then on. A yes also ends what keeps letters from the address. The person's address
 * has to be confirmed.
 */
export async function saveNewsletter(db: Db, userId: string, { on, frequency }: NewsletterChange): Promise<Newsletter> {
  return transact(db, async (trx) => {
    if (on === true) await sayYes(trx, userId);
    if (on === false) await decline(trx, userId);
    if (frequency !== undefined) await trx.updateTable('newsletter_subscribers').set({ frequency }).where(isOwn(userId)).execute();
    return findNewsletter(trx, userId);
  });
}

async function sayYes(trx: Db, userId: string): Promise<void> {
  await agree(trx, userId, CONSENT_TEXT);
  const person = await trx.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirst();
  if (person !== undefined) await endSuppression(trx, person.email);
}

/** What is kept, for the copy of all the person's data. */
export function exportNewsletter(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'status', 'frequency', 'consent_at', 'consent_text', 'created_at', 'updated_at'])
    .where(isOwn(userId))
    .orderBy('id')
    .execute();
}
