import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { acceptedEncodings, matchesTag } from './cached-response.ts';

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br', ['br', 'gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['identity, br;q=0.5', ['identity', 'br']],
  ['BR', ['br', 'identity']],
  ['br;q=abc', ['identity']],
  ['br;q=2', ['identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['deflate', ['identity']],
])('%s accepts %j', (header, order) => {
  expect(acceptedEncodings(header)).toEqual(order);
});

test('any header at all gives a list that ends in something we have', () => {
  fc.assert(fc.property(fc.string(), (header) => acceptedEncodings(header).includes('identity')));
});

test('tags in If-None-Match match weakly and completely', () => {
  const tags = ['"abc"', '"abc-br"'];
  expect(matchesTag('"abc-br"', tags)).toBe(true);
  expect(matchesTag('"x", W/"abc"', tags)).toBe(true);
  expect(matchesTag('*', tags)).toBe(true);
  expect(matchesTag('"ab"', tags)).toBe(false);
  expect(matchesTag('abc', tags)).toBe(false);
});
