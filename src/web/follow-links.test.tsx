// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { all, click } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_HOME, TALE } from '#test/site-data.ts';
import type { SiteRouter } from './router.tsx';

const API = { home: async () => EMPTY_HOME, getTale: async (slug: string) => ({ ...TALE, slug }), listCategories: async () => [] };
let router: SiteRouter;
let push: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  localStorage.removeItem('talewood.seen');
  router = await openSite('/tale/rapunzel?from=mail', API);
  push = vi.spyOn(router.history, 'push').mockResolvedValue();
});

/** Clicks a link and returns where the router goes; null if the browser follows it. */
async function follow(attributes: Record<string, string>, event: MouseEventInit = {}): Promise<unknown> {
  const link = document.body.appendChild(document.createElement('a'));
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  const browser = (clicked: Event) => {
    if (!clicked.defaultPrevented) clicked.preventDefault();
    else taken = true;
  };
  let taken = false;
  addEventListener('click', browser);
  await click(link, event);
  removeEventListener('click', browser);
  link.remove();
  expect(push.mock.calls.length, 'either the router or the browser').toBe(taken ? 1 : 0);
  return taken ? push.mock.calls[0]?.[0] : null;
}

test.each([
  ['/categories', '/categories'],
  ['/tales?q=frog&minutes=10', '/tales?q=frog&minutes=10'],
  ['/categories#dark', '/categories#dark'],
  ['/tale/rapunzel?from=home#tale-text', '/tale/rapunzel?from=home#tale-text'],
  ['http://localhost:3000/about', '/about'],
])('the link %s is followed without loading the page', async (href, address) => {
  expect(await follow({ href })).toBe(address);
});

test.each([
  ['on another site', { href: 'https://elsewhere.example/categories' }],
  ['to a place in this page', { href: '#tale-text' }],
  ['to a file', { href: '/tale/rapunzel.epub' }],
  ['to a random tale', { href: '/random' }],
  ['to a feed of the catalogue', { href: '/opds' }],
  ['to download', { href: '/about', download: '' }],
  ['for a new tab', { href: '/about', target: '_blank' }],
  ['without an address', {}],
])('a link %s is left to the browser', async (_what, attributes) => {
  expect(await follow(attributes)).toBeNull();
});

test.each<MouseEventInit>([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  async (event) => {
    expect(await follow({ href: '/about' }, event)).toBeNull();
  },
);

test('a click on an element within a link follows it', async () => {
  const [logo] = all('link', 'Talewood');
  await click(logo?.querySelector('span') as Element);
  expect(push).toHaveBeenCalledExactlyOnceWith('/');
});

test('a click that a component has handled is not followed', async () => {
  const handle = (event: Event) => event.preventDefault();
  document.body.addEventListener('click', handle);
  onTestFinished(() => document.body.removeEventListener('click', handle));
  const link = document.body.appendChild(document.createElement('a'));
  link.href = '/about';
  await click(link);
  expect(push).not.toHaveBeenCalled();
});

test('offline the browser loads pages where a service worker can answer, else the router', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await follow({ href: '/about' })).toBe('/about');
  push.mockClear();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  expect(await follow({ href: '/about' })).toBeNull();
});

test('a link to a random tale leaves out the tales seen here, latest first and each once', async () => {
  push.mockRestore();
  for (const slug of ['iron-john', 'the-snow-queen', 'iron-john']) await go(router, `/tale/${slug}`);
  await go(router, '/categories');
  const link = all('link', 'Random Tale')[0] as HTMLAnchorElement;
  link.addEventListener('click', (event) => event.preventDefault());
  link.setAttribute('href', '/random?minutes=10');
  await act(async () => link.click());
  expect(link.getAttribute('href')).toBe('/random?minutes=10&not=iron-john,the-snow-queen,rapunzel');
});

test('only the fifty latest tales are remembered, and what else is stored there is ignored', async () => {
  push.mockRestore();
  localStorage.setItem('talewood.seen', JSON.stringify([7, ...Array.from({ length: 60 }, (_, n) => `tale-${n}`)]));
  await go(router, '/tale/iron-john');
  const seen = JSON.parse(localStorage.getItem('talewood.seen') ?? '') as string[];
  expect([seen.length, seen.slice(0, 2), seen.at(-1)]).toEqual([50, ['iron-john', 'tale-0'], 'tale-48']);
});

test('the script of a page is loaded while its link is being pressed', () => {
  const load = vi.spyOn(router, 'preload');
  const link = document.body.appendChild(document.createElement('a'));
  for (const href of ['/categories', 'https://example.org/categories']) {
    link.href = href;
    link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  }
  link.remove();
  expect(load.mock.calls).toEqual([['/categories']]);
});
