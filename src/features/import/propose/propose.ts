/** What is proposed for a tale that was found: all that a tale needs, from what the source tells and what its text shows. */
import type { Classification, Classify } from '#src/features/classification/classification.ts';
import { isContentNote } from '#src/features/tales/content-notes.ts';
import { htmlToText } from '#src/features/tales/plain-text.ts';
import { cleanHtml, type TaleInput } from '#src/features/tales/tales.ts';
import type { FoundBook, FoundTale } from '../found-tale.ts';
import { excerptOf, shorten } from './excerpt-of.ts';

/** `proposed`: as the tale is to be written; `doubts`: why it stays a draft; `text`: its plain words. */
export type Proposal = { proposed: TaleInput; doubts: string[]; text: string; classification: Classification };

/** `sure`: those without a doubt are published; `draft`: none is; `publish`: also those without rights or source, on the asker's responsibility. */
export type Publishing = 'sure' | 'draft' | 'publish';

export type Proposing = {
  classify: Classify;
  publishing: Publishing;
  categories: ReadonlySet<string>;
  /** The setting of the site: tales are published only with a source and rights. */
  requiresSource: boolean;
};

const NO_RIGHTS = 'It does not say by what right it may be shown.';
const NO_SOURCE = 'It does not say where it comes from.';
const AGE_BANDS = ['3-5', '6-8', '9-12', '13+'] as const;
const UNKNOWN_AUTHOR = 'Traditional';

export function propose(found: FoundTale, book: FoundBook, { classify, publishing, categories, requiresSource }: Proposing): Proposal {
  const { html } = cleanHtml(withSubtitle(found));
  const text = htmlToText(html);
  const language = found.language ?? book.language ?? 'en';
  const author = found.author ?? (book.authors.length > 0 ? book.authors.join(' and ') : UNKNOWN_AUTHOR);
  const classification = classify({ title: found.title, text, author, bookTitle: book.title, language });
  const doubts = [
    ...new Set([...found.doubts, ...doubtsAbout(found, book, text), ...(requiresSource ? doubtsAboutSource(found, book) : [])]),
  ];
  const kinds = kindsOf(found, classification, categories, doubts);
  const isSure = doubts.every((doubt) => publishing === 'publish' && (doubt === NO_RIGHTS || doubt === NO_SOURCE));
  const status = publishing === 'draft' || found.status === 'draft' || !isSure ? 'draft' : 'published';
  const proposed = given({
    title: found.title,
    author,
    ...kinds,
    excerpt: found.excerpt === undefined ? excerptOf(html, language) || found.title : shorten(found.excerpt, language),
    content: html,
    status,
    language,
    origin: found.origin ?? classification.origin,
    age_band: AGE_BANDS.find((band) => band === found.ageBand) ?? classification.ageBand,
    content_notes: found.contentNotes?.filter(isContentNote) ?? classification.contentNotes,
    source: found.source,
    rights: found.rights,
    retold_from: found.retoldFrom,
    motifs: found.motifs,
    why_it_matters: found.whyItMatters,
    questions: found.questions,
    slug: found.slug,
    tale_type: found.taleType,
    read_time: found.readTime,
    cover_image: found.coverImage,
    publish_date: found.publishDate?.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T06:00:00Z'),
  });
  return { proposed, doubts, text, classification };
}

/** A subtitle stands above the text, as it stands in the book. */
function withSubtitle({ subtitle, content }: FoundTale): string {
  if (subtitle === undefined) return content;
  const escaped = subtitle.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `<p class="centre"><em>${escaped}</em></p>\n${content}`;
}

function doubtsAbout(found: FoundTale, book: FoundBook, text: string): string[] {
  const doubts: string[] = [];
  if (found.language === undefined && book.language === null) doubts.push('It does not say in what language it is.');
  const notes = (found.contentNotes ?? []).filter((note) => !isContentNote(note));
  if (notes.length > 0) doubts.push(`It names content notes that are not here: ${notes.join(', ')}.`);
  if (text === '') doubts.push('It has no text.');
  return doubts;
}

/** What the form asks for before a tale is published. A tale out of a titled book has that as its source: the import remembers it. */
function doubtsAboutSource({ source, retoldFrom, rights }: FoundTale, book: FoundBook): string[] {
  return [
    ...(rights === undefined ? [NO_RIGHTS] : []),
    ...(source === undefined && retoldFrom === undefined && book.title === null ? [NO_SOURCE] : []),
  ];
}

/** Categories that the source names, as far as they are here; `doubts` is told of others. */
function kindsOf(
  { category, tags }: FoundTale,
  classification: Classification,
  categories: ReadonlySet<string>,
  doubts: string[],
): { category: string; tags: string[] } {
  const unknown = [category ?? '', ...(tags ?? [])].filter((name) => name !== '' && !categories.has(name));
  if (unknown.length > 0) doubts.push(`It names categories that are not here: ${unknown.join(', ')}.`);
  return {
    category: category !== undefined && categories.has(category) ? category : classification.category,
    tags: (tags ?? classification.tags).filter((name) => categories.has(name)).slice(0, 20),
  };
}

/** Without the fields that nothing is known of. */
function given<Fields extends object>(fields: Fields): TaleInput {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as TaleInput;
}
