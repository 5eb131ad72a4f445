import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { ACTIVE_SESSION, type SessionUser } from './guards.ts';

export type AccountDevice = { id: string; browser: string; system: string; created: string; lastSeen: string; isThisOne: boolean };

/** Lists the active sessions of a user: the current one first, then by last visit. Times are ISO 8601 in UTC. */
export async function listDevices(db: Db, person: SessionUser): Promise<AccountDevice[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['sessions.id', 'user_agent', 'sessions.created_at', 'sessions.updated_at'])
    .where('user_id', '=', person.id)
    .where(ACTIVE_SESSION)
    .orderBy(sql`sessions.id = ${person.sessionId}`, 'desc')
    .orderBy('sessions.updated_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...parseUserAgent(row.user_agent),
    created: row.created_at.toISOString(),
    lastSeen: row.updated_at.toISOString(),
    isThisOne: row.id === person.sessionId,
  }));
}

/** @throws AppError 404 `no_session` for an unknown session or one of another user */
export async function endSession(db: Db, person: SessionUser, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', person.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('This device is already logged out.', 'no_session');
}

/** Ends all sessions of a user except the current one. */
export async function endOtherSessions(db: Db, person: Pick<SessionUser, 'id' | 'sessionId'>): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', person.id).where('id', '!=', person.sessionId).execute();
}

/** Order matters: many browsers also claim to be Chrome and Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Guesses browser and system from a user agent, for display only: `{browser: 'Firefox', system: 'Windows'}`. */
export function parseUserAgent(userAgent: string | null): { browser: string; system: string } {
  return { browser: findName(BROWSERS, userAgent) ?? 'A browser', system: findName(SYSTEMS, userAgent) ?? 'an unknown device' };
}

function findName(list: [RegExp, string][], userAgent: string | null): string | undefined {
  return list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
}
