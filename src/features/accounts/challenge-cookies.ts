/** The cookies by which better-auth finds a challenge again: that of a code after the password, and that of a passkey. */
import { createHash } from 'node:crypto';
import { cookiesOf, writeCookie } from './cookies.ts';

/** As better-auth calls them. */
export type Challenge = 'two_factor' | 'passkey';

/** Their names and attributes, for `advanced.cookies` of better-auth. */
export function challengeCookies(publicUrl: string): Record<Challenge, { name: string; attributes: { secure: boolean; path: string } }> {
  const attributes = { secure: publicUrl.startsWith('https:'), path: '/' };
  return {
    two_factor: { name: nameOf(publicUrl, 'two_factor'), attributes },
    passkey: { name: nameOf(publicUrl, 'passkey'), attributes },
  };
}

/** Of what better-auth wants to set, the cookie of the challenge alone: sessions are set by start-session.ts. */
export function challengeIn(set: Headers, publicUrl: string, challenge: Challenge): string[] {
  const start = `${nameOf(publicUrl, challenge)}=`;
  return set.getSetCookie().filter((cookie) => cookie.startsWith(start));
}

/** A Cookie header with the challenge alone, so that better-auth takes nobody for signed in. Undefined without one. */
export function challengeHeader(header: string | undefined, publicUrl: string, challenge: Challenge): Headers | undefined {
  const name = nameOf(publicUrl, challenge);
  const [value, ...more] = cookiesOf(header, name);
  return value === undefined || more.length > 0 ? undefined : new Headers({ cookie: `${name}=${value}` });
}

/** The Set-Cookie that has the browser forget a challenge that was met. */
export function clearChallenge(publicUrl: string, challenge: Challenge): string {
  return writeCookie({ name: nameOf(publicUrl, challenge), value: '', maxAge: 0, isSecure: publicUrl.startsWith('https:') });
}

/** Names a challenge in the log, from the Set-Cookie or the Cookie header that carries it; opens nothing. */
export function challengeMark(header: string): string {
  const value = header.slice(header.indexOf('=') + 1).split(';')[0] ?? '';
  return createHash('sha256').update(value).digest('base64url').slice(0, 16);
}

function nameOf(publicUrl: string, challenge: Challenge): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}talewood_${challenge}`;
}
