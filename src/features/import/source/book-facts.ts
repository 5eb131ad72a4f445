/** What a book says of itself: in Project Gutenberg's header, in its HTML title, on its title page. */
import { type Block, isCapitals, type SourceBook } from './source-book.ts';

type Facts = Pick<SourceBook, 'title' | 'authors' | 'translators' | 'editors' | 'language' | 'year' | 'gutenbergId'>;

export const LANGUAGES = new Map(
  Object.entries({
    ...{
      english: 'en',
      german: 'de',
      deutsch: 'de',
      french: 'fr',
      français: 'fr',
      spanish: 'es',
      danish: 'da',
      dutch: 'nl',
      swedish: 'sv',
    },
    ...{ norwegian: 'no', italian: 'it', portuguese: 'pt', finnish: 'fi', polish: 'pl', russian: 'ru', hungarian: 'hu', czech: 'cs' },
    ...{ catalan: 'ca', latin: 'la', greek: 'el', welsh: 'cy', irish: 'ga', esperanto: 'eo', japanese: 'ja', chinese: 'zh' },
  }),
);
/** Blocks at the beginning that may be a header or a title page. */
const YEAR_LINE = /^(?:.{0,40}\W)?(1[5-9]\d\d)\W*$|copyright,? (1[5-9]\d\d)|(1[5-9]\d\d) (?:translation|edition)/i;
const MOST_BLOCKS = 120;
const MOST_TITLE_PAGE = 25;

/** `said`: what stands outside the text. */
export function readFacts(
  blocks: readonly Block[],
  said: { title: string | null; language: string | null; identifier?: string | null },
): Facts {
  const lines = blocks.slice(0, MOST_BLOCKS).flatMap((block) => block.lines);
  const field = (name: string) => fieldIn(lines, name);
  const language = LANGUAGES.get(field('Language')?.toLowerCase() ?? '') ?? said.language;
  const fromTitle = titleParts(said.title);
  const author = field('Author') ?? fromTitle.author;
  return {
    title: field('Title') ?? fromTitle.title,
    authors: people(author).filter((name) => !/^(various|anonymous|unknown)$/i.test(name)),
    translators: people(field('Translator') ?? personAfter(lines, /^(?:newly )?(?:translated|done into english)(?: from .*)? by$/i)),
    editors: people(field('Editor') ?? personAfter(lines, /^(?:collected|selected)?(?: and )?edited(?: and selected)? by$/i)),
    language,
    year: yearOf(blocks),
    gutenbergId: idIn(lines.join('\n')) ?? idIn(said.identifier ?? ''),
  };
}

/** `Title: …`; the lines of a long one are joined, where they were printed further in. */
function fieldIn(lines: readonly string[], name: string): string | undefined {
  const start = new RegExp(`^${name}s?:\\s*(.+)$`, 'i');
  const line = lines.map((each) => start.exec(each.trim())?.[1]).find((each) => each !== undefined);
  return line?.replace(/\s+/gu, ' ').trim();
}

/** `The Project Gutenberg eBook of X, by Y` and its kin. */
function titleParts(title: string | null): { title: string | null; author: string | undefined } {
  if (title === null) return { title: null, author: undefined };
  const bare = title.replace(/^(the )?project gutenberg('s)? (e-?book|e-?text)( of|,)? /i, '').replace(/ \| Project Gutenberg$/i, '');
  const [, own = bare, author] = /^(.+?),? by (.+)$/i.exec(bare) ?? [];
  return { title: own.replace(/[,.:]+$/, ''), author: author?.replace(/\.$/, '') };
}

function people(names: string | undefined): string[] {
  if (names === undefined) return [];
  return names
    .replace(/\s*\([^)]*\)/g, '')
    .split(/\s*(?:;|\band\b|&|, (?=\p{Lu}\S+ ))\s*/u)
    .map((name) =>
      nameCase(
        name
          .replace(/, \d{4}.*$/, '')
          .replace(/[.,]+$/, '')
          .trim(),
      ),
    )
    .filter((name) => name !== '' && name.length < 100);
}

/** `JOSEPH JACOBS` on a title page. */
function nameCase(name: string): string {
  if (!isCapitals(name)) return name;
  return name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** `Translated by X` on one line, or on two. */
function personAfter(lines: readonly string[], phrase: RegExp): string | undefined {
  for (const [index, line] of lines.entries()) {
    const [, before = '', name = ''] = /^(.*?\bby\b)[ :]*(.*)$/i.exec(line.replace(/_/g, '').trim()) ?? [];
    if (!phrase.test(before.trim())) continue;
    const found = name === '' ? (lines[index + 1] ?? '') : name;
    if (/^\p{Lu}[\p{L}. '’-]{3,60}$/u.test(found.trim())) return found.trim();
  }
  return undefined;
}

/** A line that is a year, or ends with the year of its publisher or its copyright. */
function yearOf(blocks: readonly Block[]): number | null {
  const start = blocks.findIndex(({ text }) => /\*\*\* ?START OF/i.test(text)) + 1;
  for (const line of blocks.slice(start, start + MOST_TITLE_PAGE).flatMap(({ lines }) => lines)) {
    if (/gutenberg|e-?book|e-?text|proofread|prepared by|produced by/i.test(line) || line.length > 120) continue;
    const year = YEAR_LINE.exec(line.trim())
      ?.slice(1)
      .find((each) => each !== undefined);
    if (year !== undefined) return Number(year);
  }
  return null;
}

function idIn(text: string): number | null {
  const id = /\[e-?(?:book|text) ?#(\d{1,6})\]/i.exec(text)?.[1] ?? /gutenberg\.org\/(?:ebooks|files|etext)\/(\d{1,6})/i.exec(text)?.[1];
  return id === undefined ? (numberIn(text) ?? null) : Number(id);
}

function numberIn(identifier: string): number | undefined {
  const id = /gutenberg\.org\/(\d{1,6})$/i.exec(identifier.trim())?.[1];
  return id === undefined ? undefined : Number(id);
}
