import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const THEMES = ['paper', 'sepia', 'night'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with what axe finds on the page as it stands, in any theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const { violations, passes } = await new AxeBuilder({ page })
      .withTags(TAGS)
      .options({ rules: { 'target-size': { enabled: true } } })
      // Gathers the result in the page itself: we have no frames, and a further window for each would cost a second.
      .setLegacyMode(true)
      .analyze();
    const found = violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
    expect(found, `what axe finds in ${theme}`).toEqual([]);
    expect(passes.length, 'axe has looked at something').toBeGreaterThan(10);
  }
}
