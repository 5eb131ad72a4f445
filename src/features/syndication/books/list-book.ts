/** Books of lists: what stands on a list, as the writer of EPUB takes it. */

import type { Book, BookTale, CoverWords } from '#src/features/epub/contract.ts';
import { type TaleRecord, taleRecords, taleRecordsBySlugs } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { urls } from '#src/urls.ts';
import { type ListName, listAddress } from '../list-names.ts';
import { getList, lastChange } from '../tale-lists.ts';
import { bookAddress, bookIdentifier, MOST_IN_BOOK } from './book-names.ts';

/** Tales whose texts are in memory at once, and tales of which only the facts are read at once. */
const TEXTS = 20;
const FACTS = 250;
const MOST_CREATORS = 8;

type Told = Pick<Book, 'title' | 'description' | 'address' | 'identifier'> & { words?: CoverWords };

/**
 * The first MOST_IN_BOOK tales of a list as a book, in the order of its page. Throws as `getList` does, and 404 for a list without tales.
 * `site` has no final slash.
 */
export async function listBook(db: Db, name: ListName, site: string): Promise<Book> {
  const tales: TaleRecord[] = [];
  let after = '';
  for (;;) {
    const size = Math.min(FACTS, MOST_IN_BOOK - tales.length);
    const list = await getList(db, name, { after, size }, (now) => bookAddress(now) ?? listAddress(now));
    tales.push(...list.entries);
    if (list.next === null || tales.length >= MOST_IN_BOOK) {
      const isCut = list.next !== null;
      const description = isCut ? `${list.description} The first ${tales.length} tales of this list.`.trim() : list.description;
      const identifier = bookIdentifier(site + (bookAddress(name) ?? list.address));
      const told = { title: list.title, description, address: site + list.address, identifier };
      // There is no end of what can be searched for.
      return toBook(db, distinct(tales), name.kind === 'tales' ? { ...told, words: { title: 'Fairy tales', author: '' } } : told);
    }
    after = list.next;
  }
}

/**
 * A book of these tales in their order, as somebody's shelf. Tales that are not public are passed over, and one named twice counts once. The same
 * tales give the same identifier. The title stands on the cover only with `isTitled`. Throws 404 when none is left.
 */
export async function shelfBook(
  db: Db,
  { title, slugs, isTitled }: { title: string; slugs: string[]; isTitled: boolean },
  site: string,
): Promise<Book> {
  const tales = await taleRecordsBySlugs(db, slugs);
  const identifier = bookIdentifier([site, title, ...tales.map(({ id }) => id)].join('\n'));
  return toBook(db, tales, { title, description: '', address: site + urls.home(), identifier, ...(isTitled ? {} : { words: UNTITLED }) });
}

function toBook(db: Db, tales: TaleRecord[], { words, ...told }: Told): Book {
  const [first] = tales;
  if (first === undefined) throw notFound('There is no tale to put into this book.', 'empty_book');
  return {
    ...told,
    language: mostFrequent(tales.map(({ language }) => language)),
    creators: byFrequency(tales.map(({ author }) => author.name)).slice(0, MOST_CREATORS),
    subjects: byFrequency(tales.map(({ category }) => category.name)),
    modified: lastChange(tales),
    facts: tales.map(({ slug, title, author }) => ({ slug, title, author: author.name })),
    cover: { address: '', palette: mostFrequent(tales.map(({ palette }) => palette)), ...(words && { words }) },
    tales: withTexts(db, tales),
  };
}

/** Their texts, as the book is written. One that was taken from the shelves meanwhile keeps its place, which the book has told already. */
async function* withTexts(db: Db, tales: TaleRecord[]): AsyncGenerator<BookTale> {
  for (let at = 0; at < tales.length; at += TEXTS) {
    const part = tales.slice(at, at + TEXTS);
    const ids = part.map(({ id }) => id);
    const texts = new Map((await taleRecords(db, ids, { withContent: true })).map((tale) => [tale.id, tale.content]));
    for (const tale of part) yield toBookTale(tale, texts.get(tale.id) ?? GONE);
  }
}

/** On the cover of a shelf of somebody we do not know. */
const UNTITLED: CoverWords = { title: 'My tales', author: '' };

const GONE = '<p>This tale has been taken from the shelves.</p>';

function toBookTale(tale: TaleRecord, content: string): BookTale {
  const { id, slug, title, language, excerpt, words, source, rights, retoldFrom } = tale;
  return {
    ...{ id, slug, title, language, excerpt, words, source, rights, retoldFrom, content },
    author: tale.author.name,
    categoryName: tale.category.name,
    updatedAt: new Date(tale.updatedAt),
    publishedAt: new Date(tale.publishDate),
    cover: { address: tale.picture, palette: tale.palette },
  };
}

/** A tale that moves while the pages of a list are read may come twice. */
function distinct(tales: TaleRecord[]): TaleRecord[] {
  return [...new Map(tales.map((tale) => [tale.id, tale])).values()];
}

/** Each once, the most frequent first; of equals the one that came first. */
function byFrequency(values: string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

function mostFrequent(values: string[]): string {
  return byFrequency(values)[0] ?? '';
}
