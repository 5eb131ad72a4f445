/** Sign-in with a passkey, which needs no second factor. better-auth creates the challenge and verifies the response. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { UserView } from '#src/api-client/current-user.ts';
import { AppError } from '#src/platform/errors.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { consumeAll, type LimitedKey, type RateLimit, refundAll, subnetLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { challengeHeaders, challengeSetCookies, clearChallengeCookie } from './cookies.ts';
import type { AccountDeps } from './deps.ts';
import { clientOf, NO_STORE } from './http-helpers.ts';
import { tooManyAttempts } from './rate-limits.ts';
import { startSession } from './sessions.ts';
import { logSignIn, logSignInFailure } from './sign-in-log.ts';

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/);

/**
 * AuthenticationResponseJSON of WebAuthn level 3, as returned by `PublicKeyCredential.toJSON`. Unknown fields are dropped, because
 * browsers add fields as the standard grows.
 */
export const PasskeyBody = z.strictObject({
  response: z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: z.string().max(200).nullish(),
    }),
  }),
});
type PasskeyResponse = z.output<typeof PasskeyBody>['response'];

/** POST /api/v1/session/passkey/options and /api/v1/session/passkey. */
export function passkeySignInRoutes(deps: AccountDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/session/passkey/options'), guard, async (c) => c.json(await passkeyOptions(c, deps), 200, NO_STORE));
  app.post(urls.api('/session/passkey'), guard, async (c) => {
    const { response } = await readBody(c, PasskeyBody);
    return c.json({ person: await signInWithPasskey(c, deps, response) }, 200, NO_STORE);
  });
  return app;
}

/** Challenges that a network may request without using them. Each is a row for five minutes. */
const CHALLENGES: RateLimit = { points: 60, windowSeconds: 15 * 60 };

/**
 * Returns options for `navigator.credentials.get` (PublicKeyCredentialRequestOptionsJSON) for any passkey of this site, and sets
 * the challenge cookie.
 * @throws AppError 429 `too_many`
 */
async function passkeyOptions(c: Context<AppEnv>, deps: AccountDeps): Promise<object> {
  const { isAllowed, retryAfterSeconds } = await consumeAll(deps.db, challengeLimits(c));
  if (!isAllowed) throw tooManyAttempts(retryAfterSeconds);
  const { api } = await deps.auth();
  const { response, headers } = await api.generatePasskeyAuthenticationOptions({ headers: new Headers(), returnHeaders: true });
  for (const cookie of challengeSetCookies(headers, deps.publicUrl, 'passkey')) c.header('Set-Cookie', cookie, { append: true });
  // better-auth says 'preferred', but auth.ts rejects responses without user verification.
  return { ...response, userVerification: 'required' };
}

/** @throws AppError 401 `passkey_refused` for every reason */
async function signInWithPasskey(c: Context<AppEnv>, deps: AccountDeps, response: PasskeyResponse): Promise<UserView> {
  const challenge = challengeHeaders(c.req.header('cookie'), deps.publicUrl, 'passkey');
  const verified = challenge === undefined ? undefined : await verify(deps, challenge, response);
  if (verified === undefined) {
    logSignInFailure(c, deps, { reason: 'passkey_refused', way: 'passkey' });
    throw new AppError(401, 'passkey_refused', 'This passkey was not accepted. Please try again, or use your password.');
  }
  const person = await startSession(c, deps, verified.account, { replaces: verified.token });
  await refundAll(deps.db, challengeLimits(c));
  c.header('Set-Cookie', clearChallengeCookie(deps.publicUrl, 'passkey'), { append: true });
  logSignIn(c, deps, verified.account, 'passkey');
  return person;
}

async function verify(
  deps: AccountDeps,
  headers: Headers,
  credential: PasskeyResponse,
): Promise<{ account: string; token: string } | undefined> {
  const { userHandle, ...signed } = credential.response;
  if (!isPlausible(credential)) return undefined;
  const owner = await deps.db.selectFrom('passkeys').select('user_id').where('credential_id', '=', credential.id).executeTakeFirst();
  if (owner === undefined || !isHandleOf(userHandle, owner.user_id)) return undefined;
  const { api } = await deps.auth();
  const response = { ...credential, clientExtensionResults: {}, response: { ...signed, ...(userHandle && { userHandle }) } };
  try {
    const { session, user } = await api.verifyPasskeyAuthentication({ body: { response }, headers });
    return { account: user.id, token: session.token };
  } catch (error) {
    // better-auth rejects with 400 and 401. Anything else is a server error.
    const { statusCode } = error as { statusCode?: unknown };
    if (statusCode === 400 || statusCode === 401) return undefined;
    throw error;
  }
}

function challengeLimits(c: Context<AppEnv>): LimitedKey[] {
  return subnetLimits('passkey challenge network', clientOf(c), CHALLENGES);
}

/** What RegistrationResponseJSON and AuthenticationResponseJSON have in common. */
type CredentialJson = { id: string; rawId: string; response: { clientDataJSON: string } };

const MAX_CREDENTIAL_ID_BYTES = 1_023;

/** Passkeys created before handles were account ids have a random handle, which is not stored. */
const RANDOM_HANDLE = /^[a-z0-9]{32}$/;

/**
 * Checks of WebAuthn level 3 (7.1 and 7.2) that @simplewebauthn/server leaves out: the credential id is canonical base64url of at
 * most 1,023 bytes, and the request did not come from a page of another origin that frames ours.
 */
export function isPlausible({ id, rawId, response }: CredentialJson): boolean {
  const bytes = Buffer.from(id, 'base64url');
  if (id !== rawId || bytes.length === 0 || bytes.length > MAX_CREDENTIAL_ID_BYTES || bytes.toString('base64url') !== id) return false;
  try {
    const { crossOrigin = false, topOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) ?? {};
    return crossOrigin === false && topOrigin === undefined;
  } catch {
    return false;
  }
}

/** Returns the user handle that authenticators store with a passkey of this account, base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** False for the handle of another account. Authenticators may omit the handle. */
function isHandleOf(handle: string | null | undefined, userId: string): boolean {
  if (handle === null || handle === undefined) return true;
  return handle === userHandleOf(userId) || RANDOM_HANDLE.test(Buffer.from(handle, 'base64url').toString());
}
