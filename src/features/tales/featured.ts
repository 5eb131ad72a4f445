/** The editors' pins: tales that stand first on the home page. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { orderTag } from '#src/platform/db/order-tag.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { listFeaturedIds } from './cards.ts';
import type { FeaturedPins } from './contract.ts';
import { talePicksByIds } from './tale-picks.ts';

/** More than are shown: the next ones stand in when one of the first is unpublished. */
export const MOST_PINS = 12;

/** The pins with the tag of their order. */
export async function getFeaturedPins(db: Db): Promise<FeaturedPins> {
  const ids = await listPins(db);
  const [pins, shown] = await Promise.all([talePicksByIds(db, ids), listFeaturedIds(db)]);
  const fill = shown.filter((id) => !ids.includes(id));
  return { pins, fill: await talePicksByIds(db, fill), tag: orderTag(ids) };
}

/**
 * Pins these tales in this order and no others; `read` is the tag of the order it was made from. Throws 412 `changed_since`, and
 * 422 `invalid` for tales that are not published: a date to come is allowed.
 */
export async function pinTales(db: Db, actor: string, read: string, ids: string[]): Promise<FeaturedPins> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(7412011)`.execute(trx);
    const now = await listPins(trx);
    refuseOld(read, orderTag(now));
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from tales where (id = any(${ids}::uuid[]) or featured_rank is not null) and deleted_at is null
      order by id for update`.execute(trx);
    const allowed = new Set(rows.filter(({ id, status }) => status === 'published' || now.includes(id)).map((row) => row.id));
    if (!ids.every((id) => allowed.has(id))) throw invalid({ ids: ['Only published tales can be pinned'] });
    // No two may have the same rank, not even for a moment.
    await sql`update tales set featured_rank = null where featured_rank is not null`.execute(trx);
    await sql`update tales set featured_rank = place from unnest(${ids}::uuid[]) with ordinality as wanted (tale, place)
      where id = tale`.execute(trx);
    // Tales that fill up wear the badge too, on pages that no change of theirs would drop.
    await sql`select pg_notify('talewood_cache', '["all"]')`.execute(trx);
    await audit(trx, { actor, action: 'featured.pinned', subject: { kind: 'featured', id: 'home' }, details: { tales: ids.length } });
    return getFeaturedPins(trx);
  });
}

/** Those in the bin are none. */
async function listPins(db: Db): Promise<string[]> {
  const pinned = db.selectFrom('tales').select('id').where('featured_rank', 'is not', null).where('deleted_at', 'is', null);
  return (await pinned.orderBy('featured_rank').execute()).map((row) => row.id);
}
