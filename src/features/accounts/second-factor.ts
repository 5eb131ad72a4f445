/** The second factor at sign-in: a code of an authenticator app, or a recovery code. better-auth keeps and checks both. */
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { consume, giveBack, type Limit } from '#src/platform/limits/limits.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import type { Account } from './account-rows.ts';
import { challengeHeader, challengeIn, challengeMark } from './challenge-cookies.ts';
import type { PersonView } from './contract.ts';
import type { AccountDeps } from './deps.ts';
import { hashToken } from './hashed-sessions.ts';
import { isKnownDevice } from './known-device.ts';
import { logChallenge, logRefusal, logSignIn, type SignInWay } from './sign-in-log.ts';
import { startSession } from './start-session.ts';
import { tooManyTries } from './too-many-tries.ts';

/** A challenge allows five tries and lasts ten minutes (better-auth). So many that are not met may be begun for an account. */
const CHALLENGES: Limit = { points: 5, windowSeconds: 15 * 60 };
/** Wrong codes for an account, over all challenges: NIST SP 800-63B (3.2.2) allows a hundred in a row. */
const WRONG_CODES: Limit = { points: 100, windowSeconds: 24 * 60 * 60 };
/** From the tenth in a day on it is no mistyping: the owner is told, once a day. */
const MISTYPED: Limit = { points: 9, windowSeconds: 24 * 60 * 60 };
const TOLD: Limit = { points: 1, windowSeconds: 24 * 60 * 60 };
/** Longer than a code of an app is taken. */
const USED_CODE: Limit = { points: 1, windowSeconds: 180 };

/** Sets the cookie of a challenge. Throws 429 when too many were begun: new ones would give new tries without end. */
export async function askSecondFactor(c: Context<AppEnv>, deps: AccountDeps, account: Account, way: SignInWay): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consume(deps.db, limitKey(c, deps, 'second factor', account), CHALLENGES);
  if (!isAllowed) {
    logRefusal(c, deps, { reason: 'too_many', way: 'code', account: account.id });
    throw tooManyTries(retryAfterSeconds);
  }
  const auth = await deps.auth();
  const { headers } = await auth.api.signInProven({ body: { userId: account.id }, headers: new Headers(), returnHeaders: true });
  setChallenge(c, deps, headers);
  const [set = ''] = challengeIn(headers, deps.publicUrl, 'two_factor');
  logChallenge(c, deps, { account: account.id, way, challenge: challengeMark(set) });
}

/**
 * Signs in who meets the challenge. `code`: six digits of the app or a recovery code, however it is spaced; each works once.
 * Throws 401 `wrong_code`, 401 `challenge_over` when the challenge is unknown, too old, met, or was tried five times, and 429 after a
 * hundred wrong codes in a day.
 */
export async function signInWithCode(c: Context<AppEnv>, deps: AccountDeps, { code: typed }: { code: string }): Promise<PersonView> {
  const challenge = challengeHeader(c.req.header('cookie'), deps.publicUrl, 'two_factor');
  const code = readCode(typed);
  const mark = challengeMark(challenge?.get('cookie') ?? '');
  const owner = challenge && (await findChallenged(deps, challenge));
  if (challenge === undefined || owner === undefined) throw refuse(c, deps, 'challenge_over', { challenge: mark });
  const tries = limitKey(c, deps, 'second factor wrong codes', owner);
  const { isAllowed, retryAfterSeconds } = await consume(deps.db, tries, WRONG_CODES);
  if (!isAllowed) {
    logRefusal(c, deps, { reason: 'too_many', way: 'code', account: owner.id });
    throw tooManyTries(retryAfterSeconds);
  }
  const met = await meetChallenge(deps, challenge, code);
  if (typeof met === 'string') {
    if (met === 'wrong_code') await tellOwner(deps, owner, tries);
    else await giveBack(deps.db, tries, WRONG_CODES);
    throw refuse(c, deps, met, { challenge: mark });
  }
  await giveBack(deps.db, tries, WRONG_CODES);
  if (code.isFromApp && !(await takeAppCode(deps.db, met.account, code.text))) {
    await deps.db.deleteFrom('sessions').where('token', '=', hashToken(met.token)).execute();
    throw refuse(c, deps, 'challenge_over', { challenge: mark, account: met.account });
  }
  const person = await startSession(c, deps, met.account, { insteadOf: met.token });
  await giveBack(deps.db, limitKey(c, deps, 'second factor', owner), CHALLENGES);
  setChallenge(c, deps, met.headers);
  logSignIn(c, deps, met.account, 'code');
  return person;
}

type Owner = { id: string; name: string; email: string };

async function findChallenged(deps: AccountDeps, headers: Headers): Promise<Owner | undefined> {
  const { api } = await deps.auth();
  const { userId } = await api.findChallenged({ headers });
  if (userId === null) return undefined;
  return deps.db.selectFrom('profiles').select(['id', 'name', 'email']).where('id', '=', userId).executeTakeFirst();
}

/** Whoever gets here knows the password. */
async function tellOwner({ db, publicUrl, renderMail, log }: AccountDeps, { id, name, email }: Owner, tries: string): Promise<void> {
  if ((await consume(db, `${tries} mistyped`, MISTYPED)).isAllowed) return;
  if (!(await consume(db, `${tries} told`, TOLD)).isAllowed) return;
  const kind = 'second-factor-failed';
  const mail = await renderMail({ kind, name, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  await transact(db, (trx) => queueMail(trx, { to: email, template: kind, ...mail }));
  log.warn({ event: 'second_factor_attacked', account: id }, 'Wrong codes came after the right password, again and again');
}

/** Takes a code of an app, which opens once; false when it was taken already. */
export async function takeAppCode(db: Db, account: string, code: string): Promise<boolean> {
  return (await consume(db, `second factor used ${account} ${code}`, USED_CODE)).isAllowed;
}

type Code = { text: string; isFromApp: boolean };
type Refusal = 'wrong_code' | 'challenge_over';

/** Digits of an app, or a recovery code as auth-plugins.ts makes them, in whatever way they were typed. */
function readCode(typed: string): Code {
  const text = typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  if (/^\d{6}$/.test(text)) return { text, isFromApp: true };
  return { text: text.replace(/(.{4})(?=.)/gu, '$1-'), isFromApp: false };
}

/** Asks better-auth, which sees the challenge alone: with a session it would count no tries. */
async function meetChallenge(
  deps: AccountDeps,
  headers: Headers,
  { text, isFromApp }: Code,
): Promise<{ account: string; token: string; headers: Headers } | Refusal> {
  const { api } = await deps.auth();
  const order = { body: { code: text }, headers, returnHeaders: true } as const;
  try {
    const { response, headers: set } = isFromApp ? await api.verifyTOTP(order) : await api.verifyBackupCode(order);
    if (typeof response.token !== 'string') throw new Error('A challenge was met without a session.');
    return { account: response.user.id, token: response.token, headers: set };
  } catch (error) {
    const { code = '' } = (error as { body?: { code?: string } }).body ?? {};
    if (['INVALID_CODE', 'INVALID_BACKUP_CODE'].includes(code)) return 'wrong_code';
    // CONFLICT: the same recovery code, used at the same time.
    if (OVER.has(code) || (error as { status?: unknown }).status === 'CONFLICT') return 'challenge_over';
    throw error;
  }
}

const OVER = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'TOTP_NOT_ENABLED', 'BACKUP_CODES_NOT_ENABLED']);

function refuse(c: Context<AppEnv>, deps: AccountDeps, reason: Refusal, who: { challenge: string; account?: string }): AppError {
  logRefusal(c, deps, { reason, way: 'code', ...who });
  return reason === 'wrong_code'
    ? new AppError(401, reason, 'That code is not right. Please try again.', { fields: { code: ['That code is not right.'] } })
    : new AppError(401, reason, 'Please log in again');
}

function setChallenge(c: Context<AppEnv>, { publicUrl }: AccountDeps, set: Headers): void {
  for (const cookie of challengeIn(set, publicUrl, 'two_factor')) c.header('Set-Cookie', cookie, { append: true });
}

/** A known device is counted by itself, so that who has the password alone does not lock the owner out. */
function limitKey(c: Context<AppEnv>, deps: AccountDeps, what: string, { id, email }: { id: string; email: string }): string {
  const isKnown = isKnownDevice(c.req.header('cookie'), email, deps);
  return `${what} ${isKnown ? 'known device ' : ''}${id}`;
}
