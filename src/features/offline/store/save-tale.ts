/** Saves a tale for offline reading: its page, cover, pictures and attached files. */
import { endAfter, LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { CACHES, isCacheable, isQuotaExceeded } from './caches.ts';
import { changeRecord, findRecord, isSavedOffline, listRecords, type TaleRecord } from './offline-records.ts';
import { fetchTale, removeTale } from './offline-tales.ts';

/** full: quota exceeded. unable: storage unavailable. gone: not published. unreached: no network or no response. */
export type SaveErrorReason = 'full' | 'unable' | 'gone' | 'unreached';

export class SaveError extends Error {
  readonly reason: SaveErrorReason;
  constructor(why: SaveErrorReason) {
    super(`Saving the tale failed: ${why}`);
    this.name = 'SaveError';
    this.reason = why;
  }
}

/** Saved individually, or as part of a pack. */
export type SaveReason = 'single' | { pack: string };

/** Time for the worker to cache the files of the site. */
const ACTIVATION_TIMEOUT_MS = 60_000;
/** Space needed for the site itself. */
const SITE_BYTES = 3_000_000;

/**
 * Resolves when everything the tale needs is stored. A failure leaves the stored data as it was before; an attached file that cannot be
 * fetched is only noted as missing in the record.
 * @throws SaveError, or the AbortError of `signal`
 */
export async function saveTale(slug: string, reason: SaveReason, signal?: AbortSignal): Promise<void> {
  const before = await readRecord(slug);
  const put: string[] = [];
  try {
    const found = await fetchTale(slug, signal && { signal });
    if (found === 'gone' || found === 'missing') throw new SaveError('gone');
    const record = await findRecord('tales', slug);
    if (record === undefined) throw new SaveError('gone');
    const { bytes, missing } = await saveFiles(record, put, signal);
    await changeRecord(
      'tales',
      slug,
      (now) => now && withReason({ ...now, missing, bytes: now.bytes + (isSavedOffline(now) ? 0 : bytes) }, reason),
    );
  } catch (error) {
    await rollBack(slug, before, put).catch(() => {});
    throw signal?.aborted || error instanceof SaveError ? error : new SaveError(isQuotaExceeded(error) ? 'full' : 'unreached');
  }
}

/** Ensures an active worker with the files of the site, and requests persistent storage. @throws SaveError */
export async function prepareOfflineStorage(): Promise<void> {
  const { serviceWorker, storage } = navigator;
  if (serviceWorker === undefined) throw new SaveError('unable');
  const registration = await serviceWorker.register(urls.serviceWorker(), { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) throw new SaveError(navigator.onLine ? 'unable' : 'unreached');
  if (!(await waitUntilActive(registration))) throw new SaveError((await availableStorage()) < SITE_BYTES ? 'full' : 'unable');
  const isFirst = !(await listRecords('tales').catch(() => [])).some(isSavedOffline);
  // Not awaited: some browsers prompt.
  if (isFirst) void storage?.persist?.().catch(() => false);
}

/** Returns the available bytes; Infinity if unknown. */
export async function availableStorage(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return Math.max(0, quota - usage);
}

function waitUntilActive(registration: ServiceWorkerRegistration): Promise<boolean> {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active !== null || coming === null) return Promise.resolve(registration.active !== null);
  return new Promise((resolve) => {
    const look = () => {
      if (coming.state === 'activated' || coming.state === 'redundant') resolve(coming.state === 'activated');
    };
    coming.addEventListener('statechange', look);
    setTimeout(() => resolve(false), ACTIVATION_TIMEOUT_MS);
    look();
  });
}

/** Returns the total bytes, and the labels of attached files that could not be fetched; adds newly stored URLs to `put`. */
async function saveFiles({ files, attached = [] }: TaleRecord, put: string[], signal: AbortSignal | undefined) {
  const cache = await caches.open(CACHES.pictures);
  const missing: string[] = [];
  let bytes = 0;
  for (const file of files) {
    const about = attached.find(({ address }) => address === file);
    const cached = await cache.match(file);
    const response = cached ?? (await fetchFile(file, about?.bytes, signal));
    if (response === undefined) {
      if (about !== undefined) missing.push(about.label);
      continue;
    }
    bytes += (await response.clone().blob()).size;
    if (cached !== undefined) continue;
    await cache.put(file, response);
    put.push(file);
  }
  return { bytes, missing };
}

/**
 * Fetches a file completely; undefined if there is none or an attached file is damaged. `bytes`: size of an attached file.
 * @throws SaveError for a picture that cannot be reached
 */
async function fetchFile(file: string, bytes: number | undefined, signal: AbortSignal | undefined): Promise<Response | undefined> {
  const isAttached = file.startsWith('/files/');
  try {
    const response = await fetch(file, { signal: endAfter(LONG_TIMEOUT_MS, signal) });
    // Regenerated since: the next refresh of the page has the new URL.
    if (!isCacheable(response) && (isAttached || response.status < 500)) return undefined;
    if (!isCacheable(response)) throw new SaveError('unreached');
    const { size } = await response.clone().blob();
    return bytes === undefined || size === bytes ? response : undefined;
  } catch (error) {
    if (!isAttached || signal?.aborted) throw error;
    return undefined;
  }
}

/** Whether a picture or file of a tale is not stored. */
export async function lacksFiles({ files }: TaleRecord): Promise<boolean> {
  const cache = await caches.open(CACHES.pictures);
  for (const file of files) if ((await cache.match(file)) === undefined) return true;
  return false;
}

function withReason(record: TaleRecord, reason: SaveReason): TaleRecord {
  if (reason === 'single') return { ...record, keptAt: Date.now() };
  return { ...record, packs: [...new Set([...record.packs, reason.pack])] };
}

/** Removes what was added; a tale that was stored before stays. */
async function rollBack(slug: string, before: TaleRecord | undefined, put: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHES.pictures);
  for (const file of put) await cache.delete(file);
  const now = await findRecord('tales', slug);
  if (before === undefined && now !== undefined) await removeTale(now);
}

async function readRecord(slug: string): Promise<TaleRecord | undefined> {
  try {
    return await findRecord('tales', slug);
  } catch {
    throw new SaveError('unable');
  }
}
