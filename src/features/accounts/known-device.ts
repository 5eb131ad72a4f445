/**
 * A browser that has signed in to an account is known to it for a year, also after signing out: whoever guesses at the account
 * from elsewhere cannot use up the tries of its owner (sign-in-limits.ts). It opens nothing by itself.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalEmail } from './canonical-email.ts';
import { cookiesOf, writeCookie } from './cookies.ts';

type Site = { publicUrl: string; secret: string };

const YEAR = 365 * 24 * 60 * 60;
/** Two processes, or one whose clock was set back, may tell the time differently. */
const LEEWAY = 24 * 60 * 60;
/** Accounts that share a browser; the oldest mark makes room. */
const KEPT = 4;
const MARK = /^(\d{9,11})-([A-Za-z0-9_-]{43})$/;

/** True when the Cookie header holds a mark of ours, at most a year old, for the account of this address. `now`: in ms. */
export function isKnownDevice(header: string | undefined, email: string, site: Site, now = Date.now()): boolean {
  return marksIn(header, site, now).some((mark) => isFor(mark, email, site));
}

/** The Set-Cookie that makes the browser known to the account, beside those that it is known to already. */
export function knownDeviceCookie(header: string | undefined, email: string, site: Site, now = Date.now()): string {
  const others = marksIn(header, site, now).filter((mark) => !isFor(mark, email, site));
  const seconds = Math.floor(now / 1000);
  const value = [`${seconds}-${sign(email, seconds, site)}`, ...others].slice(0, KEPT).join('.');
  return writeCookie({ name: nameOf(site), value, maxAge: YEAR, isSecure: isSecure(site) });
}

/** Not a name that begins with `talewood`: who is signed out and known should read the shared pages (own-cookie.ts). */
function nameOf(site: Site): string {
  return isSecure(site) ? '__Host-known_device' : 'known_device';
}

function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:');
}

function marksIn(header: string | undefined, site: Site, now: number): string[] {
  const [value = '', ...more] = cookiesOf(header, nameOf(site));
  if (more.length > 0) return [];
  return value.split('.', KEPT).filter((mark) => {
    const age = Math.floor(now / 1000) - Number(MARK.exec(mark)?.[1] ?? Number.NaN);
    return age > -LEEWAY && age < YEAR;
  });
}

function isFor(mark: string, email: string, site: Site): boolean {
  const [, seconds = '', signature = ''] = MARK.exec(mark) ?? [];
  const expected = Buffer.from(sign(email, Number(seconds), site));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The address is in the signature alone: the cookie tells nobody whose it is. */
function sign(email: string, seconds: number, { secret }: Site): string {
  return createHmac('sha256', secret)
    .update(`known device\n${seconds}\n${canonicalEmail(email)}`)
    .digest('base64url');
}
