import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { assertIfMatch, etagOf, listEtag, readIfMatch } from './if-match.ts';
import type { AppEnv } from './request-context.ts';

/** Returns the version that an endpoint reads from this If-Match header, or the error. */
async function read(ifMatch?: string) {
  let result: unknown;
  const app = new Hono<AppEnv>();
  app.get('/', (c) => {
    result = readIfMatch(c);
    return c.body(null);
  });
  app.onError((error, c) => {
    result = error;
    return c.body(null);
  });
  await app.request('/', ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } });
  return result;
}

describe('If-Match', () => {
  test.each([
    [etagOf(12), '12'],
    [etagOf('a3f-x'), 'a3f-x'],
    ['W/"12"', '12'],
    [' "12" ', '12'],
    [`"${'v'.repeat(100)}"`, 'v'.repeat(100)],
  ])('%s is version %s', async (header, version) => {
    expect(await read(header)).toBe(version);
  });

  test.each([undefined, '', '*', '12', '""', '"12', '12"', 'w/"12"', 'x"12"', '"12"x', '"1", "2"', '"a b"', `"${'v'.repeat(101)}"`])(
    '%s is rejected as missing',
    async (header) => {
      expect(await read(header)).toMatchObject({ status: 428, code: 'version_needed' });
    },
  );

  test('must name the current version', () => {
    expect(() => assertIfMatch('12', 12)).not.toThrow();
    expect(() => assertIfMatch('a3f', 'a3f')).not.toThrow();
    for (const now of [11, 13, '012', ''])
      expect(() => assertIfMatch('12', now)).toThrow(expect.objectContaining({ status: 412, code: 'changed_since' }));
  });
});

test('the ETag of a list depends on its order', () => {
  expect(listEtag([1, 2, 3])).toMatch(/^[0-9a-f]{16}$/);
  expect(listEtag(['1', '2', '3'])).toBe(listEtag([1, 2, 3]));
  const others = [[1, 3, 2], [12, 3], [1, 2], []].map((ids) => listEtag(ids));
  expect(new Set([listEtag([1, 2, 3]), ...others]).size).toBe(5);
});
