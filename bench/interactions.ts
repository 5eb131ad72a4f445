import type { Browser, Page } from 'playwright-core';
import { openPool } from '#src/platform/db/pool.ts';
import { launchBrowser } from '#test/browser.ts';
import { silent } from '#test/database.ts';
import { stubVoices } from '#test/journeys/speech-stub.ts';
import type { BenchOptions, Figure, Limit, SectionResult } from './figures.ts';
import { LIST_STEPS, type Step, TALE_STEPS } from './interaction-steps.ts';
import { startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

const SLOWDOWN = 4;
const VIEWPORT = { width: 390, height: 844 };
const LONG = 10;
const LIMIT: Limit = { most: 100 };

/** Milliseconds from input to the next frame by step, from the Event Timing API (resolution 8 ms). */
type Visit = Map<string, number>;

/**
 * Interaction to Next Paint (INP) at a quarter of the CPU speed: all panels and settings of a tale on a phone, of a tale ten times as long,
 * and of the lists. INP of a visit is its slowest interaction.
 */
export async function benchInteractions({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const browser = await launchBrowser();
  try {
    const long = await makeLongTale(site.databaseUrl);
    // The long tale shows how INP grows.
    const pages: [name: string, path: string, steps: Step[], limit?: Limit][] = [
      ['tale', '/tale/the-snow-queen', TALE_STEPS, LIMIT],
      [`tale of ${long.words} words`, `/tale/${long.slug}`, TALE_STEPS],
      ['home', '/', LIST_STEPS.home, LIMIT],
      ['browse', '/tales', LIST_STEPS.browse, LIMIT],
    ];
    const figures: Figure[] = [];
    const words: string[] = [];
    for (const [name, path, steps, limit] of pages) {
      const visits: Visit[] = [];
      for (let visit = 0; visit < (quick ? 1 : 3); visit += 1) visits.push(await visitPage(browser, site.origin + path, steps));
      const value = median(visits.map((visit) => Math.max(...visit.values())));
      figures.push({ name: `${name}, slowest of ${steps.length} interactions`, unit: 'ms', value, ...(limit && { limit }) });
      const each = steps.map(([step]) => `${step} ${median(visits.map((visit) => visit.get(step) ?? 0))}`);
      words.push(`${name}: ${each.join(', ')} (ms)`);
      say(`${name}: ${value.toFixed(0)} ms`);
      say(words.at(-1) ?? '');
    }
    return { figures, words };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Runs the steps of a page once in a new context. Interactions below 16 ms count as 0. */
async function visitPage(browser: Browser, address: string, steps: Step[]): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, hasTouch: true, serviceWorkers: 'block' });
  try {
    await stubVoices(context, [{ name: 'Near', lang: 'en-GB', localService: true }]);
    await context.addInitScript(recordInteractions);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(address, { waitUntil: 'networkidle' });
    // Waits for hydration.
    await page.waitForTimeout(2_000);
    // Injects Playwright's locator script before the measurement.
    await page.getByRole('heading', { level: 1 }).first().hover();
    const visit: Visit = new Map();
    for (const [name, find] of steps) {
      const act = await find(page);
      await takeSlowest(page);
      await act();
      visit.set(name, await takeSlowest(page));
    }
    return visit;
  } finally {
    await context.close();
  }
}

/** Returns the slowest interaction since the last call, after its frame is painted. */
async function takeSlowest(page: Page): Promise<number> {
  await page.waitForTimeout(300);
  return page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done((window as unknown as Recorder).takeSlowest())))),
  );
}

type Recorder = { takeSlowest: () => number };

/** Runs in the page before its scripts. */
function recordInteractions(): void {
  let slowest = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceEventTiming[]) {
      if (entry.interactionId) slowest = Math.max(slowest, entry.duration);
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  const takeSlowest = () => {
    note(observer.takeRecords());
    const taken = slowest;
    slowest = 0;
    return taken;
  };
  Object.assign(window, { takeSlowest });
}

/** Repeats the text of a tale of the library ten times. */
async function makeLongTale(databaseUrl: string): Promise<{ slug: string; words: number }> {
  const pool = openPool(databaseUrl, { log: silent });
  try {
    const { rows } = await pool.query<{ slug: string; words: number }>(
      `update tales set content = repeat(content || E'\\n', $1), content_source = content where slug = 'the-white-cat'
       returning slug, words * $1 as words`,
      [LONG],
    );
    const [tale] = rows;
    if (tale === undefined) throw new Error('The starter library has no White Cat.');
    return tale;
  } finally {
    await pool.end();
  }
}
