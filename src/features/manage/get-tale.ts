import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import { notFound } from '#src/platform/errors.ts';
import type { ManagedTale } from './contract.ts';
import { type RowColumns, rowColumns, toRow } from './tale-row.ts';

export type ManagedRow = RowColumns & Omit<ManagedTale, keyof RowColumns>;

/** Reads what `toManaged` takes from `t`, which holds whole rows of tales. */
export const readManaged = sql<ManagedRow>`
  select ${rowColumns}, t.excerpt, t.content, t.read_time, t.origin, t.tale_type, t.age_band, t.content_notes, t.motifs,
    t.why_it_matters, t.questions, t.retold_from, t.source, t.rights, t.words, t.minutes, t.featured_rank, e.name as edited_by,
    coalesce((select json_agg(tag.slug order by tag.position) from tale_categories tc join categories tag on tag.id = tc.category_id
      where tc.tale_id = t.id), '[]') as tags
  from t join categories c on c.id = t.category_id left join profiles e on e.id = t.edited_by`;

export function toManaged(found: ManagedRow): ManagedTale {
  const { palette: _, ...row } = found;
  return { ...row, ...toRow(found) };
}

/** A tale with all its fields, drafts and those in the bin too. Throws 404 `unknown_tale`. */
export async function getManagedTale(db: Db, id: string): Promise<ManagedTale> {
  const { rows } = await sql<ManagedRow>`with t as (select * from tales where id = ${id}::uuid) ${readManaged} ${keptPlan}`.execute(db);
  if (rows[0] === undefined) throw unknownTale();
  return toManaged(rows[0]);
}

export function unknownTale() {
  return notFound('This tale is not there any more: it has been deleted.', 'unknown_tale');
}
