import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { urls } from '#src/urls.ts';
import { type Door, openDoor } from './door.ts';
import { expectAccessible } from './expect-accessible.ts';
import { arrived, journey, PHONE, untilAlive, type Visitor, visit } from './journey.ts';
import { message, newPerson, signInAs } from './people.ts';

/** The browser's own words when nobody answers, React's on a page that did not come, and what a tale that was taken back is answered. */
const EXPECTED = [
  /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|CONNECTION_RESET)/,
  /^console: Unreached: /,
  /status of 410/,
];
const ALLOWED: Visitor = { serviceWorkers: 'allow', expected: EXPECTED, reducedMotion: 'reduce' };

const tale = journey
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  .extend('door', async ({}, { onCleanup }): Promise<Door> => {
    const door = await openDoor(inject('origin'));
    onCleanup(() => door.close());
    return door;
  });

tale('a guest keeps a tale, reads it without a network, and what is done meanwhile is there afterwards', async ({ open, door }) => {
  const page = await open({ ...ALLOWED, origin: door.origin, viewport: PHONE });
  await visit(page, '/tale/the-frog-king');
  await untilControlled(page);
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Keep offline').click();
  await page.getByText('Ready without internet', { exact: true }).waitFor();
  expect(await page.getByLabel('Keep offline').isChecked()).toBe(true);

  await door.shut();
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
  await arrived(page, (url) => url.pathname === '/offline', 'Kept on this device');
  await page.getByText('That page needs the internet').waitFor();
  await page.getByRole('link', { name: 'Rapunzel' }).waitFor();
  await expectAccessible(page);

  await door.open();
  await page.getByRole('link', { name: 'Try again' }).click();
  await arrived(page, '**/tale/cinderella', 'Cinderella');
  expect(await page.getByText('You are offline.').count()).toBe(0);
  await visit(page, '/favorites');
  await page.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
});

tale('what somebody with an account does without a network is sent later', async ({ open, door }) => {
  const person = await newPerson();
  const page = await open({ ...ALLOWED, origin: door.origin });
  await signInAs(page, person);
  await visit(page, '/tale/rapunzel');
  await untilControlled(page);
  await expect.poll(() => keptTales(page)).toContain('rapunzel');
  await page.context().setOffline(true);
  await door.shut();
  await page.reload();
  await untilAlive(page);
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).waitFor();
  await door.open();
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/bookshelf/changes') && answer.ok());
  await page.context().setOffline(false);
  await sent;
  const other = await open();
  await signInAs(other, person);
  await visit(other, '/favorites');
  await other.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
  // Nothing of a person is in what the device keeps of pages.
  expect(await page.evaluate(readAllPages)).not.toContain(person.name);
  // And who logs out takes along which tales they were.
  expect(await page.evaluate(async () => (await fetch('/api/v1/session', { method: 'DELETE' })).status)).toBe(204);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});

tale('a pack is kept with its progress, goes on after a break, and is taken away; a full device says so', async ({ open, door }) => {
  const page = await open({ ...ALLOWED, origin: door.origin, viewport: PHONE });
  await visit(page, urls.offline());
  await page.getByRole('heading', { name: 'Nothing kept yet' }).waitFor();
  await untilControlled(page);
  const pack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A week of bedtimes' }) });
  await pack.getByText(/^7 tales · .* aloud · about \d+\.\d MB$/).waitFor();

  const held = await holdBack(page, 2);
  await pack.getByRole('button', { name: 'Keep this pack' }).click();
  await pack.getByText('2 of 7 kept').waitFor();
  expect(await pack.getByRole('progressbar').getAttribute('value')).toBe('2');
  await expectAccessible(page, undefined, '.packs');
  await pack.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Go on');
  await pack.getByRole('button', { name: 'Go on' }).waitFor();
  await held.letGo();
  await page.reload();
  await pack.getByText('2 of 7 kept').waitFor();
  await pack.getByRole('button', { name: 'Go on' }).click();
  await message(page, 'Ready without internet', '7 tales').waitFor();

  const session = await page.context().newCDPSession(page);
  const quotaSize = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin: door.origin, quotaSize });
  const journeyPack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Long car journey' }) });
  await journeyPack.getByRole('button', { name: 'Keep this pack' }).click();
  await message(page, 'No room on this device', 'Remove some tales first.').waitFor();
  await pack.getByText('Ready without internet').waitFor();
  await session.send('Storage.overrideQuotaForOrigin', { origin: door.origin });

  // One that its owner took back goes, and the reader is told.
  door.answerAt('/tale/urashima-taro', 410);
  await page.evaluate(() => localStorage.removeItem('talewood.renewed'));
  await page.reload();
  await page.getByText('Urashima Tarō: taken back by the library').waitFor();
  await page.getByRole('button', { name: 'Understood' }).click();
  await page.getByText('Urashima Tarō: taken back').waitFor({ state: 'hidden' });
  await pack.getByText('Ready without internet').waitFor();

  await pack.getByRole('button', { name: 'Remove' }).press('Enter');
  await pack.getByRole('button', { name: 'Keep this pack' }).waitFor();
  await page.getByRole('heading', { name: 'Nothing kept yet' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('A week of bedtimes');
});

tale('a new version offers itself and loads nothing anew by itself', async ({ open, door }) => {
  const page = await open({ ...ALLOWED, origin: door.origin });
  await visit(page, '/tale/rapunzel');
  await untilControlled(page);
  door.changeWorker((code) => `${code}\n// A later one.`);
  await page.evaluate(() => {
    (window as { mark?: boolean }).mark = true;
    return navigator.serviceWorker.getRegistration().then((registration) => registration?.update());
  });
  await page.getByText('A new version is ready.').waitFor();
  await expectAccessible(page, undefined, '.notices');
  expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);
  const other = await page.context().newPage();
  await visit(other, '/tale/the-frog-king');
  await other.evaluate(() => {
    (window as { mark?: boolean }).mark = true;
  });
  await page.getByRole('button', { name: 'Use it now' }).click();
  await page.waitForFunction(() => (window as { mark?: boolean }).mark === undefined);
  await page.getByRole('heading', { level: 1, name: 'Rapunzel' }).waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBe(null);
  // The other window reads on as it was.
  expect(await other.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);

  // One that leaves, as the operator has it when the worker is switched off.
  door.changeWorker(
    () => "addEventListener('install', () => skipWaiting()); addEventListener('activate', () => registration.unregister());",
  );
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)).toBe(true);
});

/** Waits until the worker has gathered the site and answers for the page, and the page that was open is kept. */
async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const slug = /\/tale\/(.+)$/.exec(new URL(page.url()).pathname)?.[1];
  if (slug !== undefined) await expect.poll(() => keptTales(page)).toContain(slug);
}

function keptTales(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('talewood-tales')).keys();
    return requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
  });
}

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
