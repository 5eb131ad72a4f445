import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, PHONE, visit, waitForPage } from './journey.ts';

/** Search by keyboard, following the W3C pattern of an editable combobox with list autocomplete. */

journey('slash, text, arrow keys and Enter open a tale', async ({ open }) => {
  const page = await open();
  await visit(page, '/');
  const box = searchBox(page);
  await expectAria(page, { expanded: 'false', active: null });

  await page.keyboard.press('/');
  expect(await isFocused(page, '#bar-search')).toBe(true);
  expect(await box.inputValue()).toBe('');

  await page.keyboard.type('rapun');
  const list = page.getByRole('listbox', { name: 'Suggestions' }).and(page.locator(':visible'));
  await list.getByRole('option', { name: /Rapunzel/ }).waitFor();
  await expectAria(page, { expanded: 'true', active: null });
  expect(await box.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ suggestions?$/ })
    .waitFor();

  await page.keyboard.press('ArrowDown');
  const active = await activeOption(page);
  expect(active).toMatchObject({ role: 'option', selected: 'true' });
  expect(active.text).toContain('Rapunzel');
  expect(await isFocused(page, '#bar-search')).toBe(true);

  await page.keyboard.press('Enter');
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  expect(await searchBox(page).inputValue()).toBe('');
  await expectAria(page, { expanded: 'false', active: null });
});

journey('arrow keys cycle through the list; Home and End move in the text', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales');
  await page.keyboard.press('/');
  await page.keyboard.type('the');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).and(page.locator(':visible')).getByRole('option');
  await options.first().waitFor();
  const count = await options.count();
  expect(count).toBeGreaterThan(1);
  for (let n = 0; n < count; n++) await page.keyboard.press('ArrowDown');
  expect((await activeOption(page)).text).toBe(await options.last().textContent());
  await page.keyboard.press('ArrowDown');
  await expectAria(page, { expanded: 'true', active: null });
  await page.keyboard.press('ArrowUp');
  expect((await activeOption(page)).text).toBe(await options.last().textContent());
  await page.keyboard.press('Home');
  await expectAria(page, { expanded: 'true', active: null });
  expect(await searchBox(page).evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(0);
});

journey('Escape clears and closes the box; a click outside closes it', async ({ open }) => {
  const page = await open();
  await visit(page, '/');
  await page.keyboard.press('/');
  await page.keyboard.type('wolf');
  await page.getByRole('option').and(page.locator(':visible')).first().waitFor();
  await page.keyboard.press('Escape');
  expect(await searchBox(page).inputValue()).toBe('');
  await expectAria(page, { expanded: 'false', active: null });
  expect(await isFocused(page, '#bar-search')).toBe(true);
  await page.keyboard.press('Escape');
  await expectAria(page, { expanded: 'false', active: null });

  await page.keyboard.type('wolf');
  await page.getByRole('option').and(page.locator(':visible')).first().waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await expectAria(page, { expanded: 'false', active: null });
});

journey('a search is announced, clears the box and shows its results', async ({ open }) => {
  const page = await open();
  await visit(page, '/');
  await page.keyboard.press('/');
  await page.keyboard.type('wolf');
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast', { hasText: 'Searching for tales' });
  await toast.waitFor();
  expect(await toast.locator('p').innerText()).toBe('Finding stories about: "wolf"');
  expect(await toast.getAttribute('role')).toBe('status');
  await waitForPage(page, '**/tales?q=wolf', 'Browse Tales');
  expect(await searchBox(page).inputValue()).toBe('');
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ tales? for “wolf”$/ })
    .waitFor();
  expect(await page.locator('article.tale mark').first().innerText()).toMatch(/wol/i);
});

journey('an empty search is rejected with a message', async ({ open }) => {
  const page = await open();
  await visit(page, '/');
  await page.keyboard.press('/');
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  const toast = page.getByRole('alert').filter({ hasText: 'Search field cannot be empty' });
  await toast.waitFor();
  expect(await toast.locator('p').innerText()).toBe('Please enter a search term');
  expect(new URL(page.url()).pathname).toBe('/');
});

journey('a misspelt name is found, with a note about the correction', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales?q=rapunsel');
  await page.locator('article.tale').getByRole('link', { name: 'Rapunzel', exact: true }).waitFor();
  const note = page.getByRole('status').filter({ hasText: 'No results for “rapunsel”' });
  expect(await note.innerText()).toContain('Searching instead for “rapunzel”');
});

journey('a search without results says so and can be cleared', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales?q=qqqqzzzz');
  await page.getByRole('heading', { name: 'No tales found' }).waitFor();
  await page.getByText('Try changing your search query or selecting a different category.').waitFor();
  await page.getByRole('heading', { name: 'Tales to try' }).waitFor();
  expect(await page.locator('article.tale').count()).toBe(4);
  await page.getByRole('link', { name: 'Clear search' }).click();
  await page.waitForURL(/\/tales$/);
  await page.locator('article.tale').first().waitFor();
});

journey('the search of the browse page stays in the selected category', async ({ open }) => {
  const page = await open();
  await visit(page, '/tales?category=dark');
  const box = page.getByRole('searchbox', { name: 'Search tales by title, author or words' });
  await box.fill('the');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/\/tales\?q=the&category=dark$/);
  await page
    .getByRole('status')
    .filter({ hasText: /for “the”/ })
    .waitFor();
  for (const line of await page.locator('article.tale .byline').allInnerTexts()) expect(line).toMatch(/min/);
});

journey('on a phone the slash opens the menu with the search box in it', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/tales');
  await page.keyboard.press('/');
  expect(await isFocused(page, '#menu-search')).toBe(true);
  await page.keyboard.type('grimm');
  await page.getByRole('option', { name: /Grimm/ }).and(page.locator(':visible')).last().waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(author|tale)\//);
  await page.locator('details.menu[open]').waitFor({ state: 'detached' });
});

function searchBox(page: Page) {
  return page.locator('#bar-search');
}

function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement === document.querySelector(wanted), selector);
}

/** Waits for the ARIA state of the combobox. `active` null: no option is active. */
async function expectAria(page: Page, { expanded, active }: { expanded: string; active: null }): Promise<void> {
  const inactive = active === null ? ':not([aria-activedescendant])' : '[aria-activedescendant]';
  await page.locator(`#bar-search[role=combobox][aria-autocomplete=list][aria-expanded=${expanded}]${inactive}`).waitFor();
}

async function activeOption(page: Page) {
  await page.locator('#bar-search[aria-activedescendant]').waitFor();
  return page.evaluate(() => {
    const id = document.querySelector('#bar-search')?.getAttribute('aria-activedescendant') ?? '';
    const option = document.getElementById(id);
    return { role: option?.getAttribute('role'), selected: option?.getAttribute('aria-selected'), text: option?.textContent };
  });
}
