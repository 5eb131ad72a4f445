import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../sql.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { createCollection, readHalfway } from './reader-library-steps.ts';

const OFFLINE_IN_CONSOLE = /ERR_INTERNET_DISCONNECTED/;
const heart = (page: Page, title: string) => page.getByRole('button', { name: `Add to favorites: ${title}`, exact: true });
const titles = (page: Page) => page.locator('article.tale h3').allInnerTexts();

journey("a guest's favorite persists, is listed on /favorites, and can be removed", async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/tales');
  const title = (await page.locator('article.tale h3').first().innerText()) ?? '';
  await heart(page, title).click();
  await page.getByRole('status').filter({ hasText: 'Added to favorites' }).waitFor();
  await visit(page, '/tales');
  await expect.poll(() => heart(page, title).getAttribute('aria-pressed')).toBe('true');

  await visit(page, '/favorites');
  await page.locator('article.tale h3').waitFor();
  expect(await titles(page)).toEqual([title]);
  await page.getByText('Saved on this device. Log in to keep them everywhere.').waitFor();
  await heart(page, title).click();
  await page.getByRole('heading', { name: 'No favorites yet' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('article.tale h3').waitFor();
  expect(await titles(page)).toEqual([title]);
});

journey('favorites can be sorted, and a list that fails to load can be retried', async ({ open }) => {
  const page = await open({ expected: [/ERR_FAILED/] });
  await visit(page, '/tales');
  for (const n of [0, 3, 5]) await page.locator('.heart').nth(n).click();
  await visit(page, '/favorites');
  await page.locator('article.tale h3').nth(2).waitFor();
  await page.getByLabel('Sort by').selectOption('Title, A to Z');
  const shown = await titles(page);
  const key = (title: string) => title.toLowerCase().replace(/^(the|an?) /, '');
  expect(shown).toEqual(shown.toSorted((a, b) => key(a).localeCompare(key(b))));

  await page.route('**/api/v1/tale-cards*', (route) => route.abort());
  await visit(page, '/favorites');
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/api/v1/tale-cards*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('article.tale h3').nth(2).waitFor();
});

journey('a collection is created from a tale, renamed, emptied and deleted', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Read later').check();
  await page.getByRole('status').filter({ hasText: 'Saved to Read later' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save');
  await createCollection(page, 'For winter evenings');

  await visit(page, '/collections');
  await page.getByRole('link', { name: /Read later/ }).waitFor();
  await page.getByRole('link', { name: /For winter evenings/ }).click();
  await waitForPage(page, /\/collections\/mine\?shelf=/, 'For winter evenings');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name').fill('  For summer   nights ');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'For summer nights' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'For summer nights' }).waitFor();

  await page.getByRole('button', { name: 'Remove Rapunzel' }).click();
  await page.getByRole('heading', { name: 'No tales here yet' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await waitForPage(page, '**/collections', 'Collections');
  expect(await page.getByRole('link', { name: /For summer nights/ }).count()).toBe(0);
});

journey('a returning reader is offered the reading position, and home shows the tale', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/the-snow-queen');
  await readHalfway(page);
  const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('talewood.bookshelf') ?? '').base.positions[0].place);
  await visit(page, '/');
  const row = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Continue reading' }) });
  await row.getByRole('link', { name: 'The Snow Queen' }).click();
  await waitForPage(page, '**/tale/the-snow-queen', 'The Snow Queen');
  await page.getByRole('button', { name: 'Continue where you left off' }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // The position does not depend on the line breaks.
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Continue where you left off' }).click();
  await expect.poll(() => firstBlock(page)).toBe(Number(saved.split('.')[0]));

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"finished":true'));
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(await row.count()).toBe(0);
  await visit(page, '/tale/the-snow-queen');
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('button', { name: 'Continue where you left off' }).count()).toBe(0);
});

journey('guest data is merged into the account, synced to other devices, and offline changes are sent later', async ({ open }) => {
  const cookie = await createSessionCookie();
  const phone = await open({ viewport: PHONE, expected: [OFFLINE_IN_CONSOLE] });
  await visit(phone, '/tale/rapunzel');
  await phone.getByRole('button', { name: 'Favorite', exact: true }).click();
  await phone.context().addCookies([cookie]);
  await synced(phone, () => visit(phone, '/tale/the-snow-queen'));
  await phone.context().setOffline(true);
  await phone.getByRole('button', { name: 'Favorite', exact: true }).click();
  await phone.getByRole('status').filter({ hasText: 'Added to favorites' }).waitFor();
  await synced(phone, () => phone.context().setOffline(false));

  const desktop = await open();
  await desktop.context().addCookies([cookie]);
  await visit(desktop, '/favorites');
  await desktop.locator('article.tale h3').nth(1).waitFor();
  expect(await titles(desktop)).toEqual(['The Snow Queen', 'Rapunzel']);
  expect(await desktop.getByText('Saved on this device.').isVisible()).toBe(false);
});

/** Returns the index of the first block with a visible line below the header. */
function firstBlock(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...(document.getElementById('tale-text')?.children ?? [])].findIndex((block) => block.getBoundingClientRect().bottom > 104),
  );
}

/** Runs the action, and waits until a change is saved to the account. */
async function synced(page: Page, action: () => Promise<unknown>): Promise<void> {
  const sent = page.waitForResponse((response) => response.url().endsWith('/bookshelf/changes') && response.status() === 200);
  await action();
  await sent;
}

/** Creates a user with a session, and returns its cookie. */
async function createSessionCookie() {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('base64url');
  await runSql(
    inject('databaseUrl'),
    `with new_user as (insert into users (name, email, email_verified) values ('Gerda', $1, true) returning id)
      insert into sessions (token, user_id, expires_at) select $2, id, now() + interval '14 days' from new_user`,
    [`${token.slice(0, 8).toLowerCase()}@tales.example`, hash],
  );
  return { name: 'talewood_session', value: token, url: inject('origin') };
}
