import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { canonicalQuery, parseTarget } from './canonical.ts';

const MAX = 8 * 1024;

test.each([
  ['/', '/'],
  ['/tale/the-frog-king', '/tale/the-frog-king'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/origin/Bj%C3%B6rn', '/origin/Bj%C3%B6rn'],
  ['/a:b@c', '/a:b@c'],
])('%s is canonical', (raw, path) => {
  expect(parseTarget(raw, MAX)).toEqual({ kind: 'canonical', path, search: '', authority: undefined });
});

test.each([
  ['/tales/', '/tales'],
  ['//', '/'],
  ['//evil.example', '/evil.example'],
  ['///evil.example//a/?x=1', '/evil.example/a?x=1'],
  ['/%74ale/x', '/tale/x'],
  ['/bj%c3%b6rn', '/bj%C3%B6rn'],
  ['http://evil.example//x', '/x'],
])('%s redirects to %s', (raw, location) => {
  expect(parseTarget(raw, MAX)).toEqual({ kind: 'redirect', location });
});

test.each([
  '',
  'tale',
  '*',
  '/..',
  '/a/../b',
  '/a/%2e%2e/b',
  '/a/.%2E',
  '/./a',
  '/a\\b',
  '/a%5cb',
  '/a%2fb',
  '/a%2Fb',
  '/%00',
  '/a%0d%0ab',
  '/%7f',
  '/%c2%85',
  '/%ff',
  '/%c0%af',
  '/%ed%a0%80',
  '/%',
  '/%zz',
  '/a#b',
  '/a b',
  '/tähe',
  '/?q=%ff',
  '/?q=%',
  '/?q=%00',
  'ftp://localhost/',
])('%j is rejected', (raw) => {
  expect(parseTarget(raw, MAX)).toMatchObject({ kind: 'refused', status: 400 });
});

test('one byte too many is too long', () => {
  expect(parseTarget(`/${'a'.repeat(MAX - 1)}`, MAX).kind).toBe('canonical');
  expect(parseTarget(`/${'a'.repeat(MAX)}`, MAX)).toMatchObject({ kind: 'refused', status: 414 });
});

test('a target in absolute form names its own host, and is the same as its path', () => {
  expect(parseTarget('http://localhost:3000/tales?x=1', MAX)).toEqual({
    kind: 'canonical',
    path: '/tales',
    search: '?x=1',
    authority: 'localhost:3000',
  });
  expect(parseTarget('http://localhost', MAX)).toMatchObject({ kind: 'canonical', path: '/' });
});

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\\',
    '%00',
    '%ff',
    '%C3%A9',
    '%41',
    '?',
    '&',
    '=',
    '#',
    '%',
    ';',
    '@',
    ':',
    ' ',
    '\0',
    'é',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const target = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const path = target.map((text) => `/${text}`);

test('for any input the result is safe and canonical', () => {
  fc.assert(
    fc.property(fc.oneof(target, path), (raw) => {
      const read = parseTarget(raw, MAX);
      if (read.kind === 'refused') return;
      const out = read.kind === 'redirect' ? read.location : read.path + read.search;
      const only = out.split('?', 1)[0] ?? '';
      expect(only).toMatch(/^\/(?:[^/\\#\s]+(?:\/[^/\\#\s]+)*)?$/);
      expect(out).toMatch(/^[\x21-\x7e]+$/);
      const parts = decodeURIComponent(only).split('/');
      expect(parts).not.toContain('..');
      expect(parts).not.toContain('.');
      expect(new URL(out, 'http://site.example').host).toBe('site.example');
      expect(new URL(out, 'http://site.example').pathname).toBe(new URL(only, 'http://site.example').pathname);
      expect(parseTarget(out, MAX)).toMatchObject({ kind: 'canonical', path: only });
    }),
    { numRuns: 1_000 },
  );
});

test('all links of the site are canonical', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (slug) => {
      const wellFormed = slug.toWellFormed();
      const read = parseTarget(`/tale/${encodeURIComponent(wellFormed)}`, 100_000);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
      const forbidden = /[\u0000-\u001f\u007f-\u009f/\\]|^\.{1,2}$/.test(wellFormed);
      expect(read.kind).toBe(forbidden ? 'refused' : 'canonical');
    }),
  );
});

test('the query of a cache key has the first value of each allowed parameter, in a fixed order', () => {
  expect(canonicalQuery('?b=2&utm=x&a=1&a=3&c=', ['a', 'b', 'c'])).toBe('a=1&b=2');
  expect(canonicalQuery('?__proto__=1&q[]=2', ['q'])).toBe('');
});
