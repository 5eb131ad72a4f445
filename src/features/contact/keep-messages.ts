/** How long letters are kept, and what of them belongs to a person with an account: those written with its address. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

const KEPT_MONTHS = 12;

/** Removes letters that were answered or closed twelve months ago; for a job. Returns how many there were. */
export async function removeOldMessages(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('messages')
    .where(sql<boolean>`settled_at <= clock_timestamp() - ${KEPT_MONTHS} * interval '1 month'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** For the copy of all of a person's data. `email`: the address of the account. */
export async function exportMessages(db: Db, email: string): Promise<object[]> {
  const columns = ['topic', 'text', 'email', 'tale_title', 'status', 'created_at', 'answer', 'answered_at'] as const;
  return db.selectFrom('messages').select(columns).where(sql`lower(email)`, '=', email).orderBy('id').execute();
}

/** Takes the address out of all that was written with it. What was asked for stays to be done: a wrong right stays one. */
export async function forgetWriter(db: Db, email: string): Promise<void> {
  await db.updateTable('messages').set({ email: null, is_answer_waiting: false }).where(sql`lower(email)`, '=', email).execute();
  await db.updateTable('mails').set({ reply_to: null }).where(sql`lower(reply_to)`, '=', email).execute();
}
