import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const THEMES = ['paper', 'sepia', 'night', 'candlelight'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A theme changes colours and nothing else. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it stands, one line a thing; it fails when axe has looked at nothing. */
export async function findInaccessible(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  // Once a document; bringing it anew every time would take longer than the looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, looked } = await page.evaluate(look, [options, within ?? null] as const);
  expect(looked, 'what axe has looked at').toBeGreaterThan(0);
  return violations;
}

/**
 * Fails with what axe finds on the page as it stands: by all rules, and by those of colour in every theme (of `themes`). `within`: selects all
 * that is looked at, where the rest of the page is judged elsewhere.
 */
export async function expectAccessible(page: Page, themes: readonly string[] = THEMES, within?: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate(putOn, theme);
    const all: axe.RunOptions = { runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: true } } };
    const found = await findInaccessible(page, theme === THEMES[0] ? all : { runOnly: { type: 'rule', values: OF_COLOUR } }, within);
    expect(found, `what axe finds in ${theme}`).toEqual([]);
  }
}

/** Runs in the page. */
function putOn(theme: string): void {
  document.documentElement.dataset.theme = theme;
  // Colours on their way from one theme to the next are those of neither.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/**
 * Runs in the page. Of what is in order only that it was looked at: to describe it all takes most of the time. Where all words stand on drawn
 * paper, as in a dialog on a phone, the rules of colour cannot tell, and say so.
 */
async function look([options, within]: readonly [axe.RunOptions, string | null]): Promise<{ violations: string[]; looked: number }> {
  const { violations, passes, incomplete } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, {
    ...options,
    resultTypes: ['violations'],
  });
  return {
    violations: violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`)),
    looked: passes.length + incomplete.length,
  };
}
