import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible } from './expect-accessible.ts';
import { PHONE, visit, waitForHydration, waitForPage } from './journey.ts';
import { LOCAL_VOICE, listSavedTales, offlineJourney, WITH_SERVICE_WORKER, waitForServiceWorker } from './offline-steps.ts';
import { createCollection } from './reader-library-steps.ts';
import { stubVoices } from './speech-stub.ts';
import { listenToEnd } from './text-to-speech-steps.ts';
import { createUser, signInAs, toast } from './users.ts';

offlineJourney('a guest saves a tale, reads and plays it offline, and offline changes are saved', async ({ open, proxy }) => {
  const page = await open({ ...WITH_SERVICE_WORKER, origin: proxy.origin, viewport: PHONE });
  await stubVoices(page, [LOCAL_VOICE]);
  await visit(page, '/tale/the-frog-king');
  await waitForServiceWorker(page);
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Save offline').click();
  await page.getByText('Ready without internet', { exact: true }).waitFor();
  expect(await page.getByLabel('Save offline').isChecked()).toBe(true);

  await proxy.disconnect();
  // A visited tale opens by a link before the loss of the network is detected.
  await followLink(page, '/tale/the-frog-king');
  await waitForPage(page, '**/tale/the-frog-king', 'The Frog King');
  await page.getByText('You are offline.').waitFor();
  await followLink(page, '/tale/rapunzel');
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  await page.reload();
  await waitForHydration(page);
  expect(await page.locator('#tale-text').innerText()).toContain('tower');
  expect(await listBrokenImages(page)).toEqual([]);
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
  await followLink(page, '/tale/cinderella');
  await waitForPage(page, (url) => url.pathname === '/offline', 'Saved on this device');
  await page.getByText('That page is not available offline').waitFor();
  await page.getByRole('link', { name: 'Rapunzel' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Rapunzel' }).click();
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  await waitForHydration(page);
  await listenToEnd(page);

  await proxy.connect();
  await visit(page, urls.offline('/tale/cinderella'));
  await page.getByRole('link', { name: 'Try again' }).click();
  await waitForPage(page, '**/tale/cinderella', 'Cinderella');
  expect(await page.getByText('You are offline.').count()).toBe(0);
  await visit(page, '/favorites');
  await page.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
});

offlineJourney('offline changes of a logged-in user are sent later', async ({ open, proxy }) => {
  const user = await createUser();
  const page = await open({ ...WITH_SERVICE_WORKER, origin: proxy.origin });
  await signInAs(page, user);
  await visit(page, '/tale/rapunzel');
  await waitForServiceWorker(page);
  await expect.poll(() => listSavedTales(page)).toContain('rapunzel');
  await page.context().setOffline(true);
  await proxy.disconnect();
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
  await createCollection(page, 'By the fire');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('slider', { name: 'Text size' }).press('ArrowRight');
  await page.waitForFunction(() => document.documentElement.dataset.size === '5');
  await page.reload();
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).waitFor();
  const context = page.context();
  await page.close();
  await proxy.connect();
  await context.setOffline(false);
  // Only a page opened later is online.
  const later = await context.newPage();
  const libraryChanges = later.waitForResponse((response) => response.url().endsWith('/bookshelf/changes') && response.ok());
  const settingsChanges = later.waitForResponse((response) => response.url().endsWith('/account/settings') && response.ok());
  await visit(later, '/');
  await Promise.all([libraryChanges, settingsChanges]);
  const other = await open();
  await signInAs(other, user);
  await visit(other, '/favorites');
  await other.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
  await other.waitForFunction(() => document.documentElement.dataset.size === '5');
  await visit(other, urls.collections());
  await other.getByRole('heading', { name: 'By the fire' }).waitFor();
  // Cached pages contain no personal data.
  expect(await later.evaluate(readCachedPages)).not.toContain(user.name);
  // Logging out deletes downloads after a confirmation.
  await visit(later, '/tale/rapunzel');
  await later.getByRole('button', { name: 'Save', exact: true }).click();
  await later.getByLabel('Save offline').click();
  await later.getByText('Ready without internet', { exact: true }).waitFor();
  await later.keyboard.press('Escape');
  await later.locator('.name-menu summary').click();
  await later.getByRole('button', { name: 'Logout' }).click();
  const question = later.getByRole('alertdialog', { name: 'Log out?' });
  await question.getByText('Downloads on this device will be deleted: 1 tale.').waitFor();
  await question.getByRole('button', { name: 'Log out' }).click();
  await waitForPage(later, (url) => url.pathname === '/', /./);
  await expect.poll(() => listSavedTales(later)).toEqual([]);
});

offlineJourney(
  'a pack is saved with progress, resumed after an interruption, and removed; full storage is reported',
  async ({ open, proxy }) => {
    const page = await open({ ...WITH_SERVICE_WORKER, origin: proxy.origin, viewport: PHONE });
    await visit(page, urls.offline());
    await page.getByRole('heading', { name: 'No saved tales yet' }).waitFor();
    await waitForServiceWorker(page);
    const pack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A week of bedtimes' }) });
    await pack.getByText(/^7 tales · .* aloud · about \d+\.\d MB$/).waitFor();

    const held = await blockTalesAfter(page, 2);
    await pack.getByRole('button', { name: 'Save this pack' }).click();
    await pack.getByText('2 of 7 saved').waitFor();
    expect(await pack.getByRole('progressbar').getAttribute('value')).toBe('2');
    await expectAccessible(page, '.packs');
    await pack.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Resume');
    await pack.getByRole('button', { name: 'Resume' }).waitFor();
    await held.release();
    await page.reload();
    await pack.getByText('2 of 7 saved').waitFor();
    await pack.getByRole('button', { name: 'Resume' }).click();
    await toast(page, 'Ready without internet', '7 tales').waitFor();

    const session = await page.context().newCDPSession(page);
    const quotaSize = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin, quotaSize });
    const journeyPack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Long car journey' }) });
    await journeyPack.getByRole('button', { name: 'Save this pack' }).click();
    await toast(page, 'Not enough storage on this device', 'Remove some tales first.').waitFor();
    await pack.getByText('Ready without internet').waitFor();
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin });

    // An unpublished tale is removed, and the reader is notified.
    const [unpublished = ''] = await listSavedTales(page);
    const title = await page.evaluate(async (slug) => (await (await fetch(`/api/v1/tales/${slug}`)).json()).title, unpublished);
    proxy.respondAt(urls.tale(unpublished), 410);
    await page.evaluate(() => localStorage.removeItem('talewood.renewed'));
    await page.reload();
    await page.getByText(`${title}: no longer published`).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByText(`${title}: no longer published`).waitFor({ state: 'hidden' });
    await pack.getByText('Ready without internet').waitFor();

    await pack.getByRole('button', { name: 'Remove' }).press('Enter');
    await pack.getByRole('button', { name: 'Save this pack' }).waitFor();
    await page.getByRole('heading', { name: 'No saved tales yet' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('A week of bedtimes');
  },
);

offlineJourney('a new version is offered and does not reload by itself', async ({ open, proxy }) => {
  const page = await open({ ...WITH_SERVICE_WORKER, origin: proxy.origin });
  await page.context().addInitScript(countRegistrations);
  await visit(page, '/tale/rapunzel');
  await waitForServiceWorker(page);
  proxy.changeWorker((code) => `${code}\n// A new version.`);
  await page.evaluate(() => {
    (window as { mark?: boolean }).mark = true;
    return navigator.serviceWorker.getRegistration().then((registration) => registration?.update());
  });
  await page.getByText('A new version is ready.').waitFor();
  await expectAccessible(page, '.notices');
  expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);
  const other = await page.context().newPage();
  await visit(other, '/tale/the-frog-king');
  await other.evaluate(() => {
    (window as { mark?: boolean }).mark = true;
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => (window as { mark?: boolean }).mark === undefined);
  await page.getByRole('heading', { level: 1, name: 'Rapunzel' }).waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBe(null);
  // The other tab is not reloaded.
  expect(await other.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);

  // Pages register the worker when they are idle. That must not happen during the removal, which it would cancel.
  for (const each of [page, other]) await each.waitForFunction(() => (window as WithRegistrations).registrations === 1);
  // A worker that unregisters itself, as served when the operator turns the service worker off.
  proxy.changeWorker(
    () => "addEventListener('install', () => skipWaiting()); addEventListener('activate', () => registration.unregister());",
  );
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)).toBe(true);
});

type WithRegistrations = Window & { registrations?: number };

/** Counts the registrations of a service worker that have ended. Runs in the page before its scripts. */
function countRegistrations(): void {
  const { serviceWorker } = navigator;
  // An empty tab.
  if (serviceWorker === undefined) return;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = async (...given) => {
    const registration = await register(...given);
    const page = window as WithRegistrations;
    page.registrations = (page.registrations ?? 0) + 1;
    return registration;
  };
}

/** Lets a number of tale pages through and blocks the others. */
async function blockTalesAfter(page: Page, count: number): Promise<{ release(): Promise<void> }> {
  let seen = 0;
  const pattern = /\/tale\/[a-z-]+$/;
  await page.route(pattern, async (route) => {
    seen += 1;
    if (seen <= count) await route.continue();
  });
  return { release: () => page.unroute(pattern) };
}

function listBrokenImages(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.getClientRects().length > 0)
      .map(({ src }) => src),
  );
}

/** Runs in the page. Returns the HTML of all cached pages. */
async function readCachedPages(): Promise<string> {
  const texts: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      if (response?.headers.get('content-type')?.startsWith('text/html')) texts.push(await response.text());
    }
  }
  return texts.join('\n');
}

/** Clicks an internal link to the address. */
async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
}
