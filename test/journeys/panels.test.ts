import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, PHONE, visit } from './journey.ts';
import { LIST_PANEL_SNAPSHOTS } from './list-panel-snapshots.ts';
import { LIST_PANELS } from './list-panel-states.ts';
import { OTHER_PANEL_SNAPSHOTS } from './other-panel-snapshots.ts';
import { OTHER_PANELS } from './other-panel-states.ts';
import { testPanels } from './panel-checks.ts';
import { PANEL_SNAPSHOTS } from './panel-snapshots.ts';
import { PANELS } from './panel-states.ts';
import { stubVoices } from './speech-stub.ts';
import { STAFF_PANEL_SNAPSHOTS } from './staff-panel-snapshots.ts';
import { STAFF_PANELS } from './staff-panel-states.ts';

testPanels(PANELS, PANEL_SNAPSHOTS);
testPanels(OTHER_PANELS, OTHER_PANEL_SNAPSHOTS);
testPanels(LIST_PANELS, LIST_PANEL_SNAPSHOTS);
testPanels(STAFF_PANELS, STAFF_PANEL_SNAPSHOTS);

journey('forced colors: the spoken passage, the reading ruler and chosen options are visible', async ({ open }) => {
  const page = await open({ forcedColors: 'active', viewport: { width: 900, height: 700 }, painted: true });
  await stubVoices(page, [{ name: 'Near', lang: 'en-GB', localService: true }]);
  await page.addInitScript(() => localStorage.setItem('talewood.reading', JSON.stringify({ ruler: true })));
  await visit(page, urls.tale('the-princess-and-the-pea'));
  await page.evaluate(() => document.getElementById('tale-text')?.scrollIntoView());
  await page.mouse.move(450, 350);
  const ruler = page.locator('.ruler');
  await ruler.waitFor();
  const withRuler = await page.screenshot();
  await ruler.evaluate((band) => band.setAttribute('hidden', ''));
  expect(withRuler.equals(await page.screenshot())).toBe(false);

  await page.getByRole('button', { name: 'Listen' }).click();
  await page.waitForFunction(() => (CSS.highlights.get('spoken')?.size ?? 0) > 0);
  // The player and its shortcuts appear shortly after the speech starts.
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const glowing = await page.screenshot();
  await page.evaluate(() => CSS.highlights.clear());
  expect(glowing.equals(await page.screenshot())).toBe(false);

  await page.getByRole('button', { name: 'Stop listening' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const grounds = (name: string, other: string) =>
    Promise.all(
      [name, other].map((each) =>
        page
          .locator('.reader-sheet label', { hasText: each })
          .first()
          .evaluate((label) => getComputedStyle(label).backgroundColor),
      ),
    );
  for (const [chosen, other] of [
    ['Indented', 'Far apart'],
    ['Paper', 'Sepia'],
    ['Plain and clear', 'Easier to tell apart'],
  ] as const) {
    await page.locator('.reader-sheet label', { hasText: chosen }).first().click();
    const [one, two] = await grounds(chosen, other);
    expect(one, chosen).not.toBe(two);
  }
});

journey('reduced motion: pages turn at once, and automatic scrolling does not animate', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await stubVoices(page, []);
  await page.addInitScript(() => {
    localStorage.setItem('talewood.reading', JSON.stringify({ flow: 'pages' }));
    localStorage.setItem('talewood.pace', JSON.stringify({ silent: 300, aloud: 300 }));
    const scrollBy = window.scrollBy.bind(window) as (how: ScrollToOptions) => void;
    const asked: unknown[] = [];
    Object.assign(window, { asked, scrollTo: (how: unknown) => asked.push(how) });
    window.scrollBy = ((how: ScrollToOptions) => {
      asked.push(how.behavior);
      scrollBy(how);
    }) as typeof window.scrollBy;
  });
  await visit(page, urls.tale('rapunzel'));
  await page.getByRole('status').filter({ hasText: 'Page 1 of' }).waitFor();
  await page.evaluate(() => document.getElementById('tale-text')?.scrollIntoView());
  const turned = await page.evaluate(() => {
    const text = document.getElementById('tale-text') as HTMLElement;
    document.querySelector<HTMLElement>('[aria-label="Next page"]')?.click();
    return text.scrollLeft / text.clientWidth;
  });
  expect(turned).toBe(1);

  await page.evaluate(() => {
    delete document.documentElement.dataset.flow;
    scroll({ top: 0, behavior: 'instant' });
  });
  await page.getByRole('button', { name: 'Listen' }).click();
  const asked = () => page.evaluate(() => (window as unknown as { asked: (string | ScrollToOptions)[] }).asked);
  await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked.splice(0));
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(0);
  // Enough frames for an animation, which would scroll in each. The change of the flow may scroll once, to keep the position.
  for (let frame = 0; frame < 10; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  const scrolls = await asked();
  expect(new Set(scrolls.map((each) => (typeof each === 'string' ? each : each.behavior)))).toEqual(new Set(['instant']));
  expect(scrolls.filter((each) => typeof each !== 'string').length).toBeLessThanOrEqual(1);
});
