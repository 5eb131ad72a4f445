import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, PHONE, visit } from './journey.ts';

journey('the phone menu opens by keyboard, traps the focus, and closes', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/tales');
  await page.getByLabel('Menu').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('details.menu[open]').waitFor();

  const stops = await tabThrough(page, 'Tab');
  expect(stops.length).toBeGreaterThan(4);
  expect(
    stops.every((stop) => stop.inside),
    'the focus stays inside',
  ).toBe(true);
  expect(stops.map((stop) => stop.text)).toEqual(expect.arrayContaining(['Home', 'Categories', 'Random Tale']));
  const reverse = await tabThrough(page, 'Shift+Tab');
  expect(
    reverse.every((stop) => stop.inside),
    'also backwards',
  ).toBe(true);

  await page.keyboard.press('Escape');
  await page.locator('details.menu:not([open])').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');

  await page.keyboard.press('Space');
  await page.locator('details.menu[open]').waitFor();
  await page.keyboard.press('Space');
  await page.locator('details.menu:not([open])').waitFor();
});

journey('Escape closes a menu right after it was opened', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/categories');
  const isOpen = await page.locator('details.menu').evaluate(async (menu: HTMLDetailsElement) => {
    menu.querySelector('summary')?.click();
    await Promise.resolve();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    return menu.open;
  });
  expect(isOpen).toBe(false);
});

journey('the first Tab focuses the skip link', async ({ open }) => {
  const page = await open();
  await visit(page, '/categories');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  expect(await skip.evaluate((link) => document.activeElement === link)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

/** Presses the key until the focus returns to its start. Returns the focused elements. */
async function tabThrough(page: Page, key: string): Promise<{ inside: boolean; text: string }[]> {
  const stops: { inside: boolean; text: string; isStart: boolean }[] = [];
  await page.evaluate(() => document.activeElement?.setAttribute('data-tab-start', 'true'));
  do {
    await page.keyboard.press(key);
    stops.push(
      await page.evaluate(() => {
        const active = document.activeElement;
        const text = active?.textContent?.trim() ?? '';
        return { inside: active?.closest('details.menu') !== null, text, isStart: active?.getAttribute('data-tab-start') === 'true' };
      }),
    );
  } while (stops.at(-1)?.isStart === false && stops.length < 60);
  await page.evaluate(() => document.querySelector('[data-tab-start]')?.removeAttribute('data-tab-start'));
  expect(stops.at(-1)?.isStart, 'the focus returns to its start').toBe(true);
  return stops;
}
