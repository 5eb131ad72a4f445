// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { all, click, get, nameOf } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_HOME, TALE } from '#test/site-data.ts';
import { ApiResponseError } from './api.ts';
import { fetchApi } from './fetch-api.ts';
import { findRoute } from './routes.tsx';

const reload = vi.fn();
const main = () => document.querySelector('main') as HTMLElement;
const headings = () =>
  all('heading')
    .filter((heading) => main().contains(heading))
    .map(nameOf);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(location, 'reload').mockImplementation(reload);
  reload.mockClear();
});
afterEach(() => void vi.useRealTimers());

describe('while a page loads', () => {
  // Loads in real time, before the timers are faked.
  beforeAll(() => Promise.all([import('./pages/browse-pages.tsx'), import('./pages/tale-pages.tsx')]));

  test.each([
    ['/', 'home'],
    ['/recent', 'recentTales'],
    ['/tale/rapunzel', 'getTale'],
    ['/categories', 'listCategories'],
    ['/tonight', 'getTaleOfTheDay'],
  ])('%s is announced as loading after a quarter of a second', async (href, method) => {
    const router = await openSite('/unknown', { [method]: () => new Promise(() => {}) });
    await go(router, href);
    await pass(240);
    expect(headings()).toEqual(['404']);
    await pass(20);
    expect(
      all('status')
        .filter((status) => main().contains(status))
        .map(nameOf),
    ).toEqual(['Loading']);
    expect(headings()).not.toContain('404');
  });

  test.each([
    ['/recent', 8],
    ['/', 7],
    ['/tale/rapunzel', 1],
  ])('the cards of %s have skeletons in a busy region', async (href, count) => {
    const never = () => new Promise<never>(() => {});
    const router = await openSite('/unknown', { home: never, recentTales: never, getTale: never });
    await go(router, href);
    await pass(300);
    const cards = [...main().querySelectorAll('[aria-hidden=true]')].filter((card) => card.matches('.tale'));
    expect(cards).toHaveLength(count);
    for (const card of cards) expect(card.closest('[aria-busy=true]')).not.toBeNull();
  });

  test('its skeleton is replaced when the data is loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof EMPTY_HOME>();
    const router = await openSite('/unknown', { home: () => promise });
    await go(router, '/');
    await pass(300);
    resolve({ ...EMPTY_HOME, talesCount: 12 });
    await pass(1_000);
    expect(main().querySelector('[aria-busy=true]')).toBeNull();
    expect(main().textContent).toContain('12 tales from classic authors');
  });
});

describe('an unknown page', () => {
  test('says so and links home', async () => {
    await openSite('/no/such/place');
    expect([get('heading', '404').textContent, main().textContent]).toEqual(['404', expect.stringContaining('Oops! Page not found')]);
    expect(get('link', 'Return to Home').getAttribute('href')).toBe('/');
  });

  test.each(['/categories/dark/wolves', '/login/code/again', '/profile/picture', '/Tales'])(
    '%s, which begins as another, is no part of that',
    async (href) => {
      const router = await openSite('/', { home: async () => EMPTY_HOME });
      await go(router, href);
      await pass(0);
      expect([document.title, headings()]).toEqual(['Page not found · Talewood', ['404']]);
      expect([get('navigation', 'Main').querySelector('[aria-current]'), all('link', 'Login').length > 0]).toEqual([null, true]);
    },
  );

  const TALE_TEXT = "The fairy tale you're looking for doesn't exist or has been moved.";
  test.each([
    ['/tale/nothing', 404, ['Tale Not Found', TALE_TEXT, 'Return Home: /']],
    ['/tale/deleted', 410, ['Tale Not Found', TALE_TEXT, 'Return Home: /']],
    ['/author/nobody', 404, ['404', 'Oops! Page not found', 'Return to Home: /']],
    ['/collections/none', 404, ['404', 'Oops! Page not found', 'Return to Home: /']],
    [
      '/tales?sort=unknown',
      400,
      ['Invalid link', 'This link contains an unknown filter. Browse all tales instead.', 'Browse Tales: /tales'],
    ],
  ])('%s is not requested again after status %i, which its page explains', async (href, status, expected) => {
    const refuse = vi.fn(async () => {
      throw new ApiResponseError(status, 'No');
    });
    const router = await openSite('/unknown', { getTale: refuse, getAuthor: refuse, getCollection: refuse, listTales: refuse });
    await go(router, href);
    await pass(10_000);
    const link = main().querySelector<HTMLElement>('a.btn');
    expect([...headings(), main().querySelector('p')?.textContent, link && `${nameOf(link)}: ${link.getAttribute('href')}`]).toEqual(
      expected,
    );
    expect(refuse.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('an old slug redirects to the current one', async () => {
    const getTale = vi.fn(async (slug: string) => {
      if (slug === 'old') throw new ApiResponseError(301, 'Moved', '/tale/rapunzel');
      return TALE;
    });
    const router = await openSite('/unknown', { getTale });
    await go(router, '/tale/old');
    await pass(0);
    expect([location.pathname, headings()[0]]).toEqual(['/tale/rapunzel', 'Rapunzel']);
  });
});

describe('a page that cannot be loaded', () => {
  type Answer = (init: RequestInit) => Promise<Response>;
  const refuse =
    (status: number): Answer =>
    async () =>
      new Response('{"title":"No"}', { status });
  const disconnect: Answer = async () => {
    throw new TypeError('Failed to fetch');
  };
  const hang: Answer = ({ signal }) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));

  const openWith = async (answer: Answer) => {
    // React and the router report the errors that the page shows.
    for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {});
    const router = await openSite('/unknown', fetchApi);
    const requests = vi.spyOn(globalThis, 'fetch').mockImplementation((_path, init = {}) => answer(init));
    await go(router, '/categories');
    return () => requests.mock.calls.length;
  };
  const withWorker = () => {
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  };

  test.each([
    ['the server fails', refuse(503)],
    ['the network fails', disconnect],
  ])('is requested again after 1, 2 and 4 seconds when %s; then an error is shown', async (_what, answer) => {
    const requests = await openWith(answer);
    await pass(0);
    const counts = [requests()];
    for (const seconds of [1, 2, 4]) {
      await pass(seconds * 1_000 - 50);
      counts.push(requests());
      await pass(50);
      counts.push(requests());
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
    await pass(60_000);
    expect([requests(), headings(), main().querySelector('p')?.textContent]).toEqual([
      4,
      ['Something went wrong'],
      "We couldn't open the storybook. Please try again.",
    ]);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['ten seconds without an answer', hang, 10_000],
    ['too many requests', refuse(429), 0],
  ])('shows an error after %s, with a button to retry', async (_what, answer, ms) => {
    const requests = await openWith(answer);
    await pass(ms);
    expect(headings()).toEqual(['Something went wrong']);
    await pass(60_000);
    expect([requests(), reload.mock.calls.length]).toEqual([1, 0]);
    await click(get('link', 'Try again'));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is left to the service worker at once when the network fails, where there is one', async () => {
    withWorker();
    const requests = await openWith(disconnect);
    await pass(0);
    expect([requests(), reload.mock.calls.length]).toEqual([1, 1]);
  });

  test('is not left to the service worker when the server answers', async () => {
    withWorker();
    await openWith(refuse(503));
    await pass(10_000);
    expect([headings(), reload.mock.calls.length]).toEqual([['Something went wrong'], 0]);
  });
});

test.each([
  ['is reloaded once', false],
  ['is not reloaded without storage', true],
])('a page whose script cannot be loaded %s, and then fails', async (_, isBlocked) => {
  sessionStorage.clear();
  if (isBlocked) vi.stubGlobal('sessionStorage', undefined);
  const { route } = findRoute('/categories');
  const { importComponent, Component } = route;
  Object.assign(route, { Component: undefined, importComponent: () => Promise.reject(new TypeError('Failed to fetch the script')) });
  onTestFinished(() => {
    Object.assign(route, { Component, importComponent });
    vi.unstubAllGlobals();
  });
  const api = { getTale: async (slug: string) => ({ ...TALE, slug }), listCategories: async () => [] };
  for (const turn of [1, 2]) {
    const router = await openSite('/tale/rapunzel', api);
    await go(router, '/categories');
    await pass(10);
    expect(reload).toHaveBeenCalledTimes(isBlocked ? 0 : 1);
    expect(router.state.shown.status).toBe(isBlocked || turn === 2 ? 'failed' : 'ready');
  }
});
