import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, PHONE, visit } from './journey.ts';
import { PAGES } from './pages.ts';

/** Pages that are turned to, as the browser draws them, against those that the server answers. */

journey('every page turned to by its links is the page that its address answers', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const addresses = PAGES.filter(({ status, address }) => status === 200 && address !== '/').map(({ address }) => address);
  // From one to the next, without the page being loaded anew. A list whose filter changes keeps the focus: those are turned to from home.
  await visit(page, '/');
  const turned: PageTurned[] = [];
  for (const address of addresses) {
    if (new URL(address, page.url()).pathname === new URL(page.url()).pathname) await follow(page, '/');
    await follow(page, address);
    turned.push(await readPage(page, address));
  }
  const answered: PageTurned[] = [];
  for (const address of addresses) {
    await visit(page, address);
    answered.push(await readPage(page, address));
  }
  expect(turned).toEqual(answered);
});

type PageTurned = { address: string; title: string; canonical: string | null; text: string };

async function readPage(page: Page, address: string): Promise<PageTurned> {
  // What waits for the device comes with its answer.
  await page.locator('.saved-list-skeleton').waitFor({ state: 'detached' });
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  return { address, title: await page.title(), canonical, text: await page.locator('main').innerText() };
}

/** Clicks a link of ours to the address, laid where every page has room for it. Its heading takes the focus, which nothing has meanwhile. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    link.click();
    link.remove();
  }, address);
  await page.waitForURL(`**${address}`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
}
