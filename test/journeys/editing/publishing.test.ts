import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, PHONE, visit } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';
import { addDraft, field, openNewTale, replaceText, uniqueTitle } from './tale-form-steps.ts';

/** Publishing and scheduling from the publish dialog. Each journey has its own tale. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Publish tale' });
const detail = (page: Page) => page.getByRole('region', { name: 'Tale details' });
const dialogField = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const openDialog = (page: Page) => page.locator('.tale-form').getByRole('button', { name: 'Publish', exact: true });

async function readTale(title: string) {
  const [tale] = await runSql<{ id: string; status: string; author: string; source: string; rights: string; excerpt: string; date: Date }>(
    inject('databaseUrl'),
    'select id, status, author, source, rights, excerpt, publish_date as date from tales where title = $1',
    [title],
  );
  return tale;
}

/** Counts the clicks of a page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('click', () => (counted.clicks += 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

// Version 1.0.0 took seven clicks and six fields to type into.
journey('an own tale is published with four clicks besides its title and text', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const { name } = await signIn(page, { role: 'admin', name: 'Gerda of the roof' });
  await visit(page, '/');
  // The category that was used last is suggested.
  await page.evaluate(() => localStorage.setItem('talewood.last-category', 'folklore'));
  await visit(page, '/manage-tales');
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'New Tale' }).click();
  const title = uniqueTitle('The Window Box');
  await field(page, 'Title').fill(title);
  await page.locator('.tale-form').getByRole('textbox', { name: 'Content' }).focus();
  await page.keyboard.type('Two roses grew in a box on the roof. They never quarrelled.');
  await openDialog(page).click();
  await dialog(page).getByText('It appears on the home page and in feeds at once.').waitFor();
  await dialog(page).getByText('Author is required').waitFor();
  expect(await dialogField(page, 'Excerpt').inputValue()).toBe('Two roses grew in a box on the roof. They never quarrelled.');
  await expectAccessibleAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'I wrote this myself' }).click();
  await dialog(page).getByText('Author is required').waitFor({ state: 'detached' });
  const sent: string[] = [];
  page.on('request', (request) => /admin\/tales/.test(request.url()) && request.method() !== 'GET' && sent.push(request.method()));
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Tale published', title).waitFor();
  expect(await clicks()).toBe(4);
  expect(sent).toEqual(['POST']);
  expect(await readTale(title)).toMatchObject({
    ...{ status: 'published', author: name, source: `An original tale by ${name}`, rights: 'All rights reserved' },
  });
  const note = detail(page).getByText('Published. Read the tale');
  await expect.poll(() => note.evaluate((element) => element === document.activeElement)).toBe(true);
  const [tab] = await Promise.all([page.waitForEvent('popup'), note.getByRole('link', { name: 'Read the tale' }).click()]);
  await tab.getByRole('heading', { level: 1, name: title }).waitFor();
});

journey('a draft is scheduled by keyboard only, and nothing is lost when a field is missing or the connection fails', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE, /Failed to load resource/] });
  await signIn(page, { role: 'admin' });
  const slug = await addDraft();
  const title = uniqueTitle('The Late Letter');
  await runSql(inject('databaseUrl'), 'update tales set title = $2 where slug = $1', [slug, title]);
  const id = (await readTale(title))?.id;
  await visit(page, `/manage-tales?tale=${id}`);
  await detail(page).getByRole('button', { name: 'Publish' }).press('Enter');
  await dialog(page).getByRole('heading', { name: 'Required to publish' }).waitFor();
  await dialog(page).getByRole('radio', { name: 'Now', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await dialog(page)
    .getByText(/^It appears on the home page and in feeds on \d/)
    .waitFor();
  await dialogField(page, 'Date and time').fill('2020-01-01T10:00');
  await dialogField(page, 'Source').fill('Told at the harbour.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('CC0');
  await dialog(page).getByText('The author waives all rights: anyone may use it for anything, without naming the author.').waitFor();
  await dialog(page).getByRole('button', { name: 'Schedule' }).press('Enter');
  await dialog(page).getByText('Must be in the future. To publish at once, choose “Now”.').waitFor();
  await expectAccessibleAtBothWidths(page);
  await dialogField(page, 'Date and time').fill('2199-11-25T19:00');
  // Nor when the editor goes back, and stays.
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  expect(await dialogField(page, 'Date and time').inputValue()).toBe('2199-11-25T19:00');
  expect(await dialogField(page, 'Source').inputValue()).toBe('Told at the harbour.');
  expect(await dialogField(page, 'Date and time').evaluate((input) => input === document.activeElement)).toBe(true);

  await page.route('**/api/v1/admin/tales/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()));
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Could not reach the server').waitFor();
  expect(await dialogField(page, 'Source').inputValue()).toBe('Told at the harbour.');
  expect((await readTale(title))?.status).toBe('draft');
  await page.unrouteAll();
  // Escape keeps what was typed in the form.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await field(page, 'Source').inputValue()).toBe('Told at the harbour.');
  expect(await page.getByLabel('Status').inputValue()).toBe('draft');
  await openDialog(page).press('Enter');
  await dialog(page).getByRole('radio', { name: 'Later' }).check();
  await dialogField(page, 'Date and time').fill('2199-11-25T19:00');
  await dialog(page).getByRole('button', { name: 'Schedule' }).press('Enter');
  await detail(page).getByText('Scheduled for 25 November 2199, 19:00. Preview the tale').waitFor();
  expect(await readTale(title)).toMatchObject({ status: 'published', source: 'Told at the harbour.', rights: 'CC0 1.0' });
  await expectAccessibleAtBothWidths(page);
});

journey('the dialog waits for an earlier draft, which would close it, and opens with the values of the draft', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const slug = await addDraft();
  const [tale] = await runSql<{ id: string; version: number }>(inject('databaseUrl'), 'select id, version from tales where slug = $1', [
    slug,
  ]);
  await visit(page, `/manage-tales?tale=${tale?.id}`);
  const draft = { tale_id: tale?.id, base_version: tale?.version, fields: { source: 'Told by the draft.' } };
  expect((await apiRequest(page, 'PUT', `/admin/drafts/${crypto.randomUUID()}`, draft)).status).toBe(200);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/admin/drafts', async (route) => {
    await released;
    await route.continue();
  });
  await detail(page).getByRole('button', { name: 'Publish' }).press('Enter');
  await page.locator('.tale-form button[aria-busy="true"]', { hasText: 'Publish' }).waitFor();
  expect(await dialog(page).count()).toBe(0);
  release();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await dialog(page).waitFor();
  expect(await dialogField(page, 'Source').inputValue()).toBe('Told by the draft.');
});

journey('leaving with a date that was only chosen in the dialog asks before it is lost', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const title = uniqueTitle('The Early Letter');
  await runSql(inject('databaseUrl'), 'update tales set title = $2 where slug = $1', [await addDraft(), title]);
  await visit(page, `/manage-tales?tale=${(await readTale(title))?.id}`);
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const back = () => page.evaluate(() => history.back());
  await detail(page).getByRole('button', { name: 'Publish' }).click();
  await dialog(page).waitFor();
  await back();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await question.count()).toBe(0);
  await detail(page).getByRole('button', { name: 'Publish' }).click();
  await dialog(page).getByRole('radio', { name: 'Later' }).check();
  await back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await detail(page).getByRole('button', { name: 'Edit Tale' }).waitFor();
});

journey('what the dialog cannot change is a link into the form; closing it leads back', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const slug = await addDraft();
  const title = uniqueTitle('The Picture');
  const picture = '<figure><img src="/media/0123456789abcdef0123-500x400/500.webp" alt="" width="500" height="400"></figure>';
  await runSql(inject('databaseUrl'), 'update tales set title = $2, content = $3 where slug = $1', [slug, title, `<p>One.</p>${picture}`]);
  await page.route('**/media/**', (route) => route.fulfill({ body: '' }));
  await visit(page, `/manage-tales?tale=${(await readTale(title))?.id}`);
  await detail(page).getByRole('button', { name: 'Publish' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await detail(page).getByRole('button', { name: 'Edit Tale' }).waitFor();
  await detail(page).getByRole('button', { name: 'Publish' }).click();
  await dialog(page).getByText('Picture 1 in the text has no alt text').click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.field')?.querySelector('.label')?.textContent))
    .toContain('Content');
});

journey('a new tale without a title keeps its text when it is published with the suggested fields', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  await openNewTale(page);
  await replaceText(page, 'A fox counted the stars. He stopped at nine.');
  await openDialog(page).click();
  const title = uniqueTitle('The Counting Fox');
  await dialogField(page, 'Title').fill(title);
  await dialogField(page, 'Author').fill('Kay');
  await dialogField(page, 'Source').fill('Told by a fox.');
  await dialogField(page, 'Rights').selectOption('Other text');
  await dialogField(page, 'Text of the licence').fill('By permission of the fox');
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog(page).getByRole('list').getByText('Category is required').first().waitFor();
  await expect.poll(() => dialogField(page, 'Category').evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('Folklore');
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Tale published', title).waitFor();
  expect(await readTale(title)).toMatchObject({
    ...{ status: 'published', author: 'Kay', excerpt: 'A fox counted the stars. He stopped at nine.', rights: 'By permission of the fox' },
  });
});
