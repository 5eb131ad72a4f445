// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { all, click, get, nameOf } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_HOME, TALE } from '#test/site-data.ts';
import { ApiResponseError, NetworkError } from './api.ts';

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
  ])('the cards of %s have their place in a region that is busy', async (href, count) => {
    const never = () => new Promise<never>(() => {});
    const router = await openSite('/unknown', { home: never, recentTales: never, getTale: never });
    await go(router, href);
    await pass(300);
    const cards = [...main().querySelectorAll('[aria-hidden=true]')].filter((card) => card.matches('.tale'));
    expect(cards).toHaveLength(count);
    for (const card of cards) expect(card.closest('[aria-busy=true]')).not.toBeNull();
  });

  test('its skeleton goes when the data comes', async () => {
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

  test.each(['/categories/dark/wolves', '/login/code/again', '/profile/picture', '/tale/rapunzel/text', '/Tales'])(
    '%s, which begins as another, is no part of that',
    async (href) => {
      const router = await openSite('/', { home: async () => EMPTY_HOME });
      await go(router, href);
      await pass(0);
      expect([document.title, headings()]).toEqual(['Page not found · Talewood', ['404']]);
      expect([get('navigation', 'Main').querySelector('[aria-current]'), all('link', 'Login').length > 0]).toEqual([null, true]);
    },
  );

  test.each([
    ['/tale/nothing', 404, 'Tale Not Found', 'Return Home'],
    ['/tale/deleted', 410, 'Tale Not Found', 'Return Home'],
    ['/author/nobody', 404, '404', 'Return to Home'],
    ['/collections/none', 404, '404', 'Return to Home'],
    ['/tales?sort=unknown', 400, 'Invalid link', 'Browse Tales'],
  ])('%s that answers %i shows "%s" and is not asked for again', async (href, status, heading, link) => {
    const refuse = vi.fn(async () => {
      throw new ApiResponseError(status, 'No');
    });
    const router = await openSite('/unknown', { getTale: refuse, getAuthor: refuse, getCollection: refuse, listTales: refuse });
    await go(router, href);
    await pass(10_000);
    expect(headings()).toEqual([heading]);
    expect(all('link', link).filter((found) => main().contains(found))).toHaveLength(1);
    expect(refuse.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('an old slug leads to the page that has moved', async () => {
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
  const failing = async (error: Error) => {
    // React and the router report the errors that the page shows.
    for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {});
    const listCategories = vi.fn(async () => {
      throw error;
    });
    const router = await openSite('/unknown', { listCategories });
    await go(router, '/categories');
    return listCategories;
  };
  const withWorker = () => {
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
    return () => Reflect.deleteProperty(navigator, 'serviceWorker');
  };

  test.each([
    ['the server fails', new ApiResponseError(503, 'Service Unavailable')],
    ['the network fails', new NetworkError('Failed to fetch')],
  ])('is asked for again after 1, 2 and 4 seconds when %s; then it says so', async (_what, error) => {
    const load = await failing(error);
    const calls = [load.mock.calls.length];
    for (const seconds of [1, 2, 4]) {
      await pass(seconds * 1_000 - 20);
      calls.push(load.mock.calls.length);
      await pass(20);
      calls.push(load.mock.calls.length);
    }
    expect(calls).toEqual([1, 1, 2, 2, 3, 3, 4]);
    await pass(60_000);
    expect([load.mock.calls.length, headings()]).toEqual([4, ['Something went wrong']]);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['a timeout', new NetworkError('Timed out', true)],
    ['too many requests', new ApiResponseError(429, 'Too Many Requests')],
  ])('is not asked for again by itself after %s', async (_what, error) => {
    const load = await failing(error);
    await pass(10_000);
    expect([load.mock.calls.length, headings()]).toEqual([1, ['Something went wrong']]);
  });

  test('loads anew when the reader tries again', async () => {
    await failing(new NetworkError('Timed out', true));
    await pass(0);
    await click(get('link', 'Try again'));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('offline is left to the service worker at once, where there is one', async () => {
    const remove = withWorker();
    const load = await failing(new NetworkError('Failed to fetch'));
    await pass(0);
    expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1]);
    remove();
  });

  test('does not blame the network for an answer of the server, with a service worker either', async () => {
    const remove = withWorker();
    await failing(new ApiResponseError(503, 'Service Unavailable'));
    await pass(10_000);
    expect([headings(), reload.mock.calls.length]).toEqual([['Something went wrong'], 0]);
    remove();
  });
});
