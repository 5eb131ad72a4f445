import { expect, test } from 'vitest';
import { isFull, mayKeep } from './caches.ts';
import { pictureBase, readTaleCard, readTalePage } from './read-tale-page.ts';

const BASE = '/media/0123456789abcdef0123-1600x2000/';

const page = (images: string) => `<!doctype html><html><head><title>Jack &amp; the &quot;Beanstalk&quot; · Talewood</title>
<script src="/assets/first-1.js" data-app="/assets/app-1.js /assets/part-1.js"></script></head>
<body><img src="/art/treeline.svg"><dd>12<!-- --> min read · <!-- -->18<!-- --> min aloud</dd>${images}</body></html>`;

test('a page says what it is called, how long it is and what it was built with', () => {
  expect(readTalePage(page(''))).toEqual({ title: 'Jack & the "Beanstalk"', minutes: 12, app: '/assets/app-1.js', files: [] });
  expect(readTalePage('<title>502</title>')).toEqual({ title: '', minutes: 0, app: '', files: [] });
});

test('pictures are taken once each, in a width that suits a phone and a cover', () => {
  const set = [320, 640, 960].map((width) => `${BASE}${width}.webp ${width}w`).join(', ');
  const images = [
    '<img alt="" src="/covers/jack.0123456789.svg"/>',
    '<img alt="" src="/covers/jack.0123456789.svg"/>',
    `<img alt="" srcSet="${set}" src="${BASE}1600.webp#x10y20"/>`,
    `<img alt="" src="/media/0123456789abcdef0124-300x200/300.webp" srcset="/media/0123456789abcdef0124-300x200/300.webp 300w"/>`,
    '<img alt="" src="https://elsewhere.example/x.png"/>',
  ];
  const files = ['/covers/jack.0123456789.svg', `${BASE}640.webp`, '/media/0123456789abcdef0124-300x200/300.webp'];
  expect(readTalePage(page(images.join(''))).files).toEqual(files);
});

test('all sizes and forms of a picture have something in common', () => {
  expect([`${BASE}320.avif`, `${BASE}640.webp`].map(pictureBase)).toEqual([BASE, BASE]);
  expect(pictureBase('/covers/jack.0123456789.svg')).toBeNull();
});

test('kept is what is whole, ours, and the same for everyone', () => {
  const answer = (about: object, control = 'public, max-age=0') => ({
    ...{ status: 200, type: 'basic' as const, redirected: false, headers: new Headers({ 'cache-control': control }) },
    ...about,
  });
  expect(mayKeep(answer({}))).toBe(true);
  expect(mayKeep(answer({}, 'private, no-store'))).toBe(false);
  expect(mayKeep(answer({}, 'no-store'))).toBe(false);
  expect([404, 410, 206, 500, 503].map((status) => mayKeep(answer({ status })))).toEqual([false, false, false, false, false]);
  expect(mayKeep(answer({ type: 'opaque' as const, status: 0 }))).toBe(false);
  expect(mayKeep(answer({ redirected: true }))).toBe(false);
});

test('a full device is told from what else can go wrong', () => {
  expect(isFull(new DOMException('', 'QuotaExceededError'))).toBe(true);
  expect(isFull(new DOMException('', 'AbortError'))).toBe(false);
  expect(isFull(new TypeError('Failed to fetch'))).toBe(false);
});

test('the tale that a page was drawn from is its card; without one there is none', () => {
  const queries = [
    [['home'], { tales: [] }],
    [['tale', 'jack'], { ok: { id: '7', title: 'Jack \u003c3' } }],
  ];
  const state = (of: unknown) => `<script type="application/json" id="state">${JSON.stringify(of)}</script>`;
  expect(readTaleCard(page(state({ queries })))).toMatchObject({ id: '7', title: 'Jack <3' });
  expect([page(''), state({ queries: [] }), state('{'), '<script type="application/json" id="state">{</script>'].map(readTaleCard)).toEqual(
    Array(4).fill(null),
  );
});
