import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './journey.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL: axe.RunOptions = { runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: true } } };

/** What differs between themes, and between sizes of the page. */
const COLORS = ['color-contrast', 'link-in-text-block'];
const VISUAL = [...COLORS, 'target-size'];

/** Returns the violations that axe finds on the page, one line each. Fails when no rule applied. */
export async function findViolations(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  // Once per document: injecting takes longer than the analysis.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, rules } = await page.evaluate(analyze, [options, within ?? null] as const);
  expect(rules, 'rules that axe has applied').toBeGreaterThan(0);
  return violations;
}

/**
 * Fails with the violations that axe finds on the page: of all rules in the light theme, of those about colors in the dark one. The colors of
 * the other themes are compared in tokens.test.ts. `within` selects the part of the page to analyze.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expectNoViolations(page, 'paper', ALL, within);
  await expectNoViolations(page, 'night', { runOnly: { type: 'rule', values: COLORS } }, within);
}

/**
 * The same for a phone and a wide screen, where only the visual rules are checked and the dark theme; fails also when the page is wider than
 * the viewport. Leaves the page at the width it had.
 */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    if (viewport === PHONE) await expectNoViolations(page, 'paper', ALL);
    else await expectNoViolations(page, 'night', { runOnly: { type: 'rule', values: VISUAL } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
  await page.setViewportSize(before);
}

async function expectNoViolations(page: Page, theme: string, options: axe.RunOptions, within?: string): Promise<void> {
  const before = await page.evaluate(applyTheme, theme);
  expect(await findViolations(page, options, within), `violations in ${theme}`).toEqual([]);
  await page.evaluate(applyTheme, before);
}

/** Returns the theme before. Runs in the page. */
function applyTheme(theme: string): string {
  const root = document.documentElement;
  const before = root.dataset.theme ?? 'paper';
  root.dataset.theme = theme;
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  return before;
}

/**
 * Runs in the page. Describes violations only: describing what passes would take most of the time. `incomplete` counts as applied, because
 * the rules about colors cannot decide on text over an image.
 */
async function analyze([options, within]: readonly [axe.RunOptions, string | null]): Promise<{ violations: string[]; rules: number }> {
  const { violations, passes, incomplete } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, {
    ...options,
    resultTypes: ['violations'],
  });
  return {
    violations: violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`)),
    rules: passes.length + incomplete.length,
  };
}
