import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit } from './journey.ts';
import { findLayoutProblems } from './layout-checks.ts';
import type { Panel, State } from './panel-states.ts';

/** What holds in every state of every panel, checked with one load of its page. */

/** A viewport of 1280 by 1024 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

/** URLs, which contain a port, dates, what has been read, and the number of screens. */
const CHANGING =
  /\n *- \/url:.*|https?:\/\/\S+|: \d{4}-\d\d-\d\d| The newsletter of .* lists new tales\.|(?<=Opened )\d+ \w+ \d+|\d+% read · about \d+ (?=minutes left)|(?<=Screen 1 of )\d+/g;

/** Adds a journey for each panel. */
export function testPanels(panels: readonly Panel[], snapshots: Record<string, string>): void {
  for (const panel of panels) {
    journey(`${panel.name}: announced, accessible in every theme, usable by keyboard and at 400 % zoom`, async ({ open }) => {
      const page = await open({ viewport: PHONE, ...(panel.expected && { expected: panel.expected }) });
      await panel.prepare?.(page);
      await visit(page, panel.address);
      for (const state of panel.states) {
        await state.reach(page);
        const name = `${panel.name}: ${state.name}`;
        await judge(page, state, name, snapshots[name]);
      }
    });
  }
}

async function judge(page: Page, { at, words = at, back }: State, name: string, snapshot: string | undefined): Promise<void> {
  const heard = async () => {
    const said = await Promise.all((await page.locator(words).all()).map((part) => part.ariaSnapshot()));
    return said.join('\n').replace(CHANGING, '');
  };
  // A panel opens in the frame after the click.
  await expect.poll(heard, { message: name }).toBe(snapshot);
  await expectAccessible(page, at);
  expect(await page.evaluate(listMoving, at), `what moves in ${name}`).toEqual([]);
  expect(await page.evaluate(listSmallTargets, at), `what is too small for a finger in ${name}`).toEqual([]);
  expect(await page.evaluate(findLayoutProblems, { within: at, largeText: true }), `text in ${name}`).toEqual([]);
  await page.setViewportSize(ZOOMED);
  expect(await page.evaluate(findLayoutProblems, { within: at }), `text at 400 % zoom in ${name}`).toEqual([]);
  // Toasts move out of the way of a sheet shortly after a resize.
  await expect.poll(() => page.evaluate(walk, at), { message: `what is out of reach in ${name}` }).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  const inForcedColors = [
    await page.evaluate(findLayoutProblems, { within: at, forcedColors: true }),
    await page.evaluate(walk, at),
    await page.evaluate(listFaintShapes, at),
  ];
  expect(inForcedColors.flat(), `what cannot be told apart in forced colors in ${name}`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(isFocusInModal), `the focus is in ${name}`).toBe(true);
  if (back === undefined) return;
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel), { message: name })
    .toContain(back);
}

/** Returns whether an open modal dialog has the focus; true if there is none. Runs in the page. */
function isFocusInModal(): boolean {
  return [...document.querySelectorAll('dialog:modal')].at(-1)?.contains(document.activeElement) ?? true;
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
    `:is(${at}) :is(a[href], button, input, select, summary, [tabindex="0"]), :is(${at}):is(button)`,
  )) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.blur();
    const plain = look(element).join();
    element.focus({ focusVisible: true } as FocusOptions);
    const name = element.outerHTML.slice(0, 90);
    if (document.activeElement !== element) continue;
    // Chromium is content with 32 px of a control in a region that scrolls sideways; readers scroll it by keyboard.
    if (element.parentElement?.closest('[tabindex="0"]'))
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isAll = right - left >= innerWidth && bottom - top >= innerHeight;
    if (!isAll && look(element).join() === plain) wrong.push(`unseen: ${name}`);
    if (left < -1 || right > innerWidth + 1) wrong.push(`sticks out (${Math.round(left)} to ${Math.round(right)}): ${name}`);
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const hit = document.elementFromPoint((left + right) / 2, y);
    const place = element.closest('label') ?? element;
    if (hit === null || !(place.contains(hit) || hit.contains(place))) wrong.push(`hidden: ${name} by ${hit?.outerHTML.slice(0, 60)}`);
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return wrong;
}

/** Lists controls that are smaller than 44 px, except links within text. Runs in the page. */
function listSmallTargets(at: string): string[] {
  const SIZE = 43.5;
  const isLarge = ({ width, height }: DOMRect) => width >= SIZE && height >= SIZE;
  const hits = (element: Element, x: number, y: number) =>
    document.elementFromPoint(x, y)?.closest('a, button, summary, label, input') === element;
  const isSmall = (element: HTMLElement) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.closest('[aria-hidden=true]') !== null) return false;
    if (element.localName === 'a' && getComputedStyle(element).display === 'inline') return false;
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    if ([element, ...labels].some((each) => isLarge(each.getBoundingClientRect()))) return false;
    // Pseudo-elements enlarge some.
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return ![
      [-21, 0],
      [21, 0],
      [0, -21],
      [0, 21],
    ].every(([dx = 0, dy = 0]) => hits(element, x + dx, y + dy));
  };
  const controls = document.querySelectorAll<HTMLElement>(
    `:is(${at}) :is(a[href], button, input, select, summary, textarea), :is(${at}):is(button)`,
  );
  return [...controls].filter(isSmall).map((each) => {
    const { width, height } = each.getBoundingClientRect();
    return `${Math.round(width)} × ${Math.round(height)}: ${each.outerHTML.slice(0, 90)}`;
  });
}

/** Lists the shapes of charts that have the color of the page, and lines that look like another one. Runs in the page. */
function listFaintShapes(at: string): string[] {
  const wrong: string[] = [];
  for (const chart of document.querySelectorAll(`:is(${at}) .chart-plot svg`)) {
    const looks = new Map<string, string>();
    for (const shape of chart.querySelectorAll('rect, .chart-line, .chart-compared')) {
      const { fill, stroke, strokeDasharray } = getComputedStyle(shape);
      const color = shape.localName === 'rect' ? fill : stroke;
      const look = `${shape.localName} ${color} ${strokeDasharray}`;
      const kind = `${shape.localName} ${shape.getAttribute('class')}`;
      if (color === getComputedStyle(document.body).backgroundColor) wrong.push(`invisible: ${kind}`);
      if ((looks.get(look) ?? kind) !== kind) wrong.push(`looks like ${looks.get(look)}: ${kind}`);
      looks.set(look, kind);
    }
  }
  return wrong;
}
