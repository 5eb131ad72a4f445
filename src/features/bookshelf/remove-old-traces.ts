import { sql } from 'kysely';
import type { Saving } from './save-changes.ts';

const DAYS = 90;
const MOST_TRACES = 5000;

/** Forgets what this person took away more than 90 days ago, and of very many things the first ones taken away. */
export async function removeOldTraces({ trx, userId }: Saving): Promise<void> {
  const old = sql`now() - ${DAYS} * interval '1 day'`;
  await sql`delete from favorites where user_id = ${userId} and not is_on and (at < ${old} or tale_id in (
    select tale_id from favorites where user_id = ${userId} and not is_on order by at desc offset ${MOST_TRACES}))`.execute(trx);
  await sql`delete from reading_positions where user_id = ${userId} and is_gone and (at < ${old} or tale_id in (
    select tale_id from reading_positions where user_id = ${userId} and is_gone order by at desc offset ${MOST_TRACES}))`.execute(trx);
  await sql`delete from shelf_tales where user_id = ${userId} and not is_on and (at < ${old} or (shelf_id, tale_id) in (
    select shelf_id, tale_id from shelf_tales where user_id = ${userId} and not is_on order by at desc offset ${MOST_TRACES}))`.execute(
    trx,
  );
  await sql`delete from shelves where user_id = ${userId} and gone_at < ${old} and gone_at >= coalesce(named_at, '-infinity')
    and not exists (select from shelf_tales h where h.user_id = shelves.user_id and shelf_id = shelves.id and is_on)`.execute(trx);
}
