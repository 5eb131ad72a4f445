/** Stores and removes tale pages. For pages and the worker. */

import { endAfter, LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { CACHES, isCacheable } from './caches.ts';
import { changeRecord, isSavedOffline, listRecords, MAX_VISITED, type TaleRecord } from './offline-records.ts';
import { parseTalePage } from './parse-tale-page.ts';

/** `stored`: new or changed. `unchanged`: revalidated. `gone`: unpublished (410). `missing`: no valid response. */
export type FetchResult = 'stored' | 'unchanged' | 'gone' | 'missing';

/**
 * Fetches a tale page without credentials, so that it holds no personal data, and stores it when it has changed. `isSeen`: just opened by the
 * reader.
 * @throws when the site is unreachable; QuotaExceededError when storage is full
 */
export async function fetchTale(
  slug: string,
  { signal, isSeen = false }: { signal?: AbortSignal; isSeen?: boolean } = {},
): Promise<FetchResult> {
  const address = urls.tale(slug);
  const cached = await (await caches.open(CACHES.tales)).match(address);
  const tag = cached?.headers.get('etag');
  const headers: Record<string, string> = { accept: 'text/html', ...(tag && { 'if-none-match': tag }) };
  const response = await fetch(address, { credentials: 'omit', headers, signal: endAfter(LONG_TIMEOUT_MS, signal) });
  if (response.status === 304 && isSeen) await changeRecord('tales', slug, (record) => record && { ...record, seenAt: Date.now() });
  if (response.status === 304) return 'unchanged';
  if (response.status === 410) return 'gone';
  if (!isCacheable(response)) return 'missing';
  await storePage(slug, response, isSeen);
  return 'stored';
}

/** Stores a fetched page and its record. */
export async function storePage(slug: string, response: Response, isSeen: boolean): Promise<void> {
  const copy = response.clone();
  const html = await response.text();
  const { title, minutes, files, attached, omitted, app } = parseTalePage(html);
  // A page without the application is an error page, whatever its status.
  if (app === '') return;
  await (await caches.open(CACHES.tales)).put(urls.tale(slug), copy);
  await changeRecord('tales', slug, (old) => {
    const fresh: TaleRecord = { slug, title, minutes, files, attached, omitted, app, bytes: html.length, seenAt: 0, keptAt: 0, packs: [] };
    if (isSeen) fresh.seenAt = Date.now();
    if (old === undefined) return fresh;
    const missing = old.missing?.filter((label) => attached.some((file) => file.label === label)) ?? [];
    return { ...fresh, missing, seenAt: Math.max(old.seenAt, fresh.seenAt), keptAt: old.keptAt, packs: old.packs };
  });
}

/** Removes a tale and the pictures that no other tale uses. */
export async function removeTale(record: TaleRecord): Promise<void> {
  await changeRecord('tales', record.slug, () => undefined);
  const [pages, pictures, others] = await Promise.all([caches.open(CACHES.tales), caches.open(CACHES.pictures), listRecords('tales')]);
  await pages.delete(urls.tale(record.slug));
  for (const file of orphanFiles(record, others)) await pictures.delete(file);
}

/** Removes the least recently opened tales beyond the limit; saved tales stay. */
export async function evictVisited(most?: number): Promise<void> {
  for (const record of surplusVisited(await listRecords('tales'), most)) await removeTale(record);
}

/** Drops a reason for which a tale is saved, and removes the tale without another one. */
export async function releaseTale(slug: string, reason: 'single' | { pack: string }): Promise<void> {
  let left: TaleRecord | undefined;
  await changeRecord('tales', slug, (record) => {
    left = record && withoutReason(record, reason);
    return left;
  });
  if (left !== undefined && !isSavedOffline(left)) await removeTale(left);
}

function withoutReason(record: TaleRecord, reason: 'single' | { pack: string }): TaleRecord {
  if (reason === 'single') return { ...record, keptAt: 0 };
  return { ...record, packs: record.packs.filter((id) => id !== reason.pack) };
}

/** Removes an unpublished tale; the reader is told if it was saved. */
export async function removeUnpublished(slug: string): Promise<void> {
  const record = (await listRecords('tales')).find((each) => each.slug === slug);
  if (record === undefined) return;
  await removeTale(record);
  for (const id of record.packs) {
    await changeRecord('packs', id, (pack) => pack && { ...pack, slugs: pack.slugs.filter((each) => each !== slug) });
  }
  if (isSavedOffline(record)) await changeRecord('gone', slug, () => ({ slug, title: record.title }));
}

/** Returns the tales to evict: only opened, least recently, beyond `most`. */
export function surplusVisited(records: readonly TaleRecord[], most = MAX_VISITED): TaleRecord[] {
  return records
    .filter((record) => !isSavedOffline(record))
    .toSorted((a, b) => b.seenAt - a.seenAt)
    .slice(most);
}

/** Returns the files of `gone` that no other tale uses. */
export function orphanFiles(gone: TaleRecord, others: readonly TaleRecord[]): string[] {
  const used = new Set(others.filter(({ slug }) => slug !== gone.slug).flatMap(({ files }) => files));
  return gone.files.filter((file) => !used.has(file));
}
