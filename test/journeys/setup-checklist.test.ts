import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Site, startSite } from '../site.ts';
import { addUser, PASSWORD } from '../users.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { DESKTOP, journey, type Open, PHONE, visit, waitForIdle } from './journey.ts';
import { toast } from './users.ts';

/** The checklist for administrators of a new site, on a site of its own. */

let site: Site;
let email: string;

beforeAll(async () => {
  site = await startSite({ env: { NODE_ENV: 'journeys' } });
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  ({ email } = await addUser(client, { name: 'The Snow Queen', role: 'admin' }));
  await client.end();
});
afterAll(() => site.stop());

const checklist = (page: Page) => page.getByRole('region', { name: 'Set up your site' });
const summary = (page: Page) => checklist(page).locator('summary');
const share = (page: Page, done: number) => summary(page).getByText(`${done} of 5 done`);
const firstRow = (page: Page) => page.locator('.tale-table tbody tr').first();

async function openAsAdmin(open: Open, options: Parameters<Open>[0]): Promise<Page> {
  const page = await open({ origin: site.origin, ...options });
  const data = { email, password: PASSWORD };
  const response = await page.context().request.post('/api/v1/session', { data, headers: { Origin: site.origin } });
  expect(response.status()).toBe(200);
  return page;
}

async function openTales(page: Page): Promise<void> {
  await visit(page, '/manage-tales');
  await firstRow(page).waitFor();
  await waitForIdle(page);
}

/** Returns the layout shifts without user input since the page was loaded. */
function sumShifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        const sum = (entries: PerformanceEntryList) =>
          (entries as Shift[]).reduce((all, { value, hadRecentInput }) => all + (hadRecentInput ? 0 : value), 0);
        new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
}

const isFocused = (page: Page, selector: string) => page.evaluate((of) => document.activeElement?.matches(of), selector);

journey('a step is done by doing it, on a phone', async ({ open }) => {
  const page = await openAsAdmin(open, { viewport: PHONE, painted: true, images: true });
  await openTales(page);
  await share(page, 0).waitFor();
  expect(await sumShifts(page)).toBeLessThan(0.01);
  const row = await firstRow(page).boundingBox();
  expect((row?.y ?? Number.POSITIVE_INFINITY) + (row?.height ?? 0), 'the list is in reach').toBeLessThan(PHONE.height);
  await summary(page).press('Enter');
  await checklist(page).getByText('npm run talewood -- backup FILE').waitFor();
  expect(await checklist(page).getByRole('listitem').count()).toBe(5);
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize(PHONE);

  await page.evaluate(() => localStorage.setItem('talewood.last-category', 'folklore'));
  await checklist(page).getByRole('link', { name: 'Create tale' }).press('Enter');
  await page.locator('.tale-form').getByLabel('Title', { exact: true }).fill('The First Snow');
  expect(await checklist(page).isVisible(), 'beside a form').toBe(false);
  await page.locator('.tale-form').getByRole('textbox', { name: 'Content' }).focus();
  await page.keyboard.type('It snowed, and nobody had asked for it.');
  await page.locator('.tale-form').getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish tale' });
  await dialog.getByRole('button', { name: 'I wrote this myself' }).click();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Tale published', 'The First Snow').waitFor();
  await page.locator('.detail-back').click();
  await share(page, 1).waitFor();
  await checklist(page).getByText('Done: Publish your first tale').waitFor();
});

journey('by keyboard: folded, dismissed, shown again by Undo and in Site settings', async ({ open }) => {
  const page = await openAsAdmin(open, { viewport: DESKTOP, painted: true, images: true });
  await openTales(page);
  await checklist(page).getByRole('button', { name: 'Dismiss' }).waitFor();
  expect(await sumShifts(page)).toBeLessThan(0.01);
  await summary(page).press('Enter');
  await checklist(page).getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'hidden' });
  await page.reload();
  await firstRow(page).waitFor();
  expect(await checklist(page).getByRole('button', { name: 'Dismiss' }).isVisible(), 'folded on this device').toBe(false);
  const row = await firstRow(page).boundingBox();
  expect((row?.y ?? Number.POSITIVE_INFINITY) + (row?.height ?? 0)).toBeLessThan(DESKTOP.height);

  await summary(page).press('Enter');
  await checklist(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  const message = toast(page, 'Setup checklist dismissed', 'You can show it again in Site settings.');
  await message.waitFor();
  await checklist(page).waitFor({ state: 'detached' });
  expect(await isFocused(page, 'h1')).toBe(true);
  await message.getByRole('button', { name: 'Undo' }).press('Enter');
  await checklist(page).waitFor();
  await message.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(page, 'h1')).toBe(true);
  await checklist(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  await checklist(page).waitFor({ state: 'detached' });

  await openTales(page);
  expect(await checklist(page).count()).toBe(0);
  await visit(page, '/manage-settings');
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Show the setup checklist' }).press('Enter');
  await page.waitForURL('**/manage-tales');
  await checklist(page).waitFor();
});

journey('the page works without the checklist when it cannot be loaded', async ({ open }) => {
  const page = await openAsAdmin(open, { expected: [/Failed to load resource/] });
  await page.route('**/api/v1/admin/setup', (route) => route.abort());
  await openTales(page);
  expect(await checklist(page).count()).toBe(0);
  // Loaded later, as when the window gets the focus, it stays away, and so does not interrupt what is being edited.
  await page.unroute('**/api/v1/admin/setup');
  await page.getByLabel('Search tales to manage').fill('f');
  const later = page.waitForResponse('**/api/v1/admin/setup');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await later;
  await waitForIdle(page);
  expect(await page.getByLabel('Search tales to manage').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await checklist(page).count()).toBe(0);
  let answer = () => {};
  await page.route('**/api/v1/admin/setup', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await visit(page, '/manage-tales');
  await firstRow(page).waitFor();
  const answered = page.waitForResponse('**/api/v1/admin/setup');
  answer();
  await answered;
  await waitForIdle(page);
  expect(await checklist(page).count()).toBe(0);
});
