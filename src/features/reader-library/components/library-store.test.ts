import type { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createStorage, type DeviceStorage, openDevicePage } from '#test/device-page.ts';
import { addTale } from '#test/factories.ts';
import { openReaderLibraryApp, resetAccounts } from '#test/reader-library-app.ts';
import { READ_LATER } from '../store/apply-change.ts';
import type { NewChange } from './library-store.ts';

/** Several devices with their own storage, with the real routes and database. */

const SITE = 'https://tales.example';
const KEY = 'talewood.bookshelf';
let database: TestDatabase;
let server: Hono<AppEnv>;
let [a, b, draft] = ['', '', ''];
/** Name of the logged-in user, or ''. */
let session = '';
/** Replaces the response to a request. */
let weather: 'fair' | 'offline' | number = 'fair';
let asked: { method: string; changes: number; tag: string | null }[] = [];
const toasts: string[] = [];
vi.mock('#src/ui/toast.ts', () => ({ toast: async ({ title }: { title: string }) => void toasts.push(title) }));

beforeAll(async () => {
  database = await createTestDatabase();
  [a, b] = [(await addTale(database.db)).id, (await addTale(database.db)).id];
  draft = (await addTale(database.db, { status: 'draft' })).id;
  server = openReaderLibraryApp(database, SITE, () => session);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await resetAccounts(database);
  [session, weather, asked] = ['gerda', 'fair', []];
  toasts.length = 0;
  // Pages that an earlier test left open must not try again in this one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const openPage = (storage: DeviceStorage, { isIn = true } = {}) => openDevicePage(storage, { fetch: answer, user: isIn ? session : '' });

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  // Tests set the current user themselves.
  if (path.endsWith('/me')) return new Response('{}', { status: 503 });
  const headers = new Headers(init.headers);
  const sent = typeof init.body === 'string' ? (JSON.parse(init.body) as { changes: unknown[] }).changes.length : 0;
  asked.push({ method: init.method ?? 'GET', changes: sent, tag: headers.get('if-none-match') });
  if (weather === 'offline') throw new TypeError('Failed to fetch');
  if (weather !== 'fair') return new Response('{}', { status: weather });
  headers.set('Origin', SITE);
  return server.request(SITE + path, { ...init, headers });
}

const heart = (tale: string, on = true): NewChange => ({ op: 'favorite', tale, on });

describe('signed out', () => {
  test('data stays on the device and survives a reload', async () => {
    const storage = createStorage();
    const first = await openPage(storage, { isIn: false });
    first.changeBookshelf(heart(a), { op: 'shelve', shelf: READ_LATER, tale: b, on: true });
    first.changeBookshelf(heart(b));
    first.changeBookshelf(heart(a, false));
    const second = await openPage(storage, { isIn: false });
    expect(second.favorites()).toEqual([b]);
    expect(second.read().shelves).toMatchObject([{ id: READ_LATER, tales: [{ tale: b }] }]);
    expect(asked).toEqual([]);
  });

  test('full, blocked or invalid storage: data lasts as long as the page', async () => {
    const fail = () => {
      throw new Error('QuotaExceededError');
    };
    for (const storage of [
      { getItem: fail, setItem: fail },
      { getItem: () => null, setItem: fail },
      { ...createStorage(), getItem: () => '{' },
    ]) {
      const page = await openPage(storage, { isIn: false });
      page.changeBookshelf(heart(a));
      expect(page.favorites()).toEqual([a]);
    }
  });

  test('changes by another tab are seen', async () => {
    const storage = createStorage();
    const [first, second] = [await openPage(storage, { isIn: false }), await openPage(storage, { isIn: false })];
    first.changeBookshelf(heart(a));
    second.dispatch('storage', { key: KEY });
    expect(second.favorites()).toEqual([a]);
    second.changeBookshelf(heart(b));
    first.changeBookshelf({ op: 'shelf', shelf: crypto.randomUUID(), name: 'Winter' });
    expect(first.favorites()).toEqual([b, a]);
  });
});

describe('signing in', () => {
  test('merges device and account data, and syncs it to another device', async () => {
    const [phone, desk] = [createStorage(), createStorage()];
    const shelf = crypto.randomUUID();
    const first = await openPage(phone);
    first.changeBookshelf(heart(a));
    await first.flush();
    const second = await openPage(desk, { isIn: false });
    const position = { op: 'position' as const, tale: b, place: '3.14', progress: 0.5, finished: false };
    second.changeBookshelf(heart(b), { op: 'shelf', shelf, name: 'Winter' }, { op: 'shelve', shelf, tale: a, on: true }, position);
    second.logIn('gerda');
    expect(second.favorites()).toEqual([b]);
    await second.flush();
    expect(second.favorites()).toEqual([b, a]);
    const third = await openPage(createStorage());
    expect(third.read()).toEqual(second.read());
    expect(third.read()).toMatchObject({ shelves: [{ name: 'Winter', tales: [{ tale: a }] }], positions: [{ place: '3.14' }] });
  });

  test('more than 200 changes are sent in several requests, one at a time', async () => {
    const page = await openPage(createStorage(), { isIn: false });
    for (let n = 0; n < 250; n += 1) page.changeBookshelf({ op: 'shelve', shelf: crypto.randomUUID(), tale: a, on: true });
    for (let n = 0; n < 90; n += 1) page.changeBookshelf({ op: 'shelf', shelf: crypto.randomUUID(), name: `Shelf ${n}` });
    for (const { id } of page.read().shelves.slice(0, 60)) {
      page.changeBookshelf({ op: 'shelve', shelf: id, tale: a, on: true }, { op: 'shelve', shelf: id, tale: b, on: true });
    }
    page.logIn('gerda');
    await page.flush();
    expect(asked.map(({ changes }) => changes)).toEqual([200, 10]);
    expect(page.read().shelves).toHaveLength(90);
  });

  test('another user on this device gets none of it', async () => {
    const storage = createStorage();
    const first = await openPage(storage);
    weather = 'offline';
    first.changeBookshelf(heart(a));
    [session, weather] = ['kay', 'fair'];
    const second = await openPage(storage);
    second.changeBookshelf(heart(b));
    await second.flush();
    expect(second.favorites()).toEqual([b]);
    expect(storage.texts.get(KEY)).not.toContain(a);
  });

  test('logout removes everything', async () => {
    const storage = createStorage();
    const page = await openPage(storage);
    page.changeBookshelf(heart(a));
    await page.flush();
    page.logOut();
    expect(page.favorites()).toEqual([]);
    expect(storage.texts.get(KEY)).not.toContain(a);
  });
});

describe('a change made', () => {
  test.each(['offline', 500, 503, 429, 401] as const)('during "%s" is shown, stored and sent later', async (trouble) => {
    const storage = createStorage();
    const page = await openPage(storage);
    weather = trouble;
    page.changeBookshelf(heart(a));
    await page.flush();
    expect(page.favorites()).toEqual([a]);
    const later = await openPage(storage);
    expect(later.favorites()).toEqual([a]);
    weather = 'fair';
    later.dispatch('online');
    await later.flush();
    expect((await openPage(createStorage())).favorites()).toEqual([a]);
    expect(toasts).toEqual([]);
  });

  test('whose answer was lost is sent again and counts once', async () => {
    const page = await openPage(createStorage());
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      await answer(path, init);
      throw new TypeError('Failed to fetch');
    });
    page.changeBookshelf(heart(a));
    await page.flush();
    vi.stubGlobal('fetch', answer);
    await page.flush();
    expect(page.favorites()).toEqual([a]);
    expect(asked.filter(({ changes }) => changes === 1)).toHaveLength(2);
  });

  test('during another request is sent after it', async () => {
    const page = await openPage(createStorage());
    page.changeBookshelf(heart(a));
    const settled = page.flush();
    page.changeBookshelf(heart(a, false), heart(b));
    await settled;
    expect(page.favorites()).toEqual([b]);
    expect((await openPage(createStorage())).favorites()).toEqual([b]);
  });

  test('that is refused is rolled back and reported, the others stay', async () => {
    const page = await openPage(createStorage());
    page.changeBookshelf(heart(draft), heart(a));
    expect(page.favorites()).toContain(draft);
    await page.flush();
    expect(page.favorites()).toEqual([a]);
    expect(toasts).toEqual(["Couldn't save that"]);
  });

  test('that is invalid does not block the others', async () => {
    const page = await openPage(createStorage());
    page.changeBookshelf(heart(a), heart('no id'), heart(b));
    await page.flush();
    expect(page.favorites().toSorted()).toEqual([a, b].toSorted());
    expect(toasts).toEqual(["Couldn't save that"]);
  });

  test('by a device with a slow clock still counts', async () => {
    const ahead = await openPage(createStorage());
    ahead.changeBookshelf(heart(a));
    await ahead.flush();
    const behind = await openPage(createStorage());
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    behind.changeBookshelf(heart(a, false));
    vi.restoreAllMocks();
    await behind.flush();
    expect(behind.favorites()).toEqual([]);
    expect((await openPage(createStorage())).favorites()).toEqual([]);
  });
});

test('only the last change of an item is sent, and unchanged state is not fetched again', async () => {
  const page = await openPage(createStorage());
  for (const on of [true, false, true]) page.changeBookshelf(heart(a, on));
  await page.flush();
  await page.flush();
  await page.flush();
  expect(asked.map(({ method, changes, tag }) => [method, changes, tag !== null])).toEqual([
    ['GET', 0, false],
    ['POST', 1, false],
    ['GET', 0, false],
    ['GET', 0, true],
  ]);
});

test('positions are sent with a delay and do not delay other changes', async () => {
  const page = await openPage(createStorage());
  const read = (place: string) => page.changeBookshelf({ op: 'position', tale: a, place, progress: 0.5, finished: false });
  asked = [];
  for (const place of ['1.1', '2.2', '3.3']) {
    read(place);
    await vi.advanceTimersByTimeAsync(4_900);
  }
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toHaveLength(1);
  await page.flush();
  asked = [];
  page.changeBookshelf(heart(b));
  read('4.4');
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toMatchObject([{ changes: 2 }]);
});

test('a tale removed from the history is removed on other devices, until read again', async () => {
  const [page, other] = [await openPage(createStorage()), await openPage(createStorage())];
  for (const left of [0, 1]) {
    other.changeBookshelf({ op: 'position', tale: a, place: '1.1', progress: 0.5, finished: false });
    await other.flush();
    await page.flush();
    expect(page.read().positions).toHaveLength(1);
    if (left === 0) page.changeBookshelf({ op: 'position_gone', tale: a });
    await page.flush();
    await other.flush();
    expect(other.read().positions).toHaveLength(left);
  }
});

test('retry delays double from 1 s to 30 s', async () => {
  const page = await openPage(createStorage());
  weather = 'offline';
  page.changeBookshelf(heart(a));
  await vi.advanceTimersByTimeAsync(400);
  const pauses = [];
  for (let n = 0; n < 7; n += 1) {
    const before = asked.length;
    let waited = 0;
    while (asked.length === before) {
      await vi.advanceTimersByTimeAsync(500);
      waited += 0.5;
    }
    pauses.push(waited);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
});
