import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { openProxy } from './proxy.ts';

journey('the theme is restored from the first frame on', async ({ open }) => {
  const page = await open();
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const night = page.getByRole('region', { name: 'Reading settings' }).getByRole('radio', { name: 'Night' });
  await night.check();
  // Applied a frame after the event.
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'night');
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Settings');

  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as { __frames?: string[] }).__frames = seen;
    const record = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(record);
    };
    record();
  });
  for (const address of ['/tale/rapunzel', '/', '/tales']) {
    await visit(page, address);
    await page.waitForFunction(() => ((window as { __frames?: string[] }).__frames?.length ?? 0) > 2);
    const frames = await page.evaluate(() => (window as { __frames?: string[] }).__frames ?? []);
    expect([...new Set(frames)], `colours of the frames of ${address}`).toEqual([colour]);
  }
});

journey('the default theme is paper', async ({ open }) => {
  const page = await open({ colorScheme: 'light' });
  await visit(page, '/');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('paper');
});

type Case = { theme: string; viewport: typeof DESKTOP; reading?: object; focus?: boolean };

const CASES: Case[] = [
  { theme: 'paper', viewport: PHONE },
  { theme: 'sepia', viewport: DESKTOP, reading: { face: 'clear', size: 7, spacing: 'open' } },
  { theme: 'night', viewport: PHONE, reading: { face: 'clear', flow: 'pages' } },
  { theme: 'candlelight', viewport: DESKTOP, reading: { flow: 'pages', measure: 'narrow' } },
  { theme: 'night', viewport: DESKTOP, reading: { face: 'sans', ruler: true, alignment: 'justified' } },
  { theme: 'candlelight', viewport: PHONE, focus: true },
];

/** Each context is new, so that fonts load late. */
for (const { theme, viewport, reading = {}, focus = false } of CASES) {
  const name = `${theme}, ${JSON.stringify(reading)}${focus ? ', focus' : ''}, ${viewport.width} px`;
  journey(`a tale opens with saved settings without flash or layout shift: ${name}`, async ({ open }) => {
    const page = await open({ viewport, painted: true });
    await page.addInitScript(
      ([theme, reading, isFocused]) => {
        localStorage.setItem('talewood.theme', theme);
        localStorage.setItem('talewood.reading', reading);
        if (isFocused) sessionStorage.setItem('talewood.focus', 'on');
      },
      [theme, JSON.stringify(reading), focus] as const,
    );
    await recordFrames(page);
    await visit(page, '/tale/rapunzel');
    await page.waitForFunction(() => 'faces' in document.documentElement.dataset);
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    const { colours, shift } = await readFrames(page);
    expect(colours).toEqual([await page.evaluate(() => getComputedStyle(document.body).backgroundColor)]);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    expect(shift).toBeLessThan(0.005);
  });
}

const PARTS = [
  { path: '/tale/rapunzel', end: '<dl class="facts">' },
  { path: '/tale/rapunzel', end: '<article', focus: true },
  { path: '/', end: '<p class="hero-go">' },
  { path: '/author/the-brothers-grimm', end: '</h1>' },
  { path: '/login', end: '</h1>' },
  { path: '/categories', end: '/categories/folklore">' },
];

for (const { path, end, focus = false } of PARTS)
  journey(`a page that arrives in parts causes no layout shift: ${path}${focus ? ', focus' : ''}`, async ({ open }) => {
    const proxy = await openProxy(inject('origin'));
    try {
      for (const viewport of [DESKTOP, PHONE]) {
        const page = await open({ viewport, painted: true, origin: proxy.origin });
        // Fonts are cached by the first visit.
        await page.goto(path);
        await page.waitForFunction(() => sessionStorage.getItem('talewood.faces') !== null);
        await recordFrames(page);
        if (focus) await page.evaluate(() => sessionStorage.setItem('talewood.focus', 'on'));
        proxy.pauseAt(path, end);
        await page.reload();
        await page.waitForFunction(() => document.readyState === 'complete');
        expect((await readFrames(page)).shift, `${viewport.width} px`).toBeLessThan(0.005);
        // It still loads what the proxy will no longer answer.
        await page.close();
      }
    } finally {
      await proxy.close();
    }
  });

journey('a theme change causes no layout shift, and a change of font and size keeps the line being read in place', async ({ open }) => {
  const page = await open({ viewport: PHONE, painted: true });
  await recordFrames(page);
  await visit(page, '/tale/rapunzel');
  // Fonts that load late move the text.
  await page.waitForFunction(() => 'faces' in document.documentElement.dataset);
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.evaluate(() => window.scrollTo(0, (document.getElementById('tale-text')?.offsetHeight ?? 0) / 2));
  await page.getByRole('button', { name: 'Reading settings' }).click();
  const sheet = page.getByRole('region', { name: 'Reading settings' });
  const night = sheet.getByRole('radio', { name: 'Night' });
  await night.waitFor();
  const before = await readFrames(page);
  await night.check();
  await sheet.getByRole('radio', { name: 'Sepia' }).check();
  const after = await readFrames(page);
  expect(after.colours.length - before.colours.length).toBeLessThanOrEqual(2);
  expect(after.all).toBe(before.all);

  const block = await blockAtTop(page);
  expect(block).toBeGreaterThan(2);
  await sheet.getByRole('radio', { name: /^Atkinson/ }).check();
  // A key press: browsers exclude layout shifts right after one, but not after `fill`.
  await sheet.getByRole('slider', { name: 'Text size' }).press('End');
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => blockAtTop(page)).toBe(block);
  expect((await readFrames(page)).shift).toBe(before.shift);
});

type Frames = { colours: string[]; shift: number; all: number };

/** Records the page colours of all frames and the layout shift. `all` includes shifts right after input, which browsers exclude. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Frames = { colours: [], shift: 0, all: 0 };
    Object.assign(window, { __seen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        seen.all += entry.value;
        if (!entry.hadRecentInput) seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const frame = () => {
      const colour = document.body ? getComputedStyle(document.body).backgroundColor : undefined;
      if (colour !== undefined && !seen.colours.includes(colour)) seen.colours.push(colour);
      requestAnimationFrame(frame);
    };
    frame();
  });
}

/** Returns what was recorded, after two frames: a layout shift is reported after its frame. */
function readFrames(page: Page): Promise<Frames> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    return (window as unknown as { __seen: Frames }).__seen;
  });
}

/** Returns the index of the block just below the header. */
function blockAtTop(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...(document.getElementById('tale-text')?.children ?? [])].findIndex((block) => block.getBoundingClientRect().bottom > 110),
  );
}
