import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, PHONE, untilAlive, type Visitor, visit } from './journey.ts';

/** Nothing that is pressed or typed after the first paint is lost, at a fourth of the processor's speed. */

const SLOWDOWN = 4;
/** How long a finger presses, milliseconds. */
const PRESS_MS = 60;
/** So many are pressed before the application comes; the others when it comes. */
const HELD = 4;

type Open = (visitor?: Visitor) => Promise<Page>;

/** A page with a slow processor. */
async function openSlow(open: Open, visitor: Visitor = {}): Promise<Page> {
  const page = await open({ reducedMotion: 'reduce', fresh: true, ...visitor });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
}

/** Visits a page whose application comes only when what this returns is called: then it resolves when the page is hydrated. */
async function visitPainted(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = /\/assets\/app-[^/]*\.js$/;
  await page.route(app, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address);
  await page.waitForFunction(isPainted);
  return async () => {
    expect(await page.evaluate(() => (window as { __drawn?: boolean }).__drawn)).toBe(false);
    release();
    await untilAlive(page);
    await page.unroute(app);
  };
}

/** Where a finger would press: not through the element itself. */
async function clickAt(page: Page, selector: string): Promise<void> {
  const [x, y] = await page.locator(selector).first().evaluate(middleAtRest);
  await page.mouse.click(x, y);
}

/** Runs in the page. Returns the middle of an element once web fonts, which come after the first paint, move it no more. */
async function middleAtRest(element: Element): Promise<[number, number]> {
  for (let before = ''; ; ) {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { x, y, width, height } = element.getBoundingClientRect();
    const now = [x, y, width, height].join();
    if (now === before) return [x + width / 2, y + height / 2];
    before = now;
  }
}

journey('the buttons of a tale, pressed before hydration: each does once what it says', async ({ open }) => {
  const page = await openSlow(open);
  let hydrate = await visitPainted(page, '/tale/the-frog-king');
  await clickAt(page, '.btn-heart');
  // Nothing was seen to happen: pressed once more.
  await clickAt(page, '.btn-heart');
  await clickAt(page, '.save-place > button');
  await clickAt(page, '.settings-place > button');
  await hydrate();
  await page.locator('.btn-heart[aria-pressed=true]').waitFor();
  await page.getByRole('region', { name: 'Save The Frog King' }).waitFor();
  await page.locator('.reader-sheet').waitFor();

  // The heart looks empty until the device has been asked: who presses it wants it full, which it is.
  hydrate = await visitPainted(page, '/tale/the-frog-king');
  await clickAt(page, '.btn-heart');
  await clickAt(page, '.share-place > button');
  await hydrate();
  await page.getByRole('dialog', { name: 'Share this tale' }).waitFor();
  expect(await page.locator('.btn-heart').getAttribute('aria-pressed')).toBe('true');

  hydrate = await visitPainted(page, '/tale/the-frog-king');
  await clickAt(page, '[data-listen]');
  await hydrate();
  await page.locator('.listen').waitFor();
});

journey('a page that is scrolled before hydration stays where it is', async ({ open }) => {
  const page = await openSlow(open);
  // The second time in the same tab it has been left further down: a page that is loaded anew begins at its top all the same.
  for (const y of [300, 600]) {
    const hydrate = await visitPainted(page, '/tale/the-frog-king');
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await hydrate();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await page.evaluate(() => window.scrollY)).toBe(y);
    await page.evaluate(() => window.scrollTo(0, 1_000));
  }
});

journey('what is typed and chosen before hydration is what the page goes by', async ({ open }) => {
  const page = await openSlow(open);
  let hydrate = await visitPainted(page, '/authors');
  await clickAt(page, '.bar input[name=q]');
  await page.keyboard.type('frog');
  await hydrate();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tales?q=frog');

  hydrate = await visitPainted(page, '/tales');
  await clickAt(page, '.filter > summary');
  const show = page.locator('.filters-end button');
  const before = await show.textContent();
  await clickAt(page, '.filters .check:has(input[type=checkbox]:enabled)');
  await hydrate();
  expect(await page.locator('.filters input[type=checkbox]:checked').count()).toBe(1);
  await expect.poll(() => show.textContent()).not.toBe(before);

  hydrate = await visitPainted(page, '/old-words');
  const words = page.getByRole('checkbox', { name: 'Highlight old words in tales' });
  await page.getByText('Highlight old words in tales').click();
  await hydrate();
  expect(await words.isChecked()).toBe(false);
  await visit(page, '/old-words');
  await expect.poll(() => words.isChecked()).toBe(false);
});

journey('forms know what was typed before hydration, and the passkey button asks', async ({ open }) => {
  const page = await openSlow(open, { expected: [/Failed to load resource.*401/] });
  let hydrate = await visitPainted(page, '/login');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await email.click();
  await page.keyboard.type('gerda@tales.example');
  await password.click();
  await page.keyboard.type('a long way');
  await clickAt(page, '.field-show');
  await hydrate();
  expect(await email.inputValue()).toBe('gerda@tales.example');
  await page.locator('.field-show[aria-pressed=true]').waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/session'));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ email: 'gerda@tales.example', password: 'a long way' });

  hydrate = await visitPainted(page, '/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  const asked = page.waitForRequest('**/api/v1/session/passkey/options');
  await hydrate();
  await asked;

  hydrate = await visitPainted(page, '/contact');
  const text = page.locator('main textarea');
  const topic = page.locator('main select');
  await text.click();
  await page.keyboard.type('The wolf was not so bad.');
  await topic.selectOption({ index: 1 });
  const chosen = await topic.inputValue();
  await hydrate();
  expect(await text.inputValue()).toBe('The wolf was not so bad.');
  expect(await topic.inputValue()).toBe(chosen);
});

journey('the menu of a phone that was opened before hydration stays open', async ({ open }) => {
  const page = await openSlow(open, { viewport: PHONE });
  const hydrate = await visitPainted(page, '/authors');
  await clickAt(page, 'details.menu > summary');
  await page.locator('details.menu[open]').waitFor();
  await hydrate();
  expect(await page.locator('details.menu').getAttribute('open')).not.toBeNull();
  await page.keyboard.press('Escape');
  await page.locator('details.menu:not([open])').waitFor();
});

journey('hearts pressed one after the other from the first paint until the page is hydrated: none is lost', async ({ open }) => {
  const tall = { viewport: { width: 1440, height: 4_000 } };
  const before = await open(tall);
  await visit(before, '/tales');
  const places = await before.locator('.heart').evaluateAll((hearts) =>
    hearts.map((heart) => {
      const { left, top, width, height } = heart.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }),
  );
  const page = await openSlow(open, tall);
  await page.addInitScript(recordPresses);
  const hydrate = await visitPainted(page, '/tales');
  let hydrated = Promise.resolve();
  for (const [nth, { x, y }] of places.entries()) {
    if (nth === HELD) hydrated = hydrate();
    await page.mouse.click(x, y, { delay: PRESS_MS });
  }
  await hydrated;
  const { early, pressed } = await page.evaluate(() => (window as unknown as { __presses: Presses }).__presses);
  expect(early, `of ${pressed.length} presses`).toBeGreaterThanOrEqual(HELD);
  await expect.poll(() => listFull(page)).toEqual(pressed);
});

journey('hearts pressed while the page is being hydrated: none is lost', async ({ open }) => {
  const page = await openSlow(open);
  await page.addInitScript(pressWhenHydrating);
  await visit(page, '/tales');
  expect(await page.evaluate(() => (window as { __wasDrawn?: boolean }).__wasDrawn)).toBe(false);
  const all = await page.locator('.heart').count();
  await expect.poll(async () => (await listFull(page)).length).toBe(all);
});

function listFull(page: Page): Promise<(string | null)[]> {
  return page.locator('.heart[aria-pressed=true]').evaluateAll((hearts) => hearts.map((heart) => heart.ariaLabel));
}

type Presses = { early: number; pressed: (string | null)[] };

/** These run in the page. */
function recordPresses(): void {
  const presses: Presses = { early: 0, pressed: [] };
  Object.assign(window, { __presses: presses });
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const heart = (target as Element).closest('.heart');
      if (heart === null || !isTrusted) return;
      if (!(window as { __drawn?: boolean }).__drawn) presses.early += 1;
      presses.pressed.push(heart.ariaLabel);
    },
    true,
  );
}

/** Right after React has been given the page. */
function pressWhenHydrating(): void {
  let value: unknown;
  const press = () => {
    Object.assign(window, { __wasDrawn: (window as { __drawn?: boolean }).__drawn });
    for (const heart of document.querySelectorAll<HTMLElement>('.heart')) heart.click();
  };
  Object.defineProperty(window, 'earlyInput', {
    get: () => value,
    set: (given: unknown) => {
      value = given;
      if (given === undefined) setTimeout(press);
    },
  });
}

function isPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0;
}
