import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Response } from 'playwright-core';
import { launchBrowser } from '#test/browser.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { PAGES } from './pages.ts';
import { cpuSeconds, startSiteProcess } from './site-process.ts';

const KINDS = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
type Kind = (typeof KINDS)[number] | 'other';

const LIMITS: Record<string, number> = {
  'tale, script': 83.5,
  'tale, font': 54,
  'tale, stylesheet': 19.5,
  'tale, in all': 180,
  'home, font': 60,
  'home, image': 64,
  'home, in all': 235,
};

/** Kilobytes (1,024 bytes) of encoded bodies that a phone loads for a page, scrolled to its end. */
export async function benchBytes({ say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    const words: string[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, serviceWorkers: 'block' });
      const { kilobytes, requests, foreign } = await measurePage(page, site.origin + path);
      await page.close();
      for (const kind of [...KINDS, 'other', 'in all']) {
        const limit = LIMITS[`${name}, ${kind}`];
        figures.push({ name: `${name}, ${kind}`, unit: 'KB', value: kilobytes.get(kind) ?? 0, ...(limit && { limit: { most: limit } }) });
      }
      figures.push({ name: `${name}, requests`, unit: '', value: requests });
      figures.push({ name: `${name}, requests to other hosts`, unit: '', value: foreign.length, limit: { most: 0 } });
      words.push(...foreign);
      say(`${name}: ${[...kilobytes].map(([kind, size]) => `${kind} ${size.toFixed(1)}`).join(', ')} KB in ${requests} requests`);
    }
    return { figures, words };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measurePage(page: Page, address: string): Promise<{ kilobytes: Map<string, number>; requests: number; foreign: string[] }> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(address, { waitUntil: 'networkidle' });
  await scrollToEnd(page);
  await page.waitForLoadState('networkidle');
  const kilobytes = new Map<string, number>([['in all', 0]]);
  for (const response of responses) {
    const size = (await response.request().sizes()).responseBodySize / 1024;
    for (const key of [kindOf(response), 'in all']) kilobytes.set(key, (kilobytes.get(key) ?? 0) + size);
  }
  const { host } = new URL(address);
  return {
    kilobytes,
    requests: responses.length,
    foreign: responses.map((response) => response.url()).filter((url) => new URL(url).host !== host && !url.startsWith('data:')),
  };
}

/** Triggers lazy loading of images. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      window.scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

function kindOf(response: Response): Kind {
  return KINDS.find((kind) => kind === response.request().resourceType()) ?? 'other';
}

const TALES = 3;
const SILENCE_MS = 4_000;

/**
 * What a new reader with a phone costs: the home page and three tales, scrolled to their ends, with all that is loaded ahead and stored for
 * reading offline. The processor time is that of the same requests again and again, as in the time after a start code is not optimised yet.
 */
export async function benchVisit({ quick, say }: BenchOptions): Promise<SectionResult> {
  const requests: { method: string; path: string; bytes: number }[] = [];
  let last = performance.now();
  const onLog = (line: string) => {
    if (!line.includes('"event":"request"')) return;
    requests.push(JSON.parse(line));
    last = performance.now();
  };
  const site = await startSiteProcess({ onLog });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
    requests.length = 0;
    await page.goto(site.origin);
    for (let tale = 0; tale <= TALES; tale += 1) {
      await scrollToEnd(page);
      while (performance.now() - last < SILENCE_MS) await wait(200);
      if (tale === TALES) break;
      const link = page.locator('main a[href^="/tale/"]:not([href*="."])').nth(tale);
      const href = (await link.getAttribute('href')) ?? '';
      await link.click();
      await page.waitForURL(`**${href}`);
      await page.locator('article h1').waitFor();
    }
    await browser.close();
    const kilobytes = requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    const visit = requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const requestCount = requests.length;
    const repeat = createRepeater(site.origin);
    for (let run = 0; run < (quick ? 10 : 300); run += 1) await repeat(visit);
    const runs = quick ? 20 : 300;
    const from = cpuSeconds(site.pid);
    for (let run = 0; run < runs; run += 1) await repeat(visit);
    const ms = ((cpuSeconds(site.pid) - from) * 1_000) / runs;
    say(`${requestCount} requests, ${kilobytes.toFixed(0)} KB of bodies, ${ms.toFixed(1)} ms of the processor`);
    return {
      figures: [
        { name: 'requests', unit: '', value: requestCount },
        { name: 'bodies', unit: 'KB', value: kilobytes },
        { name: 'processor time of the site', unit: 'ms', value: ms },
      ],
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Six connections, as of a browser. */
function createRepeater(origin: string): (paths: readonly string[]) => Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
  const get = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const request = http.get(origin + path, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume().on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} ${path}`))));
      });
      request.on('error', reject);
    });
  return async (paths) => void (await Promise.all(paths.map(get)));
}
