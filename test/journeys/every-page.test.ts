import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, PHONE, visit } from './journey.ts';
import { PLACES, STATUS_IN_CONSOLE } from './places.ts';

/** What holds on every page. That none writes an error, breaks the policy or asks another host, `journey` sees to. */

for (const place of PLACES) {
  journey(`${place.name}: fits 320 px, loads all its pictures, and stays where it is`, async ({ open }) => {
    const page = await open({
      viewport: { width: 320, height: 640 },
      expected: place.status >= 400 ? [STATUS_IN_CONSOLE] : [],
    });
    await page.addInitScript(countShifts);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest()) refused.push(`${response.status()} ${response.url()}`);
    });
    expect(await visit(page, place.address)).toBe(place.status);
    await scrollThrough(page);
    expect(await tooWide(page), 'what sticks out to the right').toEqual([]);
    expect(await page.evaluate(() => (window as { __shift?: number }).__shift)).toBeLessThan(0.02);
    expect(await page.locator('h1').count()).toBe(1);
    expect(refused).toEqual([]);
  });
}

journey('every page turned to by its links is the page that its address answers', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  for (const { address } of PLACES.filter(({ status, address }) => status === 200 && address !== '/')) {
    await visit(page, '/');
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      link.textContent = 'There';
      document.querySelector('main')?.prepend(link);
      link.click();
    }, address);
    await page.waitForURL(`**${address}`);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    const turned = { title: await page.title(), text: await mainText(page) };
    await visit(page, address);
    expect(turned, address).toEqual({ title: await page.title(), text: await mainText(page) });
  }
});

function mainText(page: Page): Promise<string> {
  return page.locator('main').innerText();
}

/** Down to the end, a screen at a time, so that what waits for its turn is loaded; then waits for every picture. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  });
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.getClientRects().length === 0));
  const broken = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.getClientRects().length > 0)
      .map((image) => image.src),
  );
  expect(broken, 'pictures that cannot be shown').toEqual([]);
}

/** The elements that make the page wider than its window, if anything does. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > width + 1);
    return [`${document.documentElement.scrollWidth} px`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** Adds up the layout shifts that no input caused. Runs in the page before its scripts. */
function countShifts(): void {
  const page = window as { __shift?: number };
  page.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) page.__shift = (page.__shift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
