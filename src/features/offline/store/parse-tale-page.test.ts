import { expect, test } from 'vitest';
import { isCacheable, isQuotaExceeded } from './caches.ts';
import { parseTaleCard, parseTalePage, pictureBase } from './parse-tale-page.ts';

const BASE = '/media/0123456789abcdef0123-1600x2000/';

const page = (
  images: string,
) => `<!doctype html><html><head><title>Jack · My · Tales</title><meta property="og:title" content="Jack &amp; the &quot;Beanstalk&quot;">
<script src="/assets/first-1.js" data-app="/assets/app-1.js /assets/part-1.js"></script></head>
<body><img src="/art/treeline.svg"><dd>12<!-- --> min read · <!-- -->18<!-- --> min aloud</dd>${images}</body></html>`;

test('title, minutes and build are read from the page', () => {
  expect(parseTalePage(page(''))).toEqual({
    title: 'Jack & the "Beanstalk"',
    minutes: 12,
    app: '/assets/app-1.js',
    files: [],
    attached: [],
    omitted: [],
  });
  expect(parseTalePage('<title>502</title>')).toEqual({ title: '', minutes: 0, app: '', files: [], attached: [], omitted: [] });
});

test('each picture is listed once, in a suitable width', () => {
  const set = [320, 640, 960].map((width) => `${BASE}${width}.webp ${width}w`).join(', ');
  const images = [
    '<img alt="" src="/covers/jack.0123456789.svg"/>',
    '<img alt="" src="/covers/jack.0123456789.svg"/>',
    `<img alt="" srcSet="${set}" src="${BASE}1600.webp#x10y20"/>`,
    `<img alt="" src="/media/0123456789abcdef0124-300x200/300.webp" srcset="/media/0123456789abcdef0124-300x200/300.webp 300w"/>`,
    '<img alt="" src="https://elsewhere.example/x.png"/>',
  ];
  const files = ['/covers/jack.0123456789.svg', `${BASE}640.webp`, '/media/0123456789abcdef0124-300x200/300.webp'];
  expect(parseTalePage(page(images.join(''))).files).toEqual(files);
});

test('attached files are listed while they fit, and the others are named', () => {
  const file = (label: string, bytes: number, preview: string | null = null) => ({ label, bytes, preview, address: `/files/${label}?v=1` });
  const files = [
    file('a', 5_000_000, '/files/a/preview?v=1'),
    file('big', 5_000_001),
    ...['b', 'c', 'd', 'e'].map((name) => file(name, 5_000_000)),
  ];
  const state = JSON.stringify({ queries: [[['tale', 'jack'], { ok: { files } }]] });
  const found = parseTalePage(page(`<script type="application/json" id="state">${state}</script>`));
  expect(found.files).toEqual(['/files/a?v=1', '/files/a/preview?v=1', '/files/b?v=1', '/files/c?v=1', '/files/d?v=1']);
  expect(found.attached.map(({ label, address }) => [label, address])).toEqual(
    ['a', 'b', 'c', 'd'].map((label) => [label, `/files/${label}?v=1`]),
  );
  expect(found.omitted).toEqual([
    { label: 'big', bytes: 5_000_001 },
    { label: 'e', bytes: 5_000_000 },
  ]);
});

test('all sizes and formats of a picture share a prefix', () => {
  expect([`${BASE}320.avif`, `${BASE}640.webp`].map(pictureBase)).toEqual([BASE, BASE]);
  expect(pictureBase('/covers/jack.0123456789.svg')).toBeNull();
});

test('only complete, same-origin, public responses are cacheable', () => {
  const answer = (about: object, control = 'public, max-age=0') => ({
    ...{ status: 200, type: 'basic' as const, redirected: false, headers: new Headers({ 'cache-control': control }) },
    ...about,
  });
  expect(isCacheable(answer({}))).toBe(true);
  expect(isCacheable(answer({}, 'private, no-store'))).toBe(false);
  expect(isCacheable(answer({}, 'no-store'))).toBe(false);
  expect([404, 410, 206, 500, 503].map((status) => isCacheable(answer({ status })))).toEqual([false, false, false, false, false]);
  expect(isCacheable(answer({ type: 'opaque' as const, status: 0 }))).toBe(false);
  expect(isCacheable(answer({ redirected: true }))).toBe(false);
});

test('a full quota is distinguished from other errors', () => {
  expect(isQuotaExceeded(new DOMException('', 'QuotaExceededError'))).toBe(true);
  expect(isQuotaExceeded(new DOMException('', 'AbortError'))).toBe(false);
  expect(isQuotaExceeded(new TypeError('Failed to fetch'))).toBe(false);
});

test('the card is read from the page state; null without one', () => {
  const queries = [
    [['home'], { tales: [] }],
    [['tale', 'jack'], { ok: { id: '7', title: 'Jack \u003c3' } }],
  ];
  const state = (of: unknown) => `<script type="application/json" id="state">${JSON.stringify(of)}</script>`;
  expect(parseTaleCard(page(state({ queries })))).toMatchObject({ id: '7', title: 'Jack <3' });
  expect(
    [page(''), state({ queries: [] }), state('{'), '<script type="application/json" id="state">{</script>'].map(parseTaleCard),
  ).toEqual(Array(4).fill(null));
});
