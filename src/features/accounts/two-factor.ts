/** Two-factor authentication in the settings. better-auth stores the key and the recovery codes. */
import { type Context, Hono } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { type NewEmail, queueEmail } from '#src/platform/mail/queue-email.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { lockAccount } from './account-rows.ts';
import type { AccountDeps } from './deps.ts';
import type { Guards, SessionUser } from './guards.ts';
import { logAccountChange, sessionHeaders } from './http-helpers.ts';
import { type ConfirmedPassword, lockConfirmedPassword, readConfirmation } from './password.ts';
import { tooManyAttempts } from './rate-limits.ts';
import { consumeTotpCode } from './second-factor.ts';
import { revokeAccess, startSession } from './sessions.ts';
import { CodeConfirmation } from './settings-schemas.ts';

/** For accountRoutes, which protects against cross-site requests. */
export function twoFactorRoutes(deps: AccountDeps, guards: Guards): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const path = urls.api('/account/second-factor');
  app.post(path, async (c) => {
    const { person, current } = await readConfirmation(deps, guards, c);
    return c.json(await beginSetup(c, deps, person, current));
  });
  app.put(path, async (c) => {
    const person = await guards.person(c);
    const { code } = await readBody(c, CodeConfirmation);
    const answer = await finishSetup(c, deps, person, code);
    logAccountChange(c, deps, 'second_factor_on', person);
    return c.json(answer);
  });
  app.delete(path, async (c) => {
    const { person, confirmed } = await readConfirmation(deps, guards, c);
    await turnOff(c, deps, person, confirmed);
    logAccountChange(c, deps, 'second_factor_off', person);
    return c.body(null, 204);
  });
  app.post(urls.api('/account/recovery-codes'), async (c) => {
    const { person, current } = await readConfirmation(deps, guards, c);
    const answer = await renewRecoveryCodes(c, deps, person, current);
    logAccountChange(c, deps, 'recovery_codes_renewed', person);
    return c.json(answer);
  });
  return app;
}

/** `recoveryCodesLeft` is 0 while it is off. */
export type SecondFactor = { isOn: boolean; recoveryCodesLeft: number };

/** Codes tried during setup. */
const ATTEMPTS: RateLimit = { points: 10, windowSeconds: 15 * 60 };

export async function getSecondFactor({ db, auth }: Pick<AccountDeps, 'db' | 'auth'>, userId: string): Promise<SecondFactor> {
  if (!(await isOn(db, userId))) return { isOn: false, recoveryCodesLeft: 0 };
  const { api } = await auth();
  const { backupCodes } = await api.viewBackupCodes({ body: { userId } });
  return { isOn: true, recoveryCodesLeft: backupCodes.length };
}

/**
 * Returns a key for an authenticator app (`otpauth:` URI). It takes effect with the first correct code. `current`: a confirmed
 * password.
 * @throws AppError 409 `second_factor_on`, 409 `no_password` for an account without a password
 */
async function beginSetup(c: Context<AppEnv>, { db, auth }: AccountDeps, person: SessionUser, current: string): Promise<{ uri: string }> {
  if (await isOn(db, person.id)) throw alreadyOn();
  const { api } = await auth();
  const created = await api
    // A colon would end the issuer in the label of the key.
    .enableTwoFactor({ body: { password: current, method: 'totp', issuer: siteName().replaceAll(':', ' ') }, headers: sessionHeaders(c) })
    .catch(throwNoPassword);
  if (!('totpURI' in created)) throw new Error('better-auth created no TOTP key.');
  return { uri: created.totpURI };
}

/**
 * Turns the second factor on with the first code of the app, and returns the recovery codes, which cannot be read again. The
 * session gets a new token, and all other sessions end, because they were started without a code.
 * @throws AppError 422 `wrong_code`, 409 `second_factor_on`, 409 `not_begun`, 429 `too_many`
 */
async function finishSetup(c: Context<AppEnv>, deps: AccountDeps, person: SessionUser, code: string): Promise<{ recoveryCodes: string[] }> {
  const { db } = deps;
  const { isAllowed, retryAfterSeconds } = await consume(db, `second factor setup ${person.id}`, ATTEMPTS);
  if (!isAllowed) throw tooManyAttempts(retryAfterSeconds);
  if (await isOn(db, person.id)) throw alreadyOn();
  const { on } = await deps.auth();
  const mail = await renderNotification(deps, person, true);
  await consumeTotpCode(db, person.id, code);
  return transact(db, async (trx) => {
    await lockAccount(trx, person.id);
    if (await isOn(trx, person.id)) throw alreadyOn();
    const api = on(trx);
    await api.verifyTOTP({ body: { code }, headers: sessionHeaders(c) }).catch(throwWrongCode);
    await revokeAccess(trx, person.id);
    await startSession(c, { ...deps, db: trx }, person.id);
    await queueEmail(trx, mail);
    const { backupCodes } = await api.viewBackupCodes({ body: { userId: person.id } });
    return { recoveryCodes: backupCodes };
  });
}

/**
 * Turns the second factor off. The session gets a new token.
 * @throws AppError 409 `second_factor_off`, and as `lockConfirmedPassword`
 */
async function turnOff(c: Context<AppEnv>, deps: AccountDeps, person: SessionUser, confirmed: ConfirmedPassword): Promise<void> {
  const mail = await renderNotification(deps, person, false);
  await transact(deps.db, async (trx) => {
    await lockConfirmedPassword(trx, person, confirmed);
    const { numDeletedRows } = await trx
      .deleteFrom('second_factors')
      .where('user_id', '=', person.id)
      .where('verified', '=', true)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notOn();
    await trx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', person.id).execute();
    await startSession(c, { ...deps, db: trx }, person.id);
    await queueEmail(trx, mail);
  });
}

/** Replaces the recovery codes. `current`: a confirmed password. */
async function renewRecoveryCodes(
  c: Context<AppEnv>,
  { db, auth }: AccountDeps,
  person: SessionUser,
  current: string,
): Promise<{ recoveryCodes: string[] }> {
  if (!(await isOn(db, person.id))) throw notOn();
  const { api } = await auth();
  const { backupCodes } = await api.generateBackupCodes({ body: { password: current }, headers: sessionHeaders(c) }).catch(throwNoPassword);
  return { recoveryCodes: backupCodes };
}

/** False for a key that no code has confirmed. */
async function isOn(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

async function renderNotification(
  { publicUrl, renderEmail }: AccountDeps,
  { name, email: to }: SessionUser,
  isEnabled: boolean,
): Promise<NewEmail> {
  const kind = 'second-factor';
  const resetLink = `${publicUrl}${urls.forgotPassword()}`;
  return { to, template: kind, ...(await renderEmail({ kind, name, isOn: isEnabled, resetLink })) };
}

function codeOf(error: unknown): string {
  return (error as { body?: { code?: string } }).body?.code ?? '';
}

function throwNoPassword(error: unknown): never {
  if (codeOf(error) === 'INVALID_PASSWORD' || codeOf(error) === 'CREDENTIAL_ACCOUNT_NOT_FOUND')
    throw new AppError(409, 'no_password', 'Your account has no password. Please choose one first.');
  throw error;
}

function throwWrongCode(error: unknown): never {
  const message = 'Wrong code. Please wait for the next one and try again.';
  if (codeOf(error) === 'INVALID_CODE') throw new AppError(422, 'wrong_code', message, { fields: { code: [message] } });
  if (codeOf(error) === 'TOTP_NOT_ENABLED') throw new AppError(409, 'not_begun', 'Setup has expired. Please start again.');
  throw error;
}

function alreadyOn(): AppError {
  return new AppError(409, 'second_factor_on', 'Two-factor authentication is already on.');
}

function notOn(): AppError {
  return new AppError(409, 'second_factor_off', 'Two-factor authentication is off.');
}
