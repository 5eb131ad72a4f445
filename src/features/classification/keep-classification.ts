import type { Transaction } from 'kysely';
import { unknownTale } from '#src/features/manage/manage.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { Reason, type TaleReasons } from './contract.ts';

/** Keeps why a tale stands where it stands, in place of what was kept before. The tale must be there. */
export async function keepClassification(trx: Transaction<Database>, taleId: string, reasons: readonly Reason[]): Promise<void> {
  const kept = { reasons: JSON.stringify(reasons), made_at: new Date() };
  await trx
    .insertInto('tale_classifications')
    .values({ tale_id: taleId, ...kept })
    .onConflict((conflict) => conflict.column('tale_id').doUpdateSet(kept))
    .execute();
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
