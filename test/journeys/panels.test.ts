import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit } from './journey.ts';
import { OTHER_PANEL_SNAPSHOTS } from './other-panel-snapshots.ts';
import { OTHER_PANELS } from './other-panel-states.ts';
import { PANEL_SNAPSHOTS } from './panel-snapshots.ts';
import { PANELS, type State } from './panel-states.ts';
import { stubVoices } from './speech-stub.ts';

/** A viewport of 1280 by 1024 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

const SNAPSHOTS = { ...PANEL_SNAPSHOTS, ...OTHER_PANEL_SNAPSHOTS };

/** URLs, which contain a port, and dates. */
const CHANGING = /\n *- \/url:.*|https?:\/\/\S+|: \d{4}-\d\d-\d\d/g;

for (const panel of [...PANELS, ...OTHER_PANELS]) {
  journey(`${panel.name}: announced, accessible in every theme, usable by keyboard and at 400 % zoom`, async ({ open }) => {
    const page = await open({ viewport: PHONE });
    await panel.prepare?.(page);
    await visit(page, panel.address);
    for (const state of panel.states) {
      await state.reach(page);
      await judge(page, state, `${panel.name}: ${state.name}`);
    }
  });
}

async function judge(page: Page, { at, words = at, back }: State, name: string): Promise<void> {
  const heard = async () => {
    const said = await Promise.all((await page.locator(words).all()).map((part) => part.ariaSnapshot()));
    return said.join('\n').replace(CHANGING, '');
  };
  // A panel opens in the frame after the click.
  await expect.poll(heard, { message: name }).toBe(SNAPSHOTS[name]);
  await expectAccessible(page, at);
  expect(await page.evaluate(listMoving, at), `what moves in ${name}`).toEqual([]);
  await page.setViewportSize(ZOOMED);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(ZOOMED.width);
  // Toasts move out of the way of a sheet shortly after a resize.
  await expect.poll(() => page.evaluate(walk, at), { message: `what is out of reach in ${name}` }).toEqual([]);
  await page.setViewportSize(PHONE);
  if (back === undefined) return;
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel), { message: name })
    .toContain(back);
}

/** Lists elements with a transition or an animation. Runs in the page. */
function listMoving(at: string): string[] {
  const moves = (element: Element) => {
    const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
    return transitionDuration !== '0s' || (animationName !== 'none' && Number.parseFloat(animationDuration) > 0.001);
  };
  return [...document.querySelectorAll(`${at}, :is(${at}) *`)].filter(moves).map(({ outerHTML }) => outerHTML.slice(0, 80));
}

/** Focuses each control and lists those without a visible focus, outside the viewport or covered. Runs in the page. */
function walk(at: string): string[] {
  const before = document.activeElement;
  const look = (element: Element) =>
    [element, element.closest('label'), element.nextElementSibling, element.closest('.tale')?.querySelector('.cover')].map((each) => {
      if (!each) return '';
      const { boxShadow, outlineColor, outlineStyle } = getComputedStyle(each);
      return `${boxShadow} ${outlineStyle === 'none' || outlineColor === 'rgba(0, 0, 0, 0)' ? '' : outlineColor}`;
    });
  const wrong: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(
    `:is(${at}) :is(a[href], button, input, select, summary), :is(${at}):is(button)`,
  )) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.blur();
    const plain = look(element).join();
    element.focus({ focusVisible: true } as FocusOptions);
    const name = element.outerHTML.slice(0, 90);
    if (document.activeElement !== element) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isAll = right - left >= innerWidth && bottom - top >= innerHeight;
    if (!isAll && look(element).join() === plain) wrong.push(`unseen: ${name}`);
    if (left < -1 || right > innerWidth + 1) wrong.push(`sticks out: ${name}`);
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const hit = document.elementFromPoint((left + right) / 2, y);
    const place = element.closest('label') ?? element;
    if (hit === null || !(place.contains(hit) || hit.contains(place))) wrong.push(`hidden: ${name} by ${hit?.outerHTML.slice(0, 60)}`);
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return wrong;
}

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
