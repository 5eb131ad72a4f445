import type { Page, Response } from 'playwright-core';
import { launchBrowser } from '#test/browser.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { PAGES } from './pages.ts';
import { startSiteProcess } from './site-process.ts';

const KINDS = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
type Kind = (typeof KINDS)[number] | 'other';

const LIMITS: Record<string, number> = {
  'tale, script': 119,
  'tale, font': 111,
  'tale, stylesheet': 20,
  'tale, in all': 280,
  'home, in all': 410,
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
  // Triggers lazy loading of images.
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      window.scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
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

function kindOf(response: Response): Kind {
  return KINDS.find((kind) => kind === response.request().resourceType()) ?? 'other';
}
