import { createHash } from 'node:crypto';
import type { Book, BookTale, CoverText } from '#src/features/epub/contract.ts';
import { type TaleRecord, taleRecords, taleRecordsBySlugs } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { urls } from '#src/urls.ts';
import { type ListName, listAddress } from '../list-names.ts';
import { getList, lastChange } from '../tale-lists.ts';

/** Longer lists are cut: e-readers struggle with larger books. */
export const MAX_IN_BOOK = 1_000;

/** Returns the URL of the EPUB of a list; undefined for the endless list of recent tales. */
export function bookAddress(name: ListName): string | undefined {
  return name.kind === 'recent' ? undefined : listAddress(name, { suffix: '.epub' });
}

/** Returns a deterministic URN: a UUID version 5 (RFC 9562) in the URL namespace. */
export function bookIdentifier(text: string): string {
  const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');
  const bytes = createHash('sha1').update(namespace).update(text, 'utf8').digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}

/** Batch sizes of tales with and without text. */
const TEXTS = 20;
const FACTS = 250;
const MAX_CREATORS = 8;

type BookInfo = Pick<Book, 'title' | 'description' | 'address' | 'identifier'> & { words?: CoverText };

/**
 * Returns a book of the first MAX_IN_BOOK tales of a list, in the order of its page. `site` has no trailing slash.
 * @throws AppError as `getList`, and 404 for an empty list
 */
export async function listBook(db: Db, name: ListName, site: string): Promise<Book> {
  const tales: TaleRecord[] = [];
  let after = '';
  for (;;) {
    const size = Math.min(FACTS, MAX_IN_BOOK - tales.length);
    const list = await getList(db, name, { after, size }, (now) => bookAddress(now) ?? listAddress(now));
    tales.push(...list.entries);
    if (list.next === null || tales.length >= MAX_IN_BOOK) {
      const isCut = list.next !== null;
      const description = isCut ? `${list.description} The first ${tales.length} tales of this list.`.trim() : list.description;
      const identifier = bookIdentifier(site + (bookAddress(name) ?? list.address));
      const told = { title: list.title, description, address: site + list.address, identifier };
      // Covers are cached, and queries are unlimited: do not render their titles.
      return toBook(db, distinct(tales), name.kind === 'tales' ? { ...told, words: { title: 'Fairy tales', author: '' } } : told);
    }
    after = list.next;
  }
}

/**
 * Returns a book of these tales in their order. Unpublished tales and duplicates are skipped. The same tales give the same identifier.
 * The cover shows the title only with `isTitled`; discussion questions follow each tale with `questions`.
 * @throws AppError 404 `empty_book`
 */
export async function shelfBook(
  db: Db,
  { title, slugs, questions, isTitled }: { title: string; slugs: string[]; questions: boolean; isTitled: boolean },
  site: string,
): Promise<Book> {
  const tales = await taleRecordsBySlugs(db, slugs);
  const identifier = bookIdentifier([site, title, ...(questions ? ['questions'] : []), ...tales.map(({ id }) => id)].join('\n'));
  const told = { title, description: '', address: site + urls.home(), identifier, ...(isTitled ? {} : { words: UNTITLED }) };
  return toBook(db, tales, told, questions);
}

function toBook(db: Db, tales: TaleRecord[], { words, ...told }: BookInfo, hasQuestions = true): Book {
  const [first] = tales;
  if (first === undefined) throw notFound('None of these tales is available.', 'empty_book');
  return {
    ...told,
    language: mostFrequent(tales.map(({ language }) => language)),
    creators: byFrequency(tales.map(({ author }) => author.name)).slice(0, MAX_CREATORS),
    contributors: contributorsOf(tales),
    subjects: byFrequency(tales.map(({ category }) => category.name)),
    modified: lastChange(tales),
    facts: tales.map(({ slug, title, author }) => ({ slug, title, author: author.name })),
    cover: { address: '', palette: mostFrequent(tales.map(({ palette }) => palette)), ...(words && { words }) },
    tales: withTexts(db, tales, hasQuestions),
  };
}

/** Loads texts while the book is written. A tale that was unpublished in the meantime keeps its place with a notice. */
async function* withTexts(db: Db, tales: TaleRecord[], hasQuestions: boolean): AsyncGenerator<BookTale> {
  for (let at = 0; at < tales.length; at += TEXTS) {
    const part = tales.slice(at, at + TEXTS);
    const ids = part.map(({ id }) => id);
    const texts = new Map((await taleRecords(db, ids, { withContent: true })).map((tale) => [tale.id, tale.content]));
    for (const tale of part) {
      const book = toBookTale(tale, texts.get(tale.id));
      yield hasQuestions ? book : { ...book, questions: [], whyItMatters: '' };
    }
  }
}

/** Cover text of books of visitors. */
const UNTITLED: CoverText = { title: 'My tales', author: '' };

const GONE = '<p>This tale is no longer available.</p>';

/** Without `content`, the tale is gone. */
function toBookTale(tale: TaleRecord, content: string | undefined): BookTale {
  const { id, slug, title, credits, language, excerpt, words, source, rights, retoldFrom } = tale;
  const { whyItMatters, questions, files } = content === undefined ? { whyItMatters: '', questions: [], files: [] } : tale;
  return {
    ...{
      id,
      slug,
      title,
      credits,
      language,
      excerpt,
      words,
      source,
      rights,
      retoldFrom,
      whyItMatters,
      questions,
      files,
      content: content ?? GONE,
    },
    author: tale.author.name,
    categoryName: tale.category.name,
    updatedAt: new Date(tale.updatedAt),
    publishedAt: new Date(tale.publishDate),
    cover: { address: tale.picture, palette: tale.palette },
  };
}

/** A tale that moves while a list is paged may appear twice. */
function distinct(tales: TaleRecord[]): TaleRecord[] {
  return [...new Map(tales.map((tale) => [tale.id, tale])).values()];
}

/** Returns the people credited most, each once per role. */
function contributorsOf(tales: TaleRecord[]): Book['contributors'] {
  const credits = tales.flatMap((tale) => tale.credits.map(({ role, name }) => JSON.stringify({ role, name })));
  return byFrequency(credits)
    .slice(0, MAX_CREATORS)
    .map((credit) => JSON.parse(credit));
}

/** Returns distinct values by descending frequency, ties in order of appearance. */
function byFrequency(values: string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

function mostFrequent(values: string[]): string {
  return byFrequency(values)[0] ?? '';
}
