import { expect } from 'vitest';
import { journey, PHONE } from './journey.ts';

/** The site without JavaScript: only forms and links. */

const NO_SCRIPT = { javaScriptEnabled: false };

journey('a visitor browses, loads more, filters and reads', async ({ open }) => {
  const page = await open(NO_SCRIPT);
  await page.goto('/');
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await page.waitForURL('**/tales');

  await page.getByRole('link', { name: 'Load More Tales' }).click();
  await page.waitForURL(/\/tales\?after=/);
  const second = await page.locator('article.tale h3').allInnerTexts();
  expect(second.length).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Back to the first tales' }).click();
  await page.waitForURL(/\/tales$/);
  expect(await page.locator('article.tale h3').first().innerText()).not.toBe(second[0]);

  await page.locator('summary', { hasText: 'Filter' }).click();
  const form = page.getByRole('form', { name: 'Filters' });
  await form.getByLabel('10 min or less').check();
  await form.getByLabel('Title, A to Z').check();
  await form.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('list', { name: 'Filters set' }).getByText('10 min or less').waitFor();
  const titles = await page.locator('article.tale h3').allInnerTexts();
  const keys = titles.map((title) => title.toLowerCase().replace(/^(the|an?) /, ''));
  expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)));

  await page.locator('article.tale h3 a').first().click();
  await page.waitForURL('**/tale/*');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(titles[0]);
  expect((await page.locator('#tale-text').innerText()).length).toBeGreaterThan(1_000);
});

journey('two options of one filter are both applied', async ({ open }) => {
  const page = await open(NO_SCRIPT);
  await page.goto('/tales');
  await page.locator('summary', { hasText: 'Filter' }).click();
  const choices = page.getByRole('group', { name: 'Author' }).getByRole('checkbox');
  await choices.nth(0).check();
  await choices.nth(1).check();
  await page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: /^Show/ }).click();
  await page.waitForURL(/author=/);
  expect(await page.getByRole('list', { name: 'Filters set' }).locator('.chip').count()).toBe(2);
});

journey('the header search works, and category tabs keep the query', async ({ open }) => {
  const page = await open(NO_SCRIPT);
  await page.goto('/');
  await page.locator('#bar-search').fill('wolf');
  await page.locator('#bar-search').press('Enter');
  await page.waitForURL('**/tales?q=wolf');
  expect(await page.locator('article.tale').count()).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Categories of tales' }).getByRole('link').nth(1).click();
  await page.waitForURL(/q=wolf&category=/);
});

journey('the phone menu and its search work, and buttons that need JavaScript are hidden', async ({ open }) => {
  const page = await open({ ...NO_SCRIPT, viewport: PHONE });
  await page.goto('/tale/rapunzel');
  expect(await page.getByRole('button', { name: 'Settings' }).isVisible()).toBe(false);
  await page.locator('details.menu summary').click();
  await page.locator('#menu-search').fill('frog');
  await page.locator('#menu-search').press('Enter');
  await page.waitForURL('**/tales?q=frog');
  expect(await page.locator('article.tale').count()).toBeGreaterThan(0);
});

journey('“Get updates” unfolds to newsletter, feeds, catalogue and calendar', async ({ open }) => {
  const page = await open({ ...NO_SCRIPT, viewport: PHONE });
  const linksOf = async (path: string) => {
    await page.goto(path);
    const updates = page.locator('details.updates');
    expect(await updates.getByRole('link').count()).toBe(0);
    await updates.getByText('Get updates').press('Enter');
    return updates.getByRole('link').allInnerTexts();
  };
  expect(await linksOf('/recent')).toEqual(['Newsletter', 'Atom', 'RSS', 'JSON Feed', 'OPDS catalogue']);
  expect(await linksOf('/tonight')).toEqual(['Newsletter', 'Atom', 'RSS', 'JSON Feed', 'Calendar']);
  expect(await linksOf('/newsletter')).toEqual(['Atom', 'RSS', 'JSON Feed']);
});
