import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { listSaid, readGlow } from './fake-voices.ts';

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
