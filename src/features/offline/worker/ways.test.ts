import { expect, test } from 'vitest';
import { placeKey, slugOf, type Way, wayOf } from './ways.ts';

const ORIGIN = 'https://tales.example';
const page = { method: 'GET', isNavigation: true, isRange: false, origin: ORIGIN };
const file = { ...page, isNavigation: false };
const at = (path: string) => new URL(path, ORIGIN);

test.each<[string, Way]>([
  ['/tale/rapunzel', 'tale'],
  ['/tale/rapunzel?from=letter', 'tale'],
  ['/', 'place'],
  ['/tales', 'place'],
  ['/offline?from=%2Ftales', 'place'],
  ['/collections/mine?shelf=1', 'place'],
  ['/tales?q=wolf', 'page'],
  ['/random', 'page'],
  ['/categories/dark', 'page'],
  ['/login', 'page'],
  ['/profile', 'page'],
  ['/manage-tales', 'page'],
  ['/preview/abc', 'page'],
  ['/tale/rapunzel.epub', 'download'],
  ['/tales.atom', 'download'],
  ['/api/v1/openapi.json', 'download'],
])('somebody who goes to %s is answered as %s', (path, way) => {
  expect(wayOf({ ...page, url: at(path) })).toBe(way);
});

test.each<[string, Way]>([
  ['/assets/app-12345678.js', 'file'],
  ['/art/grain.svg', 'drawing'],
  ['/covers/rapunzel.0123456789.svg', 'picture'],
  ['/covers/rapunzel.svg', 'pass'],
  ['/media/0123456789abcdef0123-640x800/640.webp', 'picture'],
  ['/api/v1/tales/rapunzel', 'answer'],
  ['/api/v1/tales?q=wolf', 'pass'],
  ['/api/v1/me', 'pass'],
  ['/api/v1/bookshelf', 'pass'],
  ['/api/v1/admin/tales', 'pass'],
  ['/tale/rapunzel', 'pass'],
  ['/healthz', 'pass'],
  ['/sw.js', 'pass'],
])('a page that asks for %s is answered as %s', (path, way) => {
  expect(wayOf({ ...file, url: at(path) })).toBe(way);
});

test('what writes, asks for a part, or goes elsewhere is none of its business', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
    expect(wayOf({ ...page, method, url: at('/tale/rapunzel') })).toBe('pass');
    expect(wayOf({ ...file, method, url: at('/api/v1/tales/rapunzel') })).toBe('pass');
  }
  expect(wayOf({ ...file, isRange: true, url: at('/media/0123456789abcdef0123-640x800/640.webp') })).toBe('pass');
  expect(wayOf({ ...page, url: new URL('https://elsewhere.example/tale/rapunzel') })).toBe('pass');
});

test('a place is kept once, whatever is asked of it', () => {
  expect(placeKey(at('/offline?from=%2F'))).toBe('/offline');
});

test('the slug of a tale is read from its two addresses alone', () => {
  expect(['/tale/a-b', '/api/v1/tales/a-b', '/tale/a-b.epub', '/tale/A', '/tales'].map(slugOf)).toEqual(['a-b', 'a-b', null, null, null]);
});
