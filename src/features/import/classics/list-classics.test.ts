import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listClassics } from './list-classics.ts';

const classics = await listClassics();
/** Beside the repository or its parent folder. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';

test('has at least 60 books, each once, with their metadata', () => {
  expect(classics.length).toBeGreaterThanOrEqual(60);
  expect(new Set(classics.map(({ id }) => id)).size).toBe(classics.length);
  expect(classics.map(({ id }) => id)).toEqual(classics.map(({ id }) => id).toSorted((a, b) => a - b));
  for (const { title, authors, translators, editors, language } of classics) {
    const people = [...authors, ...translators, ...editors];
    for (const each of [title, ...people]) expect(each).toBe(each.normalize('NFC').trim());
    expect([title, new Set(people).size]).toEqual([title, people.length]);
    expect(Intl.getCanonicalLocales(language)).toEqual([language]);
  }
  expect(new Set(classics.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5);
  expect(classics.reduce((sum, { tales = 0 }) => sum + tales, 0)).toBeGreaterThan(1500);
});

const LANGUAGES: Record<string, string> = { English: 'en', German: 'de', French: 'fr', Dutch: 'nl', Swedish: 'sv', Spanish: 'es' };

describe.skipIf(library === '')('agrees with the metadata of the library', () => {
  const text = library === '' ? '' : readFileSync(path.join(library, 'README.md'), 'utf8');
  const rows = text.matchAll(
    /^\| gutenberg-\w+\/(\S+) \| (.+?) \| (.+?) \| (.+?) \| (\w+) \| (.+?) \| Gutenberg (\d+) \| .+? \| (\d+) \|/gm,
  );
  const books = [...rows].map((row) => row.slice(1, 9));

  test.each(books)('%s', (_, title, author = '', others = '', language = '', year = '', id, tales) => {
    const classic = classics.find((each) => each.id === Number(id));
    expect(classic).toMatchObject({ title, language: LANGUAGES[language], tales: Number(tales) });
    if (/^\d{4}$/.test(year)) expect(classic?.year).toBe(Number(year));
    const said = `${author} ${others}`.normalize('NFC');
    const people = [...(classic?.authors ?? []), ...(classic?.translators ?? []), ...(classic?.editors ?? [])];
    for (const person of people) expect(said).toContain(person.split(' ').at(-1));
    if (!/^(traditional|various)/.test(author)) expect(classic?.authors.length).toBe(author.split(' and ').length);
  });

  test('has every book of the library', () => {
    expect(books.length).toBeGreaterThanOrEqual(44);
  });
});
