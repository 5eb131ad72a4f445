import { describe, expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { acceptedEncodings, answerFromCache, chooseVariant, createCachedResponse, matchesTag, variantOf } from './cached-response.ts';

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

describe('a cached response', () => {
  const MODIFIED = 'Sun, 04 Jan 2026 08:00:00 GMT';
  const FIELDS = ['Content-Type', 'text/html', 'Cache-Control', 'max-age=60', 'Cache-Tag', 'home', 'Last-Modified', MODIFIED];
  const create = (status = 200, body = Buffer.alloc(600, 'a')) => {
    const response = createCachedResponse({ status, hash: 'abc', fields: FIELDS, body });
    response.variants.br = variantOf(response, 'br', Buffer.from('small'));
    return response;
  };
  const answer = (encoding?: string, ifNoneMatch?: string, ifModifiedSince?: string, response = create()) => {
    const { status, fields, body } = answerFromCache(response, encoding, { ifNoneMatch, ifModifiedSince });
    const pairs = Array.from({ length: fields.length / 2 }, (_, at) => [fields[2 * at], fields[2 * at + 1]]);
    return { status, body: body?.toString(), headers: Object.fromEntries(pairs) };
  };

  test('has its headers, and those of the variant', () => {
    const common = { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=60', 'Cache-Tag': 'home', 'Last-Modified': MODIFIED };
    expect(answer()).toEqual({
      ...{ status: 200, body: 'a'.repeat(600) },
      headers: { ...common, Vary: 'Accept-Encoding', ETag: '"abc"', 'Content-Length': '600' },
    });
    expect(answer('br')).toEqual({
      ...{ status: 200, body: 'small' },
      headers: { ...common, Vary: 'Accept-Encoding', ETag: '"abc-br"', 'Content-Length': '5', 'Content-Encoding': 'br' },
    });
  });

  test('is 304 with what a cache needs, for the tag of any encoding', () => {
    for (const tag of ['"abc"', '"abc-br"', '"abc-gzip"', '*']) {
      expect(answer('br', tag)).toEqual({
        ...{ status: 304, body: undefined },
        headers: {
          Vary: 'Accept-Encoding',
          'Cache-Control': 'max-age=60',
          'Cache-Tag': 'home',
          'Last-Modified': MODIFIED,
          ETag: '"abc-br"',
        },
      });
    }
    expect(answer('br', '"abd"').status).toBe(200);
  });

  test('is 304 for its modification date, unless there is a tag', () => {
    expect(answer(undefined, undefined, MODIFIED).status).toBe(304);
    expect(answer(undefined, undefined, 'Mon, 05 Jan 2026 08:00:00 GMT').status).toBe(200);
    expect(answer(undefined, '"other"', MODIFIED).status).toBe(200);
  });

  test('of an error is never 304', () => {
    expect(answer(undefined, '"abc"', undefined, create(404)).status).toBe(404);
  });

  test('reports a missing gzip variant if it is preferred and the body is large enough', () => {
    const missing = (encoding: string, bytes: number) => chooseVariant(create(200, Buffer.alloc(bytes)), encoding).gzipMissing;
    expect([missing('gzip', 512), missing('gzip', 511), missing('br, gzip', 512), missing('identity', 512)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
