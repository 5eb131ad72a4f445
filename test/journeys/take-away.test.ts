import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { openEpub } from '../epubs.ts';
import { journey, visit } from './journey.ts';

/** Tales leave the site: as files, and on paper. */

journey('a tale is taken away as an e-book and as plain text, from its foot', { timeout: 90_000 }, async ({ open }) => {
  const page = await open({ acceptDownloads: true });
  await visit(page, '/tale/rapunzel');
  const place = page.getByRole('navigation', { name: 'Download' });
  for (const [name, file] of [
    ['EPUB', 'Rapunzel.epub'],
    ['Plain text', 'Rapunzel.txt'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), place.getByRole('link', { name }).click()]);
    expect(download.suggestedFilename()).toBe(file);
    const bytes = await readFile(await download.path());
    if (name === 'EPUB') expect([...openEpub(bytes).keys()]).toContain('EPUB/tales/rapunzel.xhtml');
    else expect(bytes.toString()).toMatch(/^Rapunzel\nby The Brothers Grimm\n/);
  }
  expect(new URL(page.url()).pathname, 'the page stays').toBe('/tale/rapunzel');
});

journey('without scripts as well', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/tale/rapunzel');
  const links = page.getByRole('navigation', { name: 'Download' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/tale/rapunzel.epub',
    '/tale/rapunzel.txt',
  ]);
});

journey('a tale on paper is title, teller, words and source, black on white also by night', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/rapunzel');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'night'));
  await page.emulateMedia({ media: 'print' });
  for (const shown of ['h1', '.standfirst', '.facts a', '#tale-text', '.colophon > p'])
    expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
  for (const hidden of ['header', 'footer.foot', '.crumbs', '.tale-cover', '.tale-tools', '.downloads', '.turn', '.progress', '.skip']) {
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
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
