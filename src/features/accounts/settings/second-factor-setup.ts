/** Switching the second factor on and off. better-auth makes and keeps key and codes; who may do it is decided before it is asked. */
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { consume, type Limit } from '#src/platform/limits/limits.ts';
import { type NewMail, queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { lockAccount } from '../account-rows.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { endAccess } from '../end-access.ts';
import { takeAppCode } from '../second-factor.ts';
import { startSession } from '../start-session.ts';
import { tooManyTries } from '../too-many-tries.ts';
import { type Confirmed, holdPassword } from './confirm-password.ts';
import { sessionHeaders } from './session-headers.ts';

/** `recoveryCodesLeft` is 0 while it is off. */
export type SecondFactor = { isOn: boolean; recoveryCodesLeft: number };

/** Codes tried while an app is set up. */
const TRIES: Limit = { points: 10, windowSeconds: 15 * 60 };

export async function findSecondFactor({ db, auth }: Pick<AccountDeps, 'db' | 'auth'>, userId: string): Promise<SecondFactor> {
  if (!(await isSetUp(db, userId))) return { isOn: false, recoveryCodesLeft: 0 };
  const { api } = await auth();
  const { backupCodes } = await api.viewBackupCodes({ body: { userId } });
  return { isOn: true, recoveryCodesLeft: backupCodes.length };
}

/**
 * Makes a key for an authenticator app (`otpauth:` URI), which counts from the first code that is confirmed. `current` is a
 * confirmed password. Throws 409 `second_factor_on`, and 409 `no_password` for an account that has none.
 */
export async function beginSecondFactor(
  c: Context<AppEnv>,
  { db, auth }: AccountDeps,
  person: Person,
  current: string,
): Promise<{ uri: string }> {
  if (await isSetUp(db, person.id)) throw alreadyOn();
  const { api } = await auth();
  const made = await api.enableTwoFactor({ body: { password: current, method: 'totp' }, headers: sessionHeaders(c) }).catch(orNoPassword);
  if (!('totpURI' in made)) throw new Error('The second factor was begun without a key.');
  return { uri: made.totpURI };
}

/**
 * Switches it on by a first code of the app, which then opens nothing more. The recovery codes can be read this once. The session gets
 * another token, and all other sessions end: they were opened without a code. Throws 422 `wrong_code`, 409 `second_factor_on`,
 * 409 `not_begun`, 429.
 */
export async function finishSecondFactor(
  c: Context<AppEnv>,
  deps: AccountDeps,
  person: Person,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { db } = deps;
  const { isAllowed, retryAfterSeconds } = await consume(db, `second factor setup ${person.id}`, TRIES);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
  if (await isSetUp(db, person.id)) throw alreadyOn();
  const { on } = await deps.auth();
  const mail = await drawMail(deps, person, true);
  await takeAppCode(db, person.id, code);
  return transact(db, async (trx) => {
    await lockAccount(trx, person.id);
    if (await isSetUp(trx, person.id)) throw alreadyOn();
    const api = on(trx);
    await api.verifyTOTP({ body: { code }, headers: sessionHeaders(c) }).catch(orWrongCode);
    await endAccess(trx, person.id);
    await startSession(c, { ...deps, db: trx }, person.id);
    await queueMail(trx, mail);
    const { backupCodes } = await api.viewBackupCodes({ body: { userId: person.id } });
    return { recoveryCodes: backupCodes };
  });
}

/** Switches it off. The session gets another token. Throws 409 `second_factor_off`, and 403 as `holdPassword` does. */
export async function endSecondFactor(c: Context<AppEnv>, deps: AccountDeps, person: Person, confirmed: Confirmed): Promise<void> {
  const mail = await drawMail(deps, person, false);
  await transact(deps.db, async (trx) => {
    await holdPassword(trx, person, confirmed);
    const { numDeletedRows } = await trx
      .deleteFrom('second_factors')
      .where('user_id', '=', person.id)
      .where('verified', '=', true)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notOn();
    await trx.updateTable('profiles').set({ two_factor_enabled: false }).where('id', '=', person.id).execute();
    await startSession(c, { ...deps, db: trx }, person.id);
    await queueMail(trx, mail);
  });
}

/** Ten new recovery codes; the old ones are gone. `current` is a confirmed password. */
export async function renewRecoveryCodes(
  c: Context<AppEnv>,
  { db, auth }: AccountDeps,
  person: Person,
  current: string,
): Promise<{ recoveryCodes: string[] }> {
  if (!(await isSetUp(db, person.id))) throw notOn();
  const { api } = await auth();
  const { backupCodes } = await api.generateBackupCodes({ body: { password: current }, headers: sessionHeaders(c) }).catch(orNoPassword);
  return { recoveryCodes: backupCodes };
}

/** A key that no code was confirmed for does not count. */
async function isSetUp(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

async function drawMail({ publicUrl, renderMail }: AccountDeps, { name, email: to }: Person, isOn: boolean): Promise<NewMail> {
  const kind = 'second-factor';
  return { to, template: kind, ...(await renderMail({ kind, name, isOn, resetLink: `${publicUrl}${urls.forgotPassword()}` })) };
}

function codeOf(error: unknown): string {
  return (error as { body?: { code?: string } }).body?.code ?? '';
}

function orNoPassword(error: unknown): never {
  if (codeOf(error) === 'INVALID_PASSWORD' || codeOf(error) === 'CREDENTIAL_ACCOUNT_NOT_FOUND')
    throw new AppError(409, 'no_password', 'Please choose a password first: your account has none.');
  throw error;
}

function orWrongCode(error: unknown): never {
  const message = 'That code is not right. Please wait for the next one and try again.';
  if (codeOf(error) === 'INVALID_CODE') throw new AppError(422, 'wrong_code', message, { fields: { code: [message] } });
  if (codeOf(error) === 'TOTP_NOT_ENABLED') throw new AppError(409, 'not_begun', 'Please begin anew: there is no key to confirm.');
  throw error;
}

function alreadyOn(): AppError {
  return new AppError(409, 'second_factor_on', 'The second factor is on already.');
}

function notOn(): AppError {
  return new AppError(409, 'second_factor_off', 'The second factor is off.');
}
