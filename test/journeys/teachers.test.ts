import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { journey, PHONE, visit } from './journey.ts';

/** What teachers do: compare versions of a tale, print them, and present a tale to a class. */

const CINDERELLA = urls.tale('cinderella');
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => Object.assign(window, { prints: ((window as { prints?: number }).prints ?? 0) + 1 });
  });
const prints = (page: Page) => page.evaluate(() => (window as { prints?: number }).prints ?? 0);
const titles = (page: Page) => page.locator('.compare-table thead a').allInnerTexts();

journey('from home, three versions of a tale are printed with four clicks', async ({ open }) => {
  const page = await open();
  await countPrints(page);
  await visit(page, urls.home());
  await page.getByRole('combobox', { name: 'Search tales' }).click();
  await page.keyboard.type('cinderella');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Cinderella', exact: true }).click();
  await page.getByRole('link', { name: 'Compare versions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Compare versions of Cinderella' }).waitFor();
  expect(await titles(page)).toEqual(['Cinderella', 'Ye Xian', 'Cap o’ Rushes']);
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await prints(page)).toBe(1);
});

journey('the tale type lists its versions; others are chosen by keyboard', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, CINDERELLA);
  await page.getByRole('link', { name: 'ATU 510A' }).click();
  await page.getByRole('heading', { level: 1, name: 'Versions of Cinderella' }).waitFor();
  expect(await page.locator('.version-origin').allInnerTexts()).toEqual(['French', 'English', 'Chinese', 'English']);
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('link', { name: 'Compare versions' }).focus();
  await page.keyboard.press('Enter');
  const third = page.getByLabel('Third version');
  await third.focus();
  await page.keyboard.type('Tatter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/third=tattercoats/);
  expect(await titles(page)).toContain('Tattercoats');
  // The table scrolls within the page.
  const table = page.getByRole('region', { name: 'Comparison' });
  await table.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await expectAccessibleAtBothWidths(page);
});

journey('without scripts, versions are compared, and none is allowed', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(urls.taleType(510, 'ye-xian'));
  await page.getByLabel('Third version').selectOption({ label: 'None' });
  await page.getByLabel('Second version').selectOption({ label: 'Cap o’ Rushes (English)' });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.waitForURL(/third=none/);
  expect(await titles(page)).toEqual(['Ye Xian', 'Cap o’ Rushes']);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

journey('a tale is printed with its questions, or without', async ({ open }) => {
  const page = await open();
  await countPrints(page);
  await visit(page, CINDERELLA);
  const printWith = async (change: (option: Locator) => Promise<void>) => {
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this tale' });
    await dialog.getByRole('button', { name: 'Print' }).click();
    const before = await prints(page);
    await change(dialog.getByLabel('With discussion questions'));
    await dialog.getByRole('button', { name: 'Print', exact: true }).last().click();
    await expect.poll(() => prints(page)).toBe(before + 1);
    await page.emulateMedia({ media: 'print' });
    const isShown = await page.locator('.after-tale').isVisible();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    return isShown;
  };
  expect(await printWith(async (option) => expect(await option.isChecked()).toBe(true))).toBe(true);
  expect(await printWith((option) => option.uncheck())).toBe(false);
  // Booklets have the text only, by default.
  await printWith(async (option) => {
    await page.getByLabel('Booklet').check();
    expect(await option.isChecked()).toBe(false);
    await option.check();
  });
});

journey('the printed comparison has the table and lines for notes, and no navigation', async ({ open }) => {
  // A4 and Letter without their margins.
  for (const width of [643, 665]) {
    const page = await open({ viewport: { width, height: 980 } });
    await visit(page, urls.taleType(510, 'cinderella'));
    await page.emulateMedia({ media: 'print' });
    const shown = await page.evaluate(() => {
      const isShown = (selector: string) => [...document.querySelectorAll(selector)].some((each) => each.getClientRects().length > 0);
      return {
        hidden: ['header', 'footer', '.crumbs', '.compare-form'].filter(isShown),
        printed: ['h1', '.compare-table', '.compare-name', '.note-line'].filter(isShown),
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        cut: [...document.querySelectorAll('td, th')].filter((cell) => cell.scrollWidth > cell.clientWidth).length,
      };
    });
    expect(shown).toEqual({ hidden: [], printed: ['h1', '.compare-table', '.compare-name', '.note-line'], overflow: 0, cut: 0 });
  }
});

const presentation = (page: Page) => page.getByRole('dialog', { name: 'Presentation' });
const screen = async (page: Page) => (await presentation(page).getByRole('status').textContent()) ?? '';

/** The text that is visible on the current screen, and to screen readers. */
const shownText = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector('.present-text') as HTMLElement;
    const isHere = (block: Element) =>
      [...block.getClientRects()].some((rect) => rect.left >= 0 && rect.right <= window.innerWidth && rect.bottom <= text.clientHeight);
    const blocks = [...text.children].filter((block) => !block.ariaHidden);
    return { isInside: blocks.every(isHere), text: blocks.map((block) => block.textContent).join(' ') };
  });

journey('a tale is presented screen by screen, by keyboard alone', async ({ open }) => {
  const page = await open();
  await visit(page, CINDERELLA);
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Present', exact: true }).press('Enter');
  await presentation(page).waitFor();
  await expect.poll(() => screen(page)).toMatch(/^Screen 1 of \d\d$/);
  expect((await shownText(page)).text).toContain('Cinderella');
  for (const key of ['ArrowRight', ' ', 'PageDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  expect(await screen(page)).toMatch(/^Screen 6 of/);
  expect((await shownText(page)).isInside).toBe(true);
  for (const key of ['ArrowLeft', 'Shift+ ', 'PageUp', 'ArrowUp']) await page.keyboard.press(key);
  expect(await screen(page)).toMatch(/^Screen 2 of/);
  expect((await shownText(page)).text).toMatch(/^A certain gentleman/);
  await expectAccessible(page, '.present');

  // Larger text takes more screens; the same paragraph stays.
  const before = Number((await screen(page)).split(' ').at(-1));
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(async () => Number((await screen(page)).split(' ').at(-1))).toBeGreaterThan(before);
  expect((await shownText(page)).text).toMatch(/^A certain gentleman/);

  await page.keyboard.press('End');
  expect((await shownText(page)).text).toContain('What might she be thinking?');
  await page.keyboard.press('Escape');
  await presentation(page).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => [document.activeElement?.textContent, document.fullscreenElement]))
    .toEqual(['Present', null]);
});

journey('on a phone, a presentation opened from Share turns by taps and buttons', async ({ open }) => {
  const page = await open({ viewport: PHONE, hasTouch: true });
  // As on phones without full screen.
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen'));
  await visit(page, CINDERELLA);
  await page.getByRole('button', { name: 'Share', exact: true }).tap();
  await page.getByRole('button', { name: 'Present', exact: true }).tap();
  await expect.poll(() => screen(page)).toMatch(/^Screen 1 of \d\d$/);
  const tapAt = async (x: number, is: RegExp) => {
    await page.touchscreen.tap(x, 300);
    await expect.poll(() => screen(page)).toMatch(is);
  };
  await tapAt(360, /^Screen 2 of/);
  await tapAt(200, /^Screen 3 of/);
  await tapAt(20, /^Screen 2 of/);
  await presentation(page).getByRole('button', { name: 'Next screen' }).tap();
  await expect.poll(() => screen(page)).toMatch(/^Screen 3 of/);
  const sizes = await presentation(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).offsetHeight));
  // Old words are not buttons there.
  expect(sizes).toHaveLength(5);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  // The same paragraph stays when the window changes, up to 400 % zoom.
  for (const size of [
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await shownText(page)).text).toContain('gentleman');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    const bar = presentation(page).getByRole('button');
    for (const button of await bar.all()) expect((await button.boundingBox())?.y).toBeLessThan(size.height - 44 + 1);
  }
  await presentation(page).getByRole('button', { name: 'Exit' }).tap();
  await presentation(page).waitFor({ state: 'detached' });
});
