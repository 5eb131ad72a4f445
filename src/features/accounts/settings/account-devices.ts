/** Where a person is signed in. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { LIVING_SESSION, type Person } from '../current-person.ts';
import { deviceWords } from './device-words.ts';

export type AccountDevice = { id: string; browser: string; system: string; created: string; lastSeen: string; isThisOne: boolean };

/** The open sessions of a person, the one that asks first, then the latest. Times are ISO date-times in UTC. */
export async function listDevices(db: Db, person: Person): Promise<AccountDevice[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select(['sessions.id', 'user_agent', 'sessions.created_at', 'sessions.updated_at'])
    .where('user_id', '=', person.id)
    .where(LIVING_SESSION)
    .orderBy(sql`sessions.id = ${person.sessionId}`, 'desc')
    .orderBy('sessions.updated_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...deviceWords(row.user_agent),
    created: row.created_at.toISOString(),
    lastSeen: row.updated_at.toISOString(),
    isThisOne: row.id === person.sessionId,
  }));
}

/** Signs one device out. Throws 404 for a session that is not the person's. */
export async function endSession(db: Db, person: Person, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', person.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('This device is not signed in any more.', 'no_session');
}

/** Signs all devices out but the one that asks. */
export async function endOtherSessions(db: Db, person: Pick<Person, 'id' | 'sessionId'>): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', person.id).where('id', '!=', person.sessionId).execute();
}
