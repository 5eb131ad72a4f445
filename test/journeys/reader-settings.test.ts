import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit } from './journey.ts';

const sheet = (page: Page) => page.getByRole('region', { name: 'Reading settings' });
const marks = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

journey('by keyboard: face, size and spacing are set, and are there before the first sight of the next page', async ({ open }) => {
  const page = await open({ viewport: PHONE, reducedMotion: 'reduce' });
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Settings' }).press('Enter');
  await sheet(page)
    .getByRole('radio', { name: /^Alegreya A book face/ })
    .focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  const chosen = { face: 'clear', size: '9', spacing: 'open' };
  expect(await marks(page)).toMatchObject(chosen);
  const pixels = await sheet(page).getByRole('slider', { name: 'Text size' }).getAttribute('aria-valuetext');
  expect(pixels).toBe(
    `${await page.evaluate(() => Math.round(Number.parseFloat(getComputedStyle(document.getElementById('tale-text') as Element).fontSize)))} pixels`,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Settings');

  await page.evaluate(async () => void (await document.fonts.ready));
  await page.addInitScript(watchFirstSight);
  await visit(page, '/tale/rapunzel');
  const { first, shifts } = await page.evaluate(() => (window as unknown as { __sight: Sight }).__sight);
  expect(first).toMatchObject(chosen);
  expect(shifts).toBeLessThan(0.02);

  await page.getByRole('button', { name: 'Settings' }).click();
  await sheet(page).getByRole('button', { name: 'Reset to the printed page' }).click();
  expect(await marks(page)).not.toHaveProperty('face');
  expect(await marks(page)).not.toHaveProperty('size');
});

journey('the page follows the system, and a round button opens the settings further down', async ({ open }) => {
  const page = await open({ viewport: PHONE, reducedMotion: 'reduce', colorScheme: 'dark' });
  await visit(page, '/tale/rapunzel');
  await page.mouse.wheel(0, 2_500);
  await page.locator('.aa-round').click();
  await sheet(page).getByRole('button', { name: 'As the system' }).click();
  expect(await marks(page)).toMatchObject({ theme: 'night' });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => marks(page)).toMatchObject({ theme: 'paper' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/');
  expect(await marks(page)).toMatchObject({ theme: 'night' });
});

type Sight = { first: DOMStringMap | undefined; shifts: number };

/** Notes the marks of the document when its body is first there, and what moves. Runs in the page before its scripts. */
function watchFirstSight(): void {
  const sight: Sight = { first: undefined, shifts: 0 };
  (window as unknown as { __sight: Sight }).__sight = sight;
  new MutationObserver((_, observer) => {
    if (document.body === null) return;
    sight.first = { ...document.documentElement.dataset };
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) sight.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
