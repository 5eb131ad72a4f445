/** Featured tales pinned by editors, shown first on the home page. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import { notifyCache } from '#src/platform/cache/connect-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { assertIfMatch, listEtag } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { listFeatured, taleOptionsByIds } from './cards.ts';
import type { FeaturedPins } from './contract.ts';

/** More than are shown, as replacements for tales that are unpublished. */
export const MAX_PINS = 12;

/** Returns the pins with the ETag of their order. */
export async function getFeaturedPins(db: Db): Promise<FeaturedPins> {
  const ids = await listPins(db);
  const [pins, shown] = await Promise.all([taleOptionsByIds(db, ids), listFeatured(db)]);
  const fill = shown.map(({ id }) => id).filter((id) => !ids.includes(id));
  return { pins, fill: await taleOptionsByIds(db, fill), tag: listEtag(ids) };
}

/**
 * Replaces the pins. `etag` is that of the order the change is based on.
 * @throws AppError 412 `changed_since`, 422 `invalid` for tales that are neither published nor scheduled
 */
export async function pinTales(db: Db, actor: string, etag: string, ids: string[]): Promise<FeaturedPins> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(7412011)`.execute(trx);
    const current = await listPins(trx);
    assertIfMatch(etag, listEtag(current));
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from tales where (id = any(${ids}::uuid[]) or featured_rank is not null) and deleted_at is null
      order by id for update`.execute(trx);
    const allowed = new Set(rows.filter(({ id, status }) => status === 'published' || current.includes(id)).map((row) => row.id));
    if (!ids.every((id) => allowed.has(id))) throw invalid({ ids: ['Only published tales can be pinned'] });
    // Ranks are unique at all times.
    await sql`update tales set featured_rank = null where featured_rank is not null`.execute(trx);
    await sql`update tales set featured_rank = rank from unnest(${ids}::uuid[]) with ordinality as wanted (tale, rank)
      where id = tale`.execute(trx);
    // Tales that fill free places have the badge too, and may be on any cached page.
    await notifyCache(['all']).execute(trx);
    await audit(trx, { actor, action: 'featured.pinned', subject: { kind: 'featured', id: 'home' }, details: { tales: ids.length } });
    return getFeaturedPins(trx);
  });
}

/** Without tales in the trash. */
async function listPins(db: Db): Promise<string[]> {
  const pinned = db.selectFrom('tales').select('id').where('featured_rank', 'is not', null).where('deleted_at', 'is', null);
  return (await pinned.orderBy('featured_rank').execute()).map((row) => row.id);
}
