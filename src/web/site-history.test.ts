// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { blockers } from '#src/ui/navigate.ts';
import { findRoute } from './routes.tsx';
import { createBrowserHistory, parsePlace } from './site-history.ts';

test.each([
  ['/tales?q=a%20b&q=c&mood=x&mood=y#a%20b', ['/tales', { q: 'a b', mood: 'x,y' }, 'a b']],
  ['/caf%C3%A9%2Fbar%25', ['/café%2Fbar%25', {}, '']],
  ['//evil.example/x?y', ['//evil.example/x', { y: '' }, '']],
  ['/%zz', ['/%zz', {}, '']],
])('%s is parsed', (href, expected) => {
  const { pathname, search, hash } = parsePlace(href);
  expect([pathname, search, hash]).toEqual(expected);
});

test.each([
  ['/', 'home', {}],
  ['/categories/', 'categories', {}],
  ['/categories/dark', 'category', { slug: 'dark' }],
  ['/tale/a%2Fb', 'tale', { slug: 'a/b' }],
  ['/tale/', undefined, {}],
  ['/tale', undefined, {}],
  ['/categories/dark/wolves', undefined, {}],
])('%s leads to the page %s', (path, page, params) => {
  const found = findRoute(path);
  expect([found.route.page, found.params]).toEqual([page, params]);
});

test('a refused navigation changes nothing, whether it is a link or Back', async () => {
  window.history.replaceState(null, '', '/about');
  const history = createBrowserHistory();
  const arrived: string[] = [];
  history.listen(() => arrived.push(history.place.pathname));
  await history.push('/tales');
  const refuse = vi.fn(async (_from: URL, _to: URL) => true);
  blockers.add(refuse);
  onTestFinished(() => {
    blockers.delete(refuse);
    history.destroy();
  });
  await history.push('/authors');
  history.back();
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(location.pathname).toBe('/tales'));
  expect(refuse.mock.calls.map(([from, to]) => `${from.pathname} to ${to.pathname}`)).toEqual(['/tales to /authors', '/tales to /about']);
  await history.push('/authors', { ignoresBlockers: true });
  expect([arrived, history.place.pathname]).toEqual([['/tales', '/authors'], '/authors']);
});
