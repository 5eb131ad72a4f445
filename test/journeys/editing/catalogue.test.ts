import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit, waitForPage } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** Admin screens of authors, categories, collections and featured tales. Each journey creates its own records. */

const uniqueWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

/** Adds a tale with an old publish date, so that lists of new tales do not change. */
async function addTale(page: Page, about: { title: string; author: string; category?: string }): Promise<string> {
  const body = { category: 'dark', excerpt: 'A test.', content: '<p>Once.</p>', status: 'published', publish_date: '1950-01-01T00:00:00Z' };
  const rights = { source: 'Told at home', rights: 'Public domain' };
  const created = await apiRequest<{ tale: { id: string } }>(page, 'POST', '/admin/tales', { ...body, ...rights, ...about });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body.tale.id;
}

/** Requests an address as a visitor, without following redirects. */
async function requestPage(path: string): Promise<[status: number, location: string | null]> {
  const response = await fetch(inject('origin') + path, { redirect: 'manual' });
  await response.body?.cancel();
  return [response.status, response.headers.get('location')];
}

journey('an author is created and another one is merged into it, whose URL redirects and whose name still works', async ({ open }) => {
  const word = uniqueWord();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-authors');
  await waitForPage(page, '**/manage-authors', 'Authors');
  await addTale(page, { title: `The Goose ${word}`, author: `J. Grim ${word}` });
  expect(await requestPage(`/author/j-grim-${word}`)).toEqual([200, null]);

  await page.getByRole('link', { name: 'New Author' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-wrong').getByText('Name is required').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill(`Jacob Grimm ${word}`);
  await page.getByLabel('Year of birth').fill('1785');
  await page.getByLabel('Year of death').fill('1700');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-wrong').getByText('Must not be before the year of birth').waitFor();
  await page.getByLabel('Year of death').fill('1863');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Author created', 'The author has been successfully created.').waitFor();
  await page.waitForURL(/\?id=\d+$/);

  await page.getByLabel('Search authors').fill(word);
  await page.getByText('2 authors', { exact: true }).waitFor();
  await page.getByRole('link', { name: `J. Grim ${word}` }).click();
  // The form of the author before has the same button.
  await page.getByRole('heading', { level: 2, name: `J. Grim ${word}` }).waitFor();
  await page.getByRole('button', { name: 'Merge into another...' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByText('Choose the author to merge into.').waitFor();
  await dialog.getByLabel('Into').first().fill(`Jacob Grimm ${word}`);
  await dialog.getByRole('radio').check();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await toast(page, 'Authors merged', `All tales are now by Jacob Grimm ${word}.`).waitFor();
  await page.getByRole('heading', { level: 2, name: `Jacob Grimm ${word}` }).waitFor();
  await expect.poll(() => page.getByLabel('Other names').inputValue()).toBe(`J. Grim ${word}`);
  await page.getByText('1 author', { exact: true }).waitFor();

  await expect.poll(() => requestPage(`/author/j-grim-${word}`)).toEqual([301, `/author/jacob-grimm-${word}`]);
  await addTale(page, { title: `The Golden Key ${word}`, author: `J. Grim ${word}` });
  const reader = await open({ viewport: PHONE });
  await visit(reader, `/author/j-grim-${word}`);
  await waitForPage(reader, `**/author/jacob-grimm-${word}`, `Jacob Grimm ${word}`);
  await reader
    .getByRole('link', { name: `The Golden Key ${word}` })
    .first()
    .waitFor();
  expect(await reader.getByText(`The Goose ${word}`).count()).toBeGreaterThan(0);
});

journey('a collection is created, filled and sorted by keyboard', async ({ open }) => {
  const word = uniqueWord();
  const page = await open();
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-collections');
  for (const title of ['First', 'Second', 'Third']) await addTale(page, { title: `${title} ${word}`, author: `Teller ${word}` });
  await page.getByRole('link', { name: 'New Collection' }).press('Enter');
  await page.getByLabel('Title').waitFor();
  expect(await page.getByLabel('Title').evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(`Nights ${word}`);
  await page.getByLabel('Add a tale').focus();
  // Enter adds the first match and does not save the collection.
  await page.keyboard.type(`First ${word}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove First ${word}` }).waitFor();
  expect(await page.getByLabel('Add a tale').inputValue()).toBe('');
  await page.keyboard.type(word);
  for (const title of ['Second', 'Third']) await page.getByRole('button', { name: `Add ${title} ${word}` }).press('Enter');
  const up = page.getByRole('button', { name: `Move Third ${word} up` });
  await up.press('Enter');
  await page.getByText(`Third ${word} is now number 2 of 3`).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Third ${word} is now number 1 of 3`).waitFor();
  expect(await up.evaluate((button) => button === document.activeElement), 'the focus moves with the tale').toBe(true);
  await page.getByRole('button', { name: `Remove First ${word}` }).press('Enter');
  const next = page.getByRole('button', { name: `Remove Second ${word}` });
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await toast(page, 'Collection created', 'The collection has been successfully created.').waitFor();

  const reader = await open();
  await expect.poll(() => requestPage(`/collections/nights-${word}`)).toEqual([200, null]);
  await visit(reader, `/collections/nights-${word}`);
  const titles = await reader.locator('main h3, main h2').filter({ hasText: word }).allTextContents();
  expect(titles).toEqual([`Third ${word}`, `Second ${word}`]);

  await page.getByRole('button', { name: 'Delete...' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await toast(page, 'Collection deleted', 'Its tales were not deleted.').waitFor();
  await expect.poll(() => requestPage(`/collections/nights-${word}`)).toEqual([410, null]);
});

journey(
  'a tale is pinned and dragged to first place, visitors see it first, and a concurrent change is not overwritten',
  async ({ open }) => {
    const word = uniqueWord();
    const page = await open({ expected: [STATUS_IN_CONSOLE] });
    await signIn(page, { role: 'admin' });
    await visit(page, '/manage-featured');
    for (const title of ['Upper', 'Lower']) await addTale(page, { title: `${title} ${word}`, author: `Teller ${word}` });
    await page.getByLabel('Pin a tale').fill(word);
    for (const title of ['Upper', 'Lower']) await page.getByRole('button', { name: `Add ${title} ${word}` }).click();
    const pinned = page.getByRole('list', { name: 'Pinned tales' }).getByRole('listitem');
    await expect.poll(() => pinned.count()).toBe(2);
    const [from, to] = [await pinned.nth(1).locator('.ordered-handle').boundingBox(), await pinned.nth(0).boundingBox()];
    if (from === null || to === null) throw new Error('The pins are not shown.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 4, { steps: 5 });
    await page.mouse.up();
    await page.getByText(`Lower ${word} is now number 1 of 2`).waitFor();
    const ids = async () =>
      (await apiRequest<{ pins: { title: string }[] }>(page, 'GET', '/admin/featured')).body.pins.map(({ title }) => title);
    await expect.poll(ids).toEqual([`Lower ${word}`, `Upper ${word}`]);

    const first = async () => {
      const home = (await (await fetch(`${inject('origin')}/api/v1/home`)).json()) as { featured: { title: string }[] };
      return home.featured[0]?.title;
    };
    await expect.poll(first).toBe(`Lower ${word}`);
    const reader = await open({ viewport: PHONE });
    await visit(reader, '/');
    expect(await reader.locator('main article h3').first().textContent()).toBe(`Lower ${word}`);

    // Another editor unpins both.
    await runSql(inject('databaseUrl'), "update tales set featured_rank = null where title like '%' || $1", [word]);
    await page.getByRole('button', { name: `Move Upper ${word} up` }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Error pinning tales' });
    await alert.getByText('Someone else changed this list. Their version is shown.').waitFor();
    await page.getByText('No pinned tales. The 4 newest tales are shown.').waitFor();
  },
);

journey('a category is created by its name, merged with changes of another editor, and merged into another category', async ({ open }) => {
  const word = uniqueWord();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-categories?mode=new');
  await page.getByLabel('Name', { exact: true }).fill(`Wolves ${word}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Category created', 'The category has been successfully created.').waitFor();
  await page.waitForURL(/\?id=\d+$/);
  const id = new URL(page.url()).searchParams.get('id');
  expect(await page.getByLabel('Image motif').inputValue()).toBe('wolf');
  await addTale(page, { title: `A wolf ${word}`, author: `Teller ${word}`, category: `wolves-${word}` });

  await page.getByLabel('Description').fill('Mine');
  await page.getByRole('link', { name: 'Classic' }).first().click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  const update = 'update categories set description = $2, name = $3, version = version + 1 where id = $1';
  await runSql(inject('databaseUrl'), update, [id, 'Theirs', `Wolves and more ${word}`]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Both versions changed: Description.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Wolves and more ${word}`);
  expect(await page.getByLabel('Description').inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Category updated', 'The category has been successfully updated.').waitFor();

  await page.getByRole('button', { name: 'Delete...' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('This category has 1 tale').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Merge into another...' }).click();
  await dialog.getByLabel('Into').selectOption('Dark');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await toast(page, 'Categories merged', 'All its tales are now in Dark.').waitFor();
  await expect.poll(() => requestPage(`/categories/wolves-${word}`)).toEqual([301, '/categories/dark']);
  expect(await requestPage(`/tales?category=wolves-${word}`)).toEqual([301, '/tales?category=dark']);
  expect(await requestPage('/categories/magical')).toEqual([301, '/categories/magical-creatures']);
});

journey('failed requests show an error and keep the input', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE, /ERR_FAILED/] });
  await signIn(page, { role: 'admin' });
  await page.route('**/api/v1/admin/categories', (route) => route.fulfill({ status: 400, json: { detail: 'The list is locked.' } }));
  await visit(page, '/manage-categories');
  await page.getByRole('alert').getByText('The list is locked.').waitFor();
  await page.unroute('**/api/v1/admin/categories');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('list', { name: 'Categories in their order' }).waitFor();
  await visit(page, '/manage-authors?id=999999');
  await page.getByText('This author no longer exists.').waitFor();
  await visit(page, '/manage-authors?mode=new');
  await page.getByLabel('Name', { exact: true }).fill('Nobody');
  await page.route('**/api/v1/admin/authors', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Could not reach the server.').first().waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nobody');
});

/** Admin screens, each with a button that it shows once it is loaded. */
const SCREENS: readonly (readonly [screen: string, button: string | RegExp])[] = [
  ['/manage-authors?id=1', 'Save'],
  ['/manage-categories?id=1', 'Save'],
  ['/manage-collections?id=1', 'Save'],
  ['/manage-featured', /^Pin /],
  ['/manage-nights', /^Choose a tale for /],
];

journey('the admin screens of the catalogue are accessible and fit the viewport', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  for (const [screen, button] of SCREENS) {
    await visit(page, screen);
    await page.getByRole('button', { name: button }).first().waitFor();
    await expectAccessible(page);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `width of ${screen}`).toBe(size.width);
    }
  }
  await page.setViewportSize(PHONE);
  await visit(page, '/manage-authors?id=1');
  await page.getByRole('button', { name: 'Merge into another...' }).click();
  await page.getByRole('alertdialog').getByLabel('Into').first().fill('e');
  await page.getByRole('alertdialog').getByRole('radio').first().waitFor();
  await expectAccessible(page);
});
