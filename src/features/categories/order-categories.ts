import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { orderTag } from '#src/platform/db/order-tag.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { ManagedCategory } from './contract.ts';
import { lockCategories } from './edit-category.ts';
import { listManagedCategories } from './managed-categories.ts';

/**
 * Puts all categories in an order; `read` is the tag of the one it was made from. From then on tabs and home follow it. Throws 412
 * `changed_since`, and 422 `invalid` when it does not name each category once.
 */
export async function orderCategories(db: Db, actor: string, read: string, ids: number[]): Promise<ManagedCategory[]> {
  return transact(db, async (trx) => {
    const now = await lockCategories(trx);
    refuseOld(read, orderTag(now));
    if ([...ids].sort().join() !== [...now].sort().join()) throw invalid({ ids: ['Name each category once'] });
    await sql`update categories set position = place, tab_position = place, home_position = case when home_position is not null then place end
      from unnest(${ids}::integer[]) with ordinality as wanted (category, place) where id = category`.execute(trx);
    await audit(trx, { actor, action: 'category.ordered', subject: { kind: 'category', id: 'all' } });
    return listManagedCategories(trx);
  });
}
