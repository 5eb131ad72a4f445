import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { PASSWORD, signIn } from './users.ts';

/** API keys, from the form to their use, and the API guide. */

const panel = (page: Page) => page.getByRole('region', { name: 'API keys' });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const fitsViewport = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Sends an API request with a key. */
function requestWithKey(secret: string, path = '/tales', method = 'GET') {
  return fetch(`${inject('origin')}/api/v1/admin${path}`, { method, headers: { authorization: `Bearer ${secret}` } });
}

journey('an API key is created, used and revoked by keyboard', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin', name: 'The Snow Queen' });
  const name = `Import ${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, '/manage-keys');
  await waitForPage(page, '**/manage-keys', 'API keys');
  await expectAccessible(page);

  await page.getByLabel('Name', { exact: true }).press('Enter');
  await panel(page).getByText('Please enter a name').waitFor();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Permissions').selectOption('Read and write');
  await page.getByLabel('Expires').selectOption('Never');
  await page.getByLabel('Current password', { exact: true }).fill('not the right one at all');
  await page.getByRole('button', { name: 'Create key' }).press('Enter');
  await panel(page).getByText('That is not your current password.').first().waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create key' }).press('Enter');
  const title = page.getByRole('heading', { name: 'Your new key' });
  await title.waitFor();
  expect(await title.evaluate((heading) => heading === document.activeElement), 'the heading of the new key has the focus').toBe(true);
  const secret = await page.locator('.key-secret').innerText();
  expect(secret).toMatch(/^tw_[A-Za-z0-9_-]{43}$/);
  expect(await fitsViewport(page)).toBe(true);
  await expectAccessible(page);

  expect((await requestWithKey(secret)).status).toBe(200);
  await page.getByRole('button', { name: "I've copied it" }).press('Enter');
  await page.getByRole('heading', { name: 'New key' }).waitFor();
  expect(await page.getByText(secret).count(), 'it is not shown again').toBe(0);
  expect(await rowOf(page, name).innerText()).toMatch(/Active[\s\S]*Read and write[\s\S]*Never\s+Never/i);

  const revoke = page.getByRole('button', { name: `Revoke the key ${name}` });
  await revoke.press('Enter');
  await page.keyboard.press('Escape');
  expect((await requestWithKey(secret)).status).toBe(200);
  await revoke.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Key revoked').waitFor();
  await rowOf(page, name).getByText('Revoked', { exact: true }).waitFor();
  expect((await requestWithKey(secret)).status).toBe(401);
});

journey('a list that fails to load can be retried, and a rejected form keeps its input', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  let isBroken = true;
  await page.route('**/api/v1/admin/keys*', (route) => (isBroken ? route.fulfill({ status: 400, body: '{}' }) : route.continue()));
  await visit(page, '/manage-keys');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Kept input');
  await page.getByRole('button', { name: 'Create key' }).click();
  await panel(page).getByText('Error creating key').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept input');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByText(/\d+ keys?$|No API keys yet/)
    .first()
    .waitFor();
});

journey('the API guide works without JavaScript', async ({ open }) => {
  const page = await open({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto('/api');
  await page.getByRole('heading', { name: 'The API', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Drafts' }).click();
  const draft = page.locator('details#saveDraft');
  expect(await draft.getByText('tale_id').first().isVisible()).toBe(false);
  await draft.locator('summary').click();
  expect(await draft.getByText('tale_id').first().isVisible()).toBe(true);
  expect(await draft.getByText('curl -X PUT').isVisible()).toBe(true);
});

journey('the API guide is accessible and linked', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-keys');
  await page.getByRole('link', { name: 'the API guide' }).click();
  await page.getByRole('heading', { name: 'The API', level: 1 }).waitFor();
  const count = await page
    .locator('details.guide-endpoint')
    .evaluateAll((each) => each.map((details) => details.setAttribute('open', '')).length);
  expect(count).toBeGreaterThan(40);
  expect(await fitsViewport(page)).toBe(true);
  // Checking all of them with axe takes a minute.
  await page.locator('details.guide-endpoint:not(#listTales, #updateTale, #uploadMedia)').evaluateAll((each) => {
    for (const details of each) details.remove();
  });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Manage, API keys' }).click();
  await waitForPage(page, '**/manage-keys', 'API keys');
});
