/** Suggests all fields of a found tale, from what its source states and what its text shows. */

import type { Classification, Classify } from '#src/features/classification/classification.ts';
import { isContentNote } from '#src/features/classification/content-notes.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { escapeText } from '#src/ui/escape-html.ts';
import type { FoundBook, FoundTale } from '../worker-output.ts';
import { createExcerpt, shorten } from './excerpt.ts';

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
  const { warnings: _, subtitle: _subtitle, translator: _translator, ...fields } = found;
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
