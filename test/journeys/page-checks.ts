import type { Page } from 'playwright-core';
import { urls } from '#src/urls.ts';
import { createFindings, type Findings, findControls, prepareClicks, pressControls } from './click-steps.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { DESKTOP, type Open, PHONE, visit, waitForIdle, waitUntil } from './journey.ts';
import { findLayoutProblems, type LayoutChecks } from './layout-checks.ts';
import { type SitePage, STATUS_IN_CONSOLE } from './pages.ts';

/**
 * What holds on every page, checked with one load of it: no layout shift, no broken image, one heading in the first viewport, no text that is
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

/** Sum of the layout shifts of a page that are not noticed. */
const MAX_SHIFT = 0.02;

/** The scripts of the tests do not run in the sandboxed preview of a newsletter issue. */
const SANDBOX_IN_CONSOLE = /Blocked script execution in .*frame is sandboxed/;

/** `canShift`: the content loads after the page. */
type Options = { prepare?: (page: Page) => Promise<unknown>; canShift?: boolean };

/** Returns the problems of the pages, each with the first page that has it, and the controls that were found. */
export async function checkPages(open: Open, pages: readonly SitePage[], { prepare, canShift = false }: Options = {}): Promise<Findings> {
  const page = await open({ viewport: PHONE, images: true, expected: [STATUS_IN_CONSOLE, SANDBOX_IN_CONSOLE] });
  await prepareClicks(page);
  await page.addInitScript(holdFonts);
  await page.addInitScript(recordShifts);
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
      await waitUntil(
        page,
        () => document.querySelector('h1') && !document.querySelector('[aria-busy=true], .loading, .saved-list-skeleton'),
      );
      await waitForIdle(page);
      // 13,000 hidden elements of the API guide: api-keys.test.ts checks its operations open.
      await page.evaluate(() => {
        for (const closed of document.querySelectorAll('details:not([open]) > .guide-inner')) closed.remove();
      });
    };
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await load();
    for (const problem of await scrollThrough(page, canShift)) report(problem);
    await showFonts(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const headings = await page.locator('h1').count();
    if (headings !== 1) report(`${headings} h1`);
    await checkLayout(page, report);
    await expectAccessibleAtBothWidths(page);
    await checkControls(page, address, findings, load);
  }
  return findings;
}

/** Scrolls to the end of the page and back. Returns its layout shifts, unless it `canShift`, and its broken images. */
async function scrollThrough(page: Page, canShift: boolean): Promise<string[]> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    for (const image of document.images) image.loading = 'eager';
  });
  await waitUntil(page, () => [...document.images].every((image) => image.complete || image.getClientRects().length === 0));
  const { broken, sum, moved } = await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0 && image.getClientRects().length > 0;
    return {
      broken: [...document.images].filter(isBroken).map(({ src }) => src),
      ...(window as unknown as { __shifts: Shifts }).__shifts,
    };
  });
  const problems = broken.map((src) => `broken image: ${src}`);
  if (!canShift && sum >= MAX_SHIFT) problems.push(`layout shift of ${sum}: ${moved.join(', ')}`);
  return problems;
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
      if (page.url().endsWith(address)) return;
      await load();
      await showFonts(page);
    });
  }
}

type Shifts = { sum: number; moved: string[] };

/** Sums the layout shifts without user input. Runs in the page before its scripts. */
function recordShifts(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const shifts: Shifts = { sum: 0, moved: [] };
  (window as unknown as { __shifts: Shifts }).__shifts = shifts;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      shifts.sum += value;
      shifts.moved.push(
        ...sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : `${node?.textContent}`)),
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

type WithFonts = Window & { __showFonts: () => Promise<unknown> };

/** Keeps web fonts off until `showFonts`, as a late font shifts the text. Runs in the page before its scripts. */
function holdFonts(): void {
  const observer = new MutationObserver(() => document.documentElement.removeAttribute('data-faces'));
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-faces'] });
  (window as unknown as WithFonts).__showFonts = async () => {
    observer.disconnect();
    document.documentElement.dataset.faces = '';
    // Requests the fonts.
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
  };
}

function showFonts(page: Page): Promise<unknown> {
  return page.evaluate(() => (window as unknown as WithFonts).__showFonts());
}
