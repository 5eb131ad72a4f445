/** The cookies of accounts (RFC 6265bis). Over https the `__Host-` prefix binds them to this host, path and encryption. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { FLASH_COOKIE } from './components/flash-message.ts';
import type { FlashMessageCode } from './flash-messages.ts';

type NewCookie = {
  name: string;
  /** Without characters that need escaping (spaces, commas, semicolons). */
  value: string;
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
  /** Sent over https only. */
  isSecure: boolean;
  /** Readable by scripts. Never for secrets. */
  isReadable?: boolean;
};

/** Returns a Set-Cookie header for the whole site, SameSite=Lax. */
export function writeCookie({ name, value, maxAge, isSecure, isReadable = false }: NewCookie): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isReadable ? '' : '; HttpOnly'}${secure}`;
}

/** Returns every value for a name in a Cookie header. There are several when one was planted. */
export function cookiesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return key.trim() === name ? [rest.join('=').trim()] : [];
  });
}

type SessionCookie = { name: string; isSecure: boolean };

export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  return { name: isSecure ? '__Host-talewood_session' : 'talewood_session', isSecure };
}

/**
 * Returns the session token of a Cookie header. Undefined when there is none, or more than one. The signature after it is
 * better-auth's: a token of 256 random bits needs none.
 */
export function readSessionToken(header: string | undefined, { name }: SessionCookie): string | undefined {
  const values = cookiesOf(header, name);
  const token = values.length === 1 ? values[0]?.split(/\.|%2e/i)[0] : undefined;
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

export function clearSessionCookie(publicUrl: string): string {
  return writeCookie({ ...sessionCookie(publicUrl), value: '', maxAge: 0 });
}

/** The stored form of a session token: SHA-256, base64url without padding, 43 characters. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Challenges of better-auth, by its names: a code after the password, and a passkey. */
type Challenge = 'two_factor' | 'passkey';

/** Names and attributes for `advanced.cookies` of better-auth. */
export function challengeCookies(publicUrl: string): Record<Challenge, { name: string; attributes: { secure: boolean; path: string } }> {
  const attributes = { secure: publicUrl.startsWith('https:'), path: '/' };
  return {
    two_factor: { name: challengeCookieName(publicUrl, 'two_factor'), attributes },
    passkey: { name: challengeCookieName(publicUrl, 'passkey'), attributes },
  };
}

/** Filters the cookies set by better-auth to the one of the challenge. Session cookies are set by sessions.ts. */
export function challengeSetCookies(headers: Headers, publicUrl: string, challenge: Challenge): string[] {
  const start = `${challengeCookieName(publicUrl, challenge)}=`;
  return headers.getSetCookie().filter((cookie) => cookie.startsWith(start));
}

/** Headers with the challenge cookie alone, so that better-auth sees no session. Undefined without a challenge. */
export function challengeHeaders(header: string | undefined, publicUrl: string, challenge: Challenge): Headers | undefined {
  const name = challengeCookieName(publicUrl, challenge);
  const [value, ...more] = cookiesOf(header, name);
  return value === undefined || more.length > 0 ? undefined : new Headers({ cookie: `${name}=${value}` });
}

export function clearChallengeCookie(publicUrl: string, challenge: Challenge): string {
  return writeCookie({ name: challengeCookieName(publicUrl, challenge), value: '', maxAge: 0, isSecure: publicUrl.startsWith('https:') });
}

function challengeCookieName(publicUrl: string, challenge: Challenge): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}talewood_${challenge}`;
}

const FLASH_MAX_AGE_SECONDS = 60;

/** Shows a toast on the next page. Call before the redirect. */
export function setFlashMessage(c: Context<AppEnv>, code: FlashMessageCode): void {
  const cookie = writeCookie({ name: FLASH_COOKIE, value: code, maxAge: FLASH_MAX_AGE_SECONDS, isSecure: false, isReadable: true });
  c.header('Set-Cookie', cookie, { append: true });
}
