import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { urls } from '#src/urls.ts';
import { runSql } from '../sql.ts';
import { expectAccessible } from './expect-accessible.ts';
import { journey, visit, waitForHydration, waitForPage } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { createUser, PASSWORD, submitLogin, toast } from './users.ts';

/** Unknown addresses, server errors, and no network. */

const CHUNKS = /assets\/(glossary-note|open-player)-.*\.js/;

journey('an unknown address shows the 404 page with a link home', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  // Below the path of a page with another layout: hydration must not match that page.
  expect(await visit(page, '/verify/no/such/place')).toBe(404);
  await page.getByRole('heading', { level: 1, name: '404' }).waitFor();
  await page.getByText('Oops! Page not found').waitFor();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('a visitor who opens a file for members is asked to log in, and led to the file', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const [file] = await runSql<{ id: string }>(inject('databaseUrl'), "select id from files where name = 'Answers.pdf'");
  const address = urls.file(file?.id ?? '', 'Answers.pdf');
  expect((await page.goto(address))?.status()).toBe(401);
  await page.getByRole('heading', { level: 1, name: 'Please log in' }).waitFor();
  expect(await page.title()).toBe('Please log in · Talewood');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await waitForPage(page, (url) => url.pathname === '/login' && url.searchParams.get('next') === address, 'Login');
  const { email } = await createUser();
  await waitForHydration(page);
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === address);
  await submitLogin(page, email, PASSWORD);
  expect((await opened).status()).toBe(200);
});

journey('if Load More fails, the list stays and it can be retried', async ({ open }) => {
  const page = await open({ expected: [/status of 503/] });
  await visit(page, '/tales');
  const api = await failApi(page, '**/api/v1/tales?*');
  await page.getByRole('link', { name: 'Load More Tales' }).click();
  const again = page.getByRole('button', { name: 'Try again' }).or(page.getByRole('link', { name: 'Try again' }));
  await again.waitFor();
  expect(await page.locator('article.tale').count()).toBe(12);
  await api.restore();
  await again.click();
  await page
    .getByRole('status')
    .filter({ hasText: /^24 of \d+ tales$/ })
    .waitFor();
});

journey('if suggestions fail, the search still works', async ({ open }) => {
  const page = await open({ expected: [/status of 503/] });
  await visit(page, '/');
  const api = await failApi(page, '**/api/v1/suggestions?*');
  await page.keyboard.press('/');
  await page.keyboard.type('wolf');
  await api.waitForRequests(1);
  await page.keyboard.press('Enter');
  await waitForPage(page, '**/tales?q=wolf', 'Browse Tales');
});

journey('if the meaning of an old word or the player cannot be loaded, a message says so', async ({ open }) => {
  const page = await open({ expected: [/ERR_FAILED/] });
  await visit(page, '/tale/the-fisherman-and-his-wife');
  await page.route(CHUNKS, (route) => route.abort());
  const word = page.getByRole('button', { name: 'parlour' }).first();
  // Only words near the viewport are buttons.
  const scrollToWord = () => page.locator('#tale-text p', { hasText: 'parlour' }).first().scrollIntoViewIfNeeded();
  await scrollToWord();
  await word.click();
  // The browser does not fetch a module again that it could not load.
  await toast(page, 'Could not load the meaning', 'Check the connection and reload the page.').waitFor();
  await page.getByRole('button', { name: 'Listen' }).click();
  await toast(page, "Couldn't start reading aloud", 'Check the connection and reload the page.').waitFor();
  await page.unroute(CHUNKS);
  await page.reload();
  await waitForHydration(page);
  await scrollToWord();
  await word.click();
  await page.getByRole('dialog', { name: 'parlour' }).waitFor();
});

journey('without a network, Load More shows an error and can be retried later', async ({ open }) => {
  const page = await open({ fresh: true, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await visit(page, '/tales');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Load More Tales' }).click();
  const again = page.getByRole('button', { name: 'Try again' }).or(page.getByRole('link', { name: 'Try again' }));
  await again.waitFor();
  expect(await page.locator('article.tale').count()).toBe(12);
  await page.context().setOffline(false);
  await again.click();
  await page
    .getByRole('status')
    .filter({ hasText: /^24 of \d+ tales$/ })
    .waitFor();
});

/** Answers API requests with 503 until `restore`; `waitForRequests` waits for a number of them. */
async function failApi(page: Page, pattern: string) {
  let count = 0;
  let check = () => {};
  await page.route(pattern, async (route) => {
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Service Unavailable","status":503}' });
    count += 1;
    check();
  });
  return {
    waitForRequests: (wanted: number) =>
      new Promise<void>((resolve) => {
        check = () => (count >= wanted ? resolve() : undefined);
        check();
      }),
    restore: () => page.unroute(pattern),
  };
}
