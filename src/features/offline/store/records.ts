/** What is known of the tales that are kept, in IndexedDB: pages, other windows and the worker all change it. Browser-safe. */
import type { PackRecord, TaleRecord } from './tale-record.ts';

/** A build of the site whose files are kept. `app`: its entry. */
export type BuildRecord = { version: string; app: string; files: string[]; at: number };

/** A tale that was taken back by its owner, and is therefore no longer kept. */
export type GoneRecord = { slug: string; title: string };

type Stores = { tales: TaleRecord; packs: PackRecord; builds: BuildRecord; gone: GoneRecord };
const KEYS: Record<keyof Stores, string> = { tales: 'slug', packs: 'id', builds: 'version', gone: 'slug' };

const NAME = 'talewood-offline';
const CHANGED = 'talewood.kept';

export function listRecords<Name extends keyof Stores>(name: Name): Promise<Stores[Name][]> {
  return use(name, 'readonly', (store) => store.getAll() as IDBRequest<Stores[Name][]>);
}

export function findRecord<Name extends keyof Stores>(name: Name, key: string): Promise<Stores[Name] | undefined> {
  return use(name, 'readonly', (store) => store.get(key) as IDBRequest<Stores[Name] | undefined>);
}

/** Changes one thing in one go, whoever else is at it. What `change` answers is kept; undefined removes it. */
export async function changeRecord<Name extends keyof Stores>(
  name: Name,
  key: string,
  change: (old: Stores[Name] | undefined) => Stores[Name] | undefined,
): Promise<void> {
  await use(name, 'readwrite', (store) => {
    const asked = store.get(key) as IDBRequest<Stores[Name] | undefined>;
    asked.onsuccess = () => {
      const next = change(asked.result);
      if (next !== undefined) store.put(next);
      else store.delete(key);
    };
    return asked;
  });
  tellKept();
}

/** Calls `changed` whenever a window or the worker has changed what is kept. Returns how to stop. */
export function onKeptChange(changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANGED);
  channel.addEventListener('message', changed);
  return () => channel.close();
}

function tellKept(): void {
  const channel = new BroadcastChannel(CHANGED);
  channel.postMessage('changed');
  channel.close();
}

/** Opened each time: signing out has the browser clear what a site keeps, also under an open connection. */
async function use<Answer>(
  name: keyof Stores,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> {
  const db = await open();
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

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(KEYS)) asked.result.createObjectStore(name, { keyPath });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
