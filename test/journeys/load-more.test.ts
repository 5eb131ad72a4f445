import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, untilAlive, visit } from './journey.ts';
import { signIn } from './users.ts';

/** A list that has grown is as long as it was, and at the same place, after Back and after a reload. */

const cards = (page: Page) => page.locator('.growing-grid article.tale');

journey('browse and category: all loaded cards and the scroll position come back', async ({ open }) => {
  const page = await open();
  for (const address of ['/categories/classic', '/tales']) {
    await visit(page, address);
    for (const count of [24, 36]) {
      // Short lists end earlier.
      if ((await page.getByRole('link', { name: 'Load More Tales' }).count()) === 0) break;
      await page.getByRole('link', { name: 'Load More Tales' }).click();
      await page.waitForFunction((most) => document.querySelectorAll('.growing-grid article.tale').length > most, count - 12);
      await expect.poll(() => page.url()).toContain(`pages=${count / 12}`);
    }
    const before = await leaveByLastCard(page);
    expect(before.count, address).toBeGreaterThan(12);

    await page.goBack();
    await cards(page).first().waitFor();
    await expectPlace(page, before, `${address} after Back`);

    if (address !== '/tales') continue;
    await page.reload();
    await untilAlive(page);
    await expectPlace(page, before, `${address} after a reload`);

    // Another document between, as when the browser has thrown the page away.
    await page.goto('/robots.txt');
    await page.goBack();
    await untilAlive(page);
    await expectPlace(page, before, `${address} after Back from another document`);
  }
});

journey('favorites: more than 60 tales come back after Back and after a reload', async ({ open }) => {
  const page = await open();
  await keepTales(page, 130);
  await visit(page, urls.favorites());
  const kept = page.locator('.kept article.tale');
  await page.getByRole('button', { name: 'Load More Tales' }).click();
  await expect.poll(() => kept.count()).toBe(120);
  await kept.last().scrollIntoViewIfNeeded();
  const before = { count: 120, y: await scrollY(page) };

  await kept.last().getByRole('heading').getByRole('link').click();
  await page.waitForURL('**/tale/**');
  await page.goBack();
  await expect.poll(() => kept.count()).toBe(120);
  await expect.poll(() => scrollY(page)).toBe(before.y);
  await page.reload();
  await expect.poll(() => kept.count()).toBe(120);
  await expect.poll(() => scrollY(page)).toBe(before.y);
});

journey('a list of administrators has as many rows after a reload', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-log');
  const answer = (n: number) => ({
    entries: Array.from({ length: 20 }, (_, row) => ({ ...LOG_ENTRY, id: String(n * 20 + row + 1) })),
    next: n < 2 ? String(n + 1) : null,
  });
  await page.route('**/api/v1/admin/log?*', (route) =>
    route.fulfill({ json: answer(Number(new URL(route.request().url()).searchParams.get('after') ?? 0)) }),
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

async function expectPlace(page: Page, { count, y }: { count: number; y: number }, when: string): Promise<void> {
  expect(await cards(page).count(), when).toBe(count);
  await expect.poll(() => scrollY(page), { message: when }).toBe(y);
}

function scrollY(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** So many favourites on this device; the cards of all of them are one tale's. */
async function keepTales(page: Page, count: number): Promise<void> {
  const tale = ((await (await page.request.get('/api/v1/tales')).json()) as { tales: object[] }).tales[0];
  await page.route('**/api/v1/tale-cards?*', async (route) => {
    const ids = (new URL(route.request().url()).searchParams.get('ids') ?? '').split(',');
    await route.fulfill({ json: ids.map((id) => ({ ...tale, id })) });
  });
  await page.addInitScript((most) => {
    if (localStorage.getItem('talewood.bookshelf') !== null) return;
    const favorites = Array.from({ length: most }, (_, n) => ({
      tale: crypto.randomUUID(),
      at: new Date(Date.now() - n * 1_000).toISOString(),
    }));
    localStorage.setItem(
      'talewood.bookshelf',
      JSON.stringify({ v: 1, owner: null, base: { favorites, shelves: [], positions: [] }, queue: [] }),
    );
  }, count);
}
