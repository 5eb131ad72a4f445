import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../expect-accessible.ts';
import { DESKTOP, journey, PHONE, waitForHydration } from '../journey.ts';
import { signIn } from '../users.ts';
import { field, openMoreFields, openNewTale, openTale, save } from './tale-form-steps.ts';

/** States of the tale form at both screen sizes: errors, an open list, the preview. */

/** Returns the pixels between the toolbar and the themes of the preview; negative if the toolbar covers them. */
function gapBelowTools(page: Page): Promise<number> {
  return page.evaluate(() => {
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect;
    return Math.round(edge('.preview-themes').top - edge('.toolbar').bottom);
  });
}

const STATES: { name: string; reach(page: Page): Promise<void> }[] = [
  {
    name: 'a new tale with errors',
    reach: async (page) => {
      await openNewTale(page);
      await field(page, 'Title').fill('');
      await save(page);
      await page.getByRole('form').getByText('Title is required').waitFor();
      await openMoreFields(page);
    },
  },
  {
    name: 'the list of authors',
    reach: async (page) => {
      await openNewTale(page);
      await page.getByRole('button', { name: 'Show authors' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the preview',
    reach: async (page) => {
      await openTale(page, 'rapunzel');
      // From far down in the text, where the sticky toolbar is still visible.
      if (page.viewportSize()?.width === DESKTOP.width) await page.locator('.editor-place p').last().scrollIntoViewIfNeeded();
      await page
        .getByRole('button', { name: 'Preview' })
        .or(page.getByRole('tab', { name: 'Preview' }))
        .click();
      await page.locator('.preview-sheet').getByRole('heading', { name: 'Rapunzel' }).waitFor();
      if (page.viewportSize()?.width !== DESKTOP.width) return;
      expect(await gapBelowTools(page)).toBeGreaterThanOrEqual(0);
      await page.mouse.wheel(0, 900);
      await page.waitForFunction(() => (document.querySelector('.preview-sheet')?.getBoundingClientRect().top ?? 0) < 0);
      expect(await gapBelowTools(page)).toBeGreaterThanOrEqual(0);
    },
  },
];

for (const size of [DESKTOP, PHONE]) {
  for (const { name, reach } of STATES) {
    journey(`${name}: accessible and without horizontal overflow at ${size.width} px`, async ({ open }) => {
      const page = await open({ viewport: size });
      await signIn(page, { role: 'admin' });
      await reach(page);
      await waitForHydration(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    });
  }
}
