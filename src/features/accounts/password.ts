/**
 * Confirming and changing the current password. Changes that could lock out the owner require the password, because the session
 * may be in use by someone else.
 */
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { lockAccount, writePassword } from './account-rows.ts';
import type { AccountDeps } from './deps.ts';
import type { Guards, SessionUser } from './guards.ts';
import { clientOf } from './http-helpers.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { weakPassword, weakPasswordReasons } from './password-rules.ts';
import { consumeSignInAttempt, refundSignInAttempt, tooManyAttempts } from './rate-limits.ts';
import { revokeAccess, startSession } from './sessions.ts';
import { Confirmation } from './settings-schemas.ts';

/** The hash that the confirmed password matched; null for an account without a password. */
export type ConfirmedPassword = { hash: string | null };

/** Accounts without a password must have signed in this recently. */
const RECENT_SIGN_IN = sql<boolean>`created_at > now() - interval '10 minutes'`;

/**
 * Checks the current password of a user. An account without a password must have signed in within ten minutes.
 * @throws AppError 403 `wrong_password`, 403 `sign_in_again`, 429 `too_many` after five wrong passwords in 15 minutes, 503 `busy`
 */
export async function confirmPassword(
  { db }: Pick<AccountDeps, 'db'>,
  c: Context<AppEnv>,
  person: SessionUser,
  current: string,
): Promise<ConfirmedPassword> {
  const hash = await findHash(db, person.id);
  if (hash === null) {
    if (await isRecentSignIn(db, person.sessionId)) return { hash };
    throw new AppError(403, 'sign_in_again', 'Your account has no password. Please log out, log in again, and try once more.');
  }
  if (current === '') throw wrongPassword();
  // A session proves a known device: limited separately, so that strangers cannot use up the attempts.
  const attempt = { email: person.email, address: clientOf(c), isKnownDevice: true };
  const { isAllowed, retryAfterSeconds } = await consumeSignInAttempt(db, attempt);
  if (!isAllowed) throw tooManyAttempts(retryAfterSeconds);
  const isCorrect = await verifyPassword(hash, current).catch(async (error) => {
    await refundSignInAttempt(db, attempt);
    throw error;
  });
  if (!isCorrect) throw wrongPassword();
  await refundSignInAttempt(db, attempt);
  return { hash };
}

/** Reads and confirms the password of a request with `Confirmation` as its body. Throws as `confirmPassword`. */
export async function readConfirmation(
  deps: Pick<AccountDeps, 'db'>,
  guards: Guards,
  c: Context<AppEnv>,
): Promise<{ person: SessionUser; current: string; confirmed: ConfirmedPassword }> {
  const person = await guards.person(c);
  const { current } = await readBody(c, Confirmation);
  return { person, current, confirmed: await confirmPassword(deps, c, person, current) };
}

/**
 * Locks the account and its password until the end of the transaction.
 * @throws AppError 403 `wrong_password` when the password has changed since it was confirmed
 */
export async function lockConfirmedPassword(trx: Db, person: SessionUser, { hash }: ConfirmedPassword): Promise<void> {
  await lockAccount(trx, person.id);
  if ((await findHash(trx, person.id, true)) !== hash) throw wrongPassword();
}

/** @throws AppError 422 `weak_password` */
export function assertStrongPassword(password: string, person: SessionUser): void {
  const reasons = weakPasswordReasons(password, person);
  if (reasons.length > 0) throw weakPassword(reasons);
}

/**
 * Changes the password, revokes all sessions and links, and notifies the owner. The current session gets a new token.
 * @throws AppError 403 `wrong_password` when the password has changed since it was confirmed, 503 `busy`
 */
export async function changePassword(
  c: Context<AppEnv>,
  deps: AccountDeps,
  person: SessionUser,
  confirmed: ConfirmedPassword,
  password: string,
): Promise<void> {
  const { db, publicUrl, renderEmail } = deps;
  const kind = 'password-changed';
  const mail = await renderEmail({ kind, name: person.name, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  const hash = await hashPassword(password);
  await transact(db, async (trx) => {
    await lockConfirmedPassword(trx, person, confirmed);
    await writePassword(trx, person.id, hash);
    await revokeAccess(trx, person.id);
    await startSession(c, { ...deps, db: trx }, person.id);
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
  });
}

function wrongPassword(): AppError {
  const message = 'That is not your current password.';
  return new AppError(403, 'wrong_password', message, { fields: { current: [message] } });
}

async function findHash(db: Db, userId: string, isLocked = false): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.password ?? null;
}

async function isRecentSignIn(db: Db, sessionId: string): Promise<boolean> {
  return (await db.selectFrom('sessions').select('id').where('id', '=', sessionId).where(RECENT_SIGN_IN).executeTakeFirst()) !== undefined;
}
