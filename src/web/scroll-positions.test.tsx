// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { until } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_HOME, EMPTY_LIST } from '#test/site-data.ts';
import type { SiteRouter } from './router.tsx';

/** Happy DOM has no layout: the document is as tall as the test says. */
let height = 0;
let grown: (() => void) | undefined;

beforeEach(() => {
  [height, grown] = [5_000, undefined];
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => height });
  vi.stubGlobal('ResizeObserver', function Observer(report: () => void) {
    const observe = (watched: Element) => {
      if (watched === document.documentElement) grown = report;
    };
    const disconnect = () => {
      if (grown === report) grown = undefined;
    };
    return { observe, disconnect };
  });
  window.scrollTo(0, 0);
  return () => vi.unstubAllGlobals();
});

const grow = (to: number) => {
  height = to;
  grown?.();
};
const scroll = (y: number) => {
  window.scrollTo(0, y);
  document.dispatchEvent(new Event('scroll'));
};

/** Leaves the list at 3000 px for another page, and goes back. */
async function comeBack(): Promise<SiteRouter> {
  const router = await openSite('/tales', { listTales: async () => EMPTY_LIST, home: async () => EMPTY_HOME });
  scroll(3_000);
  await go(router, '/');
  expect(window.scrollY, 'the next page begins at its top').toBe(0);
  await act(async () => history.back());
  await until(() => expect(document.querySelector('h1')?.textContent).toBe('Browse Tales'));
  return router;
}

test('the scroll position of a page is restored', async () => {
  await comeBack();
  expect([window.scrollY, grown]).toEqual([3_000, undefined]);
});

test('a list that is shorter at first is scrolled once it is long enough', async () => {
  height = 700;
  await comeBack();
  scroll(0);
  grow(3_700);
  expect(window.scrollY).toBe(0);
  grow(3_768);
  expect([window.scrollY, grown]).toEqual([3_000, undefined]);
});

test.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('%s of the reader ends the wait for a longer list', async (type) => {
  height = 700;
  await comeBack();
  scroll(10);
  window.dispatchEvent(new Event(type));
  grow(5_000);
  expect(window.scrollY).toBe(10);
});

test('the wait for a longer list ends after ten seconds', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  height = 700;
  await comeBack();
  const [end] = timers.mock.calls.find(([, ms]) => ms === 10_000) ?? [];
  expect(grown).toBeDefined();
  end?.();
  expect(grown).toBeUndefined();
});

test('the wait for a longer list ends with the page', async () => {
  height = 700;
  const router = await comeBack();
  expect(grown).toBeDefined();
  await go(router, '/');
  expect(grown).toBeUndefined();
});

test.each([
  ['navigate', '/tales', 800],
  ['reload', '/tales', 0],
] as const)('a reader who has scrolled before hydration is, after %s of %s, at %i px', async (type, href, y) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  scroll(800);
  const router = await openSite(href, { listTales: async () => EMPTY_LIST, home: async () => EMPTY_HOME });
  expect(window.scrollY).toBe(y);
  scroll(800);
  await go(router, '/');
  expect(window.scrollY, 'the next page begins at its top').toBe(0);
});

test('a URL with a fragment scrolls there, not to the saved position', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' } as PerformanceNavigationTiming]);
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  await openSite('/tales#main', { listTales: async () => EMPTY_LIST });
  expect(shown.mock.contexts).toEqual([document.querySelector('main')]);
});
