/** Login with an identity provider: the way there and back, and ID tokens of native applications. */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '#src/platform/errors.ts';
import { readBody, readForm } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import type { SessionAnswer } from '../contract.ts';
import { setFlashMessage } from '../cookies.ts';
import type { AccountDeps } from '../deps.ts';
import { createGuards, type Guards } from '../guards.ts';
import { clientOf, NO_STORE, redirectAfterSignIn } from '../http-helpers.ts';
import { consumeNetworkLimit } from '../rate-limits.ts';
import { safeRedirect } from '../safe-redirect.ts';
import { logSignInFailure } from '../sign-in-log.ts';
import { getProvider, type IdentityProvider, identityRefused } from './identity-provider.ts';
import { signInWithIdentity } from './identity-sign-in.ts';
import { linkIdentity } from './linked-identities.ts';
import { startPendingLogin, takePendingLogin } from './pending-logins.ts';

/** `nonce`: the value in the token, or the text whose SHA-256 (hex) is the value. */
export const IdTokenBody = z.strictObject({
  provider: z.string().max(40),
  idToken: z.string().min(1).max(16_384),
  nonce: z.string().min(16, 'Use at least 16 random characters.').max(200),
});

/** Longer than a token is accepted. */
const USED_TOKEN: RateLimit = { points: 1, windowSeconds: 15 * 60 };

/** Parameters of an authorization response (RFC 6749, 4.1.2; RFC 9207). */
const ANSWER = ['code', 'state', 'iss', 'error', 'error_description'];

/** GET /login/with/:provider and its callback, and POST /api/v1/session/id-token. */
export function identitySignInRoutes(deps: AccountDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guards = createGuards(deps);
  app.get(urls.providerLogin(':provider'), (c) => toPage(c, () => leave(c, deps)));
  const callback = urls.providerCallback(':provider');
  app.get(callback, (c) => toPage(c, () => comeBack(c, deps, guards)));
  // A form of the provider comes without our cookies, which are SameSite=Lax; they are sent with the redirect.
  app.post(callback, async (c) => {
    const fields = await readForm(c);
    const answer = ANSWER.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
    return toPage(
      c,
      async () => `${urls.providerCallback(getProvider(deps.providers, c.req.param('provider')).id)}?${new URLSearchParams(answer)}`,
    );
  });
  app.post(urls.api('/session/id-token'), sameOrigin(deps.publicUrl), async (c) => c.json(await signInWithToken(c, deps), 200, NO_STORE));
  return app;
}

async function toPage(c: Context<AppEnv>, work: () => Promise<string>): Promise<Response> {
  const headers = { Location: await work(), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  return c.body(null, 303, headers);
}

/** Returns the address of the provider's login. */
async function leave(c: Context<AppEnv>, deps: AccountDeps): Promise<string> {
  const provider = getProvider(deps.providers, c.req.param('provider'));
  const next = safeRedirect(c.req.query('next'));
  // Another site must not start a login.
  if (c.req.header('sec-fetch-site') === 'cross-site') return urls.login(next);
  try {
    await consumeNetworkLimit(deps.db, 'log in with a provider', clientOf(c));
    return await provider.authorizationUrl(await startPendingLogin(c, deps, provider.id, { next }));
  } catch (error) {
    return loginPage(error, provider, next);
  }
}

/** Handles the provider's answer. Returns the page to go to. */
async function comeBack(c: Context<AppEnv>, deps: AccountDeps, guards: Guards): Promise<string> {
  const provider = getProvider(deps.providers, c.req.param('provider'));
  const answer = new URL(c.req.url).searchParams;
  const pending = await takePendingLogin(c, deps, provider.id, answer.get('state') ?? '');
  if (pending === undefined) {
    logSignInFailure(c, deps, { reason: 'login_expired', way: 'provider' });
    return loginPage(new AppError(410, 'login_expired', 'Expired.'), provider, '/');
  }
  const { secrets, link } = pending;
  const next = safeRedirect(pending.next);
  try {
    const identity = await provider.exchangeCode(answer.toString(), secrets);
    if (link !== undefined) {
      const person = await guards.find(c);
      if (person?.id !== link.userId || person.sessionId !== link.sessionId) throw identityRefused();
      await linkIdentity(c, deps, person, identity);
      setFlashMessage(c, 'identity_linked');
      return SETTINGS;
    }
    const { answer: signedIn, isNew } = await signInWithIdentity(c, deps, identity, next);
    return redirectAfterSignIn(c, signedIn, next, isNew ? 'registered' : 'welcome_back');
  } catch (error) {
    if (link === undefined) return loginPage(error, provider, next);
    if (!(error instanceof AppError)) throw error;
    setFlashMessage(c, error.code === 'identity_taken' ? 'identity_taken' : 'identity_not_linked');
    return SETTINGS;
  }
}

const SETTINGS = `${urls.settings()}#identities`;

/** Codes that the login page explains (identity-problems.ts). */
const EXPLAINED = new Set(['identity_refused', 'cancelled', 'provider_down', 'link_first', 'no_email', 'login_expired', 'too_many']);

/** Returns the login page with an explanation, or rethrows an unexpected error. */
function loginPage(error: unknown, provider: IdentityProvider, next: string): string {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'confirm_email') return urls.registerSent();
  if (!EXPLAINED.has(error.code)) throw error;
  // After that login the person links the provider.
  const target = error.code === 'link_first' ? urls.settings() : next;
  return urls.loginProblem(error.code, provider.id, target);
}

/** @throws AppError as `verifyIdToken` and `signInWithIdentity`; 401 `identity_refused` also for a token that was used before */
async function signInWithToken(c: Context<AppEnv>, deps: AccountDeps): Promise<SessionAnswer> {
  const { provider: id, idToken, nonce } = await readBody(c, IdTokenBody);
  const provider = getProvider(deps.providers, id);
  await consumeNetworkLimit(deps.db, 'log in with a provider', clientOf(c));
  const identity = await provider.verifyIdToken(idToken, [nonce, sha256(nonce)]).catch((error) => {
    if (error instanceof AppError) logSignInFailure(c, deps, { reason: error.code, way: 'provider' });
    throw error;
  });
  // Without the signature, of which there may be several valid ones.
  const used = await consume(deps.db, `id token ${sha256(idToken.slice(0, idToken.lastIndexOf('.')))}`, USED_TOKEN);
  if (!used.isAllowed) {
    logSignInFailure(c, deps, { reason: 'token_used', way: 'provider' });
    throw identityRefused();
  }
  return (await signInWithIdentity(c, deps, identity, '/')).answer;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
