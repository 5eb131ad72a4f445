import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { arrived, journey, PHONE, visit, WIDE } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** The screens on which the catalogue is kept. Each journey makes authors, collections and categories of its own. */

const word = () => `w${crypto.randomUUID().slice(0, 8)}`;

/** Published long ago, so that it is nowhere among the newest. */
async function addTale(page: Page, about: { title: string; author: string; category?: string }): Promise<string> {
  const body = { category: 'dark', excerpt: 'A test.', content: '<p>Once.</p>', status: 'published', publish_date: '1950-01-01T00:00:00Z' };
  const rights = { source: 'Told at home', rights: 'Public domain' };
  const made = await apiRequest<{ tale: { id: string } }>(page, 'POST', '/admin/tales', { ...body, ...rights, ...about });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.tale.id;
}

/** What a visitor's browser is told at an address of the site, without following. */
async function visitor(path: string): Promise<[status: number, location: string | null]> {
  const answer = await fetch(inject('origin') + path, { redirect: 'manual' });
  await answer.body?.cancel();
  return [answer.status, answer.headers.get('location')];
}

journey('an author is made and another one merged into it; the old address and name lead there', async ({ open }) => {
  const w = word();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-authors');
  await arrived(page, '**/manage-authors', 'Authors');
  await addTale(page, { title: `The Goose ${w}`, author: `J. Grim ${w}` });
  expect(await visitor(`/author/j-grim-${w}`)).toEqual([200, null]);

  await page.getByRole('link', { name: 'New Author' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-wrong').getByText('Name is required').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill(`Jacob Grimm ${w}`);
  await page.getByLabel('Year of birth').fill('1785');
  await page.getByLabel('Year of death').fill('1700');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-wrong').getByText('Must not be before the year of birth').waitFor();
  await page.getByLabel('Year of death').fill('1863');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Author created', 'The author has been successfully created.').waitFor();
  await page.waitForURL(/\?id=\d+$/);

  await page.getByLabel('Search authors').fill(w);
  await page.getByRole('link', { name: `J. Grim ${w}` }).click();
  // The form of the author before has the same button.
  await page.getByRole('heading', { level: 2, name: `J. Grim ${w}` }).waitFor();
  await page.getByRole('button', { name: 'Merge into another...' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByText('Choose the author to merge into.').waitFor();
  await dialog.getByLabel('Into').first().fill(`Jacob Grimm ${w}`);
  await dialog.getByRole('radio').check();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await toast(page, 'Authors merged', `All tales are now by Jacob Grimm ${w}.`).waitFor();
  await page.getByRole('heading', { level: 2, name: `Jacob Grimm ${w}` }).waitFor();
  await expect.poll(() => page.getByLabel('Other names').inputValue()).toBe(`J. Grim ${w}`);
  await page.getByText('1 author', { exact: true }).waitFor();

  await expect.poll(() => visitor(`/author/j-grim-${w}`)).toEqual([301, `/author/jacob-grimm-${w}`]);
  await addTale(page, { title: `The Golden Key ${w}`, author: `J. Grim ${w}` });
  const reader = await open({ viewport: PHONE });
  await visit(reader, `/author/j-grim-${w}`);
  await arrived(reader, `**/author/jacob-grimm-${w}`, `Jacob Grimm ${w}`);
  await reader
    .getByRole('link', { name: `The Golden Key ${w}` })
    .first()
    .waitFor();
  expect(await reader.getByText(`The Goose ${w}`).count()).toBeGreaterThan(0);
});

journey('a collection is created, filled and sorted by keyboard', async ({ open }) => {
  const w = word();
  const page = await open();
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-collections');
  for (const title of ['First', 'Second', 'Third']) await addTale(page, { title: `${title} ${w}`, author: `Teller ${w}` });
  await page.getByRole('link', { name: 'New Collection' }).press('Enter');
  await page.getByLabel('Title').waitFor();
  expect(await page.getByLabel('Title').evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(`Nights ${w}`);
  await page.getByLabel('Add a tale').focus();
  // Enter takes the first tale that is found, and leaves the collection unsaved.
  await page.keyboard.type(`First ${w}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove First ${w}` }).waitFor();
  expect(await page.getByLabel('Add a tale').inputValue()).toBe('');
  await page.keyboard.type(w);
  for (const title of ['Second', 'Third']) await page.getByRole('button', { name: `Add ${title} ${w}` }).press('Enter');
  const up = page.getByRole('button', { name: `Move Third ${w} up` });
  await up.press('Enter');
  await page.getByText(`Third ${w} is now number 2 of 3`).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Third ${w} is now number 1 of 3`).waitFor();
  expect(await up.evaluate((button) => button === document.activeElement), 'the focus goes along').toBe(true);
  await page.getByRole('button', { name: `Remove First ${w}` }).press('Enter');
  const next = page.getByRole('button', { name: `Remove Second ${w}` });
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await toast(page, 'Collection created', 'The collection has been successfully created.').waitFor();

  const reader = await open();
  await expect.poll(() => visitor(`/collections/nights-${w}`)).toEqual([200, null]);
  await visit(reader, `/collections/nights-${w}`);
  const titles = await reader.locator('main h3, main h2').filter({ hasText: w }).allTextContents();
  expect(titles).toEqual([`Third ${w}`, `Second ${w}`]);

  await page.getByRole('button', { name: 'Delete...' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await toast(page, 'Collection deleted', 'Its tales were not deleted.').waitFor();
  await expect.poll(() => visitor(`/collections/nights-${w}`)).toEqual([410, null]);
});

journey(
  'a tale is pinned and drawn to the first place, and a visitor meets it first; a second editor’s order is not overwritten',
  async ({ open }) => {
    const w = word();
    const page = await open({ expected: [STATUS_IN_CONSOLE] });
    await signIn(page, { role: 'admin' });
    await visit(page, '/manage-featured');
    for (const title of ['Upper', 'Lower']) await addTale(page, { title: `${title} ${w}`, author: `Teller ${w}` });
    await page.getByLabel('Pin a tale').fill(w);
    for (const title of ['Upper', 'Lower']) await page.getByRole('button', { name: `Add ${title} ${w}` }).click();
    const pinned = page.getByRole('list', { name: 'Pinned tales' }).getByRole('listitem');
    await expect.poll(() => pinned.count()).toBe(2);
    const [from, to] = [await pinned.nth(1).locator('.ordered-handle').boundingBox(), await pinned.nth(0).boundingBox()];
    if (from === null || to === null) throw new Error('The pins are not shown.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 4, { steps: 5 });
    await page.mouse.up();
    await page.getByText(`Lower ${w} is now number 1 of 2`).waitFor();
    const ids = async () =>
      (await apiRequest<{ pins: { title: string }[] }>(page, 'GET', '/admin/featured')).body.pins.map(({ title }) => title);
    await expect.poll(ids).toEqual([`Lower ${w}`, `Upper ${w}`]);

    const first = async () => {
      const home = (await (await fetch(`${inject('origin')}/api/v1/home`)).json()) as { featured: { title: string }[] };
      return home.featured[0]?.title;
    };
    await expect.poll(first).toBe(`Lower ${w}`);
    const reader = await open({ viewport: PHONE });
    await visit(reader, '/');
    expect(await reader.locator('main h3').first().textContent()).toBe(`Lower ${w}`);

    // Somebody else takes both away.
    await runSql(inject('databaseUrl'), "update tales set featured_rank = null where title like '%' || $1", [w]);
    await page.getByRole('button', { name: `Move Upper ${w} up` }).click();
    const told = page.getByRole('alert').filter({ hasText: 'Error pinning tales' });
    await told.getByText('Someone else changed this list. Their version is shown.').waitFor();
    await page.getByText('No pinned tales. The 4 newest tales are shown.').waitFor();
  },
);

journey('a category is made by its name alone and merged; what somebody else has saved is merged into a form', async ({ open }) => {
  const w = word();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-categories?mode=new');
  await page.getByLabel('Name', { exact: true }).fill(`Wolves ${w}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Category created', 'The category has been successfully created.').waitFor();
  await page.waitForURL(/\?id=\d+$/);
  const id = new URL(page.url()).searchParams.get('id');
  expect(await page.getByLabel('Image motif').inputValue()).toBe('wolf');
  await addTale(page, { title: `A wolf ${w}`, author: `Teller ${w}`, category: `wolves-${w}` });

  await page.getByLabel('Description').fill('Mine');
  await page.getByRole('link', { name: 'Classic' }).first().click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  const set = 'update categories set description = $2, name = $3, version = version + 1 where id = $1';
  await runSql(inject('databaseUrl'), set, [id, 'Theirs', `Wolves and more ${w}`]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Both versions changed: Description.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Wolves and more ${w}`);
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
  await expect.poll(() => visitor(`/categories/wolves-${w}`)).toEqual([301, '/categories/dark']);
  expect(await visitor(`/tales?category=wolves-${w}`)).toEqual([301, '/tales?category=dark']);
  expect(await visitor('/categories/magical')).toEqual([301, '/categories/magical-creatures']);
});

journey('what cannot be reached says so, and nothing typed is lost', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE, /ERR_FAILED/] });
  await signIn(page, { role: 'admin' });
  await page.route('**/api/v1/admin/categories', (route) => route.fulfill({ status: 400, json: { detail: 'The shelf is stuck.' } }));
  await visit(page, '/manage-categories');
  await page.getByRole('alert').getByText('The shelf is stuck.').waitFor();
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

/** Each with the button by which one sees that it has come. */
const SCREENS: readonly (readonly [screen: string, button: string | RegExp])[] = [
  ['/manage-authors?id=1', 'Save'],
  ['/manage-categories?id=1', 'Save'],
  ['/manage-collections?id=1', 'Save'],
  ['/manage-featured', /^Pin /],
  ['/manage-nights', /^Choose a tale for /],
];

journey('the admin screens of authors, categories, collections and featured tales are accessible and fit the window', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  for (const [screen, button] of SCREENS) {
    await visit(page, screen);
    await page.getByRole('button', { name: button }).first().waitFor();
    await expectAccessible(page);
    for (const size of [PHONE, WIDE]) {
      await page.setViewportSize(size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${screen} is no wider than the window`).toBe(size.width);
    }
  }
  await page.setViewportSize(PHONE);
  await visit(page, '/manage-authors?id=1');
  await page.getByRole('button', { name: 'Merge into another...' }).click();
  await page.getByRole('alertdialog').getByLabel('Into').first().fill('e');
  await page.getByRole('alertdialog').getByRole('radio').first().waitFor();
  await expectAccessible(page);
});
