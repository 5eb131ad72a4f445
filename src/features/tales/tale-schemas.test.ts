import { describe, expect, test } from 'vitest';
import { parseBrowseQuery } from './browse-query.ts';
import { Slug } from './contract.ts';
import { TaleInput } from './tale-schemas.ts';

const FORM = { title: 'The Mill', author: 'Grimm', category: 'classic', excerpt: 'x' };
const read = (about: Record<string, unknown>) => TaleInput.safeParse({ ...FORM, ...about });

describe('language', () => {
  test('is normalized to a canonical code', () => {
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

  test('rejects invalid codes', () => {
    for (const language of ['', 'en-12', 'english', 'en_GB', 'en-u-co-phonebk', 'x', '日本語']) {
      expect(read({ language }).error?.issues, language).toMatchObject([{ path: ['language'], message: expect.stringContaining('pt-BR') }]);
    }
  });
});

test('keeps the order of motifs and questions, without blank lines', () => {
  const given = { motifs: ['  a mill ', '', ' ', 'a\u0300 wheel'], questions: ['Why?'], why_it_matters: ' It turns. ' };
  expect(read(given).data).toMatchObject({ motifs: ['a mill', 'à wheel'], questions: ['Why?'], why_it_matters: 'It turns.' });
  const problems = (about: Record<string, unknown>) => read(about).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(problems({ motifs: Array(13).fill('a mill') })).toEqual([['motifs', 'At most 12 motifs']]);
  expect(problems({ questions: Array(7).fill('Why?') })).toEqual([['questions', 'At most 6 questions']]);
  expect(problems({ questions: ['x'.repeat(301)] })).toEqual([['questions', 'Must be 300 characters or fewer']]);
  expect(problems({ motifs: ['a\nmill'] })).toEqual([['motifs', 'Must be a single line without control characters']]);
  expect(problems({ why_it_matters: 'x'.repeat(301) })).toEqual([['why_it_matters', 'Must be 300 characters or fewer']]);
});

test('accepts only origins that are valid filters', () => {
  for (const origin of ['', 'German', 'Māori', 'Cook Islander', "Ma'ohi", 'Afro-Brazilian']) {
    expect(read({ origin }).success, origin).toBe(true);
    const asked = parseBrowseQuery(new URLSearchParams({ origin }));
    expect(asked.origin).toEqual(origin === '' ? [] : [origin]);
  }
  for (const origin of ['German, Low', 'German (Low)', '1812', 'a/b']) expect(read({ origin }).success, origin).toBe(false);
});

test('slugs are lower-case words joined by single hyphens, from beginning to end', () => {
  for (const slug of ['rapunzel', 'the-7-ravens', 'a'.repeat(200)]) expect(Slug.safeParse(slug).success, slug).toBe(true);
  const invalid = ['', '-a', 'a-', 'a--b', 'A', 'ä', 'a b', ' a', 'a\n', 'a/b', 'a'.repeat(201)];
  for (const slug of invalid) expect(Slug.safeParse(slug).success, slug).toBe(false);
});
