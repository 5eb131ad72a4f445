/** Suggests all fields of a found tale, from what its source states and what its text shows. */

import type { Classification, Classify } from '#src/features/classification/classification.ts';
import { isContentNote } from '#src/features/classification/content-notes.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { firstCharacters } from '#src/platform/text.ts';
import { escapeText } from '#src/ui/escape-html.ts';
import { normalizeOpening } from '../post-process/capitals.ts';
import type { FoundBook, FoundTale } from '../worker-output.ts';

const MAX_CHARACTERS = 300;

/** No further sentence is added beyond this length. */
const ENOUGH_CHARACTERS = 140;

/** Read more, since a character may consist of many code units. */
const MAX_READ = 4000;

/** Headings, centred text, notes and their markers, tables. */
const NOT_PROSE =
  /<section[ >].*?<\/section>|<h[1-6][ >].*?<\/h[1-6]>|<sup[ >].*?<\/sup>|<p class="centre">.*?<\/p>|<table[ >].*?<\/table>/gs;

/** Abbreviations, after which a full stop ends no sentence. */
const ABBREVIATION = /(?:^|[\s("“‘])(?:Mrs?|Messrs|Dr|St|Sr|Sra|Mme|Mlle|M|Hr|Fr|No|Nr|Vol|p|\p{Lu})\.["”’)]?\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** `proposed`: the tale to write; `warnings`: why it stays a draft; `text`: plain text. */
export type Suggestion = { proposed: TaleInput; warnings: string[]; text: string; classification: Classification };

/** `sure`: publish tales without warnings; `draft`: publish none; `publish`: also publish tales without rights or source information. */
export type Publishing = 'sure' | 'draft' | 'publish';

export type SuggestOptions = {
  classify: Classify;
  publishing: Publishing;
  categories: ReadonlySet<string>;
  /** Site setting: publish only tales with source and rights. */
  requiresSource: boolean;
};

const NO_RIGHTS = 'Rights information is missing.';
const NO_SOURCE = 'Source information is missing.';
const AGE_BANDS = ['3-5', '6-8', '9-12', '13+'] as const;
const UNKNOWN_AUTHOR = 'Traditional';

export function suggestFields(
  found: FoundTale,
  book: FoundBook,
  { classify, publishing, categories, requiresSource }: SuggestOptions,
): Suggestion {
  const { html } = sanitizeHtml(withSubtitle(found));
  const text = htmlToText(html);
  const language = found.language ?? book.language ?? 'en';
  const author = found.author ?? (book.authors.length > 0 ? book.authors.join(' and ') : UNKNOWN_AUTHOR);
  const classification = classify({ title: found.title, text, author, bookTitle: book.title, language });
  const warnings = [
    ...new Set([...found.warnings, ...textWarnings(found, book, text), ...(requiresSource ? sourceWarnings(found, book) : [])]),
  ];
  const kinds = kindsOf(found, classification, categories, warnings);
  const isSure = warnings.every((warning) => publishing === 'publish' && (warning === NO_RIGHTS || warning === NO_SOURCE));
  const status = publishing === 'draft' || found.status === 'draft' || !isSure ? 'draft' : 'published';
  const { warnings: _, subtitle: _subtitle, files: _files, ...fields } = found;
  const proposed = given({
    ...fields,
    author,
    ...kinds,
    excerpt: found.excerpt === undefined ? createExcerpt(html, language) || found.title : shorten(found.excerpt, language),
    content: html,
    status,
    language,
    origin: found.origin ?? classification.origin,
    age_band: AGE_BANDS.find((band) => band === found.age_band) ?? classification.ageBand,
    content_notes: found.content_notes?.filter(isContentNote) ?? classification.contentNotes,
    publish_date: found.publish_date?.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T06:00:00Z'),
  });
  return { proposed, warnings, text, classification };
}

/** Puts the subtitle above the text, as in the book. */
function withSubtitle({ subtitle, content }: FoundTale): string {
  if (subtitle === undefined) return content;
  return `<p class="centre"><em>${escapeText(subtitle)}</em></p>\n${content}`;
}

function textWarnings(found: FoundTale, book: FoundBook, text: string): string[] {
  const warnings: string[] = [];
  if (found.language === undefined && book.language === null) warnings.push('The language is unknown.');
  const notes = (found.content_notes ?? []).filter((note) => !isContentNote(note));
  if (notes.length > 0) warnings.push(`Unknown content notes: ${notes.join(', ')}.`);
  if (text === '') warnings.push('The tale has no text.');
  return warnings;
}

/** The same rules as in the form of a tale. A titled book counts as source, since the import stores it. */
function sourceWarnings({ source, retold_from, rights }: FoundTale, book: FoundBook): string[] {
  return [
    ...(rights === undefined ? [NO_RIGHTS] : []),
    ...(source === undefined && retold_from === undefined && book.title === null ? [NO_SOURCE] : []),
  ];
}

/** Returns the named categories that exist; adds a warning for others. */
function kindsOf(
  { category, tags }: FoundTale,
  classification: Classification,
  categories: ReadonlySet<string>,
  warnings: string[],
): { category: string; tags: string[] } {
  const unknown = [category ?? '', ...(tags ?? [])].filter((name) => name !== '' && !categories.has(name));
  if (unknown.length > 0) warnings.push(`Unknown categories: ${unknown.join(', ')}.`);
  return {
    category: category !== undefined && categories.has(category) ? category : classification.category,
    tags: (tags ?? classification.tags).filter((name) => categories.has(name)).slice(0, 20),
  };
}

/** Removes undefined fields. */
function given<Fields extends object>(fields: Fields): TaleInput {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as TaleInput;
}

/**
 * Returns at most 300 characters as readers count them, never cut within a word; empty only when the tale has no text. `html`: sanitized.
 */
export function createExcerpt(html: string, language: string): string {
  const prose = htmlToText(withSlashes(html.replace(NOT_PROSE, '')));
  return shorten(withoutCapitals(prose === '' ? htmlToText(html) : prose), language);
}

/** Sources often print the first words in capitals; they get the form used later in the text. */
function withoutCapitals(text: string): string {
  return normalizeOpening(text, (word) => {
    const small = word.toLowerCase();
    const named = `${word.slice(0, 1)}${small.slice(1)}`;
    return !text.includes(` ${small} `) && text.includes(named) ? named : small;
  });
}

/** Separates verse lines with slashes, so that they do not run together. */
function withSlashes(html: string): string {
  return html
    .replace(/(?<=<p class="verse">(?:(?!<\/p>).)*)<\/p>\s*(?=<p class="verse">)/gs, ' / ')
    .replace(/(?:<br(?: [^>]*)?>\s*)+/g, ' / ');
}

/** Returns the first sentences that fit. */
export function shorten(text: string, language: string): string {
  const line = text.slice(0, MAX_READ).replace(/\s+/gu, ' ').trim();
  let taken = '';
  for (const sentence of sentencesOf(line, language)) {
    const longer = taken + sentence;
    if (isTooLong(longer.trim())) break;
    taken = longer;
    if (taken.length >= ENOUGH_CHARACTERS) break;
  }
  return taken.trim() === '' ? cut(line) : taken.trim();
}

function* sentencesOf(line: string, language: string): Generator<string> {
  let sentence = '';
  for (const { segment } of segmenterFor(language).segment(line)) {
    sentence += segment;
    if (ABBREVIATION.test(sentence)) continue;
    yield sentence;
    sentence = '';
  }
  if (sentence !== '') yield sentence;
}

function isTooLong(text: string): boolean {
  return text.length > MAX_CHARACTERS && firstCharacters(text, MAX_CHARACTERS).length < text.length;
}

/** Cuts at the end of a word, or anywhere in scripts without spaces, and adds an ellipsis. */
function cut(line: string): string {
  if (!isTooLong(line)) return line;
  const start = firstCharacters(line, MAX_CHARACTERS - 1);
  const end = line[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  return `${(end > 0 ? start.slice(0, end) : start).replace(/[\s,;:/–—-]+$/u, '')}…`;
}

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(Intl.Segmenter.supportedLocalesOf([language]).length > 0 ? language : 'und', { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}
