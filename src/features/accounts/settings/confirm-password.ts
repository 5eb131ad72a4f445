/** Before anything that could lock an owner out, the password is asked again: a session alone may be someone else at an open screen. */
import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { verifyPassword } from '../passwords.ts';
import { returnSignInTry, takeSignInTry } from '../sign-in-limits.ts';

/** A confirmed password: the hash that it was compared with. A change that depends on it asks whether it is still that one. */
export type Confirmed = { hash: string };

/**
 * Compares a password with the one of the person. Throws 403 `wrong_password` for another one or none, 429 `too_many_tries`
 * after five wrong ones within a quarter of an hour, and 503 `busy`.
 */
export async function confirmPassword(
  { db }: Pick<AccountDeps, 'db'>,
  c: Context<AppEnv>,
  person: Person,
  current: string,
): Promise<Confirmed> {
  if (current === '') throw wrongPassword();
  // Who has a session has signed in with this browser: counted by itself, so that strangers cannot use up the tries.
  const attempt = { email: person.email, address: exchangeOf(c).clientAddress(), isKnownDevice: true };
  const { isAllowed, retryAfterSeconds } = await takeSignInTry(db, attempt);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
  const hash = await findHash(db, person.id);
  const isRight = await verifyPassword(hash, current).catch(async (error) => {
    await returnSignInTry(db, attempt);
    throw error;
  });
  if (!isRight || hash === undefined) throw wrongPassword();
  await returnSignInTry(db, attempt);
  return { hash };
}

export function wrongPassword(): AppError {
  const message = 'That is not your current password.';
  return new AppError(403, 'wrong_password', message, { fields: { current: [message] } });
}

export function tooManyTries(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  const message = `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
  return new AppError(429, 'too_many_tries', message, { headers: { 'Retry-After': String(seconds) } });
}

async function findHash(db: AccountDeps['db'], userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? undefined;
}
