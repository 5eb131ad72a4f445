import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SourceBook, SplitTale } from '../sources/source-book.ts';
import { determineCredit, toFoundBook, traditionIn } from './found-book.ts';

const BOOK: SourceBook = {
  ...{ format: 'text', title: 'A Book', authors: [], translators: [], editors: [], language: 'en', year: null, gutenbergId: null },
  ...{ blocks: [], toc: [] },
};
const TALE: SplitTale = { title: 'The Mill', blocks: [], order: 1, warnings: [] };

describe('the credit of a tale', () => {
  test.each([
    ['its byline', { byline: 'T. Crofton Croker' }, { authors: ['William Butler Yeats'] }, 'Thomas Crofton Croker'],
    ['its teller', { byline: 'Told by Letitia Maclintock' }, { authors: ['X Y'] }, 'Letitia Maclintock'],
    ['the author of the book', { source: 'Grimm.' }, { authors: ['Oscar Wilde'] }, 'Oscar Wilde'],
    ['both brothers', {}, { authors: ['Jacob Grimm', 'Wilhelm Grimm'] }, 'The Brothers Grimm'],
    ['several', {}, { authors: ['Ada Miller', 'Bo Weaver'] }, 'Ada Miller and Bo Weaver'],
    [
      'its origin, in an anthology',
      { source: 'Translated from the German of Hans Andersen.' },
      { editors: ['Andrew Lang'] },
      'Hans Christian Andersen',
    ],
    ['its source book', { source: 'From ‘Le Foyer Breton,’ par E. Souvestre.' }, { authors: ['Andrew Lang'] }, 'Émile Souvestre'],
    ['its tradition', { source: 'From the Icelandic.' }, { editors: ['Andrew Lang'] }, 'Storytellers of Iceland'],
    ['its collector', { source: 'From the Gaelic nights of one' }, { editors: ['Joseph Jacobs'] }, 'Storytellers of Ireland'],
    ['the collector', {}, { editors: ['Joseph Jacobs'] }, 'Joseph Jacobs'],
    ['the title of the book', {}, { title: 'The Arabian Nights', editors: ['Kate Douglas Wiggin'] }, 'The Thousand and One Nights'],
    ['nobody', { byline: 'From Hibernian Tales' }, { editors: ['Andrew Lang'] }, 'Traditional'],
  ])('%s', (_, tale, book, author) => {
    expect(determineCredit({ ...TALE, ...tale }, { ...BOOK, ...book })).toEqual({ author });
  });

  test('does not take a translator for the author', () => {
    const tale = { ...TALE, byline: 'Literally translated from the Irish by Douglas Hyde' };
    expect(determineCredit(tale, { ...BOOK, editors: ['Andrew Lang'] })).toEqual({ author: 'Traditional', translator: 'Douglas Hyde' });
  });

  test('does not match a tradition inside another word', () => {
    for (const line of ['Polished stones', 'Frenchman', 'The Indiana Book', '']) expect(traditionIn(line)).toBeUndefined();
  });
});

describe('a book', () => {
  const origin = { identifier: null, hash: 'abc', fileName: 'a.txt' };
  test('states the source of its tales as far as known', () => {
    const book = {
      ...BOOK,
      title: 'The Blue Fairy Book',
      editors: ['Andrew Lang'],
      translators: ['A B', 'C D'],
      year: 1889,
      gutenbergId: 503,
    };
    const found = toFoundBook(book, { tales: [{ ...TALE, source: '(12) From the Polish. Kletke.' }], left: [] }, origin);
    expect(found).toMatchObject({ key: 'gutenberg:503:text', name: 'The Blue Fairy Book', year: 1889 });
    expect(found.tales[0]).toMatchObject({
      source: 'The Blue Fairy Book, tr. A B and C D, ed. Andrew Lang, 1889. Project Gutenberg 503',
      rights: expect.stringContaining('public domain'),
      retold_from: 'the Polish. Kletke.',
      translators: ['A B', 'C D'],
      editors: ['Andrew Lang'],
    });
  });

  test('without metadata states nothing and grants no rights', () => {
    const [tale] = toFoundBook({ ...BOOK, title: null }, { tales: [TALE], left: [] }, origin).tales;
    expect(tale).toEqual({ title: 'The Mill', author: 'Traditional', source: '', content: '', warnings: [] });
  });

  test.each([
    ['en-GB', 'en'],
    ['pt-BR', 'pt-BR'],
    ['zh-Hant', 'zh-Hant'],
    ['de-1996', 'de-1996'],
    [null, null],
  ])('in %s is read as %s', (tag, language) => {
    expect(toFoundBook({ ...BOOK, language: tag }, { tales: [], left: [] }, origin).language).toBe(language);
  });
});

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const Lists = z.record(z.string().min(1), z.array(z.string().min(1)).min(1));

test.each([
  ['known-names.json', z.strictObject({ names: Lists, anthologists: z.array(z.string().min(1)) })],
  ['traditions.json', Lists],
])('%s keeps its name', (file, schema) => {
  expect(schema.safeParse(read(file)).error).toBeUndefined();
});
