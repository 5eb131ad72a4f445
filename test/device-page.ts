import { vi } from 'vitest';

/** Simulates pages on several devices for the library store: each page has its own module state, each device its own storage. */

export type DeviceStorage = { getItem(key: string): string | null; setItem(key: string, value: string): void };

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export function createStorage(): DeviceStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return { texts, getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => void texts.set(key, value) };
}

/** Opens a page. `user`: who is logged in, or ''. Requests go to the `fetch` of the page opened last. */
export async function openDevicePage(storage: DeviceStorage, { fetch, user }: { fetch: Fetch; user: string }) {
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
  const logIn = (name: string) => setCurrentUser({ name, email: `${name[0]}@t.example`, role: 'user' });
  if (user !== '') logIn(user);
  await store.flushBookshelf();
  return {
    changeBookshelf: store.changeBookshelf,
    flush: store.flushBookshelf,
    read: readBookshelf,
    favorites: () => readBookshelf().favorites.map(({ tale }) => tale),
    logIn,
    logOut: () => setCurrentUser(null),
    dispatch: (name: string, properties: object = {}) => page.dispatchEvent(Object.assign(new Event(name), properties)),
  };
}
