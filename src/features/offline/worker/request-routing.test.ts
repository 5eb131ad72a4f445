import { expect, test } from 'vitest';
import { cacheKey, type Route, routeRequest, sliceResponse, slugFromPath } from './request-routing.ts';

const ORIGIN = 'https://tales.example';
const page = { method: 'GET', isNavigation: true, isRange: false, origin: ORIGIN };
const file = { ...page, isNavigation: false };
const at = (path: string) => new URL(path, ORIGIN);

test.each<[string, Route]>([
  ['/tale/rapunzel', 'tale'],
  ['/tale/rapunzel?from=letter', 'tale'],
  ['/', 'cached-page'],
  ['/tales', 'cached-page'],
  ['/offline?from=%2Ftales', 'cached-page'],
  ['/collections/mine?shelf=1', 'cached-page'],
  ['/tales?q=wolf', 'page'],
  ['/random', 'page'],
  ['/categories/dark', 'page'],
  ['/login', 'page'],
  ['/profile', 'page'],
  ['/manage-tales', 'page'],
  ['/preview/abc', 'page'],
  ['/tale/rapunzel.epub', 'download'],
  ['/files/1/sheet.pdf?v=2', 'attached'],
  ['/tales.atom', 'download'],
  ['/api/v1/openapi.json', 'download'],
])('navigation to %s is routed as %s', (path, way) => {
  expect(routeRequest({ ...page, url: at(path) })).toBe(way);
});

test.each<[string, Route]>([
  ['/assets/app-12345678.js', 'file'],
  ['/art/grain.svg', 'drawing'],
  ['/covers/rapunzel.0123456789.svg', 'picture'],
  ['/covers/rapunzel.svg', 'pass'],
  ['/media/0123456789abcdef0123-640x800/640.webp', 'picture'],
  ['/api/v1/tales/rapunzel', 'tale-data'],
  ['/api/v1/tales?q=wolf', 'pass'],
  ['/api/v1/me', 'pass'],
  ['/api/v1/bookshelf', 'pass'],
  ['/api/v1/admin/tales', 'pass'],
  ['/tale/rapunzel', 'pass'],
  ['/files/1/sheet.pdf?v=2', 'attached'],
  ['/healthz', 'pass'],
  ['/sw.js', 'pass'],
])('a request for %s is routed as %s', (path, way) => {
  expect(routeRequest({ ...file, url: at(path) })).toBe(way);
});

test('writes, range requests and other origins pass', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
    expect(routeRequest({ ...page, method, url: at('/tale/rapunzel') })).toBe('pass');
    expect(routeRequest({ ...file, method, url: at('/api/v1/tales/rapunzel') })).toBe('pass');
  }
  expect(routeRequest({ ...file, isRange: true, url: at('/media/0123456789abcdef0123-640x800/640.webp') })).toBe('pass');
  expect(routeRequest({ ...page, url: new URL('https://elsewhere.example/tale/rapunzel') })).toBe('pass');
});

test('saved files are given in parts, as players ask for them', async () => {
  expect(routeRequest({ ...file, isRange: true, url: at('/files/1/song.mp3?v=1') })).toBe('attached');
  const ask = async (range: string) => {
    const whole = new Response('0123456789', { headers: { 'content-type': 'audio/mpeg' } });
    const part = await sliceResponse(whole, range);
    return [part.status, await part.text(), part.headers.get('content-range'), part.headers.get('content-type')];
  };
  expect(await ask('')).toEqual([200, '0123456789', null, 'audio/mpeg']);
  expect(await ask('bytes=0-')).toEqual([206, '0123456789', 'bytes 0-9/10', 'audio/mpeg']);
  expect(await ask('bytes=2-3')).toEqual([206, '23', 'bytes 2-3/10', 'audio/mpeg']);
  expect(await ask('bytes=8-99')).toEqual([206, '89', 'bytes 8-9/10', 'audio/mpeg']);
  expect((await ask('bytes=10-')).slice(0, 3)).toEqual([416, '', 'bytes */10']);
  expect((await ask('bytes=0-1,3-4'))[0]).toBe(200);
});

test('a page is cached once, whatever its query', () => {
  expect(cacheKey(at('/offline?from=%2F'))).toBe('/offline');
});

test('the slug is read from tale page and API paths only', () => {
  expect(['/tale/a-b', '/api/v1/tales/a-b', '/tale/a-b.epub', '/tale/A', '/tales'].map(slugFromPath)).toEqual([
    'a-b',
    'a-b',
    null,
    null,
    null,
  ]);
});
