import type { Page } from 'playwright-core';
import { urls } from '#src/urls.ts';
import { createFindings, type Findings, findControls, prepareClicks, pressControls } from './click-steps.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { DESKTOP, type Open, PHONE, visit, waitForIdle } from './journey.ts';
import { findLayoutProblems, type LayoutChecks } from './layout-checks.ts';
import { type SitePage, STATUS_IN_CONSOLE } from './pages.ts';

/**
 * What holds on every page, checked with one load of it: no layout shift, one heading in the first viewport, no text that is
 * cut off or overlaps at five sizes, no accessibility violation, and every control can be clicked and reacts. `journey` fails on errors in the
 * console, violations of the content security policy and requests to other hosts.
 */

const SIZES: { width: number; height: number; checks: LayoutChecks }[] = [
  { ...DESKTOP, checks: { largeText: true } },
  { width: 1024, height: 768, checks: { largeText: true } },
  { width: 768, height: 1024, checks: {} },
  { ...PHONE, checks: { largeText: true } },
  { width: 320, height: 568, checks: {} },
];

/** Sum of the layout shifts of a page: the limit for good pages (web.dev/cls). Late fonts alone cause up to 0.04 on a slow machine. */
const MAX_SHIFT = 0.1;
/** How long before and after the events of loading fonts text may shift: they are dispatched late on a busy machine. */
const FONT_SWAP_MS = 500;

/** The scripts of the tests do not run in the sandboxed preview of a newsletter issue. */
const SANDBOX_IN_CONSOLE = /Blocked script execution in .*frame is sandboxed/;

/** `canShift`: the content loads after the page. */
type Options = { prepare?: (page: Page) => Promise<unknown>; canShift?: boolean };

/** Returns the problems of the pages, each with the first page that has it, and the controls that were found. */
export async function checkPages(open: Open, pages: readonly SitePage[], { prepare, canShift = false }: Options = {}): Promise<Findings> {
  const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE, SANDBOX_IN_CONSOLE] });
  await prepareClicks(page);
  await page.addInitScript(recordMoves);
  const findings = createFindings();
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage) findings.problems.push(`${response.status()} ${response.url()}`);
  });
  await prepare?.(page);
  const known = new Set<string>();
  for (const { address, status } of pages) {
    const report = (problem: string) => {
      if (!known.has(problem)) findings.problems.push(`${address}, ${problem}`);
      known.add(problem);
    };
    const load = async () => {
      const answered = address === urls.apiGuide() ? (await page.goto(address))?.status() : await visit(page, address);
      if (answered !== status) report(`status ${answered} instead of ${status}`);
      await page.waitForFunction(
        () => document.querySelector('h1') && !document.querySelector('[aria-busy=true], .loading, .saved-list-skeleton'),
      );
      await waitForIdle(page);
    };
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await load();
    const shifts = await scrollThrough(page);
    if (!canShift && shifts !== '') report(`layout shift of ${shifts}`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const headings = await page.locator('h1').count();
    if (headings !== 1) report(`${headings} h1`);
    await checkLayout(page, report);
    await expectAccessibleAtBothWidths(page);
    await checkControls(page, address, findings, load);
  }
  return findings;
}

/** Scrolls to the end of the page and back. Returns what has shifted by itself. */
async function scrollThrough(page: Page): Promise<string> {
  const { shifts, fontLoads } = await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    return (window as unknown as { __moves: Moves }).__moves;
  });
  const own = shifts.filter(({ time }) => !fontLoads.some(({ from, to }) => time > from - FONT_SWAP_MS && time < to + FONT_SWAP_MS));
  const sum = own.reduce((total, { value }) => total + value, 0);
  return sum < MAX_SHIFT ? '' : `${sum.toFixed(3)}: ${own.flatMap(({ moved }) => moved).join(', ')}`;
}

async function checkLayout(page: Page, report: (problem: string) => void): Promise<void> {
  for (const { width, height, checks } of SIZES) {
    await page.setViewportSize({ width, height });
    const problems = await page.evaluate(findLayoutProblems, { heading: true, ...checks });
    if (width === DESKTOP.width || width === 320) {
      await page.emulateMedia({ forcedColors: 'active' });
      problems.push(...(await page.evaluate(findLayoutProblems, { forcedColors: true })));
      await page.emulateMedia({ forcedColors: 'none' });
    }
    for (const problem of problems) report(`${width} px: ${problem}`);
  }
}

async function checkControls(page: Page, address: string, findings: Findings, load: () => Promise<void>): Promise<void> {
  const withNew: [at: string, viewport: typeof DESKTOP][] = [];
  // Before any click, as messages may lie over controls then.
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const at = `${address} at ${viewport.width} px`;
    if (await findControls(page, 'body', at, findings)) withNew.unshift([at, viewport]);
  }
  for (const [at, viewport] of withNew) {
    await page.setViewportSize(viewport);
    await pressControls(page, 'body', at, findings, async () => {
      if (!page.url().endsWith(address)) await load();
    });
  }
}

type Moves = { shifts: { value: number; time: number; moved: string[] }[]; fontLoads: { from: number; to: number }[] };

/** Records layout shifts without user input, and when fonts load. Runs in the page before its scripts. */
function recordMoves(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const moves: Moves = { shifts: [], fontLoads: [] };
  (window as unknown as { __moves: Moves }).__moves = moves;
  document.fonts.addEventListener('loading', () => moves.fontLoads.push({ from: performance.now(), to: Number.POSITIVE_INFINITY }));
  document.fonts.addEventListener('loadingdone', () => Object.assign(moves.fontLoads.at(-1) ?? {}, { to: performance.now() }));
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : `${node?.textContent}`));
      if (!hadRecentInput) moves.shifts.push({ value, time: startTime, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
