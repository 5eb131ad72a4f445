/** Who is asking: one indexed query for each request that has to know, judged by the database's clock. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import { hashToken } from './hashed-sessions.ts';

/** `settings` as they are stored: read them with `readSettings`. */
export type Person = { id: string; sessionId: string; name: string; email: string; role: 'user' | 'admin'; settings: unknown };

/** Of a row of `sessions` joined with `profiles`: whether it has not ended. */
export const LIVING_SESSION = sql<boolean>`expires_at > now()
      and sessions.created_at > now() - case role when 'admin' then interval '7 days' else interval '90 days' end
      and sessions.updated_at > now() - case role when 'admin' then interval '12 hours' else interval '14 days' end`;

type Row = Person & { isStale: boolean };

/**
 * The person whose session the token opens, with the role of this moment. Null when there is none: unknown or ended
 * session, disabled account, address not verified. A session ends 14 days after the last visit and 90 days after the sign-in;
 * an administrator's after 12 hours and 7 days. Visits are written down every ten minutes at most; what a page asks while nobody is
 * there (`isVisit` false) is none.
 */
export async function findPerson(db: Db, token: string | undefined, { isVisit = true } = {}): Promise<Person | null> {
  if (token === undefined) return null;
  const { rows } = await sql<Row>`
    select profiles.id, sessions.id as "sessionId", name, email, role, settings, sessions.updated_at < now() - interval '10 minutes' as "isStale"
    from sessions join profiles on profiles.id = user_id
    where token = ${hashToken(token)} and email_verified and disabled_at is null and ${LIVING_SESSION} ${keptPlan}`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const { isStale, ...person } = row;
  if (isStale && isVisit) await noteVisit(db, person.sessionId);
  return person;
}

async function noteVisit(db: Db, sessionId: string): Promise<void> {
  const until = sql<Date>`now() + interval '14 days'`;
  await db.updateTable('sessions').set({ updated_at: sql`now()`, expires_at: until }).where('id', '=', sessionId).execute();
}
