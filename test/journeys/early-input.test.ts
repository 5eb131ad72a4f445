import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type PageOptions, PHONE, visit, waitForHydration } from './journey.ts';

/** No click or input between first paint and hydration is lost, at a quarter of the CPU speed. */

const SLOWDOWN = 4;
/** Time between mousedown and mouseup, milliseconds. */
const PRESS_MS = 60;
/** Number of buttons clicked before the application script is released; the others are clicked while it starts. */
const EARLY_CLICKS = 4;

type Open = (visitor?: PageOptions) => Promise<Page>;

/** The application script of each page is held back until this resolves. */
const released = new WeakMap<Page, Promise<void>>();

/** Opens a page with a throttled CPU, whose application script can be held back. */
async function openSlow(open: Open, visitor: PageOptions = {}): Promise<Page> {
  const page = await open({ fresh: true, ...visitor });
  // Never unrouted: this would lose the requests for other scripts that are paused at that moment.
  await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
    await released.get(page);
    await route.continue();
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
}

/** Visits a page with its application script held back, and returns a function that releases it and waits for hydration. */
async function visitPainted(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  released.set(page, promise);
  await page.goto(address);
  await page.waitForFunction(isPainted);
  return async () => {
    expect(await page.evaluate(() => (window as { __hydrated?: boolean }).__hydrated)).toBe(false);
    release();
    await waitForHydration(page);
  };
}

/** Clicks at the coordinates of an element, without Playwright's checks. */
async function clickAt(page: Page, selector: string): Promise<void> {
  const [x, y] = await page.locator(selector).first().evaluate(stableCenter);
  await page.mouse.click(x, y);
}

/** Runs in the page. Returns the centre of an element once web fonts no longer move it. */
async function stableCenter(element: Element): Promise<[number, number]> {
  for (let before = ''; ; ) {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const { x, y, width, height } = element.getBoundingClientRect();
    const now = [x, y, width, height].join();
    if (now === before) return [x + width / 2, y + height / 2];
    before = now;
  }
}

journey('buttons of a tale clicked before hydration act once', async ({ open }) => {
  const page = await openSlow(open);
  let hydrate = await visitPainted(page, '/tale/the-frog-king');
  await clickAt(page, '.btn-heart');
  // A second click, as the first one had no visible effect.
  await clickAt(page, '.btn-heart');
  await clickAt(page, '.save-place > button');
  await clickAt(page, '.settings-place > button');
  await hydrate();
  await page.locator('.btn-heart[aria-pressed=true]').waitFor();
  await page.getByRole('region', { name: 'Save The Frog King' }).waitFor();
  await page.locator('.reader-sheet').waitFor();

  // The saved favorite is shown only after hydration: an early click on the empty heart must not remove it.
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

journey('hydration keeps the scroll position', async ({ open }) => {
  const page = await openSlow(open);
  // The second load must not restore the scroll position of the first.
  for (const y of [300, 600]) {
    const hydrate = await visitPainted(page, '/tale/the-frog-king');
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await hydrate();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    expect(await page.evaluate(() => window.scrollY)).toBe(y);
    await page.evaluate(() => window.scrollTo(0, 1_000));
  }
});

journey('search text and filters entered before hydration are applied', async ({ open }) => {
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

journey('forms keep text typed before hydration, and an early click on the passkey button starts the login', async ({ open }) => {
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

journey('the phone menu opened before hydration stays open', async ({ open }) => {
  const page = await openSlow(open, { viewport: PHONE });
  const hydrate = await visitPainted(page, '/authors');
  await clickAt(page, 'details.menu > summary');
  await page.locator('details.menu[open]').waitFor();
  await hydrate();
  expect(await page.locator('details.menu').getAttribute('open')).not.toBeNull();
  await page.keyboard.press('Escape');
  await page.locator('details.menu:not([open])').waitFor();
});

journey('no click on a heart between first paint and hydration is lost', async ({ open }) => {
  const tall = { viewport: { width: 1440, height: 4_000 } };
  const before = await open(tall);
  await visit(before, '/tales');
  const centers = await before.locator('.heart').evaluateAll((hearts) =>
    hearts.map((heart) => {
      const { left, top, width, height } = heart.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }),
  );
  const page = await openSlow(open, tall);
  await page.addInitScript(recordClicks);
  const hydrate = await visitPainted(page, '/tales');
  let hydrated = Promise.resolve();
  for (const [nth, { x, y }] of centers.entries()) {
    if (nth === EARLY_CLICKS) hydrated = hydrate();
    await page.mouse.click(x, y, { delay: PRESS_MS });
  }
  await hydrated;
  const { early, clicked } = await page.evaluate(() => (window as unknown as { __clicks: Clicks }).__clicks);
  expect(early, `of ${clicked.length} clicks`).toBeGreaterThanOrEqual(EARLY_CLICKS);
  await expect.poll(() => listFavorites(page)).toEqual(clicked);
});

journey('no click on a heart during hydration is lost', async ({ open }) => {
  const page = await openSlow(open);
  await page.addInitScript(clickDuringHydration);
  await visit(page, '/tales');
  expect(await page.evaluate(() => (window as { __wasHydrated?: boolean }).__wasHydrated)).toBe(false);
  const all = await page.locator('.heart').count();
  await expect.poll(async () => (await listFavorites(page)).length).toBe(all);
});

function listFavorites(page: Page): Promise<(string | null)[]> {
  return page.locator('.heart[aria-pressed=true]').evaluateAll((hearts) => hearts.map((heart) => heart.ariaLabel));
}

type Clicks = { early: number; clicked: (string | null)[] };

/** Runs in the page. */
function recordClicks(): void {
  const clicks: Clicks = { early: 0, clicked: [] };
  Object.assign(window, { __clicks: clicks });
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const heart = (target as Element).closest('.heart');
      if (heart === null || !isTrusted) return;
      if (!(window as { __hydrated?: boolean }).__hydrated) clicks.early += 1;
      clicks.clicked.push(heart.ariaLabel);
    },
    true,
  );
}

/** Runs in the page. Clicks right after React has started to hydrate. */
function clickDuringHydration(): void {
  let value: unknown;
  const click = () => {
    Object.assign(window, { __wasHydrated: (window as { __hydrated?: boolean }).__hydrated });
    for (const heart of document.querySelectorAll<HTMLElement>('.heart')) heart.click();
  };
  Object.defineProperty(window, 'earlyInput', {
    get: () => value,
    set: (next: unknown) => {
      value = next;
      if (next === undefined) setTimeout(click);
    },
  });
}

function isPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0;
}
