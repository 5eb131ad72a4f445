import { expect, test } from 'vitest';
import { readTaleIds } from './tale-ids.ts';

const A = '0a000000-0000-4000-8000-00000000000a';
const B = '0b000000-0000-4000-8000-00000000000b';
const read = (ids: string) => readTaleIds(new URLSearchParams({ ids }));

test('ids are read in one form, however they are written', () => {
  for (const ids of [`${A},${B}`, `${B},${A}`, `${B},${A.toUpperCase()},${B}`]) expect(read(ids)).toEqual([A, B]);
});

test.each(['', ',', 'x', `${A},`, `${A} ${B}`, Array.from({ length: 61 }, () => crypto.randomUUID()).join(',')])(
  '"%s" is refused',
  (ids) => {
    expect(() => read(ids)).toThrow('at most 60');
  },
);
