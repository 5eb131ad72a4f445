import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createFindings, findControls, prepareClicks, pressControls } from './click-steps.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { pressAt, settle } from './mouse.ts';
import { OPEN_PANELS, type OpenPanel } from './open-panels.ts';
import { stubFigures } from './staff-panel-states.ts';
import { signIn } from './users.ts';

/**
 * Every open panel, with few loads of its page: a click on text inside never closes it, wherever the focus goes; Escape closes it, wherever
 * the focus is; every control can be clicked and reacts.
 */

/** How long to wait for a panel that is opened again. After that its page is loaded, so a slow machine only takes longer. */
const REOPEN_LIMIT_MS = 1_000;

/** Shared, so that controls of readers are not clicked again as an administrator. */
const findings = createFindings();

for (const isStaff of [false, true]) {
  const name = `panels of ${isStaff ? 'administrators' : 'readers'} stay open when clicked, close by Escape, and all controls react`;
  journey(name, async ({ open }) => {
    const page = await open();
    await prepareClicks(page);
    await stubFigures(page);
    // Settings of earlier clicks.
    await page.addInitScript(() => {
      for (const storage of [localStorage, sessionStorage]) storage.clear();
    });
    if (isStaff) await signIn(page, { role: 'admin' });
    for (const panel of OPEN_PANELS.filter((each) => (each.isStaff ?? false) === isStaff)) {
      const { address, size, shown } = panel;
      let opened = '';
      const load = async () => {
        await visit(page, address);
        await panel.open(page);
        await page.locator(shown).first().waitFor();
        opened = page.url();
      };
      const reopen = async () => {
        if (await page.locator(shown).first().isVisible()) return;
        if (page.url() !== opened || !(await openAgain(page, panel))) await load();
      };
      await page.setViewportSize(size ?? DESKTOP);
      await checkClickInside(page, panel, load);
      for (const viewport of size === undefined ? [DESKTOP, PHONE] : [size]) {
        await page.setViewportSize(viewport);
        await reopen();
        const at = `${address} ${shown} at ${viewport.width} px`;
        if (await findControls(page, shown, at, findings)) await pressControls(page, shown, at, findings, reopen);
      }
    }
    expect(findings.problems).toEqual([]);
    // A panel that is opened again must offer all of its controls.
    expect(findings.pressed.Safari.length).toBeGreaterThan(isStaff ? 65 : 45);
  });
}

/** Opens the panel without loading its page. Returns false where that does not work, as clicks may have changed the page. */
async function openAgain(page: Page, { shown, open, openAgain: again = open }: OpenPanel): Promise<boolean> {
  if ((await page.locator('dialog:modal').count()) > 0) return false;
  page.setDefaultTimeout(REOPEN_LIMIT_MS);
  try {
    await again(page);
    await page.locator(shown).first().waitFor();
    return true;
  } catch {
    return false;
  } finally {
    page.setDefaultTimeout(0);
  }
}

/** Clicks on text of the panel and closes it by Escape, with the focus as in Safari, then as in Chromium. */
async function checkClickInside(page: Page, panel: OpenPanel, load: () => Promise<void>): Promise<void> {
  const shown = page.locator(panel.shown);
  for (const way of ['Safari', 'Chromium'] as const) {
    const name = `${panel.name}, focus as in ${way}`;
    if (way === 'Safari') await load();
    // As focusAsSafari does not apply then.
    if (way === 'Chromium') await page.evaluate(() => Object.assign(window, { isChromium: true }));
    if (!(await shown.first().isVisible())) await (panel.openAgain ?? panel.open)(page);
    await shown.waitFor();
    await pressAt(page, panel.words, panel.isEdge);
    await settle(page);
    expect(await shown.count(), `${name}, pressed on ${panel.words}`).toBe(1);
    if (panel.staysOpen) continue;
    await page.keyboard.press('Escape');
    // The first one clears the field.
    if (panel.name === 'suggestions') await page.keyboard.press('Escape');
    await expect.poll(() => shown.count(), { message: `${name}, after Escape` }).toBe(0);
  }
}
