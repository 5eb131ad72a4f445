import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { createCollection } from './reader-library-steps.ts';
import { signIn } from './users.ts';

const NAME = 'For class 3';
const TALES = ['rapunzel', 'the-snow-queen', 'the-frog-king'];
const NOT_FOUND = /Failed to load resource: the server responded with a status of 404/;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this collection' });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const titles = (page: Page) => page.locator('article.tale h3').allInnerTexts();

/** Saves the tales to a new collection; the last toast is open. */
async function chooseTales(page: Page): Promise<void> {
  await visit(page, urls.tale(TALES[0] ?? ''));
  await createCollection(page, NAME);
  for (const slug of TALES.slice(1)) {
    await visit(page, urls.tale(slug));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel(NAME).check();
    await page
      .getByRole('status')
      .filter({ hasText: `Saved to ${NAME}` })
      .waitFor();
  }
}

/** Prints a list; returns the headings outside the texts of the tales. */
async function print(button: Locator): Promise<(string | null)[]> {
  const page = button.page();
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', document.querySelector('.print-extra')?.innerHTML ?? '');
  });
  await button.click();
  await page.locator('html[data-printed]').waitFor({ state: 'attached' });
  return page.evaluate(() => {
    const paper = new DOMParser().parseFromString(document.documentElement.dataset.printed ?? '', 'text/html');
    return [...paper.querySelectorAll('h1, h2, h3')].filter((head) => head.closest('.prose') === null).map((head) => head.textContent);
  });
}

/** Counts clicks from now on. `openCollection`: from the message after saving to the collection. */
function countClicks(page: Page) {
  let clicks = 0;
  const click = async (name: string, among: ReturnType<typeof dialog> | Page = page) => {
    clicks += 1;
    await among.getByRole('button', { name, exact: true }).click();
  };
  const openCollection = async () => {
    await click('My tales');
    await waitForPage(page, urls.myTales(), 'My tales');
    clicks += 1;
    await openFromMyTales(page);
  };
  return { click, openCollection, total: () => clicks };
}

async function openFromMyTales(page: Page): Promise<void> {
  await page.getByRole('link', { name: new RegExp(NAME) }).click();
  await waitForPage(page, /\/collections\/mine\?shelf=/, NAME);
}

journey('three tales are shared in four clicks; the link opens for everyone, follows the list, and ends', async ({ open }) => {
  const page = await open({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  const { name } = await signIn(page, { name: 'Gerda Secret' });
  await chooseTales(page);
  const { click, openCollection, total } = countClicks(page);
  await openCollection();
  await click('Share');
  await click('Create link', dialog(page));
  await dialog(page)
    .getByRole('img', { name: `QR code that opens ${NAME}` })
    .waitFor();
  await dialog(page).getByText('Link copied').waitFor();
  expect(total()).toBe(4);
  const link = await copied(page);
  expect(
    await dialog(page)
      .getByLabel('Link to share')
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await expectAccessible(page);
  const printed = await print(dialog(page).getByRole('button', { name: 'Print', exact: true }));
  expect(printed).toEqual([NAME, 'The Frog King', 'The Snow Queen', 'Rapunzel']);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  expect(link).toMatch(/\/lists\/[A-Za-z0-9_-]{22}$/);

  const visitor = await open({ viewport: PHONE, expected: [NOT_FOUND], fresh: true });
  expect(await visit(visitor, link)).toBe(200);
  expect(await titles(visitor)).toEqual(['The Frog King', 'The Snow Queen', 'Rapunzel']);
  expect(await visitor.content()).not.toContain(name);
  expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await expectAccessible(visitor);

  await page.getByRole('button', { name: 'Remove Rapunzel' }).click();
  const titlesNow = async () => {
    await visit(visitor, link);
    return titles(visitor);
  };
  await expect.poll(titlesNow).toEqual(['The Frog King', 'The Snow Queen']);

  await click('Share');
  await click('Stop sharing', dialog(page));
  await page.getByRole('alertdialog', { name: 'Stop sharing?' }).getByRole('button', { name: 'Stop sharing' }).click();
  await dialog(page).getByRole('button', { name: 'Create link' }).waitFor();
  expect(await visit(visitor, link)).toBe(404);
  await visitor.getByRole('heading', { level: 1, name: 'This list is not available' }).waitFor();
});

journey('without an account the link carries the list, and a visitor saves it', async ({ open }) => {
  const page = await open({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  await chooseTales(page);
  const { click, openCollection, total } = countClicks(page);
  await openCollection();
  await click('Share');
  await dialog(page).getByText('Later changes of your collection are not included in this link.').waitFor();
  await click('Copy link', dialog(page));
  expect(total()).toBe(4);
  const link = await copied(page);
  expect(new URL(link).search).toBe('?name=For%20class%203&tales=the-frog-king,the-snow-queen,rapunzel');

  const visitor = await open({ viewport: PHONE, fresh: true });
  expect(await visit(visitor, link)).toBe(200);
  await visitor.getByRole('button', { name: 'Save this list' }).click();
  await visitor.getByRole('button', { name: 'My tales', exact: true }).click();
  await openFromMyTales(visitor);
  await expect.poll(() => titles(visitor)).toEqual(['The Frog King', 'The Snow Queen', 'Rapunzel']);
});

journey('a shared list is downloaded and printed, with discussion questions if wanted', async ({ open }) => {
  const page = await open();
  await visit(page, urls.sharedList(`?name=Ours&tales=${TALES}`));
  await page.getByLabel('With discussion questions').check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download EPUB' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Ours.epub');
  expect((await readFile(await download.path())).toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');

  const printed = await print(page.getByRole('button', { name: 'Print', exact: true }));
  expect(printed).toEqual(['Ours', 'Rapunzel', 'To talk about', 'The Snow Queen', 'To talk about', 'The Frog King', 'To talk about']);
});

journey('offline the dialog says that sharing needs a connection', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await signIn(page);
  await visit(page, urls.tale('rapunzel'));
  await createCollection(page, NAME);
  await visit(page, urls.collections());
  await page.getByRole('link', { name: new RegExp(NAME) }).click();
  await page.getByRole('button', { name: 'Remove Rapunzel' }).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Create link' }).waitFor();
  await page.context().setOffline(true);
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  await dialog(page).getByText('Sharing a collection needs a connection.').waitFor();
  await page.context().setOffline(false);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await dialog(page).getByRole('button', { name: 'Create link' }).waitFor();
});

journey('a reported list is revoked from the inbox', async ({ open }) => {
  const page = await open({ expected: [NOT_FOUND] });
  await signIn(page, { role: 'admin' });
  await visit(page, urls.tale('rapunzel'));
  await createCollection(page, 'Bad words');
  await visit(page, urls.collections());
  await page.getByRole('link', { name: /Bad words/ }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  const link = await dialog(page).getByLabel('Link to share').inputValue();

  await visit(page, link);
  await page.getByRole('link', { name: 'Report a problem' }).click();
  await page.getByLabel('About: the shared list you came from').waitFor();
  await page.getByLabel('Your message').fill('The name of this list is not nice.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();

  await visit(page, urls.manageInbox());
  await page.getByText('The name of this list is not nice.').first().click();
  await page.getByRole('link', { name: 'Bad words' }).waitFor();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('status').filter({ hasText: 'Link revoked' }).waitFor();
  expect(await page.getByRole('button', { name: 'Revoke link' }).count()).toBe(0);
  expect(await visit(page, link)).toBe(404);
});
