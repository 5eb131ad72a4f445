/**
 * Metadata of a book from Project Gutenberg's header, the HTML title and the title page, and removal of everything that is not its text.
 */
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
const YEAR = /^(?:.{0,40}\W)?(1[5-9]\d\d)\W*$|copyright,? (1[5-9]\d\d)|(1[5-9]\d\d) (?:translation|edition)/i;
const MAX_BLOCKS = 120;
const MAX_TITLE_PAGE = 25;

/** Reads the metadata. `declared`: what the file states outside of its text. */
export function readFacts(
  blocks: readonly Block[],
  declared: { title: string | null; language: string | null; identifier?: string | null },
): Facts {
  const lines = blocks.slice(0, MAX_BLOCKS).flatMap((block) => block.lines);
  const field = (name: string) => fieldIn(lines, name);
  const language = LANGUAGES.get(field('Language')?.toLowerCase() ?? '') ?? declared.language;
  const fromTitle = titleParts(declared.title);
  const author = field('Author') ?? fromTitle.author;
  return {
    title: field('Title') ?? fromTitle.title,
    authors: people(author).filter((name) => !/^(various|anonymous|unknown)$/i.test(name)),
    translators: people(field('Translator') ?? personAfter(lines, /^(?:newly )?(?:translated|done into english)(?: from .*)? by$/i)),
    editors: people(field('Editor') ?? personAfter(lines, /^(?:collected|selected)?(?: and )?edited(?: and selected)? by$/i)),
    language,
    year: yearOf(blocks),
    gutenbergId: idIn(lines.join('\n')) ?? idIn(declared.identifier ?? ''),
  };
}

/** Reads `Title: …`; block lines are already unwrapped. */
function fieldIn(lines: readonly string[], name: string): string | undefined {
  const start = new RegExp(`^${name}s?:\\s*(.+)$`, 'i');
  const line = lines.map((each) => start.exec(each.trim())?.[1]).find((each) => each !== undefined);
  return line?.replace(/\s+/gu, ' ').trim();
}

/** Splits `The Project Gutenberg eBook of X, by Y` and variants. */
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

/** Finds `Translated by X`, on one line or two. */
function personAfter(lines: readonly string[], phrase: RegExp): string | undefined {
  for (const [index, line] of lines.entries()) {
    const [, before = '', name = ''] = /^(.*?\bby\b)[ :]*(.*)$/i.exec(line.replace(/_/g, '').trim()) ?? [];
    if (!phrase.test(before.trim())) continue;
    const found = name === '' ? (lines[index + 1] ?? '') : name;
    if (/^\p{Lu}[\p{L}. '’-]{3,60}$/u.test(found.trim())) return found.trim();
  }
  return undefined;
}

/** Finds a line that is a year, or ends with the year of publisher or copyright. */
function yearOf(blocks: readonly Block[]): number | null {
  const start = blocks.findIndex(({ text }) => /\*\*\* ?START OF/i.test(text)) + 1;
  for (const line of blocks.slice(start, start + MAX_TITLE_PAGE).flatMap(({ lines }) => lines)) {
    if (/gutenberg|e-?book|e-?text|proofread|prepared by|produced by/i.test(line) || line.length > 120) continue;
    const year = YEAR.exec(line.trim())
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

const GUTENBERG_START = /\*\*\* ?START OF (?:THE|THIS)? ?PROJECT GUTENBERG|\*END\*? ?THE SMALL PRINT|\*END THE SMALL PRINT/i;
const GUTENBERG_END =
  /^(?:\*\*\* ?)?END OF (?:THE |THIS )?PROJECT GUTENBERG|\*\*\* ?END OF (?:THE|THIS)|^End of (?:The )?Project Gutenberg|^Ende dieses Projekt|^\*\*\* ?START: FULL LICENSE|^Updated editions will replace the previous one/i;
const PRODUCED =
  /^(?:this (?:e-?text|e-?book|file) was (?:prepared|produced|scanned)|(?:e-?text|e-?book) (?:prepared|produced|scanned)|produced by|prepared by|transcribed (?:from|by)|scanned (?:by|and)|digitized by|html (?:version|file) (?:by|produced)|this book content was graciously|this file (?:was|should be) )/i;
const ABOUT_FILE = /transcriber['’]?s?['’]? notes?|preparer['’]?s note|project gutenberg|distributed proof|\bpgdp\b|^note: project/i;
/** Notes of transcribers after the text; nothing of the book follows them. */
const CLOSING_NOTE =
  /^[[(]?(?:transcriber['’]?s?['’]? notes?|anmerkungen zur transkription|bemerkungen zur textgestalt|notes? du transcripteur|notas? del transcriptor)/i;
const TRANSCRIBER = /(^|\s)(tr-?notes?|transnotes?|transcriber\w*|tnote\w*|tn)(\s|$)/i;
const ILLUSTRATION =
  /^\[(?:illustrations?|images?|pictures?|graphic|photo(?:graph)?|drawing|headpiece|tailpiece|frontispiece|decoration|vignette|ornament|abbildung|bild|ill)\b[^\]]*\]?$/i;
/** Placeholder of a decorative image: one line without brackets. */
const DECORATION =
  /^[[(]?(?:a )?(?:decorative|ornamental) (?:graphic|image|illustration|picture|drawing|border|divider|line|rule|element|design|motif|vignette|initial|headpiece|tailpiece|flourish|break)\b.{0,200}$/i;
const PAGE = /^[[{(]?(?:p(?:age|g|\.)? ?)?\d{1,4}[\]})]?$/i;
const MAX_HEADER = 60;
/** Credits of the file appear within the first blocks. */
const MAX_FRONT = 40;

export function stripBoilerplate(blocks: readonly Block[]): Block[] {
  const start =
    lastIndex(blocks.slice(0, Math.max(MAX_HEADER, Math.ceil(blocks.length / 3))), ({ text }) => GUTENBERG_START.test(text)) + 1;
  const end = blocks.findIndex((block, index) => index > start && index > blocks.length / 3 && GUTENBERG_END.test(block.text));
  const closing = blocks.findIndex(({ text }, index) => index > blocks.length * 0.8 && CLOSING_NOTE.test(text));
  const last = Math.min(end < 0 ? blocks.length : end, closing < 0 ? blocks.length : closing);
  const own = blocks.slice(start, last);
  const result: Block[] = [];
  let anchors: string[] = [];
  for (const [index, block] of own.entries()) {
    if (isBoilerplate(block, index)) {
      anchors.push(...block.anchors);
      continue;
    }
    result.push(anchors.length === 0 ? block : { ...block, anchors: [...anchors, ...block.anchors] });
    anchors = [];
  }
  return result;
}

function isBoilerplate({ kind, text, hints }: Block, index: number): boolean {
  if (kind === 'figure' || ILLUSTRATION.test(text) || (kind !== 'heading' && DECORATION.test(text)) || TRANSCRIBER.test(hints.classes))
    return true;
  if (kind !== 'heading' && kind !== 'rule' && PAGE.test(text) && kind !== 'note') return true;
  return index < MAX_FRONT && text.length < 700 && (PRODUCED.test(text) || (ABOUT_FILE.test(text) && kind !== 'note'));
}

function lastIndex(blocks: readonly Block[], is: (block: Block) => boolean): number {
  return blocks.findLastIndex(is);
}
