import { expect } from 'vitest';
import { journey, visit } from './journey.ts';

journey('the colour of the page is remembered, from the first frame on', async ({ open }) => {
  const page = await open({ reducedMotion: 'reduce' });
  await visit(page, '/tale/rapunzel');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const night = page.getByRole('region', { name: 'Reading settings' }).getByRole('radio', { name: 'Night' });
  await night.check();
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Settings');

  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as { __frames?: string[] }).__frames = seen;
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    look();
  });
  for (const address of ['/tale/rapunzel', '/', '/tales']) {
    await visit(page, address);
    await page.waitForFunction(() => ((window as { __frames?: string[] }).__frames?.length ?? 0) > 2);
    const frames = await page.evaluate(() => (window as { __frames?: string[] }).__frames ?? []);
    expect([...new Set(frames)], `the colours of the frames of ${address}`).toEqual([colour]);
  }
});

journey('without a choice the page is paper', async ({ open }) => {
  const page = await open({ colorScheme: 'light' });
  await visit(page, '/');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('paper');
});
