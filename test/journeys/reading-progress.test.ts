import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';

/** Returns the block and the first 40 characters of the line just below the header. */
const firstVisibleText = (page: Page) =>
  page.evaluate(() => {
    const text = document.getElementById('tale-text') as HTMLElement;
    const { left } = text.getBoundingClientRect();
    for (let y = 104; y < 400; y += 6) {
      const caret = document.caretPositionFromPoint(left + 4, y);
      const node = caret?.offsetNode;
      if (node instanceof Text && text.contains(node) && node.data.trim() !== '') {
        const block = [...text.children].findIndex((child) => child.contains(node));
        return { block, words: node.data.slice(caret?.offset ?? 0, (caret?.offset ?? 0) + 40) };
      }
    }
    return { block: -1, words: '' };
  });

journey('the reading position is restored at another text size and viewport', async ({ open }) => {
  const page = await open({ viewport: DESKTOP });
  await visit(page, '/tale/the-snow-queen');
  // Fonts that load late move the text.
  await page.waitForFunction(() => 'faces' in document.documentElement.dataset);
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight * 0.45));
  const before = await firstVisibleText(page);
  expect(before.block).toBeGreaterThan(2);
  await page.getByText(/^About \d+ minutes left$/).waitFor();
  await page.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"quote"'));
  await page.evaluate(() => localStorage.setItem('talewood.reading', '{"size":7,"face":"sans","spacing":"open"}'));
  await page.setViewportSize(PHONE);
  await visit(page, '/tales');
  await visit(page, '/tale/the-snow-queen');
  await page.getByRole('button', { name: 'Continue where you left off' }).click();
  await expect.poll(async () => Math.abs((await firstVisibleText(page)).block - before.block)).toBeLessThanOrEqual(1);
});

journey('a tale marked as read has a tick in lists, and lists can hide it', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Mark as read' }).press('Enter');
  await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
  await visit(page, '/tales?q=rapunzel');
  const card = page.locator('article').filter({ hasText: 'Rapunzel' }).first();
  await card.getByText('You have read this tale').waitFor({ state: 'attached' });
  const hide = page.getByRole('checkbox', { name: 'Hide finished tales' });
  await hide.press('Space');
  await page.getByText('1 finished tale hidden').waitFor();
  expect(await page.locator('article', { hasText: 'Rapunzel' }).count()).toBe(0);
  await expectAccessible(page);
  await visit(page, '/tales?q=rapunzel');
  await page.getByText('1 finished tale hidden').waitFor();
  await hide.press('Space');
  await card.waitFor();
});
