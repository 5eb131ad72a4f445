import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const THEMES = ['paper', 'sepia', 'night'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A theme changes colours and nothing else. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Fails with what axe finds on the page as it stands: by all rules, and by those of colour in every theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    // Gathers the result in the page itself: we have no frames, and a further window for each would cost a second.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const isFirst = theme === THEMES[0];
    if (isFirst) axe.withTags(TAGS).options({ rules: { 'target-size': { enabled: true } } });
    else axe.withRules(OF_COLOUR);
    const { violations, passes } = await axe.analyze();
    const found = violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
    expect(found, `what axe finds in ${theme}`).toEqual([]);
    expect(passes.length, 'axe has looked at something').toBeGreaterThan(isFirst ? 10 : 0);
  }
}
