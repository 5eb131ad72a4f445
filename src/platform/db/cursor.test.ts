import { describe, expect, test } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const ID = '019a0000-0000-7000-8000-000000000000';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  test.each([
    ['time', '2026-02-28T23:59:59.000001Z'],
    ['time', '0001-01-01T00:00:00.000000Z'],
    ['text', 'the frog king’s Ærø'],
    ['text', ''],
    ['integer', -(2 ** 31) + 1],
    ['number', 0.1875],
  ] as const)('of a %s is read as it was written: %j', (kind, key) => {
    expect(readCursor(writeCursor({ key, id: ID }), kind)).toEqual({ key, id: ID });
  });

  test('needs no encoding in a URL', () => {
    expect(writeCursor({ key: '??>>~~ÿÿ', id: ID })).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test.each([
    ['time', ['2026-02-30T00:00:00.000000Z', ID]],
    ['time', ['0000-01-01T00:00:00.000000Z', ID]],
    ['time', ['2026-01-01T24:00:00.000000Z', ID]],
    ['time', ['2026-01-01T00:00:60.000000Z', ID]],
    ['time', ['2026-01-01T00:00:00.000Z', ID]],
    ['time', ['now', ID]],
    ['time', [1, ID]],
    ['integer', [1.5, ID]],
    ['integer', [1e300, ID]],
    ['integer', [2 ** 31, ID]],
    ['integer', ['1', ID]],
    ['number', [null, ID]],
    ['text', [1, ID]],
    ['text', ['a\0b', ID]],
    ['text', ['\ud800', ID]],
    ['text', ['a', 'x']],
    ['text', ['a', null]],
    ['text', ['a', `${ID}\n`]],
    ['text', ['a', ID.toUpperCase()]],
    ['text', ['a', ID, 'more']],
    ['text', ['a']],
    ['text', []],
    ['text', {}],
    ['text', null],
  ] as const)('that was never ours is a bad request: %s %j', (kind, value) => {
    expect(() => readCursor(encode(value), kind)).toThrow(expect.objectContaining({ status: 400, code: 'unknown_cursor' }));
  });

  test('that is not JSON is a bad request', () => {
    for (const text of ['', 'x', 'AAAA', '____', Buffer.from('[1,').toString('base64url')])
      expect(() => readCursor(text, 'text'), text).toThrow(expect.objectContaining({ status: 400 }));
  });
});
