/** The second factor at sign-in: a TOTP code or a recovery code. better-auth stores and verifies both. */

import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { UserView } from '#src/api-client/current-user.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { consume, type RateLimit, refund } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import type { Account } from './account-rows.ts';
import { NextField } from './auth-schemas.ts';
import { challengeHeaders, challengeSetCookies, hashToken } from './cookies.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { type FormFields, NO_STORE, redirectAfterSignIn } from './http-helpers.ts';
import { isKnownDevice } from './known-devices.ts';
import { tooManyAttempts } from './rate-limits.ts';
import { safeRedirect } from './safe-redirect.ts';
import { startSession } from './sessions.ts';
import { logChallenge, logSignIn, logSignInFailure, type SignInMethod } from './sign-in-log.ts';

export const CodeBody = z.strictObject({
  code: z.string({ error: 'Please enter the code.' }).trim().min(1, 'Please enter the code.').max(64, 'Must be 64 characters or fewer.'),
  next: NextField,
});

/** POST /api/v1/session/code, and the form at /login/code. */
export function secondFactorRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/session/code'), guard, async (c) =>
    c.json({ person: await signInWithCode(c, deps, await readBody(c, CodeBody)) }, 200, NO_STORE),
  );
  app.post(urls.loginCode(), guard, (c) => {
    const work = async (fields: FormFields) => {
      const body = parseBody(CodeBody, fields);
      return redirectAfterSignIn(c, { person: await signInWithCode(c, deps, body) }, body.next, 'welcome_back');
    };
    return respondToForm(c, { renderForm: deps.renderForm, href: ({ next }) => urls.loginCode(safeRedirect(next)), keep: ['next'], work });
  });
  return app;
}

/** Unmet challenges per account. better-auth allows five codes per challenge, and ten minutes. */
const CHALLENGES: RateLimit = { points: 5, windowSeconds: 15 * 60 };
/** Wrong codes for an account over all challenges. NIST SP 800-63B (3.2.2) allows 100 in a row. */
const WRONG_CODES: RateLimit = { points: 100, windowSeconds: 24 * 60 * 60 };
/** More wrong codes a day are not typing errors: the owner is notified, once a day. */
const TYPING_ERRORS: RateLimit = { points: 9, windowSeconds: 24 * 60 * 60 };
const NOTIFICATIONS: RateLimit = { points: 1, windowSeconds: 24 * 60 * 60 };
/** Longer than a TOTP code is accepted. */
const USED_CODE: RateLimit = { points: 1, windowSeconds: 180 };

/**
 * Sets the challenge cookie.
 * @throws AppError 429 `too_many` after too many unmet challenges, because each allows further codes
 */
export async function startSecondFactorChallenge(
  c: Context<AppEnv>,
  deps: AccountDeps,
  account: Account,
  way: SignInMethod,
): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consume(deps.db, limitKey(c, deps, 'second factor', account), CHALLENGES);
  if (!isAllowed) {
    logSignInFailure(c, deps, { reason: 'too_many', way: 'code', account: account.id });
    throw tooManyAttempts(retryAfterSeconds);
  }
  const auth = await deps.auth();
  const { headers } = await auth.api.signInProven({ body: { userId: account.id }, headers: new Headers(), returnHeaders: true });
  setChallengeCookie(c, deps, headers);
  const [cookie = ''] = challengeSetCookies(headers, deps.publicUrl, 'two_factor');
  logChallenge(c, deps, { account: account.id, way, challenge: challengeLogId(cookie) });
}

/**
 * Signs in with a TOTP code or a recovery code, in any spacing. Each works once.
 * @throws AppError 401 `wrong_code`; 401 `challenge_over` when the challenge is unknown, expired, met, or has had five codes;
 * 429 `too_many` after 100 wrong codes in a day
 */
async function signInWithCode(c: Context<AppEnv>, deps: AccountDeps, { code: typed }: { code: string }): Promise<UserView> {
  const headers = challengeHeaders(c.req.header('cookie'), deps.publicUrl, 'two_factor');
  const code = parseCode(typed);
  const challenge = challengeLogId(headers?.get('cookie') ?? '');
  const owner = headers && (await findChallenged(deps, headers));
  if (headers === undefined || owner === undefined) throw fail(c, deps, 'challenge_over', { challenge });
  const limit = limitKey(c, deps, 'second factor wrong codes', owner);
  const { isAllowed, retryAfterSeconds } = await consume(deps.db, limit, WRONG_CODES);
  if (!isAllowed) {
    logSignInFailure(c, deps, { reason: 'too_many', way: 'code', account: owner.id });
    throw tooManyAttempts(retryAfterSeconds);
  }
  const result = await meetChallenge(deps, headers, code);
  if (typeof result === 'string') {
    if (result === 'wrong_code') await notifyOwner(deps, owner, limit);
    else await refund(deps.db, limit, WRONG_CODES);
    throw fail(c, deps, result, { challenge });
  }
  await refund(deps.db, limit, WRONG_CODES);
  if (code.isTotp && !(await consumeTotpCode(deps.db, result.account, code.text))) {
    await deps.db.deleteFrom('sessions').where('token', '=', hashToken(result.token)).execute();
    throw fail(c, deps, 'challenge_over', { challenge, account: result.account });
  }
  const person = await startSession(c, deps, result.account, { replaces: result.token });
  await refund(deps.db, limitKey(c, deps, 'second factor', owner), CHALLENGES);
  setChallengeCookie(c, deps, result.headers);
  logSignIn(c, deps, result.account, 'code');
  return person;
}

type Owner = { id: string; name: string; email: string };

async function findChallenged(deps: AccountDeps, headers: Headers): Promise<Owner | undefined> {
  const { api } = await deps.auth();
  const { userId } = await api.findChallenged({ headers });
  if (userId === null) return undefined;
  return deps.db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', userId).executeTakeFirst();
}

/** Emails the owner after repeated wrong codes: whoever enters them knows the password. */
async function notifyOwner({ db, publicUrl, renderEmail, log }: AccountDeps, { id, name, email }: Owner, limit: string): Promise<void> {
  if ((await consume(db, `${limit} mistyped`, TYPING_ERRORS)).isAllowed) return;
  if (!(await consume(db, `${limit} told`, NOTIFICATIONS)).isAllowed) return;
  const kind = 'second-factor-failed';
  const mail = await renderEmail({ kind, name, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  await transact(db, (trx) => queueEmail(trx, { to: email, template: kind, ...mail }));
  log.warn({ event: 'second_factor_attacked', account: id }, 'Repeated wrong codes after the correct password');
}

/** Consumes a TOTP code, which must not work twice. False if it was consumed before. */
export async function consumeTotpCode(db: Db, account: string, code: string): Promise<boolean> {
  return (await consume(db, `second factor used ${account} ${code}`, USED_CODE)).isAllowed;
}

type Code = { text: string; isTotp: boolean };
type Failure = 'wrong_code' | 'challenge_over';

/** Normalizes a TOTP code, or a recovery code as generated in auth.ts. */
function parseCode(typed: string): Code {
  const text = typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  if (/^\d{6}$/.test(text)) return { text, isTotp: true };
  return { text: text.replace(/(.{4})(?=.)/gu, '$1-'), isTotp: false };
}

/** Calls better-auth with the challenge alone: with a session cookie it would not count attempts. */
async function meetChallenge(
  deps: AccountDeps,
  headers: Headers,
  { text, isTotp }: Code,
): Promise<{ account: string; token: string; headers: Headers } | Failure> {
  const { api } = await deps.auth();
  const request = { body: { code: text }, headers, returnHeaders: true } as const;
  try {
    const { response, headers: set } = isTotp ? await api.verifyTOTP(request) : await api.verifyBackupCode(request);
    if (typeof response.token !== 'string') throw new Error('better-auth met a challenge without creating a session.');
    return { account: response.user.id, token: response.token, headers: set };
  } catch (error) {
    const { code = '' } = (error as { body?: { code?: string } }).body ?? {};
    if (['INVALID_CODE', 'INVALID_BACKUP_CODE'].includes(code)) return 'wrong_code';
    // CONFLICT: a concurrent request used the same recovery code.
    if (CHALLENGE_OVER.has(code) || (error as { status?: unknown }).status === 'CONFLICT') return 'challenge_over';
    throw error;
  }
}

const CHALLENGE_OVER = new Set([
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
  'TOTP_NOT_ENABLED',
  'BACKUP_CODES_NOT_ENABLED',
]);

function fail(c: Context<AppEnv>, deps: AccountDeps, reason: Failure, who: { challenge: string; account?: string }): AppError {
  logSignInFailure(c, deps, { reason, way: 'code', ...who });
  return reason === 'wrong_code'
    ? new AppError(401, reason, 'Wrong code. Please try again.', { fields: { code: ['Wrong code.'] } })
    : new AppError(401, reason, 'Please log in again');
}

function setChallengeCookie(c: Context<AppEnv>, { publicUrl }: AccountDeps, headers: Headers): void {
  for (const cookie of challengeSetCookies(headers, publicUrl, 'two_factor')) c.header('Set-Cookie', cookie, { append: true });
}

/** A known device is limited separately, so that someone who knows the password cannot lock out the owner. */
function limitKey(c: Context<AppEnv>, deps: AccountDeps, what: string, { id, email }: { id: string; email: string }): string {
  const isKnown = isKnownDevice(c.req.header('cookie'), email, deps);
  return `${what} ${isKnown ? 'known device ' : ''}${id}`;
}

/** Identifies a challenge in the log, from the Cookie or Set-Cookie header. Cannot be used to meet the challenge. */
function challengeLogId(header: string): string {
  const value = header.slice(header.indexOf('=') + 1).split(';')[0] ?? '';
  return createHash('sha256').update(value).digest('base64url').slice(0, 16);
}
