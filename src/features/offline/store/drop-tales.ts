/** Takes tales off the device again. Browser-safe, for pages and for the worker. */
import { urls } from '#src/urls.ts';
import { CACHES } from './caches.ts';
import { changeRecord, listRecords } from './records.ts';
import { isKept, orphanFiles, surplusVisited, type TaleRecord } from './tale-record.ts';

/** Forgets a tale and those of its pictures that no other tale shows. */
export async function dropTale(record: TaleRecord): Promise<void> {
  await changeRecord('tales', record.slug, () => undefined);
  const [pages, pictures, others] = await Promise.all([caches.open(CACHES.tales), caches.open(CACHES.pictures), listRecords('tales')]);
  await pages.delete(urls.tale(record.slug));
  for (const file of orphanFiles(record, others)) await pictures.delete(file);
}

/** Of the tales that were only opened the last fifty stay. */
export async function dropSurplus(most?: number): Promise<void> {
  for (const record of surplusVisited(await listRecords('tales'), most)) await dropTale(record);
}

/** No longer kept for this reason: by itself, or with that pack. Without another one it goes. */
export async function releaseTale(slug: string, reason: 'itself' | { pack: string }): Promise<void> {
  let left: TaleRecord | undefined;
  await changeRecord('tales', slug, (record) => {
    left = record && release(record, reason);
    return left;
  });
  if (left !== undefined && !isKept(left)) await dropTale(left);
}

function release(record: TaleRecord, reason: 'itself' | { pack: string }): TaleRecord {
  if (reason === 'itself') return { ...record, keptAt: 0 };
  return { ...record, packs: record.packs.filter((id) => id !== reason.pack) };
}

/** A tale that its owner took back: it goes, whoever kept it, and the reader is told. */
export async function dropWithdrawn(slug: string): Promise<void> {
  const record = (await listRecords('tales')).find((each) => each.slug === slug);
  if (record === undefined) return;
  await dropTale(record);
  for (const id of record.packs) {
    await changeRecord('packs', id, (pack) => pack && { ...pack, slugs: pack.slugs.filter((each) => each !== slug) });
  }
  if (isKept(record)) await changeRecord('gone', slug, () => ({ slug, title: record.title }));
}
