/** Sign-in by passkey: no password, no further factor. better-auth makes the challenge and checks the answer. */
import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { consumeAll, giveBackAll, type Limit, type LimitedKey, networkLimits } from '#src/platform/limits/limits.ts';
import { challengeHeader, challengeIn, clearChallenge } from './challenge-cookies.ts';
import type { PersonView } from './contract.ts';
import type { AccountDeps } from './deps.ts';
import { isHandleOf, isPlausible } from './passkey-checks.ts';
import type { PasskeyAnswer } from './sign-in-input.ts';
import { logRefusal, logSignIn } from './sign-in-log.ts';
import { startSession } from './start-session.ts';
import { tooManyTries } from './too-many-tries.ts';

/** Challenges that one network may ask for without meeting them: each is a row for five minutes. */
const CHALLENGES: Limit = { points: 60, windowSeconds: 15 * 60 };

/**
 * The options for `navigator.credentials.get`, as JSON (WebAuthn level 3, PublicKeyCredentialRequestOptionsJSON), for whichever
 * passkey of this site the browser has. Sets the cookie of the challenge. Throws 429.
 */
export async function passkeyOptions(c: Context<AppEnv>, deps: AccountDeps): Promise<object> {
  const { isAllowed, retryAfterSeconds } = await consumeAll(deps.db, challengeLimits(c));
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
  const { api } = await deps.auth();
  const { response, headers } = await api.generatePasskeyAuthenticationOptions({ headers: new Headers(), returnHeaders: true });
  for (const cookie of challengeIn(headers, deps.publicUrl, 'passkey')) c.header('Set-Cookie', cookie, { append: true });
  // better-auth asks for it as a favour; without it the answer is refused (auth-plugins.ts).
  return { ...response, userVerification: 'required' };
}

/** Signs in by the answer of the browser. Throws 401 `passkey_refused` for every reason. */
export async function signInWithPasskey(c: Context<AppEnv>, deps: AccountDeps, answer: PasskeyAnswer): Promise<PersonView> {
  const challenge = challengeHeader(c.req.header('cookie'), deps.publicUrl, 'passkey');
  const proven = challenge === undefined ? undefined : await check(deps, challenge, answer);
  if (proven === undefined) {
    logRefusal(c, deps, { reason: 'passkey_refused', way: 'passkey' });
    throw new AppError(401, 'passkey_refused', 'This passkey did not open the door. Please try again, or use your password.');
  }
  const person = await startSession(c, deps, proven.account, { insteadOf: proven.token });
  await giveBackAll(deps.db, challengeLimits(c));
  c.header('Set-Cookie', clearChallenge(deps.publicUrl, 'passkey'), { append: true });
  logSignIn(c, deps, proven.account, 'passkey');
  return person;
}

async function check(deps: AccountDeps, headers: Headers, answer: PasskeyAnswer): Promise<{ account: string; token: string } | undefined> {
  const { userHandle, ...signed } = answer.response;
  if (!isPlausible(answer)) return undefined;
  const owner = await deps.db.selectFrom('passkeys').select('user_id').where('credential_id', '=', answer.id).executeTakeFirst();
  if (owner === undefined || !isHandleOf(userHandle, owner.user_id)) return undefined;
  const { api } = await deps.auth();
  const response = { ...answer, clientExtensionResults: {}, response: { ...signed, ...(userHandle && { userHandle }) } };
  try {
    const { session, user } = await api.verifyPasskeyAuthentication({ body: { response }, headers });
    return { account: user.id, token: session.token };
  } catch (error) {
    // Its refusals are 400 and 401; what else went wrong is ours to know.
    const { statusCode } = error as { statusCode?: unknown };
    if (statusCode === 400 || statusCode === 401) return undefined;
    throw error;
  }
}

function challengeLimits(c: Context<AppEnv>): LimitedKey[] {
  return networkLimits('passkey challenge network', exchangeOf(c).clientAddress(), CHALLENGES);
}
