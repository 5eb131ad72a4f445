import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { makeShelf } from './bookshelf-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { bringVoices } from './fake-voices.ts';
import { arrived, PHONE, untilAlive, visit } from './journey.ts';
import { hearToTheEnd } from './listening-steps.ts';
import { ALLOWED, keptTales, LOCAL_VOICE, tale, untilControlled } from './offline-steps.ts';
import { message, newPerson, signInAs } from './users.ts';

tale('a guest saves a tale, reads and hears it offline, and offline changes are kept', async ({ open, proxy }) => {
  const page = await open({ ...ALLOWED, origin: proxy.origin, viewport: PHONE });
  await bringVoices(page, [LOCAL_VOICE]);
  await visit(page, '/tale/the-frog-king');
  await untilControlled(page);
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Save offline').click();
  await page.getByText('Ready without internet', { exact: true }).waitFor();
  expect(await page.getByLabel('Save offline').isChecked()).toBe(true);

  await proxy.disconnect();
  // By a link, before anything has said that there is no network: a tale that was only opened.
  await follow(page, '/tale/the-frog-king');
  await arrived(page, '**/tale/the-frog-king', 'The Frog King');
  await page.getByText('You are offline.').waitFor();
  await follow(page, '/tale/rapunzel');
  await arrived(page, '**/tale/rapunzel', 'Rapunzel');
  await page.reload();
  await untilAlive(page);
  expect(await page.locator('#tale-text').innerText()).toContain('tower');
  expect(await brokenPictures(page)).toEqual([]);
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
  await follow(page, '/tale/cinderella');
  await arrived(page, (url) => url.pathname === '/offline', 'Saved on this device');
  await page.getByText('That page is not available offline').waitFor();
  await page.getByRole('link', { name: 'Rapunzel' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Rapunzel' }).click();
  await arrived(page, '**/tale/rapunzel', 'Rapunzel');
  await untilAlive(page);
  await hearToTheEnd(page);

  await proxy.connect();
  await visit(page, urls.offline('/tale/cinderella'));
  await page.getByRole('link', { name: 'Try again' }).click();
  await arrived(page, '**/tale/cinderella', 'Cinderella');
  expect(await page.getByText('You are offline.').count()).toBe(0);
  await visit(page, '/favorites');
  await page.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
});

tale('offline changes of a signed-in user are sent later', async ({ open, proxy }) => {
  const person = await newPerson();
  const page = await open({ ...ALLOWED, origin: proxy.origin });
  await signInAs(page, person);
  await visit(page, '/tale/rapunzel');
  await untilControlled(page);
  await expect.poll(() => keptTales(page)).toContain('rapunzel');
  await page.context().setOffline(true);
  await proxy.disconnect();
  await page.reload();
  await untilAlive(page);
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
  await makeShelf(page, 'By the fire');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('slider', { name: 'Text size' }).press('ArrowRight');
  await page.waitForFunction(() => document.documentElement.dataset.size === '5');
  await page.reload();
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).waitFor();
  const context = page.context();
  await page.close();
  await proxy.connect();
  await context.setOffline(false);
  // Only a page that is opened later has a network.
  const later = await context.newPage();
  const sent = later.waitForResponse((answer) => answer.url().endsWith('/bookshelf/changes') && answer.ok());
  const chosen = later.waitForResponse((answer) => answer.url().endsWith('/account/settings') && answer.ok());
  await visit(later, '/');
  await Promise.all([sent, chosen]);
  const other = await open();
  await signInAs(other, person);
  await visit(other, '/favorites');
  await other.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
  await other.waitForFunction(() => document.documentElement.dataset.size === '5');
  await visit(other, urls.collections());
  await other.getByRole('heading', { name: 'By the fire' }).waitFor();
  // Nothing of a person is in what the device keeps of pages.
  expect(await later.evaluate(readAllPages)).not.toContain(person.name);
  // And who logs out takes along which tales they were, and is told before.
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
  await arrived(later, (url) => url.pathname === '/', /./);
  await expect.poll(() => keptTales(later)).toEqual([]);
});

tale('a pack is saved with progress, resumes after an interruption, and is removed; a full device is reported', async ({ open, proxy }) => {
  const page = await open({ ...ALLOWED, origin: proxy.origin, viewport: PHONE });
  await visit(page, urls.offline());
  await page.getByRole('heading', { name: 'No saved tales yet' }).waitFor();
  await untilControlled(page);
  const pack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A week of bedtimes' }) });
  await pack.getByText(/^7 tales · .* aloud · about \d+\.\d MB$/).waitFor();

  const held = await holdBack(page, 2);
  await pack.getByRole('button', { name: 'Save this pack' }).click();
  await pack.getByText('2 of 7 saved').waitFor();
  expect(await pack.getByRole('progressbar').getAttribute('value')).toBe('2');
  await expectAccessible(page, '.packs');
  await pack.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Resume');
  await pack.getByRole('button', { name: 'Resume' }).waitFor();
  await held.letGo();
  await page.reload();
  await pack.getByText('2 of 7 saved').waitFor();
  await pack.getByRole('button', { name: 'Resume' }).click();
  await message(page, 'Ready without internet', '7 tales').waitFor();

  const session = await page.context().newCDPSession(page);
  const quotaSize = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin, quotaSize });
  const journeyPack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Long car journey' }) });
  await journeyPack.getByRole('button', { name: 'Save this pack' }).click();
  await message(page, 'Not enough storage on this device', 'Remove some tales first.').waitFor();
  await pack.getByText('Ready without internet').waitFor();
  await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin });

  // One that its owner took back goes, and the reader is told.
  const [gone = ''] = await keptTales(page);
  const title = await page.evaluate(async (slug) => (await (await fetch(`/api/v1/tales/${slug}`)).json()).title, gone);
  proxy.answerAt(urls.tale(gone), 410);
  await page.evaluate(() => localStorage.removeItem('talewood.renewed'));
  await page.reload();
  await page.getByText(`${title}: no longer published`).waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByText(`${title}: taken back`).waitFor({ state: 'hidden' });
  await pack.getByText('Ready without internet').waitFor();

  await pack.getByRole('button', { name: 'Remove' }).press('Enter');
  await pack.getByRole('button', { name: 'Save this pack' }).waitFor();
  await page.getByRole('heading', { name: 'No saved tales yet' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('A week of bedtimes');
});

tale('a new version is offered and does not reload by itself', async ({ open, proxy }) => {
  const page = await open({ ...ALLOWED, origin: proxy.origin });
  await visit(page, '/tale/rapunzel');
  await untilControlled(page);
  proxy.changeWorker((code) => `${code}\n// A later one.`);
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
  // The other window reads on as it was.
  expect(await other.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);

  // The reloaded page registers the worker when it is idle. That must not happen during the removal, which it would cancel.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('start-offline')));
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  // One that leaves, as the operator has it when the worker is switched off.
  proxy.changeWorker(
    () => "addEventListener('install', () => skipWaiting()); addEventListener('activate', () => registration.unregister());",
  );
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)).toBe(true);
});

/** Lets so many pages of tales through and holds back the others. */
async function holdBack(page: Page, count: number): Promise<{ letGo(): Promise<void> }> {
  let seen = 0;
  const pattern = /\/tale\/[a-z-]+$/;
  await page.route(pattern, async (route) => {
    seen += 1;
    if (seen <= count) await route.continue();
  });
  return { letGo: () => page.unroute(pattern) };
}

function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.getClientRects().length > 0)
      .map(({ src }) => src),
  );
}

/** Runs in the page. */
async function readAllPages(): Promise<string> {
  const texts: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (answer?.headers.get('content-type')?.startsWith('text/html')) texts.push(await answer.text());
    }
  }
  return texts.join('\n');
}

/** Clicks a link of ours to the address. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
}
