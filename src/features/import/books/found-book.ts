/** The tales of a book that was read and cut, with all that the book itself says of them. Pure, but for its lists of names. */
import type { CutBook, CutTale } from '../cut/cut-book.ts';
import { toContent } from '../finish/to-content.ts';
import type { FoundBook, FoundTale } from '../found-tale.ts';
import type { SourceBook } from '../source/source-book.ts';
import { creditOf } from './credit-of.ts';

const PUBLIC_DOMAIN = 'In the public domain in the United States. Elsewhere the dates of its author, translator and editor decide.';
const LONGEST_ORIGIN = 300;

/** `identifier`: what an EPUB is called; `hash`: of the file, for what has neither number nor identifier; `fileName`: for people. */
export type Origin = { identifier: string | null; hash: string; fileName: string };

export function foundBook(book: SourceBook, { tales }: CutBook, origin: Origin): FoundBook {
  const { title, authors, translators, year, gutenbergId } = book;
  const about = { title, authors, translators, language: languageOf(book.language), year, gutenbergId };
  const rights = rightsOf(book, origin);
  return {
    key: keyOf(book, origin),
    name: title ?? origin.fileName,
    ...about,
    tales: tales.map((tale) => foundTale(tale, book, rights)),
    notes: [],
  };
}

/** Each form of a book is a book of its own: that they hold the same tales is found out by their texts. */
function keyOf({ gutenbergId, format }: SourceBook, { identifier, hash }: Origin): string {
  if (gutenbergId !== null) return `gutenberg:${gutenbergId}:${format}`;
  return identifier === null ? `sha256:${hash}` : `epub:${identifier}`;
}

function foundTale(tale: CutTale, book: SourceBook, rights: string | undefined): FoundTale {
  const { author, translator } = creditOf(tale, book);
  const from = cameFrom(tale);
  return {
    title: tale.title,
    ...(tale.subtitle === undefined ? {} : { subtitle: tale.subtitle }),
    author,
    ...(translator === undefined ? {} : { translator }),
    source: sourceLine(book, translator),
    ...(rights === undefined ? {} : { rights }),
    ...(from === undefined ? {} : { retoldFrom: from }),
    content: toContent(tale),
    doubts: tale.doubts,
  };
}

/** Which book or teller the tale goes back to, where that is said beside it. */
function cameFrom({ source, byline }: CutTale): string | undefined {
  const line = source ?? (byline !== undefined && /^from /i.test(byline) ? byline : undefined);
  const bare = line?.replace(/^\(?\d+\)\s*/, '').replace(/^(?:(?:adapted|taken|shortened) )?from (?=\S)/iu, '');
  return bare === undefined || bare.trim() === '' || bare.length > LONGEST_ORIGIN ? undefined : bare.trim();
}

/** `The Blue Fairy Book, ed. Andrew Lang, 1889. Project Gutenberg 503`; what is not known is left out. */
function sourceLine({ title, translators, editors, year, gutenbergId }: SourceBook, translator: string | undefined): string {
  const translated = translator === undefined ? translators : [translator];
  const parts = [
    title?.replace(/\.$/, ''),
    translated.length > 0 && `tr. ${translated.join(' and ')}`,
    editors.length > 0 && `ed. ${editors.join(' and ')}`,
    year?.toString(),
  ];
  const line = parts.filter(Boolean).join(', ');
  const number = gutenbergId === null ? '' : `Project Gutenberg ${gutenbergId}`;
  return [line, number].filter(Boolean).join('. ').slice(0, 1000);
}

/** What Project Gutenberg and Standard Ebooks give away is free in the United States. Of other books nothing is known. */
function rightsOf({ gutenbergId }: SourceBook, { identifier }: Origin): string | undefined {
  const isFree = gutenbergId !== null || /^(?:url:)?https:\/\/standardebooks\.org\//.test(identifier ?? '');
  return isFree ? PUBLIC_DOMAIN : undefined;
}

/** Where a region only says how words are spelt it parts tales that readers look for together: `en-GB` is `en`. */
function languageOf(tag: string | null): string | null {
  return tag === null || /^(?:pt|zh)\b/i.test(tag) ? tag : tag.replace(/-[a-z]{2}\b.*$/i, '');
}
