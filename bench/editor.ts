import type pg from 'pg';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { openPool } from '#src/platform/db/pool.ts';
import { launchBrowser } from '#test/browser.ts';
import { silent } from '#test/database.ts';
import { addSession, addUsers } from './accounts.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { startSiteProcess } from './site-process.ts';
import { median, percentile } from './stats.ts';
import { makeTexts } from './vocabulary.ts';

const WORDS = 20_000;
const PARAGRAPHS = 250;

/**
 * The form of a tale of 20,000 words in Chromium: main thread time per key press (script, style, layout and painting), and time until the
 * text is editable on repeat visits.
 */
export async function benchEditor({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const pool = openPool(site.databaseUrl, { log: silent });
  const browser = await launchBrowser();
  try {
    const address = `${site.origin}/manage-tales?tale=${await addLongTale(pool)}&mode=edit`;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await signIn(context, site.origin, pool);
    const ready: number[] = [];
    for (let visit = 0; visit < (quick ? 3 : 11); visit += 1) ready.push(await timeUntilReady(context, address));
    const page = await context.newPage();
    await page.goto(address);
    await textOf(page).waitFor();
    const middle = await timeKeys(page, PARAGRAPHS / 2, quick ? 40 : 300);
    const start = await timeKeys(page, 1, quick ? 40 : 300);
    // Repeat visits: the first one fills the HTTP cache.
    const later = ready.slice(1);
    const figures: Figure[] = [
      { name: 'a key in the middle of 20,000 words, p95', unit: 'ms', value: percentile(middle, 0.95), limit: { most: 16 } },
      { name: 'a key in the middle of 20,000 words, p50', unit: 'ms', value: median(middle) },
      { name: 'a key at the beginning, p95', unit: 'ms', value: percentile(start, 0.95), limit: { most: 16 } },
      { name: 'ready to write, second visit, p50', unit: 'ms', value: median(later), p95: percentile(later, 0.95), limit: { most: 1_500 } },
    ];
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
    return { figures };
  } finally {
    await browser.close();
    await pool.end();
    await site.stop();
  }
}

async function signIn(context: BrowserContext, origin: string, pool: pg.Pool): Promise<void> {
  const [email = ''] = await addUsers(pool, 1);
  await pool.query("update users set role = 'admin' where email = $1", [email]);
  const [name = '', value = ''] = (await addSession(pool, email)).split('=');
  await context.addCookies([{ name, value, url: origin }]);
}

/** Replaces the text of a tale by a long one. Returns its id. */
async function addLongTale(pool: pg.Pool): Promise<string> {
  const [text = ''] = makeTexts(1, WORDS, 5_000);
  const words = text.split(' ');
  const each = Math.ceil(words.length / PARAGRAPHS);
  const html = Array.from({ length: PARAGRAPHS }, (_, n) => `<p>${words.slice(n * each, (n + 1) * each).join(' ')} <em>said</em> she.</p>`);
  const { rows } = await pool.query<{ id: string }>(
    'update tales set content = $1, content_source = $1 where id = (select id from tales order by id limit 1) returning id',
    [html.join('\n')],
  );
  const [tale] = rows;
  if (tale === undefined) throw new Error('The starter library has no tales.');
  return tale.id;
}

function textOf(page: Page) {
  return page.locator('.editor-page');
}

/** Returns the time from navigation until the text is editable, ms. */
async function timeUntilReady(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(recordReadyTime);
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => (window as unknown as { readyAt?: number }).readyAt);
  const ready = (await handle.jsonValue()) as number;
  await page.close();
  return ready;
}

/** Records the time in the page, since polling from outside is less precise. Runs in the page before its scripts. */
function recordReadyTime(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('.editor-page[contenteditable=true] p') === null) return;
    observer.disconnect();
    // After the paint.
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { readyAt: performance.now() })));
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Types into a paragraph. Returns the main thread time of each key, ms. */
async function timeKeys(page: Page, paragraph: number, keys: number): Promise<number[]> {
  const client = await page.context().newCDPSession(page);
  // CPU time of the thread, which excludes other processes.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await textOf(page).locator('p').nth(paragraph).click();
  for (let key = 0; key < 20; key += 1) await page.keyboard.press('a');
  const times: number[] = [];
  for (let key = 0; key < keys; key += 1) {
    const before = await threadSeconds(client);
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    times.push(((await threadSeconds(client)) - before) * 1_000);
  }
  await client.detach();
  return times;
}

/** Returns the busy time of the main thread since navigation in seconds, after the next paint. */
async function threadSeconds(client: CDPSession): Promise<number> {
  const expression = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await client.send('Runtime.evaluate', { expression, awaitPromise: true });
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
