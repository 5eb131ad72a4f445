import { sql } from 'kysely';
import { unknownTale } from '#src/features/manage/manage.ts';
import type { Db } from '#src/platform/db/db.ts';
import { Reason, type TaleReasons } from './contract.ts';

/** Keeps why tales stand where they stand, in place of what was kept before. The tales must be there. */
export async function keepClassifications(db: Db, tales: readonly { taleId: string; reasons: readonly Reason[] }[]): Promise<void> {
  await sql`
    insert into tale_classifications (tale_id, reasons, made_at)
    select "taleId", reasons, now() from json_to_recordset(${JSON.stringify(tales)}) r ("taleId" uuid, reasons jsonb)
    on conflict (tale_id) do update set reasons = excluded.reasons, made_at = excluded.made_at`.execute(db);
}

/** The reasons kept for a tale. Throws 404 `unknown_tale`. */
export async function findReasons(db: Db, taleId: string): Promise<TaleReasons> {
  const row = await db
    .selectFrom('tales as t')
    .leftJoin('tale_classifications as c', 'c.tale_id', 't.id')
    .select(['c.reasons', 'c.made_at'])
    .where('t.id', '=', taleId)
    .executeTakeFirst();
  if (row === undefined) throw unknownTale();
  return { reasons: Reason.array().parse(row.reasons ?? []), made_at: row.made_at?.toISOString() ?? null };
}
