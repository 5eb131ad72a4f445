import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { endSentence, listSaid, readGlow, speakQuickly } from './fake-voices.ts';

/** Steps of journeys of those who listen. */

export const bar = (page: Page) => page.getByRole('region', { name: 'Read aloud' });
export const glows = (page: Page, words: string | RegExp) => expect.poll(() => readGlow(page)).toMatch(words);

/** Clicks the last sentence of the tale and has it read from there. */
export async function readTheEnd(page: Page): Promise<void> {
  const last = page.locator('#tale-text > p').last();
  await last.scrollIntoViewIfNeeded();
  const box = await last.evaluate((paragraph) => {
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    const line = [...range.getClientRects()].at(-1);
    return { x: (line?.right ?? 0) - 8, y: ((line?.top ?? 0) + (line?.bottom ?? 0)) / 2 };
  });
  const before = (await listSaid(page)).length;
  await page.mouse.click(box.x, box.y);
  await page.getByRole('button', { name: 'Read from here' }).click();
  await expect.poll(async () => (await listSaid(page)).length).toBeGreaterThan(before);
}

/** Listens to the tale on the page with the timer at “this one”, until the screen is dark. */
export async function hearToTheEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(async () => (await listSaid(page)).length).toBe(1);
  const [first = ''] = await listSaid(page);
  await glows(page, first.slice(0, 12));
  await endSentence(page);
  await expect.poll(async () => (await listSaid(page)).length).toBe(2);
  await expect.poll(() => readGlow(page)).not.toBe(first);
  await glows(page, /./);
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'This one' }).click();
  await readTheEnd(page);
  await speakQuickly(page);
  await page.getByRole('button', { name: 'Good night' }).waitFor();
  expect(await readGlow(page)).toBe('');
}
