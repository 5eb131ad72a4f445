import { expect, test } from 'vitest';
import { decodeLenient } from './decode-book.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

test.each([
  ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa4), undefined, 'ä'],
  ['UTF-8 without one', bytes(0xc3, 0xa4), undefined, 'ä'],
  ['UTF-8 declared as Latin-1', bytes(0xc3, 0xa4), 'iso-8859-1', 'ä'],
  ['Latin-1', bytes(0x4d, 0xe4), undefined, 'Mä'],
  ['Latin-1 declared as UTF-8', bytes(0x4d, 0xe4), 'utf-8', 'Mä'],
  ['windows-1252 with its quotes and dash', bytes(0x93, 0x41, 0x92, 0x94, 0x97), undefined, '“A’”—'],
  ['another encoding, as declared', bytes(0xd6), 'koi8-r', 'ж'],
  ['an unknown encoding', bytes(0xe9), 'klingon', 'é'],
  ['UTF-16', bytes(0xff, 0xfe, 0x41, 0), undefined, 'A'],
  ['line ends and control characters', bytes(0x41, 13, 10, 0x42, 13, 0x43, 0, 7), undefined, 'A\nB\nC'],
  ['nothing', bytes(), undefined, ''],
])('%s', (_, input, declared, text) => {
  expect(decodeLenient(input, declared)).toBe(text);
});
