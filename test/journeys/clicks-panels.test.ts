import { expect } from 'vitest';
import { createFindings, findControls, prepareClicks, pressControls } from './click-steps.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { OPEN_PANELS } from './open-panels.ts';
import { stubFigures } from './staff-panel-states.ts';
import { signIn } from './users.ts';

journey('every control in an open panel can be clicked and reacts', { timeout: 150_000 }, async ({ open }) => {
  const page = await open();
  await prepareClicks(page);
  await stubFigures(page);
  // Settings of earlier clicks.
  await page.addInitScript(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  await signIn(page, { role: 'admin' });
  const findings = createFindings();
  for (const { address, size, open: openPanel, shown } of OPEN_PANELS) {
    for (const viewport of size === undefined ? [DESKTOP, PHONE] : [size]) {
      await page.setViewportSize(viewport);
      const reopen = async () => {
        if (await page.locator(shown).first().isVisible()) return;
        await visit(page, address);
        await openPanel(page);
        await page.locator(shown).first().waitFor();
      };
      await reopen();
      const at = `${address} ${shown} at ${viewport.width} px`;
      if (await findControls(page, shown, at, findings)) await pressControls(page, shown, at, findings, reopen);
    }
  }
  expect(findings.problems).toEqual([]);
  expect(findings.pressed.Safari.length).toBeGreaterThan(30);
});
