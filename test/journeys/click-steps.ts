import type { Page } from 'playwright-core';
import { installSweep, type Known, type Sweep, type Target } from './click-sweep.ts';
import { bringVoices } from './fake-voices.ts';
import { type Open, PHONE, untilComplete, visit, WIDE } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { focusAsSafari } from './safari-focus.ts';

/**
 * Whatever looks as if it could be clicked is reached in its visible middle; and one of each kind is pressed there by a real mouse, with the
 * focus of Chromium and with that of Safari, and something happens.
 */

export const SIZES = [WIDE, PHONE];
/** How long one waits for something to happen, milliseconds: some controls ask the device first. */
const LIMIT_MS = 5_000;
/** How often a control may move away just before it is pressed. */
const MAX_MISSES = 3;

const WRONG = { nothing: 'does nothing', missed: 'moves away before it is pressed' };

type Swept = Window & { __sweep: Sweep };
export type Found = { wrong: string[]; reached: number; pressed: Known };

export function createFindings(): Found {
  return { wrong: [], reached: 0, pressed: { Chromium: [], Safari: [] } };
}

export async function openSwept(open: Open): Promise<Page> {
  const page = await open({ reducedMotion: 'reduce', expected: [STATUS_IN_CONSOLE] });
  await bringVoices(page, [{ name: 'Near', lang: 'en-GB', localService: true }]);
  // Hears of a press first.
  await page.addInitScript(installSweep);
  await page.addInitScript(focusAsSafari);
  return page;
}

/** At both sizes, beginning with that of the page before. */
export async function sweepPage(page: Page, address: string, found: Found): Promise<void> {
  const start = async () => {
    await visit(page, address);
    await untilComplete(page);
  };
  await start();
  const sizes = page.viewportSize()?.width === WIDE.width ? SIZES : SIZES.toReversed();
  const isNewAt: typeof SIZES = [];
  // First, as long as no message lies over the page.
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    if (await lookAt(page, 'body', `${address} at ${viewport.width} px`, found)) isNewAt.unshift(viewport);
  }
  for (const viewport of isNewAt) {
    await page.setViewportSize(viewport);
    await pressEach(page, 'body', `${address} at ${viewport.width} px`, found, async () => {
      if (!page.url().endsWith(address)) await start();
    });
  }
}

/** Returns whether there is anything of a kind that was not pressed yet. */
export async function lookAt(page: Page, within: string, at: string, found: Found): Promise<boolean> {
  const { wrong, count, hasNew } = await page.evaluate(([place, known]) => (window as unknown as Swept).__sweep.look(place, known), [
    within,
    found.pressed,
  ] as const);
  found.reached += count;
  found.wrong.push(...wrong.map((line) => `${at}: ${line}`));
  return hasNew;
}

/**
 * Presses one control of each kind that is not known yet, also in what opens by that: Escape, which closes it, comes when nothing else is left.
 * `back` puts everything back to where it was.
 */
export async function pressEach(page: Page, within: string, at: string, found: Found, back: () => Promise<void>): Promise<void> {
  for (const way of ['Chromium', 'Safari'] as const) {
    const misses = new Map<string, number>();
    for (let isClosed = false; ; ) {
      const target = await next();
      if (target === null) {
        if (isClosed || within !== 'body') break;
        await page.keyboard.press('Escape');
        isClosed = true;
        continue;
      }
      isClosed = false;
      const { kind, name } = target;
      const outcome = await press(page, target);
      if (outcome === 'missed') {
        // As some move when they are pointed at: the mouse is there now.
        misses.set(kind, (misses.get(kind) ?? 0) + 1);
        if ((misses.get(kind) ?? 0) < MAX_MISSES) continue;
      }
      found.pressed[way].push(kind);
      if (outcome !== 'something') found.wrong.push(`${at}: ${name} ${WRONG[outcome]}, with the focus of ${way}`);
      // The browser's own list of a field lies over the page.
      if (target.isField && within === 'body') await page.keyboard.press('Escape');
      await untilComplete(page);
      await back();
    }

    function next(): Promise<Target | null> {
      return page.evaluate(([place, known, how]) => (window as unknown as Swept).__sweep.next(place, known, how), [
        within,
        found.pressed,
        way,
      ] as const);
    }
  }
}

async function press(page: Page, { x, y }: Target) {
  await page.mouse.click(x, y);
  return page.evaluate((limit) => (window as unknown as Swept).__sweep.outcome(limit), LIMIT_MS);
}
