/**
 * Work that is done and taken back, where a real account would have had it done: so that the time an answer takes does not tell
 * whether there is one.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { insertAccount } from './account-rows.ts';
import { issueToken, type TokenPurpose } from './one-time-tokens.ts';

/** As if an account were made, but for its mail. */
export function rehearseAccount(db: Db): Promise<void> {
  return rehearse(db, async (trx) => {
    const email = nobody();
    const subject = await insertAccount(trx, { name: 'Nobody', email, passwordHash: '' });
    await issueToken(trx, { subject: subject ?? randomUUID(), purpose: 'verify', email });
  });
}

/** As if a mail were queued, with a token in it when a purpose is given. */
export function rehearseMail(db: Db, purpose?: TokenPurpose): Promise<void> {
  return rehearse(db, async (trx) => {
    const email = nobody();
    if (purpose !== undefined) await issueToken(trx, { subject: randomUUID(), purpose, email });
    await queueMail(trx, { to: email, subject: 'Nothing', html: '<p>', text: ' ' });
  });
}

class TakenBack extends Error {}

async function rehearse(db: Db, work: (trx: Db) => Promise<void>): Promise<void> {
  try {
    await transact(db, async (trx) => {
      await work(trx);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

/** Of a host that is for ever without mail (RFC 2606). */
function nobody(): string {
  return `${randomUUID()}@nobody.invalid`;
}
