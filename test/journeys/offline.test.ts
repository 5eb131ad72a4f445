import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { urls } from '#src/urls.ts';
import { makeShelf } from './bookshelf-steps.ts';
import { type Door, openDoor } from './door.ts';
import { expectAccessible } from './expect-accessible.ts';
import { bringVoices, endSentence, listSaid, readGlow, speakQuickly } from './fake-voices.ts';
import { arrived, journey, PHONE, untilAlive, type Visitor, visit } from './journey.ts';
import { bar, glows, readTheEnd } from './listening-steps.ts';
import { message, newPerson, signInAs } from './people.ts';

/** The browser's own words when nobody answers, React's on a page that did not come, and what a tale that was taken back is answered. */
const EXPECTED = [
  /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|CONNECTION_RESET)/,
  /^console: Unreached: /,
  /status of 410/,
];
const LOCAL_VOICE = { name: 'Near', lang: 'en-GB', localService: true };
const ALLOWED: Visitor = { serviceWorkers: 'allow', expected: EXPECTED, reducedMotion: 'reduce' };

const tale = journey
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  .extend('door', async ({}, { onCleanup }): Promise<Door> => {
    const door = await openDoor(inject('origin'));
    onCleanup(() => door.close());
    return door;
  });

tale(
  'a guest keeps a tale, reads and hears it without a network, and what is done meanwhile is there afterwards',
  async ({ open, door }) => {
    const page = await open({ ...ALLOWED, origin: door.origin, viewport: PHONE });
    await bringVoices(page, [LOCAL_VOICE]);
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

    await page.getByRole('link', { name: 'Rapunzel' }).click();
    await arrived(page, '**/tale/rapunzel', 'Rapunzel');
    await untilAlive(page);
    await hearToTheEnd(page);

    await door.open();
    await visit(page, urls.offline('/tale/cinderella'));
    await page.getByRole('link', { name: 'Try again' }).click();
    await arrived(page, '**/tale/cinderella', 'Cinderella');
    expect(await page.getByText('You are offline.').count()).toBe(0);
    await visit(page, '/favorites');
    await page.locator('article.tale h3', { hasText: 'Rapunzel' }).waitFor();
  },
);

tale('at bedtime without a network the next tale is read on when it is here, and else it ends with a word', async ({ open, door }) => {
  const page = await open({ ...ALLOWED, origin: door.origin });
  await bringVoices(page, [LOCAL_VOICE]);
  await visit(page, '/tale/cinderella');
  await untilControlled(page);
  const title = await page.locator('a[rel=next] b').innerText();
  const next = (await page.locator('a[rel=next]').getAttribute('href')) ?? '';
  await visit(page, next);
  await untilControlled(page);
  // Listened to before, and not to its end: at bedtime it begins at its beginning all the same.
  await page.getByRole('button', { name: 'Listen' }).click();
  for (let sentence = 0; sentence < 15; sentence += 1) await bar(page).getByRole('button', { name: 'Next sentence' }).click();
  await page.waitForFunction(() => localStorage.getItem('talewood.bookshelf')?.includes('"place"'));
  await visit(page, urls.history());
  await visit(page, urls.favorites());
  await door.shut();

  await visit(page, '/tale/cinderella');
  await page.getByRole('button', { name: 'Listen' }).click();
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await readTheEnd(page);
  await speakQuickly(page);
  await arrived(page, `**${next}`, title);
  await bar(page).getByRole('button', { name: 'Bedtime: This tale' }).waitFor();
  await glows(page, title);
  expect(await listSaid(page)).toEqual([title]);
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'Two more' }).click();
  await readTheEnd(page);
  await speakQuickly(page);
  await page.getByRole('button', { name: 'Good night' }).click();
  await bar(page).getByText('The next tale could not be opened.').waitFor();
  expect(new URL(page.url()).pathname).toBe(next);

  // Of what one has read and likes, the device shows what it has.
  await page.evaluate(giveHearts, '00000000-0000-4000-8000-000000000001');
  await page.goto(urls.history());
  await page.getByRole('heading', { level: 3, name: title }).waitFor();
  await page.goto(urls.favorites());
  await page.locator('article.tale h3', { hasText: title }).waitFor();
  await page.getByText('1 more is not on this device.').waitFor();
  await expectAccessible(page);
  await page.locator('article.tale h3 a', { hasText: title }).click();
  await arrived(page, `**${next}`, title);
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
  await makeShelf(page, 'By the fire');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('slider', { name: 'Text size' }).press('ArrowRight');
  const size = await page.evaluate(() => document.documentElement.dataset.size);
  await page.reload();
  await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).waitFor();
  const context = page.context();
  await page.close();
  await door.open();
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
  await other.waitForFunction((step) => document.documentElement.dataset.size === step, size);
  await visit(other, urls.collections());
  await other.getByRole('heading', { name: 'By the fire' }).waitFor();
  // Nothing of a person is in what the device keeps of pages.
  expect(await later.evaluate(readAllPages)).not.toContain(person.name);
  // And who logs out takes along which tales they were, and is told before.
  await visit(later, '/tale/rapunzel');
  await later.getByRole('button', { name: 'Save', exact: true }).click();
  await later.getByLabel('Keep offline').click();
  await later.getByText('Ready without internet', { exact: true }).waitFor();
  await later.keyboard.press('Escape');
  await later.locator('.name-menu summary').click();
  await later.getByRole('button', { name: 'Logout' }).click();
  const question = later.getByRole('alertdialog', { name: 'Log out?' });
  await question.getByText('What you keep offline leaves this device, too: 1 tale.').waitFor();
  await question.getByRole('button', { name: 'Log out' }).click();
  await arrived(later, (url) => url.pathname === '/', /./);
  await expect.poll(() => keptTales(later)).toEqual([]);
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

/** Listens to the tale on the page with the timer at “this one”, until the screen is dark. */
async function hearToTheEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(async () => (await listSaid(page)).length).toBe(1);
  const [first = ''] = await listSaid(page);
  await glows(page, first.slice(0, 12));
  await endSentence(page);
  await expect.poll(async () => (await listSaid(page)).length).toBe(2);
  await expect.poll(() => readGlow(page)).not.toBe(first);
  await glows(page, /./);
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'This one' }).click();
  await readTheEnd(page);
  await speakQuickly(page);
  await page.getByRole('button', { name: 'Good night' }).waitFor();
  expect(await readGlow(page)).toBe('');
}

/** Runs in the page: what was read there is liked, and so is another tale. */
function giveHearts(other: string): void {
  const kept = JSON.parse(localStorage.getItem('talewood.bookshelf') ?? '{}');
  const at = new Date().toISOString();
  kept.base.favorites = [...kept.base.positions.map(({ tale }: { tale: string }) => ({ tale, at })), { tale: other, at }];
  localStorage.setItem('talewood.bookshelf', JSON.stringify(kept));
}

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
