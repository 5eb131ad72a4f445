import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, visit } from './journey.ts';
import { middleOf, pressAt, settle } from './mouse.ts';
import { TALE } from './open-panels.ts';
import { press } from './panel-states.ts';
import { focusAsSafari } from './safari-focus.ts';
import { stubVoices } from './speech-stub.ts';
import { signIn } from './users.ts';

/** Single panels by mouse and touch, wherever the focus goes; clicks-panels.test.ts checks what holds for every panel. */

for (const way of ['Chromium', 'Safari'] as const) {
  journey(`the Save panel works by its labels, checkboxes and button, by mouse and touch; focus as in ${way}`, async ({ open }) => {
    for (const hasTouch of [false, true]) {
      const page = await openFor(open, way, hasTouch);
      // Tall enough for the panel above the toasts.
      await page.setViewportSize({ width: 1440, height: 1300 });
      const use = async (selector: string) => {
        const { x, y } = await middleOf(page, selector);
        await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      };
      await visit(page, TALE);
      await use('.save-place > button');
      await page.locator('.save-sheet').waitFor();
      const later = page.getByRole('checkbox', { name: 'Read later' });
      await use('.save-list bdi >> nth=0');
      await expect.poll(() => later.isChecked()).toBe(true);
      await use('.save-list input >> nth=0');
      await expect.poll(() => later.isChecked()).toBe(false);
      await page.getByLabel('New collection').fill('For the train');
      await use('.save-new button');
      await expect.poll(() => page.getByRole('checkbox', { name: 'For the train' }).isChecked()).toBe(true);
      expect(await page.locator('.save-sheet').isVisible()).toBe(true);
      // A click outside closes it.
      await use('.tale-byline, h1');
      await page.locator('.save-sheet').waitFor({ state: 'detached' });
    }
  });

  journey(`the menu of a row works, and a click outside closes it; focus as in ${way}`, async ({ open }) => {
    const page = await openFor(open, way);
    await signIn(page, { role: 'admin' });
    await visit(page, '/manage-tales');
    await pressAt(page, '.row-dots >> nth=1');
    await pressAt(page, '.row-actions[open] button.danger');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await pressAt(page, '.row-dots >> nth=1');
    await page.locator('.row-actions[open]').waitFor();
    await pressAt(page, '.list-panel h2');
    await expect.poll(() => page.locator('.row-actions[open]').count()).toBe(0);
  });
}

journey('selecting text from inside a dialog to outside leaves it open; a click outside closes it', async ({ open }) => {
  const page = await open();
  await visit(page, TALE);
  await press('Share')(page);
  const dialog = page.getByRole('dialog', { name: 'Share this tale' });
  const { x, y } = await middleOf(page, '.share-sheet h2');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await settle(page);
  expect(await dialog.isVisible()).toBe(true);
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});

async function openFor(open: (visitor?: object) => Promise<Page>, way: 'Chromium' | 'Safari', hasTouch = false): Promise<Page> {
  const page = await open(hasTouch ? { hasTouch } : {});
  await stubVoices(page, [{ name: 'Near', lang: 'en-GB', localService: true }]);
  if (way === 'Safari') await page.addInitScript(focusAsSafari);
  return page;
}
