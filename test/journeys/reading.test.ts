import { expect } from 'vitest';
import { journey, visit, waitForPage } from './journey.ts';

journey('a visitor goes from the home page to a tale, and to the next one', async ({ open }) => {
  const page = await open();
  expect(await visit(page, '/')).toBe(200);
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await waitForPage(page, '**/tales', 'Browse Tales');

  const cards = page.locator('article.tale');
  const shown = await cards.count();
  expect(shown).toBe(12);
  const title = (await cards.first().getByRole('heading').textContent()) ?? '';
  await cards.first().getByRole('link').click();
  await waitForPage(page, '**/tale/*', title);
  expect(await page.title()).toContain(title);
  expect((await page.locator('#tale-text').innerText()).split(/\s+/).length).toBeGreaterThan(300);

  const next = page.getByRole('navigation', { name: 'More tales' }).getByRole('link', { name: /Next tale/ });
  const nextTitle = (await next.locator('b').textContent()) ?? '';
  await next.click();
  await waitForPage(page, '**/tale/*', nextTitle);
  expect(nextTitle).not.toBe(title);
});

journey('the filter panel filters the list, and shows active filters, which can be removed', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales');
  const all = await countOf(
    page
      .getByRole('status')
      .filter({ hasText: /tales?/ })
      .first()
      .innerText(),
  );

  await page.locator('summary', { hasText: 'Filter' }).click();
  const form = page.getByRole('form', { name: 'Filters' });
  await form.getByLabel('10 min or less').check();
  await form.getByRole('button', { name: /^Show \d+/ }).click();
  await page.waitForURL(/\/tales\?minutes=10$/);
  const chips = page.getByRole('list', { name: 'Filters set' });
  await chips.getByText('10 min or less').waitFor();

  const short = await countOf(
    page
      .getByRole('status')
      .filter({ hasText: /tales?/ })
      .first()
      .innerText(),
  );
  expect(short).toBeGreaterThan(0);
  expect(short).toBeLessThanOrEqual(all);
  const minutes = await page.locator('article.tale .byline').allInnerTexts();
  for (const line of minutes) expect(Number(/(\d+) min/.exec(line)?.[1])).toBeLessThanOrEqual(10);

  await chips.getByRole('link', { name: /10 min or less/ }).click();
  await page.waitForURL(/\/tales$/);
  await chips.waitFor({ state: 'detached' });
});

journey('the count on a category tab is the number of its tales', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales');
  const tab = page.getByRole('navigation', { name: 'Categories of tales' }).getByRole('link', { name: /^Dark/ });
  const expected = await countOf(tab.innerText());
  await tab.click();
  await page.waitForURL(/\/tales\?category=dark$/);
  await page.getByRole('link', { name: /^Dark/, exact: false }).and(page.locator('[aria-current=page]')).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${expected} tales?`) })
    .waitFor();
});

journey('Load More appends tales, announces the count, and updates the URL', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales?sort=title');
  const links = page.locator('article.tale h3 a');
  const before = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));

  const more = page.getByRole('link', { name: 'Load More Tales' });
  await more.click();
  await page
    .getByRole('status')
    .filter({ hasText: /^24 of \d+ tales$/ })
    .waitFor();
  const after = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(after.slice(0, before.length)).toEqual(before);
  expect(new Set(after).size).toBe(24);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/tales?sort=title&pages=2');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(after[12]);

  await page.reload();
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(after);
});

journey('Back and Forward restore the list and the tale', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales?category=classic&sort=title');
  const first = await page.locator('article.tale h3').allInnerTexts();
  await page.locator('article.tale h3 a').nth(3).click();
  await waitForPage(page, '**/tale/*', first[3] ?? '');
  await page.goBack();
  await waitForPage(page, '**/tales?category=classic&sort=title', 'Browse Tales');
  expect(await page.locator('article.tale h3').allInnerTexts()).toEqual(first);
  await page.goForward();
  await waitForPage(page, '**/tale/*', first[3] ?? '');
});

journey('Random Tale opens a tale', async ({ open }) => {
  const page = await open();
  await visit(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Random Tale' }).click();
  await page.waitForURL('**/tale/*');
  await page.locator('#tale-text').waitFor();
});

/** Returns the first number in a text. */
async function countOf(text: Promise<string>): Promise<number> {
  return Number(/\d[\d,]*/.exec(await text)?.[0].replaceAll(',', ''));
}
