import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** Whether a row is the person's: that of the account, or one made for its address without signing in. */
export function isOwn(userId: string) {
  return sql<boolean>`(user_id = ${userId} or email = (select email from profiles where id = ${userId}))`;
}

/** When the person said yes to what holds now; undefined when the letter is off. */
export async function findConsent(db: Db, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select((eb) => eb.fn.min('consent_at').as('at'))
    .where(isOwn(userId))
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Keeps the first yes. For an account that is being deleted it waits, and then does nothing. */
export async function agree(db: Db, userId: string, words: string): Promise<void> {
  await sql`insert into newsletter_subscribers as kept (user_id, status, consent_at, consent_text)
    select id, 'confirmed', now(), ${words} from profiles where id = ${userId} for key share
    on conflict (user_id) do update set status = excluded.status, consent_at = excluded.consent_at,
      consent_text = excluded.consent_text, updated_at = now() where kept.status <> 'confirmed'`.execute(db);
}

export async function decline(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('newsletter_subscribers')
    .set({ status: 'unsubscribed', consent_at: null, consent_text: null, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('status', '<>', 'unsubscribed')
    .execute();
}
