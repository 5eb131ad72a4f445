import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { endSentence, highlightedText, listSpoken, speakInstantly } from './speech-stub.ts';

/** Steps of the text-to-speech journeys. */

export const player = (page: Page) => page.getByRole('region', { name: 'Read aloud' });
export const expectHighlighted = (page: Page, text: string | RegExp) => expect.poll(() => highlightedText(page)).toMatch(text);

/** Clicks the last sentence of the tale and starts playback there. */
export async function playLastSentence(page: Page): Promise<void> {
  const last = page.locator('#tale-text > p').last();
  await last.scrollIntoViewIfNeeded();
  const box = await last.evaluate((paragraph) => {
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    const line = [...range.getClientRects()].at(-1);
    return { x: (line?.right ?? 0) - 8, y: ((line?.top ?? 0) + (line?.bottom ?? 0)) / 2 };
  });
  const before = (await listSpoken(page)).length;
  await page.mouse.click(box.x, box.y);
  await page.getByRole('button', { name: 'Read from here' }).click();
  await expect.poll(async () => (await listSpoken(page)).length).toBeGreaterThan(before);
}

/** Plays the tale to its end with the bedtime timer set to this tale, until the sleep overlay covers the screen. */
export async function listenToEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(async () => (await listSpoken(page)).length).toBe(1);
  const [first = ''] = await listSpoken(page);
  await expectHighlighted(page, first.slice(0, 12));
  await endSentence(page);
  await expect.poll(async () => (await listSpoken(page)).length).toBe(2);
  await expect.poll(() => highlightedText(page)).not.toBe(first);
  await expectHighlighted(page, /./);
  await player(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'This one' }).click();
  await playLastSentence(page);
  await speakInstantly(page);
  await page.getByRole('button', { name: 'Good night' }).waitFor();
  expect(await highlightedText(page)).toBe('');
}
