/** Records of stored tales, packs and builds in IndexedDB, changed by pages and the worker. */
import type { OmittedFile, SavedFile } from './parse-tale-page.ts';

/** A build of the site whose files are cached. `app`: its entry script. */
export type BuildRecord = { version: string; app: string; files: string[]; at: number };

/** A saved tale that was removed because it was unpublished. */
export type RemovedRecord = { slug: string; title: string };

type Stores = { tales: TaleRecord; packs: PackRecord; builds: BuildRecord; gone: RemovedRecord };
const KEYS: Record<keyof Stores, string> = { tales: 'slug', packs: 'id', builds: 'version', gone: 'slug' };

const DATABASE = 'talewood-offline';
const CHANNEL = 'talewood.kept';

export function listRecords<Name extends keyof Stores>(name: Name): Promise<Stores[Name][]> {
  return withStore(name, 'readonly', (store) => store.getAll() as IDBRequest<Stores[Name][]>);
}

export function findRecord<Name extends keyof Stores>(name: Name, key: string): Promise<Stores[Name] | undefined> {
  return withStore(name, 'readonly', (store) => store.get(key) as IDBRequest<Stores[Name] | undefined>);
}

/** Updates a record in one transaction. `change` returns the new record; undefined deletes it. */
export async function changeRecord<Name extends keyof Stores>(
  name: Name,
  key: string,
  change: (old: Stores[Name] | undefined) => Stores[Name] | undefined,
): Promise<void> {
  await withStore(name, 'readwrite', (store) => {
    const request = store.get(key) as IDBRequest<Stores[Name] | undefined>;
    request.onsuccess = () => {
      const next = change(request.result);
      if (next !== undefined) store.put(next);
      else store.delete(key);
    };
    return request;
  });
  notifyChange();
}

/** Calls `changed` whenever a window or the worker changes a record. Returns a function to stop. */
export function onOfflineChange(changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', changed);
  return () => channel.close();
}

function notifyChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Opens the database each time, as logout clears site data even under an open connection. */
async function withStore<Answer>(
  name: keyof Stores,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> {
  const db = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  } finally {
    db.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(name, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What the device knows of a tale that it can show without a network. Browser-safe, for pages and for the worker. */

/** A tale stored on the device. `files`: URLs of its pictures and attached files. `app`: entry script of the build that its page loads. */
export type TaleRecord = {
  slug: string;
  title: string;
  /** Reading time. */
  minutes: number;
  /** Size of its page and pictures. */
  bytes: number;
  files: string[];
  /** Attached files to save, those that are too large, and labels of those that could not be fetched; absent in records of older releases. */
  attached?: SavedFile[];
  omitted?: OmittedFile[];
  missing?: string[];
  app: string;
  /** Milliseconds. */
  seenAt: number;
  /** When it was saved individually, ms; 0 if it was not. */
  keptAt: number;
  /** Ids of the packs it was saved with. */
  packs: string[];
};

/** A requested pack; complete when each of its tales lists it. */
export type PackRecord = { id: string; name: string; slugs: string[]; at: number };

/** Limit for tales that were only opened. */
export const MAX_VISITED = 50;

/** Whether the reader saved it, so that it must not be evicted. */
export function isSavedOffline({ keptAt, packs }: TaleRecord): boolean {
  return keptAt > 0 || packs.length > 0;
}

/** Retains the current build, the previous one, whose pages may still be open, and those that stored tales load. */
export function partitionBuilds(builds: readonly BuildRecord[], tales: readonly Pick<TaleRecord, 'app'>[], now: string) {
  const before = builds.filter(({ version }) => version !== now).toSorted((a, b) => b.at - a.at)[0];
  const isUsed = (each: BuildRecord) => each.version === now || each === before || tales.some(({ app }) => app === each.app);
  return { retained: builds.filter(isUsed), stale: builds.filter((each) => !isUsed(each)) };
}
