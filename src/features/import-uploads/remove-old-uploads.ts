import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { startWaiting } from './work-queue.ts';

const ABANDONED_DAYS = 7;
const DONE_DAYS = 1;
const HALVES_MS = 60 * 60_000;

/**
 * Removes imports that nobody has touched for a week, and done ones after a day; and files of which no row tells: a crash may come between
 * the two. What was written into the site stays. Returns how many there were.
 */
export async function removeOldUploads({ db, store }: { db: Db; store: ObjectStore }): Promise<number> {
  // First: what was lost on its way is at work no more.
  await transact(db, (trx) => startWaiting(trx));
  const { rows } = await sql<{ id: string }>`
    delete from import_uploads where state not in ('checking', 'importing')
      and touched_at < now() - case state when 'done' then ${DONE_DAYS}::integer else ${ABANDONED_DAYS}::integer end * interval '1 day' returning id`.execute(
    db,
  );
  for (const { id } of rows) await store.remove(id);
  await store.removeHalves(HALVES_MS);
  return rows.length + (await removeStrays({ db, store }));
}

/** A row is there before its first file. */
async function removeStrays({ db, store }: { db: Db; store: ObjectStore }): Promise<number> {
  const folders = await store.list();
  const { rows } = await sql<{ folder: string }>`
    select folder from unnest(${folders}::text[]) folder where not exists (select from import_uploads where id::text = folder)`.execute(db);
  for (const { folder } of rows) await store.remove(folder);
  return rows.length;
}
