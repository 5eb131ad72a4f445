/** Classification of imported tales: category, age band, content notes and origin by rules, with the reasons. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { Reason, TaleReasons } from './contract.ts';

export type { Classification, Classify, TaleToClassify } from './classification-types.ts';
export { classify } from './classify.ts';

/** Stores the reasons for the classification of tales, replacing earlier ones. The tales must exist. */
export async function saveClassifications(db: Db, tales: readonly { taleId: string; reasons: readonly Reason[] }[]): Promise<void> {
  await sql`
    insert into tale_classifications (tale_id, reasons, classified_at)
    select "taleId", reasons, now() from json_to_recordset(${JSON.stringify(tales)}) r ("taleId" uuid, reasons jsonb)
    on conflict (tale_id) do update set reasons = excluded.reasons, classified_at = excluded.classified_at`.execute(db);
}

/** @throws AppError 404 `unknown_tale` */
export async function findReasons(db: Db, taleId: string): Promise<TaleReasons> {
  const row = await db
    .selectFrom('tales as t')
    .leftJoin('tale_classifications as c', 'c.tale_id', 't.id')
    .select(['c.reasons', 'c.classified_at'])
    .where('t.id', '=', taleId)
    .executeTakeFirst();
  if (row === undefined) throw notFound('This tale no longer exists.', 'unknown_tale');
  return { reasons: Reason.array().parse(row.reasons ?? []), made_at: row.classified_at?.toISOString() ?? null };
}

export function classificationEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'getTaleClassification',
      method: 'GET',
      path: '/tales/{id}/classification',
      summary: 'Explain the classification of a tale',
      description: 'Why an imported tale has its category, age and content warnings. Empty for tales that were written here.',
      params: z.strictObject({ id: z.uuid().toLowerCase() }),
      response: TaleReasons,
      run: ({ params }) => findReasons(db, params.id),
    }),
  ];
}
