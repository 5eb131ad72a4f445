import { expect } from 'vitest';
import { createFindings, lookAt, openSwept, pressEach, SIZES } from './click-steps.ts';
import { journey, visit } from './journey.ts';
import { OPEN_PANELS } from './open-panels.ts';
import { signIn } from './users.ts';

journey('in open panels everything that looks clickable can be clicked and reacts', { timeout: 150_000 }, async ({ open }) => {
  const page = await openSwept(open);
  // Nothing that was set before.
  await page.addInitScript(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  await signIn(page, { role: 'admin' });
  const found = createFindings();
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
      const at = `${address} ${shown} at ${viewport.width} px`;
      if (await lookAt(page, shown, at, found)) await pressEach(page, shown, at, found, reopen);
    }
  }
  expect(found.wrong).toEqual([]);
  expect(found.pressed.Safari.length).toBeGreaterThan(30);
});
