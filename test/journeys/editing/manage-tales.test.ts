import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { ManagedTale, SaveResult } from '#src/features/tales/admin/contract.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, PHONE, visit, waitForPage } from '../journey.ts';
import { signIn, toast } from '../users.ts';
import { field, save } from './tale-form-steps.ts';

/** The admin list of tales. Each journey has its own tales, found by a unique word in their titles. */

const uniqueWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

async function addTale(page: Page, title: string, fields: object = {}): Promise<ManagedTale> {
  const form = { title, author: 'The Brothers Grimm', category: 'dark', excerpt: `Of ${title}.`, content: '<p>Once upon a time.</p>' };
  const headers = { Origin: inject('origin') };
  const response = await page.request.post('/api/v1/admin/tales', { data: { ...form, ...fields }, headers });
  if (response.status() !== 201) throw new Error(`Creating the tale failed: ${await response.text()}`);
  const { tale }: SaveResult = await response.json();
  return tale;
}

const row = (page: Page, title: string) => page.locator('.list-panel').getByRole('row').filter({ hasText: title });
const opener = (page: Page, title: string) => page.locator('.list-panel').getByRole('button', { name: title, exact: true });
const detail = (page: Page) => page.getByRole('region', { name: 'Tale details' });
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

journey('an editor finds, opens, edits and deletes a tale by keyboard only', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const word = uniqueWord();
  const title = `The Raven ${word}`;
  const { id, slug } = await addTale(page, title);
  await addTale(page, `The Crow ${word}`);
  await visit(page, '/manage-tales');
  await waitForPage(page, '**/manage-tales', 'Manage Fairy Tales');
  await detail(page).getByText('Select a tale to view details or create a new tale').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type(word);
  await page.waitForURL((url) => url.searchParams.get('q') === word);
  await page.getByText('2 tales', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await detail(page).getByRole('heading', { name: title }).waitFor();
  expect(parameters(page)).toEqual({ q: word, tale: id });
  expect(await opener(page, title).getAttribute('aria-current')).toBe('true');
  for (const text of ['The Brothers Grimm', 'Dark', 'Draft', `Of ${title}.`, 'Once upon a time.'])
    await detail(page).getByText(text).first().waitFor();
  await expectAccessible(page);

  await page.keyboard.press('e');
  await page.getByRole('heading', { name: 'Edit Tale' }).waitFor();
  expect(parameters(page)).toEqual({ q: word, tale: id, mode: 'edit' });
  await field(page, 'Title').fill(`${title}, revised`);
  await save(page);
  await toast(page, 'Tale updated', 'The fairy tale has been successfully updated.').waitFor();
  await detail(page)
    .getByRole('heading', { name: `${title}, revised` })
    .waitFor();
  await opener(page, `${title}, revised`).waitFor();
  expect(parameters(page)).toEqual({ q: word, tale: id });
  await page.reload();
  await detail(page)
    .getByRole('heading', { name: `${title}, revised` })
    .waitFor();

  await page.getByLabel(`Actions for ${title}, revised`).press('Enter');
  await page.getByRole('button', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await dialog.getByText(`This will permanently delete "${title}, revised". This action cannot be undone.`).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast(page, 'Tale deleted', 'The fairy tale has been permanently deleted.').waitFor();
  await page.getByText('1 tale', { exact: true }).waitFor();
  await detail(page).getByText('Select a tale to view details or create a new tale').waitFor();
  expect(parameters(page)).toEqual({ q: word });
  // The slug of a draft follows its title.
  expect((await page.request.get(`/tale/${slug}-revised`)).status()).toBe(410);
});

async function addRows(page: Page, word: string): Promise<void> {
  // The texts are longer than the window.
  const content = '<p>Once upon a time.</p>'.repeat(60);
  for (let n = 10; n < 50; n += 1) await addTale(page, `Row ${n} ${word}`, { content });
  await visit(page, `/manage-tales?q=${word}&sort=title`);
  await page.getByText('40 tales', { exact: true }).waitFor();
}

const isInView = (row: Locator) =>
  row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const pane = element.closest('.list-scroll')?.getBoundingClientRect();
    return top > Math.max(0, pane?.top ?? 0) && bottom < Math.min(innerHeight, pane?.bottom ?? 0);
  });

journey('on a phone a tale far down the list opens at its top, and leaving it keeps the scroll position', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin' });
  const word = uniqueWord();
  await addRows(page, word);
  const last = opener(page, `Row 47 ${word}`);
  await last.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const before = await scrolled();
  expect(before).toBeGreaterThan(500);
  for (const leave of [() => page.getByRole('button', { name: 'All tales' }).click(), () => page.goBack()]) {
    await last.click();
    await detail(page)
      .getByRole('heading', { name: `Row 47 ${word}` })
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await scrolled()).toBe(0);
    await leave();
    await page.waitForURL((url) => !url.searchParams.has('tale'));
    await expect.poll(scrolled).toBe(before);
    expect(await isInView(last)).toBe(true);
  }
  // In an entry of its own, the list shows the tale that was open.
  await visit(page, `${new URL(page.url()).search.replace('?', '/manage-tales?')}&tale=${await last.getAttribute('data-tale')}`);
  await page.getByRole('button', { name: 'All tales' }).click();
  await page.waitForURL((url) => !url.searchParams.has('tale'));
  await expect.poll(() => isInView(last)).toBe(true);
});

journey('on a wide screen the list scrolls by itself, and stays while a tale is opened, edited, saved and left', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const word = uniqueWord();
  await addRows(page, word);
  const name = `Row 30 ${word}`;
  await opener(page, name).scrollIntoViewIfNeeded();
  const top = () => page.locator('.list-scroll').evaluate((pane) => Math.round(pane.scrollTop));
  const before = await top();
  expect(before).toBeGreaterThan(500);
  expect(await page.evaluate(() => scrollY)).toBeLessThan(500);
  await opener(page, name).click();
  await detail(page).getByRole('button', { name: 'Edit Tale' }).click();
  await field(page, 'Excerpt').fill('Shorter.');
  await save(page);
  // The form has the text as well.
  await detail(page).getByRole('button', { name: 'Edit Tale' }).waitFor();
  expect(await top()).toBe(before);
  expect(await opener(page, name).getAttribute('aria-current')).toBe('true');
  // Leaving the page and coming back.
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Authors' }).click();
  await waitForPage(page, '**/manage-authors', 'Authors');
  await page.goBack();
  await detail(page).getByText('Shorter.').waitFor();
  await expect.poll(top).toBe(before);
  await page.reload();
  // The browser keeps the row in place while fonts load.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40);
  // A menu at the end of the list is not cut off.
  await page.getByLabel(`Actions for Row 49 ${word}`).click();
  const remove = page.locator('.row-actions[open]').getByRole('button', { name: 'Delete' });
  await expect.poll(() => isInView(remove)).toBe(true);
  // A link to a tale shows its row.
  await page.goto(`/manage-tales?q=${word}&sort=title&order=desc&tale=${parameters(page).tale}`);
  await expect.poll(() => isInView(opener(page, name))).toBe(true);
});

journey('keyboard shortcuts open the neighbours, publish a draft, and are listed in a dialog', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const word = uniqueWord();
  for (const name of ['One', 'Two', 'Three']) await addTale(page, `${name} ${word}`);
  await visit(page, `/manage-tales?q=${word}`);
  await page.getByText('3 tales', { exact: true }).waitFor();
  const title = (name: string) => detail(page).getByRole('heading', { name: `${name} ${word}` });
  await page.keyboard.press('j');
  await title('Three').waitFor();
  await page.keyboard.press('j');
  await title('Two').waitFor();
  await page.keyboard.press('k');
  await title('Three').waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Publish the draft').waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await title('Three').waitFor();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Publish tale' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await detail(page).getByRole('button', { name: 'Edit Tale' }).waitFor();
  await page.keyboard.press('n');
  await field(page, 'Title').focus();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor();
});

journey('the list shows who else is editing a tale', async ({ open }) => {
  const kay = await open();
  const gerda = await open();
  await signIn(kay, { role: 'admin', name: 'Kay' });
  await signIn(gerda, { role: 'admin', name: 'Gerda' });
  const word = uniqueWord();
  const { id } = await addTale(kay, `The Shared ${word}`);
  await visit(gerda, `/manage-tales?q=${word}&tale=${id}&mode=edit`);
  await gerda.getByRole('heading', { name: 'Edit Tale' }).waitFor();
  const isListed = async () => {
    const { tales } = await (await kay.request.get('/api/v1/admin/edited-tales')).json();
    return tales.some((tale: { id: string }) => tale.id === id);
  };
  await expect.poll(isListed).toBe(true);
  await visit(kay, `/manage-tales?q=${word}`);
  await row(kay, `The Shared ${word}`).getByText('Gerda is editing').waitFor();
  await expectAccessibleAtBothWidths(kay);
});

journey('selected tales are published, trashed and restored; one that cannot be published says why', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const word = uniqueWord();
  const ready = { source: 'Told by the stove', rights: 'Public domain' };
  for (const name of ['One', 'Two']) await addTale(page, `${name} ${word}`, ready);
  await addTale(page, `Three ${word}`);
  await visit(page, `/manage-tales?q=${word}&sort=title`);
  await page.getByText('3 tales', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByLabel('Select all shown').check();
  const bar = page.getByRole('region', { name: 'Selected tales' });
  await bar.getByText('3 tales selected').waitFor();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Tales published', '2 tales.').waitFor();
  await bar.getByRole('alert').getByText(`Three ${word}`).waitFor();
  await row(page, `One ${word}`).getByText('Published').waitFor();
  await row(page, `Three ${word}`).getByText('Draft').waitFor();
  await bar.getByText('1 tale selected').waitFor();

  await page.getByLabel('Select all shown').check();
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByText('No tales found').waitFor();
  await page.getByRole('button', { name: 'Show trash' }).click();
  await page.getByText('3 tales', { exact: true }).waitFor();
  expect(parameters(page)).toEqual({ q: word, state: 'bin', sort: 'updated' });
  await page.getByLabel(`Actions for Two ${word}`).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('2 tales', { exact: true }).waitFor();
  await opener(page, `One ${word}`).click();
  await detail(page)
    .getByText(/^In the trash since/)
    .waitFor();
  await detail(page).getByRole('button', { name: 'Restore' }).click();
  await detail(page).getByRole('button', { name: 'Edit Tale' }).waitFor();
  await page.getByText('1 tale', { exact: true }).waitFor();
});

journey('on a phone list and tale are shown one at a time', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin' });
  const word = uniqueWord();
  const { id } = await addTale(page, `The Wolf ${word}`, { status: 'published', source: 'Told', rights: 'Public domain' });
  await visit(page, `/manage-tales?q=${word}`);
  await opener(page, `The Wolf ${word}`).click();
  await detail(page)
    .getByRole('heading', { name: `The Wolf ${word}` })
    .waitFor();
  expect(await page.locator('.list-panel').isVisible()).toBe(false);
  expect(parameters(page)).toEqual({ q: word, tale: id });
  await expectAccessible(page);
  await page.goBack();
  await opener(page, `The Wolf ${word}`).waitFor();
  expect(await detail(page).isVisible()).toBe(false);
  await opener(page, `The Wolf ${word}`).click();
  await detail(page).getByRole('button', { name: 'Edit Tale' }).click();
  await field(page, 'Title').fill('Discarded title');
  await detail(page).getByRole('button', { name: 'All tales' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field(page, 'Title').inputValue()).toBe('Discarded title');
  await detail(page).getByRole('button', { name: 'All tales' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await opener(page, `The Wolf ${word}`).waitFor();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByLabel(`Actions for The Wolf ${word}`)
      .click()
      .then(() => page.getByRole('button', { name: 'View' }).click()),
  ]);
  await tab.getByRole('heading', { level: 1, name: `The Wolf ${word}` }).waitFor();
});
