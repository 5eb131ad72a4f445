import { expect } from 'vitest';
import { journey, PHONE, visit } from './journey.ts';

journey('reading settings are changed by keyboard and applied from the first frame of the next visit', async ({ open }) => {
  const page = await open({ viewport: PHONE, painted: true });
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Settings', exact: true }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('region', { name: 'Reading settings' });
  await sheet.getByRole('radio', { name: /^Alegreya A book face/ }).focus();
  await page.keyboard.press('ArrowRight');
  await sheet.getByRole('slider', { name: 'Text size' }).focus();
  await page.keyboard.press('ArrowRight');
  await sheet.getByRole('radio', { name: 'Medium' }).focus();
  await page.keyboard.press('ArrowLeft');
  await sheet.getByRole('checkbox', { name: 'Hyphenation' }).press('Space');
  const settings = { face: 'sans', size: '5', measure: 'narrow', hyphens: 'false' };
  // Applied a frame after the event.
  await expect.poll(() => page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject(settings);
  const { height = 0 } = (await sheet.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(0.6 * PHONE.height);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Settings');

  await page.addInitScript(() => {
    const seen = { frames: [] as string[], shift: 0 };
    Object.assign(window, { __seen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    const frame = () => {
      if (document.body) {
        const { face, size, measure, hyphens } = document.documentElement.dataset;
        seen.frames.push([face, size, measure, hyphens].join(' '));
      }
      requestAnimationFrame(frame);
    };
    frame();
  });
  await visit(page, '/tale/rapunzel');
  await page.waitForFunction(() => (window as unknown as { __seen: { frames: string[] } }).__seen.frames.length > 2);
  const seen = await page.evaluate(() => (window as unknown as { __seen: { frames: string[]; shift: number } }).__seen);
  expect([...new Set(seen.frames)]).toEqual([Object.values(settings).join(' ')]);
  expect(seen.shift).toBeLessThan(0.01);

  await page.locator('.turn').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Reading settings' }).click();
  await sheet.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset)).not.toHaveProperty('face');
});

journey('a page that follows the system theme changes with it', async ({ open }) => {
  const page = await open({ colorScheme: 'dark' });
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('radio', { name: 'Follow the system' }).check();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await expect.poll(theme).toBe('night');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'paper');
  await visit(page, '/');
  expect(await theme()).toBe('paper');
});
