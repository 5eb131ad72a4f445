/** Before anything that could lock an owner out, the password is asked again: a session alone may be someone else at an open screen. */
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { lockAccount } from '../account-rows.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { verifyPassword } from '../passwords.ts';
import { returnSignInTry, takeSignInTry } from '../sign-in-limits.ts';
import { tooManyTries } from '../too-many-tries.ts';

/** What was confirmed: the hash that the password was compared with, null where the account has none. */
export type Confirmed = { hash: string | null };

/** Who has no password has signed in by a link: that must be so long ago at most. */
const FRESH = sql<boolean>`created_at > now() - interval '10 minutes'`;

/**
 * Compares a password with the one of the person. Throws 403 `wrong_password` for another one or none, 429 `too_many`
 * after five wrong ones within a quarter of an hour, and 503 `busy`. An account without a password must have signed in just now:
 * 403 `sign_in_again`.
 */
export async function confirmPassword(
  { db }: Pick<AccountDeps, 'db'>,
  c: Context<AppEnv>,
  person: Person,
  current: string,
): Promise<Confirmed> {
  const hash = await findHash(db, person.id);
  if (hash === null) {
    if (await isFresh(db, person.sessionId)) return { hash };
    throw new AppError(403, 'sign_in_again', 'Please log out and log in again first, as your account has no password.');
  }
  if (current === '') throw wrongPassword();
  // Who has a session has signed in with this browser: counted by itself, so that strangers cannot use up the tries.
  const attempt = { email: person.email, address: exchangeOf(c).clientAddress(), isKnownDevice: true };
  const { isAllowed, retryAfterSeconds } = await takeSignInTry(db, attempt);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
  const isRight = await verifyPassword(hash, current).catch(async (error) => {
    await returnSignInTry(db, attempt);
    throw error;
  });
  if (!isRight) throw wrongPassword();
  await returnSignInTry(db, attempt);
  return { hash };
}

/**
 * Holds the account and its password until the end of the transaction. Throws 403 `wrong_password` when it has been changed since it was
 * confirmed: of two changes at the same time one comes too late.
 */
export async function holdPassword(trx: Db, person: Person, { hash }: Confirmed): Promise<void> {
  await lockAccount(trx, person.id);
  if ((await findHash(trx, person.id, true)) !== hash) throw wrongPassword();
}

export function wrongPassword(): AppError {
  const message = 'That is not your current password.';
  return new AppError(403, 'wrong_password', message, { fields: { current: [message] } });
}

async function findHash(db: Db, userId: string, isHeld = false): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .$if(isHeld, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.password ?? null;
}

async function isFresh(db: Db, sessionId: string): Promise<boolean> {
  return (await db.selectFrom('sessions').select('id').where('id', '=', sessionId).where(FRESH).executeTakeFirst()) !== undefined;
}
