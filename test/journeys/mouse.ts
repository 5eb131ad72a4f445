import type { Page } from 'playwright-core';

/** Clicks with the mouse at the position of an element, whatever is there. */

export async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number; left: number; top: number }> {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error(`Nothing to press: ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, left: box.x, top: box.y };
}

export async function pressAt(page: Page, selector: string, isEdge = false): Promise<void> {
  const { x, y, left, top } = await middleOf(page, selector);
  await (isEdge ? page.mouse.click(left + 3, top + 3) : page.mouse.click(x, y));
}

/** Effects of a click are drawn in the second frame at the latest. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))));
}
