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
const [DEFAULT_THEME, ...OTHER_THEMES] = THEMES;

/** `themes`: other than the default one, in which only the rules about colors are applied. */
type Analysis = { options: axe.RunOptions; themes?: readonly string[]; within?: string | undefined };

/** Returns the violations that axe finds on the page, one line each. Fails when no rule applied. */
export async function findViolations(page: Page, analysis: Analysis): Promise<string[]> {
  // Once per document: injecting takes longer than the analysis.
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page);
  const { violations, rules } = await page.evaluate(analyze, analysis);
  expect(Math.min(...rules), 'rules that axe has applied in each theme').toBeGreaterThan(0);
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
  await expectNoViolations(page, { options: ALL, themes: OTHER_THEMES, within });
}

/** The same on a phone, and in the default theme on a wide screen, as colors do not depend on the width. Fails if the page overflows. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expectNoViolations(page, viewport === PHONE ? { options: ALL, themes: OTHER_THEMES } : { options: ALL });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
  await page.setViewportSize(before);
}

async function expectNoViolations(page: Page, analysis: Analysis): Promise<void> {
  const before = await page.evaluate(applyTheme, DEFAULT_THEME);
  expect(await findViolations(page, analysis), 'violations').toEqual([]);
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

/** What of axe is not in its types. */
type VirtualNode = { children: VirtualNode[] };
type Axe = typeof axe & {
  _tree: VirtualNode[];
  utils: {
    getNodeFromTree(element: Element): VirtualNode;
    getRule(id: string): { runSync(context: { include: VirtualNode[]; exclude: VirtualNode[] }, options: axe.RunOptions): axe.RawResult };
  };
};

/**
 * Runs in the page. Describes violations, and text whose contrast cannot be checked because of an image behind it: for that, the grain of the
 * paper is off meanwhile. Describing what passes would take most of the time. Other `incomplete` results count as applied. The other themes
 * use the tree, the grid and the visibility of the first run, which take longer than the rules about colors: themes differ in colors only.
 * `rules` are the counts for each theme.
 */
async function analyze({ options, themes = [], within }: Analysis): Promise<{ violations: string[]; rules: number[] }> {
  const { __hideBy: hideBy, axe: tool } = window as HiddenWindow & { axe?: Axe };
  if (tool === undefined) throw new Error('axe is not loaded.');
  const violations: string[] = [];
  const rules: number[] = [];
  const isOverImage = ({ any }: axe.NodeResult) => any.some(({ data }) => data?.messageKey === 'bgImage');
  const note = (theme: string, { violations: found, passes, incomplete }: axe.AxeResults) => {
    rules.push(passes.length + incomplete.length);
    const unchecked = incomplete.map((rule) => ({ ...rule, nodes: rule.nodes.filter(isOverImage) }));
    for (const { id, nodes } of [...found, ...unchecked])
      violations.push(...nodes.map((node) => `${id} in ${theme}: ${node.target.join(' ')}: ${node.failureSummary}`));
  };
  const checkColors = async (theme: string) => {
    document.documentElement.dataset.theme = theme;
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    forgetStyles(tool._tree);
    const parts = within === undefined ? [document.documentElement] : [...document.querySelectorAll(within)];
    const include = parts.map((part) => tool.utils.getNodeFromTree(part));
    const results = ['color-contrast', 'link-in-text-block'].map((id) => tool.utils.getRule(id).runSync({ include, exclude: [] }, {}));
    note(theme, await tool.finishRun([{ frames: [], results }] as never, resultTypes));
  };
  const forgetStyles = (nodes: VirtualNode[]) => {
    for (const node of nodes) {
      Object.assign(node, { _cache: {}, _stackingContext: undefined });
      forgetStyles(node.children);
    }
  };
  const resultTypes: axe.RunOptions = { resultTypes: ['violations', 'incomplete'] };
  const reporter: axe.AxeReporter<axe.AxeResults> = (results, given, resolve, reject) =>
    tool.getReporter<axe.AxeResults>('v1')(
      results,
      given,
      (report) => {
        note('the default theme', report);
        // The tree is lost as soon as this run ends.
        themes.reduce((done, theme) => done.then(() => checkColors(theme)), Promise.resolve()).then(() => resolve(report), reject);
      },
      reject,
    );
  const plain = new CSSStyleSheet();
  plain.replaceSync(':root, [data-theme] { --grain: none !important }');
  document.adoptedStyleSheets.push(plain);
  hideBy?.('clip');
  await tool.run(within ?? document, { ...options, ...resultTypes, reporter: reporter as never });
  hideBy?.('opacity');
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== plain);
  return { violations, rules };
}
