import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { journey, type Open, PHONE, visit, WIDE } from './journey.ts';

type Settings = { flow?: 'pages'; ruler?: boolean };

async function openWith(open: Open, settings: Settings, visitor: Parameters<Open>[0] = {}): Promise<Page> {
  const page = await open({ reducedMotion: 'reduce', ...visitor });
  await page.addInitScript((kept) => localStorage.setItem('talewood.reading', kept), JSON.stringify(settings));
  await visit(page, '/tale/rapunzel');
  return page;
}

const foot = (page: Page) => page.getByRole('status').filter({ hasText: /^Page \d+ of \d+$/ });
const onPage = (page: Page, number: number) =>
  foot(page)
    .filter({ hasText: `Page ${number} of` })
    .waitFor();

/** One finger that goes sideways in the middle of the window, as the browser itself hears it. On a busy machine, too, a swipe takes 60 ms. */
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

/** The number of the first block in sight. */
const blockInSight = (page: Page) =>
  page.evaluate(() => {
    const text = document.getElementById('tale-text') as HTMLElement;
    const left = text.getBoundingClientRect().left;
    return [...text.children].findIndex((child) => [...child.getClientRects()].some((rect) => rect.left >= left - 1 && rect.bottom > 90));
  });

/** Whether something of a block is in sight: a page in another window may begin a few lines before it. */
const isInSight = (page: Page, block: number) =>
  page.evaluate((nth) => {
    const { left, right } = (document.getElementById('tale-text') as HTMLElement).getBoundingClientRect();
    const rects = [...(document.querySelectorAll('#tale-text > *')[nth]?.getClientRects() ?? [])];
    return rects.some((rect) => rect.left >= left - 1 && rect.left < right && rect.bottom > 90 && rect.top < window.innerHeight);
  }, block);

/** Whether nothing of another page is in sight, and the whole page is. */
const isWhole = (page: Page) =>
  page.evaluate(() => {
    const text = document.getElementById('tale-text') as HTMLElement;
    const { top, bottom } = text.getBoundingClientRect();
    return text.scrollLeft % text.clientWidth === 0 && top >= -1 && bottom <= window.innerHeight;
  });

journey('by keys: pages are turned, the place is kept through sizes and ways, and the last page leads on', async ({ open }) => {
  const page = await openWith(open, { flow: 'pages' });
  await foot(page).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isWhole(page)).toBe(true);
  await onPage(page, 1);
  await page.keyboard.press('Space');
  await onPage(page, 2);
  await page.keyboard.press('ArrowLeft');
  await onPage(page, 1);
  await page.keyboard.press('PageDown');
  await onPage(page, 2);
  expect(await isWhole(page)).toBe(true);
  await page.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"'));

  const block = await blockInSight(page);
  expect(block).toBeGreaterThan(1);
  await page.setViewportSize(PHONE);
  await expect.poll(async () => Number(/\d+/.exec(await foot(page).innerText())?.[0])).toBeGreaterThan(2);
  await expect.poll(() => isWhole(page)).toBe(true);
  await expect.poll(() => isInSight(page, block)).toBe(true);
  await page.evaluate(() => delete document.documentElement.dataset.flow);
  await expect.poll(() => isInSight(page, block)).toBe(true);
  await page.evaluate(() => {
    document.documentElement.dataset.flow = 'pages';
  });
  await expect.poll(() => isWhole(page)).toBe(true);
  await expect.poll(() => isInSight(page, block)).toBe(true);

  // What is scrolled to in any other way, as by the browser's search, is on a whole page.
  // On none of the last: there, End is the browser's own, which scrolls the window and is on its way for a while.
  await page.evaluate(() => {
    const blocks = document.querySelectorAll('#tale-text > *');
    blocks[blocks.length >> 1]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  await expect.poll(() => isWhole(page)).toBe(true);
  expect(await page.evaluate(() => (document.getElementById('tale-text') as HTMLElement).scrollLeft)).toBeGreaterThan(390);

  await page.getByRole('button', { name: 'Next page' }).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'On to the end of the tale' }).waitFor();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('.fin').evaluate((end) => end.getBoundingClientRect().top)).toBeLessThan(400);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => isWhole(page)).toBe(true);
});

journey('a scroll that is on its way is not cut off by what lies anew meanwhile', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/the-snow-queen');
  // The first one brings what holds the place; in the second it has held one for long.
  for (const nth of [20, 40]) {
    const { end, goal } = await page.evaluate(async (block) => {
      const rect = document.querySelectorAll('#tale-text > *')[block]?.getBoundingClientRect();
      const goal = Math.round((rect?.top ?? 0) + window.scrollY);
      let scrolled = 0;
      const scroll = () => {
        scrolled += 1;
        if (scrolled > 3) document.fonts.dispatchEvent(new Event('loadingdone'));
      };
      addEventListener('scroll', scroll);
      const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
      window.scrollTo({ top: goal, behavior: 'smooth' });
      await ended;
      removeEventListener('scroll', scroll);
      return { end: Math.round(window.scrollY), goal };
    }, nth);
    expect(end, `the scroll to block ${nth}`).toBe(goal);
    await page.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"'));
  }
});

journey('by finger: the outer thirds turn, links and the middle do not, and small windows scroll', async ({ open }) => {
  const page = await openWith(open, { flow: 'pages' }, { viewport: PHONE, hasTouch: true });
  await foot(page).waitFor();
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
  await foot(page).waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => getComputedStyle(document.getElementById('tale-text') as HTMLElement).overflowX)).toBe('visible');
});

journey('by finger: where the text scrolls, a swipe turns to the next tale and back', async ({ open }) => {
  const page = await openWith(open, {}, { viewport: PHONE, hasTouch: true });
  const next = await page.getByRole('link', { name: /Next tale/ }).getAttribute('href');
  await swipe(page, 300, 120);
  await page.waitForURL((url) => url.pathname === next);
  await page
    .getByRole('link', { name: /Previous tale/ })
    .and(page.locator('[href="/tale/rapunzel"]'))
    .waitFor();
  await swipe(page, 120, 300);
  await page.waitForURL('**/tale/rapunzel');
});

journey('by keys: focus mode shows the text alone, and lasts to the next tale', async ({ open }) => {
  const page = await openWith(open, {}, { viewport: PHONE });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The tale is taken over a moment after the page around it.
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
  const bar = page.getByRole('banner').first();
  expect(await page.getByRole('button', { name: 'Save' }).isVisible()).toBe(false);
  expect(await bar.isVisible()).toBe(false);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Next tale/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/rapunzel'));
  expect(await bar.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await bar.waitFor();
  await page.getByRole('button', { name: 'Exit focus mode' }).waitFor({ state: 'detached' });
});

journey('the ruler follows the pointer, and keys from line to line', async ({ open }) => {
  const page = await openWith(open, { ruler: true }, { viewport: WIDE });
  await page.evaluate(() => document.getElementById('tale-text')?.scrollIntoView());
  const band = page.locator('.ruler');
  const top = () => band.evaluate((element) => element.getBoundingClientRect().top);
  await page.mouse.move(700, 300);
  await expect.poll(async () => Math.abs((await top()) - 270)).toBeLessThan(60);
  await page.mouse.move(700, 600);
  await expect.poll(async () => Math.abs((await top()) - 570)).toBeLessThan(60);
  const before = await top();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await top()) - before).toBeGreaterThan(20);
  expect((await top()) - before).toBeLessThan(80);
  expect(await band.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
});
