/** Turns a split book into found tales, with the metadata of the book. */

import { readFileSync } from 'node:fs';
import { taleFields } from '#src/features/tales/fields.ts';
import { renderContent } from '../post-process/tale-content.ts';
import type { SourceBook, SplitBook, SplitTale } from '../sources/source-book.ts';
import type { FoundBook, FoundTale } from '../worker-output.ts';

/* Canonical authors and traditions of names and source lines. */
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const { names, anthologists } = read('./known-names.json') as { names: Record<string, string[]>; anthologists: string[] };
const traditions = read('./traditions.json') as Record<string, string[]>;

const NAMES = new Map(Object.entries(names).flatMap(([name, others]) => others.map((other) => [other, name])));
const TRADITIONS = Object.entries(traditions).flatMap(([name, words]) => words.map((word) => ({ name, phrase: ` ${word} ` })));

const PUBLIC_DOMAIN = 'In the public domain in the United States. Elsewhere the dates of its author, translator and editor decide.';
const LONGEST_ORIGIN = 300;

/** `identifier`: of an EPUB; `hash`: of the file, for books with neither number nor identifier; `fileName`: for messages. */
type Origin = { identifier: string | null; hash: string; fileName: string };

export function toFoundBook(book: SourceBook, { tales }: SplitBook, origin: Origin): FoundBook {
  const { title, authors, translators, year, gutenbergId } = book;
  const about = { title, authors, translators, language: languageOf(book.language), year, gutenbergId };
  const rights = rightsOf(book, origin);
  return {
    key: keyOf(book, origin),
    name: title ?? origin.fileName,
    ...about,
    tales: tales.map((tale) => toFoundTale(tale, book, rights)),
    notes: [],
  };
}

/** Each format of a book has its own key: equal tales are found by their texts. */
function keyOf({ gutenbergId, format }: SourceBook, { identifier, hash }: Origin): string {
  if (gutenbergId !== null) return `gutenberg:${gutenbergId}:${format}`;
  return identifier === null ? `sha256:${hash}` : `epub:${identifier}`;
}

function toFoundTale(tale: SplitTale, book: SourceBook, rights: string | undefined): FoundTale {
  const { author, translator } = determineCredit(tale, book);
  const translated = translator === undefined ? book.translators : [translator];
  const from = originLine(tale);
  return {
    title: tale.title,
    ...(tale.subtitle === undefined ? {} : { subtitle: tale.subtitle }),
    author,
    ...creditsOf({ translators: translated, editors: book.editors.filter((name) => canonicalName(name) !== author) }),
    source: sourceLine(book, translated),
    ...(rights === undefined ? {} : { rights }),
    ...(from === undefined ? {} : { retold_from: from }),
    content: renderContent(tale),
    warnings: tale.warnings,
  };
}

/** Returns the fields of credited people, without empty ones. */
function creditsOf(people: { translators: readonly string[]; editors: readonly string[] }): Pick<FoundTale, 'translators' | 'editors'> {
  const fields = Object.entries(people).map(
    ([field, names]) => [field, names.map(canonicalName).slice(0, taleFields.editors.maxItems)] as const,
  );
  return Object.fromEntries(fields.filter(([, names]) => names.length > 0));
}

/** Returns the book or teller the tale goes back to, where the book says so beside it. */
function originLine({ source, byline }: SplitTale): string | undefined {
  const line = source ?? (byline !== undefined && /^from /i.test(byline) ? byline : undefined);
  const bare = line?.replace(/^\(?\d+\)\s*/, '').replace(/^(?:(?:adapted|taken|shortened) )?from (?=\S)/iu, '');
  return bare === undefined || bare.trim() === '' || bare.length > LONGEST_ORIGIN ? undefined : bare.trim();
}

/** Builds `The Blue Fairy Book, ed. Andrew Lang, 1889. Project Gutenberg 503`; unknown parts are omitted. */
function sourceLine({ title, editors, year, gutenbergId }: SourceBook, translated: readonly string[]): string {
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

/** Books from Project Gutenberg and Standard Ebooks are in the public domain in the United States. Nothing is known of others. */
function rightsOf({ gutenbergId }: SourceBook, { identifier }: Origin): string | undefined {
  const isFree = gutenbergId !== null || /^(?:url:)?https:\/\/standardebooks\.org\//.test(identifier ?? '');
  return isFree ? PUBLIC_DOMAIN : undefined;
}

/** Drops regions that only concern spelling, so that readers find all tales of a language together: `en-GB` becomes `en`. */
function languageOf(tag: string | null): string | null {
  return tag === null || /^(?:pt|zh)\b/i.test(tag) ? tag : tag.replace(/-[a-z]{2}\b.*$/i, '');
}

const TRADITIONAL = 'Traditional';
const TRANSLATED = /^(?:literally )?translated (?:literally )?(?:from .+?)?\s*by /iu;
const MAX_BYLINE = 120;

type Credit = { author: string; translator?: string };

/**
 * Returns author and translator of a tale: its byline, else the book's authors, else a person or tradition in its source line, else the
 * collector, else a tradition in the book's title, else `Traditional`.
 */
export function determineCredit({ byline, source }: SplitTale, book: SourceBook): Credit {
  const stated =
    byline === undefined || byline.length > MAX_BYLINE || /^from /i.test(byline) ? undefined : byline.replace(/^(?:re)?told by /i, '');
  const translator = stated !== undefined && TRANSLATED.test(stated) ? stated.replace(TRANSLATED, '') : undefined;
  if (stated !== undefined && translator === undefined) return { author: canonicalName(stated) };
  return { author: authorWithin(source, book), ...(translator === undefined ? {} : { translator }) };
}

function authorWithin(source: string | undefined, { authors, editors, title }: SourceBook): string {
  const own = joined(authors.filter((name) => !isAnthologist(name)));
  if (own !== undefined) return own;
  const line = source ?? '';
  const collectors = joined(editors.filter((name) => !isAnthologist(name)));
  return knownPersonIn(line) ?? traditionIn(line) ?? collectors ?? traditionIn(title ?? '') ?? TRADITIONAL;
}

/** Joins names: `Jacob Grimm and Wilhelm Grimm` is one author. */
function joined(names: readonly string[]): string | undefined {
  const known = [...new Set(names.map(canonicalName))];
  return known.length === 0 ? undefined : known.join(' and ').slice(0, MAX_BYLINE);
}

/** Returns the name that the site uses: `The Brothers Grimm` for `Grimm Brothers`; unknown names are unchanged. */
function canonicalName(name: string): string {
  return NAMES.get(normalizeWords(name)) ?? name;
}

/**
 * Returns a known person when the line is nothing but a name and function words: `By the Comte de Caylus`, `From the German of Hans
 * Andersen`.
 */
function knownPersonIn(line: string): string | undefined {
  const words = normalizeWords(line).replace(
    /^(?:translated |adapted |taken |shortened )?(?:(?:from|by|after) )?(?:the (?:german|danish|french|swedish) of )?/,
    '',
  );
  const behindPar = / (?:par|by|von) (.+)$/.exec(` ${words}`)?.[1];
  return NAMES.get(words) ?? NAMES.get(words.replace(/^the /, '')) ?? (behindPar === undefined ? undefined : NAMES.get(behindPar));
}

/** Returns the tradition named in the line: `From the Icelandic` belongs to the storytellers of Iceland. */
export function traditionIn(line: string): string | undefined {
  const words = ` ${normalizeWords(line)} `;
  return TRADITIONS.find(({ phrase }) => words.includes(phrase))?.name;
}

/** Returns whether the person collected tales from printed books and is not known as their author. */
function isAnthologist(name: string): boolean {
  return anthologists.includes(canonicalName(name));
}

/** Lower case without accents and punctuation, words separated by single spaces. */
function normalizeWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ø/gi, 'o')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
