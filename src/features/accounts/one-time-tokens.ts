import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { canonicalEmail } from './canonical-email.ts';

/** The tokens of links in mails: good once, for a while, for one purpose and one address. All times are the database's. */

export type TokenPurpose = 'verify' | 'reset' | 'change_email' | 'sign_in' | 'newsletter';

/** `subject`: id of the user, of `newsletter` that of the subscriber. `email`: canonical; of `change_email` the new address. */
export type TokenBinding = { subject: string; purpose: TokenPurpose; email: string };

/** 410: used, expired, burnt, or never issued for this purpose. 400: alive, but for another address. */
export type TokenUse = { binding: TokenBinding } | { problem: 400 | 410 };

const MINUTES: Record<TokenPurpose, number> = { verify: 24 * 60, change_email: 24 * 60, reset: 30, sign_in: 30, newsletter: 7 * 24 * 60 };

/** 32 random bytes as 43 characters of base64url. It opens nothing before it has been issued: a mail can be drawn with it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Makes a token good (a new one, where none is given) and burns the older one of the same subject and purpose. This is the only
 * time that it can be read. Give the transaction that also queues the mail.
 */
export async function issueToken(trx: Db, { subject, purpose, email }: TokenBinding, token = newToken()): Promise<string> {
  const fresh = {
    hash: hashOf(token),
    email: canonicalEmail(email),
    created_at: sql<Date>`clock_timestamp()`,
    expires_at: sql<Date>`clock_timestamp() + ${MINUTES[purpose]} * interval '1 minute'`,
  };
  await trx
    .insertInto('one_time_tokens')
    .values({ subject, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(fresh))
    .execute();
  return token;
}

/** What a living token is bound to. Changes nothing: a mail scanner that opens the link does not use it up. */
export async function findToken(db: Db, token: string, purpose: TokenPurpose): Promise<TokenBinding | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['subject', 'email'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row && { subject: row.subject, purpose, email: row.email };
}

/**
 * Uses a token up (called spend, as linters take `use…` for a hook of React): of several at once exactly one gets the binding. Give the transaction that does what the token allows, so
 * that both happen or neither. A token that comes with another address than its own stays as it is.
 */
export async function spendToken(trx: Db, token: string, { purpose, email }: Omit<TokenBinding, 'subject'>): Promise<TokenUse> {
  const used = await trx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('email', '=', canonicalEmail(email))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['subject', 'email'])
    .executeTakeFirst();
  if (used !== undefined) return { binding: { subject: used.subject, purpose, email: used.email } };
  // Looked up only to tell why; whatever has happened meanwhile, nothing is allowed.
  return { problem: (await findToken(trx, token, purpose)) === undefined ? 410 : 400 };
}

/** Burns all tokens of a user or a subscriber: what they were sent for has changed, or is over. */
export async function burnTokens(trx: Db, subject: string): Promise<void> {
  await trx.deleteFrom('one_time_tokens').where('subject', '=', subject).execute();
}

/** Removes what has expired, with the addresses in it; for a job. Returns how many there were. */
export async function removeExpiredTokens(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** A plain hash is enough: nobody can try all of 256 random bits. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
