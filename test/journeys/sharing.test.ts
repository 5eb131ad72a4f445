import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, PHONE, visit } from './journey.ts';

const TALE = urls.tale('the-fisherman-and-his-wife');
const WITH_CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Share this tale' });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

journey('Share copies the link to the tale and confirms it', async ({ open }) => {
  const page = await open(WITH_CLIPBOARD);
  await visit(page, TALE);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Copy link', exact: true }).click();
  await page.getByText('Share link copied!').waitFor();
  expect(await copied(page)).toBe(new URL(TALE, page.url()).href);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share');
});

journey('if copying is blocked, Share shows the link selected', async ({ open }) => {
  const page = await open();
  await page.addInitScript(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new DOMException('No', 'NotAllowedError')) });
  });
  await visit(page, TALE);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Copy link', exact: true }).click();
  await page.getByText('Press Ctrl+C to copy').waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(new URL(TALE, page.url()).href);
  expect(await page.getByText('Share link copied!').count()).toBe(0);
});

journey('with the Web Share API, Share opens the device’s share sheet, and the dialog has its own button', async ({ open }) => {
  const page = await open();
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: async (data: unknown) => void shared.push(data) });
  });
  await visit(page, TALE);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await expect.poll(shared).toEqual([{ title: 'The Fisherman and His Wife', url: new URL(TALE, page.url()).href }]);
  expect(await sheet(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Share with this device' }).waitFor();
});

journey('a link to selected text opens the tale there and highlights it', async ({ open }) => {
  const page = await open(WITH_CLIPBOARD);
  await visit(page, TALE);
  const text = await selectVerse(page);
  await page.getByRole('button', { name: 'Share this passage' }).click();
  await page.getByText('Share link copied!').waitFor();
  const link = await copied(page);
  expect(link).toContain(':~:text=');

  const other = await open({ viewport: PHONE });
  await visit(other, link);
  await other.getByRole('status').filter({ hasText: 'The shared passage is highlighted' }).waitFor();
  expect(await other.locator('mark.passage-mark').allInnerTexts()).toEqual(text.split('\n'));
  expect(await other.evaluate(() => document.activeElement?.className)).toBe('passage-mark');
  expect(await other.locator('mark.passage-mark').first().evaluate(isInViewport)).toBe(true);

  // A quote that is not in the tale is ignored.
  const third = await open();
  await visit(third, `${TALE}#words=Nobody%20wrote%20this`);
  await third.getByRole('heading', { level: 1 }).waitFor();
  expect(await third.locator('mark').count()).toBe(0);
});

journey('a quote is typed, the QR code downloaded and a booklet printed by keyboard', async ({ open }) => {
  const page = await open({ ...WITH_CLIPBOARD, viewport: PHONE });
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { sheets: document.querySelectorAll('.booklet-sheet').length });
  });
  await visit(page, TALE);
  await page.getByRole('button', { name: 'Share', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await sheet(page).getByRole('link', { name: 'Email' }).getAttribute('href')).toContain(
    `mailto:?subject=The%20Fisherman%20and%20His%20Wife&body=`,
  );

  await press(page, 'Link to a passage');
  const quote = page.getByLabel('Quote');
  await quote.fill('the moon was made of cheese');
  await quote.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'This quote is not in the tale' }).waitFor();
  await quote.fill('he took off his cap');
  await quote.press('Enter');
  await page.getByText('Share link copied!').waitFor();
  expect(await copied(page)).toContain('#words=');

  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  await press(page, 'QR code');
  await page.getByRole('img', { name: 'QR code that opens The Fisherman and His Wife' }).waitFor();
  expect(await page.locator('.share-qr figcaption').innerText()).toContain(TALE);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('the-fisherman-and-his-wife-qr.svg');

  await press(page, 'Print');
  await page.getByLabel('Booklet').check();
  await page.getByLabel('Paper').selectOption('a4');
  await sheet(page).getByRole('button', { name: 'Print', exact: true }).last().press('Enter');
  await page.waitForFunction(() => 'sheets' in window);
  const sides = await page.evaluate(() => (window as unknown as { sheets: number }).sheets);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.length).toBeLessThan(1_000_000);
  expect(sides % 2).toBe(0);
  expect(paper.match(/\/Type ?\/Page\b/g)).toHaveLength(sides);
});

journey('an old word shows its meaning and gets the focus back, and highlighting can be turned off', async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 640 } });
  const noScript = await open({ javaScriptEnabled: false });
  await noScript.goto(TALE);
  await visit(page, TALE);
  const word = page.getByRole('button', { name: 'parlour' });
  await word.focus();
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog', { name: 'parlour' });
  await note.getByText('The best room of a house, for sitting and for guests.').waitFor();
  expect(await note.evaluate((dialog) => dialog === document.activeElement)).toBe(true);
  expect(await note.evaluate(isInViewport)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await note.count()).toBe(0);
  expect(await word.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.locator('#tale-text').textContent()).toBe(await noScript.locator('#tale-text').textContent());

  await page.keyboard.press(' ');
  await note.getByRole('button', { name: 'Turn off highlighting' }).click();
  await page.getByText('Old words are no longer highlighted').waitFor();
  expect(await page.locator('.old-word').count()).toBe(0);
  await visit(page, urls.oldWords('hearth'));
  const highlight = page.getByLabel('Highlight old words in tales');
  await expect.poll(() => highlight.isChecked()).toBe(false);
  await highlight.check();
  await visit(page, TALE);
  await word.waitFor();

  await noScript.goto(urls.oldWords());
  expect(await noScript.locator('main dt').count()).toBeGreaterThanOrEqual(300);
  expect(await noScript.locator('#yonder dd').innerText()).toBe('Over there.');
});

/** Selects the second occurrence of a repeated verse. */
async function selectVerse(page: Page): Promise<string> {
  return page.evaluate(() => {
    const lines = document.querySelectorAll('#tale-text blockquote')[1];
    if (lines === undefined) return '';
    getSelection()?.selectAllChildren(lines);
    return (lines as HTMLElement).innerText.trim();
  });
}

async function press(page: Page, name: string): Promise<void> {
  await sheet(page).getByRole('button', { name, exact: true }).press('Enter');
}

/** Runs in the page. */
function isInViewport(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
}
