/** Keeps a tale because somebody asked for it: its page, its cover and pictures, and the site around it. Browser-safe. */
import { endAfter, LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { CACHES, isFull, mayKeep } from './caches.ts';
import { dropTale } from './drop-tales.ts';
import { changeRecord, findRecord, listRecords } from './records.ts';
import { fetchTale } from './store-page.ts';
import { isKept, type TaleRecord } from './tale-record.ts';

/** full: no room. unable: this browser keeps nothing. gone: the tale was taken back, or is not there. unreached: no network, or no answer. */
export type Hindrance = 'full' | 'unable' | 'gone' | 'unreached';

export class NotKept extends Error {
  readonly why: Hindrance;
  constructor(why: Hindrance) {
    super(`The tale was not kept: ${why}`);
    this.name = 'NotKept';
    this.why = why;
  }
}

/** The pack a tale is kept with, or the tale by itself. */
export type Reason = 'itself' | { pack: string };

/** So long may the worker take to gather the files of the site. */
const PATIENCE_MS = 60_000;
/** With less room than this the site itself does not fit. */
const SITE_BYTES = 3_000_000;

/**
 * Resolves when all that the tale needs is on the device. Throws NotKept, or the AbortError of `signal`; then nothing is lost that was kept
 * before, and nothing stays behind.
 */
export async function keepTale(slug: string, reason: Reason, signal?: AbortSignal): Promise<void> {
  const before = await readRecord(slug);
  const put: string[] = [];
  try {
    const found = await fetchTale(slug, signal && { signal });
    if (found === 'gone' || found === 'missing') throw new NotKept('gone');
    const record = await findRecord('tales', slug);
    if (record === undefined) throw new NotKept('gone');
    const bytes = await keepPictures(record, put, signal);
    await changeRecord('tales', slug, (now) => now && withReason({ ...now, bytes: now.bytes + (isKept(now) ? 0 : bytes) }, reason));
  } catch (error) {
    await undo(slug, before, put).catch(() => {});
    throw signal?.aborted || error instanceof NotKept ? error : new NotKept(isFull(error) ? 'full' : 'unreached');
  }
}

/** Sees to it that there is a worker, with the files of the site at hand, and asks the browser to keep what is kept. */
export async function prepareKeeping(): Promise<void> {
  const { serviceWorker, storage } = navigator;
  if (serviceWorker === undefined) throw new NotKept('unable');
  const registration = await serviceWorker.register(urls.serviceWorker(), { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) throw new NotKept(navigator.onLine ? 'unable' : 'unreached');
  if (!(await isActive(registration))) throw new NotKept((await roomLeft()) < SITE_BYTES ? 'full' : 'unable');
  const isFirst = !(await listRecords('tales').catch(() => [])).some(isKept);
  // Not waited for: some browsers ask the reader.
  if (isFirst) void storage?.persist?.().catch(() => false);
}

/** Bytes that the browser still grants; infinitely many where it does not say. */
export async function roomLeft(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return Math.max(0, quota - usage);
}

function isActive(registration: ServiceWorkerRegistration): Promise<boolean> {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active !== null || coming === null) return Promise.resolve(registration.active !== null);
  return new Promise((resolve) => {
    const look = () => {
      if (coming.state === 'activated' || coming.state === 'redundant') resolve(coming.state === 'activated');
    };
    coming.addEventListener('statechange', look);
    setTimeout(() => resolve(false), PATIENCE_MS);
    look();
  });
}

/** Returns the bytes of all of them; `put` gets the addresses of those that were not there before. */
async function keepPictures({ files }: TaleRecord, put: string[], signal: AbortSignal | undefined): Promise<number> {
  const cache = await caches.open(CACHES.pictures);
  let bytes = 0;
  for (const file of files) {
    let answer = await cache.match(file);
    if (answer === undefined) {
      const fetched = await fetch(file, { signal: endAfter(LONG_TIMEOUT_MS, signal) });
      // Drawn anew since: the next time the page is renewed it knows the new address.
      if (!mayKeep(fetched) && fetched.status < 500) continue;
      if (!mayKeep(fetched)) throw new NotKept('unreached');
      answer = fetched.clone();
      await cache.put(file, fetched);
      put.push(file);
    }
    bytes += (await answer.blob()).size;
  }
  return bytes;
}

function withReason(record: TaleRecord, reason: Reason): TaleRecord {
  if (reason === 'itself') return { ...record, keptAt: Date.now() };
  return { ...record, packs: [...new Set([...record.packs, reason.pack])] };
}

/** A tale that was here before stays as it was. */
async function undo(slug: string, before: TaleRecord | undefined, put: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHES.pictures);
  for (const file of put) await cache.delete(file);
  const now = await findRecord('tales', slug);
  if (before === undefined && now !== undefined) await dropTale(now);
}

async function readRecord(slug: string): Promise<TaleRecord | undefined> {
  try {
    return await findRecord('tales', slug);
  } catch {
    throw new NotKept('unable');
  }
}
