import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { THEMES } from '#src/ui/theme.ts';
import { DESKTOP, type HiddenWindow, PHONE } from './journey.ts';

/** Minified: it is sent to and parsed in every document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL: axe.RunOptions = { runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: true } } };

/** The rules about what differs between themes. */
const COLORS: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Returns the violations that axe finds on the page, one line each. Fails when no rule applied. */
export async function findViolations(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  // Once per document: injecting takes longer than the analysis.
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page);
  const { violations, rules } = await page.evaluate(analyze, [options, within ?? null] as const);
  expect(rules, 'rules that axe has applied').toBeGreaterThan(0);
  return violations;
}

const devtools = new WeakMap<Page, CDPSession>();

/** Without `page.evaluate`, which would compile the script for every document anew. */
async function injectAxe(page: Page): Promise<void> {
  const session = devtools.get(page) ?? (await page.context().newCDPSession(page));
  devtools.set(page, session);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: AXE, silent: true });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
}

/**
 * Fails with the violations that axe finds on the page: of all rules in the default theme, of those about colors in the others. `within` selects
 * the part of the page to analyze.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  for (const theme of THEMES) await expectNoViolations(page, theme, theme === 'paper' ? ALL : COLORS, within);
}

/** The same on a phone, and in the default theme on a wide screen, as colors do not depend on the width. Fails if the page overflows. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await (viewport === PHONE ? expectAccessible(page) : expectNoViolations(page, 'paper', ALL));
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
 * Runs in the page. Describes violations, and text whose contrast cannot be checked because of an image behind it: for that, the grain of the
 * paper is off meanwhile. Describing what passes would take most of the time. Other `incomplete` results count as applied.
 */
async function analyze([options, within]: readonly [axe.RunOptions, string | null]): Promise<{ violations: string[]; rules: number }> {
  const { __hideBy: hideBy, axe: tool } = window as HiddenWindow & { axe?: typeof axe };
  if (tool === undefined) throw new Error('axe is not loaded.');
  const plain = new CSSStyleSheet();
  plain.replaceSync(':root, [data-theme] { --grain: none !important }');
  document.adoptedStyleSheets.push(plain);
  hideBy?.('clip');
  const { violations, passes, incomplete } = await tool.run(within ?? document, { ...options, resultTypes: ['violations', 'incomplete'] });
  hideBy?.('opacity');
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== plain);
  const isOverImage = ({ any }: axe.NodeResult) => any.some(({ data }) => data?.messageKey === 'bgImage');
  const unchecked = incomplete.map((rule) => ({ ...rule, nodes: rule.nodes.filter(isOverImage) }));
  return {
    violations: [...violations, ...unchecked].flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
    ),
    rules: passes.length + incomplete.length,
  };
}
