/** Sign-in with a password: POST /api/v1/session, and the form at /login. */
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { AppError } from '#src/platform/errors.ts';
import { parseBody, readFormOrJson } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { widestSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import { urls } from '#src/urls.ts';
import { type Account, findAccount } from './account-rows.ts';
import { LOGIN_BLANK, LoginSchema, NextField } from './auth-schemas.ts';
import type { SessionAnswer } from './contract.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { canonicalEmail } from './email-address.ts';
import { clientOf, type FormFields, NO_STORE, redirectAfterSignIn } from './http-helpers.ts';
import { isKnownDevice, isKnownNetwork } from './known-devices.ts';
import { verifyPassword } from './password-hash.ts';
import { consumeSignInAttempt, refundSignInAttempt, tooManyAttempts } from './rate-limits.ts';
import { safeRedirect } from './safe-redirect.ts';
import { startSecondFactorChallenge } from './second-factor.ts';
import { startSession, wrongCredentials } from './sessions.ts';
import { logSignIn, logSignInFailure } from './sign-in-log.ts';

export function passwordSignInRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/session'), guard, async (c) =>
    c.json(await signInWithPassword(c, deps, parseLogin(await readFormOrJson(c))), 200, NO_STORE),
  );
  app.post(urls.login(), guard, (c) => {
    const work = async (fields: FormFields) => {
      const login = parseLogin(fields);
      return redirectAfterSignIn(c, await signInWithPassword(c, deps, login), login.next, 'logged_in');
    };
    return respondToForm(c, {
      renderForm: deps.renderForm,
      href: ({ next }) => urls.login(safeRedirect(next)),
      keep: ['email', 'next'],
      work,
    });
  });
  return app;
}

const LoginBody = LoginSchema.extend({ next: NextField });
type Login = z.output<typeof LoginBody>;

/** @throws AppError 422 `invalid`, with the message of the specification when a field is blank */
function parseLogin(body: unknown): Login {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { email = '', password = '' } = given as Partial<Record<keyof Login, unknown>>;
  try {
    return parseBody(LoginBody, { ...given, email, password });
  } catch (error) {
    const isBlank = [email, password].some((value) => typeof value === 'string' && value.trim() === '');
    if (!(error instanceof AppError) || !isBlank) throw error;
    throw new AppError(error.status, error.code, LOGIN_BLANK, { fields: { ...error.fields } });
  }
}

/**
 * Signs in with a password, or starts a second-factor challenge. Unknown email and wrong password are indistinguishable in
 * response and timing (ASVS 6.3.8).
 * @throws AppError 429 `too_many` (Retry-After) before the password is checked, 401 `wrong_credentials`, 403 `not_verified`,
 * 503 `busy`
 */
async function signInWithPassword(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { email: typed, password }: { email: string; password: string },
): Promise<SessionAnswer> {
  const parsed = parseEmailAddress(typed.trim());
  // One spelling for rate limits and lookup: otherwise every other spelling would allow another five attempts.
  const email = canonicalEmail(parsed ?? typed);
  const account = await withNetworkLimit(clientOf(c), () => checkPassword(c, deps, { email, password, isAddress: parsed !== undefined }));
  if (account instanceof AppError) throw fail(c, deps, email, account);
  if (!account.isVerified) throw fail(c, deps, email, new AppError(403, 'not_verified', 'Please verify your email first'));
  if (account.hasSecondFactor) {
    await startSecondFactorChallenge(c, deps, account, 'password');
    return { secondFactor: true };
  }
  const person = await startSession(c, deps, account.id, { passwordHash: account.passwordHash });
  logSignIn(c, deps, account.id, 'password');
  return { person };
}

type Credentials = { email: string; password: string; isAddress: boolean };

/** Returns the account, or the error to respond with; then the attempt counts as failed. */
async function checkPassword(c: Context<AppEnv>, deps: AccountDeps, credentials: Credentials): Promise<Account | AppError> {
  const { email } = credentials;
  const address = clientOf(c);
  const attempt = {
    ...{ email, address },
    isKnownDevice: isKnownDevice(c.req.header('cookie'), email, deps),
    isKnownNetwork: credentials.isAddress && (await isKnownNetwork(deps.db, deps.secret, { email, address })),
  };
  const { isAllowed, retryAfterSeconds } = await consumeSignInAttempt(deps.db, attempt);
  if (!isAllowed) return tooManyAttempts(retryAfterSeconds);
  const account = await findWithPassword(deps, credentials).catch(async (error) => {
    await refundSignInAttempt(deps.db, attempt);
    throw error;
  });
  if (account === undefined) return wrongCredentials();
  await refundSignInAttempt(deps.db, attempt);
  return account;
}

/** Hashes the password even without an account, so that the response takes as long. */
async function findWithPassword({ db }: AccountDeps, { email, password, isAddress }: Credentials): Promise<Account | undefined> {
  const account = isAddress ? await findAccount(db, email) : undefined;
  const isCorrect = await verifyPassword(account?.passwordHash, password);
  return isCorrect && account?.isDisabled === false ? account : undefined;
}

function fail(c: Context<AppEnv>, deps: AccountDeps, email: string, error: AppError): AppError {
  logSignInFailure(c, deps, { reason: error.code, way: 'password', email });
  return error;
}

/**
 * An attempt counts as failed until its password turns out to be correct. Limiting the concurrent attempts of a network, such as
 * a school's, keeps fifty correct sign-ins from exceeding its limit of 20 failures.
 */
const CONCURRENT_PER_NETWORK = { running: 3, waiting: 100, retryAfterSeconds: 5 };

type NetworkLimiter = { run: ReturnType<typeof createLimiter>; users: number };
const limiters = new Map<string, NetworkLimiter>();

/** Limits the concurrency of each network separately. @throws AppError 503 `busy` when too many attempts of the network wait */
async function withNetworkLimit<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const network = widestSubnet(address);
  const limiter = limiters.get(network) ?? { run: createLimiter(CONCURRENT_PER_NETWORK), users: 0 };
  limiters.set(network, limiter);
  limiter.users += 1;
  try {
    return await limiter.run(work);
  } finally {
    limiter.users -= 1;
    if (limiter.users === 0) limiters.delete(network);
  }
}
