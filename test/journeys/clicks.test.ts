import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { installSweep, type Sweep, type Target } from './click-sweep.ts';
import { bringVoices } from './fake-voices.ts';
import { journey, type Open, PHONE, visit, WIDE } from './journey.ts';
import { OPEN_PANELS } from './open-panels.ts';
import { signIn } from './people.ts';
import { LINKS, PLACES, STATUS_IN_CONSOLE } from './places.ts';
import { focusAsSafari } from './safari-focus.ts';

/**
 * Whatever looks as if it could be clicked is reached in its visible middle; and one of each kind is pressed there by a real mouse, with the
 * focus of Chromium and with that of Safari, and something happens.
 */

const MANAGE = [
  ...['/profile', '/settings', '/manage-tales', '/manage-tales?mode=new', '/manage-featured', '/manage-nights', '/manage-authors'],
  ...['/manage-categories', '/manage-collections', '/manage-media', '/manage-import', '/manage-newsletter', '/manage-inbox'],
  ...['/manage-pages', '/manage-operations', '/manage-keys', '/manage-users', '/manage-mails', '/manage-log'],
];
/** How long one waits for something to happen, milliseconds: some controls ask the device first. */
const LIMIT_MS = 5_000;
const SIZES = [WIDE, PHONE];

type Swept = Window & { __sweep: Sweep };
type Found = { wrong: string[]; reached: number; pressed: { Chromium: string[]; Safari: string[] } };

journey('on public pages everything that looks clickable is reached, and does something', { timeout: 300_000 }, async ({ open }) => {
  const page = await openSwept(open);
  const found = none();
  for (const { address } of [...PLACES, ...LINKS]) await sweepPage(page, address, found);
  expect(found.wrong).toEqual([]);
  expect(found.reached).toBeGreaterThan(2_000);
  expect(found.pressed.Chromium.length).toBeGreaterThan(100);
});

journey('on management pages everything that looks clickable is reached, and does something', { timeout: 300_000 }, async ({ open }) => {
  const page = await openSwept(open);
  await signIn(page, { role: 'admin' });
  const found = none();
  for (const address of MANAGE) await sweepPage(page, address, found);
  expect(found.wrong).toEqual([]);
  expect(found.reached).toBeGreaterThan(1_000);
  expect(found.pressed.Chromium.length).toBeGreaterThan(50);
});

journey('in open panels everything that looks clickable is reached, and does something', { timeout: 300_000 }, async ({ open }) => {
  const page = await openSwept(open);
  // Nothing that was set before.
  await page.addInitScript(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  await signIn(page, { role: 'admin' });
  const found = none();
  for (const { address, size, open: openPanel, shown } of OPEN_PANELS) {
    for (const viewport of size === undefined ? SIZES : [size]) {
      await page.setViewportSize(viewport);
      const reopen = async () => {
        if (await page.locator(shown).first().isVisible()) return;
        await visit(page, address);
        await openPanel(page);
        await page.locator(shown).first().waitFor();
      };
      await reopen();
      await lookAt(page, shown, `${address} ${shown}`, found);
      await pressEach(page, shown, `${address} ${shown}`, found, reopen);
    }
  }
  expect(found.wrong).toEqual([]);
  expect(found.pressed.Safari.length).toBeGreaterThan(30);
});

function none(): Found {
  return { wrong: [], reached: 0, pressed: { Chromium: [], Safari: [] } };
}

async function openSwept(open: Open): Promise<Page> {
  const page = await open({ reducedMotion: 'reduce', expected: [STATUS_IN_CONSOLE] });
  await bringVoices(page, [{ name: 'Near', lang: 'en-GB', localService: true }]);
  await page.addInitScript(focusAsSafari);
  await page.addInitScript(installSweep);
  return page;
}

async function sweepPage(page: Page, address: string, found: Found): Promise<void> {
  await visit(page, address);
  // What the server is asked for after the page.
  if (address.startsWith('/manage')) await page.waitForLoadState('networkidle');
  // First, as long as no message lies over the page.
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await lookAt(page, 'body', `${address} at ${viewport.width} px`, found);
  }
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await pressEach(page, 'body', `${address} at ${viewport.width} px`, found, async () => {
      if (!page.url().endsWith(address)) await visit(page, address);
    });
  }
}

async function lookAt(page: Page, within: string, at: string, found: Found): Promise<void> {
  const { wrong, count } = await page.evaluate((place) => (window as unknown as Swept).__sweep.look(place), within);
  found.reached += count;
  found.wrong.push(...wrong.map((line) => `${at}: ${line}`));
}

/** Presses one control of each kind that is not known yet. Links are the same in every browser. */
async function pressEach(page: Page, within: string, at: string, found: Found, back: () => Promise<void>): Promise<void> {
  for (const way of ['Chromium', 'Safari'] as const) {
    for (;;) {
      const target = await page.evaluate(
        async ([place, kinds, isChromium]) => {
          // What the last press has closed is gone.
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))));
          if (isChromium) Object.assign(window, { isChromium });
          else Reflect.deleteProperty(window, 'isChromium');
          return (window as unknown as Swept).__sweep.next(place, kinds, isChromium);
        },
        [within, found.pressed[way], way === 'Chromium'] as const,
      );
      if (target === null) break;
      found.pressed[way].push(target.kind);
      if (!(await doesSomething(page, target))) found.wrong.push(`${at}: ${target.name} does nothing, with the focus of ${way}`);
      if (within === 'body') await page.keyboard.press('Escape');
      await back();
    }
  }
}

async function doesSomething(page: Page, { x, y, isField }: Target): Promise<boolean> {
  await page.mouse.move(x, y);
  await page.evaluate(() => (window as unknown as Swept).__sweep.record());
  await page.mouse.click(x, y);
  return page
    .waitForFunction((field) => (window as unknown as Swept).__sweep.happened(field), isField, { timeout: LIMIT_MS })
    .then(
      () => true,
      // A button may have gone before the press, as messages do.
      () => !isField && page.evaluate(() => !(window as unknown as Swept).__sweep.isThere()),
    );
}
