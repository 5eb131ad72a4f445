import { sql } from 'kysely';
import { lockTalesOf, rewriteTales } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { handOnSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { ManagedCategory } from './contract.ts';
import { lockCategory } from './edit-category.ts';
import { getManagedCategory } from './managed-categories.ts';

/**
 * Makes one category of two: all tales, tags and addresses of the first go to the other one, which is returned. `version` is that
 * of the first. Throws 404 `unknown_category`, 412 `changed_since`, 422 `invalid` when the other one is not there or the same.
 * It locks as merging authors does.
 */
export async function mergeCategories(db: Db, actor: string, id: number, version: string, into: number): Promise<ManagedCategory> {
  if (into === id) throw invalid({ into: ['Choose another category'] });
  return transact(db, async (trx) => {
    await lockTalesOf(trx, { category: id });
    const locked = await trx.selectFrom('categories').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute();
    const category = await lockCategory(trx, id);
    refuseOld(version, category.version);
    if (locked.length < 2) throw invalid({ into: ['There is no such category any more'] });
    const tales = await lockTalesOf(trx, { category: id });
    await moveTales(trx, id, into);
    await handOnSlugs(trx, 'category_slugs', id, into);
    await trx.deleteFrom('categories').where('id', '=', id).execute();
    await sql`update categories set version = version + 1 where id = ${into}`.execute(trx);
    const merged = await getManagedCategory(trx, into);
    const details = { name: category.name, into: merged.name, tales: tales.length };
    await audit(trx, { actor, action: 'category.merged', subject: { kind: 'category', id: String(id) }, details });
    return merged;
  });
}

/** Tags first: a tale that has both keeps one, and none is tagged with its own category. */
async function moveTales(trx: Db, from: number, to: number): Promise<void> {
  const own = await trx.selectFrom('tales').select('id').where('category_id', '=', from).orderBy('id').execute();
  const tagged = await sql<{ tale_id: string }>`
    select tale_id from tale_categories where category_id in (${from}, ${to})
      and (category_id = ${from} or tale_id in (select id from tales where category_id = ${from})) order by tale_id`.execute(trx);
  for (const part of partsOf([...new Set(tagged.rows.map((row) => row.tale_id))])) {
    await sql`insert into tale_categories (tale_id, category_id)
      select tc.tale_id, ${to}::smallint from tale_categories tc join tales t on t.id = tc.tale_id
      where tc.category_id = ${from} and tc.tale_id = any(${part}::uuid[]) and t.category_id not in (${from}, ${to})
      on conflict do nothing`.execute(trx);
    await sql`delete from tale_categories tc using tales t where t.id = tc.tale_id and tc.tale_id = any(${part}::uuid[])
      and (tc.category_id = ${from} or (tc.category_id = ${to} and t.category_id = ${from}))`.execute(trx);
  }
  await rewriteTales(
    trx,
    own.map((row) => row.id),
    { category: to },
  );
}

function partsOf(ids: string[], size = 40): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}
