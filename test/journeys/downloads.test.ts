import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { toSlug } from '#src/platform/slug.ts';
import { openEpub } from '../epubs.ts';
import { journey, PHONE, visit } from './journey.ts';
import { createCollection } from './reader-library-steps.ts';

/** Downloads as EPUB and text, and printing. */

journey('a tale is downloaded as EPUB and as plain text', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/rapunzel');
  const links = page.getByRole('navigation', { name: 'Download' });
  for (const [name, file] of [
    ['EPUB', 'Rapunzel.epub'],
    ['Plain text', 'Rapunzel.txt'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), links.getByRole('link', { name }).click()]);
    expect(download.suggestedFilename()).toBe(file);
    const bytes = await readFile(await download.path());
    if (name === 'EPUB') expect([...openEpub(bytes).keys()]).toContain('EPUB/tales/rapunzel.xhtml');
    else expect(bytes.toString()).toMatch(/^Rapunzel\nby The Brothers Grimm\n/);
  }
  expect(new URL(page.url()).pathname, 'stays on the page').toBe('/tale/rapunzel');
});

journey('the download links work without JavaScript', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/tale/rapunzel');
  const links = page.getByRole('navigation', { name: 'Download' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/tale/rapunzel.epub',
    '/tale/rapunzel.txt',
  ]);
});

journey('a printed tale has title, author, text and source, in black on white also in the night theme', async ({ open }) => {
  const page = await open();
  // This tale has questions, a source note, a previous and a next tale, and related tales.
  await visit(page, '/tale/cinderella');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'night'));
  await page.emulateMedia({ media: 'print' });
  for (const shown of ['h1', '.standfirst', '.facts a', '#tale-text', '.after-tale', '.colophon > p'])
    expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
  for (const hidden of [
    'header',
    'footer.foot',
    '.crumbs',
    '.tale-cover',
    '.tale-tools',
    '.downloads',
    '.turn',
    '.liked',
    '.progress',
    '.skip',
  ]) {
    const all = page.locator(`${hidden}:not(.tale-head)`);
    expect([hidden, (await all.evaluateAll((found) => found.filter((each) => each.getClientRects().length > 0))).length]).toEqual([
      hidden,
      0,
    ]);
  }
  const colours = await page.evaluate(() => {
    const first = getComputedStyle(document.querySelector('#tale-text > p') as Element, '::first-letter');
    return [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('#tale-text') as Element).color,
      first.color,
    ];
  });
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)']);
  for (const style of ['plain', 'large']) {
    await page.evaluate((kind) => document.documentElement.setAttribute('data-print', kind), style);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length, `bytes in the style ${style}`).toBeLessThan(1_000_000);
  }
});

journey('search results, categories, authors and collections can be downloaded as one EPUB', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const button = page.getByRole('link', { name: 'Download as one EPUB' });
  for (const [address, file] of [
    ['/categories/dark', 'dark-tales.epub'],
    ['/author/hans-christian-andersen', 'hans-christian-andersen.epub'],
    ['/collections/ten-minutes-to-bedtime', 'ten-minutes-to-bedtime.epub'],
    ['/tales?q=rapunsel', 'tales-about-rapunzel.epub'],
  ] as const) {
    await visit(page, address);
    await button.scrollIntoViewIfNeeded();
    const response = await page.request.head((await button.getAttribute('href')) ?? '');
    expect([response.status(), response.headers()['content-disposition']]).toEqual([200, expect.stringContaining(file)]);
  }
  expect(await downloadEpub(page, () => button.click())).toEqual({ name: 'Tales about “rapunzel”.epub', tales: ['rapunzel'] });
});

journey('saved tales are downloaded as one EPUB in the order shown', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [/ERR_INTERNET_DISCONNECTED/] });
  const button = page.getByRole('button', { name: 'Create EPUB' });
  await visit(page, '/favorites');
  await page.getByRole('heading', { name: 'No favorites yet' }).waitFor();
  expect([await button.getAttribute('aria-disabled'), await page.getByText('There are no tales to include.').isVisible()]).toEqual([
    'true',
    true,
  ]);

  await visit(page, '/tales');
  for (const n of [0, 3, 5]) await page.locator('.heart').nth(n).click();
  await visit(page, '/favorites');
  await page.locator('article.tale h3').nth(2).waitFor();
  await page.getByLabel('Sort by').selectOption('Title, A to Z');
  const titles = await page.locator('article.tale h3').allInnerTexts();
  const { name, tales } = await downloadEpub(page, () => button.click());
  expect([name, tales]).toEqual(['Favorites.epub', titles.map(slugOf)]);
  await page.getByRole('status').filter({ hasText: 'EPUB downloaded' }).waitFor();

  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
});

journey('a collection is downloaded as an EPUB; an interrupted download is reported', async ({ open }) => {
  const page = await open({ expected: [/ERR_FAILED/] });
  await visit(page, '/tale/rapunzel');
  await createCollection(page, 'For the train: north');
  await visit(page, '/collections');
  await page.getByRole('link', { name: /For the train/ }).click();
  const button = page.getByRole('button', { name: 'Create EPUB' });
  await page.route('**/books', (route) => route.abort());
  await button.click();
  await page.getByRole('alert').filter({ hasText: "Couldn't create the EPUB" }).waitFor();
  expect(await page.getByText('EPUB downloaded').count()).toBe(0);
  await page.unroute('**/books');
  expect(await downloadEpub(page, () => button.click())).toEqual({ name: 'For the train north.epub', tales: ['rapunzel'] });
});

/** Returns the name of the EPUB that the action downloads, and the slugs of its tales in order. */
async function downloadEpub(page: Page, action: () => Promise<void>): Promise<{ name: string; tales: string[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  const files = [...openEpub(await readFile(await download.path())).keys()];
  const tales = files.flatMap((file) => /^EPUB\/tales\/(.+)\.xhtml$/.exec(file)?.[1] ?? []);
  return { name: download.suggestedFilename(), tales };
}

const slugOf = (title: string) => toSlug(title, '');
