import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, PHONE, visit, waitUntil } from './journey.ts';
import { AUTH_PAGES, READER_PAGES } from './pages.ts';

journey('a page opened by a link equals the page that the server sends', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  // Pages of links in emails remove their token from the address.
  const addresses = [...READER_PAGES, ...AUTH_PAGES].map(({ address }) => address).filter((address) => !/^\/$|token=/.test(address));
  await visit(page, '/');
  const navigated: Content[] = [];
  for (const address of addresses) {
    // A list keeps the focus when its filter changes.
    if (new URL(address, page.url()).pathname === new URL(page.url()).pathname) await followLink(page, '/');
    await followLink(page, address);
    navigated.push(await readContent(page, address));
  }
  const sent: Content[] = [];
  for (const address of addresses) {
    await visit(page, address);
    sent.push(await readContent(page, address));
  }
  expect(navigated).toEqual(sent);
});

type Content = { address: string; title: string; canonical: string | null; text: string };

async function readContent(page: Page, address: string): Promise<Content> {
  await page.locator('.saved-list-skeleton').waitFor({ state: 'detached' });
  // Shared lists are never indexed and have none on the server.
  const canonical = address.startsWith('/lists') ? null : await page.locator('link[rel=canonical]').getAttribute('href');
  return { address, title: await page.title(), canonical, text: await page.locator('main').innerText() };
}

/** Clicks an added link, and waits until the heading of the new page has the focus. */
async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    link.click();
    link.remove();
  }, address);
  await page.waitForURL(`**${address}`);
  await waitUntil(page, () => document.activeElement?.tagName === 'H1');
}
