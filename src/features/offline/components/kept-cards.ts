/** The cards of tales that are on this device, read from their pages. Browser-safe; fetched when the site cannot be reached. */
import type { TaleCard } from '#src/features/tales/contract.ts';
import { CACHES } from '../store/caches.ts';
import { readTaleCard } from '../store/read-tale-page.ts';

/** Of these tales (ids) those that are here, kept or opened, in no order; none where the browser keeps nothing. */
export async function listKeptCards(ids: readonly string[]): Promise<TaleCard[]> {
  if (typeof caches === 'undefined') return [];
  const wanted = new Set(ids);
  const cache = await caches.open(CACHES.tales);
  const pages = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.text() ?? ''));
  return pages.flatMap((html) => readTaleCard(html) ?? []).filter(({ id }) => wanted.has(id));
}
