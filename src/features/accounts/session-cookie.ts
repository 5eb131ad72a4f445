/** The cookie of a session. Over https its name binds it to this host, path and encryption (RFC 6265bis, `__Host-`). */
import { createHmac } from 'node:crypto';
import { cookiesOf, writeCookie } from './cookies.ts';

export type SessionCookie = { name: string; isSecure: boolean };

/** As long as the longest session. When one ends before, the database says so. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  return { name: isSecure ? '__Host-talewood_session' : 'talewood_session', isSecure };
}

/**
 * The token in a Cookie header; undefined when there is none, or more than one, of which one was planted. The signature
 * behind it is better-auth's: a token of 256 random bits needs none.
 */
export function readToken(header: string | undefined, { name }: SessionCookie): string | undefined {
  const values = cookiesOf(header, name);
  const token = values.length === 1 ? values[0]?.split(/\.|%2e/i)[0] : undefined;
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

/** The Set-Cookie of a session, signed in the way of better-auth (HMAC-SHA-256, base64), which reads it as well. */
export function writeSessionCookie(token: string, { publicUrl, secret }: { publicUrl: string; secret: string }): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return writeCookie({ ...sessionCookie(publicUrl), value: encodeURIComponent(`${token}.${signature}`), maxAge: KEPT_SECONDS });
}

/** The Set-Cookie that ends it in the browser. */
export function clearSessionCookie(publicUrl: string): string {
  return writeCookie({ ...sessionCookie(publicUrl), value: '', maxAge: 0 });
}
