import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findChromium } from '#test/chromium.ts';
import type { BenchOptions, Figure, Limit, SectionResult } from './figures.ts';
import { PAGES } from './pages.ts';
import { freePort, startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

type Run = { scores: Record<string, number>; times: Record<string, number>; failing: string[] };

const SCORES: Record<string, Limit> = {
  performance: { least: 98 },
  accessibility: { least: 100 },
  'best-practices': { least: 100 },
  seo: { least: 100 },
};
const TIMES: Record<string, { name: string; unit: string; limit?: Limit }> = {
  'first-contentful-paint': { name: 'first paint', unit: 'ms' },
  'largest-contentful-paint': { name: 'largest paint', unit: 'ms', limit: { most: 1_500 } },
  'total-blocking-time': { name: 'blocking time', unit: 'ms', limit: { most: 60 } },
  'cumulative-layout-shift': { name: 'layout shift', unit: '', limit: { most: 0.02 } },
  'speed-index': { name: 'speed index', unit: 'ms' },
};

/** Lighthouse with its default settings for a slow phone (mobile, simulated throttling); the median of several runs. */
export async function benchLighthouse({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const port = await freePort();
  const { program, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: program,
    env,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    chromiumSandbox: false,
  });
  try {
    const figures: Figure[] = [];
    const words: string[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const runs: Run[] = [];
      for (let run = 0; run < (quick ? 1 : 3); run++) runs.push(await visit(site.origin + path, port));
      const own = toFigures(name, runs);
      figures.push(...own);
      words.push(...new Set(runs.flatMap((run) => run.failing.map((audit) => `${name}: ${audit}`))));
      for (const { name, value, unit } of own) say(`${name}: ${value.toFixed(2)} ${unit}`);
    }
    for (const line of words) say(line);
    return { figures, words };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function visit(address: string, port: number): Promise<Run> {
  const result = await lighthouse(address, { port, logLevel: 'error', output: 'json' });
  if (result === undefined || result.lhr.runtimeError)
    throw new Error(`Lighthouse cannot visit ${address}: ${result?.lhr.runtimeError?.message}`);
  const { categories, audits } = result.lhr;
  const failing = Object.keys(SCORES).flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isMetric = id in TIMES || (category === 'performance' && weight > 0);
      return audit && audit.score !== null && audit.score < 1 && !isMetric
        ? [`${category}: ${audit.title} ${audit.displayValue ?? ''}`.trim()]
        : [];
    }),
  );
  return {
    scores: Object.fromEntries(Object.keys(SCORES).map((category) => [category, (categories[category]?.score ?? 0) * 100])),
    times: Object.fromEntries(Object.keys(TIMES).map((id) => [id, audits[id]?.numericValue ?? Number.NaN])),
    failing,
  };
}

function toFigures(page: string, runs: Run[]): Figure[] {
  return [
    ...Object.entries(SCORES).map(([category, limit]) => ({
      name: `${page}, ${category}`,
      unit: 'of 100',
      value: median(runs.map((run) => run.scores[category] ?? 0)),
      limit,
    })),
    ...Object.entries(TIMES).map(([id, { name, unit, limit }]) => ({
      name: `${page}, ${name}`,
      unit,
      value: median(runs.map((run) => run.times[id] ?? Number.NaN)),
      ...(limit && { limit }),
    })),
  ];
}
