/** Short-lived tokens that prove to other services of the operator who a user is, and the public keys to verify them. */

import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { type AccountDeps, createGuards, type SessionUser, tooManyRequests } from '#src/features/accounts/accounts.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { describeOperation } from '#src/platform/http/endpoint.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { AccessToken, AccessTokenInput, KEY_SET_PATH } from './contract.ts';
import { ALGORITHM, getSigningKey, type KeyDeps, listPublicKeys } from './signing-keys.ts';

export { rotateKeys, withdrawKeys } from './signing-keys.ts';

const LIFETIME_SECONDS = 5 * 60;
/** By user: enough for a dozen services in a few tabs. */
const LIMIT: RateLimit = { points: 120, windowSeconds: 600 };

/** `tokenAudiences`: the services that tokens are issued for. Without any, both routes are 404. */
type AccessTokenDeps = Pick<AccountDeps, 'db' | 'publicUrl' | 'secret' | 'log'> & { tokenAudiences: readonly string[] };

export function accessTokenRoutes(deps: AccessTokenDeps): Hono<AppEnv> {
  const { db, publicUrl, tokenAudiences } = deps;
  const guards = createGuards(deps);
  const app = new Hono<AppEnv>();
  const assertOn = () => {
    if (tokenAudiences.length === 0) throw notFound();
  };
  app.get(KEY_SET_PATH, async (c) => {
    assertOn();
    return c.json({ keys: await listPublicKeys(deps) }, 200, { 'Cache-Control': 'public, max-age=600' });
  });
  app.post(urls.api('/account/tokens'), sameOrigin(publicUrl), async (c) => {
    assertOn();
    const person = await guards.person(c);
    const { isAllowed, retryAfterSeconds } = await consume(db, `access tokens ${person.id}`, LIMIT);
    if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
    const { audience } = await readBody(c, AccessTokenInput);
    if (!tokenAudiences.includes(audience)) throw unknownAudience();
    return c.json(await createToken(deps, person, audience), 200, { 'Cache-Control': 'no-store' });
  });
  return app;
}

export const accessTokenOperation = describeOperation({
  ...{ id: 'createAccessToken', method: 'POST', path: '/account/tokens', summary: 'Create a token for another service' },
  description: `A JWT for one service of the operator: \`sub\` (user id), \`name\`, \`role\`, \`aud\`, valid for five minutes, even after a logout. The service verifies it with the keys of \`${KEY_SET_PATH}\`. Off unless the operator has listed audiences.`,
  ...{ body: AccessTokenInput, response: AccessToken },
  errors: {
    404: 'The operator has not turned tokens on',
    422: 'Invalid input, or an audience that is not listed (`unknown_audience`)',
    429: 'More than 120 tokens in ten minutes; see `Retry-After`',
  },
});

/** The claims are what services need to recognize a user: the email address is not among them. */
async function createToken(deps: KeyDeps & { publicUrl: string }, { id, name, role }: SessionUser, audience: string) {
  const { SignJWT } = await import('jose');
  const { kid, privateKey, now } = await getSigningKey(deps);
  const expires = now + LIFETIME_SECONDS;
  const token = await new SignJWT({ name, role })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setIssuer(deps.publicUrl)
    .setSubject(id)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .setJti(randomUUID())
    .sign(privateKey);
  return { token, expiresAt: new Date(expires * 1000).toISOString() };
}

function unknownAudience(): AppError {
  const message = 'This site issues no tokens for this audience. Use one that its operator has listed.';
  return new AppError(422, 'unknown_audience', message, { fields: { audience: [message] } });
}
