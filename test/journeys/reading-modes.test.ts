import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { DESKTOP, journey, type Open, PHONE, visit } from './journey.ts';

type Settings = { flow?: 'pages'; ruler?: boolean };

async function openWith(open: Open, settings: Settings, visitor: Parameters<Open>[0] = {}): Promise<Page> {
  const page = await open({ ...visitor });
  await page.addInitScript((json) => localStorage.setItem('talewood.reading', json), JSON.stringify(settings));
  await visit(page, '/tale/rapunzel');
  return page;
}

const pageNumber = (page: Page) => page.getByRole('status').filter({ hasText: /^Page \d+ of \d+$/ });
const onPage = (page: Page, number: number) =>
  pageNumber(page)
    .filter({ hasText: `Page ${number} of` })
    .waitFor();

/** Swipes horizontally with one finger. Explicit timestamps make a swipe take 60 ms also on a busy machine. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1_000;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) => {
    timestamp += 0.015;
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 500 }], timestamp });
  };
  await touch('touchStart', from);
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', from + part * (to - from));
  await touch('touchEnd');
  await devtools.detach();
}

/** Returns the index of the first visible block. */
const firstVisibleBlock = (page: Page) =>
  page.evaluate(() => {
    const text = document.getElementById('tale-text') as HTMLElement;
    const left = text.getBoundingClientRect().left;
    return [...text.children].findIndex((child) => [...child.getClientRects()].some((rect) => rect.left >= left - 1 && rect.bottom > 90));
  });

/** Returns whether a part of a block is visible: at another viewport, the page may begin a few lines before it. */
const isBlockVisible = (page: Page, block: number) =>
  page.evaluate((nth) => {
    const { left, right } = (document.getElementById('tale-text') as HTMLElement).getBoundingClientRect();
    const rects = [...(document.querySelectorAll('#tale-text > *')[nth]?.getClientRects() ?? [])];
    return rects.some((rect) => rect.left >= left - 1 && rect.left < right && rect.bottom > 90 && rect.top < window.innerHeight);
  }, block);

/** Returns whether exactly one whole page is visible. */
const isOnePage = (page: Page) =>
  page.evaluate(() => {
    const text = document.getElementById('tale-text') as HTMLElement;
    const { top, bottom } = text.getBoundingClientRect();
    return text.scrollLeft % text.clientWidth === 0 && top >= -1 && bottom <= window.innerHeight;
  });

journey(
  'keys turn pages, the position survives viewport and flow changes, and the last page leads to the end of the tale',
  async ({ open }) => {
    const page = await openWith(open, { flow: 'pages' });
    await pageNumber(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => isOnePage(page)).toBe(true);
    await onPage(page, 1);
    await page.keyboard.press('Space');
    await onPage(page, 2);
    await page.keyboard.press('ArrowLeft');
    await onPage(page, 1);
    await page.keyboard.press('PageDown');
    await onPage(page, 2);
    expect(await isOnePage(page)).toBe(true);
    await page.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"'));

    const block = await firstVisibleBlock(page);
    expect(block).toBeGreaterThan(1);
    await page.setViewportSize(PHONE);
    await expect.poll(async () => Number(/\d+/.exec(await pageNumber(page).innerText())?.[0])).toBeGreaterThan(2);
    await expect.poll(() => isOnePage(page)).toBe(true);
    await expect.poll(() => isBlockVisible(page, block)).toBe(true);
    await page.evaluate(() => delete document.documentElement.dataset.flow);
    await expect.poll(() => isBlockVisible(page, block)).toBe(true);
    await page.evaluate(() => {
      document.documentElement.dataset.flow = 'pages';
    });
    await expect.poll(() => isOnePage(page)).toBe(true);
    await expect.poll(() => isBlockVisible(page, block)).toBe(true);

    // Other scrolling, as by the browser's search, snaps to a page. Not on the last page, where End scrolls the document.
    await page.evaluate(() => {
      const blocks = document.querySelectorAll('#tale-text > *');
      blocks[blocks.length >> 1]?.scrollIntoView({ block: 'nearest', inline: 'center' });
    });
    await expect.poll(() => isOnePage(page)).toBe(true);
    expect(await page.evaluate(() => (document.getElementById('tale-text') as HTMLElement).scrollLeft)).toBeGreaterThan(390);

    await page.getByRole('button', { name: 'Next page' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'On to the end of the tale' }).waitFor();
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.fin').evaluate((end) => end.getBoundingClientRect().top)).toBeLessThan(400);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => isOnePage(page)).toBe(true);
  },
);

journey('a layout change does not interrupt a smooth scroll', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/the-snow-queen');
  // The first scroll loads the code that preserves the position; during the second one it is active.
  for (const nth of [20, 40]) {
    const { end, target } = await page.evaluate(async (block) => {
      const rect = document.querySelectorAll('#tale-text > *')[block]?.getBoundingClientRect();
      const target = Math.round((rect?.top ?? 0) + window.scrollY);
      let scrolled = 0;
      const scroll = () => {
        scrolled += 1;
        if (scrolled > 3) document.fonts.dispatchEvent(new Event('loadingdone'));
      };
      addEventListener('scroll', scroll);
      const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
      window.scrollTo({ top: target, behavior: 'smooth' });
      await ended;
      removeEventListener('scroll', scroll);
      return { end: Math.round(window.scrollY), target };
    }, nth);
    expect(end, `end of the scroll to block ${nth}`).toBe(target);
    await page.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"'));
  }
});

journey('taps on the outer thirds and swipes turn pages, taps in the middle do not, and small viewports scroll', async ({ open }) => {
  const page = await openWith(open, { flow: 'pages' }, { viewport: PHONE, hasTouch: true });
  await pageNumber(page).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await onPage(page, 2);
  await page.touchscreen.tap(370, 420);
  await onPage(page, 3);
  await page.touchscreen.tap(195, 420);
  await page.touchscreen.tap(20, 420);
  await onPage(page, 2);
  await swipe(page, 300, 120);
  await onPage(page, 3);
  await swipe(page, 120, 300);
  await onPage(page, 2);
  await page.setViewportSize({ width: 320, height: 256 });
  await pageNumber(page).waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => getComputedStyle(document.getElementById('tale-text') as HTMLElement).overflowX)).toBe('visible');
});

journey('in scroll mode, a swipe opens the next or previous tale', async ({ open }) => {
  const page = await openWith(open, {}, { viewport: PHONE, hasTouch: true });
  const next = await page.getByRole('link', { name: /Next tale/ }).getAttribute('href');
  // The tale is hydrated after the page around it.
  await expect
    .poll(async () => {
      await swipe(page, 300, 120);
      await page.waitForURL((url) => url.pathname === next, { timeout: 3_000 }).catch(() => {});
      return new URL(page.url()).pathname;
    })
    .toBe(next);
  await page
    .getByRole('link', { name: /Previous tale/ })
    .and(page.locator('[href="/tale/rapunzel"]'))
    .waitFor();
  await swipe(page, 120, 300);
  await page.waitForURL('**/tale/rapunzel');
});

journey('the focus mode key shows only the text, also on the next tale', async ({ open }) => {
  const page = await openWith(open, {}, { viewport: PHONE });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The tale is hydrated after the page around it.
  await expect
    .poll(async () => {
      await page.keyboard.press('?');
      return keys.getByText('Turn focus mode on or off').isVisible();
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Exit focus mode' }).waitFor();
  const header = page.getByRole('banner').first();
  expect(await page.getByRole('button', { name: 'Save' }).isVisible()).toBe(false);
  expect(await header.isVisible()).toBe(false);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Next tale/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/rapunzel'));
  expect(await header.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await header.waitFor();
  await page.getByRole('button', { name: 'Exit focus mode' }).waitFor({ state: 'detached' });
});

journey('the ruler follows the pointer, and moves by line with keys', async ({ open }) => {
  const page = await openWith(open, { ruler: true }, { viewport: DESKTOP });
  await page.evaluate(() => document.getElementById('tale-text')?.scrollIntoView());
  const ruler = page.locator('.ruler');
  const top = () => ruler.evaluate((element) => element.getBoundingClientRect().top);
  await page.mouse.move(700, 300);
  await expect.poll(async () => Math.abs((await top()) - 270)).toBeLessThan(60);
  await page.mouse.move(700, 600);
  await expect.poll(async () => Math.abs((await top()) - 570)).toBeLessThan(60);
  const before = await top();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await top()) - before).toBeGreaterThan(20);
  expect((await top()) - before).toBeLessThan(80);
  expect(await ruler.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
});
