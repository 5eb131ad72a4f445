import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import type { RenderedPage } from '#src/web/entry-server.tsx';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { createWarmer, type PageRenderer } from './page-routes.ts';

let database: TestDatabase;
let rendered: string[];
let open: number;
let mostOpen: number;
/** Runs within each render. */
let during: (href: string) => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [slug, more] of [
    ['old', { daysAgo: 30 }],
    ['new', { daysAgo: 1 }],
    ['draft', { status: 'draft' }],
  ] as const)
    await addTale(database.db, { slug, title: slug, ...more } as Parameters<typeof addTale>[1]);
  const counted = "select 90, id, '2026-01-01', 5, 0, 0 from tales where slug = 'old'";
  await database.pool.query(`insert into top_tale_counts (period, tale_id, last_day, read, finish, download) ${counted}`);
});
afterAll(() => database.drop());
beforeEach(() => {
  rendered = [];
  mostOpen = 0;
  open = 0;
  during = async () => {};
});

function start() {
  const { log, events } = openTestLog();
  const cache = createPageCache({ log });
  const renderer = {
    renderPage: async (href: string): Promise<RenderedPage> => {
      open += 1;
      mostOpen = Math.max(open, mostOpen);
      await wait(5);
      rendered.push(href);
      await during(href).finally(() => (open -= 1));
      return { status: 200, html: `<p>${href}</p>`, location: null };
    },
  } as Partial<PageRenderer> as PageRenderer;
  const files = { app: [], first: '', styles: [], guideStyles: [], modules: {} };
  const shown = { publicUrl: 'https://tales.example', isNewsletterDisabled: false };
  const after = { quietMs: 10, longestMs: 100 };
  const warmer = createWarmer({
    db: database.db,
    servePage: createServePage(cache, { db: database.db }),
    renderer,
    files,
    ...shown,
    cache,
    log,
    after,
  });
  onTestFinished(() => warmer.stop());
  return { cache, warmer, events };
}

const PAGES = ['/', '/tales', '/tale/old', '/tale/new'];

test('home, the list and the tales read most come first, then the newest, one at a time', async () => {
  const { warmer, cache } = start();
  warmer.warmSoon();
  await expect.poll(() => rendered).toEqual(PAGES);
  expect(mostOpen).toBe(1);
  await expect.poll(() => cache.stats().pages).toBe(4);
  const never = () => Promise.reject(new Error('must not be rendered'));
  expect((await cache.get('page /tale/old', never)).use).toBe('hit');
  expect(cache.stats().uses.miss).toBe(0);
});

test('only missing and outdated pages are rendered', async () => {
  const { warmer, cache } = start();
  await cache.get('page /tale/old', async () => ({ status: 200, headers: {}, body: 'known', tags: ['tale:old'] }));
  warmer.warmSoon();
  await expect.poll(() => rendered).toEqual(['/', '/tales', '/tale/new']);
  cache.invalidate(['tale:old']);
  warmer.warmSoon();
  await expect.poll(() => rendered).toEqual(['/', '/tales', '/tale/new', '/tale/old']);
});

test('it waits while a request waits for a page', async () => {
  const { warmer, cache } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = cache.get('page /asked', async () => {
    await promise;
    return { status: 200, headers: {}, body: 'asked', tags: ['list'] };
  });
  warmer.warmSoon();
  await wait(150);
  expect(rendered).toEqual([]);
  resolve();
  await asked;
  await expect.poll(() => rendered).toEqual(PAGES);
});

test('a page that cannot be rendered does not prevent the others', async () => {
  const { warmer, events } = start();
  during = (href) => (href === '/tales' ? Promise.reject(new Error('too slow')) : Promise.resolve());
  warmer.warmSoon();
  await expect.poll(() => rendered).toEqual(PAGES);
  expect(events()).toContain('page_not_warmed');
});

test('a stop ends it after the page that is being rendered', async () => {
  const { warmer } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  during = () => promise;
  warmer.warmSoon();
  await expect.poll(() => rendered).toEqual(['/']);
  const stopped = warmer.stop();
  resolve();
  await stopped;
  warmer.warmSoon();
  await wait(100);
  expect(rendered).toEqual(['/']);
});
