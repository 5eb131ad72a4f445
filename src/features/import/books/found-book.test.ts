import { describe, expect, test } from 'vitest';
import type { CutTale } from '../cut/cut-book.ts';
import type { SourceBook } from '../source/source-book.ts';
import { creditOf } from './credit-of.ts';
import { foundBook } from './found-book.ts';
import { traditionIn } from './known-names.ts';

const BOOK: SourceBook = {
  ...{ format: 'text', title: 'A Book', authors: [], translators: [], editors: [], language: 'en', year: null, gutenbergId: null },
  ...{ blocks: [], toc: [] },
};
const TALE: CutTale = { title: 'The Mill', blocks: [], order: 1, doubts: [] };

describe('a tale is known by', () => {
  test.each([
    ['its byline', { byline: 'T. Crofton Croker' }, { authors: ['William Butler Yeats'] }, 'Thomas Crofton Croker'],
    ['who told it', { byline: 'Told by Letitia Maclintock' }, { authors: ['X Y'] }, 'Letitia Maclintock'],
    ['the author of the book', { source: 'Grimm.' }, { authors: ['Oscar Wilde'] }, 'Oscar Wilde'],
    ['both brothers', {}, { authors: ['Jacob Grimm', 'Wilhelm Grimm'] }, 'The Brothers Grimm'],
    ['several', {}, { authors: ['Ada Miller', 'Bo Weaver'] }, 'Ada Miller and Bo Weaver'],
    [
      'where it comes from, in a gathering',
      { source: 'Translated from the German of Hans Andersen.' },
      { editors: ['Andrew Lang'] },
      'Hans Christian Andersen',
    ],
    ['a book that it comes from', { source: 'From ‘Le Foyer Breton,’ par E. Souvestre.' }, { authors: ['Andrew Lang'] }, 'Émile Souvestre'],
    ['its tradition', { source: 'From the Icelandic.' }, { editors: ['Andrew Lang'] }, 'Storytellers of Iceland'],
    ['who collected it', { source: 'From the Gaelic nights of one' }, { editors: ['Joseph Jacobs'] }, 'Storytellers of Ireland'],
    ['the collector', {}, { editors: ['Joseph Jacobs'] }, 'Joseph Jacobs'],
    ['what the book is called', {}, { title: 'The Arabian Nights', editors: ['Kate Douglas Wiggin'] }, 'The Thousand and One Nights'],
    ['nobody', { byline: 'From Hibernian Tales' }, { editors: ['Andrew Lang'] }, 'Traditional'],
  ])('%s', (_, tale, book, author) => {
    expect(creditOf({ ...TALE, ...tale }, { ...BOOK, ...book })).toEqual({ author });
  });

  test('a translator is no author', () => {
    const tale = { ...TALE, byline: 'Literally translated from the Irish by Douglas Hyde' };
    expect(creditOf(tale, { ...BOOK, editors: ['Andrew Lang'] })).toEqual({ author: 'Traditional', translator: 'Douglas Hyde' });
  });

  test('no word within another is a tradition', () => {
    for (const line of ['Polished stones', 'Frenchman', 'The Indiana Book', '']) expect(traditionIn(line)).toBeUndefined();
  });
});

describe('a book', () => {
  const origin = { identifier: null, hash: 'abc', fileName: 'a.txt' };
  test('says where its tales come from, as far as it is known', () => {
    const book = {
      ...BOOK,
      title: 'The Blue Fairy Book',
      editors: ['Andrew Lang'],
      translators: ['A B', 'C D'],
      year: 1889,
      gutenbergId: 503,
    };
    const found = foundBook(book, { tales: [{ ...TALE, source: '(12) From the Polish. Kletke.' }], left: [] }, origin);
    expect(found).toMatchObject({ key: 'gutenberg:503:text', name: 'The Blue Fairy Book', year: 1889 });
    expect(found.tales[0]).toMatchObject({
      source: 'The Blue Fairy Book, tr. A B and C D, ed. Andrew Lang, 1889. Project Gutenberg 503',
      rights: expect.stringContaining('public domain'),
      retoldFrom: 'the Polish. Kletke.',
    });
  });

  test('of which nothing is known says nothing, and gives no right', () => {
    const [tale] = foundBook({ ...BOOK, title: null }, { tales: [TALE], left: [] }, origin).tales;
    expect(tale).toEqual({ title: 'The Mill', author: 'Traditional', source: '', content: '', doubts: [] });
  });

  test.each([
    ['en-GB', 'en'],
    ['pt-BR', 'pt-BR'],
    ['zh-Hant', 'zh-Hant'],
    ['de-1996', 'de-1996'],
    [null, null],
  ])('in %s is read as %s', (tag, language) => {
    expect(foundBook({ ...BOOK, language: tag }, { tales: [], left: [] }, origin).language).toBe(language);
  });
});
