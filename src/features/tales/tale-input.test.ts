import { describe, expect, test } from 'vitest';
import { parseBrowseQuery } from './browse-query.ts';
import { TaleInput } from './tale-input.ts';

const FORM = { title: 'The Mill', author: 'Grimm', category: 'classic', excerpt: 'x' };
const read = (about: Record<string, unknown>) => TaleInput.safeParse({ ...FORM, ...about });

describe('the language of a tale', () => {
  test('is one code, however it was written', () => {
    for (const [given, kept] of [
      ['en', 'en'],
      ['EN', 'en'],
      ['pt-br', 'pt-BR'],
      ['zh-hant', 'zh-Hant'],
      ['iw', 'he'],
    ]) {
      expect(read({ language: given }).data?.language).toBe(kept);
    }
  });

  test('is refused where it is none', () => {
    for (const language of ['', 'en-12', 'english', 'en_GB', 'en-u-co-phonebk', 'x', '日本語']) {
      expect(read({ language }).error?.issues, language).toMatchObject([{ path: ['language'], message: expect.stringContaining('pt-BR') }]);
    }
  });
});

test('an origin can be asked for in an address, or is refused', () => {
  for (const origin of ['', 'German', 'Māori', 'Cook Islander', "Ma'ohi", 'Afro-Brazilian']) {
    expect(read({ origin }).success, origin).toBe(true);
    const asked = parseBrowseQuery(new URLSearchParams({ origin }));
    expect(asked.origin).toEqual(origin === '' ? [] : [origin]);
  }
  for (const origin of ['German, Low', 'German (Low)', '1812', 'a/b']) expect(read({ origin }).success, origin).toBe(false);
});
