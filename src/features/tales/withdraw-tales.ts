import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** Deletes tales as if they had never been: unlike those of a deleted tale, their addresses are free again. In the caller's transaction. */
export async function withdrawTales(trx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const slugs = await trx.selectFrom('tale_slugs').select('slug').where('tale_id', 'in', ids).execute();
  await sql`delete from tales where id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from tale_slugs where slug = any(${slugs.map(({ slug }) => slug)})`.execute(trx);
}
