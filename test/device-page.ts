import { vi } from 'vitest';

/** Pages of a reader's devices as far as the bookshelf knows them: each its own memory, each device its own storage. */

export type DeviceStorage = { getItem(key: string): string | null; setItem(key: string, value: string): void };

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export function createStorage(): DeviceStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return { texts, getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => void texts.set(key, value) };
}

/** Opens a page; `person` is who is signed in, or ''. What it asks of the server goes to the `fetch` of the page opened last. */
export async function openDevicePage(storage: DeviceStorage, { fetch, person }: { fetch: Fetch; person: string }) {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { toggleAttribute() {} } }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', fetch);
  const store = await import('#src/features/reader-library/components/library-store.ts');
  const { setCurrentUser } = await import('#src/api-client/current-user.ts');
  const { readBookshelf } = await import('#src/features/reader-library/store/library-state.ts');
  store.startBookshelf();
  const enter = (name: string) => setCurrentUser({ name, email: `${name[0]}@t.example`, role: 'user' });
  if (person !== '') enter(person);
  await store.flushBookshelf();
  return {
    changeBookshelf: store.changeBookshelf,
    settle: store.flushBookshelf,
    read: readBookshelf,
    favorites: () => readBookshelf().favorites.map(({ tale }) => tale),
    enter,
    leave: () => setCurrentUser(null),
    happen: (name: string, about: object = {}) => page.dispatchEvent(Object.assign(new Event(name), about)),
  };
}
