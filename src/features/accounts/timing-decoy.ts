/**
 * Does the work that an existing account would cause, and rolls it back, so that response times do not reveal whether an address
 * has an account.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { insertAccount } from './account-rows.ts';
import { issueToken, type TokenPurpose } from './one-time-tokens.ts';

/** Takes as long as creating an account, without its email. */
export function simulateRegistration(db: Db): Promise<void> {
  return rollBack(db, async (trx) => {
    const email = randomAddress();
    const subject = await insertAccount(trx, { name: 'Nobody', email, passwordHash: '' });
    await issueToken(trx, { subject: subject ?? randomUUID(), purpose: 'verify', email });
  });
}

/** Takes as long as queueing an email, with a token if a purpose is given. */
export function simulateMail(db: Db, purpose?: TokenPurpose): Promise<void> {
  return rollBack(db, async (trx) => {
    const email = randomAddress();
    if (purpose !== undefined) await issueToken(trx, { subject: randomUUID(), purpose, email });
    await queueEmail(trx, { to: email, subject: 'Nothing', html: '<p>', text: ' ' });
  });
}

class RolledBack extends Error {}

async function rollBack(db: Db, work: (trx: Db) => Promise<void>): Promise<void> {
  try {
    await transact(db, async (trx) => {
      await work(trx);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

/** `.invalid` never receives email (RFC 2606). */
function randomAddress(): string {
  return `${randomUUID()}@nobody.invalid`;
}
