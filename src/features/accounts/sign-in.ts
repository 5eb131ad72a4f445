import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseMailAddress } from '#src/platform/mail/address.ts';
import { type Account, findAccount } from './account-rows.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { SessionAnswer } from './contract.ts';
import type { AccountDeps } from './deps.ts';
import { isKnownDevice } from './known-device.ts';
import { isKnownNetwork } from './known-networks.ts';
import { inNetworkTurn } from './network-turns.ts';
import { verifyPassword } from './passwords.ts';
import { askSecondFactor } from './second-factor.ts';
import { returnSignInTry, takeSignInTry } from './sign-in-limits.ts';
import { logRefusal, logSignIn } from './sign-in-log.ts';
import { startSession, wrongCredentials } from './start-session.ts';
import { tooManyTries } from './too-many-tries.ts';

/**
 * Signs in by password, or asks for a second factor. Whatever is wrong with the address or the password is told in one way, after
 * the same work. Throws 429 `too_many` with Retry-After before the password is looked at, 401 `wrong_credentials`,
 * 403 `not_verified`, 503 `busy` when too many passwords wait.
 */
export async function signInWithPassword(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { email: typed, password }: { email: string; password: string },
): Promise<SessionAnswer> {
  const parsed = parseMailAddress(typed.trim());
  // One spelling for counting and finding: else another spelling would be another five tries.
  const email = canonicalEmail(parsed ?? typed);
  const account = await inNetworkTurn(exchangeOf(c).clientAddress(), () => tryPassword(c, deps, { email, password, isAddress: !!parsed }));
  if (account instanceof AppError) throw refuse(c, deps, email, account);
  if (!account.isVerified) throw refuse(c, deps, email, new AppError(403, 'not_verified', 'Please verify your email first'));
  if (account.hasSecondFactor) {
    await askSecondFactor(c, deps, account, 'password');
    return { secondFactor: true };
  }
  const person = await startSession(c, deps, account.id, { passwordHash: account.passwordHash });
  logSignIn(c, deps, account.id, 'password');
  return { person };
}

type Given = { email: string; password: string; isAddress: boolean };

/** The account that the password opens, or why there is none; then the try stays taken. */
async function tryPassword(c: Context<AppEnv>, deps: AccountDeps, given: Given): Promise<Account | AppError> {
  const { email } = given;
  const address = exchangeOf(c).clientAddress();
  const attempt = {
    ...{ email, address },
    isKnownDevice: isKnownDevice(c.req.header('cookie'), email, deps),
    isKnownNetwork: given.isAddress && (await isKnownNetwork(deps.db, deps.secret, { email, address })),
  };
  const { isAllowed, retryAfterSeconds } = await takeSignInTry(deps.db, attempt);
  if (!isAllowed) return tooManyTries(retryAfterSeconds);
  const account = await findWithPassword(deps, given).catch(async (error) => {
    await returnSignInTry(deps.db, attempt);
    throw error;
  });
  if (account === undefined) return wrongCredentials();
  await returnSignInTry(deps.db, attempt);
  return account;
}

/** A password is hashed in any case. What is no address has no account. */
async function findWithPassword({ db }: AccountDeps, { email, password, isAddress }: Given): Promise<Account | undefined> {
  const account = isAddress ? await findAccount(db, email) : undefined;
  const isRight = await verifyPassword(account?.passwordHash, password);
  return isRight && account?.isDisabled === false ? account : undefined;
}

function refuse(c: Context<AppEnv>, deps: AccountDeps, email: string, error: AppError): AppError {
  logRefusal(c, deps, { reason: error.code, way: 'password', email });
  return error;
}
