import type { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createStorage, type DeviceStorage, openDevicePage } from '#test/device-page.ts';
import { addTale } from '#test/factories.ts';
import { openReaderLibraryApp, resetAccounts } from '#test/reader-library-app.ts';
import type { NewChange } from './library-store.ts';

/** Several users on one device, with the real routes and database. */

const SITE = 'https://tales.example';
const KEY = 'talewood.bookshelf';
let database: TestDatabase;
let server: Hono<AppEnv>;
let [a, b, c] = ['', '', ''];
/** Name of the logged-in user, or ''. */
let session = '';
let isOffline = false;
const toasts: string[] = [];
let acts: (() => void)[] = [];
vi.mock('#src/ui/toast.ts', () => ({
  toast: async ({ title, action }: { title: string; action?: { act: () => void } }) => {
    toasts.push(title);
    if (action !== undefined) acts.push(action.act);
  },
}));

beforeAll(async () => {
  database = await createTestDatabase();
  [a, b, c] = [(await addTale(database.db)).id, (await addTale(database.db)).id, (await addTale(database.db)).id];
  server = openReaderLibraryApp(database, SITE, () => session);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await resetAccounts(database);
  [session, isOffline, acts] = ['gerda', false, []];
  toasts.length = 0;
  // Pages that an earlier test left open must not try again in this one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const openPage = (storage: DeviceStorage, { isIn = true } = {}) => openDevicePage(storage, { fetch: answer, user: isIn ? session : '' });

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  // Tests set the current user themselves.
  if (path.endsWith('/me')) return new Response('{}', { status: 503 });
  if (isOffline) throw new TypeError('Failed to fetch');
  const headers = new Headers(init.headers);
  headers.set('Origin', SITE);
  return server.request(SITE + path, { ...init, headers });
}

const heart = (tale: string, on = true): NewChange => ({ op: 'favorite', tale, on });

/** Gerda has one favorite in her account, one that could not be sent, and then her session ends elsewhere. */
async function leftBehind() {
  const storage = createStorage();
  const hers = await openPage(storage);
  hers.changeBookshelf(heart(a));
  await hers.flush();
  isOffline = true;
  hers.changeBookshelf(heart(b));
  await hers.flush();
  [isOffline, session] = [false, ''];
  return { storage, next: await openPage(storage, { isIn: false }) };
}

test('the next visitor sees nothing of the account; unsent changes are sent when its owner logs in again', async () => {
  const { storage, next } = await leftBehind();
  next.logOut();
  expect(next.favorites()).toEqual([]);
  expect(storage.texts.get(KEY)).not.toContain(a);
  expect(storage.texts.get(KEY)).not.toContain(b);
  expect((await openPage(storage, { isIn: false })).favorites()).toEqual([]);

  session = 'gerda';
  const again = await openPage(storage);
  await again.flush();
  expect(again.favorites()).toEqual([b, a]);
  expect((await openPage(createStorage())).favorites()).toEqual([b, a]);
});

test('items added by a visitor are only added to the account on request', async () => {
  const { next } = await leftBehind();
  next.logOut();
  next.changeBookshelf(heart(c));
  expect(next.favorites()).toEqual([c]);
  session = 'gerda';
  next.logIn('gerda');
  await next.flush();
  expect(next.favorites()).toEqual([b, a]);
  expect((await openPage(createStorage())).favorites()).toEqual([b, a]);
  expect(toasts).toEqual(['1 tale saved here while nobody was logged in']);

  acts[0]?.();
  await next.flush();
  expect((await openPage(createStorage())).favorites().toSorted()).toEqual([a, b, c].toSorted());
});

test('a change before the session is confirmed belongs to the confirmed user', async () => {
  const visitor = (await leftBehind()).next;
  visitor.changeBookshelf(heart(c));
  visitor.logOut();
  expect(visitor.favorites()).toEqual([c]);
  session = 'gerda';
  visitor.logIn('gerda');
  await visitor.flush();
  expect(visitor.favorites()).toEqual([b, a]);

  const owner = (await leftBehind()).next;
  owner.changeBookshelf(heart(c));
  session = 'gerda';
  owner.logIn('gerda');
  await owner.flush();
  expect(owner.favorites()).toEqual([c, b, a]);
});

test('a page unaware of another login sends nothing to that account', async () => {
  const page = await openPage(createStorage());
  session = 'kay';
  page.changeBookshelf(heart(a));
  await page.flush();
  expect((await openPage(createStorage())).favorites()).toEqual([]);
});
