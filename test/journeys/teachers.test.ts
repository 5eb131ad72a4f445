import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
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
