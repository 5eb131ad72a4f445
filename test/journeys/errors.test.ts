import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrived, journey, visit } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';

/** Lost ways, a failing server, and no network at all. */

journey('an unknown address: 404 and the way home', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  // Below the path of a page with another layout, which the hydration must not take it for.
  expect(await visit(page, '/verify/no/such/place')).toBe(404);
  await page.getByRole('heading', { level: 1, name: '404' }).waitFor();
  await page.getByText('Oops! Page not found').waitFor();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('Load More that fails keeps what is there and can be tried again', async ({ open }) => {
  const page = await open({ expected: [/status of 503/] });
  await visit(page, '/tales');
  const asked = await failTheApi(page, '**/api/v1/tales?*');
  await page.getByRole('link', { name: 'Load More Tales' }).click();
  const again = page.getByRole('button', { name: 'Try again' }).or(page.getByRole('link', { name: 'Try again' }));
  await again.waitFor();
  expect(await page.locator('article.tale').count()).toBe(12);
  await asked.heal();
  await again.click();
  await page
    .getByRole('status')
    .filter({ hasText: /^24 of \d+ tales$/ })
    .waitFor();
});

journey('suggestions that fail leave a search box that searches', async ({ open }) => {
  const page = await open({ expected: [/status of 503/] });
  await visit(page, '/');
  const asked = await failTheApi(page, '**/api/v1/suggestions?*');
  await page.keyboard.press('/');
  await page.keyboard.type('wolf');
  await asked.reach(1);
  await page.keyboard.press('Enter');
  await arrived(page, '**/tales?q=wolf', 'Browse Tales');
});

journey('without a network the page says so and keeps what it has', async ({ open }) => {
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

/** Lets the API answer 503 until `heal`; `reach` waits until so many requests have been answered. */
async function failTheApi(page: Page, pattern: string) {
  let count = 0;
  let look = () => {};
  await page.route(pattern, async (route) => {
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Service Unavailable","status":503}' });
    count += 1;
    look();
  });
  return {
    reach: (wanted: number) =>
      new Promise<void>((resolve) => {
        look = () => (count >= wanted ? resolve() : undefined);
        look();
      }),
    heal: () => page.unroute(pattern),
  };
}
