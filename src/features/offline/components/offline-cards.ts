/** Cards of tales stored on this device. Loaded when the site cannot be reached. */
import type { TaleCard } from '#src/features/tales/contract.ts';
import { CACHES } from '../store/caches.ts';
import { parseTaleCard } from '../store/parse-tale-page.ts';

/** Returns the cards of those tales (ids) that are stored here, saved or opened, in no particular order; empty if storage is unavailable. */
export async function listOfflineCards(ids: readonly string[]): Promise<TaleCard[]> {
  if (typeof caches === 'undefined') return [];
  const wanted = new Set(ids);
  const cache = await caches.open(CACHES.tales);
  const pages = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.text() ?? ''));
  return pages.flatMap((html) => parseTaleCard(html) ?? []).filter(({ id }) => wanted.has(id));
}
