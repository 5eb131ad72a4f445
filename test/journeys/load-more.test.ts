import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, visit, waitForHydration } from './journey.ts';
import { signIn } from './users.ts';

/** Loaded lists keep their length and scroll position after Back and after a reload. */

const cards = (page: Page) => page.locator('.growing-grid article.tale');

journey('browse and category pages restore all loaded cards and the scroll position', async ({ open }) => {
  const page = await open();
  for (const address of ['/categories/classic', '/tales']) {
    await visit(page, address);
    for (const count of [24, 36]) {
      // Short lists have fewer pages.
      if ((await page.getByRole('link', { name: 'Load More Tales' }).count()) === 0) break;
      await page.getByRole('link', { name: 'Load More Tales' }).click();
      await page.waitForFunction((count) => document.querySelectorAll('.growing-grid article.tale').length > count, count - 12);
      await expect.poll(() => page.url()).toContain(`pages=${count / 12}`);
    }
    const before = await leaveByLastCard(page);
    expect(before.count, address).toBeGreaterThan(12);

    await page.goBack();
    await cards(page).first().waitFor();
    await expectRestored(page, before, `${address} after Back`);

    if (address !== '/tales') continue;
    await page.reload();
    await waitForHydration(page);
    await expectRestored(page, before, `${address} after a reload`);

    // Another document in between, as if the browser had discarded the page.
    await page.goto('/robots.txt');
    await page.goBack();
    await waitForHydration(page);
    await expectRestored(page, before, `${address} after Back from another document`);
  }
});

journey('favorites restore more than 60 tales after Back and after a reload', async ({ open }) => {
  const page = await open();
  await addFavorites(page, 130);
  await visit(page, urls.favorites());
  const cards = page.locator('.kept article.tale');
  await page.getByRole('button', { name: 'Load More Tales' }).click();
  await expect.poll(() => cards.count()).toBe(120);
  await cards.last().scrollIntoViewIfNeeded();
  const before = { count: 120, y: await scrollY(page) };

  await cards.last().getByRole('heading').getByRole('link').click();
  await page.waitForURL('**/tale/**');
  await page.goBack();
  await expect.poll(() => cards.count()).toBe(120);
  await expect.poll(() => scrollY(page)).toBe(before.y);
  await page.reload();
  await expect.poll(() => cards.count()).toBe(120);
  await expect.poll(() => scrollY(page)).toBe(before.y);
});

journey('an admin list restores its loaded rows after a reload', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-log');
  const logPage = (n: number) => ({
    entries: Array.from({ length: 20 }, (_, row) => ({ ...LOG_ENTRY, id: String(n * 20 + row + 1) })),
    next: n < 2 ? String(n + 1) : null,
  });
  await page.route('**/api/v1/admin/log?*', (route) =>
    route.fulfill({ json: logPage(Number(new URL(route.request().url()).searchParams.get('after') ?? 0)) }),
  );
  await page.reload();
  await page.getByText('20 entries so far').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('40 entries so far').waitFor();
  await page.reload();
  await page.getByText('40 entries so far').waitFor();
});

const LOG_ENTRY = {
  at: '2026-05-03T14:05:00.000Z',
  actor: 'Gerda',
  bySite: false,
  action: 'tale_updated',
  subject: { kind: 'tale', id: '', name: 'Rapunzel' },
  details: {},
};

async function leaveByLastCard(page: Page): Promise<{ count: number; y: number }> {
  const last = cards(page).last();
  await last.scrollIntoViewIfNeeded();
  const before = { count: await cards(page).count(), y: await scrollY(page) };
  await last.getByRole('heading').getByRole('link').click();
  await page.waitForURL('**/tale/**');
  await page.locator('main h1').waitFor();
  return before;
}

async function expectRestored(page: Page, { count, y }: { count: number; y: number }, when: string): Promise<void> {
  expect(await cards(page).count(), when).toBe(count);
  await expect.poll(() => scrollY(page), { message: when }).toBe(y);
}

function scrollY(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** Stores favorites on this device. Their cards all show the same tale. */
async function addFavorites(page: Page, count: number): Promise<void> {
  const tale = ((await (await page.request.get('/api/v1/tales')).json()) as { tales: object[] }).tales[0];
  await page.route('**/api/v1/tale-cards?*', async (route) => {
    const ids = (new URL(route.request().url()).searchParams.get('ids') ?? '').split(',');
    await route.fulfill({ json: ids.map((id) => ({ ...tale, id })) });
  });
  await page.addInitScript((count) => {
    if (localStorage.getItem('talewood.bookshelf') !== null) return;
    const favorites = Array.from({ length: count }, (_, n) => ({
      tale: crypto.randomUUID(),
      at: new Date(Date.now() - n * 1_000).toISOString(),
    }));
    localStorage.setItem(
      'talewood.bookshelf',
      JSON.stringify({ v: 1, owner: null, base: { favorites, shelves: [], positions: [] }, queue: [] }),
    );
  }, count);
}
