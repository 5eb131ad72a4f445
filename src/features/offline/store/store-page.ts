/** Keeps the page of a tale as it came. Browser-safe, for pages and for the worker. */
import { endAfter, LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { CACHES, mayKeep } from './caches.ts';
import { readTalePage } from './read-tale-page.ts';
import { changeRecord } from './records.ts';
import type { TaleRecord } from './tale-record.ts';

/** What became of a tale at its address: it was kept, had not changed, was taken back, or does not answer as it should. */
export type Fetched = 'kept' | 'same' | 'gone' | 'missing';

/**
 * Asks for a page as somebody whom nobody knows, so that nothing of a person is in it, and keeps it when it is new. `isSeen`: a reader has
 * just opened it. Throws when the site cannot be reached, and QuotaExceededError when the device is full.
 */
export async function fetchTale(
  slug: string,
  { signal, isSeen = false }: { signal?: AbortSignal; isSeen?: boolean } = {},
): Promise<Fetched> {
  const address = urls.tale(slug);
  const held = await (await caches.open(CACHES.tales)).match(address);
  const tag = held?.headers.get('etag');
  const headers: Record<string, string> = { accept: 'text/html', ...(tag && { 'if-none-match': tag }) };
  const answer = await fetch(address, { credentials: 'omit', headers, signal: endAfter(LONG_TIMEOUT_MS, signal) });
  if (answer.status === 304 && isSeen) await changeRecord('tales', slug, (record) => record && { ...record, seenAt: Date.now() });
  if (answer.status === 304) return 'same';
  if (answer.status === 410) return 'gone';
  if (!mayKeep(answer)) return 'missing';
  await storePage(slug, answer, isSeen);
  return 'kept';
}

/** Keeps a page that has come, with what it says of itself. */
export async function storePage(slug: string, answer: Response, isSeen: boolean): Promise<void> {
  const copy = answer.clone();
  const html = await answer.text();
  const { title, minutes, files, app } = readTalePage(html);
  // A page without the application is one of an error, whatever its status says.
  if (app === '') return;
  await (await caches.open(CACHES.tales)).put(urls.tale(slug), copy);
  await changeRecord('tales', slug, (old) => {
    const fresh: TaleRecord = { slug, title, minutes, files, app, bytes: html.length, seenAt: 0, keptAt: 0, packs: [] };
    if (isSeen) fresh.seenAt = Date.now();
    return old === undefined ? fresh : { ...fresh, seenAt: Math.max(old.seenAt, fresh.seenAt), keptAt: old.keptAt, packs: old.packs };
  });
}
