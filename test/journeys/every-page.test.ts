import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit, WIDE } from './journey.ts';
import { LINKS, PAGES, type SitePage, STATUS_IN_CONSOLE } from './pages.ts';

/** What holds on every page. That none writes an error, breaks the policy or asks another host, `journey` sees to. */

/** So many pages one after the other in one window: each but the first has the faces at hand. */
const AT_ONCE = 8;

for (const places of inGroups([...PAGES, ...LINKS])) {
  const [first] = places;
  const names = places.map(({ name }) => name).join('; ');
  journey(
    `stay where they are, load all their pictures, fit 320 px and are accessible: ${names}`,
    { timeout: 120_000 },
    async ({ open }) => {
      const expected = first !== undefined && first.status >= 400 ? [STATUS_IN_CONSOLE] : [];
      const page = await open({ viewport: PHONE, expected, pictures: true });
      await page.addInitScript(countShifts);
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() >= 400 && !response.request().isNavigationRequest()) refused.push(`${response.status()} ${response.url()}`);
      });
      // Faces that come late are another matter: what moves now is ours.
      await visit(page, '/tale/rapunzel');
      await page.evaluate(async () => void (await document.fonts.ready));
      for (const place of places) await judge(page, place);
      expect(refused).toEqual([]);
    },
  );
}

function inGroups(places: readonly SitePage[]): SitePage[][] {
  const [fine, refused] = [places.filter(({ status }) => status < 400), places.filter(({ status }) => status >= 400)];
  return [fine, refused].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, nth) => all.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE)),
  );
}

async function judge(page: Page, { address, status }: SitePage): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize(PHONE);
  expect(await visit(page, address), address).toBe(status);
  await untilDeviceAnswered(page);
  await scrollThrough(page);
  const { sum, moved } = await page.evaluate(() => (window as unknown as { __shifts: Shifts }).__shifts);
  expect(sum, `what moved on ${address}: ${moved.join(', ')}`).toBeLessThan(0.02);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await tooWide(page), `what sticks out to the right on ${address}`).toEqual([]);
  expect(await page.locator('h1').count(), address).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  // Colours are the same at every width.
  await page.setViewportSize(WIDE);
  await expectAccessible(page, ['paper']);
}

/** What waits for the device has its place until then, and nobody scrolls past it. */
async function untilDeviceAnswered(page: Page): Promise<void> {
  await page.locator('.saved-list-skeleton').waitFor({ state: 'detached' });
}

/** Down to the end, a screen at a time; then waits for every picture, also those that wait for being scrolled to sideways. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    for (const image of document.images) image.loading = 'eager';
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

type Shifts = { sum: number; moved: string[] };

/** Adds up the layout shifts that no input caused. Runs in the page before its scripts. */
function countShifts(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const shifts: Shifts = { sum: 0, moved: [] };
  (window as unknown as { __shifts: Shifts }).__shifts = shifts;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      shifts.sum += value;
      for (const { node } of sources)
        shifts.moved.push(node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.textContent));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
