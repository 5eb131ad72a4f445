/**
 * Logins that have left for a provider: valid once, for ten minutes, in the browser that started them. Stored in `verifications` under a hash
 * of `state` and the browser's cookie, so that an answer made for another browser finds nothing.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { cookiesOf, hashToken, writeCookie } from '../cookies.ts';
import type { AccountDeps } from '../deps.ts';
import type { LoginSecrets } from './identity-provider.ts';

const MAX_AGE_SECONDS = 10 * 60;

/** `next`: where to go afterwards, unchecked. `link`: the session that links the identity to its account, instead of a login. */
const Purpose = z.object({
  next: z.string(),
  link: z.object({ userId: z.string(), sessionId: z.string() }).optional(),
});
type Purpose = z.output<typeof Purpose>;
const Stored = Purpose.extend({ provider: z.string(), nonce: z.string(), verifier: z.string() });
type PendingLogin = Purpose & { secrets: LoginSecrets };

/** Stores a login, and sets the cookie that binds it to the browser. */
export async function startPendingLogin(
  c: Context<AppEnv>,
  { db, publicUrl }: Pick<AccountDeps, 'db' | 'publicUrl'>,
  provider: string,
  purpose: Purpose,
): Promise<LoginSecrets> {
  const secrets = { state: randomText(), nonce: randomText(), verifier: randomText() };
  // Kept by a second tab, whose login would otherwise end that of the first.
  const browser = browserOf(c, publicUrl) ?? randomText();
  const isSecure = publicUrl.startsWith('https:');
  const cookie = writeCookie({ name: cookieName(publicUrl), value: browser, maxAge: MAX_AGE_SECONDS, isSecure });
  const { nonce, verifier } = secrets;
  const stored: z.input<typeof Stored> = { ...purpose, provider, nonce, verifier };
  await db
    .insertInto('verifications')
    .values({
      identifier: identifierOf(secrets.state, browser),
      value: JSON.stringify(stored),
      expires_at: sql<Date>`clock_timestamp() + ${MAX_AGE_SECONDS} * interval '1 second'`,
    })
    .execute();
  c.header('Set-Cookie', cookie, { append: true });
  return secrets;
}

/** Takes a login by the `state` of the provider's answer. Undefined if it is unknown, expired, used, of another provider or of another browser. */
export async function takePendingLogin(
  c: Context<AppEnv>,
  { db, publicUrl }: Pick<AccountDeps, 'db' | 'publicUrl'>,
  provider: string,
  state: string,
): Promise<PendingLogin | undefined> {
  const browser = browserOf(c, publicUrl);
  if (browser === undefined) return undefined;
  const taken = await db
    .deleteFrom('verifications')
    .where('identifier', '=', identifierOf(state, browser))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning('value')
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  const { provider: started, nonce, verifier, ...purpose } = Stored.parse(JSON.parse(taken.value));
  return started === provider ? { ...purpose, secrets: { state, nonce, verifier } } : undefined;
}

function identifierOf(state: string, browser: string): string {
  return `provider-login ${hashToken(`${browser} ${state}`)}`;
}

function browserOf(c: Context<AppEnv>, publicUrl: string): string | undefined {
  const [value, ...more] = cookiesOf(c.req.header('cookie'), cookieName(publicUrl));
  return value !== undefined && more.length === 0 && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** Like that of known devices, the name does not begin with `talewood`: it does not keep shared cached pages from a visitor. */
function cookieName(publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}provider_login`;
}

/** 256 random bits, 43 characters: also a valid PKCE verifier. */
function randomText(): string {
  return randomBytes(32).toString('base64url');
}
