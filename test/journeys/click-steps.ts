import type { Page } from 'playwright-core';
import { installSweep, type Known, type Sweep, type Target } from './click-sweep.ts';
import { waitForIdle } from './journey.ts';
import { focusAsSafari } from './safari-focus.ts';
import { stubVoices } from './speech-stub.ts';

/**
 * Every control can be hit in its visible center. One control of each kind is clicked there with a real mouse, with the focus behavior of
 * Chromium and with that of Safari, and something must happen.
 */

/** How long to wait for something to happen: some controls read the device's storage first. */
const LIMIT_MS = 5_000;
/** How often a control may move away just before it is clicked. */
const MAX_MISSES = 3;

const PROBLEMS = { nothing: 'does nothing', missed: 'moves away before it is clicked' };

type Swept = Window & { __sweep: Sweep };

/** `controls` counts those that were seen; `pressed` lists the kinds that were clicked. */
export type Findings = { problems: string[]; controls: number; pressed: Known };

export function createFindings(): Findings {
  return { problems: [], controls: 0, pressed: { Chromium: [], Safari: [] } };
}

/** Prepares a page for `pressControls`, before it loads anything. */
export async function prepareClicks(page: Page): Promise<void> {
  await stubVoices(page, [{ name: 'Near', lang: 'en-GB', localService: true }]);
  // First, so that its listeners run before those of the site.
  await page.addInitScript(installSweep);
  await page.addInitScript(focusAsSafari);
}

/** Checks that the controls in `within` can be hit. Returns whether any is of a new kind. */
export async function findControls(page: Page, within: string, at: string, findings: Findings): Promise<boolean> {
  const { wrong, count, hasNew } = await page.evaluate(([place, known]) => (window as unknown as Swept).__sweep.look(place, known), [
    within,
    findings.pressed,
  ] as const);
  findings.controls += count;
  findings.problems.push(...wrong.map((line) => `${at}: ${line}`));
  return hasNew;
}

/** Clicks one control in `within` of each new kind, also in what that opens. `restore` brings the page back to its state after a click. */
export async function pressControls(
  page: Page,
  within: string,
  at: string,
  findings: Findings,
  restore: () => Promise<void>,
): Promise<void> {
  const { pressed } = findings;
  for (const way of ['Chromium', 'Safari'] as const) {
    const misses = new Map<string, number>();
    for (let isClosed = false; ; ) {
      const target = await findNext(way);
      if (target === null) {
        if (isClosed || within !== 'body') break;
        // Closes what is open, when nothing else is left to click.
        await page.keyboard.press('Escape');
        isClosed = true;
        continue;
      }
      isClosed = false;
      const { kind, name } = target;
      const outcome = await press(page, target);
      if (outcome === 'missed') {
        // Some controls move on hover: now the mouse is there.
        misses.set(kind, (misses.get(kind) ?? 0) + 1);
        if ((misses.get(kind) ?? 0) < MAX_MISSES) continue;
      }
      pressed[way].push(kind);
      if (outcome !== 'something') findings.problems.push(`${at}: ${name} ${PROBLEMS[outcome]}, with the focus of ${way}`);
      // Closes the browser's own list of a field.
      if (target.isField && within === 'body') await page.keyboard.press('Escape');
      await waitForIdle(page);
      await restore();
    }
  }

  function findNext(way: 'Chromium' | 'Safari'): Promise<Target | null> {
    return page.evaluate(([place, known, how]) => (window as unknown as Swept).__sweep.next(place, known, how), [
      within,
      pressed,
      way,
    ] as const);
  }
}

async function press(page: Page, { x, y }: Target) {
  await page.mouse.click(x, y);
  return page.evaluate((limit) => (window as unknown as Swept).__sweep.outcome(limit), LIMIT_MS);
}
