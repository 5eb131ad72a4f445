/**
 * Browsers and networks from which an account has signed in within a year. Rate limits count them separately, so that failed
 * attempts of strangers cannot lock out the owner (rate-limits.ts). They grant no access.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { widestSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import { cookiesOf, writeCookie } from './cookies.ts';
import { canonicalEmail } from './email-address.ts';

type Site = { publicUrl: string; secret: string };

const YEAR = 365 * 24 * 60 * 60;
/** For clocks that differ between processes, or are set back. */
const CLOCK_TOLERANCE = 24 * 60 * 60;
/** Accounts per browser. The oldest mark is dropped. */
const MAX_MARKS = 4;
const MARK = /^(\d{9,11})-([A-Za-z0-9_-]{43})$/;

/** Whether the Cookie header has a valid mark, at most a year old, for the account of this address. `now` in ms. */
export function isKnownDevice(header: string | undefined, email: string, site: Site, now = Date.now()): boolean {
  return marksIn(header, site, now).some((mark) => isFor(mark, email, site));
}

/** Returns the Set-Cookie that adds a mark for the account to those of other accounts. */
export function knownDeviceCookie(header: string | undefined, email: string, site: Site, now = Date.now()): string {
  const others = marksIn(header, site, now).filter((mark) => !isFor(mark, email, site));
  const seconds = Math.floor(now / 1000);
  const value = [`${seconds}-${sign(email, seconds, site)}`, ...others].slice(0, MAX_MARKS).join('.');
  return writeCookie({ name: deviceCookieName(site), value, maxAge: YEAR, isSecure: isSecure(site) });
}

/** The name does not begin with `talewood`: signed-out users of a known browser still get shared cached pages (serve-page.ts). */
function deviceCookieName(site: Site): string {
  return isSecure(site) ? '__Host-known_device' : 'known_device';
}

function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:');
}

function marksIn(header: string | undefined, site: Site, now: number): string[] {
  const [value = '', ...more] = cookiesOf(header, deviceCookieName(site));
  if (more.length > 0) return [];
  return value.split('.', MAX_MARKS).filter((mark) => {
    const age = Math.floor(now / 1000) - Number(MARK.exec(mark)?.[1] ?? Number.NaN);
    return age > -CLOCK_TOLERANCE && age < YEAR;
  });
}

function isFor(mark: string, email: string, site: Site): boolean {
  const [, seconds = '', signature = ''] = MARK.exec(mark) ?? [];
  const expected = Buffer.from(sign(email, Number(seconds), site));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The address is part of the HMAC only, so that the cookie does not reveal it. */
function sign(email: string, seconds: number, { secret }: Site): string {
  return createHmac('sha256', secret)
    .update(`known device\n${seconds}\n${canonicalEmail(email)}`)
    .digest('base64url');
}

/** Networks per account. The least recently used is dropped. */
const MAX_NETWORKS = 8;

/** Whether an account has signed in from the network of `address`. Takes one query whether or not the account exists. `email`: canonical. */
export async function isKnownNetwork(db: Db, secret: string, { email, address }: { email: string; address: string }): Promise<boolean> {
  const found = await db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'hash'])
    .where('email', '=', email)
    .where('used_at', '>', sql<Date>`now() - interval '1 year'`)
    .execute();
  return found.some(({ user_id, hash }) => hash === hashNetwork(secret, user_id, address));
}

/** Call in the transaction of a sign-in. */
export async function rememberNetwork(db: Db, secret: string, { userId, address }: { userId: string; address: string }): Promise<void> {
  await sql`insert into known_networks (user_id, hash) values (${userId}, ${hashNetwork(secret, userId, address)})
    on conflict (user_id, hash) do update set used_at = now()`.execute(db);
  await sql`delete from known_networks where user_id = ${userId} and hash not in (
    select hash from known_networks where user_id = ${userId} order by used_at desc, hash limit ${MAX_NETWORKS})`.execute(db);
}

/** Deletes networks not used for a year. Returns how many. */
export async function removeOldNetworks(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from known_networks where used_at <= now() - interval '1 year'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function hashNetwork(secret: string, userId: string, address: string): string {
  return createHmac('sha256', secret)
    .update(`known network\n${userId}\n${widestSubnet(address)}`)
    .digest('base64url');
}
